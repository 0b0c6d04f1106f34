"""Models that share GPUs in turns: hours, tolerance and load time decide, and only a yes changes the machines."""

from typing import Any

import pytest
from tests.engine.conftest import Evaluate, assessment
from wizard.domain.layout import FleetLayout, ModelInTurns
from wizard.engine import Evaluation, explain
from wizard.engine.paths import numbers

DAY: dict[str, Any] = {
    "kind": "llm_chat", "model_ref": "meta-llama/Llama-3.1-8B-Instruct", "users_active_peak": 20,
    "usage_profile": "office", "weight_format": "fp8", "criticality": "internal",
}  # fmt: skip
NIGHT = {**DAY, "usage_profile": "batch"}
STILL = {"road__growth_pct": {"low": 0, "value": 0, "high": 0}}
PATIENT = {"models": 2, "resident": 1, "cold_start_ok_s": 600}


def layout(evaluation: Evaluation, option: str = "on_premises") -> FleetLayout:
    found = evaluation.result.option(option)
    assert found is not None
    assert found.fleet is not None
    assert found.fleet.layout is not None
    return found.fleet.layout


def verdicts(evaluation: Evaluation) -> dict[str, str]:
    return {model.workload_id: model.verdict for model in layout(evaluation).in_turns}


def model(evaluation: Evaluation) -> ModelInTurns:
    return layout(evaluation).in_turns[0]


@pytest.fixture(scope="module")
def warm(run: Evaluate) -> Evaluation:
    return run(assessment(DAY, NIGHT, **STILL), samples=64)


@pytest.fixture(scope="module")
def lazy(run: Evaluate) -> Evaluation:
    return run(assessment(DAY, NIGHT, ops__model_loading=PATIENT, **STILL), samples=64)


def test_models_of_day_and_night_share_their_gpus(warm: Evaluation, lazy: Evaluation) -> None:
    """R149 R150: the larger of both is needed instead of their sum."""
    assert verdicts(lazy) == {"w1": "yes", "w2": "yes"}
    assert layout(lazy).gpus_used < layout(warm).gpus_used
    hours = {s.workload_id: s.hours for m in layout(lazy).machines for g in m.gpus for s in g.shares}
    assert hours == {"w1": "day", "w2": "night"}


def test_a_tolerance_nobody_stated_is_open_and_prices_nothing(warm: Evaluation) -> None:
    """R133"""
    assert verdicts(warm) == {"w1": "open", "w2": "open"}
    assert model(warm).questions == ("ops.model_loading",)
    assert model(warm).memory_gb > 0
    hours = {s.hours for m in layout(warm).machines for g in m.gpus for s in g.shares}
    assert hours == {"always"}


@pytest.mark.parametrize(
    ("second", "loading", "verdict", "reason"),
    [
        ({"usage_profile": "office"}, {}, "no", "coincide"),
        ({"usage_profile": "bursty"}, {}, "no", "coincide"),
        ({}, {"resident": 2}, "no", "stay loaded"),
        ({}, {"cold_start_ok_s": 5}, "no", "at best"),
        ({}, {"cold_start_ok_s": 60}, "open", "accepted"),
    ],
)
def test_what_keeps_a_model_loaded(
    run: Evaluate, second: dict[str, Any], loading: dict[str, Any], verdict: str, reason: str
) -> None:
    """R092 R126: 8 GB from NVMe take 16 to 187 s with the start of the engine."""
    case = assessment(DAY, {**NIGHT, **second}, ops__model_loading={**PATIENT, **loading}, **STILL)
    found = model(run(case, samples=64))
    assert found.verdict == verdict
    assert reason in found.why.en
    assert (found.memory_gb == 0) is (verdict == "no")


def test_hours_nobody_stated_leave_the_turn_open(run: Evaluate) -> None:
    unknown = {k: v for k, v in NIGHT.items() if k != "usage_profile"}
    found = run(assessment(DAY, unknown, ops__model_loading=PATIENT, **STILL), samples=64)
    assert verdicts(found) == {"w1": "open", "w2": "open"}
    assert model(found).questions == ("w.usage_profile",)


def test_the_load_time_is_weights_over_rate_and_the_start(lazy: Evaluation) -> None:
    """R126: 2.2 GB/s from NVMe and 45 s."""
    drive = next(load for load in model(lazy).loads if load.source == "local_nvme")
    assert drive.seconds == pytest.approx(model(lazy).weights_gb / 2.2 + 45.0)
    assert 7.5 < model(lazy).weights_gb < 9.5


def test_one_workload_a_gpu_takes_no_turns(run: Evaluate) -> None:
    case = assessment(DAY, NIGHT, ops__model_loading=PATIENT, ops__sharing="exclusive", **STILL)
    assert verdicts(run(case, samples=64)) == {"w1": "no", "w2": "no"}


def test_every_number_of_a_turn_has_a_derivation(lazy: Evaluation) -> None:
    keys = [key for key in numbers(lazy.result) if ".layout.in_turns." in key]
    assert keys
    assert all(explain(lazy, key).inputs for key in keys)
