"""Own base, rented burst: never dearer than the better pure option, chosen once, corners reported."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wizard.costs.engine import CostTable, price_plans
from wizard.costs.hybrid import HybridTerms
from wizard.domain.economics import CapacityNeed, CostQuestion
from wizard.domain.quantities import Range

from .cases import cloud, figure, need, own, question
from .offers import colocated, hybrid, part, site
from .test_properties import needs, questions

SPIKY = need(in_flight_peak=300.0, in_flight_mean=100.0, active_hours_per_month=730.0)
"""30 machines in the peak, 10 on average."""


def certain(asked: CostQuestion, **values: float) -> CostQuestion:
    """The same question at its likely values."""
    entries = {
        key: entry.model_copy(update={"range": Range.exact(values.get(key, entry.range.value))})
        for key, entry in asked.inputs.items()
    }
    return asked.model_copy(update={"inputs": entries, "samples": 1})


def three(wanted: tuple[CapacityNeed, ...], asked: CostQuestion, price: float, **server: Any) -> CostTable:
    """Own, rented, and both together, with the same machine and offer."""
    rented = cloud(*wanted, on_demand=price)
    bought = own(*wanted, interim=rented, **server)
    return price_plans([bought, rented, hybrid(bought, rented)], asked)


@given(needs(), questions(), st.floats(0.5, 60.0))
@settings(max_examples=120, deadline=None)
def test_a_hybrid_costs_no_more_than_the_better_pure_option(
    wanted: tuple[CapacityNeed, ...], asked: CostQuestion, price: float
) -> None:
    """R131: at the middle values, where the split is chosen, without the cost of a second platform."""
    table = three(wanted, certain(asked, hybrid_fixed_eur_per_month=0.0), price)
    bought, rented, mixed = (float(plan.npv[0]) for plan in table.plans)
    assert mixed <= min(bought, rented) * (1 + 1e-9)


@given(needs(), questions(), st.floats(0.5, 60.0))
@settings(max_examples=60, deadline=None)
def test_a_hybrid_that_does_not_pay_its_second_platform_is_a_pure_option(
    wanted: tuple[CapacityNeed, ...], asked: CostQuestion, price: float
) -> None:
    table = three(wanted, certain(asked, hybrid_fixed_eur_per_month=1e7), price)
    bought, rented, mixed = (float(plan.npv[0]) for plan in table.plans)
    assert mixed == pytest.approx(min(bought, rented), rel=1e-9)
    assert table.plans[2].split is None


def test_a_cheap_cloud_owns_nothing_and_a_dear_one_everything() -> None:
    for price, owned in ((0.01, 0), (1e6, 30)):
        terms = three((SPIKY,), question(samples=1), price).plans[2].terms
        assert isinstance(terms, HybridTerms)
        assert terms.limit == owned


def test_machines_are_owned_as_long_as_enough_hours_need_them() -> None:
    """The last own machine is needed for a larger share of the hours than the critical fractile, the next for less."""
    table = three((SPIKY,), question(samples=1, discount_rate=0.0), 8.0)
    mixed = table.plans[2]
    assert mixed.split is not None
    owned = mixed.split.owned_machines
    use = [_rented_hours(owned + step) for step in (-1, 0, 1)]
    assert (use[0] - use[1]) / 730 > mixed.split.critical_fractile > (use[1] - use[2]) / 730


def _rented_hours(owned: int) -> float:
    """Hours above ``owned`` of a load between 1 and 30 machines with mean 10: its duration curve, integrated."""
    exponent = 29 / 9 - 1
    return 730 * 29 / (exponent + 1) * ((30 - owned) / 29) ** (exponent + 1)


def test_the_fractile_is_fixed_cost_over_what_rent_costs_more() -> None:
    """100,000 EUR over three years; rent of 8 EUR less busy power of 6 kW at 0.30 EUR a kWh with cooling."""
    table = three((SPIKY,), question(samples=1, discount_rate=0.0, power_utilisation=0.2), 8.0)
    at_rest = 100_000 / (36 * 730) + 2 * 1.5 * 0.2
    busy = 6 * 1.5 * 0.2 * (0.2 * 30 / 10)
    split = table.plans[2].split
    assert split is not None
    assert split.critical_fractile == pytest.approx(at_rest / (8.0 - busy))


def test_busy_energy_follows_the_load_that_own_machines_serve() -> None:
    """All own: 30 machines at 20 % of full power. The hybrid has fewer and draws the busy part of what they serve."""
    table = three((SPIKY,), question(samples=1, discount_rate=0.0, power_utilisation=0.2), 8.0)
    split = table.plans[2].split
    assert split is not None
    expected = 730 * 36 * 1.5 * (2 * split.owned_machines + 6 * 0.2 * 30 * split.owned_share)
    assert table.plans[2].drivers["energy_kwh"].sum() == pytest.approx(expected)


def test_shares_of_the_split_are_those_of_the_hours() -> None:
    mixed = three((SPIKY,), question(samples=1), 8.0).plans[2]
    split = mixed.split
    assert split is not None
    rented = mixed.drivers["on_demand_hours"].sum() / (10 * 730 * 36)
    assert split.owned_share == pytest.approx(1 - rented)
    assert split.owned_utilisation == pytest.approx(10 * split.owned_share / split.owned_machines)
    assert split.burst_gpus_peak == (30 - split.owned_machines) * 8
    assert split.owned_gpus == split.owned_machines * 8


def test_the_second_platform_is_paid_every_month() -> None:
    cost = three((SPIKY,), question(samples=1, hybrid_fixed_eur_per_month=1_000.0), 8.0).plans[2].cost
    assert cost.breakdown["second_platform"] == pytest.approx(36_000.0)


def test_the_split_is_chosen_once_whatever_is_sampled() -> None:
    one, many = (three((SPIKY,), question(spread=True, samples=n), 9.0).plans[2].terms for n in (1, 256))
    assert one == many


def test_more_own_machines_than_the_plan_holds_are_rented_in_samples_with_more_demand() -> None:
    mixed = three((SPIKY,), question(samples=256, demand_factor=(0.5, 1.0, 4.0)), 8.0).plans[2]
    assert isinstance(mixed.terms, HybridTerms)
    assert mixed.nodes_by_year[-1] == mixed.terms.limit


def test_the_burst_may_use_another_accelerator() -> None:
    """A rented machine of the other kind carries half as much: twice the hours, at half the price the same split."""
    same = cloud(SPIKY, on_demand=8.0)
    slower = SPIKY.model_copy(update={"accelerator": "gpu-b", "slots_per_replica": 5.0})
    other = cloud(slower, on_demand=4.0, accelerator="gpu-b")
    asked = question(samples=1)
    first, second = price_plans([hybrid(own(SPIKY), same), hybrid(own(SPIKY), other)], asked).plans
    assert first.split is not None
    assert second.split is not None
    assert abs(first.split.owned_machines - second.split.owned_machines) <= 1
    hours = [float(plan.drivers["on_demand_hours"].sum()) for plan in (first, second)]
    assert hours[1] == pytest.approx(2 * hours[0], rel=0.1)


def test_a_fleet_of_thousands_finds_the_cheapest_number_too() -> None:
    """Coarse steps are refined: as good as the best of every number around the answer."""
    large = need(in_flight_peak=20_000.0, in_flight_mean=6_000.0)
    table = three((large,), question(samples=1, months=12, discount_rate=0.0), 20.0)
    mixed = table.plans[2]
    assert isinstance(mixed.terms, HybridTerms)
    costs = [_cost_at(table, mixed.terms.limit + step) for step in range(-3, 4)]
    assert float(mixed.npv[0]) == pytest.approx(min(costs))


def _cost_at(table: CostTable, limit: int) -> float:
    mixed = table.plans[2]
    assert isinstance(mixed.terms, HybridTerms)
    terms = HybridTerms(mixed.terms.own, mixed.terms.burst, limit, mixed.terms.all_owned)
    moved = type(mixed)(**{**mixed.__dict__, "terms": terms})
    middle = table.middle_world()
    return float(middle.present_value(table.run(moved, middle).total)[0])


def test_the_own_part_may_stand_in_a_rented_rack_with_its_parts() -> None:
    bought = colocated(own(SPIKY), setup_per_rack=figure(100.0)).model_copy(
        update={"parts": (part("switch", "switch", 9_000.0, per="site"), part("disk", "storage", 10.0))}
    )
    found = price_plans([hybrid(bought, cloud(SPIKY, on_demand=12.0))], question(samples=1)).plans[0]
    assert found.split is not None
    assert bought.colocation == site(setup_per_rack=figure(100.0))
    owned = found.split.owned_machines
    assert found.cost.breakdown["colocation"] == pytest.approx(owned * 8 * 200 * 36)
    assert (found.cost.breakdown["network"], found.cost.breakdown["storage"]) == (9_000.0, owned * 10.0)


def test_the_bill_of_a_hybrid_names_servers_and_rented_hours() -> None:
    items = three((SPIKY,), question(samples=1, lead_months=2.0), 8.0).plans[2].items
    assert [(item.ref, item.unit) for item in items] == [
        ("box8", "server"), ("cloud8", "machine_hour"), ("cloud8", "machine_hour"),
    ]  # fmt: skip


def test_flows_add_up_in_a_hybrid() -> None:
    cost = three((SPIKY,), question(spread=True, samples=16), 9.0).plans[2].cost
    assert sum(cost.breakdown.values()) == pytest.approx(cost.nominal_eur)
    assert np.sum(cost.by_year_eur) == pytest.approx(cost.nominal_eur)
