"""Typed answers: understood in the assessment's language, stored with evidence and speaker."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from wizard.domain.assessment import Answer, AnswerState
from wizard.domain.errors import CodedError
from wizard.domain.provenance import Evidence
from wizard.session import Session


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Session.create(tmp_path / "a.yaml", language="de", questionnaire_path="quick") as opened:
        yield opened


@pytest.mark.parametrize(
    ("language", "text", "value"), [("de", "1.234", 1234), ("en", "1,234", 1234), ("de", "12 500", 12500)]
)
def test_numbers_are_read_in_the_language_of_the_assessment(
    session: Session, language: str, text: str, value: int
) -> None:
    session.set_language(language)
    applied = session.answer("client.employees", text)
    assert session.assessment.answers["client.employees"].value == value
    assert applied.echo


def test_amounts_are_read_in_the_currency_of_the_client(session: Session) -> None:
    assert "CHF" not in session.answer("fin.capex_budget", "250000").echo
    session.apply("client.country", Answer(value="CH"))
    assert "CHF" in session.answer("fin.capex_budget", "300000").echo


def test_what_is_not_understood_changes_nothing(session: Session) -> None:
    before = session.snapshot
    with pytest.raises(CodedError, match="Q0"):
        session.answer("client.employees", "viele")
    assert session.snapshot == before


def test_evidence_and_speaker_stay_until_they_change(session: Session) -> None:
    session.answer("client.employees", "100", evidence=Evidence.DOCUMENTED, by="CFO")
    session.answer("client.employees", "110")
    answer = session.assessment.answers["client.employees"]
    assert (answer.evidence, answer.by) == (Evidence.DOCUMENTED, "CFO")
    session.answer("client.employees", "120", evidence=Evidence.STATED, by="CEO")
    answer = session.assessment.answers["client.employees"]
    assert (answer.evidence, answer.by) == (Evidence.STATED, "CEO")


def test_a_typed_value_is_never_called_measured(session: Session) -> None:
    measured = Answer(value=90, state=AnswerState.MEASURED, evidence=Evidence.MEASURED)
    session.apply("client.employees", measured)
    session.answer("client.employees", "100")
    assert session.assessment.answers["client.employees"].evidence is Evidence.STATED


def test_each_answer_of_a_workload_belongs_to_it(session: Session) -> None:
    first, second = session.add_workload(kind="llm_chat"), session.add_workload(kind="llm_rag")
    session.answer("w.model_ref", "Qwen/Qwen3-32B", first)
    values = [session.assessment.answer("w.model_ref", workload) for workload in (first, second)]
    assert [answer and answer.value for answer in values] == ["Qwen/Qwen3-32B", None]
