"""The shipped rules, each with a case that fires it, one that puts it to rest, and one with an unknown input."""

import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from wizard.catalogs.load import load_catalog
from wizard.datafiles.strict_yaml import read_yaml
from wizard.decision.dated import Packs
from wizard.decision.findings import Excluded, Subject, Subjects, run_findings
from wizard.domain.finding import FindingRule
from wizard.domain.result import Finding
from wizard.questionnaire.expressions import compile_expression
from wizard.questionnaire.findings_data import load_finding_rules
from wizard.questionnaire.loader import load_questionnaire

CASES = read_yaml(Path(__file__).parents[1] / "data" / "finding_cases.yaml")
RULES = {rule.id: rule for rule in load_finding_rules()}
COMPUTED = ("calc", "rec", "cat", "node", "probe", "groups")
PACKS = Packs(date(2026, 11, 30), load_catalog().law, load_catalog().software)
QUOTED = ("law", "software")
GRAVE = ("blocker", "high")


def outcome(rule_id: str, scope: Mapping[str, Any]) -> Finding | None:
    """What one rule says about one subject of its kind."""
    groups = {name: list(kinds) for name, kinds in load_questionnaire().groups.items()}
    rule = RULES[rule_id]
    subject = Subject({"groups": groups, **scope})
    excluded = (Excluded(subject, frozenset({rule.gate})),) if rule.gate else ()
    found = run_findings([rule], Subjects(subject, (subject,), (subject,), excluded))
    return next(iter(found), None)


def without(case: Mapping[str, Any]) -> dict[str, Any]:
    """The firing case with its input unknown."""
    gone = case["unknown"]
    if isinstance(gone, dict):
        return {**case["fires"], **gone}
    names = gone if isinstance(gone, list) else [gone]
    return {name: value for name, value in case["fires"].items() if name not in names}


def test_every_rule_has_its_cases() -> None:
    assert set(CASES) == set(RULES)


def test_the_catalogue_is_nearly_whole() -> None:
    """R044 and its kin: at least 110 rules in eleven areas."""
    assert len(RULES) >= 110
    assert len({rule_id.partition("-")[0] for rule_id in RULES}) == 11


@pytest.mark.parametrize("rule_id", CASES)
def test_it_fires(rule_id: str) -> None:
    found = outcome(rule_id, CASES[rule_id]["fires"])
    assert found is not None
    assert (found.severity, found.questions) == (RULES[rule_id].severity, ())


@pytest.mark.parametrize("rule_id", CASES)
def test_it_comes_to_rest(rule_id: str) -> None:
    assert outcome(rule_id, {**CASES[rule_id]["fires"], **CASES[rule_id]["rests"]}) is None


@pytest.mark.parametrize("rule_id", CASES)
def test_an_unknown_input_is_no_finding_and_asks_where_it_is_grave(rule_id: str) -> None:
    found = outcome(rule_id, without(CASES[rule_id]))
    asks = tuple(CASES[rule_id].get("asks", ()))
    assert (found.questions if found else ()) == asks
    assert found is None or found.title.de.startswith("Zu prüfen")


def test_grave_rules_over_answers_ask() -> None:
    """Only a rule whose open inputs are all computed, or which restates a gate, may stay silent."""
    silent = {r.id for r in RULES.values() if r.severity in GRAVE and r.gate is None and not CASES[r.id].get("asks")}
    assert silent == {"BASE-10", "FIN-01", "FIN-19", "QA-09", "QA-10", "QA-11", "QA-13", "QA-14"}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_texts_are_whole_in_both_languages(rule: FindingRule) -> None:
    said = [rule.title, rule.finding, rule.advice, *([rule.effect] if rule.effect else [])]
    for entry in said:
        assert entry.de.strip()
        assert entry.en.strip()
        assert entry.de != entry.en or not re.sub(r"[{][^}]+[}]|[^A-Za-z]", "", entry.de), (
            "a text of placeholders alone"
        )
        assert sorted(set(re.findall(r"\{[^}]+\}", entry.de))) == sorted(set(re.findall(r"\{[^}]+\}", entry.en)))
    assert not re.findall(r"\{", rule.title.de), "titles stand in lists without their scope"


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_sourced_and_dated(rule: FindingRule) -> None:
    """A rule that names dated entries takes source and date from them."""
    whole = PACKS.completed(rule)
    assert all(len(piece) > 3 for piece in whole.source)
    assert whole.source
    assert re.fullmatch(r"20\d\d(-\d\d){0,2}|20\d\d-\d\d", whole.as_of)
    assert date.fromisoformat(rule.checked_on)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_every_quotation_is_filled(rule: FindingRule) -> None:
    whole = PACKS.completed(rule)
    said = " ".join(part for entry in (whole.finding, whole.advice) for part in (entry.de, entry.en))
    assert not re.findall(r"\{(?:law|software)\.[^}]*\}", said)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_what_is_quoted_is_cited(rule: FindingRule) -> None:
    said = f"{rule.finding.en} {rule.advice.en}"
    assert set(re.findall(r"\{law\.([a-z0-9-]+)\.", said)) <= set(rule.law)
    assert set(re.findall(r"\{software\.([a-z0-9-]+)\.", said)) <= set(rule.software)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_every_name_is_a_question_or_computed(rule: FindingRule) -> None:
    index = load_questionnaire().index
    placeholders = re.findall(r"\{([^}]+)\}", rule.finding.en + rule.advice.en)
    names = compile_expression(rule.when).names | set(placeholders)
    for name in names:
        area, _, rest = name.partition(".")
        if area in COMPUTED or area in QUOTED:
            continue
        question = index[f"{area}.{rest.split('.')[0]}"]
        for field in rest.split(".")[1:]:
            assert field in question.fields
    assert set(rule.asks) <= set(index)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_compared_choices_exist(rule: FindingRule) -> None:
    """A condition never waits for an answer that nobody can give."""
    index = load_questionnaire().index
    pattern = r"([a-z]+\.[a-z0-9_]+)(?:, | (?:==|!=|not in|in) )(\[[^\]]*\]|'[^']*')"
    for name, chosen in re.findall(pattern, rule.when):
        if name in index and index[name].options:
            assert set(re.findall(r"'([^']*)'", chosen)) <= {option.value for option in index[name].options}


def test_what_changes_with_time_says_so() -> None:
    """Law, tax and the state of products: as_of names the state, checked_on the day it was read."""
    dated = {rule.id for rule in RULES.values() if rule.ages}
    assert {r for r in RULES if r.startswith("LAW-")} <= dated
    assert {"OPS-01", "OPS-02", "OPS-03", "BASE-07", "FIN-10", "FIN-11"} <= dated


def test_an_exclusion_is_always_a_blocker() -> None:
    assert all(rule.severity == "blocker" for rule in RULES.values() if rule.gate)


def test_the_question_bank_feeds_rules_that_exist() -> None:
    fed = {name.removeprefix("finding.") for q in load_questionnaire().index.values() for name in q.feeds
           if name.startswith("finding.")}  # fmt: skip
    assert fed - set(RULES) == {"order"}


@pytest.mark.parametrize(("above", "severity"), [(True, "high"), (False, None)])
def test_a_target_above_what_one_machine_gives_asks_for_a_second(above: bool, severity: str | None) -> None:
    """R080: 99.99 % on one machine, which is up 99.3 % of the time."""
    scope = {"rec.nodes": 1, "calc.availability_above_machine": above, "workloads": [{"w.criticality": "internal"}]}
    found = outcome("OPS-07", scope)
    assert (found.severity if found is not None else None) == severity
