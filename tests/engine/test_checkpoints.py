"""A workload that names a copy of a model is sized in the copy's format; what contradicts it is shown."""

from typing import Any

import pytest
from tests.engine.conftest import AS_OF, Evaluate, assessment
from wizard.catalogs.load import load_catalog
from wizard.domain.result import Finding, Result
from wizard.engine import evaluate
from wizard.questionnaire.loader import load_questionnaire

UNRECORDED = {
    "models": {
        "Qwen/Qwen3-14B": {
            "checkpoints": {"house/qwen3-14b": {"source": "name given by the client", "retrieved_on": "2026-11-30"}}
        }
    }
}


def chat(model: str, **answers: Any) -> dict[str, Any]:
    return {"kind": "llm_chat", "model_ref": model, "inflight_peak": 8, **answers}


def finding(result: Result) -> Finding | None:
    return next((found for found in result.findings if found.id == "QA-15"), None)


def doubted(result: Result) -> list[str]:
    """Warnings of the sizing about how a copy stores its weights."""
    return [said.en for w in result.workloads for said in w.warnings if "stores its weights" in said.en]


def formats(result: Result) -> set[str]:
    return {c.weights_format for w in result.workloads for c in w.configurations}


@pytest.mark.parametrize(
    ("model", "number_format"), [("Qwen/Qwen3-32B-AWQ", "int4"), ("qwen/qwen3-32b-fp8", "fp8"), ("Qwen3-32B", "bf16")]
)
def test_the_named_copy_is_sized_in_its_format(run: Evaluate, model: str, number_format: str) -> None:
    """R009: as published means as the named copy is published."""
    result = run(assessment(chat(model)), samples=64).result
    assert formats(result) - {"fp16"} == {number_format}
    assert (finding(result), doubted(result)) == (None, [])


def test_the_result_names_the_copy(run: Evaluate) -> None:
    result = run(assessment(chat("qwen/qwen3-32b-fp8")), samples=64).result
    assert result.workloads[0].model.ref == "Qwen/Qwen3-32B-FP8"


def test_an_answer_against_the_named_copy_is_a_contradiction(run: Evaluate) -> None:
    result = run(assessment(chat("Qwen/Qwen3-32B-AWQ", weight_format="bf16")), samples=64).result
    found = finding(result)
    assert found is not None
    assert (found.severity, found.questions) == ("high", ())
    assert "Qwen/Qwen3-32B-AWQ" in found.text.de
    assert doubted(result) == [found.text.en]


@pytest.mark.parametrize("weights", ["int4", "native", "any"])
def test_an_answer_that_fits_the_named_copy_is_none(run: Evaluate, weights: str) -> None:
    result = run(assessment(chat("Qwen/Qwen3-32B-AWQ", weight_format=weights)), samples=64).result
    assert finding(result) is None


def test_a_copy_whose_format_nobody_recorded_is_asked_about() -> None:
    """Never silently in 16 bit: the sizing warns, and the question is open."""
    case = assessment(chat("house/qwen3-14b"))
    result = evaluate(case, load_catalog(UNRECORDED), load_questionnaire(), as_of=AS_OF, samples=64).result
    asked = {question.id for question in result.completeness.open_questions}
    assert "w.weight_format" in asked
    assert len(doubted(result)) == 1


def test_an_answer_settles_the_format_of_such_a_copy() -> None:
    case = assessment(chat("house/qwen3-14b", weight_format="int4"))
    result = evaluate(case, load_catalog(UNRECORDED), load_questionnaire(), as_of=AS_OF, samples=64).result
    assert "w.weight_format" not in {question.id for question in result.completeness.open_questions}
    assert (formats(result), finding(result), doubted(result)) == ({"int4"}, None, [])


def test_an_api_of_the_model_serves_whoever_names_a_copy(run: Evaluate) -> None:
    """Providers list models, not the copies that clients would run themselves."""
    named, copied = (
        {o.id for o in run(assessment(chat(ref)), samples=64).result.options}
        for ref in ("meta-llama/Llama-3.3-70B-Instruct", "neuralmagic/Llama-3.3-70B-Instruct-quantized.w8a8")
    )
    assert "api" in named
    assert copied == named
