"""Which figures a fit may move, within which bounds, and what they fall back to without data."""

import csv
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import product
from math import exp, log

from wizard.datafiles.packaged import data_folder
from wizard.domain.provenance import Figure
from wizard.sizing.figures import ENGINES, Facts

_FILE = "fit.csv"
_DEFAULT = "default"
_GRAPHICS = "_gddr"
"""Ending of a generation's name for its chips with graphics memory; without it, the generation itself."""


@dataclass(frozen=True)
class Parameter:
    """One figure, fitted by its logarithm: all of them are shares, times or factors above zero."""

    key: str
    low: float
    high: float
    apart: float
    """Standard deviation of its logarithm around its parent's, before any measurement."""
    parent: str | None
    """The more general figure that holds where this one does not exist."""


def fitted_parameters(facts: Facts) -> tuple[Parameter, ...]:
    """The figures named in the list of fitted ones, except published ones: these stay as published."""
    with (data_folder("catalogs") / "benchmarks" / _FILE).open(encoding="utf-8", newline="") as lines:
        patterns = [
            (r["figure"], *(float(r[name]) for name in ("low", "high", "apart"))) for r in csv.DictReader(lines)
        ]
    found = []
    for key, figure in sorted(facts.items()):
        bounds = next((rest for pattern, *rest in patterns if fnmatchcase(key, str(pattern))), None)
        if bounds is not None and figure.basis != "published" and figure.value > 0:
            low, high, apart = map(float, bounds)
            found.append(Parameter(key, low, high, apart, parent_of(key, facts)))
    return tuple(found)


def parent_of(key: str, facts: Collection[str]) -> str | None:
    """The most specific figure of the same name that is read where ``key`` is missing."""
    area, name, *variants = key.split(".")
    return next((one for one in _fallbacks(f"{area}.{name}", variants) if one != key and one in facts), None)


def _fallbacks(name: str, variants: Sequence[str]) -> Iterator[str]:
    """The same under any engine, own variant, fewer of them, those of the wider generation, of all, the bare name."""
    if variants:
        first, *rest = variants
        if first in ENGINES and rest:
            yield ".".join((name, *rest))
        wider = [first, *([first.removesuffix(_GRAPHICS)] if first.endswith(_GRAPHICS) else []), _DEFAULT]
        for head, tail in product(wider, (rest, []) if rest else ([],)):
            yield ".".join((name, head, *tail))
    yield name


def with_parents(wanted: Collection[str], parameters: Sequence[Parameter]) -> tuple[Parameter, ...]:
    """The parameters of these keys and everything they may fall back to."""
    by_key = {one.key: one for one in parameters}
    kept: set[str] = set()
    for key in wanted:
        following: str | None = key
        while following in by_key and following not in kept:
            kept.add(following)
            following = by_key[following].parent
    return tuple(one for one in parameters if one.key in kept)


def logs(parameters: Sequence[Parameter], facts: Facts) -> list[float]:
    """Starting point: the logarithms of the figures as they stand, within the bounds."""
    return [log(min(p.high, max(p.low, facts[p.key].value))) for p in parameters]


def with_values(facts: Facts, parameters: Sequence[Parameter], at: Sequence[float]) -> dict[str, Figure]:
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


def without(facts: Facts, keys: Collection[str]) -> dict[str, Figure]:
    """The figures as if those of ``keys`` had never been measured: the parent holds instead."""
    return {key: figure for key, figure in facts.items() if key not in keys}
