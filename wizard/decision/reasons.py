"""Why the leading option leads: the criteria that carry the difference to the second."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from wizard.decision.value import Array
from wizard.decision.wording import amount, filled, number
from wizard.domain.catalog import Anchor
from wizard.domain.language import Text, text
from wizard.domain.result import Criterion, OptionId

_PERCENT = 100.0
_UNITS = {
    "months": text("months", "Monate"),
    "h/a": text("hours a year", "Stunden im Jahr"),
    "kg/GPU/a": text("kg CO₂ per GPU and year", "kg CO₂ je GPU und Jahr"),
    "FTE": text("full-time staff", "Vollzeitstellen"),
    "× target": text("times the target", "mal das Ziel"),
}
_SHOWN = 3
_LEAST = 0.005
OPTION_NAMES: dict[OptionId, Text] = {
    "on_premises": text("own premises", "Eigenbetrieb"),
    "colocation": text("colocation", "Colocation"),
    "dedicated": text("dedicated servers", "dedizierte Server"),
    "cloud": text("cloud", "Cloud"),
    "hybrid": text("hybrid", "Hybrid"),
    "api": text("API", "API"),
    "seats": text("seat licences", "Nutzerlizenzen"),
    "status_quo": text("status quo", "bisheriger Zustand"),
}

_ALONE = text(
    "{winner} is the only priced option that no gate excludes.",
    "{winner} ist die einzige bewertete Option, die kein Ausschlusskriterium verletzt.",
)
_FOR = text(
    "{criterion}: {mine} against {theirs} for {other} ({gain} of a possible 1).",
    "{criterion}: {mine} gegenüber {theirs} bei „{other}“ ({gain} von höchstens 1).",
)
_AGAINST = text(
    "Against it: {criterion}, {mine} against {theirs} for {other} ({gain} of a possible 1).",
    "Dagegen spricht: {criterion}, {mine} gegenüber {theirs} bei „{other}“ ({gain} von höchstens 1).",
)
_UNKNOWN = text("not known", "nicht bekannt")


class HasCriteria(Protocol):
    """A candidate, seen from here."""

    @property
    def option(self) -> OptionId: ...

    @property
    def criteria(self) -> dict[str, Criterion]: ...


def reasons(
    anchors: Sequence[Anchor],
    weights: Array,
    central: Mapping[OptionId, Array],
    candidates: Sequence[HasCriteria],
    winner: OptionId | None,
    runner_up: OptionId | None,
) -> tuple[Text, ...]:
    """Up to three criteria for the winner, and the strongest one against it, each with both values."""
    if winner is None:
        return ()
    if runner_up is None:
        return (filled(_ALONE, winner=OPTION_NAMES[winner]),)
    gains = weights * (central[winner] - central[runner_up])
    by_gain = sorted(range(len(anchors)), key=lambda j: -gains[j])
    values = {candidate.option: candidate.criteria for candidate in candidates}
    texts = [
        _line(_FOR, anchors[j], values[winner], values[runner_up], runner_up, float(gains[j]))
        for j in by_gain[:_SHOWN]
        if gains[j] >= _LEAST
    ]
    worst = by_gain[-1]
    if gains[worst] <= -_LEAST:
        texts.append(_line(_AGAINST, anchors[worst], values[winner], values[runner_up], runner_up, float(gains[worst])))
    return tuple(texts)


def _line(
    pattern: Text,
    anchor: Anchor,
    mine: Mapping[str, Criterion],
    theirs: Mapping[str, Criterion],
    other: OptionId,
    gain: float,
) -> Text:
    return filled(
        pattern,
        criterion=anchor.title,
        mine=_value(mine.get(anchor.criterion)),
        theirs=_value(theirs.get(anchor.criterion)),
        other=OPTION_NAMES[other],
        gain=number(gain, 2),
    )


def _value(criterion: Criterion | None) -> Text:
    if criterion is None or criterion.value is None:
        return _UNKNOWN
    if criterion.unit == "share":
        return amount(criterion.value * _PERCENT, "%", 0)
    unit = _UNITS.get(criterion.unit)
    if unit is None:
        return amount(criterion.value, criterion.unit)
    shown = number(criterion.value)
    return text(f"{shown.en} {unit.en}", f"{shown.de} {unit.de}")
