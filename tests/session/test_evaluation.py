"""Evaluation through the session: once per revision, on a snapshot, with the client's own figures.

The tests that render real PDF files take their seconds: only there can a note leave the house.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from pypdf import PdfReader
from wizard.domain.assessment import Answer
from wizard.domain.errors import CodedError
from wizard.report import missing_pdf_libraries
from wizard.session import Session
from wizard.store.client_copy import client_copy
from wizard.store.codec import read_assessment

MARKER = "INTERN-7f3a9c"
DAY = date(2026, 11, 30)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Session.create(tmp_path / "a.yaml", language="de", questionnaire_path="quick", title="Acme") as opened:
        workload = opened.add_workload("Chat", kind="llm_chat")
        opened.apply("w.model_ref", Answer(value="Qwen/Qwen3-32B"), workload)
        yield opened


def test_a_revision_is_evaluated_once(session: Session) -> None:
    first = session.evaluate(64, as_of=DAY)
    assert session.evaluate(64, as_of=DAY) is first
    session.set_title("B")
    second = session.evaluate(64, as_of=DAY)
    assert (first.result.revision, second.result.revision) == (session.revision - 1, session.revision)


def test_evaluation_can_be_cancelled_and_tried_again(session: Session) -> None:
    with pytest.raises(CodedError, match="E402"):
        session.evaluate(64, cancelled=lambda: True, as_of=DAY)
    assert session.evaluate(64, as_of=DAY).result.workloads


def test_the_file_names_the_catalogue_of_its_last_evaluation(session: Session) -> None:
    version = session.evaluate(64, as_of=DAY).result.provenance.catalog_version
    session.save()
    assert read_assessment(session.path).catalog == version


def test_defaults_on_screen_know_the_size_of_a_named_model_as_the_engine_does(session: Session) -> None:
    evaluation = session.evaluate(64, as_of=DAY)
    for question in ("w.ttft_p95_ms", "w.tpot_p95_ms"):
        assert session.status(question, "w1").given == evaluation.values.given(question, "w1")


def test_marks_and_margins_in_overrides_do_not_disturb_the_catalogue(session: Session) -> None:
    name = next(iter(session.catalog().electricity))
    figure = {"value": 0.05, "unit": "EUR/kWh", "basis": "contracted", "source": "client", "retrieved_on": "2026-11-01"}
    entry = {**figure, "confidence": "high", "internal": True, "margin_percent": 3}
    session.adopt(session.assessment.model_copy(update={"overrides": {"electricity": {name: entry}}}))
    assert session.catalog().electricity[name].value == 0.05


@pytest.mark.pdf
def test_an_internal_note_reaches_no_report_and_the_pdf_reopens(session: Session, tmp_path: Path) -> None:
    if missing_pdf_libraries():
        pytest.skip("the PDF needs the pango libraries")
    session.set_note("client.country", MARKER)
    session.set_note("w.model_ref", f"{MARKER} w", workload_id="w1")
    session.set_note("client.name", "für den Bericht", "report")
    files = session.render_report(tmp_path / "out", formats=("html", "pdf", "json"), samples=64, as_of=DAY)
    assert sorted(file.suffix for file in files) == [".html", ".json", ".pdf"]
    for file in files:
        assert MARKER not in _everything_in(file)
    pdf = next(file for file in files if file.suffix == ".pdf")
    with Session.open_pdf(pdf, tmp_path / "in") as reopened:
        assert reopened.assessment == client_copy(session.assessment)


@pytest.mark.pdf
def test_the_full_assessment_is_attached_only_on_demand(session: Session, tmp_path: Path) -> None:
    if missing_pdf_libraries():
        pytest.skip("the PDF needs the pango libraries")
    session.set_note("client.country", MARKER)
    files = session.render_report(tmp_path / "out", formats=("pdf",), attach="full", samples=64, as_of=DAY)
    assert MARKER.encode() in PdfReader(files[0]).attachments["assessment.yaml"][0]


def _everything_in(file: Path) -> str:
    if file.suffix != ".pdf":
        return file.read_text()
    reader = PdfReader(file)
    pages = [page.extract_text() for page in reader.pages]
    attached = [content.decode() for contents in reader.attachments.values() for content in contents]
    return "\n".join([*pages, *attached, str(reader.metadata)])
