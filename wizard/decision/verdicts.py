"""From facts to pass, fail or open. What fails only on an assumed value is open; what is not known is open."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from wizard.decision.facts import Amount, Fact
from wizard.domain.catalog import Rule
from wizard.domain.language import Text
from wizard.domain.result import Gate, Verdict

T = TypeVar("T")


def of_answer(fact: Fact[T], allows: Callable[[T], Verdict], candidates: Iterable[T] = ()) -> Verdict:
    """The verdict of an answer; a default passes only when every value in ``candidates`` (its span) passes too."""
    if fact.value is None:
        return "open"
    if fact.known:
        return allows(fact.value)
    return "pass" if all(allows(value) == "pass" for value in (fact.value, *candidates)) else "open"


def within(need: Amount | None, limit: Fact[float]) -> Verdict:
    """Whether a computed need stays below a limit; in doubt (spans overlap, values assumed) it is open."""
    if need is None:
        return "open"
    if need.high <= 0.0:
        return "pass"
    if limit.value is None:
        return "open"
    if limit.known and limit.value <= 0.0 < need.low:
        return "fail"  # nothing is free: no load fits, whatever it rests on
    if not limit.known:
        least = limit.value if limit.low is None else limit.low
        return "pass" if need.value <= least else "open"
    if need.value <= limit.value:
        return "pass"
    return "fail" if need.firm and need.low > limit.value else "open"


def affordable(need: Amount | None, limit: Fact[float]) -> Verdict:
    """Whether a computed amount of money, median with its 5 and 95 %, keeps to a budget.

    It passes where 19 of 20 cases do, and fails where the median does not; between the two, and where the median rests
    on assumed answers, it is open: as likely as not to hold is no promise, and a chance of overrun is no exclusion.
    """
    if need is None:
        return "open"
    if need.high <= 0.0:
        return "pass"
    if limit.value is None:
        return "open"
    least = limit.value if limit.known or limit.low is None else limit.low
    if need.high <= least:
        return "pass"
    return "fail" if limit.known and need.firm and need.value > limit.value else "open"


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Fail outweighs open, open outweighs pass."""
    return max(verdicts, key=("pass", "open", "fail").index, default="pass")


def asked(*facts: Fact[Any], need: Amount | None = None) -> tuple[str, ...]:
    """Questions whose answers would settle the gate: those that nobody has answered yet.

    The limit comes first: one answer about it says more than ten about the load. Only a need that stands against a
    known limit asks for what it rests on.
    """
    questions = [fact.question for fact in facts if not fact.known]
    return tuple(dict.fromkeys(questions or (need.questions if need else ())))


def gate(rule: str, verdict: Verdict, text: Text, rules: Mapping[str, Rule], questions: tuple[str, ...] = ()) -> Gate:
    """A gate with the source of its rule."""
    found = rules.get(rule)
    source = f"{found.source} ({found.as_of})" if found else ""
    return Gate(rule=rule, verdict=verdict, text=text, questions=questions, source=source)
