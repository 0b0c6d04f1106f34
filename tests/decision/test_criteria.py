"""Criteria by hand, from priced plans and facts of the options."""

from datetime import date
from typing import Any

import pytest
from tests.costs.cases import cloud, dedicated, figure, need, own, question
from wizard.catalogs.load import load_catalog
from wizard.costs.engine import Plan, price_plans
from wizard.decision.criteria import CriteriaFacts, compute, criteria
from wizard.decision.facts import Amount, OptionFacts
from wizard.domain.economics import CostQuestion
from wizard.domain.provenance import Evidence

from .cases import NPV, REFERENCE, anchor, settings

NAMES = (
    "npv", "cost_risk", "capital", "sovereignty", "control", "time_to_capacity", "elasticity", "operations_load",
    "exit_cost", "energy_and_carbon", "predictable_performance", "latency", "availability", "obsolescence",
)  # fmt: skip
EU = {"location_country": "FR", "operator_law": "EU", "provider": "Nord"}


def facts(plan: Plan | None, asked: CostQuestion | None = None, /, option: Any = None, **changes: Any) -> CriteriaFacts:
    asked = asked or question(samples=1)
    place = {} if plan is None or plan.option == "on_premises" else EU
    fields: dict[str, Any] = {
        "option": OptionFacts(**{"option": plan.option if plan else "api", **place, **(option or {})}),
        "priced": price_plans([plan], asked).plans[0] if plan else None,
        "question": asked,
        "country": "DE",
        "exit_on": date(2028, 5, 31),
    }
    return CriteriaFacts(**{**fields, **changes})


def value(name: str, *args: Any, **changes: Any) -> float | None:
    return compute(name, facts(*args, **changes)).value


def test_cost_criteria_come_from_the_cost_result() -> None:
    asked = question(spread=True, samples=256)
    given = facts(own(), asked)
    assert given.priced is not None
    cost = given.priced.cost
    found = {name: compute(name, given).value for name in ("npv", "cost_risk", "capital")}
    assert found == {
        "npv": cost.npv_eur.p50,
        "cost_risk": cost.npv_eur.p95 - cost.npv_eur.p50,
        "capital": cost.peak_cash_eur,
    }


@pytest.mark.parametrize(
    ("plan", "place", "expected"),
    [
        (own(), {}, 1.0),
        (cloud(), EU, 2 / 3),
        (cloud(), {**EU, "operator_law": "US"}, 1 / 3),
        (cloud(), {**EU, "operator_law": "US", "location_country": "US"}, 0.0),
        (cloud(), {**EU, "location_country": None}, None),
    ],
)
def test_sovereignty_counts_place_law_and_hands(plan: Plan, place: dict[str, Any], expected: float | None) -> None:
    assert value("sovereignty", plan, option=place) == (None if expected is None else pytest.approx(expected))


def test_swiss_machines_are_at_home_for_a_swiss_client() -> None:
    place = {"location_country": "CH", "operator_law": "CH"}
    assert value("sovereignty", cloud(), option=place, country="CH") == pytest.approx(2 / 3)


def test_control_counts_freedoms() -> None:
    """R134, R135"""
    assert [value("control", plan) for plan in (own(), dedicated(), cloud())] == [1.0, 0.8, 0.6]


def test_hardware_that_stands_there_already_is_as_free_as_bought_hardware() -> None:
    assert value("control", None, option={"option": "status_quo"}) == value("control", own())


def test_time_to_capacity_is_the_late_end_in_months() -> None:
    lead = {"lead_weeks": Amount(low=8.0, value=20.0, high=26.0)}
    assert value("time_to_capacity", own(), option=lead) == pytest.approx(6.0)


def test_time_to_capacity_without_lead_time_is_unknown() -> None:
    assert value("time_to_capacity", own()) is None


def test_on_demand_cost_ends_with_the_demand() -> None:
    """R029: 14,600 EUR of rent a month; licences of 8 GPUs at 1,095 EUR a year, 730 EUR a month, stay; staff aside."""
    asked = question(samples=1, staff_fte_rented=1.0, licence_eur_per_gpu_year=1_095.0)
    assert value("elasticity", cloud(), asked) == pytest.approx(14_600 / 15_330)


@pytest.mark.parametrize(("months", "expected"), [(0, 1.0), (1, 1.0), (12, 0.0)])
def test_dedicated_cost_ends_only_with_its_term(months: int, expected: float) -> None:
    assert value("elasticity", dedicated(minimum_months=months)) == expected


def test_owned_cost_stays() -> None:
    assert value("elasticity", own()) == 0.0


def test_elasticity_of_a_free_option_is_unknown() -> None:
    assert value("elasticity", cloud(on_demand=0.0)) is None


def test_operations_load_is_the_staff_of_the_option() -> None:
    asked = question(samples=1, staff_fte_own=0.5, staff_fte_rented=0.2)
    assert [value("operations_load", plan, asked) for plan in (own(), cloud())] == [0.5, 0.2]


def test_leaving_owned_hardware_costs_book_value_less_market_value() -> None:
    """Half way: half of 110,000 EUR is written off; the hardware sells for 100,000 · 0.16^0.5 = 40,000."""
    asked = question(samples=1, months=24, install_share=0.1, residual_share=0.16)
    assert value("exit_cost", own(), asked) == pytest.approx(55_000 - 40_000)


def test_leaving_a_commitment_costs_what_is_owed() -> None:
    """At month 18 of 36 with a three-year term: 18 months of 10 EUR an hour."""
    plan = cloud(commitment="committed_3y", committed_3y_per_hour=figure(10.0))
    assert value("exit_cost", plan) == pytest.approx(18 * 730 * 10.0)


def test_leaving_a_dedicated_server_costs_the_rest_of_its_term() -> None:
    assert value("exit_cost", dedicated(minimum_months=24, on_demand=2.0)) == pytest.approx(6 * 730 * 2.0)


def test_later_terms_are_not_owed_yet() -> None:
    plan = cloud(commitment="committed_1y", committed_1y_per_hour=figure(10.0))
    asked = question(samples=1, months=24)
    assert value("exit_cost", plan, asked) == 0.0


@pytest.mark.parametrize(
    ("on", "country", "expected"),
    [(date(2027, 1, 11), "FR", 900.0), (date(2027, 1, 12), "FR", 0.0), (date(2028, 1, 1), "US", 900.0)],
)
def test_moving_data_out_is_free_in_the_union_from_january_2027(on: date, country: str, expected: float) -> None:
    """R137: EU Data Act, Article 29."""
    asked = question(samples=1, egress_eur_per_tb=90.0)
    place = {**EU, "location_country": country}
    assert value("exit_cost", cloud(), asked, option=place, exit_on=on, stored_tb=10.0) == expected


def test_moving_data_out_costs_what_the_offer_charges() -> None:
    """R137: 10 TB at 90 dollars a TB of the offer, at 0.9 euro."""
    asked = question(samples=1, egress_eur_per_tb=30.0)
    plan = cloud(currency="USD", egress_per_tb=figure(90.0))
    place = {**EU, "location_country": "US"}
    assert value("exit_cost", plan, asked, option=place, stored_tb=10.0) == pytest.approx(810.0)


def test_leaving_costs_gross_where_costs_are_gross() -> None:
    asked = question(samples=1, egress_eur_per_tb=100.0).model_copy(update={"vat": "gross", "vat_rate": 0.19})
    place = {**EU, "location_country": "US"}
    assert value("exit_cost", cloud(), asked, option=place, stored_tb=1.0) == pytest.approx(119.0)


def test_carbon_of_owned_gpus() -> None:
    """2 kW idle · 1.5 · 8,760 h / 8 GPUs = 3,285 kWh; at 0.4 kg, and 300 kg of manufacture over 3 years."""
    found = value("energy_and_carbon", own(), grid_kg_per_kwh=0.4, embodied_kg_per_gpu=300.0)
    assert found == pytest.approx(3285 * 0.4 + 100.0)


def test_carbon_of_rented_gpus_needs_their_power() -> None:
    known = {"grid_kg_per_kwh": 0.4, "embodied_kg_per_gpu": 300.0}
    assert value("energy_and_carbon", cloud(), **known) is None
    assert value("energy_and_carbon", cloud(), kwh_per_gpu_year=5_000.0, **known) == pytest.approx(2_100.0)


def test_carbon_of_hardware_that_never_arrives_is_unknown() -> None:
    asked = question(samples=1, months=3, lead_months=6.0)
    assert value("energy_and_carbon", own(), asked, grid_kg_per_kwh=0.4, embodied_kg_per_gpu=300.0) is None


def test_predictable_performance_counts_what_nobody_else_shares() -> None:
    """R134, R135: GPU, host and network; a rented instance with eight accelerators fills its host."""
    plans = (own(), dedicated(), cloud(accelerators=8), cloud(accelerators=1))
    found = [value("predictable_performance", plan) for plan in plans]
    assert found == pytest.approx([1, 2 / 3, 2 / 3, 1 / 3])


def test_predictable_performance_of_an_unpriced_option_is_unknown() -> None:
    assert value("predictable_performance", None) is None


def test_availability_without_spare() -> None:
    """Two replicas of 99 %: one is missing in 1 - 0.99² of the year."""
    plan = own(need(in_flight_peak=20.0))
    assert value("availability", plan, machine_availability=0.99) == pytest.approx(8760 * (1 - 0.99**2))


def test_a_spare_replica_covers_one_failure() -> None:
    """Three replicas of which two are needed: down when two or three fail."""
    plan = own(need(in_flight_peak=20.0, spare_replicas=1))
    expected = 3 * 0.01**2 * 0.99 + 0.01**3
    assert value("availability", plan, machine_availability=0.99) == pytest.approx(8760 * expected)


def test_availability_without_figures_is_unknown() -> None:
    assert value("availability", own()) is None


@pytest.mark.parametrize(
    ("plan", "months"),
    [(own(), 36.0), (cloud(), 0.0), (dedicated(minimum_months=12), 12.0),
     (cloud(commitment="committed_3y", committed_3y_per_hour=figure(10.0)), 36.0)],
)  # fmt: skip
def test_months_bound_to_the_hardware_of_today(plan: Plan, months: float) -> None:
    assert value("obsolescence", plan) == months


def test_latency_is_taken_as_given() -> None:
    assert value("latency", cloud(), latency_to_target=0.7) == 0.7


@pytest.mark.parametrize("name", [n for n in NAMES if n not in ("control", "operations_load", "latency")])
def test_an_option_without_plan_leaves_criteria_unknown(name: str) -> None:
    assert value(name, None) is None


def test_a_criterion_without_rule_is_unknown() -> None:
    assert compute("beauty", facts(own())).value is None


def test_every_anchor_gets_a_criterion_with_score_and_unit() -> None:
    found = criteria(facts(own()), settings(NPV, anchor("beauty", unit="points")), REFERENCE)
    assert set(found) == {"npv", "beauty"}
    assert found["npv"].score is not None
    assert (found["beauty"].score, found["beauty"].unit) == (None, "points")


def test_evidence_is_that_of_the_weakest_input() -> None:
    stated = compute("npv", facts(own(), demand_evidence=Evidence.DOCUMENTED)).evidence
    assumed = compute("npv", facts(own())).evidence
    assert (stated, assumed) == ("stated", "assumed")


def test_the_catalogue_anchors_are_all_computed() -> None:
    assert {anchor.criterion for anchor in load_catalog().decision.anchors} == set(NAMES)
