"""A model nobody knows leaves its own workload open; the others are computed, and nothing counts as complete."""

import pytest
from tests.engine.conftest import Evaluate, assessment
from wizard.domain.result import Result

SEARCH = {"kind": "llm_rag", "model_ref": "Qwen/Qwen3-32B", "users_active_peak": 120}
TYPING_ERROR = {"kind": "llm_chat", "model_ref": "Qwen/Qwen3-33B", "users_active_peak": 20}


@pytest.fixture(scope="module")
def result(run: Evaluate) -> Result:
    return run(assessment(SEARCH, TYPING_ERROR, client__name="Acme")).result


def test_the_other_workload_is_sized_as_if_alone(result: Result, run: Evaluate) -> None:
    alone = run(assessment(SEARCH, client__name="Acme")).result
    assert result.workloads[0].configurations == alone.workloads[0].configurations
    assert {o.id: o.chosen for o in result.options} == {o.id: o.chosen for o in alone.options}


def test_the_workload_gets_no_size_and_names_what_is_near(result: Result) -> None:
    unsized = result.workloads[1]
    assert unsized.configurations == ()
    assert unsized.open is not None
    assert "Qwen/Qwen3-33B" in unsized.open.en
    assert "Qwen/Qwen3-32B" in unsized.open.de


def test_the_answer_is_asked_for_again_before_anything_else(result: Result) -> None:
    first = result.completeness.open_questions[0]
    assert (first.id, first.workload) == ("w.model_ref", "w2")


def test_nothing_is_recommended_as_if_complete(run: Evaluate) -> None:
    """R044: every gate of the leader passes and it leads by far, yet a part of the demand has no hardware."""
    settled = {
        "con__residency": "onprem", "client__country": "DE", "project__needed_by": "2029-12-01",
        "fin__capex_budget": 1e8, "fin__opex_budget_month": 1e7, "site__place": "own_dc", "site__power_kw": 1000,
    }  # fmt: skip
    alone, partly = (run(assessment(*w, **settled)).result for w in ((SEARCH,), (SEARCH, TYPING_ERROR)))
    assert alone.recommendation.verdict == "clear"
    assert partly.recommendation.verdict == "open"
    assert "w2" in partly.recommendation.because[0].en
    assert all(option.feasible != "yes" for option in partly.options)


def test_every_priced_option_says_that_a_workload_is_missing(result: Result) -> None:
    priced = [option for option in result.options if option.cost is not None]
    assert priced
    assert all(any("w2" in note.en for note in option.notes) for option in priced)


def test_with_no_other_workload_nothing_is_priced(run: Evaluate) -> None:
    only = run(assessment(TYPING_ERROR)).result
    assert all(option.cost is None for option in only.options)
    assert only.recommendation.verdict == "open"
