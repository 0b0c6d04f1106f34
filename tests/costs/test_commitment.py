"""The committed base: load duration, choice of the level, terms that fit into the horizon."""

import numpy as np
import pytest
from wizard.costs.capacity import Load
from wizard.costs.commitment import Term, beyond, choose, terms
from wizard.costs.engine import price_plans

from .cases import cloud, figure, need, question


def steady(peak: float, mean: float, floor: float, hours: float = 730.0, months: int = 12) -> Load:
    column = np.ones((months, 1))
    return Load(peak=peak * column, mean=mean * column, floor=floor * column, hours=hours * column)


FLAT = np.ones((36, 1))


@pytest.mark.parametrize(("peak", "mean", "floor"), [(10, 4, 1), (10, 10, 1), (10, 1, 1), (1, 1, 1), (7, 6.5, 2)])
def test_load_duration_keeps_the_mean(peak: float, mean: float, floor: float) -> None:
    assert beyond(steady(peak, mean, floor), 0.0) == pytest.approx(mean)


def test_nothing_lies_above_the_peak() -> None:
    assert (beyond(steady(10, 4, 1), 10.0) == 0.0).all()


def test_load_above_a_level_falls_with_the_level() -> None:
    above = beyond(steady(10, 4, 1), np.arange(11.0))[0]
    assert (np.diff(above) < 0.0).all()


def test_flat_load_is_committed_whole_when_the_commitment_is_cheaper() -> None:
    term = choose(Term("committed_1y", 0, 12, 0.6), steady(10, 10, 10), 1.0, FLAT, FLAT)
    assert term.machines == 10


def test_nothing_is_committed_for_few_hours() -> None:
    """Up 200 of 730 hours: on demand costs less than a commitment at 60 %."""
    term = choose(Term("committed_1y", 0, 12, 0.6), steady(10, 10, 10, hours=200.0), 1.0, FLAT, FLAT)
    assert term.machines == 0


def test_the_level_is_the_critical_fractile() -> None:
    """The last committed machine is used more than 60 % of the hours, the next one less."""
    load = steady(20, 8, 1)
    term = choose(Term("committed_1y", 0, 12, 0.6), load, 1.0, FLAT, FLAT)
    used = -np.diff(beyond(load, np.arange(21.0))[0])
    assert used[term.machines - 1] > 0.6 > used[term.machines]


@pytest.mark.parametrize(
    ("horizon", "expected"),
    [(36, [("committed_3y", 0)]), (60, [("committed_3y", 0), ("committed_1y", 36), ("committed_1y", 48)]),
     (30, [("committed_1y", 0), ("committed_1y", 12)]), (11, [])],
)  # fmt: skip
def test_only_full_terms_are_committed(horizon: int, expected: list[tuple[str, int]]) -> None:
    found = terms(horizon, {"committed_3y": 0.5, "committed_1y": 0.7})
    assert [(term.kind, term.start) for term in found] == expected


def test_a_committed_plan_costs_no_more_than_on_demand_at_the_middle_values() -> None:
    needed = need(in_flight_peak=95.0, in_flight_mean=30.0)
    offer = {"committed_1y_per_hour": figure(11.0)}
    asked = question(samples=1, growth_per_year=0.3, cloud_price_change_per_year=-0.1)
    table = price_plans([cloud(needed), cloud(needed, commitment="committed_1y", **offer)], asked)
    assert table.plans[1].npv[0] < table.plans[0].npv[0]


def test_the_price_is_fixed_at_the_start_of_a_term() -> None:
    """Prices halve every year: the first year is paid at the price of its first month."""
    plan = cloud(commitment="committed_1y", committed_1y_per_hour=figure(10.0))
    table = price_plans([plan], question(samples=1, months=24, cloud_price_change_per_year=-0.5))
    assert table.plans[0].cost.breakdown == pytest.approx({"rent_committed": 10.0 * 730 * 12 * 1.5})


def test_the_base_is_chosen_once_whatever_is_sampled() -> None:
    needed = need(in_flight_peak=95.0, in_flight_mean=30.0)
    plan = cloud(needed, commitment="committed_1y", committed_1y_per_hour=figure(11.0))
    one, many = (price_plans([plan], question(spread=True, samples=n)).plans[0].terms for n in (1, 256))
    assert one == many


def test_many_machines_are_chosen_as_exactly_as_few() -> None:
    """Found on grids; beside the level found, both neighbours cost more."""
    load = steady(50_000, 20_000, 5_000)
    chosen = choose(Term("committed_1y", 0, 12, 0.6), load, 1.0, FLAT, FLAT).machines
    near = np.arange(chosen - 1.0, chosen + 2.0)
    cost = (beyond(load, near) * load.hours + near * 730 * 0.6).sum(axis=0)
    assert int(np.argmin(cost)) == 1


def test_a_fleet_of_billions_takes_no_memory_of_billions() -> None:
    term = choose(Term("committed_1y", 0, 12, 0.6), steady(1e10, 1e10, 1e10), 1.0, FLAT, FLAT)
    assert term.machines == 10**10
