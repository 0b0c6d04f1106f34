"""Every number of the decision can be explained, with the same value."""

import numpy as np
import pytest
from wizard.decision.decide import decide
from wizard.decision.explain import DecisionCase, explain_flip, explain_option
from wizard.domain.errors import CodedError
from wizard.domain.language import text
from wizard.domain.provenance import Derivation

from .cases import NPV, REFERENCE, anchor, candidate, settings, spread

SETTINGS = settings(NPV, anchor("sovereignty", "data"), anchor("control", "data", basis="published"))
POINTS = {"cost": 60.0, "data": 40.0}


@pytest.fixture(scope="module")
def case() -> DecisionCase:
    candidates = [
        candidate("on_premises", npv=0.5, sovereignty=1.0),
        candidate("cloud", npv=0.7, sovereignty=0.4, control=0.5),
        candidate("api", "no", npv=0.9, sovereignty=0.0),
        candidate("seats", sovereignty=0.0),
    ]
    npv = {name: spread(size, 0.5, 4) for name, size in (("on_premises", 1.2e6), ("cloud", 0.95e6), ("api", 0.6e6))}
    decision = decide(candidates, POINTS, SETTINGS, npv, 1, references=REFERENCE)
    below = {("cloud", "npv"): (Derivation(label=text("P50", "P50"), value=0.7, source="cost engine"),)}
    return DecisionCase(decision, candidates, POINTS, SETTINGS, REFERENCE, below)


@pytest.mark.parametrize("option", ["on_premises", "cloud", "api"])
@pytest.mark.parametrize("level", ["p5", "p50", "p95"])
def test_values(case: DecisionCase, option: str, level: str) -> None:
    shown = explain_option(case, option, f"value.{level}")  # type: ignore[arg-type]
    assert shown.value == getattr(case.decision.values[option], level)  # type: ignore[index]


def test_the_middle_value_is_the_sum_of_weight_times_score(case: DecisionCase) -> None:
    middle = explain_option(case, "cloud", "value.p50").inputs[0]
    products = [np.prod([entry.value for entry in part.inputs]) for part in middle.inputs]  # type: ignore[arg-type]
    assert middle.value == pytest.approx(sum(products))


def test_scores_follow_from_value_and_anchors(case: DecisionCase) -> None:
    shown = explain_option(case, "cloud", "criteria.sovereignty.score")
    value, worst, target = (entry.value for entry in shown.inputs)
    assert shown.value == pytest.approx((value - worst) / (target - worst))  # type: ignore[operator]


def test_relative_anchors_show_their_reference(case: DecisionCase) -> None:
    worst = explain_option(case, "cloud", "criteria.npv.score").inputs[1]
    assert (worst.value, worst.inputs[1].value) == (2e6, 1e6)


def test_values_of_criteria_open_into_the_engine_below(case: DecisionCase) -> None:
    shown = explain_option(case, "cloud", "criteria.npv.value")
    assert (shown.value, shown.inputs[0].source) == (0.7, "cost engine")


def test_a_criterion_known_for_others_only_is_named_as_such(case: DecisionCase) -> None:
    parts = explain_option(case, "on_premises", "value.p50").inputs[0].inputs
    control = next(part for part in parts if part.label.en == "control")
    assert (control.inputs[1].value, control.inputs[1].source) == (0.5, "neutral score")


def test_ranks_and_probabilities(case: DecisionCase) -> None:
    first = explain_option(case, "cloud", "p_best")
    second = explain_option(case, "cloud", "rank_probabilities.1")
    assert (first.value, second.value) == case.decision.rank_probabilities["cloud"]


@pytest.mark.parametrize(
    ("option", "value", "source"), [("api", 0.0, "excluded by a gate"), ("seats", None, "not priced")]
)
def test_options_outside_the_race_say_why(case: DecisionCase, option: str, value: float | None, source: str) -> None:
    shown = explain_option(case, option, "p_best")  # type: ignore[arg-type]
    assert (shown.value, shown.source) == (value, source)


def test_turning_points(case: DecisionCase) -> None:
    flip = case.decision.flips[0]
    assert explain_flip(case, 0, "from").value == flip.from_
    assert explain_flip(case, 0, "to").value == flip.to


@pytest.mark.parametrize("path", ["value.p42", "criteria.beauty.value", "rank_probabilities.9", "colour", "p_best.x"])
def test_a_path_without_a_number_is_refused(case: DecisionCase, path: str) -> None:
    with pytest.raises(CodedError, match="E307"):
        explain_option(case, "cloud", path)


@pytest.mark.parametrize(("number", "end"), [(99, "to"), (0, "colour"), (-1, "to")])
def test_a_turning_point_that_is_not_there_is_refused(case: DecisionCase, number: int, end: str) -> None:
    with pytest.raises(CodedError, match="E307"):
        explain_flip(case, number, end)
