"""One machine may fail where the answers say so: in the machines, in the price, in the reason; never twice."""

from typing import Any

import pytest
from tests.engine.conftest import Evaluate, assessment
from wizard.domain.layout import Redundancy
from wizard.engine import Evaluation, explain

CHAT: dict[str, Any] = {
    "kind": "llm_chat", "model_ref": "meta-llama/Llama-3.1-8B-Instruct", "users_active_peak": 20,
    "usage_profile": "office", "weight_format": "fp8",
}  # fmt: skip
STILL = {"road__growth_pct": {"low": 0, "value": 0, "high": 0}}
HELD = ("on_premises", "colocation", "dedicated")


def outcome(evaluation: Evaluation, option: str) -> tuple[int, Redundancy]:
    found = evaluation.result.option(option)
    assert found is not None
    assert found.fleet is not None
    assert found.fleet.layout is not None
    assert found.fleet.layout.redundancy is not None
    return found.fleet.nodes, found.fleet.layout.redundancy


@pytest.fixture(scope="module")
def tolerable(run: Evaluate) -> Evaluation:
    return run(assessment({**CHAT, "criticality": "internal"}, **STILL), samples=64)


@pytest.fixture(scope="module")
def available(run: Evaluate) -> Evaluation:
    """Above what one machine gives, which was up 99.3 % of the time."""
    return run(assessment({**CHAT, "criticality": "internal", "availability_pct": 99.9}, **STILL), samples=64)


@pytest.fixture(scope="module")
def unanswered(run: Evaluate) -> Evaluation:
    return run(assessment(CHAT, **STILL), samples=64)


@pytest.mark.parametrize("option", HELD)
def test_a_machine_that_may_fail_is_bought_or_rented(tolerable: Evaluation, available: Evaluation, option: str) -> None:
    """R154: a load of one machine takes two, and costs more."""
    (before, _reserve), (after, reserve) = outcome(tolerable, option), outcome(available, option)
    assert (before, after) == (1, 2)
    assert (reserve.demanded, reserve.machines_added, reserve.machines_may_fail) == ("yes", 1, 1)
    assert reserve.machines_for_one_failure == 0
    costs = [e.result.option(option) for e in (tolerable, available)]
    assert costs[0] is not None
    assert costs[1] is not None
    assert costs[0].cost is not None
    assert costs[1].cost is not None
    assert costs[1].cost.npv_eur.p50 > costs[0].cost.npv_eur.p50


def test_by_the_hour_nothing_stands_in_reserve(available: Evaluation) -> None:
    """Another machine is started in its place."""
    nodes, reserve = outcome(available, "cloud")
    assert (nodes, reserve.machines_added) == (1, 0)
    assert reserve.why is not None
    assert "by the hour" in reserve.why.en


def test_where_nobody_answered_the_machine_is_advice_with_its_price(unanswered: Evaluation) -> None:
    """R133: an unknown answer is neither a yes nor a no; nothing is priced on it."""
    nodes, reserve = outcome(unanswered, "on_premises")
    assert (nodes, reserve.demanded, reserve.machines_added) == (1, "open", 0)
    assert reserve.machines_for_one_failure == 1
    assert reserve.questions == ("w.criticality",)
    assert reserve.price_eur is not None
    assert reserve.why is not None
    assert "not in the price" in reserve.why.en


def test_the_price_of_the_reserve_is_the_list_price_of_its_machines(unanswered: Evaluation) -> None:
    _nodes, reserve = outcome(unanswered, "on_premises")
    derivation = explain(unanswered, "options.on_premises.fleet.layout.redundancy.price_eur")
    assert derivation.value == reserve.price_eur
    server, *rest = [leaf for leaf in derivation.inputs if leaf.unit in ("EUR", "USD", "EUR/USD", "EUR per USD")]
    factor = rest[0].value if rest else 1.0
    assert server.value is not None
    assert factor is not None
    assert reserve.price_eur == pytest.approx(server.value * factor)


def test_spare_replicas_are_not_counted_again(run: Evaluate) -> None:
    """R154: criticality asks for a spare replica and for N+1; machines = max(with spares, serving + 1)."""
    evaluation = run(assessment({**CHAT, "criticality": "business"}, **STILL), samples=64)
    nodes, reserve = outcome(evaluation, "on_premises")
    option = evaluation.result.option("on_premises")
    assert option is not None
    assert option.fleet is not None
    assert option.fleet.layout is not None
    spare = [any(s.spare for g in m.gpus for s in g.shares) for m in option.fleet.layout.machines]
    assert spare == [False, True]
    assert (nodes, reserve.spare_replicas, reserve.machines_may_fail) == (2, 1, 1)


def test_training_alone_waits_for_the_repair(run: Evaluate) -> None:
    tuning = {"kind": "ft_peft", "model_ref": "meta-llama/Llama-3.1-8B-Instruct", "deadline_h": 48}
    nodes, reserve = outcome(run(assessment(tuning, **STILL), samples=64), "on_premises")
    assert (nodes, reserve.demanded, reserve.machines_for_one_failure) == (1, "no", 0)


def test_own_machines_of_a_mix_hold_no_reserve(available: Evaluation) -> None:
    """Rented ones stand in for a failed one."""
    mixed = [o.priced.plan for o in available.priced.options if o.option == "hybrid"] if available.priced else []
    assert not any(need.survives for plan in mixed for need in plan.needs)
