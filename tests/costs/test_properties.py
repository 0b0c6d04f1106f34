"""Properties that hold for every plan and every set of inputs."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wizard.costs.engine import CostTable, price_plans
from wizard.costs.inputs import BOUNDS
from wizard.costs.kinds import inputs_of
from wizard.domain.economics import CapacityNeed, CostQuestion, Plan
from wizard.domain.quantities import Range

from .cases import SPREAD, cloud, dedicated, figure, inputs, need, own, question
from .offers import api, colocated, hybrid, part, seats, use

MONEY = (
    "electricity_eur_per_kwh", "fte_eur_per_year", "licence_eur_per_gpu_year", "egress_eur_per_tb",
    "hybrid_fixed_eur_per_month", "storage_eur_per_tb_month",
)  # fmt: skip


@st.composite
def needs(draw: st.DrawFn) -> tuple[CapacityNeed, ...]:
    count = draw(st.integers(1, 3))
    found = []
    for number in range(count):
        peak = draw(st.floats(0.5, 300.0))
        found.append(
            need(
                workload_id=f"w{number}",
                gpus_per_replica=draw(st.sampled_from([1, 2, 3, 4, 8, 16])),
                slots_per_replica=draw(st.floats(1.0, 64.0)),
                in_flight_peak=peak,
                in_flight_mean=peak * draw(st.floats(0.02, 1.0)),
                spare_replicas=draw(st.integers(0, 2)),
                active_hours_per_month=draw(st.floats(50.0, 730.0)),
            )
        )
    return tuple(found)


@st.composite
def spans(draw: st.DrawFn) -> dict[str, tuple[float, float, float]]:
    """Spans around the usual ones, each shrunk or kept."""
    width = {key: draw(st.sampled_from([0.0, 0.5, 1.0])) for key in SPREAD}
    return {
        key: (value - (value - low) * width[key], value, value + (high - value) * width[key])
        for key, (low, value, high) in SPREAD.items()
    }


@st.composite
def questions(draw: st.DrawFn) -> CostQuestion:
    return question(
        months=draw(st.integers(1, 60)), samples=draw(st.sampled_from([1, 8, 33])), seed=draw(st.integers(0, 5)),
        **draw(spans()),
    )  # fmt: skip


def all_plans(wanted: tuple[CapacityNeed, ...], price: float = 20.0) -> list[Plan]:
    bought = own(*wanted, interim=cloud(*wanted, on_demand=price))
    parts = (part("disk", "storage", 900.0), part("switch", "switch", 5_000.0, per="site"))
    hosted = colocated(bought, setup_per_rack=figure(500.0), remote_hands_per_hour=figure(90.0))
    return [
        bought,
        cloud(*wanted, on_demand=price),
        cloud(*wanted, on_demand=price, commitment="committed_1y", committed_1y_per_hour=figure(0.6 * price)),
        dedicated(*wanted, on_demand=0.5 * price, minimum_months=6, setup_fee=figure(300.0)),
        hosted.model_copy(update={"parts": parts}),
        hybrid(bought, cloud(*wanted, on_demand=price)),
        bought.model_copy(update={"option": "status_quo", "owned_machines": 2, "interim": None}),
        api(use(cached=0.2, cached_input_per_million=figure(0.1))),
        seats(25.0, minimum_months=24),
    ]


@given(needs(), questions())
@settings(max_examples=60, deadline=None)
def test_parts_years_and_months_add_up(wanted: tuple[CapacityNeed, ...], asked: CostQuestion) -> None:
    for plan in price_plans(all_plans(wanted), asked).plans:
        assert sum(plan.cost.breakdown.values()) == plan.cost.nominal_eur
        assert sum(plan.cost.by_year_eur) == pytest.approx(plan.cost.nominal_eur)
        assert sum(float(flow.sum()) for flow in plan.flows.values()) == pytest.approx(plan.cost.nominal_eur)
        assert len(plan.cost.cumulative_eur) == asked.horizon_months


@given(needs(), questions())
@settings(max_examples=30, deadline=None)
def test_without_uncertainty_every_percentile_is_the_middle(
    wanted: tuple[CapacityNeed, ...], asked: CostQuestion
) -> None:
    certain = {
        key: entry.model_copy(update={"range": Range.exact(entry.range.value)}) for key, entry in asked.inputs.items()
    }
    table = price_plans(all_plans(wanted), asked.model_copy(update={"inputs": certain}))
    for plan in table.plans:
        cost = plan.cost
        assert cost.cumulative_eur[-1].p5 == pytest.approx(cost.nominal_eur)
        assert cost.npv_eur.p5 == pytest.approx(cost.npv_eur.p95)


@given(needs(), questions(), st.floats(1.0, 3.0))
@settings(max_examples=40, deadline=None)
def test_a_dearer_cloud_never_lowers_the_chance_of_owning(
    wanted: tuple[CapacityNeed, ...], asked: CostQuestion, factor: float
) -> None:
    """R131"""
    now, dearer = (price_plans(all_plans(wanted, price), asked) for price in (20.0, 20.0 * factor))
    for rented in (1, 2, 3):
        assert _chance_of_owning(dearer, rented) >= _chance_of_owning(now, rented)


def _chance_of_owning(table: CostTable, rented: int) -> float:
    return float((table.plans[0].npv <= table.plans[rented].npv * (1.0 + 1e-12)).mean())


@given(needs(), questions(), st.sampled_from([0.25, 2.0, 1024.0]))
@settings(max_examples=30, deadline=None)
def test_scaling_all_money_scales_all_costs(
    wanted: tuple[CapacityNeed, ...], asked: CostQuestion, factor: float
) -> None:
    money = {key: _scaled(asked, key, factor) for key in MONEY}
    rates = {currency: rate * factor for currency, rate in asked.eur_per_unit.items()}
    richer = asked.model_copy(update={"inputs": {**asked.inputs, **money}, "eur_per_unit": rates})
    before, after = (price_plans(all_plans(wanted), q) for q in (asked, richer))
    for one, other in zip(before.plans, after.plans, strict=True):
        assert np.allclose(other.npv, one.npv * factor, rtol=1e-9)
        assert other.terms.__class__ is one.terms.__class__
    assert before.break_even(0, 1).utilisation == pytest.approx(after.break_even(0, 1).utilisation)


def _scaled(asked: CostQuestion, key: str, factor: float) -> Any:
    entry = asked.inputs[key]
    return entry.model_copy(update={"range": entry.range.scaled(factor)})


@given(needs(), questions())
@settings(max_examples=20, deadline=None)
def test_same_seed_same_bytes(wanted: tuple[CapacityNeed, ...], asked: CostQuestion) -> None:
    first, second = (price_plans(all_plans(wanted), asked) for _ in range(2))
    assert [p.npv.tobytes() for p in first.plans] == [p.npv.tobytes() for p in second.plans]
    assert [p.cost for p in first.plans] == [p.cost for p in second.plans]


@given(needs(), questions())
@settings(max_examples=20, deadline=None)
def test_a_plan_costs_the_same_whoever_stands_beside_it(wanted: tuple[CapacityNeed, ...], asked: CostQuestion) -> None:
    plans = all_plans(wanted)
    together = price_plans(plans, asked).plans
    assert [price_plans([plan], asked).plans[0].cost for plan in plans] == [p.cost for p in together]


@given(needs(), questions())
@settings(max_examples=30, deadline=None)
def test_rented_hours_lie_between_one_replica_and_the_peak(
    wanted: tuple[CapacityNeed, ...], asked: CostQuestion
) -> None:
    plan = price_plans(all_plans(wanted), asked).plans[1]
    hours = max(n.active_hours_per_month for n in wanted)
    assert (plan.drivers["on_demand_hours"] <= plan.drivers["machines"] * hours * (1 + 1e-12)).all()
    assert (plan.drivers["on_demand_hours"] >= hours * (1 - 1e-12)).all()


@given(needs(), questions())
@settings(max_examples=15, deadline=None)
def test_an_input_a_plan_does_not_use_leaves_its_cost_alone(
    wanted: tuple[CapacityNeed, ...], asked: CostQuestion
) -> None:
    table = price_plans(all_plans(wanted), asked)
    for index, priced in enumerate(table.plans):
        for key in BOUNDS.keys() - inputs_of(priced.plan):
            assert table.swing(index, key) == 0.0, (priced.plan.option, key)


def test_the_middle_of_the_samples_lies_near_the_middle_values() -> None:
    """With spans symmetric around the value the median is close to the cost at the middle values."""
    even = {key: (value * 0.9, value, value * 1.1) for key, value in (("hardware_price_factor", 1.0), ("pue", 1.5))}
    plan = price_plans([own()], question(samples=4096, discount_rate=0.0, **even)).plans[0]
    assert plan.cost.npv_eur.p50 == pytest.approx(plan.cost.nominal_eur, rel=1e-3)


def test_inputs_of_the_tests_name_every_key() -> None:
    assert set(SPREAD) == set(inputs())
