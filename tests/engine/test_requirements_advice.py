"""Requirements that a finding or a comparison answers: who over-buys, who under-buys, what the cloud is for."""

import pytest
from tests.decision.test_finding_rules import CASES, RULES, outcome
from tests.engine.conftest import Evaluate, assessment


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("PERF-04", "small"),
        ("OPS-11", "shar"),
    ],
)
def test_too_large_a_card_is_named(rule: str, words: str) -> None:
    """R010: a training card for a small service, a card that several could share."""
    found = outcome(rule, CASES[rule]["fires"])
    assert found is not None
    assert words in (found.title.en + found.text.en + found.advice.en).lower()


@pytest.mark.parametrize("rule", ["MEM-01", "MEM-11"])
def test_too_small_a_card_is_named(rule: str) -> None:
    """R011: the memory of one card, and of every permitted one."""
    assert "R011" in RULES[rule].covers
    assert outcome(rule, CASES[rule]["fires"]) is not None


@pytest.mark.parametrize("rule", ["FIN-01", "FIN-04"])
def test_sporadic_and_exploring_work_belongs_into_the_cloud(rule: str) -> None:
    """R059: below the break-even utilisation, and before anything is known."""
    assert outcome(rule, CASES[rule]["fires"]) is not None
    assert outcome(rule, {**CASES[rule]["fires"], **CASES[rule]["rests"]}) is None


def test_training_alone_asks_for_what_comes_after_it() -> None:
    """R081: over its life a model is used more than it is trained."""
    found = outcome("QA-08", CASES["QA-08"]["fires"])
    assert found is not None
    assert "R081" in RULES["QA-08"].covers or "R083" in RULES["QA-08"].covers


def test_an_answer_within_milliseconds_is_refused() -> None:
    """R088: a first token takes hundreds of milliseconds, the whole answer seconds."""
    found = outcome("PERF-08", CASES["PERF-08"]["fires"])
    assert found is not None
    assert outcome("PERF-08", {**CASES["PERF-08"]["fires"], **CASES["PERF-08"]["rests"]}) is None


def test_reading_the_weights_is_what_a_token_costs() -> None:
    """R013: weights move from memory to the cores for every step."""
    found = outcome("PERF-01", CASES["PERF-01"]["fires"])
    assert found is not None
    assert "bandwidth" in found.title.en


def test_a_faster_card_shortens_a_run_and_changes_its_cost(run: Evaluate) -> None:
    """R002: convergence and running cost follow the hardware."""
    result = run(assessment({"kind": "ft_full", "model_ref": "meta-llama/Llama-3.1-8B-Instruct"})).result
    hours = {
        c.accelerator: c.training.gpu_hours
        for c in result.workloads[0].configurations
        if c.training is not None and c.accelerator in ("a100-sxm-80", "h100-sxm-80", "b200-sxm-180")
    }
    assert hours["b200-sxm-180"] < hours["h100-sxm-80"] < hours["a100-sxm-80"]


def test_specifications_and_need_choose_the_tier(run: Evaluate) -> None:
    """R053 R001: a small model runs on a workstation card, a very large one on data-centre cards only."""
    small, large = (
        run(assessment({"kind": "llm_chat", "model_ref": name, "users_active_peak": 5})).result.workloads[0]
        for name in ("Qwen/Qwen3-0.6B", "deepseek-ai/DeepSeek-R1")
    )
    fits_small = {c.accelerator for c in small.configurations if c.feasible}
    fits_large = {c.accelerator for c in large.configurations if c.feasible}
    assert "rtx-5090-32" in fits_small
    assert fits_large
    assert "rtx-5090-32" not in fits_large


def test_the_cloud_is_there_first_and_ends_with_its_use(run: Evaluate) -> None:
    """R136: fast provisioning and capacity on demand are computed, not praised."""
    result = run(assessment({"kind": "llm_chat", "model_ref": "Qwen/Qwen3-32B"})).result
    cloud, own = result.option("cloud"), result.option("on_premises")
    assert cloud is not None
    assert own is not None
    for name, better in (("time_to_capacity", min), ("elasticity", max)):
        values = {"cloud": cloud.criteria[name].value or 0.0, "own": own.criteria[name].value or 0.0}
        assert better(values, key=lambda option: values[option]) == "cloud"


def test_a_measured_peak_is_held_against_the_prediction() -> None:
    """R051: what was measured is compared with what was computed."""
    assert "R051" in RULES["BASE-09"].covers or "R040" in RULES["BASE-09"].covers
    assert outcome("BASE-09", CASES["BASE-09"]["fires"]) is not None
