"""Published cost sums: what follows from their own inputs, not what was printed."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from wizard.costs.breakeven import (
    Payments,
    hours_until_cheaper,
    months_until_cheaper,
    needed_utilisation,
    present_value,
)
from wizard.costs.engine import price_plans
from wizard.datafiles.strict_yaml import read_yaml

from .cases import cloud, dedicated, figure, own, question

CASES: dict[str, Any] = read_yaml(Path(__file__).parent.parent / "data" / "tco_cases.yaml")["cases"]


def case(name: str) -> tuple[dict[str, float], dict[str, float]]:
    return CASES[name]["inputs"], CASES[name]["expected"]


@pytest.mark.parametrize("name", ["lenovo_on_demand", "lenovo_one_year", "lenovo_after_price_cut"])
def test_lenovo_break_even_hours(name: str) -> None:
    """R026"""
    given, expected = case(name)
    hours = hours_until_cheaper(given["capital"], given["own_per_hour"], given["rented_per_hour"])
    assert hours == pytest.approx(expected["hours"], rel=1e-5)


@pytest.mark.parametrize("name", ["lenovo_on_demand", "lenovo_one_year", "lenovo_after_price_cut"])
def test_lenovo_break_even_months_through_the_cash_flows(name: str) -> None:
    """R026: power of 0.87 USD an hour entered as 1 kW at 0.87 a kWh."""
    given, expected = case(name)
    server = own(price=given["capital"], price_currency="USD", max_power_kw=figure(1.0), idle_power_share=figure(1.0))
    rented = cloud(on_demand=given["rented_per_hour"], currency="USD")
    asked = question(months=48, samples=1, electricity_eur_per_kwh=given["own_per_hour"], pue=1.0)
    table = price_plans([server, rented], asked.model_copy(update={"eur_per_unit": {"USD": 1.0}}))
    assert table.break_even(0, 1).simple_months == pytest.approx(expected["months"], rel=1e-3)


def test_time_value_turns_the_roi_console_around() -> None:
    """R025: undiscounted 490,903 are saved; at 10 % the present value is negative. The page prints BUY."""
    given, expected = case("roi_console_64acc")
    saving = (given["rented_total"] - given["own_total"]) / given["years"]
    flows = [saving] * int(given["years"])
    nominal = sum(flows) - given["capital"]
    value = present_value(flows, given["rate"], periods_per_year=1, timing="end") - given["capital"]
    assert (nominal, value) == (pytest.approx(expected["saving"]), pytest.approx(expected["npv"], abs=0.01))


def test_roi_console_break_even_utilisation() -> None:
    given, expected = case("roi_console_64acc")
    hours = given["years"] * 8760
    fixed = (given["capital"] + given["own_total"]) / hours
    rented = given["rented_total"] / given["utilisation"] / hours
    assert needed_utilisation(fixed, rented, 0.0) == pytest.approx(expected["utilisation"], rel=1e-3)


def test_small_company_break_even() -> None:
    given, expected = case("smb_support_assistant")
    hours = hours_until_cheaper(given["capital"], given["own_per_month"], given["rented_per_month"])
    assert hours == pytest.approx(expected["months"], rel=1e-5)


def test_cloud_bill_of_five_years() -> None:
    given, expected = case("node_250k_five_year")
    rented = cloud(on_demand=given["rented_per_hour"])
    cost = price_plans([rented], question(months=60, samples=1)).plans[0].cost
    assert cost.nominal_eur == pytest.approx(expected["cloud_five_years"])


def test_hourly_power_of_a_node() -> None:
    given, expected = case("power_hourly_8xh100")
    server = own(max_power_kw=figure(given["kw"]), idle_power_share=figure(0.2))
    asked = question(
        months=1, samples=1, pue=given["pue"], electricity_eur_per_kwh=given["price_per_kwh"], power_utilisation=1.0
    )
    cost = price_plans([server], asked).plans[0].cost
    power = cost.breakdown["electricity"] + cost.breakdown["cooling"]
    assert power / 730 == pytest.approx(expected["per_hour"])


def test_commitment_pays_from_the_price_ratio() -> None:
    given, expected = case("rescale_prepaid_2015")
    use = needed_utilisation(given["committed_per_hour"], given["on_demand_per_hour"], 0.0)
    assert use == pytest.approx(expected["utilisation"], abs=1e-4)


def test_owning_dearer_by_the_hour_never_breaks_even() -> None:
    assert hours_until_cheaper(100.0, 2.0, 1.0) == "never"


def test_without_investment_owning_is_ahead_at_once() -> None:
    assert hours_until_cheaper(0.0, 1.0, 2.0) == 0.0


def test_use_decides_nothing_when_rent_costs_less_than_power() -> None:
    assert needed_utilisation(1.0, 0.1, 0.2) is None


def test_break_even_beyond_the_horizon_is_never() -> None:
    table = price_plans([own(), cloud(on_demand=1.0)], question(months=12, samples=1))
    assert table.break_even(0, 1).simple_months == "never"


def test_discounting_moves_break_even_out() -> None:
    table = price_plans([own(), cloud(on_demand=8.0)], question(months=60, samples=1))
    found = table.break_even(0, 1)
    assert isinstance(found.simple_months, float)
    assert isinstance(found.discounted_months, float)
    assert found.discounted_months > found.simple_months


def test_owning_that_is_never_behind_breaks_even_at_month_zero() -> None:
    table = price_plans([own(price=0.0), cloud()], question(months=12, samples=1))
    assert table.break_even(0, 1).simple_months == 0.0


def test_an_expansion_that_puts_owning_behind_again_moves_break_even() -> None:
    """Ahead after 5 months, behind again with the purchase after 8, ahead for good half a month later."""
    starts = np.zeros(24)
    starts[[0, 8]] = 500.0, 350.0
    bought = Payments(at_start=starts, during=np.zeros(24))
    rented = Payments(at_start=np.zeros(24), during=np.full(24, 100.0))
    assert months_until_cheaper(bought, rented) == pytest.approx(8.5)


def test_a_fee_of_the_rented_machine_may_put_owning_ahead() -> None:
    """Behind by one at the end of the first month, ahead by nine with the fee at the start of the second."""
    bought = Payments(at_start=np.zeros(3), during=np.ones(3))
    rented = Payments(at_start=np.array([0.0, 10.0, 0.0]), during=np.zeros(3))
    assert months_until_cheaper(bought, rented) == 1.0


def test_dedicated_rent_has_no_break_even_utilisation() -> None:
    table = price_plans([own(), dedicated(on_demand=8.0)], question(months=12, samples=1))
    assert table.break_even(0, 1).utilisation is None


def test_break_even_utilisation_by_hand() -> None:
    """Fixed: 100,000 + idle power 3,285 a year of 8 GPUs; a rented GPU hour 2.50; busy power 0.225 an hour."""
    table = price_plans([own(), cloud()], question(months=12, samples=1))
    idle = 2.0 * 1.5 * 0.2 * 8760
    fixed = (100_000 + idle) / (8 * 8760)
    busy = 6.0 / 8 * 1.5 * 0.2
    assert table.break_even(0, 1).utilisation == pytest.approx(fixed / (20.0 / 8 - busy))
