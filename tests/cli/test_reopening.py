"""``open report.pdf``: the assessment comes back, and what is newer is never lost."""

from pathlib import Path

import pytest
from pypdf import PdfWriter
from tests.cli.conftest import Rechenwerk
from wizard.report.attachment import ASSESSMENT_NAME
from wizard.store.codec import read_assessment


@pytest.fixture
def local(rechenwerk: Rechenwerk, tmp_path: Path) -> Path:
    file = tmp_path / "acme.yaml"
    outcome = rechenwerk("new", file, "--no-tui", "--lang", "en", "--title", "Acme", "--set", "site.power_kw=10")
    assert outcome.code == 0, outcome.err
    return file


def _pdf(folder: Path, assessment: Path) -> Path:
    """A PDF that carries the file as a report does."""
    writer = PdfWriter()
    writer.add_blank_page(width=72, height=72)
    writer.add_attachment(ASSESSMENT_NAME, assessment.read_bytes())
    pdf = folder / "report.pdf"
    writer.write(pdf)
    return pdf


def test_a_report_gives_its_assessment_back(rechenwerk: Rechenwerk, local: Path, tmp_path: Path) -> None:
    before = read_assessment(local)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    pdf = _pdf(elsewhere, local)
    local.unlink()
    outcome = rechenwerk("open", pdf, "--no-tui")
    assert outcome.code == 0, outcome.err
    assert read_assessment(Path(outcome.out.strip())) == before


def test_an_assessment_that_is_here_is_not_written_twice(rechenwerk: Rechenwerk, local: Path, tmp_path: Path) -> None:
    outcome = rechenwerk("open", _pdf(tmp_path, local), "--no-tui")
    assert Path(outcome.out.strip()) == local
    assert [path.name for path in tmp_path.glob("*.yaml")] == ["acme.yaml"]


@pytest.fixture
def older(rechenwerk: Rechenwerk, local: Path, tmp_path: Path) -> tuple[Path, Path]:
    """A PDF, and the file as it was before the PDF's last answer."""
    original = local.read_bytes()
    rechenwerk("set", local, "client.country=AT")
    pdf = _pdf(tmp_path, local)
    local.write_bytes(original)
    for leftover in tmp_path.glob(".acme.yaml.*"):
        leftover.unlink()
    return pdf, local


def test_what_the_pdf_knows_is_told_and_not_taken_over(rechenwerk: Rechenwerk, older: tuple[Path, Path]) -> None:
    pdf, local = older
    before = local.read_bytes()
    outcome = rechenwerk("open", pdf, "--no-tui")
    assert "client.country: – → AT" in outcome.err
    assert local.read_bytes() == before


def test_merge_takes_over_what_only_the_pdf_knows(rechenwerk: Rechenwerk, older: tuple[Path, Path]) -> None:
    pdf, local = older
    assert rechenwerk("open", pdf, "--no-tui", "--merge").code == 0
    country = read_assessment(local).answer("client.country")
    assert country is not None
    assert country.value == "AT"


def test_a_newer_answer_here_is_never_replaced(rechenwerk: Rechenwerk, local: Path, tmp_path: Path) -> None:
    pdf = _pdf(tmp_path, local)
    rechenwerk("set", local, "site.power_kw=22")
    assert rechenwerk("open", pdf, "--no-tui", "--merge").code == 0
    power = read_assessment(local).answer("site.power_kw")
    assert power is not None
    assert power.value == 22


def test_a_pdf_without_an_assessment_is_an_unusable_input(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    writer = PdfWriter()
    writer.add_blank_page(width=72, height=72)
    writer.write(tmp_path / "other.pdf")
    outcome = rechenwerk("open", tmp_path / "other.pdf", "--no-tui")
    assert (outcome.code, "[R023]" in outcome.err) == (3, True)
