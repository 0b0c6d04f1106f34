"""What moves the cost of a plan, or the lead of one plan over another: one input at a time, and all together.

The tornado takes each input from its 10 % to its 90 % point with all others at their medians. Total effects are
shares of the variance that vanish when an input becomes known last, interactions included: M. J. W. Jansen, Comput.
Phys. Commun. 117 (1999), on the design of A. Saltelli et al., Comput. Phys. Commun. 181 (2010). Inputs vary
independently in it; of a correlated pair the leader carries the common part.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from wizard.costs.engine import CostTable
from wizard.costs.inputs import BOUNDS, Array, quantile, values_at
from wizard.costs.kinds import inputs_of
from wizard.costs.sobol import MOST_DIMENSIONS, sobol_points
from wizard.costs.world import blocks

LOW, MEDIAN, HIGH = 0.1, 0.5, 0.9
FEWEST_SAMPLES = 4_096
"""Fewer samples leave the total effects out: their error would exceed what they say."""
_SAMPLES_PER_ROW = 16
_LEAST_SHARE = 0.03
"""Of the largest swing; what moves less explains less than a thousandth of the variance and stays at its median."""
_SEED = 101
_MOST_INPUTS = MOST_DIMENSIONS // 2


@dataclass(frozen=True)
class Swing:
    """One input from its 10 % to its 90 % point."""

    key: str
    at_low: float
    at_high: float
    """Value of the input."""
    npv_low: float
    npv_high: float
    """Euro; of a lead: of the second plan less that of the first."""
    total_effect: float | None = None
    """None: not computed, or the input moves next to nothing."""

    @property
    def size(self) -> float:
        return abs(self.npv_high - self.npv_low)


def influences(table: CostTable, first: int, against: int | None = None) -> tuple[Swing, ...]:
    """Swings with total effects, largest first.

    Args:
        first: index of the plan.
        against: another plan, whose cost less that of ``first`` is looked at: above 0 while ``first`` leads.
    """
    found = tornado(table, first, against)
    if table.question.samples < FEWEST_SAMPLES or not found:
        return found
    kept = [swing.key for swing in found if swing.size >= _LEAST_SHARE * found[0].size][:_MOST_INPUTS]
    by_key = dict(zip(kept, _effects(table, kept, first, against).tolist(), strict=True))
    return tuple(replace(swing, total_effect=by_key.get(swing.key)) for swing in found)


def tornado(table: CostTable, first: int, against: int | None = None) -> tuple[Swing, ...]:
    """Swings without total effects, largest first; inputs that move nothing are left out."""
    plans = (first,) if against is None else (first, against)
    asked = [table.of_plan(index).question for index in plans]
    used = [key for key in BOUNDS if any(_varies(table, index, key) for index in plans)]
    if not used:
        return ()
    shares = {key: np.full(2 * len(used), MEDIAN) for key in BOUNDS}
    for place, key in enumerate(used):
        shares[key][2 * place : 2 * place + 2] = LOW, HIGH
    npv = _npv(table, shares, first, against, linked=False)
    ends = np.array([LOW, HIGH])
    found = []
    for place, key in enumerate(used):
        owner = next(q for q, index in zip(asked, plans, strict=True) if _varies(table, index, key))
        at_low, at_high = quantile(ends, owner.inputs[key]).tolist()
        low, high = npv[2 * place : 2 * place + 2].tolist()
        if low != high:
            found.append(Swing(key, at_low, at_high, low, high))
    return tuple(sorted(found, key=lambda swing: -swing.size))


def total_effects(a: Array, b: Array, model: Callable[[Array], Array]) -> Array:
    """Jansen's total-effect index of each column; ``a`` and ``b`` are independent designs, one row a case.

    ST_i = mean((f(A) - f(A with column i of B))²) / (2 · Var f). Of a constant model: zeros.
    """
    rows, columns = a.shape
    cases = np.tile(a, (columns + 1, 1))
    for column in range(columns):
        cases[(column + 1) * rows : (column + 2) * rows, column] = b[:, column]
    values = model(np.concatenate([cases, b])).reshape(columns + 2, rows)
    variance = np.concatenate([values[0], values[-1]]).var()
    if variance <= 0.0:
        return np.zeros(columns)
    effects: Array = ((values[1:-1] - values[0]) ** 2).mean(axis=1) / (2.0 * variance)
    return effects


def _effects(table: CostTable, kept: Sequence[str], first: int, against: int | None) -> Array:
    question = table.question
    points = sobol_points(question.samples // _SAMPLES_PER_ROW, 2 * len(kept), question.seed + _SEED)

    def model(cases: Array) -> Array:
        shares = {key: np.full(len(cases), MEDIAN) for key in BOUNDS}
        shares.update(zip(kept, cases.T, strict=True))
        return _npv(table, shares, first, against, linked=True)

    return total_effects(points[:, : len(kept)], points[:, len(kept) :], model)


def _varies(table: CostTable, index: int, key: str) -> bool:
    plan = table.plans[index].plan
    span = table.question.of_plan(plan).inputs[key].range
    return key in inputs_of(plan) and span.low < span.high


def _npv(table: CostTable, shares: Mapping[str, Array], first: int, against: int | None, *, linked: bool) -> Array:
    npv = _npv_of(table, shares, first, linked=linked)
    return npv if against is None else _npv_of(table, shares, against, linked=linked) - npv


def _npv_of(table: CostTable, shares: Mapping[str, Array], index: int, *, linked: bool) -> Array:
    priced, seen = table.plans[index], table.of_plan(index)
    question = seen.question if linked else seen.question.model_copy(update={"correlations": ()})
    worlds = blocks(question.horizon_months, values_at(question, shares))
    return np.concatenate([world.present_value(seen.run(priced, world).total) for world in worlds])
