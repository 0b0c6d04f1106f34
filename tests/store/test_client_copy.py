"""The client copy: what must not leave the house does not."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.store.strategies import ULID, assessments
from tests.store.strategies import answers as any_answer
from wizard.domain.assessment import Answer, Assessment, Note, Workload
from wizard.store.client_copy import catalog_part, client_copy
from wizard.store.codec import to_yaml

MARKER = "INTERN-7f3a9c"


def _with_note(answer: Answer, before: str, after: str) -> Answer:
    return answer.model_copy(update={"note": Note(text=before + MARKER + after)})


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(assessments, any_answer, st.text(max_size=10), st.text(max_size=10), st.booleans())
def test_no_internal_note_reaches_the_client_copy(
    assessment: Assessment, answer: Answer, before: str, after: str, in_workload: bool
) -> None:
    noted = _with_note(answer, before, after)
    if in_workload:
        marked = assessment.model_copy(update={"workloads": (Workload(id="w9", answers={"w.x": noted}),)})
    else:
        marked = assessment.with_answer("client.x", noted)
    assert MARKER not in repr(client_copy(marked).model_dump())


def test_notes_for_the_report_and_who_said_it_stay() -> None:
    answer = Answer(value=1, by="CFO", note=Note(text="Stand November", visibility="report"))
    assessment = Assessment(id=ULID, answers={"fin.capex_budget": answer})
    assert client_copy(assessment) == assessment


def test_internal_overrides_and_margins_go_the_rest_stays() -> None:
    overrides = {
        "servers": {
            "hgx": {"price": 300000, "margin_percent": 12, "Margin": MARKER, "note": "list"},
            "own": {"internal": True, "price": MARKER},
        },
        "offers": [{"id": "a", "internal": "yes", "x": MARKER}, {"id": "b", "internal": False}],
        "remark": {"text": MARKER, "visibility": "internal"},
    }
    scenario = {"name": "s", "answers": {"a.b": {"value": 1, "note": {"text": MARKER}}}}
    assessment = Assessment(id=ULID, overrides=overrides, scenarios=(scenario, {"internal": True, "x": MARKER}))
    copy = client_copy(assessment)
    assert copy.overrides == {
        "servers": {"hgx": {"price": 300000, "note": "list"}},
        "offers": [{"id": "b", "internal": False}],
    }
    assert copy.scenarios == ({"name": "s", "answers": {"a.b": {"value": 1}}},)
    assert MARKER not in to_yaml(copy)


def test_the_catalogue_gets_overrides_without_marks() -> None:
    overrides = {"servers": {"own": {"internal": True, "margin": 3, "price": {"value": 1, "visibility": "internal"}}}}
    assert catalog_part(overrides) == {"servers": {"own": {"price": {"value": 1}}}}
