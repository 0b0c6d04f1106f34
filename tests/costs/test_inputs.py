"""Uncertain inputs: the triangular distribution, bounds, and draws that do not disturb each other."""

import numpy as np
import pytest
from scipy.stats import triang
from wizard.costs.engine import price_plans
from wizard.costs.inputs import BOUNDS, draw, triangular
from wizard.domain.errors import CodedError
from wizard.domain.quantities import Range

from .cases import inputs, own, question

U = np.linspace(0.001, 0.999, 50)


@pytest.mark.parametrize("span", [(1.0, 2.0, 5.0), (-0.35, -0.12, 0.2), (0.0, 0.0, 1.0), (0.0, 1.0, 1.0)])
def test_triangular_like_scipy(span: tuple[float, float, float]) -> None:
    low, value, high = span
    oracle = triang.ppf(U, (value - low) / (high - low), loc=low, scale=high - low)
    assert np.allclose(triangular(U, Range(low=low, value=value, high=high)), oracle)


def test_a_certain_input_is_not_sampled() -> None:
    assert (triangular(U, Range.exact(3.0)) == 3.0).all()


def test_measuring_one_input_leaves_the_draws_of_the_others() -> None:
    before = draw(question(spread=True))
    after = draw(question(spread=True, pue=1.3))
    assert all(np.array_equal(before[key], after[key]) for key in BOUNDS if key != "pue")


@pytest.mark.parametrize("key", sorted(BOUNDS))
def test_every_key_is_needed(key: str) -> None:
    given = question()
    missing = {name: entry for name, entry in given.inputs.items() if name != key}
    with pytest.raises(CodedError, match=f"E203.*{key}"):
        price_plans([own()], given.model_copy(update={"inputs": missing}))


@pytest.mark.parametrize(
    ("key", "value"),
    [("electricity_eur_per_kwh", -0.1), ("pue", 0.9), ("growth_per_year", -1.0), ("residual_share", 1.1),
     ("cloud_price_factor", (1.0, 1.0, float("inf")))],
)  # fmt: skip
def test_impossible_spans_are_refused(key: str, value: float | tuple[float, float, float]) -> None:
    with pytest.raises(CodedError, match=f"E204.*{key}"):
        price_plans([own()], question(**{key: value}))


@pytest.mark.parametrize("samples", [0, 2**21])
def test_an_impossible_number_of_samples_is_refused(samples: int) -> None:
    with pytest.raises(CodedError, match="E202"):
        price_plans([own()], question(samples=samples))


def test_a_factor_both_ways_keeps_its_likely_value_as_median() -> None:
    """Half or double today's demand must not make the median demand larger than today's."""
    entry = inputs()["demand_factor"].model_copy(
        update={"range": Range(low=0.25, value=1.0, high=4.0), "in_logarithms": True}
    )
    asked = question(samples=4096).model_copy(update={"inputs": {**inputs(), "demand_factor": entry}})
    drawn = draw(asked)["demand_factor"]
    assert np.median(drawn) == pytest.approx(1.0, rel=0.01)
    assert drawn.min() >= 0.25
    assert drawn.max() <= 4.0
