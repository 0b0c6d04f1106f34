"""The roadmap: steps with dates after the day of the evaluation, and the result's own numbers behind them."""

from datetime import date
from itertools import pairwise
from typing import Any

import pytest
from tests.engine.conftest import AS_OF, Evaluate, assessment
from wizard.decision.wording import number
from wizard.domain.result import Result
from wizard.domain.roadmap import RoadmapStep
from wizard.engine.roadmap import months_later

CHAT: dict[str, Any] = {"kind": "llm_chat", "model_ref": "Qwen/Qwen3-32B", "users_active_peak": 200}
BUSY: dict[str, Any] = {**CHAT, "users_active_peak": 2000, "usage_profile": "24x7"}


@pytest.fixture(scope="module")
def rented(run: Evaluate) -> Result:
    return run(assessment(CHAT)).result


@pytest.fixture(scope="module")
def at_home(run: Evaluate) -> Result:
    """By law on own premises, with a site that carries the servers."""
    return run(
        assessment(BUSY, con__residency="airgap", site__place="own_dc", site__power_kw=200.0, fin__capex_budget=9e6)
    ).result


def step(result: Result, name: str) -> RoadmapStep:
    return next(s for s in result.recommendation.roadmap_steps if s.id == name)


def ids(result: Result) -> list[str]:
    return [s.id for s in result.recommendation.roadmap_steps if s.id != "clarify"]


def said(found: RoadmapStep) -> str:
    return " ".join(t.en for t in found.numbers)


def test_start_in_the_cloud_then_measure_then_bind(rented: Result) -> None:
    """R030 R031"""
    assert ids(rented) == ["pilot", "measure", "reserve", "review"]


def test_by_law_on_own_premises_the_order_comes_first(at_home: Result) -> None:
    """R030 no pilot in the cloud where nothing may leave the premises."""
    assert at_home.recommendation.option == "on_premises"
    assert ids(at_home) == ["order", "migrate", "review"]


def test_what_was_measured_is_not_measured_again(run: Evaluate) -> None:
    assert ids(run(assessment(CHAT, base__measured="repeatable")).result) == ["reserve", "review"]


def test_steps_follow_one_another_from_the_day_of_the_evaluation(rented: Result, at_home: Result) -> None:
    for result in (rented, at_home):
        steps = [s for s in result.recommendation.roadmap_steps if s.id != "clarify"]
        assert all(s.starts <= s.ends for s in steps)
        assert all(earlier.ends <= later.starts for earlier, later in pairwise(steps))
        assert steps[0].starts == months_later(AS_OF, 0)


def test_the_delivery_time_is_the_one_of_the_cost_model(at_home: Result) -> None:
    """QA-04's lead time: the order step lasts the months the catalogue gives the server class."""
    lead = next(a for a in at_home.assumptions if a.question == "cost.lead_months")
    order = step(at_home, "order")
    assert f"about {number(float(lead.value)).en} months" in said(order)
    assert order.ends == months_later(order.starts, float(lead.value))


def test_the_review_names_the_break_even_of_the_result(rented: Result) -> None:
    """R060 the same numbers as in the result, or that owning never pays off."""
    even = rented.break_even
    assert even is not None
    assert even.utilisation is not None
    review = said(step(rented, "review"))
    if even.discounted_months == "never":
        assert "does not pay off" in review
    else:
        assert f"discounted {number(float(even.discounted_months or 0), 0).en}" in review
    assert ("fully used" in review) == (even.utilisation > 1)


def test_the_threshold_is_the_break_even_use_in_gpus_and_requests(run: Evaluate) -> None:
    """R060 R131 with load round the clock a break-even use below 100 % is named beside the planned one."""
    result = run(assessment(BUSY)).result
    even = result.break_even
    assert even is not None
    assert even.utilisation is not None
    assert even.utilisation < 1
    numbers = [t.en for s in result.recommendation.roadmap_steps for t in s.numbers]
    assert any(f"from a mean use of {number(100 * even.utilisation, 0).en}%" in n for n in numbers)
    (workload,) = result.workloads
    assert workload.demand is not None
    assert any(f"planned are {number(workload.demand.requests_per_s_peak).en}." in n for n in numbers)


def test_the_price_path_is_told_with_both_signs(rented: Result) -> None:
    path = next(a for a in rented.assumptions if a.question == "cost.cloud_price_change_per_year")
    assert path.low is not None
    assert path.high is not None
    assert f"({number(100 * path.low, 0).en}% to {number(100 * path.high, 0).en}%)" in said(step(rented, "reserve"))


def test_each_step_has_its_time_in_the_words(rented: Result) -> None:
    assert rented.recommendation.roadmap[-1].de.startswith("Q1 2028: ")


@pytest.mark.parametrize(
    ("start", "months", "expected"),
    [(date(2026, 11, 30), 1, date(2026, 12, 28)), (date(2026, 11, 30), 3.4, date(2027, 2, 28)),
     (date(2026, 1, 5), 12, date(2027, 1, 5))],
)  # fmt: skip
def test_months_on_the_calendar(start: date, months: float, expected: date) -> None:
    assert months_later(start, months) == expected
