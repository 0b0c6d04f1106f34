"""Fills question sheets in as a client would: with a spreadsheet, or with a text editor."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from openpyxl import Workbook, load_workbook

Answers = Mapping[str, object]
"""By ``question`` or ``workload:question``; a tuple adds who said it."""


def rows(book: Workbook) -> Iterator[tuple[Any, int, str]]:
    """Page, row and question of every row with a mark."""
    for page in book.worksheets:
        for row in range(1, page.max_row + 1):
            mark = str(page.cell(row, 1).value or "")
            if "@" in mark:
                yield page, row, mark.partition("@")[0]


def column_of(page: Any, mark: str) -> int:
    return next(cell.column for cell in page[1] if cell.value == mark)


def fill_workbook(path: Path, answers: Answers) -> Path:
    """Types the answers into the answer cells and saves the workbook under its own name."""

    def typed(book: Workbook) -> None:
        left = dict(answers)
        for page, row, question in rows(book):
            if question in left:
                answer, by = _parts(left.pop(question))
                page.cell(row, column_of(page, "answer")).value = answer
                page.cell(row, column_of(page, "by")).value = by
        assert not left, f"not asked: {sorted(left)}"

    return change_workbook(path, typed)


def change_workbook(path: Path, change: Callable[[Workbook], None]) -> Path:
    book = load_workbook(path)
    change(book)
    book.save(path)
    return path


def fill_markdown(path: Path, answers: Answers) -> Path:
    """Types the answers behind the labels of their questions."""
    lines, left, current, field = [], dict(answers), "", ("", "")
    for line in path.read_text(encoding="utf-8").splitlines():
        if mark := re.fullmatch(r"`(?:(\w+:)?[a-z]+\.[a-z0-9_]+)@\S+`", line):
            current = mark[0].strip("`").partition("@")[0]
            field = _parts(left.pop(current)) if current in left else ("", "")
        if re.fullmatch(r"\*\*(?:Antwort|Answer):\*\* ?", line):
            lines.append(f"{line.rstrip()} {field[0]}")
        elif re.fullmatch(r"\*\*(?:Von|By):\*\* ?", line):
            lines.append(f"{line.rstrip()} {field[1] or ''}")
        else:
            lines.append(line)
    assert not left, f"not asked: {sorted(left)}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _parts(answer: object) -> tuple[Any, Any]:
    return answer if isinstance(answer, tuple) else (answer, None)


FILL = {"xlsx": fill_workbook, "md": fill_markdown}
