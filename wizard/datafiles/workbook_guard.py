"""Looks into a workbook before any parser does: size unpacked, macros, passwords, declarations of entities."""

import re
import zipfile
from enum import StrEnum
from io import BytesIO

from wizard.domain.language import Text, text

MAX_UNPACKED = 30_000_000
MAX_PARTS = 400
NOTHING = text("", "")
ZIP = b"PK\x03\x04"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_MACROS = ("vbaproject.bin", "xl/macrosheets/")
_DECLARATION = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_ENCRYPTED = 0x1
_OTHER_KINDS = {
    b"%PDF": "PDF", b"\x89PNG": "PNG", b"\xff\xd8\xff": "JPEG", b"{\\rtf": "RTF", b"Rar!": "RAR", b"7z\xbc\xaf": "7z",
    b"\x1f\x8b": "gzip",
}  # fmt: skip


class Fault(StrEnum):
    """Why a workbook is not opened."""

    NO_WORKBOOK = "no_workbook"
    MACROS = "macros"
    PASSWORD = "password"  # noqa: S105 - the name of a fault
    OLD_EXCEL = "old_excel"
    TOO_LARGE = "too_large"
    DAMAGED = "damaged"


class WorkbookError(Exception):
    """Carries the fault; ``detail`` names the error or the format, ``size`` and ``limit`` say how large."""

    def __init__(self, fault: Fault, *, detail: str = "", size: Text = NOTHING, limit: Text = NOTHING) -> None:
        self.fault, self.detail, self.size, self.limit = fault, detail, size, limit
        super().__init__(f"{fault}: {detail or size.en}")


def other_kind(data: bytes) -> str | None:
    """Name of a well-known format that is neither text nor a workbook."""
    return next((kind for magic, kind in _OTHER_KINDS.items() if data.startswith(magic)), None)


def refuse_ole(data: bytes) -> None:
    """The old container of Office holds a protected workbook, or one of Excel 97.

    Raises:
        WorkbookError: for either of them.
    """
    if data.startswith(OLE):
        raise WorkbookError(Fault.PASSWORD if _ENCRYPTED_PACKAGE in data else Fault.OLD_EXCEL)


def guarded_parts(data: bytes) -> dict[str, bytes]:
    """The XML parts of a workbook by name.

    Raises:
        WorkbookError: no workbook, macros, password, too large when unpacked, damaged.
    """
    try:
        with zipfile.ZipFile(BytesIO(data)) as package:
            entries = package.infolist()
            _check_entries(entries)
            parts = {e.filename: package.read(e) for e in entries if e.filename.endswith((".xml", ".rels"))}
    except WorkbookError:
        raise
    except Exception as error:  # each method of compression has errors of its own kind
        raise WorkbookError(Fault.DAMAGED, detail=type(error).__name__) from None
    if "xl/workbook.xml" not in parts:
        raise WorkbookError(Fault.NO_WORKBOOK, detail="ZIP")
    for content in parts.values():
        if _DECLARATION.search(content) or b"\x00" in content:
            raise WorkbookError(Fault.DAMAGED, detail="DOCTYPE")
    if b"macroEnabled" in parts.get("[Content_Types].xml", b""):
        raise WorkbookError(Fault.MACROS)
    return parts


def _check_entries(entries: list[zipfile.ZipInfo]) -> None:
    """Sizes as the directory tells them: the unpacking stops there, whatever follows."""
    if any(entry.flag_bits & _ENCRYPTED for entry in entries):
        raise WorkbookError(Fault.PASSWORD)
    if any(mark in entry.filename.lower() for entry in entries for mark in _MACROS):
        raise WorkbookError(Fault.MACROS)
    unpacked = sum(entry.file_size for entry in entries)
    if unpacked > MAX_UNPACKED or len(entries) > MAX_PARTS:
        raise _too_large(unpacked, len(entries))


def _too_large(unpacked: int, parts: int) -> WorkbookError:
    if unpacked > MAX_UNPACKED:
        size = text(f"{unpacked / 1e6:.0f} MB unpacked", f"entpackt {unpacked / 1e6:.0f} MB")
        return WorkbookError(
            Fault.TOO_LARGE, size=size, limit=text(f"{MAX_UNPACKED / 1e6:.0f} MB", f"{MAX_UNPACKED / 1e6:.0f} MB")
        )
    size = text(f"{parts} parts", f"{parts} Bestandteile")
    return WorkbookError(Fault.TOO_LARGE, size=size, limit=text(str(MAX_PARTS), str(MAX_PARTS)))
