"""Licences and kinds of the models a workload names, from answers to result."""

from typing import Any

import pytest
from tests.engine.conftest import Evaluate, assessment
from wizard.domain.result import Finding, Gate, Result

FIRM: dict[str, Any] = {"client__sector": "industry", "client__country": "DE", "project__stage": "production"}


def licence_gates(result: Result) -> set[str]:
    return {gate.verdict for gate in found_gates(result)}


def found_gates(result: Result) -> list[Gate]:
    return [gate for option in result.options for gate in option.gates if gate.rule == "LIC-01"]


def finding(result: Result, identity: str) -> Finding | None:
    return next((found for found in result.findings if found.id == identity), None)


@pytest.mark.parametrize(
    ("kind", "model"),
    [("image_gen", "FLUX.1-dev"), ("image_gen", "FLUX.2-dev"), ("tts", "XTTS-v2"), ("embedding", "jina-embeddings-v3"),
     ("llm_chat", "Mistral-Large-Instruct-2411")],
)  # fmt: skip
def test_no_business_runs_on_a_licence_for_research(run: Evaluate, kind: str, model: str) -> None:
    """FLUX [dev] Non-Commercial License, Coqui Public Model License, CC BY-NC 4.0, Mistral Research License."""
    result = run(assessment({"kind": kind, "model_ref": model}, **FIRM), samples=64).result
    found = finding(result, "LAW-26")
    assert licence_gates(result) == {"fail"}
    assert found is not None
    assert found.severity == "blocker"


@pytest.mark.parametrize(("country", "verdict"), [("DE", "fail"), ("CH", "pass")])
def test_multimodal_llama_is_not_licensed_in_the_union(run: Evaluate, country: str, verdict: str) -> None:
    """Llama 3.2 Acceptable Use Policy: rights are not granted to those domiciled in the European Union."""
    answers = {**FIRM, "client__country": country}
    case = assessment({"kind": "vlm", "model_ref": "Llama-3.2-11B-Vision"}, **answers)
    result = run(case, samples=64).result
    assert licence_gates(result) == {verdict}
    assert (finding(result, "LAW-24") is not None) is (verdict == "fail")


@pytest.mark.parametrize(
    ("kind", "model"),
    [("image_gen", "SDXL"), ("image_gen", "FLUX.1-schnell"), ("vision", "resnet50"), ("ocr", "olmOCR")],
)
def test_free_models_of_services_pass(run: Evaluate, kind: str, model: str) -> None:
    """Open RAIL++-M, Apache 2.0, BSD 3-Clause."""
    result = run(assessment({"kind": kind, "model_ref": model}, **FIRM), samples=64).result
    assert licence_gates(result) <= {"pass"}
    assert finding(result, "LAW-26") is None


def test_a_duty_of_the_licence_is_a_finding(run: Evaluate) -> None:
    """AGPL-3.0, section 13: remote use obliges to offer the source."""
    result = run(assessment({"kind": "vision", "model_ref": "YOLO11m"}, **FIRM), samples=64).result
    assert finding(result, "LAW-28") is not None


def test_a_licence_nobody_read_asks_and_never_excludes(run: Evaluate) -> None:
    result = run(assessment({"kind": "llm_chat", "model_ref": "openbmb/MiniCPM-2B"}, **FIRM), samples=64).result
    assert licence_gates(result) == {"open"}
    assert all(gate.questions == ("w.model_ref",) for gate in found_gates(result))
    assert finding(result, "LAW-30") is not None


def test_a_licence_limited_by_revenue_asks(run: Evaluate) -> None:
    """Stability AI Community License: free below USD 1 million of yearly revenue."""
    result = run(assessment({"kind": "image_gen", "model_ref": "SDXL-Turbo"}, **FIRM), samples=64).result
    assert licence_gates(result) == {"open"}


@pytest.mark.parametrize(
    ("kind", "model", "named"),
    [("llm_chat", "BAAI/bge-m3", "BGE-M3"), ("image_gen", "Qwen/Qwen3-32B", "Qwen3 32B"),
     ("tts", "whisper-small", "Whisper small"), ("asr", "XTTS-v2", "XTTS v2"),
     ("llm_rag", "SDXL", "Stable Diffusion XL"),
     ("vision", "whisper-small", "Whisper small")],
)  # fmt: skip
def test_a_model_of_another_kind_is_not_sized(run: Evaluate, kind: str, model: str, named: str) -> None:
    """R092: model and kind of workload are both named."""
    result = run(assessment({"kind": kind, "model_ref": model}), samples=64).result
    (workload,) = result.workloads
    found = finding(result, "QA-14")
    assert workload.open is not None
    assert (named in workload.open.de, "„" in workload.open.de, workload.configurations) == (True, True, ())
    assert found is not None
    assert found.text == workload.open


@pytest.mark.parametrize(
    ("kind", "model"), [("embedding", "BAAI/bge-m3"), ("embedding", "Qwen/Qwen3-32B"), ("asr", "whisper-small")]
)
def test_a_model_of_the_right_kind_is_sized(run: Evaluate, kind: str, model: str) -> None:
    result = run(assessment({"kind": kind, "model_ref": model}), samples=64).result
    assert (result.workloads[0].open, finding(result, "QA-14")) == (None, None)
