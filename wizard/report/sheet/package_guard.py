"""The guard of workbooks, with the words of a question sheet."""

from wizard.datafiles.workbook_guard import Fault, WorkbookError
from wizard.datafiles.workbook_guard import guarded_parts as parts_of
from wizard.domain.errors import CodedError
from wizard.report.sheet.errors import SheetError

_ERRORS = {
    Fault.NO_WORKBOOK: SheetError.NOT_A_SHEET,
    Fault.MACROS: SheetError.MACROS,
    Fault.PASSWORD: SheetError.PASSWORD,
    Fault.OLD_EXCEL: SheetError.OLD_EXCEL,
    Fault.TOO_LARGE: SheetError.TOO_LARGE,
    Fault.DAMAGED: SheetError.DAMAGED,
}


def guarded_parts(data: bytes, place: str) -> dict[str, bytes]:
    """The XML parts of a workbook by name.

    Raises:
        CodedError: R050 no workbook, R052 macros, R053 password, R054 too large, R055 damaged.
    """
    try:
        return parts_of(data)
    except WorkbookError as refused:
        raise in_words(refused, place) from None


def in_words(refused: WorkbookError, place: str) -> CodedError:
    """The refusal as a person reads it."""
    return CodedError(
        _ERRORS[refused.fault], place=place, detail=refused.detail, size=refused.size, limit=refused.limit
    )
