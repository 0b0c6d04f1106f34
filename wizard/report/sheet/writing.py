"""A question sheet into its file."""

from pathlib import Path
from typing import Literal

from wizard.domain.errors import CodedError
from wizard.report.brand import load_brand
from wizard.report.errors import ReportError, why_not_written
from wizard.report.files import write_new, write_whole
from wizard.report.sheet.errors import SheetError
from wizard.report.sheet.model import Sheet

Kind = Literal["xlsx", "md"]


def write_sheet(sheet: Sheet, target: Path, kind: Kind, *, brand: Path | None, replace: bool) -> None:
    """Writes the whole sheet or nothing.

    Raises:
        CodedError: R008 not writable, R03x brand, R063 the file exists.
    """
    content = sheet_bytes(sheet, kind, brand)
    try:
        if replace:
            write_whole(target, content)
        else:
            write_new(target, content)
    except FileExistsError:
        raise CodedError(SheetError.EXISTS, place=target.name) from None
    except OSError as error:
        detail = why_not_written(error)
        raise CodedError(ReportError.NOT_WRITABLE, place=target.name, folder=target.parent, detail=detail) from error


def sheet_bytes(sheet: Sheet, kind: Kind, brand: Path | None) -> bytes:
    """The content of the file; the same sheet gives the same bytes."""
    look = load_brand(brand)
    if kind == "xlsx":
        from wizard.report.sheet.xlsx import xlsx_bytes

        return xlsx_bytes(sheet, look)
    from wizard.report.sheet.markdown import markdown_text

    return markdown_text(sheet, look).encode()
