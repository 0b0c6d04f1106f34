"""Differences between two versions as changes that lead from one to the other and back."""

from hypothesis import HealthCheck, given, settings
from tests.store.strategies import ULID, assessments
from wizard.domain.assessment import Answer, Assessment, Workload
from wizard.store.changes import Step, differences


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(assessments, assessments)
def test_the_differences_lead_there_and_back(old: Assessment, new: Assessment) -> None:
    new = new.model_copy(update={"catalog": old.catalog})
    step = Step(changes=differences(old, new))
    assert step.applied_to(old) == new
    assert step.inverse().applied_to(new) == old


def test_a_difference_inside_a_workload_names_the_question() -> None:
    old = Assessment(id=ULID, workloads=(Workload(id="w1", label="Chat", answers={"w.x": Answer(value=1)}),))
    there = Workload(id="w1", label="Bot", answers={"w.x": Answer(value=2)})
    new = old.model_copy(update={"workloads": (there, Workload(id="w2"))})
    found = [(change.kind, change.key, change.workload) for change in differences(old, new)]
    assert found == [("answer", "w.x", "w1"), ("label", "w1", None), ("workload", "w2", None)]
