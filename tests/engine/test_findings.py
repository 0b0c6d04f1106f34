"""Findings of whole evaluations, as a consultant meets them."""

from datetime import date
from typing import Any

import pytest
from tests.engine.conftest import Evaluate, assessment
from wizard.domain.catalog import Catalog
from wizard.domain.result import Finding, Result
from wizard.engine import evaluate
from wizard.questionnaire.findings_data import load_finding_rules
from wizard.questionnaire.loader import load_questionnaire

CHAT = {"kind": "llm_chat", "model_ref": "Llama-3.1-8B"}
GATED = {rule.id: rule.gate for rule in load_finding_rules() if rule.gate}


def held(result: Result, rule_id: str) -> Finding | None:
    """The finding of this rule where it holds, not where it is only to be checked."""
    return next((f for f in result.findings if f.id == rule_id and not f.questions), None)


@pytest.mark.parametrize(
    ("rule_id", "answers", "relief"),
    [
        ("OPS-01", {"ops__serving_stack": ["torchserve"]}, {"ops__serving_stack": ["vllm"]}),
        ("OPS-02", {"ops__serving_stack": ["tgi"]}, {"ops__serving_stack": ["sglang"]}),
        ("SEC-01", {"sec__controls": ["firewall"]}, {"sec__controls": ["firewall", "tls"]}),
        ("OPS-08", {"ops__monitoring": ["none"], "project__stage": "pilot"}, {"ops__monitoring": ["prometheus"]}),
        ("FIN-17", {"fin__vat_recoverable": "no"}, {"fin__vat_recoverable": "yes"}),
    ],
)
def test_an_answer_brings_it_up_and_another_puts_it_to_rest(
    run: Evaluate, rule_id: str, answers: dict[str, Any], relief: dict[str, Any]
) -> None:
    """R147, R159, R166, R170, R025."""
    found = held(run(assessment(CHAT, **answers)).result, rule_id)
    assert found is not None
    assert found.source
    assert held(run(assessment(CHAT, **{**answers, **relief})).result, rule_id) is None


def _own(gpu: str, **row: Any) -> dict[str, Any]:
    return {"hw__has_gpu": "server", "hw__nodes": [{"gpu": gpu, "count": 2, **row}]}


@pytest.mark.parametrize(("place", "rule_id"), [("own_dc", "LAW-11"), ("server_room", "LAW-21"), ("office", None)])
def test_consumer_cards_are_judged_by_their_place(run: Evaluate, place: str, rule_id: str | None) -> None:
    """R024: the driver licence excludes data centres; in a server room it is for the lawyers, at a desk nothing."""
    result = run(assessment(CHAT, site__place=place, **_own("RTX 4090"))).result
    assert [f.id for f in result.findings if f.id in ("LAW-11", "LAW-21") and not f.questions] == (
        [rule_id] if rule_id else []
    )


def test_a_weak_processor_is_named_with_both_numbers(run: Evaluate) -> None:
    """R061, R062: two GPUs with four loaders each need 2 · (4 + 1) + 4 = 14 cores."""
    case = assessment({"kind": "vision"}, data__preprocess="heavy", **_own("A100-SXM-80GB", cpu_cores=8))
    found = held(run(case).result, "HOST-01")
    assert found is not None
    assert "8 cores serve 2 GPUs; 14 are needed" in found.text.en


def test_full_training_shows_both_figures(run: Evaluate) -> None:
    """R020: 8.03e9 parameters: 16 GB of weights, 21 to 22.5 GB by the rule of thumb, 128 and 145 GB by parts."""
    found = held(run(assessment({"kind": "ft_full", "model_ref": "Llama-3.1-8B"})).result, "MEM-05")
    assert found is not None
    for figure in ("16.1 GB", "20.9 to 22.5 GB", "128 GB (16 bytes", "145 GB (18 bytes)"):
        assert figure in found.text.en.replace(" per parameter", "")
    assert "128 GB (16 Byte je Parameter)" in found.text.de


def test_adapters_are_no_alarm(run: Evaluate) -> None:
    assert held(run(assessment({"kind": "ft_peft", "model_ref": "Llama-3.1-8B"})).result, "MEM-05") is None


def test_a_tender_that_counts_the_peak_is_answered_with_arithmetic(run: Evaluate) -> None:
    """R084: 8.8 million H100 hours at 989 TFLOPS are 3.13e25, all of the dense peak."""
    stated = {"gpu": "H100-SXM-80GB", "gpu_hours": 8.8e6, "flops": 3.133e25}
    case = assessment({"kind": "pretrain", "model_ref": "Llama-3.1-70B", "train_tokens": 15e12,
                       "stated_compute": stated})  # fmt: skip
    found = held(run(case).result, "QA-10")
    assert found is not None
    assert "3.13 · 10²⁵ FLOP" in found.text.en
    assert "100%" in found.text.en
    assert "6.35 · 10²⁴ FLOP (6 · parameters · tokens)" in found.text.en  # 6 · 70.55e9 · 15e12
    assert "20.3%" in found.text.en or "20%" in found.text.en  # of 3.133e25, of the same product


def test_residency_names_the_options_it_excludes_once(run: Evaluate) -> None:
    """R044: one finding for all options outside the area, in the words of the question."""
    found = held(run(assessment(CHAT, con__residency="onprem")).result, "LAW-13")
    assert found is not None
    assert found.severity == "blocker"
    assert found.title.de.endswith(": Außerhalb des zulässigen Bereichs")
    assert "Cloud" in found.title.de
    assert "Eigenbetrieb" not in found.title.de


@pytest.mark.parametrize(
    "answers",
    [
        {},
        {"con__residency": "onprem", "site__place": "server_room", "site__rack_kw": 1, "site__power_kw": 1},
        {"con__data_classes": ["social_health_de"], "client__country": "DE", "con__regimes": ["c5"]},
        {"site__place": "office", "site__noise_limit": "cat1", "site__power_kw": 2},
    ],
)
def test_no_blocker_contradicts_a_gate(run: Evaluate, answers: dict[str, Any]) -> None:
    """What restates a gate holds only for options whose gate fails, and never for the leading one."""
    result = run(assessment(CHAT, **answers)).result
    failing = {gate.rule for option in result.options for gate in option.gates if gate.verdict == "fail"}
    assert {GATED[f.id] for f in result.findings if f.id in GATED} <= failing


def test_open_rules_stay_few_and_ask_what_can_be_answered(run: Evaluate) -> None:
    """Three answers in, a consultant can still read what is to be checked."""
    result = run(assessment(CHAT, client__country="DE")).result
    waiting = {question for f in result.findings for question in f.questions}
    assert 0 < len(waiting) <= 15
    assert waiting <= {q.id for q in result.completeness.open_questions}


def test_own_machines_are_not_judged_where_somebody_else_runs_them(run: Evaluate) -> None:
    result = run(assessment(CHAT, site__place="office", project__stage="poc")).result
    assert result.recommendation.option in ("cloud", "dedicated", "api", "seats")
    assert not {"SITE-03", "FIN-15", "OPS-14", "FIN-12"} & {f.id for f in result.findings}


@pytest.mark.parametrize(("day", "stale"), [(date(2026, 12, 1), False), (date(2027, 7, 1), True)])
def test_rules_of_law_and_products_age(catalog: Catalog, day: date, stale: bool) -> None:
    """A product's state is good for half a year, law and tax for a year."""
    result = evaluate(assessment(CHAT), catalog, load_questionnaire(), as_of=day, samples=64).result
    assert (held(result, "QA-12") is not None) is stale


def test_an_answer_of_one_token_has_no_time_between_tokens_and_breaks_nothing(run: Evaluate) -> None:
    result = run(assessment({"kind": "llm_chat", "tokens_out": {"typical": 1, "p95": 1}})).result
    assert result.workloads[0].configurations


def test_invoiced_tokens_that_contradict_the_users_are_named(run: Evaluate) -> None:
    """R031: 300 million output tokens a month against 200 users, who make eight million: not the same load."""
    few = {"kind": "llm_chat", "model_ref": "meta-llama/Llama-3.3-70B-Instruct", "users_total": 200}
    found = held(run(assessment(few | {"monthly_tokens_known": {"output_tokens": 3e8}})).result, "QA-13")
    assert found is not None
    assert "300 million output tokens" in found.text.en
    assert "300 Millionen Ausgabe-Token" in found.text.de


def test_invoiced_tokens_near_the_stated_use_are_no_alarm(run: Evaluate) -> None:
    few = {"kind": "llm_chat", "model_ref": "meta-llama/Llama-3.3-70B-Instruct", "users_total": 200}
    assert held(run(assessment(few | {"monthly_tokens_known": {"output_tokens": 1e7}})).result, "QA-13") is None
    assert held(run(assessment(few)).result, "QA-13") is None


def test_storage_is_judged_by_its_kind_where_nobody_measured_it(run: Evaluate) -> None:
    """R114 R129: a network share neither feeds the training nor opens its small files; a measured rate outranks it."""
    training = {"kind": "train_other", "model_ref": "class_vision"}
    answers = {"data__storage_tier": "nas", "data__file_profile": "many_small", "data__train_tb": 15}
    named = {f.id for f in run(assessment(training, **answers)).result.findings if f.severity == "medium"}
    measured = run(assessment(training, **answers, data__read_gb_per_s=50)).result.findings
    assert {"HOST-04", "HOST-09"} <= named
    assert "HOST-04" not in {f.id for f in measured}
