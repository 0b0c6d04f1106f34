"""Advice that the answers and the result call for: a short list by topic, never everything there is to say."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from wizard.decision.dated import Packs
from wizard.decision.finding_texts import fill
from wizard.decision.findings import Subject
from wizard.domain.advice import AdviceBook, AdviceRule
from wizard.domain.language import Text, text
from wizard.domain.result import AdviceItem, AdviceSection, AdviceTopic
from wizard.engine.advice_scope import project_facts, workload_facts
from wizard.engine.finding_scope import Scopes
from wizard.engine.finding_seen import Seen
from wizard.questionnaire.expressions import compile_expression
from wizard.questionnaire.logic import NOT_APPLICABLE, UNKNOWN, Scope, lookup

MOST = 25
"""Pieces of advice one reader can act on."""
MOST_OF_TOPIC = 5
_OF_MACHINES = ("scaling", "serving", "containers", "loading")
_PLACEHOLDER = re.compile(r"\{([a-z0-9_.]+)\}")


def advise(seen: Seen, scopes: Scopes) -> tuple[AdviceSection, ...]:
    """Advice for the leading option of one evaluation."""
    from wizard.questionnaire.advice_data import load_advice

    shared = project_facts(seen)
    subjects = tuple(
        Subject({**shared, **workload_facts(seen, workload), **subject.scope}, subject.label)
        for workload, subject in zip(seen.workloads, scopes.subjects, strict=True)
    )
    return select(_for_option(load_advice(), seen), {**shared, **scopes.project}, subjects, scopes.of_rules.packs)


def _for_option(book: AdviceBook, seen: Seen) -> AdviceBook:
    """Without advice on machines where a provider runs the models."""
    if seen.leading is None or seen.leading.facts.runs_models:
        return book
    return book.model_copy(update={"rules": tuple(rule for rule in book.rules if rule.topic not in _OF_MACHINES)})


def select(
    book: AdviceBook, project: Mapping[str, Any], workloads: Sequence[Subject], packs: Packs | None = None
) -> tuple[AdviceSection, ...]:
    """The rules that hold, by topic: urgent ones first, at most ``MOST_OF_TOPIC`` each and ``MOST`` in all."""
    found: dict[AdviceTopic, list[_Said]] = {topic: [] for topic in book.titles}
    for rule in book.rules:
        subjects = workloads if rule.each == "workload" else (Subject(project),)
        completed = packs.advised(rule) if packs is not None else rule
        found[rule.topic] += _merged([said for s in subjects if (said := _say(completed, s)) is not None])
    ordered = {topic: sorted(all_said, key=lambda s: not s.urgent) for topic, all_said in found.items()}
    kept = _shortened({topic: all_said[:MOST_OF_TOPIC] for topic, all_said in ordered.items()})
    return tuple(
        AdviceSection(topic=topic, title=book.titles[topic], items=tuple(s.item for s in said))
        for topic, said in kept.items()
        if said
    )


@dataclass(frozen=True)
class _Said:
    item: AdviceItem
    label: Text | None
    urgent: bool


def _say(rule: AdviceRule, subject: Subject) -> _Said | None:
    holds = compile_expression(rule.when).evaluate(subject.scope)
    pattern = rule.text if holds else rule.decide if holds is None else None
    if pattern is None or not _complete(pattern, subject.scope):
        return None
    because = fill(rule.because, subject.scope) if _complete(rule.because, subject.scope) else None
    urgent = rule.first_when is not None and compile_expression(rule.first_when).evaluate(subject.scope) is True
    item = AdviceItem(
        id=rule.id,
        text=fill(pattern, subject.scope),
        because=because,
        source=f"{'; '.join(rule.source)} ({rule.as_of})",
    )
    return _Said(item, subject.label, urgent)


def _complete(pattern: Text, scope: Scope) -> bool:
    """Whether every placeholder has a value."""
    return all(lookup(scope, name) not in (UNKNOWN, NOT_APPLICABLE) for name in _PLACEHOLDER.findall(pattern.en))


def _merged(said: list[_Said]) -> Iterator[_Said]:
    """The same advice for several workloads once: reasons that differ stand by name, else the names lead the text."""
    for _words, alike in groupby(said, key=lambda s: s.item.text):
        group = list(alike)
        first, names = group[0].item, _joined([s.label for s in group if s.label is not None])
        if names is None:
            changed: dict[str, Text | None] = {}
        elif len(group) > 1 and any(s.item.because != first.because for s in group):
            changed = {"because": _by_name(group)}
        else:
            changed = {"text": text(f"{names.en}: {first.text.en}", f"{names.de}: {first.text.de}")}
        yield _Said(first.model_copy(update=changed), names, any(s.urgent for s in group))


def _joined(labels: list[Text]) -> Text | None:
    if not labels:
        return None
    return text(", ".join(label.en for label in labels), ", ".join(label.de for label in labels))


def _by_name(group: list[_Said]) -> Text | None:
    reasons = [(s.label, s.item.because) for s in group if s.item.because is not None and s.label is not None]
    if not reasons:
        return None
    return text(
        " ".join(f"{label.en}: {because.en}" for label, because in reasons),
        " ".join(f"{label.de}: {because.de}" for label, because in reasons),
    )


def _shortened(by_topic: dict[AdviceTopic, list[_Said]]) -> dict[AdviceTopic, list[_Said]]:
    """At most ``MOST`` in all: the longest topic gives up its last one first."""
    left = {topic: list(said) for topic, said in by_topic.items()}
    while sum(len(said) for said in left.values()) > MOST:
        max(left.values(), key=len).pop()
    return left
