"""90 % ranges of rules: each figure alone at its bounds, the swings to each side added in squares.

Figures are taken as independent. A rule that steps (whole cores, whole racks) steps here as well.
"""

from collections.abc import Callable, Iterable, Mapping
from math import sqrt

from wizard.domain.fleet import Spans
from wizard.domain.provenance import Figure
from wizard.sizing.figures import Facts

Values = Mapping[str, float | None]
"""What a rule answers, by field; None: the field has no value."""


def spans(rule: Callable[[Facts], Values], facts: Facts, keys: Iterable[str]) -> Spans:
    """Ranges of what ``rule`` answers, as ``facts`` move; fields that no figure moves are left out."""
    middle = {field: value for field, value in rule(facts).items() if value is not None}
    down, up = dict.fromkeys(middle, 0.0), dict.fromkeys(middle, 0.0)
    for key in keys:
        figure = facts[key]
        ends = [
            rule({**facts, key: _moved(figure, end)})
            for end in (figure.low, figure.high)
            if end not in (None, figure.value)
        ]
        for field, value in middle.items():
            changes = [(end.get(field) or 0.0) - value for end in ends]
            down[field] += min([0.0, *changes]) ** 2
            up[field] += max([0.0, *changes]) ** 2
    return {
        field: (max(0.0, value - sqrt(down[field])), value + sqrt(up[field]))
        for field, value in middle.items()
        if down[field] or up[field]
    }


def _moved(figure: Figure, value: float | None) -> Figure:
    return figure.model_copy(update={"value": value, "low": None, "high": None})
