"""Values of the rules about limits: deadline, growth, supply, metrics, and how much of the result is only assumed."""

from collections.abc import Iterator, Mapping
from datetime import date
from math import sqrt
from typing import Any

from wizard.decision.dated import Packs
from wizard.domain.language import Text
from wizard.domain.result import Assumption
from wizard.engine.finding_seen import Seen
from wizard.engine.plans_survival import NODE_AVAILABILITY
from wizard.questionnaire.logic import NOT_APPLICABLE

PERCENT = 100.0
DAYS_PER_WEEK = 7
WATTS_PER_KW = 1000.0
THREE_PHASES = 3
BETWEEN_PHASES_V = 380.0
"""Voltages from here on are those between phases."""
_ALWAYS = ("gpu_util", "vram", "temp_power", "errors", "cpu", "ram")
_OF_SERVICES = ("latency", "throughput", "queue")


def limit_values(seen: Seen) -> Mapping[str, Any]:
    """What was not answered stays unknown."""
    return dict(_values(seen))


def _values(seen: Seen) -> Iterator[tuple[str, Any]]:
    total = seen.progress
    yield "calc.unknown_share_pct", (total.asked - total.answered) / max(total.asked, 1) * PERCENT
    needed = seen.values.given("project.needed_by")
    if needed.known and isinstance(needed.value, str):
        yield "calc.weeks_until_needed", (date.fromisoformat(needed.value) - seen.as_of).days / DAYS_PER_WEEK
    growth = seen.values.given("road.growth_pct")
    if growth.known and growth.low is not None and growth.high is not None:
        yield "calc.growth_span_pct", growth.high - growth.low
    promised = [seen.values.given("w.availability_pct", w.id) for w in seen.assessment.workloads]
    if any(p.known for p in promised):
        highest = max(float(p.value) for p in promised if p.known)
        yield "calc.availability_target_pct", highest
        yield "calc.availability_show", highest
        yield "calc.availability_above_machine", highest > seen.catalog.figure(NODE_AVAILABILITY).value * PERCENT
    yield "calc.rules_stale", _stale(seen)
    yield from _circuit(seen)
    yield from _metrics(seen)
    yield from _drivers(seen)


def _stale(seen: Seen) -> int:
    """Rules whose sources were read too long ago for what they state."""
    from wizard.questionnaire.findings_data import load_finding_rules

    days = seen.catalog.expiry_days
    packs = Packs(seen.as_of, seen.catalog.law, seen.catalog.software)
    ages = [(seen.as_of - packs.read_on(rule), rule.ages) for rule in load_finding_rules() if rule.ages is not None]
    return sum(age.days > days[kind] for age, kind in ages)


def _circuit(seen: Seen) -> Iterator[tuple[str, Any]]:
    feed = seen.values.given("site.feed")
    stated = feed.value if feed.known and isinstance(feed.value, dict) else {}
    volt, amps, phases = (stated.get(name) for name in ("volt", "amps", "phases"))
    if volt and amps and phases:
        factor = sqrt(THREE_PHASES) if phases == THREE_PHASES and volt >= BETWEEN_PHASES_V else phases
        yield "calc.circuit_kw", volt * amps * factor / WATTS_PER_KW


def _metrics(seen: Seen) -> Iterator[tuple[str, Any]]:
    """Metrics nobody watches, by name, in the order of the question."""
    watched = seen.values.answers().get("ops.metrics")
    if watched is NOT_APPLICABLE:
        yield "calc.metrics_missing", NOT_APPLICABLE
    if not isinstance(watched, list | tuple):
        return
    serving = any(w.kind in seen.questionnaire.groups["inference"] for w in seen.workloads)
    wanted = (*_ALWAYS, *(_OF_SERVICES if serving else ()))
    options = seen.questionnaire.question("ops.metrics").options
    yield (
        "calc.metrics_missing",
        [Text(de=o.de, en=o.en) for o in options if o.value in wanted and o.value not in watched],
    )


def _drivers(seen: Seen) -> Iterator[tuple[str, Any]]:
    """Names of the two assumptions that move the cost most; questions stand in quotes."""
    named = [_driver(seen, assumption) for assumption in seen.assumptions if assumption.impact_eur]
    found = list(dict.fromkeys(name for name in named if name is not None))[:2]
    if found:
        yield "calc.top_drivers", found


def _driver(seen: Seen, assumption: Assumption) -> Text | None:
    question = seen.questionnaire.index.get(assumption.question)
    if assumption.label is not None or question is None:
        return assumption.label
    return Text(de=f"„{question.title.de}“", en=f"“{question.title.en}”")
