"""A report's PDF as the way back into an assessment, and uniting it with the one at home."""

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfWriter
from wizard.domain.assessment import Answer, Assessment
from wizard.domain.errors import CodedError
from wizard.session import Session
from wizard.store.client_copy import client_copy
from wizard.store.codec import read_assessment, to_yaml


def _report(path: Path, attached: bytes) -> Path:
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    writer.add_attachment("assessment.yaml", attached)
    content = BytesIO()
    writer.write(content)
    path.write_bytes(content.getvalue())
    return path


def _local(folder: Path) -> Assessment:
    with Session.create(folder / "acme.yaml", language="de", questionnaire_path="quick", title="Acme") as session:
        session.apply("client.name", Answer(value="Acme GmbH"))
        session.set_note("client.name", "verhandelt hart")
        return session.assessment


def test_a_report_opens_as_a_new_file(tmp_path: Path) -> None:
    copy = client_copy(_local(tmp_path))
    pdf = _report(tmp_path / "report.pdf", to_yaml(copy).encode())
    with Session.open_pdf(pdf, tmp_path) as session:
        assert session.path == tmp_path / "acme-2.yaml"
        assert read_assessment(session.path) == copy
        assert set(Session.find_same_id(copy.id, tmp_path)) == {tmp_path / "acme.yaml", tmp_path / "acme-2.yaml"}


def test_a_report_is_united_with_the_assessment_at_home_in_one_step(tmp_path: Path) -> None:
    local = _local(tmp_path)
    theirs = client_copy(local).with_answer("client.sector", Answer(value="public"))
    pdf = _report(tmp_path / "report.pdf", to_yaml(theirs).encode())
    with Session.open_pdf(pdf, tmp_path / "in") as opened:
        incoming = opened.assessment
    with Session.open(tmp_path / "acme.yaml") as session:
        proposal = session.merged_with(incoming)
        assert proposal.conflicts == ()
        session.adopt(proposal.merged)
        answers = session.assessment.answers
        assert answers["client.sector"].value == "public"
        assert answers["client.name"].note is not None
        session.undo()
        assert session.assessment == local


@pytest.mark.parametrize("attached", [b"no: assessment\n", b"rechenwerk: 99\n", b"\xff\xfe", b"a: &a [*a]\n"])
def test_a_hostile_or_foreign_attachment_creates_no_file(tmp_path: Path, attached: bytes) -> None:
    pdf = _report(tmp_path / "report.pdf", attached)
    with pytest.raises(CodedError):
        Session.open_pdf(pdf, tmp_path / "in")
    assert not (tmp_path / "in").exists()


def test_a_hostile_title_stays_inside_the_folder(tmp_path: Path) -> None:
    hostile = _local(tmp_path).model_copy(update={"title": "../../../tmp/evil\x1b]0;x"})
    pdf = _report(tmp_path / "report.pdf", to_yaml(hostile).encode())
    with Session.open_pdf(pdf, tmp_path / "in") as session:
        assert session.path.parent == tmp_path / "in"
