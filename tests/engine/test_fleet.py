"""All workloads of an assessment on the machines of one option: pools, parts of GPUs, growth, night, scaling."""

from collections import Counter
from math import ceil
from typing import Any

import pytest
from tests.engine.conftest import Evaluate, assessment
from wizard.domain.layout import FleetLayout, MachineUse
from wizard.domain.result import Fleet
from wizard.engine import Evaluation, explain
from wizard.engine.paths import numbers

OFFICE: dict[str, Any] = {
    "kind": "llm_rag", "model_ref": "Qwen/Qwen3-32B", "users_active_peak": 50, "usage_profile": "office",
    "criticality": "business",
}  # fmt: skip
CHAT: dict[str, Any] = {
    "kind": "llm_chat", "model_ref": "meta-llama/Llama-3.1-8B-Instruct", "users_active_peak": 20,
    "usage_profile": "office", "weight_format": "fp8",
}  # fmt: skip
TUNING: dict[str, Any] = {
    "kind": "ft_peft", "model_ref": "meta-llama/Llama-3.1-8B-Instruct", "preemptible_ok": True, "deadline_h": 48,
}  # fmt: skip
SPEECH: dict[str, Any] = {"kind": "asr", "usage_profile": "office"}


def fleet(evaluation: Evaluation, option: str = "on_premises") -> tuple[Fleet, FleetLayout]:
    found = evaluation.result.option(option)
    assert found is not None
    assert found.fleet is not None
    assert found.fleet.layout is not None
    return found.fleet, found.fleet.layout


def gpus_by_workload(machines: tuple[MachineUse, ...]) -> Counter[str]:
    return Counter(
        {
            name: sum(
                m.count * g.count for m in machines for g in m.gpus if any(s.workload_id == name for s in g.shares)
            )
            for name in {s.workload_id for m in machines for g in m.gpus for s in g.shares}
        }
    )


@pytest.fixture(scope="module")
def plain(run: Evaluate) -> Evaluation:
    return run(assessment(OFFICE, TUNING, SPEECH, CHAT))


@pytest.fixture(scope="module")
def separate(run: Evaluate) -> Evaluation:
    return run(assessment(OFFICE, TUNING, SPEECH, CHAT, ops__pools="separate"))


@pytest.fixture(scope="module")
def shared(run: Evaluate) -> Evaluation:
    return run(assessment(OFFICE, TUNING, SPEECH, CHAT, ops__pools="shared"))


@pytest.fixture(scope="module")
def divided(run: Evaluate) -> Evaluation:
    return run(assessment(OFFICE, TUNING, SPEECH, CHAT, ops__sharing="mig"))


@pytest.mark.parametrize("case", ["plain", "separate", "shared", "divided"])
def test_the_gpus_shown_add_up_to_the_gpus_of_the_fleet(case: str, request: pytest.FixtureRequest) -> None:
    """R001: used and free GPUs, and those of the machines, are those the price is for; in every option."""
    evaluation: Evaluation = request.getfixturevalue(case)
    fleets = [o.fleet for o in evaluation.result.options if o.fleet is not None and o.fleet.layout is not None]
    assert fleets
    for found in fleets:
        layout = found.layout
        assert layout is not None
        listed = sum(m.count * g.count for m in layout.machines for g in m.gpus)
        assert layout.gpus_used + layout.gpus_free == listed == sum(found.gpus.values())
        assert sum(m.count for m in layout.machines) == found.nodes
        taken = sum(m.count * g.count for m in layout.machines for g in m.gpus if g.shares)
        assert taken == layout.gpus_used


@pytest.mark.parametrize("case", ["plain", "separate", "shared", "divided"])
def test_no_gpu_holds_more_than_it_has(case: str, request: pytest.FixtureRequest) -> None:
    """R151"""
    _fleet, layout = fleet(request.getfixturevalue(case))
    gpus = [g for m in layout.machines for g in m.gpus]
    assert all(g.headroom_gb >= 0 for g in gpus)
    assert all(g.memory_gb + g.headroom_gb == pytest.approx(g.usable_gb) for g in gpus)


def test_the_fleet_holds_the_peaks_of_all_workloads(plain: Evaluation) -> None:
    """R154: the replicas of each configuration at the highest demand of the first year, spare ones included."""
    found = plain.result.option("on_premises")
    assert found is not None
    _fleet, layout = fleet(plain)
    held = gpus_by_workload(layout.machines)
    demand = layout.years[0].demand_factor
    for workload in plain.result.workloads:
        configuration = next(c for c in workload.configurations if c.id == found.chosen[workload.id])
        if configuration.replicas_at_peak is not None:
            serving = ceil(configuration.replicas_at_peak * demand - 1e-9)
            asked = (serving + configuration.spare_replicas) * configuration.gpus_per_replica
            assert held[workload.id] >= asked


def test_separate_pools_share_no_machine(separate: Evaluation) -> None:
    """R172"""
    _fleet, layout = fleet(separate)
    assert layout.pools == "separate"
    assert {m.pool for m in layout.machines} == {"services", "training"}
    training = [m for m in layout.machines if m.pool == "training"]
    assert {s.workload_id for m in training for g in m.gpus for s in g.shares} == {"w2"}


def test_without_an_answer_pools_are_only_advised(plain: Evaluation) -> None:
    """R172: the advice names what machines of their own would cost."""
    _fleet, layout = fleet(plain)
    assert (layout.pools, layout.answered) == ("divided", False)
    assert layout.machines_if_separate >= sum(m.count for m in layout.machines)
    assert layout.pools_why.en.startswith("Advice")


def test_training_at_night_saves_its_gpus(plain: Evaluation, shared: Evaluation) -> None:
    """R172: 24 - 9 hours are free on a working day, 730 - 195 a month; the run fits into one night."""
    _before, apart = fleet(plain)
    _after, layout = fleet(shared)
    assert layout.pools == "shared"
    assert layout.night is not None
    assert layout.night.verdict == "yes"
    assert (layout.night.hours_free_per_day, layout.night.hours_free_per_month) == (15, 535)
    assert layout.night.gpu_hours_needed < layout.night.gpu_hours_free
    assert layout.gpus_used == apart.gpus_used - layout.night.gpus_saved < apart.gpus_used
    hours = {s.workload_id: s.hours for m in layout.machines for g in m.gpus for s in g.shares}
    assert hours == {"w1": "day", "w2": "night", "w3": "day", "w4": "day"}


@pytest.mark.parametrize(
    ("chat", "tuning", "verdict"),
    [
        ({"usage_profile": "24x7"}, {}, "no"),
        ({}, {"runs_per_month": 5000}, "no"),
    ],
)
def test_what_keeps_training_off_the_services(
    run: Evaluate, chat: dict[str, Any], tuning: dict[str, Any], verdict: str
) -> None:
    """No hours of the day are free, or fewer GPU hours than needed; then pools stay apart although asked for."""
    case = assessment({**OFFICE, **chat}, {**TUNING, **tuning}, ops__pools="shared")
    _fleet, layout = fleet(run(case))
    assert layout.night is not None
    assert (layout.night.verdict, layout.night.gpus_saved, layout.pools) == (verdict, 0, "divided")


def test_hours_nobody_stated_leave_the_night_open(run: Evaluate) -> None:
    """An unknown answer is not a no: the question is named, and nothing is priced on it."""
    unknown = {k: v for k, v in OFFICE.items() if k != "usage_profile"}
    _fleet, layout = fleet(run(assessment(unknown, TUNING, ops__pools="shared")))
    assert layout.night is not None
    assert (layout.night.verdict, layout.night.questions) == ("open", ("w.usage_profile",))
    assert layout.pools == "divided"


def test_small_workloads_share_a_gpu_by_mig(plain: Evaluation, divided: Evaluation) -> None:
    """R010, R151: speech and a small chat together on one GPU; model, load and target are the same."""
    _before, apart = fleet(plain)
    _after, layout = fleet(divided)
    cut = [g for m in layout.machines for g in m.gpus if any(s.partition for s in g.shares)]
    assert cut
    assert {s.workload_id for g in cut for s in g.shares} >= {"w3", "w4"}
    assert sum(s.part for s in cut[0].shares) <= 1.0
    assert layout.gpus_used < apart.gpus_used


def test_a_part_is_held_to_the_same_target(divided: Evaluation) -> None:
    """R132"""
    option = divided.result.option("on_premises")
    assert option is not None
    workload = divided.result.workloads[3]
    part = next(c for c in workload.configurations if c.id == option.chosen["w4"])
    whole = next(c for c in workload.configurations if c.accelerator == part.accelerator.split("/")[0])
    assert part.slo_met is True
    assert (part.weights_format, part.kv_format, part.engine) == (whole.weights_format, whole.kv_format, whole.engine)


def test_customers_share_no_gpu_by_time_slices(run: Evaluate) -> None:
    """OPS-12: memory and faults are not separated."""
    _fleet, layout = fleet(run(assessment(CHAT, SPEECH, ops__sharing="timeslice", sec__tenancy="customers")))
    assert not any(s.partition for m in layout.machines for g in m.gpus for s in g.shares)
    assert layout.sharing_why is not None
    assert "customers" in layout.sharing_why.en


def test_growth_names_the_month_of_the_next_machine(run: Evaluate) -> None:
    """R044, R154: demand doubles every year."""
    case = assessment({**OFFICE, "users_active_peak": 400}, road__growth_pct={"low": 100, "value": 100, "high": 100})
    evaluation = run(case, samples=64)
    found, layout = fleet(evaluation)
    assert [y.demand_factor for y in layout.years] == sorted(y.demand_factor for y in layout.years)
    gpus = sum(found.gpus.values()) // found.nodes
    assert tuple(y.machines * gpus for y in layout.years) == found.by_year
    assert any(y.more_from_month is not None and 12 < y.more_from_month <= 36 for y in layout.years)
    assert layout.scaling is not None
    assert layout.scaling.direction in ("vertical", "horizontal", "hybrid")
    assert layout.scaling.load_factor_now < layout.scaling.load_factor_end


def test_without_growth_nothing_is_added(run: Evaluate) -> None:
    """R153"""
    case = assessment(CHAT, road__growth_pct={"low": 0, "value": 0, "high": 0})
    _fleet, layout = fleet(run(case, samples=64))
    assert layout.scaling is not None
    assert layout.scaling.direction == "none"
    assert layout.scaling.load_factor_now >= layout.scaling.load_factor_end == 1.0


def test_a_second_class_is_only_recommended_where_it_costs_less_and_can_be_run(run: Evaluate) -> None:
    """R155: saved = one class − two classes, and a platform that places work by class of GPU."""
    for platform in ("docker", "kubernetes"):
        _fleet, layout = fleet(run(assessment(OFFICE, CHAT, SPEECH, ops__orchestration=platform), samples=64))
        mixed = layout.mixed
        assert mixed is not None
        assert mixed.saved_eur == pytest.approx(mixed.price_eur - mixed.mixed_price_eur)
        assert (mixed.verdict == "yes") is (mixed.saved_eur > 0 and platform == "kubernetes")


def test_every_number_of_a_layout_has_a_derivation(shared: Evaluation, divided: Evaluation) -> None:
    for evaluation in (shared, divided):
        keys = [key for key in numbers(evaluation.result) if ".fleet.layout." in key]
        assert keys
        assert all(explain(evaluation, key).formula for key in keys)
