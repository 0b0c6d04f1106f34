"""How far the percentiles hang on the seed, and present values against numpy-financial."""

import numpy as np
import numpy_financial as npf
import pytest
from wizard.costs.engine import CostTable, price_plans

from .cases import cloud, own, question

SEEDS = range(1, 21)


@pytest.fixture(scope="module")
def tables() -> list[CostTable]:
    plans = [own(), cloud()]
    return [price_plans(plans, question(spread=True, samples=4096, seed=seed), bills=False) for seed in SEEDS]


@pytest.mark.parametrize("index", [0, 1])
def test_the_median_hardly_depends_on_the_seed(tables: list[CostTable], index: int) -> None:
    """R131: standard deviation over 20 seeds within 0.3 % of the span from P5 to P95."""
    found = np.array([(c.p5, c.p50, c.p95) for c in (t.plans[index].cost.npv_eur for t in tables)])
    scale = (found[:, 2] - found[:, 0]).mean()
    assert found[:, 1].std(ddof=1) / scale <= 0.003


def test_the_chance_of_being_cheaper_hardly_depends_on_the_seed(tables: list[CostTable]) -> None:
    """R131: standard deviation over 20 seeds within one percentage point."""
    shares = np.array([(t.plans[0].npv < t.plans[1].npv).mean() for t in tables])
    assert shares.std(ddof=1) <= 0.01


def test_present_value_like_numpy_financial() -> None:
    """Monthly flows at mid-month: numpy-financial's value at the monthly rate, half a month earlier."""
    table = price_plans([own(), cloud()], question(samples=1, months=36, cloud_price_change_per_year=-0.12))
    rate = 1.07 ** (1.0 / 12.0) - 1.0
    for plan in table.plans:
        flows = np.sum(list(plan.flows.values()), axis=0)
        oracle = npf.npv(rate, flows) / (1.0 + rate) ** 0.5
        assert plan.cost.npv_eur.p50 == pytest.approx(oracle, rel=1e-12)


def test_the_rate_at_which_two_plans_tie_like_numpy_financial() -> None:
    """At the internal rate of return of buying instead of renting both plans cost the same."""
    spans = {"months": 36, "samples": 1}
    table = price_plans([own(price=250_000.0), cloud(on_demand=20.0)], question(**spans))
    bought, hired = (np.sum(list(plan.flows.values()), axis=0) for plan in table.plans)
    rate = (1.0 + npf.irr(hired - bought)) ** 12 - 1.0
    assert 0.0 < rate < 1.0
    tied = price_plans([own(price=250_000.0), cloud(on_demand=20.0)], question(**spans, discount_rate=float(rate)))
    own_npv, cloud_npv = (plan.cost.npv_eur.p50 for plan in tied.plans)
    assert own_npv == pytest.approx(cloud_npv, rel=1e-8)
