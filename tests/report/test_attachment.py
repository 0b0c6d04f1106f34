"""Reading an assessment back out of a PDF: foreign, damaged, encrypted and oversized files get a plain message."""

from pathlib import Path

import pikepdf
import pytest
from wizard.domain.errors import CodedError
from wizard.report import read_attached_assessment
from wizard.report.errors import ReportError


def refused(path: Path) -> ReportError:
    with pytest.raises(CodedError) as caught:
        read_attached_assessment(path)
    assert isinstance(caught.value.error, ReportError)
    return caught.value.error


def saved(path: Path, *, attached: dict[str, bytes] | None = None, **options: object) -> Path:
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        for name, content in (attached or {}).items():
            pdf.attachments[name] = pikepdf.AttachedFileSpec(pdf, content, filename=name)
        pdf.save(path, **options)
    return path


def test_reads_what_another_writer_attached(tmp_path: Path) -> None:
    assert read_attached_assessment(saved(tmp_path / "a.pdf", attached={"assessment.yaml": b"id: 1\n"})) == b"id: 1\n"


def test_foreign_pdf(tmp_path: Path) -> None:
    assert refused(saved(tmp_path / "a.pdf")) is ReportError.NO_ASSESSMENT


def test_other_attachment(tmp_path: Path) -> None:
    assert refused(saved(tmp_path / "a.pdf", attached={"invoice.xml": b"<x/>"})) is ReportError.NO_ASSESSMENT


def test_encrypted(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.pdf", encryption=pikepdf.Encryption(owner="o", user="u"))
    assert refused(path) is ReportError.ENCRYPTED


def test_truncated(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.pdf", attached={"assessment.yaml": b"x" * 5000})
    path.write_bytes(path.read_bytes()[:300])
    assert refused(path) is ReportError.NOT_PDF


def test_no_pdf_at_all(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"PK\x03\x04 something else")
    assert refused(path) is ReportError.NOT_PDF


def test_missing_file(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.pdf") is ReportError.NOT_PDF


def test_bomb_is_not_unpacked_into_an_assessment(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.pdf", attached={"assessment.yaml": b"a" * 6_000_000}, compress_streams=True)
    assert path.stat().st_size < 100_000
    assert refused(path) is ReportError.TOO_LARGE
