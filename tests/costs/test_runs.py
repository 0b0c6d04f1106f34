"""Training runs that follow one another: growth fills the month before it takes a second set of GPUs."""

import pytest
from wizard.costs.engine import price_plans

from .cases import cloud, dedicated, need, own, question, runs


def machine_hours(plan_needs: tuple, **changes: float) -> float:
    return price_plans([cloud(*plan_needs)], question(samples=1, months=1, **changes)).plans[0].items[0].quantity


@pytest.mark.parametrize(("demand", "machines"), [(1.0, 1), (7.0, 1), (7.4, 2), (15.0, 3)])
def test_a_second_set_is_bought_when_the_month_is_full(demand: float, machines: int) -> None:
    """100 hours a month: 7.3 times as many fill the 730 hours."""
    table = price_plans([own(runs(100.0))], question(samples=1, months=12, demand_factor=demand))
    assert table.plans[0].nodes_by_year == (machines,)


@pytest.mark.parametrize("demand", [0.5, 1.0, 7.0, 7.4, 15.0])
def test_on_demand_pays_the_hours_of_the_runs(demand: float) -> None:
    assert machine_hours((runs(100.0),), demand_factor=demand) == pytest.approx(100.0 * demand)


def test_runs_longer_than_a_month_are_paid_by_the_hour_too() -> None:
    """1,000 hours a month need two sets; the second is rented for 270 hours."""
    assert machine_hours((runs(1000.0),)) == pytest.approx(1000.0)


def test_runs_that_fill_half_a_machine_pay_it_whole() -> None:
    assert machine_hours((runs(100.0, gpus_per_replica=4),)) == pytest.approx(100.0)


def test_dedicated_servers_for_runs_are_paid_all_hours() -> None:
    cost = price_plans([dedicated(runs(100.0), on_demand=8.0)], question(samples=1, months=12)).plans[0].cost
    assert cost.nominal_eur == pytest.approx(8.0 * 730 * 12)


def test_runs_beside_a_service_add_their_own_hours() -> None:
    chat = need(active_hours_per_month=300.0)
    training = runs(100.0, workload_id="w2")
    assert machine_hours((chat, training)) == pytest.approx(300.0 + 100.0)


def test_without_demand_no_hours_are_paid() -> None:
    assert machine_hours((runs(100.0),), demand_factor=1e-7) == pytest.approx(0.0, abs=1e-3)
