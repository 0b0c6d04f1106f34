"""Looks into a workbook before any parser does: size unpacked, macros, passwords, declarations of entities."""

import re
import zipfile
from io import BytesIO

from wizard.domain.errors import CodedError
from wizard.report.sheet.errors import SheetError

MAX_UNPACKED = 30_000_000
MAX_PARTS = 400
_MACROS = ("vbaproject.bin", "xl/macrosheets/")
_DECLARATION = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_ENCRYPTED = 0x1


def guarded_parts(data: bytes, place: str) -> dict[str, bytes]:
    """The XML parts of a workbook by name.

    Raises:
        CodedError: R050 no workbook, R052 macros, R053 password, R054 too large, R055 damaged.
    """
    try:
        with zipfile.ZipFile(BytesIO(data)) as package:
            entries = package.infolist()
            _check_entries(entries, place)
            parts = {e.filename: package.read(e) for e in entries if e.filename.endswith((".xml", ".rels"))}
    except CodedError:
        raise
    except Exception as error:  # each method of compression has errors of its own kind
        raise CodedError(SheetError.DAMAGED, place=place, detail=type(error).__name__) from None
    if "xl/workbook.xml" not in parts:
        raise CodedError(SheetError.NOT_A_SHEET, place=place, detail="ZIP")
    for content in parts.values():
        if _DECLARATION.search(content) or b"\x00" in content:
            raise CodedError(SheetError.DAMAGED, place=place, detail="DOCTYPE")
    if b"macroEnabled" in parts.get("[Content_Types].xml", b""):
        raise CodedError(SheetError.MACROS, place=place)
    return parts


def _check_entries(entries: list[zipfile.ZipInfo], place: str) -> None:
    """Sizes as the directory tells them: the unpacking stops there, whatever follows."""
    if any(entry.flag_bits & _ENCRYPTED for entry in entries):
        raise CodedError(SheetError.PASSWORD, place=place)
    if any(mark in entry.filename.lower() for entry in entries for mark in _MACROS):
        raise CodedError(SheetError.MACROS, place=place)
    unpacked = sum(entry.file_size for entry in entries)
    if unpacked > MAX_UNPACKED or len(entries) > MAX_PARTS:
        size = f"{unpacked / 1e6:.1f} MB, {len(entries)}"
        limit = f"{MAX_UNPACKED / 1e6:.0f} MB, {MAX_PARTS}"
        raise CodedError(SheetError.TOO_LARGE, place=place, size=size, limit=limit)
