"""Inputs that move together: the draws carry the stated correlation and keep their own distributions."""

import numpy as np
import pytest
from scipy.stats import kstest, norm, spearmanr, triang
from wizard.costs.engine import price_plans
from wizard.costs.inputs import BOUNDS, draw
from wizard.costs.normal import normal_quantile, normal_share
from wizard.domain.economics import Correlation, CostQuestion
from wizard.domain.errors import CodedError
from wizard.domain.language import text

from .cases import SPREAD, own, question

U = np.concatenate([np.linspace(1e-6, 1e-2, 99), np.linspace(0.01, 0.99, 99), 1.0 - np.linspace(1e-6, 1e-2, 99)])


def linked(leader: str, follower: str, coefficient: float, *, samples: int = 4096) -> CostQuestion:
    entry = Correlation(leader=leader, follower=follower, coefficient=coefficient, basis=text("test", "Test"))
    return question(spread=True, samples=samples).model_copy(update={"correlations": (entry,)})


def test_normal_quantile_like_scipy() -> None:
    assert np.allclose(normal_quantile(U), norm.ppf(U), rtol=2e-9, atol=1e-9)


def test_normal_distribution_like_scipy() -> None:
    z = np.linspace(-6.0, 6.0, 241)
    assert np.abs(normal_share(z) - norm.cdf(z)).max() < 1e-7


@pytest.mark.parametrize("coefficient", [-0.6, 0.3, 0.5])
def test_draws_carry_the_stated_correlation(coefficient: float) -> None:
    """R131: ranks of a Gaussian copula correlate by 6/π · asin(ρ/2) (Kruskal, JASA 53 (1958))."""
    drawn = draw(linked("cloud_price_factor", "hardware_price_factor", coefficient))
    found = spearmanr(drawn["cloud_price_factor"], drawn["hardware_price_factor"]).statistic
    assert found == pytest.approx(6.0 / np.pi * np.arcsin(coefficient / 2.0), abs=0.01)


def test_a_follower_keeps_its_own_distribution() -> None:
    low, value, high = SPREAD["hardware_price_factor"]
    drawn = draw(linked("cloud_price_factor", "hardware_price_factor", 0.5))["hardware_price_factor"]
    oracle = triang((value - low) / (high - low), loc=low, scale=high - low)
    assert kstest(drawn, oracle.cdf).statistic < 0.005


def test_all_other_draws_stay_where_they_are() -> None:
    before, after = draw(question(spread=True)), draw(linked("demand_factor", "power_utilisation", 0.4, samples=64))
    moved = {key for key in BOUNDS if not np.array_equal(before[key], after[key])}
    assert moved == {"power_utilisation"}


def test_uncorrelated_inputs_are_independent() -> None:
    drawn = draw(question(spread=True, samples=4096))
    assert spearmanr(drawn["cloud_price_factor"], drawn["hardware_price_factor"]).statistic == pytest.approx(
        0.0, abs=0.01
    )


@pytest.mark.parametrize(
    ("leader", "follower", "coefficient"),
    [("colour", "pue", 0.5), ("pue", "colour", 0.5), ("pue", "pue", 0.5), ("pue", "spares_share", 1.0)],
)
def test_what_is_no_correlation_is_refused(leader: str, follower: str, coefficient: float) -> None:
    with pytest.raises(CodedError, match=f"E221.*{leader}"):
        price_plans([own()], linked(leader, follower, coefficient, samples=8))


def test_an_input_follows_one_leader() -> None:
    entries = [linked(leader, "pue", 0.5).correlations[0] for leader in ("demand_factor", "idle_share")]
    with pytest.raises(CodedError, match="E221"):
        price_plans([own()], question(samples=8).model_copy(update={"correlations": tuple(entries)}))
