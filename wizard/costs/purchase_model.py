"""Phased purchase over years: how many nodes to order and units to commit in each year, and what that costs.

    min  fixed·[any n > 0] + Σ_y node_y·n_y + commit_y·c_y + v_y·[B_y(c_y) − rest_y] + p_y·rest_y
    with rest_y = (1 − a)·B_y(c_y + G·old_y) + a·B_y(c_y + G·nodes_y)

n: nodes ordered, c: units committed, G: units a node holds, a: share of the year after the delivery, old: nodes from
earlier years, B_y(K): mean units needed above K. A load without a rent price is owned up to its peak.
"""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from wizard.costs.inputs import Array

Cause = Literal["budget", "total_budget", "power"]
_ROUNDING = 1e-9


@dataclass(frozen=True)
class YearOfOrders:
    """One year; money is discounted to today."""

    node: float
    """A node ordered this year: purchase and running cost of its life within the horizon, less resale."""
    spend: float
    """What one node takes from the budget, not discounted."""
    own_use: float
    """What a unit in use all year adds where it is owned."""
    rent: float | None
    """A unit rented all year on demand; None: nothing can be rented."""
    commit: float | None
    """A unit committed for the year, used or not."""
    excess: Array
    """Mean units needed above 0, 1, 2 … units; 0 from the peak on."""
    budget: float = math.inf
    most_nodes: float = math.inf
    """Nodes the power is enough for."""

    @property
    def peak(self) -> int:
        """Whole units."""
        return len(self.excess) - 1

    @property
    def own_use_paid(self) -> float:
        """An owned unit stands idle where renting costs less than running it."""
        return self.own_use if self.rent is None else min(self.own_use, self.rent)

    def above(self, units: float) -> float:
        """Mean units needed above a whole number of units."""
        return float(self.excess[min(int(units), self.peak)])


@dataclass(frozen=True)
class PurchaseProblem:
    """The years with what holds for all of them."""

    years: tuple[YearOfOrders, ...]
    units_per_node: int
    life_years: int
    minimum_order: int = 1
    """Nodes of an order at least, where there is one."""
    arrived: float = 1.0
    """Share of the year of the order in which its nodes run."""
    standing: int = 0
    """Nodes that are there already and stay."""
    total_budget: float = math.inf
    fixed: float = 0.0
    """Once for all years where any node is owned: what owning takes beside the nodes."""

    def alive(self, ordered: tuple[int, ...]) -> tuple[int, ...]:
        """Nodes at the end of each year."""
        life = self.life_years
        return tuple(self.standing + sum(ordered[max(y - life + 1, 0) : y + 1]) for y in range(len(ordered)))

    def carried(self, ordered: tuple[int, ...]) -> tuple[int, ...]:
        """Nodes of each year before its own order is delivered."""
        alive = self.alive(ordered)
        return tuple(all_nodes - new for all_nodes, new in zip(alive, ordered, strict=True))


@dataclass(frozen=True)
class Orders:
    """What to order and to commit, by year."""

    nodes: tuple[int, ...]
    units_committed: tuple[int, ...]
    proven: bool = True
    """Whether nothing cheaper exists."""


@dataclass(frozen=True)
class Shortage:
    """A year that cannot be carried."""

    year: int
    """First year 0."""
    needed: int
    """Nodes."""
    possible: int
    cause: Cause
    budget: float
    """That would be enough in this year, the nodes before it as planned."""
    more: float
    """Of it, what the missing nodes take."""


def present_cost(problem: PurchaseProblem, orders: Orders) -> float:
    """Discounted cost of given orders, straight from the excess of each year."""
    total = problem.fixed if problem.standing or any(orders.nodes) else 0.0
    part = problem.arrived
    old, new = problem.carried(orders.nodes), problem.alive(orders.nodes)
    for number, year in enumerate(problem.years):
        committed = orders.units_committed[number]
        own = [committed + problem.units_per_node * nodes[number] for nodes in (old, new)]
        rest = (1.0 - part) * year.above(own[0]) + part * year.above(own[1])
        total += year.node * orders.nodes[number] + (year.commit or 0.0) * committed
        total += year.own_use_paid * (year.above(committed) - rest) + (year.rent or 0.0) * rest
    return total


def peak_owned(problem: PurchaseProblem) -> Orders:
    """Nodes for the highest peak so far, ordered when it comes and again at the end of their life."""
    ordered: list[int] = []
    for year in problem.years:
        there = problem.alive((*ordered, 0))[-1]
        ordered.append(max(math.ceil(year.peak / problem.units_per_node) - there, 0))
    return Orders(tuple(ordered), (0,) * len(ordered))


def excess_of(demand: Array) -> Array:
    """Mean units needed above 0, 1, 2 … units for a load given hour by hour."""
    ordered = np.sort(demand)
    levels = np.arange(math.ceil(ordered[-1] - _ROUNDING) + 1, dtype=np.float64)
    first = np.searchsorted(ordered, levels)
    above = np.concatenate([np.cumsum(ordered[::-1])[::-1], [0.0]])[first]
    excess: Array = np.maximum((above - levels * (len(ordered) - first)) / len(ordered), 0.0)
    excess[-1] = 0.0
    return excess
