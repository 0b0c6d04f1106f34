"""How sure a fitted figure is: its 90 % span, and how many measurements inform it.

Standard errors robust against rows of one group erring together (Liang and Zeger 1986): ``H⁻¹ (Σ s sᵀ + prior) H⁻¹``
with one score ``s`` for each group. A figure that others fall back to also stands for accelerators and engines nobody
measured, so its span covers how far those measured lie apart.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt

import numpy as np

from wizard.accuracy.fit import Fit
from wizard.accuracy.problem import SCALE, Problem, Vector
from wizard.domain.provenance import Figure
from wizard.sizing.figures import Facts

_Z = 1.645
_LEAST = 0.02
"""No span is narrower than this share: it is what repeating a measurement moves."""


@dataclass(frozen=True)
class FittedFigure:
    """One figure with what stands behind it."""

    key: str
    value: float
    low: float
    high: float
    rows: int
    groups: int
    """Models on accelerators; rows of one resemble each other."""


def fitted_figures(fit: Fit) -> tuple[FittedFigure, ...]:
    """Value and 90 % span of each figure of the fit."""
    errors = np.sqrt(np.diag(_covariance(fit)))
    found = []
    for number, one in enumerate(fit.parameters):
        read = fit.problem.reads[one.key]
        wide = sqrt(errors[number] ** 2 + _between(fit, number) ** 2)
        half = max(_LEAST, _Z * wide)
        at = float(fit.at[number])
        low, high = max(one.low, exp(at - half)), min(one.high, exp(at + half))
        groups = {fit.problem.groups[i][0] for i in read}
        found.append(FittedFigure(one.key, exp(at), min(low, exp(at)), max(high, exp(at)), len(read), len(groups)))
    return tuple(found)


def with_spans(facts: Facts, found: Sequence[FittedFigure]) -> dict[str, Figure]:
    """The figures with spans as wide as the fit says, around whatever value they have now."""
    changed = dict(facts)
    for one in found:
        figure = facts.get(one.key)
        if figure is not None:
            ends = {"low": figure.value * one.low / one.value, "high": figure.value * one.high / one.value}
            changed[one.key] = figure.model_copy(update=ends)
    return changed


def _covariance(fit: Fit) -> Vector:
    problem = fit.problem
    matrix, _right = problem.normal(fit.at, fit.errors, fit.jacobian)
    inverse = np.linalg.inv(matrix + 1e-12 * np.eye(len(fit.at)))
    prior = problem.prior_matrix
    return inverse @ (_scores(problem, fit) + SCALE**2 * prior) @ inverse


def _scores(problem: Problem, fit: Fit) -> Vector:
    """Sum over groups of the outer product of their score."""
    pulled = fit.jacobian * (problem.pull(fit.errors) * fit.errors)[:, None]
    by_group: dict[str, Vector] = defaultdict(lambda: np.zeros(len(fit.at)))
    for (group, _quantity), row in zip(problem.groups, pulled, strict=True):
        by_group[group] = by_group[group] + row
    return sum((np.outer(one, one) for one in by_group.values()), np.zeros((len(fit.at), len(fit.at))))


def _between(fit: Fit, number: int) -> float:
    """Standard deviation of the figures that fall back to this one, around it; half the expected one at least."""
    one = fit.parameters[number]
    apart = [float(fit.at[i] - fit.at[number]) for i, p in enumerate(fit.parameters) if p.parent == one.key]
    if not apart:
        return 0.0
    return max(sqrt(sum(each**2 for each in apart) / len(apart)), one.apart / 2)
