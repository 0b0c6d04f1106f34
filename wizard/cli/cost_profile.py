"""Reads an hourly load profile: a CSV file with a header and one row an hour."""

import csv
import math
import re
import stat
from collections.abc import Sequence
from pathlib import Path

from wizard.cli.profile_hours import first_wrong_hour

MOST_MEGABYTES = 20
_MEGABYTE = 1_000_000
_GERMAN = re.compile(r"-?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?")
"""1.234,5: points between thousands only, a comma before decimals."""
_LOAD_NAMES = ("demand", "load", "gpus", "requests", "requests_per_minute", "last", "bedarf", "anfragen")
_TIME_NAMES = ("hour", "hour_from_start", "time", "timestamp", "date", "datetime", "stunde", "zeit", "datum")


def read_profile(path: Path, column: str | None = None) -> list[float]:
    """The load of each hour, in any unit.

    Args:
        path: fields separated by comma, semicolon or tab; with semicolons, one decimal comma makes all numbers German.
        column: name in the header; None: the only column beside a time, or one whose name says load.

    Raises:
        CodedError: ``P041`` to ``P046`` and ``P049``, with file and line.
    """
    lines = read_text(path).splitlines()
    delimiter = next((mark for mark in (";", "\t") if lines and mark in lines[0]), ",")
    try:
        rows = _rows(path, lines, delimiter)
    except csv.Error:
        raise _error("NO_FILE", str(path)) from None
    header = [name.strip() for name in rows[0]] if rows else []
    at = _column(path, header, column)
    cells = [(number, row[at].strip() if at < len(row) else "") for number, row in enumerate(_filled(rows), start=2)]
    german = delimiter == ";" and any("," in given for _number, given in cells)
    loads = [_load(path, number, given, header[at], german=german) for number, given in cells]
    if not any(load > 0.0 for load in loads):
        raise _error("NO_LOAD", str(path))
    _check_hours(path, header, rows)
    return loads


def _filled(rows: list[list[str]]) -> list[list[str]]:
    """Rows below the header, without empty ones at the end; an empty one between is an hour without a load."""
    last = max((number for number, row in enumerate(rows) if row), default=0)
    return rows[1 : last + 1]


def _check_hours(path: Path, header: Sequence[str], rows: list[list[str]]) -> None:
    """Where a column tells the hour: one row an hour, none missing, none twice."""
    at = next((number for number, name in enumerate(header) if name.casefold() in _TIME_NAMES), None)
    if at is not None:
        told = [row[at].strip() if at < len(row) else "" for row in _filled(rows)]
        wrong = first_wrong_hour(told)
        if wrong is not None:
            raise _error("HOURS", f"{path}:{wrong + 2}", given=told[wrong], before=told[wrong - 1])


def _rows(path: Path, lines: list[str], delimiter: str) -> list[list[str]]:
    reader = csv.reader(lines, delimiter=delimiter)
    try:
        return list(reader)
    except csv.Error:
        raise _error("NOT_CSV", f"{path}:{reader.line_num}") from None


def read_text(path: Path) -> str:
    """The whole file; a pipe or a device is never opened: it may have no end.

    Raises:
        CodedError: ``P041`` or ``P042``.
    """
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):
            raise _error("NO_FILE", str(path))
        if facts.st_size > MOST_MEGABYTES * _MEGABYTE:
            raise _error("TOO_LARGE", str(path), most=MOST_MEGABYTES)
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise _error("NO_FILE", str(path)) from None


def _column(path: Path, header: Sequence[str], wanted: str | None) -> int:
    names = [name.casefold() for name in header]
    if wanted is not None:
        found = [number for number, name in enumerate(names) if name == wanted.strip().casefold()]
    else:
        rest = [number for number, name in enumerate(names) if name not in _TIME_NAMES]
        found = rest if len(rest) == 1 else [number for number in rest if names[number] in _LOAD_NAMES]
    if len(found) != 1:
        raise _error("NO_COLUMN", f"{path}:1", columns=", ".join(header) or "-")
    return found[0]


def _load(path: Path, number: int, given: str, column: str, *, german: bool) -> float:
    plain = given.replace(".", "").replace(",", ".") if german and _GERMAN.fullmatch(given) else given
    try:
        load = math.nan if german and plain == given and "." in given else float(plain)
    except ValueError:
        load = math.nan
    if not (math.isfinite(load) and load >= 0.0):
        raise _error("NOT_A_LOAD", f"{path}:{number}", given=given, column=column)
    return load


def _error(member: str, place: str, **details: object) -> Exception:
    from wizard.cli.cost_errors import CostInputError
    from wizard.domain.errors import CodedError

    return CodedError(CostInputError[member], place=place, **details)
