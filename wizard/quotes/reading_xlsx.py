"""Workbook → sheets of cells: stored values of formulas, dates, currencies of number formats, merged cells filled."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO
from typing import Any

from wizard.datafiles.workbook_guard import Fault, WorkbookError, guarded_parts
from wizard.domain.errors import CodedError
from wizard.quotes.errors import QuoteError
from wizard.quotes.table import MAX_COLUMNS, MAX_ROWS, Cell, Row, Sheet

_MERGE = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})"')
_QUOTED = re.compile(r'"([^"]*)"|\[\$([^\]\-]*)[^\]]*\]|([€$£])')
_CODE = re.compile(r"\b(EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK)\b|[€$£]")
_SYMBOLS = {"€": "EUR", "$": "USD", "£": "GBP"}
_LONGEST = 2_000


def read_workbook(data: bytes, name: str) -> tuple[Sheet, ...]:
    """All visible sheets.

    Raises:
        WorkbookError: no workbook one should open.
    """
    parts = guarded_parts(data)
    try:
        return tuple(_sheets(data, parts, name))
    except (CodedError, WorkbookError):
        raise
    except Exception as error:  # the library answers damaged files with errors of every kind
        raise WorkbookError(Fault.DAMAGED, detail=type(error).__name__) from None


def _sheets(data: bytes, parts: dict[str, bytes], name: str) -> Iterator[Sheet]:
    from openpyxl import load_workbook

    valued = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
    written = load_workbook(BytesIO(data), read_only=True, data_only=False, keep_links=False)
    try:
        for sheet in valued.worksheets:
            if sheet.sheet_state != "visible":
                continue
            values, formulas = (_grid(book[sheet.title]) for book in (valued, written))
            merged = tuple(_merged(parts.get(sheet._worksheet_path.lstrip("/"), b"")))
            yield Sheet(sheet.title, tuple(_rows(values, formulas, merged, f"{name} {sheet.title}")))
    finally:
        valued.close()
        written.close()


def _grid(sheet: Any) -> list[Sequence[Any]]:
    sheet.reset_dimensions()  # a file may lie about them
    return list(sheet.iter_rows(max_row=MAX_ROWS, max_col=MAX_COLUMNS))


def _merged(xml: bytes) -> Iterator[tuple[int, int, int, int]]:
    """First row, last row, first column, last column of each merged block, from 1."""
    for left, top, right, bottom in _MERGE.findall(xml):
        yield int(top), int(bottom), _number(left.decode()), _number(right.decode())


def _number(letters: str) -> int:
    found = 0
    for letter in letters:
        found = found * 26 + ord(letter) - 64
    return found


def _letters(number: int) -> str:
    found = ""
    while number:
        number, rest = divmod(number - 1, 26)
        found = chr(65 + rest) + found
    return found


def _rows(
    values: list[Sequence[Any]], formulas: list[Sequence[Any]], merged: Sequence[tuple[int, int, int, int]], place: str
) -> Iterator[Row]:
    for number, row in enumerate(values, start=1):
        written = formulas[number - 1] if number <= len(formulas) else ()
        cells = [
            _cell(cell, written[at] if at < len(written) else cell, f"{place}!{_letters(at + 1)}{number}")
            for at, cell in enumerate(row)
        ]
        for top, bottom, left, right in merged:
            if top <= number <= bottom and left - 1 < len(values[top - 1]):
                _fill(cells, values[top - 1][left - 1], left, right, f"{place}!", number)
        yield Row(f"{place}!{number}", tuple(cells))


def _fill(cells: list[Cell], source: Any, left: int, right: int, place: str, number: int) -> None:
    """A merged block says the same in each of its columns, where it is a word: a name may span two columns."""
    if not isinstance(source.value, str):
        return
    for column in range(left, min(right, len(cells)) + 1):
        if cells[column - 1].empty:
            cell = _cell(source, source, f"{place}{_letters(column)}{number}")
            cells[column - 1] = replace(cell, spread=True)


def _cell(cell: Any, written: Any, place: str) -> Cell:
    value = cell.value
    if cell.data_type == "e" or (value is None and written.data_type == "f"):
        found = str(value) if value is not None else str(written.value)[:40]
        return Cell(place, problem=CodedError(QuoteError.FORMULA, place=place, field="", value=found))
    if value is None or isinstance(value, bool):
        return Cell(place, "" if value is None else str(value))
    if isinstance(value, datetime | date):
        day = value.date() if isinstance(value, datetime) else value
        return Cell(place, day.isoformat(), day=day)
    if isinstance(value, int | float):
        return _numeric(value, str(cell.number_format or ""), place)
    return Cell(place, " ".join(str(value)[:_LONGEST].split()))


def _numeric(value: float, number_format: str, place: str) -> Cell:
    """A number with the currency its format shows; a percent format makes 0.05 the 5 that a person sees."""
    number = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if not number.is_finite():
        return Cell(place, str(value))
    percent = "%" in number_format
    shown = number * 100 if percent else number
    return Cell(place, f"{shown:f} %" if percent else f"{shown:f}", shown, currency=_currency(number_format))


def _currency(number_format: str) -> str | None:
    for parts in _QUOTED.findall(number_format):
        if found := _CODE.search(" ".join(parts)):
            return _SYMBOLS.get(found.group(), found.group())
    return None
