"""Opens a quote. The file is hostile: it is measured before it is read, and its content decides what it is."""

import stat
from pathlib import Path

from wizard.datafiles.workbook_guard import ZIP, Fault, WorkbookError, other_kind, refuse_ole
from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.quotes.errors import QuoteError
from wizard.quotes.reading_csv import read_delimited
from wizard.quotes.table import Sheet
from wizard.quotes.wording import amount

MAX_BYTES = 5_000_000
_NO_FILE = text("no plain file", "keine gewöhnliche Datei")
_MISSING = text("there is no such file", "die Datei gibt es nicht")
_REFUSALS = {
    Fault.NO_WORKBOOK: text("a ZIP archive", "Ein ZIP-Archiv"),
    Fault.MACROS: text("a workbook with macros", "Eine Arbeitsmappe mit Makros"),
    Fault.PASSWORD: text("a file with a password", "Eine Datei mit Kennwort"),
    Fault.OLD_EXCEL: text("the old Excel format (.xls)", "Das alte Excel-Format (.xls)"),
    Fault.DAMAGED: text("a damaged workbook", "Eine beschädigte Arbeitsmappe"),
}


def read_table(path: Path) -> tuple[Sheet, ...]:
    """The sheets of a workbook, or the one table of a delimited text file.

    Raises:
        CodedError: C060 to C062.
    """
    data = _content(path)
    if not data.strip(b"\x00 \t\r\n"):
        raise CodedError(QuoteError.FORMAT, place=path.name, detail=text("an empty file", "Eine leere Datei"))
    if kind := other_kind(data):
        raise CodedError(QuoteError.FORMAT, place=path.name, detail=Text(de=f"Ein Dokument vom Typ {kind}",
                                                                         en=f"a {kind} document"))  # fmt: skip
    try:
        refuse_ole(data)
        if data.startswith(ZIP):
            from wizard.quotes.reading_xlsx import read_workbook

            return read_workbook(data, path.name)
    except WorkbookError as refused:
        raise _in_words(refused, path.name) from None
    return (read_delimited(data, path.name),)


def _in_words(refused: WorkbookError, place: str) -> CodedError:
    if refused.fault is Fault.TOO_LARGE:
        return CodedError(QuoteError.TOO_LARGE, place=place, size=refused.size, limit=refused.limit)
    return CodedError(QuoteError.FORMAT, place=place, detail=_REFUSALS[refused.fault])


def _content(path: Path) -> bytes:
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):
            raise CodedError(QuoteError.UNREADABLE, place=path.name, detail=_NO_FILE)
        if facts.st_size > MAX_BYTES:
            size, limit = (amount(n / 1e6, "MB", 0) for n in (facts.st_size, MAX_BYTES))
            raise CodedError(QuoteError.TOO_LARGE, place=path.name, size=size, limit=limit)
        return path.read_bytes()
    except FileNotFoundError:
        raise CodedError(QuoteError.UNREADABLE, place=path.name, detail=_MISSING) from None
    except OSError as error:
        raise CodedError(QuoteError.UNREADABLE, place=path.name, detail=error.strerror or str(error)) from error
    except ValueError:  # a NUL in the name
        raise CodedError(QuoteError.UNREADABLE, place=repr(path.name), detail="NUL") from None
