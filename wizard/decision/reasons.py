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
}
_ONE_MONTH = text("month", "Monat")
_SHOWN = 3
_LEAST = 0.005
OPTION_NAMES: dict[OptionId, Text] = {
    "on_premises": text("own premises", "Eigenbetrieb"),
    "colocation": text("colocation", "Colocation"),
    "dedicated": text("dedicated servers", "Dedizierte Server"),
    "cloud": text("cloud", "Cloud"),
    "hybrid": text("hybrid", "Hybrid"),
    "api": text("API service", "API-Dienst"),
    "seats": text("seat licences", "Nutzerlizenzen"),
    "status_quo": text("status quo", "Bisheriger Zustand"),
}

_ALONE = text(
    "{winner} is the only priced option that no gate excludes.",
    "{winner} ist die einzige bewertete Option, die kein Ausschlusskriterium verletzt.",
)
_FOR = text(
    "{criterion}: {mine} against {theirs} for {other} (worth {gain} of 100 points).",
    "{criterion}: {mine} gegenüber {theirs} bei „{other}“ (bringt {gain} von 100 Punkten).",
)
_AGAINST = text(
    "Against it: {criterion}, {mine} against {theirs} for {other} (costs {gain} of 100 points).",
    "Dagegen spricht: {criterion}, {mine} gegenüber {theirs} bei „{other}“ (kostet {gain} von 100 Punkten).",
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
        gain=_points(gain),
    )


def _points(gain: float) -> Text:
    """Value runs from 0 to 1; people count it in points of 100."""
    points = abs(gain) * _PERCENT
    return number(points, 0 if points >= 1 else 1)


def _value(criterion: Criterion | None) -> Text:
    if criterion is None or criterion.value is None:
        return _UNKNOWN
    value, unit = criterion.value, criterion.unit
    if unit == "share":
        return amount(value * _PERCENT, "%", 0)
    if unit == "× target":
        shown = amount(value * _PERCENT, "%", 0)
        return text(f"{shown.en} of the target", f"{shown.de} des Ziels")
    if unit == "EUR":
        return amount(_three_digits(value), unit)
    name = _ONE_MONTH if unit == "months" and value == 1 else _UNITS.get(unit)
    if name is None:
        return amount(value, unit)
    shown = number(value)
    return text(f"{shown.en} {name.en}", f"{shown.de} {name.de}")


def _three_digits(value: float) -> float:
    """A forecast is not known to the euro."""
    return float(f"{value:.3g}")
