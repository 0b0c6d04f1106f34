"""What travels inside the PDF, and the way back: the assessment read out of a report."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from wizard.domain.errors import CodedError
from wizard.report.errors import ReportError

MAX_PDF_BYTES = 50_000_000
MAX_ASSESSMENT_BYTES = 5_000_000
ASSESSMENT_NAME = "assessment.yaml"
_MAX_FILES = 100


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file embedded in the PDF; ``relationship`` says what it is to the document (ISO 32000-2, 7.11.3)."""

    name: str
    content: bytes
    relationship: Literal["Source", "Data", "Alternative", "Supplement", "Unspecified"] = "Source"
    description: str = ""


def read_attached_assessment(pdf: Path) -> bytes:
    """The YAML text of the assessment that a report carries.

    Raises:
        CodedError: R020 too large, R021 no readable PDF, R022 encrypted, R023 no assessment inside.
    """
    _check_size(pdf)
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        reader = PdfReader(pdf)
        if reader.is_encrypted:
            raise CodedError(ReportError.ENCRYPTED, place=pdf.name)
        files = _embedded(reader)
        content = _content(files, pdf.name)
    except (PyPdfError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, OSError) as error:
        detail = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise CodedError(ReportError.NOT_PDF, place=pdf.name, detail=detail) from error
    if len(content) > MAX_ASSESSMENT_BYTES:
        raise CodedError(ReportError.TOO_LARGE, place=pdf.name, size=len(content), limit=MAX_ASSESSMENT_BYTES)
    return content


def _check_size(pdf: Path) -> None:
    try:
        size = pdf.stat().st_size
        with pdf.open("rb") as file:
            head = file.read(1024)
    except OSError as error:
        raise CodedError(ReportError.NOT_PDF, place=pdf.name, detail=error.strerror or str(error)) from error
    if size > MAX_PDF_BYTES:
        raise CodedError(ReportError.TOO_LARGE, place=pdf.name, size=size, limit=MAX_PDF_BYTES)
    if b"%PDF-" not in head:
        raise CodedError(ReportError.NOT_PDF, place=pdf.name, detail="no %PDF header")


def _embedded(reader: Any) -> dict[str, Any]:
    """Embedded files by name, from the name tree; at most ``_MAX_FILES``, in at most eight levels."""
    names = reader.trailer["/Root"].get("/Names")
    tree = names.get_object().get("/EmbeddedFiles") if names is not None else None
    found: dict[str, Any] = {}
    level = [tree.get_object()] if tree is not None else []
    for _ in range(8):
        for node in level:
            for specification in node.get("/Names", [])[1::2]:
                entry = specification.get_object()
                if len(found) < _MAX_FILES and "/EF" in entry:
                    found[str(entry.get("/UF") or entry.get("/F"))] = entry["/EF"]["/F"].get_object()
        level = [kid.get_object() for node in level for kid in node.get("/Kids", [])][:_MAX_FILES]
    return found


def _content(files: dict[str, Any], place: str) -> bytes:
    stream = files.get(ASSESSMENT_NAME)
    if stream is None:
        raise CodedError(ReportError.NO_ASSESSMENT, place=place)
    declared = stream.get("/Params", {}).get("/Size", 0)
    if declared > MAX_ASSESSMENT_BYTES:
        raise CodedError(ReportError.TOO_LARGE, place=place, size=declared, limit=MAX_ASSESSMENT_BYTES)
    return bytes(stream.get_data())
