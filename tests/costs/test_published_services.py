"""Published sums of tokens and seats: what follows from their own inputs, through the cash flows."""

from pathlib import Path
from typing import Any

import pytest
from wizard.costs.engine import price_plans
from wizard.datafiles.strict_yaml import read_yaml

from .cases import cloud, figure, need, own, question
from .offers import api, colocated, hybrid, seats, use

CASES: dict[str, Any] = read_yaml(Path(__file__).parent.parent / "data" / "tco_cases.yaml")["cases"]
MILLION = 1e6


def case(name: str) -> tuple[dict[str, float], dict[str, float]]:
    return CASES[name]["inputs"], CASES[name]["expected"]


def monthly(plan: Any, months: int = 1, **changes: Any) -> float:
    return price_plans([plan], question(months=months, samples=1, **changes)).plans[0].cost.nominal_eur


@pytest.mark.parametrize("who", ["staff", "students"])
def test_seats_of_a_university(who: str) -> None:
    given, expected = case("seat_licence_university")
    plan = seats(given[who], given["per_seat_month"])
    assert monthly(plan, months=12) == pytest.approx(expected[f"{who}_year"], rel=0.01)


def test_a_rented_gpu_against_an_api() -> None:
    """The API costs a ninth at 160 million tokens a month; both cost the same at 1,452 million."""
    given, expected = case("selfhost_vs_api_160m")
    tokens = use(given["input_millions"] * MILLION, given["output_millions"] * MILLION,
                 price_in=given["price_in"], price_out=given["price_out"])  # fmt: skip
    hour = cloud(need(active_hours_per_month=given["hours"]), on_demand=given["gpu_per_hour"])
    bought, rented = monthly(api(tokens)), monthly(hour, cloud_price_factor=1 + given["overhead"])
    volume = given["input_millions"] + given["output_millions"]
    found = (bought, rented, rented - bought, rented / bought * volume)
    names = ("api_per_month", "selfhost_per_month", "difference", "break_even_millions")
    assert found == pytest.approx([expected[name] for name in names], rel=0.001)


@pytest.mark.parametrize("which", ["dear", "cheap"])
def test_bill_of_a_team(which: str) -> None:
    given, expected = case("team_api_bill_100m")
    plan = api(use(0.0, given["output_millions"] * MILLION, price_out=given[which]))
    assert monthly(plan) == pytest.approx(expected[which])


def test_a_rag_question_and_the_rented_machine_it_replaces() -> None:
    """The page prints more than 16,000 questions a day; its own numbers give 11,537."""
    given, expected = case("rag_query_cost")
    one = use(given["input_tokens"], given["output_tokens"], price_in=given["price_in"], price_out=given["price_out"])
    per_query = monthly(api(one)) + given["rerank"]
    machine = monthly(cloud(on_demand=given["machine_month"] / 730))
    assert per_query == pytest.approx(expected["per_query"])
    assert machine / per_query / 30 == pytest.approx(expected["break_even_per_day"], rel=1e-4)


@pytest.mark.parametrize("row", CASES["pan2025"]["rows"], ids=lambda row: f"{row['model']}-{row['api']}")
def test_own_hardware_against_an_api_in_months(row: dict[str, float]) -> None:
    """R026: the Gemini column of the paper does not follow from its stated prices; here it does."""
    power = figure(row["electricity"] / 730)
    bought = own(price=row["hardware"], max_power_kw=power, idle_power_share=figure(1.0))
    tokens = row["millions"] * MILLION
    by_token = api(use(tokens / 3, tokens * 2 / 3, price_in=row["price_in"], price_out=row["price_out"]))
    table = price_plans([bought, by_token], question(samples=1, months=60, electricity_eur_per_kwh=1.0, pue=1.0))
    assert table.break_even(0, 1).simple_months == pytest.approx(row["months"], rel=1e-3)


@pytest.mark.parametrize("rented", [api(), seats(2_000.0), hybrid(own(), cloud(on_demand=90.0))])
def test_break_even_against_other_than_rented_machines_has_months_and_no_utilisation(rented: Any) -> None:
    found = price_plans([own(), rented], question(samples=1, months=60)).break_even(0, 1)
    assert found.utilisation is None
    assert found.simple_months == "never" or found.simple_months >= 0.0


def test_break_even_use_of_a_rented_rack_counts_its_own_cooling_factor() -> None:
    """Power included: running adds nothing, so that the rented hour alone stands against the fixed cost."""
    table = price_plans([colocated(own(), power_included=True), cloud()], question(months=12, samples=1))
    fixed = (100_000 + 8 * 200 * 12) / (8 * 8760)
    assert table.break_even(0, 1).utilisation == pytest.approx(fixed / (20.0 / 8))
