"""Findings rules: three values, questions for grave unknowns, texts filled once."""

import re
from typing import Any

import pytest
from wizard.decision.findings import Subject, fill, run_findings
from wizard.domain.finding import FindingRule
from wizard.domain.language import text
from wizard.domain.result import Finding
from wizard.questionnaire.expressions import compile_expression
from wizard.questionnaire.findings_data import load_finding_rules
from wizard.questionnaire.loader import load_questionnaire
from wizard.questionnaire.logic import NOT_APPLICABLE

GROUPS = {"inference": ["llm_chat"]}


def rule(**changes: Any) -> FindingRule:
    fields: dict[str, Any] = {
        "id": "X-01", "severity": "high", "each": "project", "when": "site.power_kw < 5",
        "title": text("Title", "Titel"), "finding": text("{site.power_kw} kW", "{site.power_kw} kW"),
        "advice": text("Advice", "Rat"), "basis": "fact", "source": ("somewhere",), "as_of": "2026-11",
        "checked_on": "2026-11-30",
    }  # fmt: skip
    return FindingRule(**{**fields, **changes})


def shipped(rule_id: str, scope: dict[str, Any]) -> Finding | None:
    """The outcome of one shipped rule, run on the project or on one workload."""
    found = next(entry for entry in load_finding_rules() if entry.id == rule_id)
    subjects = [Subject({"groups": GROUPS, **scope})]
    return next(iter(run_findings([found], subjects[0].scope, subjects)), None)


def test_true_gives_a_finding_with_the_numbers() -> None:
    (found,) = run_findings([rule()], {"site.power_kw": 3.68})
    assert (found.severity, found.text.de, found.source) == ("high", "3,68 kW", "somewhere (2026-11)")


def test_false_gives_nothing() -> None:
    assert run_findings([rule()], {"site.power_kw": 12}) == ()


@pytest.mark.parametrize("severity", ["blocker", "high"])
def test_an_unknown_grave_rule_becomes_a_question(severity: str) -> None:
    (found,) = run_findings([rule(severity=severity)], {})
    assert (found.severity, found.title.de, found.questions) == ("info", "Zu prüfen: Titel", ("site.power_kw",))


@pytest.mark.parametrize("severity", ["medium", "low", "info", "positive"])
def test_an_unknown_lesser_rule_is_silent(severity: str) -> None:
    assert run_findings([rule(severity=severity)], {}) == ()


def test_not_applicable_gives_nothing() -> None:
    assert run_findings([rule()], {"site.power_kw": NOT_APPLICABLE}) == ()


def test_a_field_leads_to_its_question() -> None:
    (found,) = run_findings([rule(when="site.cooling.free_kw < 5")], {})
    assert found.questions == ("site.cooling",)


def test_only_unknown_answers_are_asked() -> None:
    (found,) = run_findings([rule(when="site.power_kw < 5 and site.rack_kw < 5")], {"site.power_kw": 1})
    assert found.questions == ("site.rack_kw",)


def test_computed_values_lead_to_the_questions_behind_them() -> None:
    asking = rule(when="calc.cost > calc.budget", asks=("fin.capex_budget", "fin.opex_budget_month"))
    (found,) = run_findings([asking], {"calc.cost": 5, "fin.opex_budget_month": 10})
    assert found.questions == ("fin.capex_budget",)


def test_a_computed_value_with_no_question_behind_it_is_silent() -> None:
    assert run_findings([rule(when="calc.cost > 5")], {}) == ()


@pytest.mark.parametrize(("workloads", "questions"), [([{"w.kind": "llm_chat"}], ("sec.controls",)),
                                                      ([{}], ("sec.controls", "w.kind"))])  # fmt: skip
def test_workload_answers_inside_any(workloads: list[dict[str, str]], questions: tuple[str, ...]) -> None:
    asking = rule(when="not has_any(sec.controls, ['tls']) and any(w.kind in groups.inference)")
    (found,) = run_findings([asking], {"groups": GROUPS, "workloads": workloads})
    assert found.questions == questions


def test_workload_rules_run_for_each_workload_and_name_it() -> None:
    both = [Subject({"w.users_total": 5}, "Chat"), Subject({"w.users_total": 50}, "Suche")]
    found = run_findings([rule(each="workload", when="w.users_total > 1")], {}, both)
    assert [entry.title.de for entry in found] == ["Chat: Titel", "Suche: Titel"]


def test_grave_findings_come_first() -> None:
    rules = [rule(id=name, severity=name) for name in ("info", "blocker", "positive", "medium")]
    found = run_findings(rules, {"site.power_kw": 1})
    assert [entry.id for entry in found] == ["blocker", "medium", "info", "positive"]


def test_the_effect_is_told() -> None:
    (found,) = run_findings([rule(effect=text("More.", "Mehr."))], {"site.power_kw": 1})
    assert found.text.en == "1 kW More."


@pytest.mark.parametrize(
    ("value", "german"),
    [(1234.5, "1.235"), (0.125, "0,13"), (12.25, "12,3"), (float("inf"), "inf"), ("x", "x"), (["a", "b"], "a, b"),
     (None, "nicht bekannt"), (True, "nicht bekannt"), (NOT_APPLICABLE, "nicht bekannt")],
)  # fmt: skip
def test_values_inside_texts(value: Any, german: str) -> None:
    assert fill(text("{a.b}", "{a.b}"), {"a.b": value}).de == german


def test_what_a_client_typed_is_never_read_again() -> None:
    said = fill(text("{w.label}", "{w.label}"), {"w.label": "{secret.note} {0.__class__}", "secret.note": "hidden"})
    assert said.en == "{secret.note} {0.__class__}"


def test_an_assumed_threshold_is_marked() -> None:
    (found,) = run_findings([rule(basis="proposal")], {"site.power_kw": 1})
    assert found.evidence == "assumed"


@pytest.mark.parametrize(
    ("rule_id", "scope"),
    [
        ("MEM-01", {"calc.weights_gb": 140, "calc.gpu_usable_gb": 79}),
        ("MEM-02", {"calc.max_concurrency": 8, "calc.inflight": 40}),
        ("MEM-03", {"calc.kv_worst_gb": 40, "calc.kv_free_gb": 30}),
        ("MEM-04", {"calc.weights_gb": 76, "calc.gpu_usable_gb": 79, "calc.memory_headroom_pct": 4}),
        ("PERF-08", {"w.e2e_p95_s": 0.5, "calc.e2e_min_s": 4}),
        ("HOST-02", {"rec.ram_gb": 256, "rec.vram_node_gb": 640}),
        ("FIN-01", {"rec.option": "on_premises", "calc.rental_feasible": True, "calc.utilisation": 0.1,
                    "calc.breakeven_utilisation": 0.5}),
        ("FIN-02", {"calc.utilisation": 0.7, "calc.breakeven_utilisation": 0.5, "calc.breakeven_months": 14,
                    "calc.horizon_months": 36}),
        ("FIN-04", {"project.stage": "poc", "rec.option": "on_premises", "con.residency": "eu"}),
        ("FIN-06", {"calc.cheapest_feasible_cost": 400_000, "calc.budget": 250_000}),
        ("FIN-07", {"rec.option": "on_premises", "proc.offer": [{"gpu": "H100"}]}),
        ("FIN-14", {"calc.winner_probability": 0.55}),
        ("LAW-01", {"con.data_classes": ["personal"], "rec.us_group": True}),
        ("LAW-02", {"client.country": "DE", "con.data_classes": ["social_health_de"], "rec.option": "cloud",
                    "rec.c5_type2": False}),
        ("LAW-10", {"rec.option": "cloud", "client.country": "DE"}),
        ("LAW-11", {"rec.consumer_gpu": True, "site.place": "own_dc", "rec.option": "on_premises"}),
        ("SITE-01", {"rec.server_kw": 10.2, "site.rack_kw": 8}),
        ("SITE-02", {"rec.option": "on_premises", "calc.facility_kw": 15, "site.power_kw": 10}),
        ("SITE-04", {"rec.option": "on_premises", "calc.it_kw_total": 10, "site.cooling": {"free_kw": 5}}),
        ("OPS-01", {"ops.serving_stack": ["torchserve"]}),
        ("SEC-01", {"sec.controls": ["audit"], "workloads": [{"w.kind": "llm_chat"}]}),
        ("SEC-02", {"sec.controls": ["tls"], "workloads": [{"w.kind": "llm_chat"}]}),
        ("QA-01", {"calc.unknown_share_pct": 45}),
        ("QA-02", {"w.users_active_peak": 50, "calc.inflight": 7}),
        ("QA-04", {"rec.option": "on_premises", "calc.lead_time_weeks": 26, "calc.weeks_until_needed": 8}),
        ("QA-06", {"calc.capacity_exhausted_month": 14, "calc.horizon_months": 36}),
    ],
)  # fmt: skip
class TestShippedRules:
    """R014, R022, R024, R025, R028, R029, R042, R059, R088, R147, R158, R159 and their kin."""

    def test_fires_on_its_case(self, rule_id: str, scope: dict[str, Any]) -> None:
        found = shipped(rule_id, scope)
        assert found is not None
        assert not found.questions

    def test_answers_alone_decide(self, rule_id: str, scope: dict[str, Any]) -> None:
        """Without one of its names nothing is concluded."""
        condition = next(entry.when for entry in load_finding_rules() if entry.id == rule_id)
        for name in compile_expression(condition).names & set(scope):
            found = shipped(rule_id, {key: value for key, value in scope.items() if key != name})
            assert found is None or found.title.de.startswith("Zu prüfen")


def test_every_shipped_rule_has_a_case_here() -> None:
    mark = next(m for m in TestShippedRules.pytestmark if m.name == "parametrize")  # type: ignore[attr-defined]
    assert {entry[0] for entry in mark.args[1]} == {entry.id for entry in load_finding_rules()}


def test_shipped_rules_ask_only_for_questions_that_exist() -> None:
    known = set(load_questionnaire().index)
    names = {name for entry in load_finding_rules() for name in compile_expression(entry.when).names}
    answers = {name for name in names if name.split(".")[0] not in ("calc", "rec", "groups")}
    asked = {question for entry in load_finding_rules() for question in entry.asks}
    assert {".".join(name.split(".")[:2]) for name in answers} | asked <= known


def test_both_languages_hold_the_same_placeholders() -> None:
    for entry in load_finding_rules():
        for said in (entry.title, entry.finding, entry.advice):
            assert sorted(re.findall(r"\{[^}]+\}", said.de)) == sorted(re.findall(r"\{[^}]+\}", said.en)), entry.id
