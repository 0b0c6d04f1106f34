"""Real client cases reach a result, and the result says what a good consultant would say."""

import pytest
from tests.engine.conftest import S03, Evaluate, assessment
from wizard.domain.errors import CodedError
from wizard.engine import Evaluation

NO_GROWTH = {"low": 0, "value": 0, "high": 0}


def test_weights_fit_but_the_cache_does_not(s06: Evaluation) -> None:
    """R014, R016: Llama-2-70B in 16 bit on two A100-80G; four cards or 4-bit weights serve (TGI issue 734)."""
    (given,) = [c for c in s06.result.workloads[0].configurations if c.origin == "client"]
    assert given.memory.weights_gb == pytest.approx(68.98, rel=0.005)  # 68.98e9 parameters · 2 bytes / 2 cards
    assert given.memory.weights_gb < given.memory.usable_gb
    warning = given.warnings[0].en
    assert "The weights fit" in warning
    assert "cache for regular service does not" in warning
    assert "4 of these GPUs hold" in warning
    assert "4-bit weights" in warning
    assert "MEM-04" in [f.id for f in s06.result.findings]


def test_cards_depend_on_the_tokens_a_request_keeps(s03: Evaluation) -> None:
    """R171: two A100 carry 100 requests of Llama-2-13B only while each keeps about 900 tokens (819,200 B a token)."""
    table = {row.tokens_per_request: row for row in s03.result.workloads[0].token_table}
    assert table[900].gpus == 2
    assert table[900].gpus_with_spare > table[900].gpus
    assert table[3072].gpus > 4
    assert [row.gpus for row in table.values()] == sorted(row.gpus for row in table.values())


def test_the_given_cards_are_called_too_few(s03: Evaluation) -> None:
    """R042: latency and fit are judged at the asked 100 requests, never at a smaller number."""
    (given,) = [c for c in s03.result.workloads[0].configurations if c.origin == "client"]
    assert given.total_gpus == 2
    assert any("too few" in reason.en for reason in given.why_not)
    assert s03.result.workloads[0].demand is not None
    assert s03.result.workloads[0].demand.in_flight_p99 == 100


def test_own_premises_as_a_rule_strikes_the_cloud_out(run: Evaluate) -> None:
    """R044: a police authority's server in its own rooms; the gate names the rule, and what is left is sized."""
    case = assessment({"kind": "ft_full"}, client__sector="public", client__country="DE", con__residency="onprem")
    result = run(case).result
    cloud = result.option("cloud")
    own = result.option("on_premises")
    assert cloud is not None
    assert own is not None
    assert cloud.feasible == "no"
    (gate,) = [g for g in cloud.gates if g.verdict == "fail"]
    assert "own premises" in gate.text.en
    assert gate.text.de != gate.text.en
    assert own.feasible == "open"
    assert result.workloads[0].open is None
    assert set(own.chosen) == {"w1"}
    assert result.recommendation.option == "on_premises"


def test_a_default_never_excludes(run: Evaluate) -> None:
    """Residency was never answered, so no option may be struck out by it."""
    result = run(assessment({"kind": "llm_chat", "model_ref": "Llama-3.1-8B"})).result
    assert all(option.feasible != "no" for option in result.options)
    questions = [q.id for q in result.completeness.open_questions if q.impact == "gate"]
    assert "con.residency" in questions


def test_several_workloads_share_one_fleet(run: Evaluate) -> None:
    """R155: the fleet of an option carries all workloads; a second one never makes it cheaper."""
    chat = {"kind": "llm_chat", "model_ref": "Llama-3.1-8B", "users_active_peak": 200}
    one = run(assessment(chat)).result.option("cloud")
    two = run(assessment(chat, {**chat, "kind": "llm_rag"})).result.option("cloud")
    assert one is not None
    assert two is not None
    assert one.cost is not None
    assert two.cost is not None
    assert set(two.chosen) == {"w1", "w2"}
    assert two.cost.nominal_eur >= one.cost.nominal_eur


def test_an_open_workload_is_named_where_it_is_not_priced(run: Evaluate) -> None:
    """R064: cost of a mixed project covers the sized part and says so."""
    case = assessment({"kind": "llm_chat", "model_ref": "Llama-3.1-8B"}, {"kind": "ft_peft", "model_ref": "custom"})
    cloud = run(case).result.option("cloud")
    assert cloud is not None
    assert "not included: w2" in cloud.notes[0].en


def test_without_a_workload_the_error_says_what_to_do(run: Evaluate) -> None:
    with pytest.raises(CodedError, match="E401"):
        run(assessment())


def test_an_unknown_model_is_never_the_nearest(run: Evaluate) -> None:
    """The workload stays open, with near names as a hint and no size."""
    (workload,) = run(assessment({"kind": "llm_chat", "model_ref": "Llama-3.1-9B"})).result.workloads
    assert workload.configurations == ()
    assert workload.open_question == "w.model_ref"
    assert workload.open is not None
    assert "Llama-3" in workload.open.en


def test_a_stated_context_beyond_the_model_is_refused_with_its_reason(run: Evaluate) -> None:
    """R115: an answer is never silently corrected."""
    case = assessment({"kind": "llm_chat", "model_ref": "meta-llama/Llama-2-70b-chat-hf", "context_max": 32768})
    configurations = run(case).result.workloads[0].configurations
    assert all(not c.feasible for c in configurations)
    assert all(any("4,096" in reason.en for reason in c.why_not) for c in configurations)


def test_cancel_ends_the_evaluation(run: Evaluate) -> None:
    with pytest.raises(CodedError, match="E402"):
        run(assessment({"kind": "llm_chat"}), cancelled=lambda: True)


def test_assumed_growth_excludes_nothing(run: Evaluate) -> None:
    """R044: today's purchase fits the budget; only the assumed growth goes beyond it."""
    asked = {
        **S03,
        "inflight_peak": 2000,
        "tokens_in": {"typical": 900, "p95": 1500},
        "tokens_out": {"typical": 200, "p95": 300},
    }
    free = run(assessment(asked)).result.option("on_premises")
    assert free is not None
    assert free.cost is not None
    answers = {"fin__capex_budget": free.cost.capex_eur * 0.7, "site__power_kw": 1000, "site__place": "own_dc"}
    own = run(assessment(asked, **answers)).result.option("on_premises")
    assert own is not None
    (gate,) = [g for g in own.gates if g.rule == "FIN-CAPEX"]
    assert gate.verdict == "open"
    assert "road.growth_pct" in gate.questions


def test_the_feed_must_carry_full_load(run: Evaluate) -> None:
    """R028: a site that fits the mean draw only is no site for these servers."""
    case = assessment(
        {**S03, "tokens_in": {"typical": 900, "p95": 1500}, "tokens_out": {"typical": 200, "p95": 300}},
        road__growth_pct=NO_GROWTH,
        site__power_kw=0.5,
    )
    own = run(case).result.option("on_premises")
    assert own is not None
    (gate,) = [g for g in own.gates if g.rule == "SITE-02"]
    assert gate.verdict == "fail"
    assert "full load" in gate.text.en


def test_a_class_without_a_language_model_stays_open(run: Evaluate) -> None:
    result = run(assessment({"kind": "llm_chat", "model_ref": "class_image"})).result
    assert result.workloads[0].open is not None
    assert result.recommendation.verdict == "open"
