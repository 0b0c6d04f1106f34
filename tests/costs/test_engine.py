"""Cash flows against sums done by hand."""

import numpy as np
import pytest
from wizard.costs.engine import price_plans
from wizard.domain.economics import OwnPlan, RentPlan
from wizard.domain.errors import CodedError
from wizard.domain.result import Cost

from .cases import cloud, dedicated, figure, need, own, question


def priced(plan: OwnPlan | RentPlan, **changes: object) -> Cost:
    return price_plans([plan], question(samples=1, **changes)).plans[0].cost


def test_owning_adds_up_by_hand() -> None:
    """R025: 100,000 EUR of hardware, 10 % installation, 2 kW idle at 0.20 EUR and PUE 1.5, for 36 months."""
    cost = priced(own(), install_share=0.1)
    assert cost.capex_eur == pytest.approx(110_000.0)
    power = 8.0 * 0.25 * 730 * 36 * 0.2
    assert (cost.breakdown["electricity"], cost.breakdown["cooling"]) == pytest.approx((power, 0.5 * power))


def test_cloud_on_demand_is_hours_times_price() -> None:
    """R026: one instance of 20 EUR an hour, up 200 hours a month."""
    cost = priced(cloud(need(active_hours_per_month=200.0)), months=12)
    assert cost.nominal_eur == pytest.approx(20.0 * 200 * 12)


def test_mid_month_discounting() -> None:
    """Twelve payments of 14,600 EUR at 7 %: value from the closed form of the annuity, moved to mid-month."""
    cost = priced(cloud(), months=12)
    monthly = 1.07 ** (1 / 12) - 1
    annuity = (1 - 1.07**-1.0) / monthly
    assert cost.npv_eur.p50 == pytest.approx(14_600.0 * annuity * (1 + monthly) ** 0.5)


@pytest.mark.parametrize(
    ("changes", "servers"),
    [
        ({}, 1),
        ({"in_flight_peak": 10.1}, 2),
        ({"spare_replicas": 1}, 2),
        ({"gpus_per_replica": 4, "in_flight_peak": 30.0}, 2),
        ({"gpus_per_replica": 3, "in_flight_peak": 30.0}, 2),
        ({"gpus_per_replica": 16, "in_flight_peak": 20.0}, 4),
        ({"in_flight_peak": 0.0}, 1),
    ],
)
def test_whole_servers_carry_the_peak(changes: dict[str, float], servers: int) -> None:
    """R131: replicas of three GPUs leave two GPUs of an eight-GPU server idle; replicas of sixteen span two."""
    table = price_plans([own(need(**changes))], question(samples=1))
    assert table.plans[0].items[0].quantity == servers


def test_workloads_share_a_server() -> None:
    both = own(need(gpus_per_replica=4), need(workload_id="w2", gpus_per_replica=4))
    assert price_plans([both], question(samples=1)).plans[0].items[0].quantity == 1


def test_growth_buys_servers_when_they_are_needed() -> None:
    """Demand doubles every year from 10 requests at 10 per server: 2 servers within the first year, then 4, then 8."""
    table = price_plans([own()], question(samples=1, growth_per_year=1.0))
    assert table.plans[0].nodes_by_year == (2, 4, 8)


def test_bought_servers_are_kept_when_demand_falls() -> None:
    table = price_plans([own(need(in_flight_peak=40.0))], question(samples=1, growth_per_year=-0.5))
    assert table.plans[0].nodes_by_year == (4, 4, 4)


def test_cloud_machines_follow_falling_demand() -> None:
    """40, 20, 10 requests at 10 per machine; at the end of the third year 12.5 % of the load are left."""
    table = price_plans(
        [cloud(need(in_flight_peak=40.0, in_flight_mean=40.0))], question(samples=1, growth_per_year=-0.5)
    )
    assert table.plans[0].nodes_by_year == (3, 2, 1)


def test_running_costs_start_with_the_delivery() -> None:
    """Six of twelve months wait; staff is paid from the start."""
    late = priced(own(), months=12, lead_months=6.0, maintenance_share_per_year=0.1, staff_fte_own=1.0)
    assert late.breakdown["maintenance"] == pytest.approx(100_000 * 0.1 / 2)
    assert late.breakdown["staff"] == pytest.approx(90_000.0)


def test_rented_capacity_bridges_the_lead_time() -> None:
    """Two and a half months of one instance at 20 EUR."""
    cost = priced(own(interim=cloud()), months=12, lead_months=2.5)
    assert cost.breakdown["interim_cloud"] == pytest.approx(20.0 * 730 * 2.5)


def test_bridged_service_delivers_tokens_from_the_first_month() -> None:
    bridged = priced(own(price=0.0, interim=cloud()), months=12, lead_months=3.0, electricity_eur_per_kwh=0.0)
    assert bridged.per_million_output_tokens_eur == pytest.approx(20.0 * 730 * 3 / (12 * 1_000))


def test_waiting_for_hardware_delivers_no_tokens() -> None:
    alone = priced(own(), months=12, lead_months=3.0, electricity_eur_per_kwh=0.0)
    assert alone.per_million_output_tokens_eur == pytest.approx(100_000 / (9 * 1_000))


def test_residual_value_comes_back_in_the_last_month() -> None:
    """R027: 20 % of the price; what is left at other ages follows share^(age/horizon)."""
    cost = priced(own(), residual_share=0.2)
    assert cost.breakdown["residual_value"] == pytest.approx(-20_000.0)
    assert cost.cumulative_eur[-1].p50 - cost.cumulative_eur[-2].p50 < 0.0


def test_younger_servers_keep_more_value() -> None:
    """The second server, bought in month 13 of 24, is one year old: sqrt(0.25) = 50 %."""
    grown = priced(own(need(in_flight_peak=5.0)), months=24, growth_per_year=1.0001, residual_share=0.25)
    assert grown.breakdown["residual_value"] == pytest.approx(-100_000 * (0.25 + 0.25 ** (12 / 24)))


def test_network_insurance_and_licences() -> None:
    """R025, R118"""
    cost = priced(
        own(), months=12, network_storage_share=0.1, insurance_share_per_year=0.01, licence_eur_per_gpu_year=1_000.0
    )
    parts = {name: cost.breakdown[name] for name in ("network_storage", "insurance", "licences")}
    assert parts == pytest.approx({"network_storage": 10_000.0, "insurance": 1_000.0, "licences": 8_000.0})


def test_rented_licences_follow_the_gpu_hours() -> None:
    cost = priced(cloud(need(active_hours_per_month=365.0)), months=12, licence_eur_per_gpu_year=1_000.0)
    assert cost.breakdown["licences"] == pytest.approx(4_000.0)


def test_egress_grows_with_demand() -> None:
    cost = priced(cloud(), months=13, growth_per_year=1.0, egress_tb_per_month=2.0, egress_eur_per_tb=50.0)
    assert cost.breakdown["egress"] == pytest.approx(100 * sum(2 ** (m / 12) for m in range(13)))


def test_the_offers_own_price_of_egress_replaces_the_common_one() -> None:
    """R025: a provider that charges nothing for traffic costs nothing for it; one in dollars costs them in euro."""
    asked = {"months": 12, "egress_tb_per_month": 2.0, "egress_eur_per_tb": 50.0}
    free = priced(cloud(egress_per_tb=figure(0.0)), **asked)
    dear = priced(cloud(currency="USD", egress_per_tb=figure(90.0)), **asked)
    assert free.breakdown.get("egress", 0.0) == 0.0
    assert dear.breakdown["egress"] == pytest.approx(12 * 2 * 90 * 0.9)


def test_dedicated_servers_with_traffic_included_pay_no_egress() -> None:
    cost = priced(dedicated(egress_per_tb=figure(0.0)), months=12, egress_tb_per_month=5.0, egress_eur_per_tb=50.0)
    assert cost.breakdown.get("egress", 0.0) == 0.0


def test_rent_follows_the_price_path() -> None:
    cost = priced(cloud(), months=24, cloud_price_change_per_year=-0.2, cloud_price_factor=0.9)
    assert cost.nominal_eur == pytest.approx(14_600 * 0.9 * sum(0.8 ** (m / 12) for m in range(24)))


def test_cloud_machines_follow_the_mean_but_keep_one_replica() -> None:
    """R029: ten replicas at peak, a fifth of it on average: two machines; at a twentieth still one. One spare each."""
    busy = need(in_flight_peak=100.0, in_flight_mean=20.0, spare_replicas=1)
    quiet = need(in_flight_peak=100.0, in_flight_mean=5.0, spare_replicas=1)
    hours = [price_plans([cloud(n)], question(samples=1, months=1)).plans[0].items[0].quantity for n in (busy, quiet)]
    assert hours == pytest.approx([3 * 730, 2 * 730])


def test_half_used_machines_are_paid_whole() -> None:
    small = need(gpus_per_replica=2, in_flight_peak=10.0)
    cost = priced(cloud(small), months=1)
    assert cost.nominal_eur == pytest.approx(20.0 * 730)


def test_a_workload_up_for_half_the_time_costs_half_of_its_machine() -> None:
    always = need(gpus_per_replica=8)
    half = need(workload_id="w2", gpus_per_replica=8, active_hours_per_month=365.0)
    assert priced(cloud(always, half), months=1).nominal_eur == pytest.approx(20.0 * (730 + 365))


def test_dedicated_servers_run_all_hours() -> None:
    """R134"""
    cost = priced(dedicated(need(active_hours_per_month=100.0), on_demand=8.0), months=12)
    assert cost.nominal_eur == pytest.approx(8.0 * 730 * 12)


def test_minimum_months_keep_dedicated_servers() -> None:
    """Four servers at first, half of the load a year later; each of the four is paid for twelve months."""
    falling = dedicated(need(in_flight_peak=40.0), minimum_months=12, on_demand=1.0)
    table = price_plans([falling], question(samples=1, months=24, growth_per_year=-0.5))
    assert table.plans[0].drivers["machines"][:12].tolist() == [4.0] * 12


def test_a_minimum_term_beyond_the_horizon_is_owed() -> None:
    cost = priced(dedicated(minimum_months=12, on_demand=1.0), months=3)
    assert cost.breakdown == pytest.approx({"rent_dedicated": 730 * 3, "minimum_term": 730 * 9})


def test_setup_fees_fall_due_with_each_machine() -> None:
    cost = priced(dedicated(need(in_flight_peak=30.0), setup_fee=figure(99.0)))
    assert cost.breakdown["setup_fee"] == pytest.approx(297.0)


def test_a_committed_dedicated_server_has_its_own_price_and_term() -> None:
    cost = priced(dedicated(commitment="committed_1y", committed_1y_per_hour=figure(6.0)), months=6)
    assert cost.nominal_eur == pytest.approx(6.0 * 730 * 12)


def test_foreign_money_is_converted_at_the_stated_rate() -> None:
    assert priced(cloud(currency="USD"), months=1).nominal_eur == pytest.approx(20.0 * 730 * 0.9)


def test_by_year_adds_up_to_the_nominal_total() -> None:
    cost = priced(own(), months=30, residual_share=0.2, staff_fte_own=0.5)
    assert len(cost.by_year_eur) == 3
    assert sum(cost.by_year_eur) == pytest.approx(cost.nominal_eur)


def test_cost_per_gpu_hour() -> None:
    assert priced(cloud(), months=12).per_gpu_hour_eur == pytest.approx(20.0 / 8)


def test_costs_per_unit_are_open_when_nothing_is_delivered() -> None:
    cost = priced(own(need(output_tokens_per_month=0.0)), months=3, lead_months=6.0)
    assert (cost.per_million_output_tokens_eur, cost.per_gpu_hour_eur) == (None, None)


def test_gross_multiplies_what_is_bought_in_every_option_alike() -> None:
    plans = [own(), cloud(), dedicated(on_demand=8.0)]
    net = question(samples=16, spread=True, vat_unrecoverable_share=1.0)
    gross = net.model_copy(update={"vat": "gross", "vat_rate": 0.19})
    for before, after in zip(price_plans(plans, net).plans, price_plans(plans, gross).plans, strict=True):
        staff = sum(before.cost.breakdown[name] for name in ("staff", "migration", "exit"))
        assert after.cost.nominal_eur - staff == pytest.approx(1.19 * (before.cost.nominal_eur - staff))
        assert after.cost.vat == "gross"


def test_peak_cash_is_the_dearest_month() -> None:
    cost = priced(own(), install_share=0.1)
    assert cost.peak_cash_eur == pytest.approx(110_000 + 8.0 * 0.25 * 1.5 * 730 * 0.2)


def test_the_bill_names_price_kind_source_and_date() -> None:
    """R025"""
    item = price_plans([own()], question(samples=1)).plans[0].items[0]
    assert (item.price_kind, item.source, str(item.retrieved_on)) == ("street", "made up for this test", "2026-11-30")


def test_an_assumed_price_counts_as_street_and_an_official_one_as_list() -> None:
    by_basis = {
        basis: price_plans([cloud(on_demand_per_hour=figure(1.0, "EUR/h", basis))], question(samples=1))
        for basis in ("assumption", "official", "quote")
    }
    kinds = {basis: table.plans[0].items[0].price_kind for basis, table in by_basis.items()}
    assert kinds == {"assumption": "street", "official": "list", "quote": "quote"}


def test_swing_of_a_certain_input_is_zero() -> None:
    assert price_plans([own()], question(samples=1)).swing(0, "pue") == 0.0


def test_swing_is_the_value_at_the_high_end_less_that_at_the_low_end() -> None:
    """Staff of 0.5 to 1.5 positions at 90,000 EUR over a year, discounted in mid-month at 0 %."""
    table = price_plans([own()], question(months=12, samples=8, discount_rate=0.0, staff_fte_own=(0.5, 1.0, 1.5)))
    assert table.swing(0, "staff_fte_own") == pytest.approx(90_000.0)


def test_an_input_nobody_knows_has_no_swing() -> None:
    with pytest.raises(CodedError, match=r"E203.*colour"):
        price_plans([own()], question(samples=1)).swing(0, "colour")


@pytest.mark.parametrize(
    ("plan", "error"),
    [
        (cloud(on_demand=None), "E207.*on_demand"),
        (cloud(commitment="committed_1y"), "E207.*committed_1y"),
        (dedicated(commitment="committed_3y"), "E207.*committed_3y"),
        (cloud(on_demand=-1.0), "E205"),
        (own(price=-5.0), "E205"),
        (dedicated(setup_fee=figure(-1.0)), "E205"),
        (own(price_currency="JPY"), "E206.*JPY"),
        (cloud(currency="GBP"), "E206.*GBP"),
        (own(need(accelerator="gpu-b")), "E208.*gpu-b"),
        (cloud(need(slots_per_replica=0.0)), "E209.*slots_per_replica"),
        (own(need(gpus_per_replica=0)), "E209.*gpus_per_replica"),
        (own(need(in_flight_peak=float("inf"))), "E209.*in_flight_peak"),
        (own(need(spare_replicas=-1)), "E209.*spare_replicas"),
        (own(interim=cloud(on_demand=None)), "E207"),
    ],
)
def test_what_cannot_be_priced_is_refused(plan: OwnPlan | RentPlan, error: str) -> None:
    with pytest.raises(CodedError, match=error):
        price_plans([plan], question(samples=1))


def test_a_plan_without_workloads_is_refused() -> None:
    with pytest.raises(CodedError, match="E210"):
        price_plans([own().model_copy(update={"needs": ()})], question(samples=1))


@pytest.mark.parametrize("months", [0, -3])
def test_a_horizon_without_months_is_refused(months: int) -> None:
    with pytest.raises(CodedError, match="E201"):
        price_plans([own()], question(months=months))


@pytest.mark.parametrize("rate", [-0.1, 1.0, 19.0])
def test_an_impossible_vat_rate_is_refused(rate: float) -> None:
    with pytest.raises(CodedError, match="E211"):
        price_plans([own()], question().model_copy(update={"vat_rate": rate}))


def test_errors_speak_german() -> None:
    with pytest.raises(CodedError) as caught:
        price_plans([own()], question(months=0))
    assert "Planungszeitraum" in caught.value.in_language("de")


def test_the_median_hardly_depends_on_the_seed() -> None:
    """Standard deviation of the median over seeds below 0.3 % of its size."""
    plans = [own(), cloud()]
    medians = [
        [p.cost.npv_eur.p50 for p in price_plans(plans, question(spread=True, samples=4096, seed=seed)).plans]
        for seed in range(8)
    ]
    spread = np.std(medians, axis=0) / np.mean(medians, axis=0)
    assert (spread < 0.003).all()
