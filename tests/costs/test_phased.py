"""When to order own machines: the hybrid's own prices and load, year by year."""

import math

import numpy as np
import pytest
from wizard.costs.engine import CostTable
from wizard.costs.hybrid import HybridTerms
from wizard.costs.phased import Limits, Phased, phased
from wizard.domain.economics import CostQuestion, HybridPlan

from .cases import need, question
from .test_hybrid import SPIKY, three

FREE = Limits(rentable=True)


def advice(table: CostTable, limits: Limits = FREE) -> Phased:
    mixed = table.plans[2]
    assert isinstance(mixed.plan, HybridPlan)
    assert isinstance(mixed.terms, HybridTerms)
    found = phased(mixed.plan, mixed.terms, table.middle_world(), 1.0, limits)
    assert isinstance(found, Phased)
    return found


def growing(**changes: object) -> CostQuestion:
    return question(samples=1, growth_per_year=0.5, **changes)


@pytest.mark.parametrize("price", [4.0, 6.0, 8.0, 12.0, 30.0])
@pytest.mark.parametrize("months", [12, 36])
def test_without_growth_all_is_ordered_at_once_and_is_the_split(price: float, months: int) -> None:
    """R131: the critical fractile, to one machine."""
    table = three((SPIKY,), question(samples=1, months=months), price)
    terms = table.plans[2].terms
    assert isinstance(terms, HybridTerms)
    years = advice(table).years
    assert abs(years[0].ordered - terms.limit) <= 1
    assert all(year.ordered == 0 for year in years[1:])


def test_growth_is_followed_by_orders() -> None:
    """R030: with five years and a resale value later machines pay too, those of the last year least."""
    years = advice(three((SPIKY,), growing(months=60, residual_share=0.2), 9.0)).years
    assert years[0].ordered > 0
    assert years[1].ordered > 0
    assert [year.machines for year in years] == list(np.cumsum([year.ordered for year in years]))


def test_no_pure_way_is_cheaper() -> None:
    found = advice(three((SPIKY,), growing(), 9.0))
    assert found.nothing_bought is not None
    assert found.npv <= min(found.nothing_bought, found.owned_for_the_peak)


def test_a_second_platform_that_does_not_pay_leaves_a_pure_way() -> None:
    found = advice(three((SPIKY,), growing(hybrid_fixed_eur_per_month=1e6), 9.0))
    owned = [year.machines for year in found.years]
    assert owned == [0, 0, 0] or owned == [year.needed for year in found.years]


def test_a_budget_over_all_years_holds() -> None:
    free = advice(three((SPIKY,), growing(), 9.0))
    spend = sum(year.spend for year in free.years)
    tight = advice(three((SPIKY,), growing(), 9.0), Limits(rentable=True, budget=spend / 2))
    assert sum(year.spend for year in tight.years) <= spend / 2
    assert tight.npv > free.npv


def test_where_nothing_may_be_rented_every_peak_is_owned() -> None:
    found = advice(three((SPIKY,), growing(), 9.0), Limits(rentable=False))
    assert [year.machines for year in found.years] == [year.needed for year in found.years]
    assert found.nothing_bought is None
    assert all(year.rented_mean == 0.0 for year in found.years)


def test_a_site_that_feeds_too_few_machines_names_the_years() -> None:
    table = three((SPIKY,), growing(), 9.0)
    mixed = table.plans[2]
    assert isinstance(mixed.plan, HybridPlan)
    assert isinstance(mixed.terms, HybridTerms)
    limits = Limits(rentable=False, most_machines=50.0)
    found = phased(mixed.plan, mixed.terms, table.middle_world(), 1.0, limits)
    assert not isinstance(found, Phased)
    needed = math.ceil(30 * 1.5 ** (35 / 12))
    assert [(short.year, short.cause) for short in found] == [(1, "power"), (2, "power")]
    assert found[-1].needed == needed


def test_machines_in_use_are_those_of_the_needs() -> None:
    """10 of 30 machines on average in the hours a day the service is up."""
    half = need(in_flight_peak=300.0, in_flight_mean=100.0, active_hours_per_month=365.0)
    found = advice(three((half,), question(samples=1, months=12), 9.0))
    assert found.years[0].mean == pytest.approx(5.0, rel=0.01)
