"""When owning has paid for itself, and which use it takes.

Simple: cumulative payments of owning fall below those of renting and stay there until the horizon ends. Discounted:
the same with payments discounted. The resale value is left out: nobody holds it before the end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Self

import numpy as np

from wizard.costs.flows import AT_ONCE, Flows
from wizard.costs.inputs import Array

Months = float | Literal["never"]


@dataclass(frozen=True)
class Payments:
    """Payments of one plan by month: at its start, and evenly over it."""

    at_start: Array
    during: Array

    @classmethod
    def of(cls, flows: Flows, weights: Array | None = None) -> Self:
        """The middle case without the resale value; ``weights`` discount each month."""
        scale = np.ones(flows.world.months) if weights is None else weights
        start = sum((f for name, f in flows.middle.items() if name in AT_ONCE), np.zeros_like(scale))
        during = sum(
            (f for name, f in flows.middle.items() if name not in AT_ONCE and name != "residual_value"),
            np.zeros_like(scale),
        )
        return cls(at_start=start * scale, during=during * scale)


def months_until_cheaper(own: Payments, rented: Payments) -> Months:
    """Months until owning is ahead for good; 0 when it never was behind, ``never`` within the horizon."""
    starts = own.at_start - rented.at_start
    during = own.during - rented.during
    ends = np.cumsum(starts + during)
    if ends[-1] > 0.0:
        return "never"
    opens = ends - during
    behind = np.flatnonzero(np.maximum(opens, ends) > 0.0)
    if len(behind) == 0:
        return 0.0
    last = int(behind[-1])
    if opens[last] <= 0.0:
        return float(last + 1)
    return float(last + opens[last] / (opens[last] - ends[last]))


def hours_until_cheaper(capital: float, own_per_hour: float, rented_per_hour: float) -> Months:
    """Simple break-even H = capital / (rented - own), in hours of use (Lenovo Press LP2225)."""
    saving = rented_per_hour - own_per_hour
    if capital <= 0.0:
        return 0.0
    return capital / saving if saving > 0.0 else "never"


def needed_utilisation(fixed_per_hour: float, rented_per_hour: float, variable_per_hour: float) -> float | None:
    """u* = c_fixed / (p - v): the share of hours in use from which owning is cheaper; above 1 it never is, 0 always.

    None: the rented hour costs no more than the variable cost of an own one, so use never decides.
    """
    margin = rented_per_hour - variable_per_hour
    return max(0.0, fixed_per_hour) / margin if margin > 0.0 else None


def present_value(
    flows: Sequence[float],
    rate: float,
    periods_per_year: int = 12,
    timing: Literal["start", "middle", "end"] = "middle",
) -> float:
    """Value today of equally spaced payments at a yearly ``rate``, paid at that point of each period."""
    offset = {"start": 0.0, "middle": 0.5, "end": 1.0}[timing]
    periods = np.arange(len(flows), dtype=np.float64) + offset
    return float(np.dot(np.asarray(flows, dtype=np.float64), (1.0 + rate) ** (-periods / periods_per_year)))
