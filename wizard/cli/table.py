"""Lays rows out in columns for a terminal."""

import shutil
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from wizard.cli.talk import shown

_LONGEST_LINE = 100


def table(rows: Sequence[Sequence[str]], *, right: Sequence[int] = (), indent: str = "") -> list[str]:
    """One line per row; columns as wide as their widest cell, two blanks apart.

    Args:
        rows: cells of equal number per row; each is made harmless before it is measured.
        right: indices of the columns set flush right, such as numbers.
    """
    cells = [[shown(cell) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    return [
        indent + "  ".join(_fit(cell, widths[i], i in right) for i, cell in enumerate(row)).rstrip() for row in cells
    ]


def width(text: str) -> int:
    """Columns a text takes: wide East Asian characters two, combining ones none."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _fit(cell: str, columns: int, flush_right: bool) -> str:
    blanks = " " * (columns - width(cell))
    return blanks + cell if flush_right else cell + blanks


def wrapped(text: str, *, indent: str = "", first: str | None = None, columns: int | None = None) -> list[str]:
    """A paragraph in lines of at most ``columns``, else of the terminal; ``first`` replaces the first indent."""
    import textwrap

    columns = columns or line_length()

    lead = indent if first is None else first
    return textwrap.wrap(shown(text), columns, initial_indent=lead, subsequent_indent=indent) or [lead.rstrip()]


def line_length() -> int:
    """Columns of the terminal, at most 100; a file or a pipe gets 100."""
    return min(_LONGEST_LINE, shutil.get_terminal_size().columns) if sys.stdout.isatty() else _LONGEST_LINE


def section(title: str, lines: Iterable[str]) -> Iterator[str]:
    """A headed part of a view; nothing at all without lines."""
    body = list(lines)
    if body:
        yield ""
        yield shown(title)
        yield "─" * width(shown(title))
        yield from body
