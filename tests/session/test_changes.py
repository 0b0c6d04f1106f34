"""Every change goes through the session, can be undone, and is on disk when the call returns."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from wizard.domain.assessment import Answer, AnswerState, Note
from wizard.domain.errors import CodedError
from wizard.domain.provenance import Evidence
from wizard.session import Session


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Session.create(tmp_path / "a.yaml", language="de", questionnaire_path="quick", title="Acme") as opened:
        opened.add_workload("Chat", kind="llm_chat")
        opened.apply("client.country", Answer(value="DE", by="CEO"))
        yield opened


CHANGES: dict[str, Callable[[Session], object]] = {
    "answer": lambda s: s.apply("client.country", Answer(value="AT")),
    "answer of a workload": lambda s: s.apply("w.kind", Answer(value="llm_rag"), "w1"),
    "unknown": lambda s: s.mark_unknown("client.country"),
    "not applicable": lambda s: s.mark_not_applicable("client.employees", reason="Behörde"),
    "reset": lambda s: s.reset("client.country"),
    "note": lambda s: s.set_note("client.country", "prüfen", "report"),
    "evidence": lambda s: s.set_evidence("client.country", "documented"),
    "added workload": lambda s: s.add_workload("Suche"),
    "duplicated workload": lambda s: s.duplicate_workload("w1"),
    "removed workload": lambda s: s.remove_workload("w1"),
    "renamed workload": lambda s: s.rename_workload("w1", "Bot"),
    "moved workload": lambda s: (s.add_workload("x"), s.move_workload("w1", 1)),
    "title": lambda s: s.set_title("Neu"),
    "language": lambda s: s.set_language("en"),
    "path": lambda s: s.set_path("full"),
    "adopted": lambda s: s.adopt(s.assessment.model_copy(update={"title": "B", "answers": {}, "workloads": ()})),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_every_change_survives_can_be_undone_and_done_again(
    session: Session, change: Callable[[Session], object]
) -> None:
    before = session.assessment
    change(session)
    after = session.assessment
    assert after != before
    assert Session.open(session.path, read_only=True).assessment == after
    while session.assessment != before:
        assert session.undo()
    while session.assessment != after:
        assert session.redo()
    assert Session.open(session.path, read_only=True).assessment == after


def test_an_answer_keeps_the_note_of_the_one_before(session: Session) -> None:
    session.set_note("client.country", "prüfen")
    session.apply("client.country", Answer(value="AT"))
    answer = session.assessment.answers["client.country"]
    assert (answer.value, answer.note) == ("AT", Note(text="prüfen"))


def test_saying_the_same_again_is_no_change(session: Session) -> None:
    revision = session.revision
    assert session.apply("client.country", Answer(value="DE", by="CEO")).revision == revision


def test_a_blank_note_is_removed(session: Session) -> None:
    session.set_note("client.country", "x")
    session.set_note("client.country", "  ")
    assert session.assessment.answers["client.country"].note is None


def test_a_note_on_an_open_question_marks_it_unknown(session: Session) -> None:
    session.set_note("client.sector", "klärt Frau Meier")
    assert session.assessment.answers["client.sector"].state is AnswerState.UNKNOWN


def test_a_copy_stands_behind_its_original_with_its_answers(session: Session) -> None:
    session.add_workload("Suche")
    copy = session.duplicate_workload("w1")
    workloads = session.assessment.workloads
    assert [(w.id, w.label) for w in workloads] == [("w1", "Chat"), (copy, "Chat (2)"), ("w2", "Suche")]
    assert workloads[1].answers == workloads[0].answers


def test_moving_stops_at_either_end(session: Session) -> None:
    session.add_workload("Suche")
    session.move_workload("w1", 9)
    assert [w.id for w in session.assessment.workloads] == ["w2", "w1"]
    session.move_workload("w1", -9)
    assert [w.id for w in session.assessment.workloads] == ["w1", "w2"]


def test_the_path_changes_and_the_version_of_the_questionnaire_stays(session: Session) -> None:
    version = session.assessment.questionnaire.partition("@")[2]
    session.set_path("full")
    assert (session.assessment.path, session.assessment.questionnaire) == ("full", f"full@{version}")


def test_the_revision_counts_every_change_on(session: Session) -> None:
    start = session.revision
    session.set_title("B")
    session.undo()
    session.redo()
    assert session.revision == start + 3


def test_a_new_change_ends_redo(session: Session) -> None:
    session.set_title("B")
    session.undo()
    session.set_title("C")
    assert (session.can_redo, session.redo(), session.assessment.title) == (False, False, "C")


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda s: s.apply("w.kind", Answer(value="x"), "w9"), "S050"),
        (lambda s: s.rename_workload("w9", "x"), "S050"),
        (lambda s: s.apply("w.kind", Answer(value="x")), "S052"),
        (lambda s: s.set_evidence("client.sector", Evidence.STATED), "S053"),
        (lambda s: s.mark_not_applicable("client.sector"), "S054"),
        (lambda s: s.apply("client.name", Answer(value="\udcff")), "S018"),
        (lambda s: s.set_note("client.name", "\udcff"), "S018"),
        (lambda s: s.set_title("\udcff"), "S018"),
        (lambda s: s.add_workload("x", kind="\udcff"), "S018"),
        (lambda s: s.adopt(s.assessment.model_copy(update={"overrides": {"x": float("inf")}})), "S018"),
        (lambda s: s.set_title("x" * 401), "S014"),
        (lambda s: s.apply("client.nobody_asks", Answer(value=1)), "Q1"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    session: Session, act: Callable[[Session], object], code: str
) -> None:
    before = session.snapshot
    with pytest.raises(CodedError, match=code):
        act(session)
    assert session.snapshot == before


def test_the_number_of_workloads_is_bounded(session: Session) -> None:
    for _ in range(49):
        session.add_workload()
    with pytest.raises(CodedError, match="S055"):
        session.add_workload()


def test_the_prefix_of_workload_questions_may_be_left_out(session: Session) -> None:
    session.apply("kind", Answer(value="llm_rag"), "w1")
    assert session.assessment.workloads[0].answers["w.kind"].value == "llm_rag"


def test_status_and_progress_follow_the_answers(session: Session) -> None:
    assert (session.status("client.sector").state, session.status("client.country").state) == ("open", "answered")
    assert session.status("client.country").given.value == "DE"
    before = session.progress()
    asked = (live for section in session.sections() for live in section.questions if live.asked)
    question = next(
        live.question for live in asked if session.status(live.question.id, live.workload_id).state == "open"
    )
    session.mark_unknown(question.id, "w1" if question.repeat else None)
    assert session.progress() == type(before)(before.done + 1, before.asked)
    assert session.sections()[0].id == "client"
