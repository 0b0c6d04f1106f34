"""A filled question sheet → answers as text with their places. The file is hostile: measured before it is opened."""

import stat
from pathlib import Path

from wizard.datafiles.workbook_guard import ZIP, WorkbookError, other_kind, refuse_ole
from wizard.domain.errors import CodedError
from wizard.domain.language import text
from wizard.report.sheet.errors import SheetError
from wizard.report.sheet.model import Filled
from wizard.report.sheet.package_guard import in_words
from wizard.report.sheet.reading_markdown import read_markdown

MAX_PACKED = 5_000_000
_NO_FILE = text("no plain file", "keine gewöhnliche Datei")


def read_sheet(path: Path) -> Filled:
    """The answers of an ``.xlsx`` or Markdown sheet; what the file is decides, not its name.

    Raises:
        CodedError: R050 to R062.
    """
    data = _content(path)
    try:
        refuse_ole(data)
    except WorkbookError as refused:
        raise in_words(refused, path.name) from None
    if data.startswith(ZIP):
        from wizard.report.sheet.reading_xlsx import read_workbook

        return read_workbook(data, path.name)
    if kind := other_kind(data):
        raise CodedError(SheetError.NOT_A_SHEET, place=path.name, detail=kind)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CodedError(SheetError.NOT_A_SHEET, place=path.name, detail="no UTF-8") from None
    return read_markdown(text, path.name)


def _content(path: Path) -> bytes:
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):
            raise CodedError(SheetError.UNREADABLE, place=path.name, detail=_NO_FILE)
        if facts.st_size > MAX_PACKED:
            size, limit = (f"{n / 1e6:.1f} MB" for n in (facts.st_size, MAX_PACKED))
            raise CodedError(SheetError.TOO_LARGE, place=path.name, size=size, limit=limit)
        return path.read_bytes()
    except OSError as error:
        raise CodedError(SheetError.UNREADABLE, place=path.name, detail=error.strerror or str(error)) from error
    except ValueError:  # a NUL in the name
        raise CodedError(SheetError.UNREADABLE, place=repr(path.name), detail="NUL") from None
