"""Moving in and out, loan and lease, depreciation and tax, the part of VAT that stays, spot capacity."""

from datetime import date
from typing import Any

import numpy_financial as npf
import pytest
from wizard.costs.engine import PricedPlan, price_plans
from wizard.costs.financing import instalment
from wizard.costs.writing_off import declining
from wizard.domain.economics import Financing, Plan, TaxRule
from wizard.domain.errors import CodedError
from wizard.domain.language import text

from .cases import cloud, dedicated, figure, need, own, question, runs

LINEAR = TaxRule(rate=0.3, method="linear", years=3.0, basis=text("3 years", "3 Jahre"))


def priced(plan: Plan, months: int = 36, update: dict[str, Any] | None = None, **values: Any) -> PricedPlan:
    asked = question(months=months, samples=1, **values).model_copy(update=update or {})
    return price_plans([plan], asked).plans[0]


def test_a_loan_costs_its_interest() -> None:
    """R025: instalments of 100,000 at 6 % over 36 months as numpy-financial has them."""
    terms = Financing(kind="loan", rate=0.06, months=36)
    found = priced(own(), update={"financing": terms}).cost.breakdown
    monthly = -npf.pmt(1.06 ** (1 / 12) - 1, 36, 100_000)
    assert (found["loan"], found["instalments"]) == (-100_000.0, pytest.approx(36 * monthly))


def test_a_balloon_lowers_the_instalments() -> None:
    terms = Financing(kind="lease", rate=0.06, months=36, balloon_share=0.2)
    assert instalment(terms) == pytest.approx(-npf.pmt(1.06 ** (1 / 12) - 1, 36, 1.0, -0.2))


def test_what_is_owed_beyond_the_horizon_is_settled_in_its_last_month() -> None:
    """After 24 of 48 months the balance as numpy-financial has it."""
    flows = priced(own(), months=24, update={"financing": Financing(kind="loan", rate=0.06, months=48)}).flows
    rate = 1.06 ** (1 / 12) - 1
    owed = npf.fv(rate, 24, npf.pmt(rate, 48, 100_000), 100_000)
    last = flows["instalments"]
    assert last[-1] - last[-2] == pytest.approx(-owed)


def test_a_loan_at_the_discount_rate_changes_no_present_value_but_the_timing_within_the_month() -> None:
    """Instalments fall due at the end of a month and are discounted in its middle: 7 % over half a month."""
    paid = priced(own()).cost.npv_eur.p50
    lent = priced(own(), update={"financing": Financing(kind="loan", rate=0.07, months=36)}).cost.npv_eur.p50
    assert lent == pytest.approx(paid * 1.0, rel=0.005)


def test_a_lease_is_no_investment() -> None:
    cost = priced(own(), update={"financing": Financing(kind="lease", rate=0.06, months=36)}).cost
    assert cost.capex_eur == 0.0
    assert cost.peak_cash_eur < 5_000.0


@pytest.mark.parametrize("terms", [{"rate": -0.01}, {"months": 0}, {"balloon_share": 1.0}, {"rate": float("nan")}])
def test_financing_that_cannot_be_is_refused(terms: dict[str, Any]) -> None:
    with pytest.raises(CodedError) as refused:
        priced(own(), update={"financing": Financing(**{"kind": "loan", "rate": 0.05, "months": 12} | terms)})
    assert refused.value.error.code == "E260"


def test_depreciation_runs_in_a_straight_line_over_the_accounting_life() -> None:
    """R027: 110,000 over five years, 22,000 a year; three years are shown."""
    cost = priced(own(), install_share=0.1).cost
    assert cost.depreciation_by_year_eur == pytest.approx((22_000.0, 22_000.0, 22_000.0))


def test_tax_relief_by_hand() -> None:
    """R027: 30 % of 100,000 over three years and of 36 months of idle power, sold for 20,000 in the end."""
    found = priced(own(), residual_share=0.2, update={"tax": LINEAR}).cost.breakdown
    power = found["electricity"] + found["cooling"]
    assert found["tax_relief"] == pytest.approx(-0.3 * (100_000 + power - 20_000))


def test_the_book_value_left_is_deducted_against_the_resale() -> None:
    """Written off over five years, sold after three: all 100,000 are deducted in the end."""
    rule = LINEAR.model_copy(update={"years": 5.0})
    found = priced(own(), update={"tax": rule}, electricity_eur_per_kwh=0.0).cost.breakdown
    assert found["tax_relief"] == pytest.approx(-30_000.0)


def test_one_year_of_useful_life_saves_the_tax_in_the_first_year() -> None:
    """R027: BMF letter of 22 February 2022."""
    rule = LINEAR.model_copy(update={"method": "one_year"})
    flows = priced(own(), update={"tax": rule}, electricity_eur_per_kwh=0.0).flows["tax_relief"]
    assert (flows[:12].sum(), flows[12:].sum()) == (pytest.approx(-30_000.0), pytest.approx(0.0, abs=1e-6))


def test_declining_balance_of_the_german_law() -> None:
    """R027: section 7(2) EStG, life of five years: 30 % of what is left, straight line once that is more."""
    yearly = [sum(declining(5.0)[first : first + 12]) for first in range(0, 60, 12)]
    assert yearly == pytest.approx([0.3, 0.21, 0.49 / 3, 0.49 / 3, 0.49 / 3])


def test_of_a_loan_only_the_interest_is_deducted() -> None:
    both = {"tax": LINEAR, "financing": Financing(kind="loan", rate=0.06, months=36)}
    found = priced(own(), update=both, electricity_eur_per_kwh=0.0).cost.breakdown
    interest = found["instalments"] + found["loan"]
    assert found["tax_relief"] == pytest.approx(-0.3 * (100_000 + interest))


def test_of_a_lease_the_instalments_are_deducted() -> None:
    both = {"tax": LINEAR, "financing": Financing(kind="lease", rate=0.06, months=36)}
    found = priced(own(), update=both, electricity_eur_per_kwh=0.0).cost.breakdown
    assert found["tax_relief"] == pytest.approx(-0.3 * found["instalments"])


@pytest.mark.parametrize("change", [{"rate": 1.0}, {"rate": -0.1}, {"years": 0.0}])
def test_a_tax_rule_that_cannot_be_is_refused(change: dict[str, float]) -> None:
    with pytest.raises(CodedError) as refused:
        priced(own(), update={"tax": LINEAR.model_copy(update=change)})
    assert refused.value.error.code == "E261"


def test_moving_in_and_out_is_work_of_the_own_staff() -> None:
    """22 and 11 days of a position of 90,000 with 220 days."""
    found = priced(cloud(), migration_days=22.0, exit_days=11.0).cost.breakdown
    assert (found["migration"], found["exit"]) == (pytest.approx(9_000.0), pytest.approx(4_500.0))


@pytest.mark.parametrize(
    ("start", "months", "paid"),
    [
        pytest.param(date(2025, 12, 1), 12, 900.0, id="ends in 2026"),
        pytest.param(date(2026, 2, 1), 12, 0.0, id="ends after 12 January 2027"),
        pytest.param(date(2026, 1, 1), 12, 900.0, id="ends on 1 January 2027"),
    ],
)
def test_moving_data_out_is_free_from_the_date_of_the_data_act(start: date, months: int, paid: float) -> None:
    """R137: Regulation (EU) 2023/2854, Article 29: no switching charges from 12 January 2027."""
    dated = {"starts_on": start, "data_act": True}
    found = priced(cloud(), months=months, update=dated, stored_tb=10.0, egress_eur_per_tb=90.0)
    assert found.cost.breakdown.get("exit_transfer", 0.0) == pytest.approx(paid)


def test_outside_the_union_moving_data_out_is_paid_for() -> None:
    found = priced(cloud(), update={"starts_on": date(2027, 1, 1)}, stored_tb=10.0, egress_eur_per_tb=90.0)
    assert found.cost.breakdown["exit_transfer"] == pytest.approx(900.0)


def test_data_is_stored_with_the_provider_for_rent() -> None:
    found = priced(dedicated(on_demand=8.0), stored_tb=10.0, storage_eur_per_tb_month=20.0).cost.breakdown
    assert found["rented_storage"] == pytest.approx(10 * 20 * 36)


def test_only_the_part_of_vat_that_stays_is_a_cost() -> None:
    """R025: half of 19 % on everything but own staff."""
    half = {"vat": "partly", "vat_rate": 0.19}
    found = priced(cloud(), update=half, vat_unrecoverable_share=0.5, staff_fte_rented=0.1).cost
    assert found.breakdown["rent_on_demand"] == pytest.approx(20 * 730 * 36 * 1.095)
    assert found.breakdown["staff"] == pytest.approx(0.1 * 90_000 * 3)
    assert found.vat == "partly"


def test_an_open_answer_about_vat_widens_the_cost() -> None:
    """From full recovery to none: the 5 % and 95 % of the net present value lie apart, the staff aside."""
    asked = question(samples=256, vat_unrecoverable_share=(0.0, 1.0, 1.0))
    cost = price_plans([cloud()], asked.model_copy(update={"vat": "gross", "vat_rate": 0.19})).plans[0].cost
    assert 1.05 < cost.npv_eur.p95 / cost.npv_eur.p5 < 1.19


def test_spot_capacity_carries_what_may_be_interrupted() -> None:
    """400 h of training at 2 EUR with 10 % of repeated work, the service beside it on demand."""
    plan = cloud(runs(400.0, interruptible=True), need(workload_id="w2"), spot_per_hour=figure(2.0))
    found = priced(plan.model_copy(update={"spot": True}), months=12, spot_overhead_share=0.1).cost.breakdown
    assert found["rent_spot"] == pytest.approx(400 * 1.1 * 2.0 * 12)
    assert found["rent_on_demand"] == pytest.approx(730 * 20.0 * 12)


def test_a_spot_plan_without_a_spot_price_is_refused() -> None:
    with pytest.raises(CodedError) as refused:
        priced(cloud(runs(400.0, interruptible=True)).model_copy(update={"spot": True}))
    assert refused.value.error.code == "E207"


def test_idle_hours_and_support_come_on_top_of_the_rent() -> None:
    found = priced(cloud(), idle_share=0.1, cloud_support_share=0.05).cost.breakdown
    rent = 20 * 730 * 36
    assert found["idle_time"] == pytest.approx(0.1 * rent)
    assert found["support"] == pytest.approx(0.05 * 1.1 * rent)


def test_a_dedicated_machine_needs_no_second_support_contract() -> None:
    assert "support" not in priced(dedicated(on_demand=8.0), cloud_support_share=0.05).cost.breakdown


def test_cost_of_a_useful_gpu_hour_counts_the_hours_under_load() -> None:
    """One machine of eight GPUs, 365 of 730 h a month in use: the useful hour costs twice the installed one."""
    cost = priced(own(need(active_hours_per_month=365.0))).cost
    assert cost.per_useful_gpu_hour_eur == pytest.approx(2 * (cost.per_gpu_hour_eur or 0.0))


def test_cost_of_a_user_and_of_a_training_run_share_the_plan_by_gpu_hours() -> None:
    """365 h of service for 50 users and 365 h of training in 5 runs, on equal machines: half of the cost each."""
    service = need(workload_id="w2", users=50.0, active_hours_per_month=365.0)
    cost = priced(cloud(runs(365.0, runs_per_month=5.0), service), months=12).cost
    half = cost.nominal_eur / 2
    assert cost.per_user_month_eur == pytest.approx(half / (50 * 12))
    assert cost.per_training_run_eur == pytest.approx(half / (5 * 12))


@pytest.mark.parametrize(("grant", "counted"), [(30_000.0, 30_000.0), (500_000.0, 100_000.0)])
def test_a_grant_lowers_the_cost_of_a_purchase_by_no_more_than_it_costs(grant: float, counted: float) -> None:
    assert priced(own(), update={"grant_eur": grant}).cost.breakdown["grant"] == pytest.approx(-counted)


def test_rent_gets_no_grant_for_purchases() -> None:
    assert "grant" not in priced(cloud(), update={"grant_eur": 1_000.0}).cost.breakdown
