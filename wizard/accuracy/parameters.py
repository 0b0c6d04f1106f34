"""Which figures a fit may move, within which bounds, and what they fall back to without data."""

import csv
from dataclasses import dataclass
from fnmatch import fnmatchcase
from math import exp, log

from wizard.datafiles.packaged import data_folder
from wizard.domain.provenance import Figure
from wizard.sizing.figures import Facts

_FILE = "fit.csv"
_DEFAULT = "default"


@dataclass(frozen=True)
class Parameter:
    """One figure, fitted by its logarithm: all of them are shares, times or factors above zero."""

    key: str
    low: float
    high: float
    parent: str | None
    """The more general figure that holds where this one does not exist."""


def fitted_parameters(facts: Facts) -> tuple[Parameter, ...]:
    """The figures named in the list of fitted ones whose basis is ``derived``: published ones stay as published."""
    with (data_folder("catalogs") / "benchmarks" / _FILE).open(encoding="utf-8", newline="") as lines:
        patterns = [(row["figure"], float(row["low"]), float(row["high"])) for row in csv.DictReader(lines)]
    found = []
    for key, figure in sorted(facts.items()):
        bounds = next(((low, high) for pattern, low, high in patterns if fnmatchcase(key, pattern)), None)
        if bounds is not None and figure.basis == "derived" and figure.value > 0:
            found.append(Parameter(key, *bounds, _parent(key, facts)))
    return tuple(found)


def _parent(key: str, facts: Facts) -> str | None:
    name, _dot, variant = key.rpartition(".")
    candidates = (f"{name}.{_DEFAULT}", name) if variant != _DEFAULT else (name,)
    return next((one for one in candidates if one in facts and one != key), None)


def logs(parameters: tuple[Parameter, ...], facts: Facts) -> list[float]:
    """Starting point: the logarithms of the figures as they stand, within the bounds."""
    return [log(min(p.high, max(p.low, facts[p.key].value))) for p in parameters]


def with_values(facts: Facts, parameters: tuple[Parameter, ...], at: list[float]) -> dict[str, Figure]:
    """The figures with fitted values; a span moves along with its value."""
    changed = dict(facts)
    for parameter, value in zip(parameters, at, strict=True):
        figure = facts[parameter.key]
        ratio = exp(value) / figure.value
        if abs(ratio - 1) > 1e-12:
            spans = {"low": figure.low, "high": figure.high}
            moved = {name: None if end is None else end * ratio for name, end in spans.items()}
            changed[parameter.key] = figure.model_copy(update={"value": figure.value * ratio, **moved})
    return changed


def without(facts: Facts, keys: set[str]) -> dict[str, Figure]:
    """The figures as if those of ``keys`` had never been measured: the parent holds instead."""
    return {key: figure for key, figure in facts.items() if key not in keys}
