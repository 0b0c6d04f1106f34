"""Runs the findings rules: true gives a finding, false nothing, and unknown a question when the rule is grave."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from wizard.decision.dated import Packs
from wizard.decision.finding_texts import Names, fill, no_names
from wizard.domain.finding import FindingRule
from wizard.domain.language import Text, text
from wizard.domain.provenance import Evidence, weakest
from wizard.domain.result import Finding
from wizard.questionnaire.expressions import Expression, compile_expression
from wizard.questionnaire.logic import UNKNOWN, WORKLOADS, Scope, lookup

_GRAVE = ("blocker", "high")
_ORDER = ("blocker", "high", "medium", "low", "info", "positive")
_ANSWERS = frozenset(
    ("w", "client", "project", "data", "hw", "base", "fin", "con", "site", "staff", "proc", "road", "ops", "sec")
)
_FIELDS_OF_A_MACHINE = frozenset(("count", "cpu_cores", "ram_gb", "interconnect", "internode_gbps", "pcie_width_ok"))
"""``node.*`` names that are fields of the question on machines."""
_MACHINES = "hw.nodes"


@dataclass(frozen=True)
class Subject:
    """What a rule is run on: the project, one workload, one machine, or one excluded option."""

    scope: Scope
    """Answers only, never defaults, plus computed values; a missing name is unknown."""
    label: Text | None = None
    """Put before the title where several subjects could be meant."""
    hardware: Text | None = None
    """The client's own machine the computed values belong to; named by the rules that look at them."""
    evidence: Evidence = Evidence.DOCUMENTED
    """Weakest evidence behind the computed values."""


@dataclass(frozen=True)
class Excluded:
    """An option that its gates exclude."""

    subject: Subject
    failed: frozenset[str]
    """The rules of the gates that fail."""


@dataclass(frozen=True)
class Subjects:
    """Everything the rules of one evaluation are run on."""

    project: Subject
    workloads: tuple[Subject, ...] = ()
    nodes: tuple[Subject, ...] = ()
    excluded: tuple[Excluded, ...] = ()
    names: Names = field(default=no_names)
    """Names of chosen answers as people read them."""
    packs: Packs = field(default_factory=Packs)
    """Law and product state that the rules quote."""


def run_findings(rules: Sequence[FindingRule], subjects: Subjects) -> tuple[Finding, ...]:
    """Findings by falling severity; within one severity in the order of the rules.

    Subjects with the same outcome of one rule share a finding.
    """
    found: list[Finding] = []
    for rule in rules:
        condition = compile_expression(rule.when)
        outcomes = [_judge(rule, condition, subject, subjects) for subject in _of(rule, subjects)]
        found += _merged([outcome for outcome in outcomes if outcome is not None])
    return tuple(sorted(found, key=lambda finding: _ORDER.index(finding.severity)))


def _of(rule: FindingRule, subjects: Subjects) -> Sequence[Subject]:
    if rule.gate is not None:
        return [entry.subject for entry in subjects.excluded if rule.gate in entry.failed]
    return {"project": (subjects.project,), "workload": subjects.workloads, "node": subjects.nodes}[rule.each]


@dataclass(frozen=True)
class _Outcome:
    finding: Finding
    label: Text | None


def _judge(rule: FindingRule, condition: Expression, subject: Subject, subjects: Subjects) -> _Outcome | None:
    holds = condition.evaluate(subject.scope)
    names = subjects.names
    if holds:
        completed = subjects.packs.completed(rule)
        return _Outcome(_finding(completed, condition, subject, names), _label(condition, subject))
    if holds is not None or rule.severity not in _GRAVE or rule.gate is not None:
        return None
    questions = open_questions(rule, subject.scope)
    if not questions:
        return None
    return _Outcome(_to_check(subjects.packs.completed(rule), subject, names, questions), subject.label)


def _label(condition: Expression, subject: Subject) -> Text | None:
    of_hardware = any(name.startswith(("calc.", "cat.")) for name in condition.names)
    name, hardware = subject.label, subject.hardware if of_hardware else None
    if name is None or hardware is None:
        return hardware or name
    return text(f"{name.en} ({hardware.en})", f"{name.de} ({hardware.de})")


def _merged(outcomes: Sequence[_Outcome]) -> list[Finding]:
    """One finding for all subjects of which the same is said."""
    groups: dict[Finding, list[Text]] = {}
    for outcome in outcomes:
        labels = groups.setdefault(outcome.finding, [])
        if outcome.label is not None and outcome.label not in labels:
            labels.append(outcome.label)
    return [finding.model_copy(update={"title": _labelled(finding.title, found)}) for finding, found in groups.items()]


def open_questions(rule: FindingRule, scope: Scope) -> tuple[str, ...]:
    """Questions that may settle the rule: those of its first open part, answers before computed values.

    The parts of an ``and`` are asked one after the other: a no to the first makes the others needless.
    """
    part = next(p for p in conjuncts(rule.when) if p.evaluate(scope) is None)
    unknown = [name for name in sorted(part.names) if _unknown(name, scope)]
    asked = [_question_of(name) for name in unknown]
    behind = [question for question in rule.asks if None in asked and _unknown(question, scope)]
    return tuple(dict.fromkeys([question for question in asked if question is not None] + behind))


@lru_cache(maxsize=512)
def conjuncts(source: str) -> tuple[Expression, ...]:
    """The parts joined by the outermost ``and``; a condition without one is its only part."""
    tree = ast.parse(source.strip(), mode="eval").body
    parts = tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) else [tree]
    return tuple(compile_expression(ast.unparse(part)) for part in parts)


def _question_of(name: str) -> str | None:
    """The question a name belongs to; None: it is computed."""
    area, field, *_ = name.split(".")
    if area == "node" and field in _FIELDS_OF_A_MACHINE:
        return _MACHINES
    return f"{area}.{field}" if area in _ANSWERS else None


def _unknown(name: str, scope: Scope) -> bool:
    """Inside ``any()`` a workload's name is unknown only when it is so for one of the workloads."""
    workloads = scope.get(WORKLOADS, ())
    if name.startswith("w.") and name not in scope and workloads:
        return any(lookup(workload, name) is UNKNOWN for workload in workloads)
    return lookup(scope, name) is UNKNOWN


def _finding(rule: FindingRule, condition: Expression, subject: Subject, names: Names) -> Finding:
    grounds = [Evidence.DOCUMENTED if rule.basis == "fact" else Evidence.ASSUMED]
    if any(name.startswith("calc.") for name in condition.names):
        grounds.append(subject.evidence)
    return Finding(
        id=rule.id,
        severity=rule.severity,
        title=rule.title,
        text=_joined(fill(rule.finding, subject.scope, names), rule.effect),
        advice=fill(rule.advice, subject.scope, names),
        evidence=weakest(*grounds),
        source=_source(rule),
    )


def _to_check(rule: FindingRule, subject: Subject, names: Names, questions: tuple[str, ...]) -> Finding:
    return Finding(
        id=rule.id,
        severity="info",
        title=text(f"To check: {rule.title.en}", f"Zu prüfen: {rule.title.de}"),
        text=text(
            "Whether this applies cannot be told yet: answers are missing.",
            "Ob das zutrifft, lässt sich noch nicht sagen: Es fehlen Antworten.",
        ),
        advice=fill(rule.advice, subject.scope, names),
        evidence=Evidence.ASSUMED,
        source=_source(rule),
        questions=questions,
    )


def _joined(said: Text, effect: Text | None) -> Text:
    return said if effect is None else text(f"{said.en} {effect.en}", f"{said.de} {effect.de}")


def _labelled(title: Text, labels: Sequence[Text]) -> Text:
    if not labels:
        return title
    english, german = (", ".join(label.in_language(code) for label in labels) for code in ("en", "de"))
    return text(f"{english}: {title.en}", f"{german}: {title.de}")


def _source(rule: FindingRule) -> str:
    return f"{'; '.join(rule.source)} ({rule.as_of})"
