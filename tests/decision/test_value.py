"""Scores on fixed anchors and the weights around them."""

import numpy as np
import pytest
from wizard.decision.value import ordered, over_known, sampled_weights, score, stated_weights
from wizard.domain.errors import CodedError

from .cases import NPV, REFERENCE, anchor, settings

KNOWN = np.array([True, True])
PAIR = settings(anchor("a", "one"), anchor("b", "two"), weight_samples=20_000)


@pytest.mark.parametrize(("value", "expected"), [(2e6, 0.0), (3e6, 0.0), (5e5, 1.0), (1e5, 1.0), (1.25e6, 0.5)])
def test_score_between_the_anchors(value: float, expected: float) -> None:
    assert score(value, NPV, REFERENCE) == pytest.approx(expected)


def test_score_of_an_unknown_value_is_unknown() -> None:
    assert score(None, NPV, REFERENCE) is None


@pytest.mark.parametrize("references", [{}, {"reference_cost": 0.0}])
def test_score_without_its_reference_is_unknown(references: dict[str, float]) -> None:
    assert score(1e6, NPV, references) is None


def test_coinciding_anchors_are_refused() -> None:
    with pytest.raises(CodedError, match="E303"):
        score(1.0, anchor("a", worst=1.0, target=1.0), {})


def test_weights_are_points_times_shares() -> None:
    """60 points on cost, of which 3/4 on the net present value; 20 of 100 points belong to nobody here."""
    anchors = (anchor("npv", "cost", 0.75), anchor("risk", "cost", 0.25), anchor("sovereignty", "data", 1.0))
    weights = stated_weights(anchors, {"cost": 60.0, "data": 20.0, "other": 20.0})
    assert weights == pytest.approx([0.45 / 0.8, 0.15 / 0.8, 0.2 / 0.8])


@pytest.mark.parametrize(
    ("points", "error"),
    [({"one": 0.0}, "E301"), ({"one": -1.0}, "E302"), ({"one": float("nan")}, "E302"), ({}, "E301")],
)
def test_priorities_without_sense_are_refused(points: dict[str, float], error: str) -> None:
    with pytest.raises(CodedError, match=error):
        stated_weights(PAIR.anchors, points)


def test_the_order_of_the_file_decides_nothing() -> None:
    other = settings(*reversed(PAIR.anchors))
    assert ordered(other) == ordered(PAIR)


def test_weights_are_spread_over_what_is_known() -> None:
    assert over_known(np.array([0.2, 0.3, 0.5]), np.array([True, False, True])) == pytest.approx([2 / 7, 0.0, 5 / 7])


def test_knowing_nothing_of_weight_is_refused() -> None:
    with pytest.raises(CodedError, match="E301"):
        over_known(np.array([1.0, 0.0]), np.array([False, True]))


def test_sampled_weights_have_mean_and_spread_of_the_dirichlet_distribution() -> None:
    """Beta(18, 42): mean 0.3, variance 0.3 · 0.7 / 61."""
    weights = sampled_weights(np.array([0.3, 0.7]), KNOWN, PAIR, 1)
    assert weights.sum(axis=1) == pytest.approx(np.ones(len(weights)))
    assert weights[:, 0].mean() == pytest.approx(0.3, abs=0.002)
    assert weights[:, 0].var() == pytest.approx(0.3 * 0.7 / 61, rel=0.05)


def test_a_criterion_without_weight_never_gets_one() -> None:
    assert (sampled_weights(np.array([1.0, 0.0]), KNOWN, PAIR, 1)[:, 1] == 0.0).all()
