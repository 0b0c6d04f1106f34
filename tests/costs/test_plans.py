"""Colocation, parts by the piece, existing machines, tokens and seats against sums done by hand."""

import pytest
from wizard.costs.engine import PricedPlan, price_plans
from wizard.domain.economics import Plan
from wizard.domain.errors import CodedError

from .cases import cloud, figure, need, own, question
from .offers import api, colocated, hybrid, part, seats, use


def priced(plan: Plan, **changes: object) -> PricedPlan:
    return price_plans([plan], question(samples=1, **changes)).plans[0]


def test_colocation_pays_for_committed_power_and_metered_energy() -> None:
    """R118: 8 kW at 200 EUR; 2 kW at rest, drawn at a hosted PUE of 1.3 and 0.20 EUR, whatever the own room's PUE."""
    parts = priced(colocated(own()), months=12, pue=2.0).cost.breakdown
    assert parts["colocation"] == pytest.approx(8 * 200 * 12)
    assert parts["electricity"] + parts["cooling"] == pytest.approx(2 * 1.3 * 730 * 12 * 0.2)


def test_colocation_with_power_included_pays_no_electricity() -> None:
    assert "electricity" not in priced(colocated(own(), power_included=True), months=12).cost.breakdown


def test_a_rack_is_paid_from_the_delivery() -> None:
    assert priced(colocated(own()), months=12, lead_months=3.0).cost.breakdown["colocation"] == pytest.approx(
        8 * 200 * 9
    )


def test_racks_are_set_up_as_servers_need_them() -> None:
    """Two servers of 8 kW fit into 17 kW; five servers take three racks."""
    plan = colocated(own(need(in_flight_peak=50.0)), setup_per_rack=figure(500.0), rack_kw=figure(17.0))
    assert priced(plan).cost.breakdown["colocation_setup"] == pytest.approx(3 * 500)


def test_remote_hands_are_paid_by_the_hour() -> None:
    plan = colocated(own(), remote_hands_per_hour=figure(100.0))
    cost = priced(plan, months=12, remote_hands_hours_per_server_month=0.5).cost
    assert cost.breakdown["remote_hands"] == pytest.approx(0.5 * 100 * 12)


def test_remote_hands_without_a_price_are_named() -> None:
    assert priced(colocated(own())).unpriced == ("remote_hands",)


def test_colocation_bridges_its_lead_time_as_own_rooms_do() -> None:
    plan = colocated(own(interim=cloud()))
    assert priced(plan, months=12, lead_months=2.0).cost.breakdown["interim_cloud"] == pytest.approx(20 * 730 * 2)


def test_colocation_without_a_provider_is_refused() -> None:
    with pytest.raises(CodedError, match="E214"):
        priced(own().model_copy(update={"option": "colocation"}))


def test_parts_replace_the_share_for_network_and_storage() -> None:
    """R118: two servers; per server a cable of 100 and a disk of 1,000, once a switch of 5,000 and a rack."""
    parts = (
        part("cable", "cable", 50.0, quantity=2.0),
        part("disk", "storage", 1_000.0),
        part("switch", "switch", 5_000.0, per="site"),
        part("rack", "rack", 800.0, per="site"),
    )
    plan = own(need(in_flight_peak=20.0)).model_copy(update={"parts": parts})
    found = priced(plan, network_storage_share=0.1).cost.breakdown
    assert "network_storage" not in found
    assert [found[name] for name in ("network", "storage", "facility")] == pytest.approx([5_200.0, 2_000.0, 800.0])


def test_parts_are_bought_with_the_servers_that_need_them() -> None:
    plan = own().model_copy(update={"parts": (part("disk", "storage", 1_000.0), part("ups", "power", 1.0, per="site"))})
    grown = priced(plan, months=24, growth_per_year=1.0001)
    assert grown.flows["storage"].tolist()[:2] == [1_000.0, 1_000.0]
    assert grown.flows["facility"].sum() == 1.0


def test_parts_count_as_investment() -> None:
    plan = own().model_copy(update={"parts": (part("disk", "storage", 1_000.0),)})
    assert priced(plan).cost.capex_eur == pytest.approx(101_000.0)


def test_a_part_without_a_price_is_named_and_not_billed() -> None:
    plan = own().model_copy(update={"parts": (part("optic", "cable", None), part("disk", "storage", 10.0))})
    found = priced(plan)
    assert found.unpriced == ("optic",)
    assert [item.ref for item in found.items] == ["box8", "disk"]


def test_the_status_quo_buys_nothing_and_runs_at_once() -> None:
    plan = own().model_copy(update={"option": "status_quo", "owned_machines": 2})
    found = priced(plan, months=12, lead_months=6.0, residual_share=0.2, maintenance_share_per_year=0.1)
    power = 2 * 2 * 730 * 12 * 0.2
    assert found.cost.breakdown == pytest.approx(
        {"electricity": power, "cooling": 0.5 * power, "maintenance": 2 * 100_000 * 0.1}
    )
    assert found.items == ()


def test_the_status_quo_says_how_many_machines_are_missing() -> None:
    """10 requests a machine, doubling every year: the third machine is missing within the second year."""
    plan = own().model_copy(update={"option": "status_quo", "owned_machines": 2})
    missing = priced(plan, months=24, growth_per_year=1.0).drivers["missing_machines"]
    assert (missing[0], missing[12], missing[23]) == (0.0, 0.0, 2.0)


def test_the_status_quo_needs_a_machine() -> None:
    with pytest.raises(CodedError, match="E213"):
        priced(own().model_copy(update={"option": "status_quo"}))


def test_machines_at_hand_are_not_bought_again() -> None:
    plan = own(need(in_flight_peak=30.0)).model_copy(update={"owned_machines": 2})
    assert priced(plan).items[0].quantity == 1.0


def test_tokens_cost_their_price_by_kind() -> None:
    """10^9 input tokens at 1 EUR, a quarter of them cached at 0.10, 10^8 output tokens at 4 EUR a million."""
    plan = api(use(cached=0.25, cached_input_per_million=figure(0.1)))
    assert priced(plan, months=12).cost.nominal_eur == pytest.approx(12 * (750 * 1.0 + 250 * 0.1 + 100 * 4.0))


def test_cached_tokens_without_a_price_of_their_own_cost_as_much_as_others() -> None:
    assert priced(api(use(cached=0.5)), months=1).cost.nominal_eur == pytest.approx(1_000 + 400)


def test_tokens_follow_demand_and_their_price_its_path() -> None:
    found = priced(api(), months=13, growth_per_year=1.0, api_price_change_per_year=-0.5, api_price_factor=0.9)
    assert found.flows["api_tokens"][12] == pytest.approx(1_400 * 2.0 * 0.9 * 0.5)


def test_a_service_has_no_gpu_hours_and_little_staff() -> None:
    found = priced(api(), months=12, staff_fte_hosted=0.1, staff_fte_own=5.0)
    assert found.cost.per_gpu_hour_eur is None
    assert found.nodes_by_year == (0,)
    assert found.cost.breakdown["staff"] == pytest.approx(9_000.0)


def test_cost_per_million_output_tokens_of_an_api() -> None:
    assert priced(api(), months=12).cost.per_million_output_tokens_eur == pytest.approx(1_400 / 100)


@pytest.mark.parametrize(
    ("plan", "error"),
    [
        (api(use(cached=1.5)), "E209.*cached_share"),
        (api(use(tokens_in=-1.0)), "E209.*input_tokens"),
        (api(use(price_in=-1.0)), "E205"),
        (api(use(currency="JPY")), "E206"),
        (api().model_copy(update={"uses": ()}), "E210"),
        (seats(0.0), "E209.*users"),
        (seats(price=-1.0), "E205"),
        (hybrid(own(), cloud(need(workload_id="w2"))), "E215"),
        (hybrid(own(), cloud(on_demand=None)), "E207"),
        (colocated(own(), currency="JPY"), "E206"),
        (own().model_copy(update={"parts": (part("disk", "storage", -1.0),)}), "E205"),
    ],
)
def test_what_cannot_be_priced_is_refused(plan: Plan, error: str) -> None:
    with pytest.raises(CodedError, match=error):
        priced(plan)


def test_seats_are_users_times_price() -> None:
    assert priced(seats(100.0), months=12).cost.nominal_eur == pytest.approx(100 * 20 * 12)


def test_no_more_seats_are_paid_than_there_are_people() -> None:
    plan = seats(200.0).model_copy(update={"most_users": 220.0})
    found = priced(plan, months=24, growth_per_year=1.0)
    assert found.drivers["seats"].max() == 220


def test_seats_are_whole_grow_with_the_users_and_keep_to_the_minimum() -> None:
    found = priced(seats(10.5, minimum_seats=15), months=13, growth_per_year=1.0)
    assert (found.drivers["seats"][0], found.drivers["seats"][12]) == (15.0, 21.0)


def test_how_much_users_ask_costs_no_further_seats() -> None:
    assert priced(seats(100.0), months=1, demand_factor=3.0).cost.nominal_eur == pytest.approx(2_000.0)


def test_a_seat_contract_that_outlasts_the_horizon_is_owed() -> None:
    assert priced(seats(100.0, minimum_months=12), months=9).cost.breakdown["minimum_term"] == pytest.approx(3 * 2_000)


def test_a_plan_is_priced_with_the_spans_of_its_own_servers() -> None:
    """R044: 3 months of interim rent for the plan whose servers take 3 months, none for the one beside it."""
    slow = question(lead_months=3.0).inputs["lead_months"]
    rented = cloud()
    plans = (own(interim=rented).model_copy(update={"inputs": (slow,)}), own(interim=rented))
    table = price_plans(plans, question(samples=4, months=12))
    waiting, ready = (plan.cost.breakdown.get("interim_cloud", 0.0) for plan in table.plans)
    assert waiting == pytest.approx(
        priced(own(interim=rented), months=12, lead_months=3.0).cost.breakdown["interim_cloud"]
    )
    assert ready == 0.0
    assert table.of_plan(0).question.inputs["lead_months"].range.value == 3.0
    assert table.of_plan(1).question.inputs["lead_months"].range.value == 0.0


def test_a_span_of_one_plan_is_drawn_at_the_same_points() -> None:
    """The same span as the question's gives the same samples, whoever carries it."""
    asked = question(samples=64, months=12, hardware_price_factor=(0.8, 1.0, 1.3))
    carried = own().model_copy(update={"inputs": (asked.inputs["hardware_price_factor"].model_copy(),)})
    table = price_plans((own(), carried), asked)
    assert (table.plans[0].npv == table.plans[1].npv).all()
