"""Runs the findings rules: true gives a finding, false nothing, and unknown a question when the rule is grave."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wizard.decision.wording import number
from wizard.domain.finding import FindingRule
from wizard.domain.language import Text, text
from wizard.domain.provenance import Evidence
from wizard.domain.result import Finding
from wizard.questionnaire.expressions import compile_expression
from wizard.questionnaire.logic import NOT_APPLICABLE, UNKNOWN, WORKLOADS, Scope, lookup

_GRAVE = ("blocker", "high")
_ORDER = ("blocker", "high", "medium", "low", "info", "positive")
_ANSWERS = frozenset(
    ("w", "client", "project", "data", "hw", "base", "fin", "con", "site", "staff", "proc", "road", "ops", "sec")
)
_PLACEHOLDER = re.compile(r"\{([a-z0-9_.]+)\}")
_NOT_KNOWN = text("not known", "nicht bekannt")


@dataclass(frozen=True)
class Subject:
    """What a rule is run on: the project, or one workload."""

    scope: Scope
    label: str = ""


def run_findings(
    rules: Sequence[FindingRule], project: Scope, workloads: Sequence[Subject] = ()
) -> tuple[Finding, ...]:
    """Findings by falling severity; within one severity in the order of the rules.

    Scopes hold answers only, never defaults, plus ``calc.*`` and ``rec.*`` values; a missing name is unknown.
    """
    found: list[Finding] = []
    for rule in rules:
        subjects = workloads if rule.each == "workload" else (Subject(project),)
        for subject in subjects:
            finding = _judge(rule, subject)
            if finding is not None:
                found.append(finding)
    return tuple(sorted(found, key=lambda finding: _ORDER.index(finding.severity)))


def _judge(rule: FindingRule, subject: Subject) -> Finding | None:
    condition = compile_expression(rule.when)
    holds = condition.evaluate(subject.scope)
    if holds:
        return _finding(rule, subject)
    questions = open_questions(rule, subject.scope) if holds is None and rule.severity in _GRAVE else ()
    return _to_check(rule, subject, questions) if questions else None


def open_questions(rule: FindingRule, scope: Scope) -> tuple[str, ...]:
    """Questions whose answers would settle the rule: unknown answers it names, then those behind computed values."""
    names = sorted(compile_expression(rule.when).names)
    unknown = [name for name in names if _unknown(name, scope)]
    named = [".".join(name.split(".")[:2]) for name in unknown if name.split(".")[0] in _ANSWERS]
    computed = len(unknown) > len(named)
    behind = [question for question in rule.asks if computed and lookup(scope, question) is UNKNOWN]
    return tuple(dict.fromkeys(named + behind))


def _unknown(name: str, scope: Scope) -> bool:
    """Inside ``any()`` a workload's name is unknown only when it is so for one of the workloads."""
    workloads = scope.get(WORKLOADS, ())
    if name.startswith("w.") and name not in scope and workloads:
        return any(lookup(workload, name) is UNKNOWN for workload in workloads)
    return lookup(scope, name) is UNKNOWN


def _finding(rule: FindingRule, subject: Subject) -> Finding:
    return Finding(
        id=rule.id,
        severity=rule.severity,
        title=_labelled(rule.title, subject),
        text=_joined(fill(rule.finding, subject.scope), rule.effect),
        advice=fill(rule.advice, subject.scope),
        evidence=Evidence.DOCUMENTED if rule.basis == "fact" else Evidence.ASSUMED,
        source=_source(rule),
    )


def _to_check(rule: FindingRule, subject: Subject, questions: tuple[str, ...]) -> Finding:
    title = text(f"To check: {rule.title.en}", f"Zu prüfen: {rule.title.de}")
    return Finding(
        id=rule.id,
        severity="info",
        title=_labelled(title, subject),
        text=text(
            "Whether this applies cannot be told yet: answers are missing.",
            "Ob das zutrifft, lässt sich noch nicht sagen: Es fehlen Antworten.",
        ),
        advice=fill(rule.advice, subject.scope),
        evidence=Evidence.ASSUMED,
        source=_source(rule),
        questions=questions,
    )


def _joined(said: Text, effect: Text | None) -> Text:
    return said if effect is None else text(f"{said.en} {effect.en}", f"{said.de} {effect.de}")


def _labelled(title: Text, subject: Subject) -> Text:
    if not subject.label:
        return title
    return text(f"{subject.label}: {title.en}", f"{subject.label}: {title.de}")


def _source(rule: FindingRule) -> str:
    return f"{'; '.join(rule.source)} ({rule.as_of})"


def fill(pattern: Text, scope: Scope) -> Text:
    """The pattern with every ``{name}`` replaced by its value, once; what a client typed is never read again."""
    return text(_filled(pattern.en, scope, "en"), _filled(pattern.de, scope, "de"))


def _filled(pattern: str, scope: Scope, language: str) -> str:
    def shown(match: re.Match[str]) -> str:
        name = match.group(1)
        return _shown(lookup(scope, name), 0 if name.endswith("_pct") else None).in_language(language)

    return _PLACEHOLDER.sub(shown, pattern)


def _shown(value: object, digits: int | None) -> Text:
    if value is UNKNOWN or value is NOT_APPLICABLE or isinstance(value, Mapping | bool):
        return _NOT_KNOWN
    if isinstance(value, Text):
        return value
    if isinstance(value, int | float):
        return number(float(value), digits)
    if isinstance(value, list | tuple):
        listed = ", ".join(str(item) for item in value)
        return text(listed, listed)
    return text(str(value), str(value))
