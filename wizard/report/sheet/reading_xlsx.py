"""Workbook → answers. Pages are found by their marks, so that they may be renamed, sorted or sent on one by one."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from io import BytesIO
from typing import Any

from wizard.domain.errors import CodedError
from wizard.report.sheet.columns import letters_of, number_of
from wizard.report.sheet.errors import SheetError
from wizard.report.sheet.key import Head, Key
from wizard.report.sheet.model import Filled, FilledRow
from wizard.report.sheet.package_guard import guarded_parts
from wizard.report.sheet.xlsx import ANSWER_MARK, BY_MARK, HEAD_MARK

_MARK_ROWS = 20
_MAX_ROWS = 5_000
_MAX_COLUMNS = 40
_MERGE = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})"')


def read_workbook(data: bytes, name: str) -> Filled:
    """The answers of all pages.

    Raises:
        CodedError: R050 to R056, R061.
    """
    parts = guarded_parts(data, name)
    try:
        pages = list(_pages(data, parts))
    except CodedError:
        raise
    except Exception as error:  # the library answers damaged files with errors of every kind
        raise CodedError(SheetError.DAMAGED, place=name, detail=type(error).__name__) from None
    if not pages:
        raise CodedError(SheetError.NO_MARKS, place=name)
    head = pages[0].head
    if any(page.head != head for page in pages):
        raise CodedError(SheetError.OTHER_HEADS, place=name)
    return Filled(head, tuple(row for page in pages for row in _answers(page)))


@dataclass(frozen=True, slots=True)
class _Page:
    title: str
    head: Head
    first: int
    """Row of the marks, from 1."""
    key: int
    answer: int
    by: int | None
    rows: Sequence[Sequence[Any]]
    merged: tuple[tuple[int, int, int, int], ...]


def _pages(data: bytes, parts: dict[str, bytes]) -> Iterator[_Page]:
    from openpyxl import load_workbook

    book = load_workbook(BytesIO(data), read_only=True, data_only=False, keep_links=False, keep_vba=False)
    try:
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # a file may lie about them
            rows = list(sheet.iter_rows(max_row=_MAX_ROWS, max_col=_MAX_COLUMNS))
            # Read-only pages hide which cells are merged, so the part itself is asked.
            merged = tuple(_merged(parts.get(sheet._worksheet_path.lstrip("/"), b"")))
            if (page := _marked(sheet.title, rows, merged)) is not None:
                yield page
    finally:
        book.close()


def _merged(xml: bytes) -> Iterator[tuple[int, int, int, int]]:
    """First row, last row, first column, last column of each merged block, from 1."""
    for left, top, right, bottom in _MERGE.findall(xml):
        yield int(top), int(bottom), number_of(left.decode()), number_of(right.decode())


def _marked(title: str, rows: Sequence[Sequence[Any]], merged: tuple[tuple[int, int, int, int], ...]) -> _Page | None:
    for number, row in enumerate(rows[:_MARK_ROWS], start=1):
        texts = [str(cell.value or "").strip() for cell in row]
        heads = [(column, head) for column, text in enumerate(texts) if (head := Head.parse(text))]
        if heads and ANSWER_MARK in texts:
            by = texts.index(BY_MARK) if BY_MARK in texts else None
            key, head = heads[0]
            return _Page(title, head, number, key, texts.index(ANSWER_MARK), by, rows, merged)
    return None


def _answers(page: _Page) -> Iterator[FilledRow]:
    for number, row in enumerate(page.rows[page.first :], start=page.first + 1):
        mark = str(_cell(row, page.key).value or "").strip()
        cell = _cell(row, page.answer)
        if mark == HEAD_MARK:
            continue
        place, key = f"{page.title}!{letters_of(page.answer)}{number}", Key.parse(mark)
        if blocks := [b for b in page.merged if _touches(b, number, page.answer + 1)]:
            yield FilledRow(place, key, "", problem=_merge_problem(place, blocks[0]))
        elif cell.value is not None and (text := _text(cell, page.head.language)).strip():
            by = "" if page.by is None else " ".join(str(_cell(row, page.by).value or "").split())
            yield FilledRow(place, key, text, by, _problem(place, key, cell))


def _touches(block: tuple[int, int, int, int], row: int, column: int) -> bool:
    """Once a block, at its first row."""
    top, _bottom, left, right = block
    return row == top and left <= column <= right


def _merge_problem(place: str, block: tuple[int, int, int, int]) -> CodedError:
    top, bottom, left, right = block
    cells = f"{letters_of(left - 1)}{top}:{letters_of(right - 1)}{bottom}"
    return CodedError(SheetError.MERGED, place=place, cells=cells)


def _problem(place: str, key: Key | None, cell: Any) -> CodedError | None:
    if key is None:
        return CodedError(SheetError.NO_KEY, place=place)
    if cell.data_type == "f":
        return CodedError(SheetError.FORMULA, place=place)
    if cell.data_type == "e":
        return CodedError(SheetError.CELL_ERROR, place=place, value=str(cell.value)[:20])
    return None


def _cell(row: Sequence[Any], column: int) -> Any:
    return row[column] if column < len(row) else _NOTHING


class _Nothing:
    value = None
    data_type = "n"


_NOTHING = _Nothing()


def _text(cell: Any, language: str) -> str:
    """A cell as a person would have typed it, in a spelling without a second reading."""
    value = cell.value
    if isinstance(value, bool):
        return {"de": ("nein", "ja"), "en": ("no", "yes")}[language][value]
    if isinstance(value, datetime | date):
        return value.strftime("%Y-%m-%d")
    if isinstance(value, int | float):
        percent = "%" in (cell.number_format or "")
        return _number(value * 100 if percent else value, language) + (" %" if percent else "")
    return str(value)


def _number(value: float, language: str) -> str:
    """Three decimals could be thousands, so a fourth is written."""
    if isinstance(value, int) or value.is_integer():
        return str(int(value))
    plain = format(float(f"{value:.15g}"), "f") if 1e-6 < abs(value) < 1e15 else str(value)
    whole, _point, decimals = plain.rstrip("0").partition(".")
    decimals += "0" if len(decimals) == 3 else ""
    return f"{whole}{',' if language == 'de' else '.'}{decimals}"
