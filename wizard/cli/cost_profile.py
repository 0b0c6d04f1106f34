"""Reads an hourly load profile: a CSV file with a header and one row an hour."""

import csv
import math
from collections.abc import Sequence
from pathlib import Path

MOST_MEGABYTES = 20
_MEGABYTE = 1_000_000
_LOAD_NAMES = ("demand", "load", "gpus", "requests", "requests_per_minute", "last", "bedarf", "anfragen")
_TIME_NAMES = ("hour", "hour_from_start", "time", "timestamp", "date", "datetime", "stunde", "zeit", "datum")


def read_profile(path: Path, column: str | None = None) -> list[float]:
    """The load of each hour, in any unit.

    Args:
        path: fields separated by comma, semicolon or tab; with semicolons numbers may have a decimal comma.
        column: name in the header; None: the only column beside a time, or one whose name says load.

    Raises:
        CodedError: ``P041`` to ``P045``, with file and line.
    """
    lines = _lines(path)
    delimiter = next((mark for mark in (";", "\t") if lines and mark in lines[0]), ",")
    try:
        rows = list(csv.reader(lines, delimiter=delimiter))
    except csv.Error:
        raise _error("NO_FILE", str(path)) from None
    header = [name.strip() for name in rows[0]] if rows else []
    at = _column(path, header, column)
    loads = [_load(path, number, row, at, header[at], delimiter) for number, row in enumerate(rows[1:], start=2) if row]
    if not any(load > 0.0 for load in loads):
        raise _error("NO_LOAD", str(path))
    return loads


def _lines(path: Path) -> list[str]:
    try:
        if path.stat().st_size > MOST_MEGABYTES * _MEGABYTE:
            raise _error("TOO_LARGE", str(path), most=MOST_MEGABYTES)
        return path.read_text(encoding="utf-8-sig").splitlines()
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


def _load(path: Path, number: int, row: Sequence[str], at: int, column: str, delimiter: str) -> float:
    given = row[at].strip() if at < len(row) else ""
    plain = given.replace(".", "").replace(",", ".") if delimiter == ";" and "," in given else given
    try:
        load = float(plain)
    except ValueError:
        load = math.nan
    if not (math.isfinite(load) and load >= 0.0):
        raise _error("NOT_A_LOAD", f"{path}:{number}", given=given, column=column)
    return load


def _error(member: str, place: str, **details: object) -> Exception:
    from wizard.cli.cost_errors import CostInputError
    from wizard.domain.errors import CodedError

    return CodedError(CostInputError[member], place=place, **details)
