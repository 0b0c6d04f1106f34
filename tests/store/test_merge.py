"""Uniting two versions of an assessment."""

from datetime import UTC, datetime

from hypothesis import HealthCheck, given, settings
from tests.store.strategies import ULID, assessments
from wizard.domain.assessment import Answer, Assessment, Note, Workload
from wizard.store.client_copy import client_copy
from wizard.store.merge import merge

EARLY, LATE = datetime(2026, 11, 1, tzinfo=UTC), datetime(2026, 11, 2, tzinfo=UTC)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(assessments)
def test_merging_with_itself_changes_nothing(assessment: Assessment) -> None:
    result = merge(assessment, assessment)
    assert (result.merged, result.conflicts) == (assessment, ())


def test_both_sides_answers_are_united() -> None:
    local = Assessment(id=ULID, answers={"a.x": Answer(value=1)}, workloads=(Workload(id="w1"),))
    incoming = Assessment(id=ULID, answers={"a.y": Answer(value=2)}, workloads=(Workload(id="w2"),))
    result = merge(local, incoming)
    assert {key: answer.value for key, answer in result.merged.answers.items()} == {"a.x": 1, "a.y": 2}
    assert [workload.id for workload in result.merged.workloads] == ["w1", "w2"]
    assert result.conflicts == ()


def test_of_two_different_answers_the_newer_is_proposed_and_both_are_shown() -> None:
    for here, there, proposed, value in ((EARLY, LATE, "incoming", 2), (LATE, EARLY, "local", 1)):
        local = Assessment(id=ULID, answers={"a.x": Answer(value=1, at=here)})
        incoming = Assessment(id=ULID, answers={"a.x": Answer(value=2, at=there)})
        result = merge(local, incoming)
        conflict = result.conflicts[0]
        assert (conflict.local.value, conflict.incoming.value, conflict.proposed) == (1, 2, proposed)
        assert result.merged.answers["a.x"].value == value


def test_a_client_copy_that_comes_back_takes_no_internal_note_away() -> None:
    local = Assessment(
        id=ULID,
        answers={"a.x": Answer(value=1, at=EARLY, note=Note(text="hart verhandeln"))},
        overrides={"servers": {"hgx": {"price": 1, "margin": 2}}},
    )
    incoming = client_copy(local).with_answer("a.x", Answer(value=3, at=LATE))
    merged = merge(local, incoming).merged
    assert merged.answers["a.x"].note == Note(text="hart verhandeln")
    assert merged.answers["a.x"].value == 3
    assert merged.overrides == local.overrides


def test_differences_inside_workloads_and_overrides_name_their_place() -> None:
    local = Assessment(
        id=ULID,
        title="A",
        workloads=(Workload(id="w1", label="Chat", answers={"w.x": Answer(value=1)}),),
        overrides={"p": {"q": 1}},
    )
    incoming = Assessment(
        id=ULID,
        title="B",
        workloads=(Workload(id="w1", label="Bot", answers={"w.x": Answer(value=2)}),),
        overrides={"p": {"q": 2}},
    )
    places = {(conflict.place, conflict.workload_id) for conflict in merge(local, incoming).conflicts}
    assert places == {("title", None), ("label", "w1"), ("w.x", "w1"), ("overrides.p.q", None)}
