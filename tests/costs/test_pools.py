"""Pools, turns by day and night, and parts of GPUs decide how many machines are bought."""

import pytest
from wizard.costs.engine import price_plans
from wizard.domain.economics import CapacityNeed

from .cases import cloud, need, own, question, runs


def machines(*needs: CapacityNeed) -> int:
    return price_plans([own(*needs)], question(samples=1, months=12)).plans[0].nodes_by_year[0]


def at_night(hours: float) -> CapacityNeed:
    return runs(hours, workload_id="w2").model_copy(update={"hours": "night", "window_hours": 535.0})


def test_half_a_machine_each_is_one_machine_together() -> None:
    chat, training = need(gpus_per_replica=4), runs(100.0, workload_id="w2", gpus_per_replica=4)
    assert machines(chat, training) == 1


def test_pools_share_no_machine() -> None:
    """R172: the same as above with machines of their own."""
    chat = need(gpus_per_replica=4, pool="services")
    training = runs(100.0, workload_id="w2", gpus_per_replica=4, pool="training")
    assert machines(chat, training) == 2


def test_turns_need_the_larger_of_day_and_night() -> None:
    """Two machines by day, one at night."""
    day = need(in_flight_peak=20.0, hours="day", active_hours_per_month=195.0)
    night = at_night(100.0)
    assert machines(day, night) == 2


def test_work_round_the_clock_comes_on_top_of_turns() -> None:
    round_the_clock = need(workload_id="w3")
    day = need(hours="day", active_hours_per_month=195.0)
    night = at_night(100.0)
    assert machines(round_the_clock, day, night) == 2


@pytest.mark.parametrize(("hours", "sets"), [(500.0, 1), (600.0, 2)])
def test_a_second_set_runs_when_the_nights_are_full(hours: float, sets: int) -> None:
    """535 free hours a month."""
    assert machines(at_night(hours)) == sets


def test_seven_parts_fill_a_gpu_and_the_eighth_opens_the_next() -> None:
    """R010: sevenths of the GPUs of a machine with one: 7 replicas on one machine, 8 on two."""
    part = {"gpus_per_replica": 1, "part_of_gpu": 1 / 7}
    eight = [own(need(in_flight_peak=10.0 * n, **part), accelerators=1) for n in (7, 8)]
    assert [p.nodes_by_year[0] for p in price_plans(eight, question(samples=1, months=12)).plans] == [1, 2]


def test_turns_pay_the_hours_of_both_by_the_hour() -> None:
    """One machine: 195 hours by day and 100 at night."""
    day = need(hours="day", active_hours_per_month=195.0)
    night = at_night(100.0)
    priced = price_plans([cloud(day, night)], question(samples=1, months=1)).plans[0]
    assert priced.items[0].quantity == pytest.approx(295.0)


@pytest.mark.parametrize(
    ("spare", "replicas", "machines_bought"),
    [(0, 1, 2), (1, 1, 2), (1, 8, 2), (2, 8, 2), (9, 8, 3), (0, 12, 3)],
)
def test_one_machine_may_fail_and_is_never_paid_twice(spare: int, replicas: int, machines_bought: int) -> None:
    """R154: eight replicas a machine; spare replicas that fill a machine already are the one that may fail."""
    chat = need(gpus_per_replica=1, in_flight_peak=10.0 * replicas, spare_replicas=spare, survives=True)
    assert machines(chat) == machines_bought


def test_what_may_be_down_needs_no_machine_of_its_own() -> None:
    """R154: two machines full of training give way to the one service that must go on."""
    chat = need(gpus_per_replica=1, survives=True)
    training = runs(100.0, workload_id="w2", gpus_per_replica=16)
    assert machines(chat, training) == machines(chat.model_copy(update={"survives": False}), training) == 3


def test_a_pool_stands_in_for_itself_alone() -> None:
    """R154 R172: the machine of the training cannot take over the service."""
    chat = need(gpus_per_replica=4, pool="services", survives=True)
    training = runs(100.0, workload_id="w2", gpus_per_replica=4, pool="training")
    assert machines(chat, training) == 3
