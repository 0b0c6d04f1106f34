"""The committed base of a cloud plan: chosen once, at the middle values, before any sample is drawn.

The n-th machine is worth committing while its on-demand hours cost more than the committed price for all hours: the
critical fractile. Machines in use follow a load duration curve between floor and peak that meets the stated mean:
share of the active hours above x = (1 - (x - floor)/(peak - floor))^(a), a = (peak - floor)/(mean - floor) - 1.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from wizard.costs.capacity import Load
from wizard.costs.inputs import Array
from wizard.domain.quantities import HOURS_PER_MONTH

Kind = Literal["committed_1y", "committed_3y"]
_MOST_LEVELS = 64
"""Numbers of machines compared at once."""
TERM_MONTHS: dict[Kind, int] = {"committed_1y": 12, "committed_3y": 36}


@dataclass(frozen=True)
class Term:
    """Machines committed from ``start`` for ``months``, at the price level of the first of these months."""

    kind: Kind
    start: int
    months: int
    price_per_hour: float
    machines: int = 0


def terms(horizon: int, prices: dict[Kind, float]) -> tuple[Term, ...]:
    """Full terms that fit into the horizon, longest first; what remains is rented on demand."""
    result: list[Term] = []
    start = 0
    for kind in sorted(prices, key=lambda k: TERM_MONTHS[k], reverse=True):
        while start + TERM_MONTHS[kind] <= horizon:
            result.append(Term(kind, start, TERM_MONTHS[kind], prices[kind]))
            start += TERM_MONTHS[kind]
    return tuple(result)


def beyond(load: Load, committed: Array | float) -> Array:
    """Mean machines in use above the committed ones, during the active hours."""
    spread = load.peak - load.floor
    above = load.mean - load.floor
    reach = np.clip(load.peak - np.maximum(committed, load.floor), 0.0, spread)
    with np.errstate(divide="ignore", invalid="ignore"):
        upper = np.where(above > 0.0, above * (reach / spread) ** (spread / above), 0.0)
    below = np.maximum(load.floor - committed, 0.0)
    rest: Array = np.where(spread > 0.0, upper, 0.0) + below
    return rest


def share_of_hours_above(machines: Array, floor: float, mean: float, peak: float) -> Array:
    """Share of the active hours in which more machines are in use: the slope of ``beyond``, 1 below the floor."""
    if peak <= floor or mean <= floor:
        return np.where(machines < floor, 1.0, 0.0)
    share: Array = np.clip((peak - machines) / (peak - floor), 0.0, 1.0) ** ((peak - mean) / (mean - floor))
    return share


def choose(term: Term, load: Load, on_demand_per_hour: float, price_path: Array, discount: Array) -> Term:
    """The number of committed machines with the lowest discounted cost over the term.

    ``load``, ``price_path`` and ``discount`` are of the middle case, one column.
    """
    span = slice(term.start, term.start + term.months)
    part = Load(load.peak[span], load.mean[span], load.floor[span], load.hours[span])
    weight = discount[span]

    def cheapest(levels: Array) -> int:
        rest = beyond(part, levels) * part.hours * on_demand_per_hour * price_path[span]
        base = levels * HOURS_PER_MONTH * term.price_per_hour * price_path[term.start]
        return int(np.argmin(((rest + base) * weight).sum(axis=0)))

    low, high = 0, int(part.peak.max())
    while high - low > _MOST_LEVELS:
        # The cost is convex in the machines, so the least lies beside the least of any grid.
        grid = np.unique(np.linspace(low, high, _MOST_LEVELS).round())
        best = cheapest(grid)
        low, high = int(grid[max(best - 1, 0)]), int(grid[min(best + 1, len(grid) - 1)])
    machines = low + cheapest(np.arange(low, high + 1, dtype=np.float64))
    return Term(term.kind, term.start, term.months, term.price_per_hour, machines)
