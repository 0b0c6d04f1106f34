"""The answer about prompts that begin alike: counted when given, asked for when not."""

from typing import Any

import pytest
from tests.engine.conftest import Evaluate, assessment
from wizard.domain.configuration import Configuration
from wizard.domain.workload_result import WorkloadResult
from wizard.questionnaire.loader import load_questionnaire

AGENT: dict[str, Any] = {
    "kind": "llm_agent", "model_ref": "meta-llama/Llama-3.3-70B-Instruct", "users_active_peak": 300,
    "tokens_in": {"typical": 6_000, "p95": 12_000}, "tokens_out": {"typical": 200, "p95": 600}, "weight_format": "fp8",
}  # fmt: skip
TITLE = load_questionnaire().question("w.shared_prefix_pct").title


@pytest.fixture(scope="module")
def sized(run: Evaluate):
    def found(**answers: Any) -> WorkloadResult:
        return run(assessment(AGENT | answers), samples=64).result.workloads[0]

    return found


def best(workload: WorkloadResult, card: str = "h100-sxm-80") -> Configuration:
    return next(c for c in workload.configurations if c.accelerator == card and c.feasible)


def asks(workload: WorkloadResult) -> list[str]:
    return [w.in_language("en") for w in workload.warnings if TITLE.in_language("en") in w.in_language("en")]


def test_an_answer_is_counted(sized) -> None:
    """R045"""
    assert best(sized(shared_prefix_pct=80)).replicas_at_peak < best(sized(shared_prefix_pct=0)).replicas_at_peak


def test_without_an_answer_nothing_is_counted(sized) -> None:
    assert best(sized()) == best(sized(shared_prefix_pct=0))


def test_without_an_answer_the_result_says_what_it_could_bring(sized) -> None:
    (line,) = asks(sized())
    assert "60 %" in line  # upper end of the proposal in the question bank
    assert "GPUs" in line


@pytest.mark.parametrize("share", [0, 30])
def test_an_answer_closes_the_question(sized, share: int) -> None:
    assert asks(sized(shared_prefix_pct=share)) == []


def test_the_line_is_written_in_both_languages(sized) -> None:
    german = [w.in_language("de") for w in sized().warnings]
    assert any(TITLE.in_language("de") in line and "statt" in line for line in german)
