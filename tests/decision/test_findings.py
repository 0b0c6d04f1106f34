"""Findings rules: three values, questions for grave unknowns, texts filled once."""

from collections.abc import Mapping
from typing import Any

import pytest
from wizard.decision.finding_texts import fill
from wizard.decision.findings import Excluded, Subject, Subjects, run_findings
from wizard.domain.finding import FindingRule
from wizard.domain.language import Text, text
from wizard.domain.provenance import Evidence
from wizard.domain.result import Finding
from wizard.questionnaire.logic import NOT_APPLICABLE

GROUPS = {"inference": ["llm_chat"]}
CHAT, SEARCH = text("Chat", "Chat"), text("Search", "Suche")


def rule(**changes: Any) -> FindingRule:
    fields: dict[str, Any] = {
        "id": "X-01", "severity": "high", "each": "project", "when": "site.power_kw < 5",
        "title": text("Title", "Titel"), "finding": text("{site.power_kw} kW", "{site.power_kw} kW"),
        "advice": text("Advice", "Rat"), "basis": "fact", "source": ("somewhere",), "as_of": "2026-11",
        "checked_on": "2026-11-30",
    }  # fmt: skip
    return FindingRule(**{**fields, **changes})


def run(rules: list[FindingRule], scope: Mapping[str, Any]) -> tuple[Finding, ...]:
    return run_findings(rules, Subjects(Subject(scope)))


def test_true_gives_a_finding_with_the_numbers() -> None:
    (found,) = run([rule()], {"site.power_kw": 3.68})
    assert (found.severity, found.text.de, found.source) == ("high", "3,68 kW", "somewhere (2026-11)")


def test_false_gives_nothing() -> None:
    assert run([rule()], {"site.power_kw": 12}) == ()


@pytest.mark.parametrize("severity", ["blocker", "high"])
def test_an_unknown_grave_rule_becomes_a_question(severity: str) -> None:
    (found,) = run([rule(severity=severity)], {})
    assert (found.severity, found.title.de, found.questions) == ("info", "Zu prüfen: Titel", ("site.power_kw",))


@pytest.mark.parametrize("severity", ["medium", "low", "info", "positive"])
def test_an_unknown_lesser_rule_is_silent(severity: str) -> None:
    assert run([rule(severity=severity)], {}) == ()


def test_not_applicable_gives_nothing() -> None:
    assert run([rule()], {"site.power_kw": NOT_APPLICABLE}) == ()


def test_a_field_leads_to_its_question() -> None:
    (found,) = run([rule(when="site.cooling.free_kw < 5")], {})
    assert found.questions == ("site.cooling",)


def test_only_unknown_answers_are_asked() -> None:
    (found,) = run([rule(when="site.power_kw < 5 and site.rack_kw < 5")], {"site.power_kw": 1})
    assert found.questions == ("site.rack_kw",)


def test_computed_values_lead_to_the_questions_behind_them() -> None:
    asking = rule(when="calc.cost > calc.budget", asks=("fin.capex_budget", "fin.opex_budget_month"))
    (found,) = run([asking], {"calc.cost": 5, "fin.opex_budget_month": 10})
    assert found.questions == ("fin.capex_budget",)


def test_a_computed_value_with_no_question_behind_it_is_silent() -> None:
    assert run([rule(when="calc.cost > 5")], {}) == ()


@pytest.mark.parametrize(("controls", "questions"), [({}, ("sec.controls",)), ({"sec.controls": ["x"]}, ("w.kind",))])
def test_a_rule_asks_for_its_first_open_part(controls: dict[str, Any], questions: tuple[str, ...]) -> None:
    """A no to the first part makes the second needless; inside ``any`` the workload's answer is asked."""
    asking = rule(when="not has_any(sec.controls, ['tls']) and any(w.kind in groups.inference)")
    (found,) = run([asking], {"groups": GROUPS, "workloads": [{}], **controls})
    assert found.questions == questions


def test_workload_rules_run_for_each_workload_and_name_it() -> None:
    both = (Subject({"w.users_total": 5}, CHAT), Subject({"w.users_total": 50}, SEARCH))
    asked = rule(each="workload", when="w.users_total > 1", finding=text("{w.users_total}", "{w.users_total}"))
    found = run_findings([asked], Subjects(Subject({}), both))
    assert [entry.title.de for entry in found] == ["Chat: Titel", "Suche: Titel"]


def test_the_same_outcome_for_several_is_said_once() -> None:
    both = (Subject({"w.users_total": 5}, CHAT), Subject({"w.users_total": 50}, SEARCH))
    asked = rule(each="workload", when="w.users_total > 1", finding=text("Many.", "Viele."))
    (found,) = run_findings([asked], Subjects(Subject({}), both))
    assert found.title.en == "Chat, Search: Title"


def test_machine_rules_run_for_each_machine() -> None:
    nodes = (Subject({"node.cpu_cores": 8}, text("old", "alt")), Subject({"node.cpu_cores": 64}, text("new", "neu")))
    asked = rule(each="node", when="node.cpu_cores < 16", finding=text("Few.", "Wenige."))
    (found,) = run_findings([asked], Subjects(Subject({}), nodes=nodes))
    assert found.title.de == "alt: Titel"


def test_an_unknown_field_of_a_machine_leads_to_the_question_about_machines() -> None:
    asked = rule(each="node", when="node.cpu_cores < 16")
    (found,) = run_findings([asked], Subjects(Subject({}), nodes=(Subject({}),)))
    assert found.questions == ("hw.nodes",)


@pytest.mark.parametrize(("failed", "kilowatts", "found"), [({"SITE-02"}, 3, ["cloud: Title"]), ({"LAW-13"}, 3, []),
                                                            ({"SITE-02"}, 9, []), ({"SITE-02"}, None, [])])  # fmt: skip
def test_a_rule_that_restates_a_gate_never_goes_beyond_it(failed: set[str], kilowatts: Any, found: list[str]) -> None:
    """It speaks about options the gate excluded, and about them only where its own condition holds as well."""
    scope = {"site.power_kw": kilowatts}
    excluded = Excluded(Subject(scope, text("cloud", "Cloud")), frozenset(failed))
    subjects = Subjects(Subject({"site.power_kw": 1}), excluded=(excluded,))
    assert [f.title.en for f in run_findings([rule(gate="SITE-02", severity="blocker")], subjects)] == found


def test_a_finding_is_no_firmer_than_the_answers_behind_its_figures() -> None:
    asked = rule(when="calc.inflight > 5")
    (found,) = run_findings([asked], Subjects(Subject({"calc.inflight": 9}, evidence=Evidence.ASSUMED)))
    assert found.evidence is Evidence.ASSUMED


def test_choices_are_shown_by_their_names() -> None:
    def names(name: str, value: object) -> Text | None:
        return text("EU only", "nur EU") if (name, value) == ("con.residency", "eu") else None

    said = rule(when="con.residency == 'eu'", finding=text("{con.residency}", "{con.residency}"))
    (found,) = run_findings([said], Subjects(Subject({"con.residency": "eu"}), names=names))
    assert found.text.de == "nur EU"


def test_grave_findings_come_first() -> None:
    rules = [rule(id=name, severity=name) for name in ("info", "blocker", "positive", "medium")]
    found = run(rules, {"site.power_kw": 1})
    assert [entry.id for entry in found] == ["blocker", "medium", "info", "positive"]


def test_the_effect_is_told() -> None:
    (found,) = run([rule(effect=text("More.", "Mehr."))], {"site.power_kw": 1})
    assert found.text.en == "1 kW More."


@pytest.mark.parametrize(
    ("value", "german"),
    [(1234.5, "1.235"), (0.125, "0,13"), (12.25, "12,3"), (float("inf"), "inf"), ("x", "x"), (["a", "b"], "a, b"),
     (None, "nicht bekannt"), (True, "nicht bekannt"), (NOT_APPLICABLE, "nicht bekannt"), (3.1328e25, "3,13 · 10²⁵"),
     ([text("a", "ä"), text("b", "ö")], "ä, ö"), (text("yes", "ja"), "ja")],
)  # fmt: skip
def test_values_inside_texts(value: Any, german: str) -> None:
    assert fill(text("{a.b}", "{a.b}"), {"a.b": value}).de == german


def test_what_a_client_typed_is_never_read_again() -> None:
    said = fill(text("{w.label}", "{w.label}"), {"w.label": "{secret.note} {0.__class__}", "secret.note": "hidden"})
    assert said.en == "{secret.note} {0.__class__}"


def test_an_assumed_threshold_is_marked() -> None:
    (found,) = run([rule(basis="proposal")], {"site.power_kw": 1})
    assert found.evidence == "assumed"
