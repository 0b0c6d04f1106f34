"""Turning points of the priorities, checked by deciding again at the point."""

import numpy as np
import pytest
from wizard.decision.decide import Decision, decide
from wizard.decision.flips import flip_weight

from .cases import NPV, REFERENCE, anchor, candidate, settings

SETTINGS = settings(
    NPV,
    anchor("sovereignty", "data"),
    anchor("latency", "speed", 0.5),
    anchor("uptime", "speed", 0.5),
    anchor("age", "other"),
)


def decided(points: dict[str, float]) -> Decision:
    npv = {"on_premises": np.full(500, 1_400_000.0), "cloud": np.full(500, 700_000.0)}
    candidates = [
        candidate("on_premises", npv=0.4, sovereignty=1.0, uptime=0.6),
        candidate("cloud", npv=13 / 15, sovereignty=0.2, uptime=0.9),
    ]
    return decide(candidates, points, SETTINGS, npv, 1, references=REFERENCE)


def middle_gap(decision: Decision) -> float:
    def value(option: str) -> float:
        utilities = decision.utilities[option]  # type: ignore[index]
        return sum(weight * utilities[name] for name, weight in decision.weights.items())

    return value("cloud") - value("on_premises")


def test_flip_weight_by_hand() -> None:
    """Ahead by 0.2 overall, behind by 0.5 in a criterion of weight 0.25: (0.2+0.125)/0.75 = 0.4333; 0.4333/0.9333."""
    assert flip_weight(0.25, 0.2, -0.5) == pytest.approx(0.4333333 / 0.9333333)


@pytest.mark.parametrize(("weight", "lead", "difference"), [(0.25, 0.2, 0.5), (1.0, 0.2, 0.2), (0.0, 0.3, 0.3)])
def test_no_turning_point_without_a_disadvantage(weight: float, lead: float, difference: float) -> None:
    assert flip_weight(weight, lead, difference) is None


def test_at_the_turning_point_both_options_tie() -> None:
    points = {"cost": 60.0, "data": 20.0, "speed": 20.0}
    decision = decided(points)
    turning = {flip.input: flip for flip in decision.flips}
    assert set(turning) == {"project.priorities.cost", "project.priorities.data"}
    for name, flip in turning.items():
        group = name.rsplit(".", 1)[-1]
        rest = (100.0 - flip.to) / (100.0 - flip.from_)
        moved = {key: flip.to if key == group else value * rest for key, value in points.items()}
        assert middle_gap(decided(moved)) == pytest.approx(0.0, abs=1e-9)


def test_flips_name_points_of_a_hundred_and_the_new_leader() -> None:
    flip = decided({"cost": 3.0, "data": 1.0, "speed": 1.0}).flips[0]
    assert (flip.from_, flip.becomes) == (pytest.approx(20.0), "on_premises")


def test_the_nearest_turning_point_comes_first() -> None:
    decision = decided({"cost": 60.0, "data": 20.0, "speed": 20.0})
    distances = [abs(flip.to - flip.from_) for flip in decision.flips]
    assert distances == sorted(distances)


def test_a_group_without_points_may_turn_the_decision() -> None:
    """Only half of ``speed`` is known: weights 6/7 and 1/7, lead 6/7 · 7/15 + 1/7 · 0.3 against 0.8 in sovereignty."""
    flip = next(f for f in decided({"cost": 60.0, "speed": 20.0}).flips if f.input.endswith("data"))
    rest = (100.0 - flip.to) / 80.0
    moved = decided({"cost": 60.0 * rest, "speed": 20.0 * rest, "data": flip.to})
    assert moved.weights["sovereignty"] == pytest.approx(0.442857142857 / 1.242857142857)
    assert middle_gap(moved) == pytest.approx(0.0, abs=1e-9)


def test_a_group_nobody_knows_anything_of_has_no_turning_point() -> None:
    decision = decided({"cost": 60.0, "data": 20.0, "speed": 20.0, "other": 10.0})
    assert "project.priorities.other" not in {flip.input for flip in decision.flips}
