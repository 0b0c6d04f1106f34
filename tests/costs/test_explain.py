"""Every number of a cost result can be explained, with the same value."""

from collections.abc import Iterator
from math import prod
from typing import Any

import pytest
from wizard.costs.engine import CostTable, price_plans
from wizard.costs.explain import explain_cost
from wizard.costs.explain_afterwards import AFTERWARDS
from wizard.costs.explain_components import LABELS, SUMS
from wizard.domain.economics import CapacityNeed, Financing, OwnPlan, TaxRule
from wizard.domain.errors import CodedError
from wizard.domain.language import text
from wizard.domain.provenance import Derivation

from .cases import cloud, dedicated, figure, need, own, question, runs
from .offers import api, colocated, hybrid, part, seats, use


@pytest.fixture(scope="module")
def table() -> CostTable:
    needs = (
        need(in_flight_peak=55.0, in_flight_mean=18.0, gpus_per_replica=4, active_hours_per_month=300.0),
        need(workload_id="w2", in_flight_peak=25.0, in_flight_mean=8.0, gpus_per_replica=2, spare_replicas=1),
    )
    traffic = {"egress_per_tb": figure(90.0, "USD/TB")}
    both = {"committed_1y_per_hour": figure(12.0, "USD/h"), "committed_3y_per_hour": figure(9.0, "USD/h")}
    plans = [
        own(*needs, interim=cloud(*needs, currency="USD")),
        cloud(*needs, commitment="committed_3y", currency="USD", **both, **traffic),
        dedicated(*needs, minimum_months=12, setup_fee=figure(500.0, "EUR")),
        _hosted(*needs),
        own(*needs).model_copy(update={"option": "status_quo", "owned_machines": 2}),
        hybrid(_hosted(*needs), cloud(*needs, on_demand=60.0)),
        hybrid(own(*needs), cloud(*needs, on_demand=1e5, currency="USD", **traffic)),
        hybrid(own(*needs), cloud(*needs, on_demand=0.01)),
        api(use(cached=0.3, currency="USD", cached_input_per_million=figure(0.1)), use(workload_id="w2")),
        seats(100.0, minimum_months=60, currency="USD"),
        cloud(runs(400.0, runs_per_month=2.0), need(workload_id="w2", users=50.0), on_demand=5.0),
        cloud(runs(400.0, interruptible=True), need(workload_id="w2"), spot_per_hour=figure(2.0)).model_copy(
            update={"spot": True}
        ),
    ]
    asked = question(spread=True, months=50, samples=32, licence_eur_per_gpu_year=(0.0, 1_000.0, 4_000.0))
    return price_plans(plans, asked.model_copy(update={"vat": "gross", "vat_rate": 0.19}))


@pytest.fixture(scope="module", params=["loan", "lease"])
def financed(request: pytest.FixtureRequest) -> CostTable:
    """The own server paid over time, before a tax on profit."""
    asked = question(spread=True, months=50, samples=8).model_copy(
        update={
            "grant_eur": 5_000.0,
            "financing": Financing(kind=request.param, rate=0.06, months=36, balloon_share=0.1),
            "tax": TaxRule(rate=0.3, method="linear", years=3.0, basis=text("3 years", "3 Jahre")),
        }
    )
    return price_plans([own(), cloud()], asked)


@pytest.mark.parametrize("plan", [0, 1])
def test_every_number_with_financing_and_tax_is_explained_with_its_value(financed: CostTable, plan: int) -> None:
    shown = dict(leaves(financed.plans[plan].cost.model_dump(), "cost"))
    wrong = {path: v for path, v in shown.items() if explain_cost(financed, plan, path).value != pytest.approx(v)}
    assert not wrong


def _hosted(*needs: CapacityNeed) -> OwnPlan:
    disks, switch = part("disk", "storage", 900.0, quantity=4.0), part("switch", "switch", 5_000.0, per="site")
    parts = (disks, switch, part("rack", "rack", 700.0, per="site"))
    fees = {"setup_per_rack": figure(500.0), "rack_kw": figure(20.0), "remote_hands_per_hour": figure(90.0)}
    return colocated(own(*needs), **fees).model_copy(update={"parts": parts, "owned_machines": 1})


PLANS = range(12)


def leaves(value: Any, path: str) -> Iterator[tuple[str, float]]:
    """Dotted path and value of every number."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from leaves(inner, f"{path}.{index}")
    elif isinstance(value, int | float):
        yield path, float(value)


@pytest.mark.parametrize("plan", PLANS)
def test_every_number_of_cost_and_bill_is_explained_with_its_value(table: CostTable, plan: int) -> None:
    priced = table.plans[plan]
    shown = dict(leaves(priced.cost.model_dump(), "cost"))
    shown |= dict(leaves([item.model_dump() for item in priced.items], "items"))
    shown |= dict(leaves(priced.split.model_dump() if priced.split else {}, "split"))
    wrong = {path: v for path, v in shown.items() if explain_cost(table, plan, path).value != pytest.approx(v)}
    assert not wrong


@pytest.mark.parametrize("plan", PLANS)
def test_components_are_the_product_of_the_shown_factors(table: CostTable, plan: int) -> None:
    for name, amount in table.plans[plan].cost.breakdown.items():
        shown = explain_cost(table, plan, f"cost.breakdown.{name}")
        product = sum(map(_value, shown.inputs)) if name in SUMS else prod(map(_value, shown.inputs))
        assert product == pytest.approx(abs(amount)), name


@pytest.mark.parametrize("plan", PLANS)
def test_terms_of_a_sum_are_the_product_of_the_shown_factors(table: CostTable, plan: int) -> None:
    for name in SUMS & table.plans[plan].cost.breakdown.keys():
        for term in explain_cost(table, plan, f"cost.breakdown.{name}").inputs:
            assert prod(map(_value, term.inputs)) == pytest.approx(_value(term)), name


def test_the_plans_of_this_test_have_every_kind_of_component(table: CostTable) -> None:
    found = {name for plan in table.plans for name in plan.cost.breakdown}
    assert found == set(LABELS) - AFTERWARDS


def test_the_critical_fractile_follows_from_the_shown_costs(table: CostTable) -> None:
    at_rest, busy, rented = map(_value, explain_cost(table, 5, "split.critical_fractile").inputs)
    split = table.plans[5].split
    assert split is not None
    assert split.critical_fractile == pytest.approx(at_rest / (rented - busy))


@pytest.mark.parametrize("path", ["cost.nominal_eur", "cost.peak_cash_eur", "cost.by_year_eur.1", "cost.capex_eur"])
def test_sums_add_up_from_the_shown_parts(table: CostTable, path: str) -> None:
    shown = explain_cost(table, 0, path)
    assert sum(map(_value, shown.inputs)) == pytest.approx(_value(shown))


def test_leaves_name_a_source(table: CostTable) -> None:
    assert all(leaf.source for leaf in _ends(explain_cost(table, 0, "cost.npv_eur.p50")))


@pytest.mark.parametrize(
    "path", ["cost.npv_eur.p42", "cost.nothing", "items.99.quantity", "cost", "items.0.colour", ""]
)
def test_a_path_without_a_number_is_refused(table: CostTable, path: str) -> None:
    with pytest.raises(CodedError, match="E212"):
        explain_cost(table, 0, path)


def test_a_plan_without_tokens_has_no_cost_per_token_to_explain() -> None:
    priced = price_plans([own(need(output_tokens_per_month=0.0))], question(samples=1))
    with pytest.raises(CodedError, match="E212"):
        explain_cost(priced, 0, "cost.per_million_output_tokens_eur")


def _value(derivation: Derivation) -> float:
    assert isinstance(derivation.value, float)
    return derivation.value


def _ends(derivation: Derivation) -> Iterator[Derivation]:
    if not derivation.inputs:
        yield derivation
    for entry in derivation.inputs:
        yield from _ends(entry)
