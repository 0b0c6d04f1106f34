"""Fitted figures as a dated file of the catalogue."""

import json
from collections.abc import Iterator, Sequence
from datetime import date

from wizard.accuracy.spans import FittedFigure
from wizard.sizing.figures import Facts

_MANY, _SOME = 10, 3
"""Groups from which on a figure is trusted well, and moderately."""


def figures_yaml(found: Sequence[FittedFigure], base: Facts, table: str, rows: int, on: date) -> str:
    """A catalogue file with one line a figure.

    Args:
        found: fitted figures.
        base: gives the units.
        table: name of the table fitted to.
        rows: measured deployments that took part.
        on: day of the fit.
    """
    source = f"fitted to {rows} published measurements in {table}"
    head = [
        f"# Fitted on {on.isoformat()}: {len(found)} figures, {rows} measured deployments. Spans are 90 % ranges.",
        "sources:",
        f"  fit: {json.dumps(source)}",
        f"provenance: {{basis: derived, source: [fit], retrieved_on: {on.isoformat()}, confidence: medium}}",
        "figures:",
    ]
    return "\n".join((*head, *_lines(found, base))) + "\n"


def _lines(found: Sequence[FittedFigure], base: Facts) -> Iterator[str]:
    for one in found:
        unit = json.dumps(base[one.key].unit, ensure_ascii=False)
        numbers = ", ".join(f"{name}: {_number(getattr(one, name))}" for name in ("value", "low", "high"))
        behind = f"{one.rows} values of {one.groups} groups" if one.rows else "of figures that fall back to it"
        yield f"  {one.key}: {{{numbers}, unit: {unit}, confidence: {_confidence(one)}, note: {json.dumps(behind)}}}"


def _number(value: float) -> str:
    return f"{value:.4g}"


def _confidence(one: FittedFigure) -> str:
    return "high" if one.groups >= _MANY else "medium" if one.groups >= _SOME else "low"
