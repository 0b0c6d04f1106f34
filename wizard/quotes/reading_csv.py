"""Delimited text as vendors and spreadsheets write it: UTF-8, UTF-16 or Windows-1252, with any usual delimiter."""

import codecs
import csv
from collections.abc import Sequence
from io import StringIO

from wizard.domain.errors import CodedError
from wizard.domain.language import text
from wizard.quotes.columns import recognised
from wizard.quotes.errors import QuoteError
from wizard.quotes.table import MAX_COLUMNS, MAX_ROWS, Cell, Row, Sheet

_DELIMITERS = (";", "\t", ",", "|")
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_NO_TEXT = text("a file that is no text", "Eine Datei, die kein Text ist,")
_BROKEN = text("text with an unfinished or oversized cell", "Text mit einer unfertigen oder übergroßen Zelle")
_TOO_LONG = text("a table of more than {n} rows", "Eine Tabelle mit mehr als {n} Zeilen")
_FIELDS_THAT_DECIDE = 40
"""Rows looked at to find the delimiter."""


def read_delimited(data: bytes, name: str) -> Sheet:
    """The table of a text file. Excel's own line ``sep=;`` names the delimiter; else the best-fitting one counts.

    Raises:
        CodedError: C062.
    """
    content = _decoded(data, name)
    skipped = 0
    first, _, rest = content.partition("\n")
    if first.strip().casefold().startswith("sep=") and len(first.strip()) == 5:
        delimiters: Sequence[str] = (first.strip()[-1],)
        content, skipped = rest, 1
    else:
        delimiters = _DELIMITERS
    tables = [_parsed(content, delimiter, name, skipped) for delimiter in delimiters]
    return max(tables, key=_fit)


def _decoded(data: bytes, name: str) -> str:
    encoding = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)
    try:
        content = data.decode(encoding) if encoding is not None else _utf8_or_windows(data)
    except UnicodeDecodeError:
        raise CodedError(QuoteError.FORMAT, place=name, detail=_NO_TEXT) from None
    if "\x00" in content:
        raise CodedError(QuoteError.FORMAT, place=name, detail=_NO_TEXT)
    return content


def _utf8_or_windows(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252")


def _parsed(content: str, delimiter: str, name: str, skipped: int) -> Sheet:
    reader = csv.reader(StringIO(content, newline=""), delimiter=delimiter)
    rows: list[Row] = []
    line = 0
    try:
        for fields in reader:
            place, line = f"{name}:{line + 1 + skipped}", reader.line_num
            if len(rows) > MAX_ROWS:
                detail = text(_TOO_LONG.en.format(n=MAX_ROWS), _TOO_LONG.de.format(n=MAX_ROWS))
                raise CodedError(QuoteError.FORMAT, place=place, detail=detail)
            rows.append(Row(place, tuple(Cell(place, " ".join(f.split())) for f in fields[:MAX_COLUMNS])))
    except csv.Error:
        raise CodedError(QuoteError.FORMAT, place=f"{name}:{line + 1 + skipped}", detail=_BROKEN) from None
    return Sheet("", tuple(rows))


def _fit(sheet: Sheet) -> tuple[int, int]:
    """Names of columns that are understood, then cells."""
    head = sheet.rows[:_FIELDS_THAT_DECIDE]
    best = max((len(recognised(row)) for row in head), default=0)
    return best, sum(len([c for c in row.cells if c.text]) for row in head)
