"""Solves a phased purchase as a mixed-integer linear program (HiGHS).

The excess of the load over what carries it is convex in the units: the least value above its supporting lines. The
program starts with few of them and gains those at the units it found, until none is missing: then its optimum is that
of the curve. The same problem gives the same orders: no clock is asked.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from wizard.costs.errors import CostError
from wizard.costs.inputs import Array
from wizard.costs.purchase_model import Cause, Orders, PurchaseProblem, Shortage, YearOfOrders
from wizard.domain.errors import CodedError

FIRST_LINES = 17
MOST_ROUNDS = 60
MEAN_IN_PROGRAM = 100.0
"""Larger loads are scaled to this mean: rows keep well inside the solver's tolerance."""
MOST_BRANCHES = 20_000
_GAP = 1e-9
_SLACK = 1e-6
_OPTIMAL = 0

Terms = dict[int, float]


def solve(problem: PurchaseProblem) -> Orders | tuple[Shortage, ...]:
    """The cheapest orders, or the years that budget and power cannot carry.

    Raises:
        CodedError: ``E230`` where nodes that stand already exceed the power.
    """
    for number, year in enumerate(problem.years):
        if year.most_nodes < problem.standing:
            raise CodedError(
                CostError.POWER_EXCEEDED, year=number + 1, nodes=problem.standing,
                most=int(year.most_nodes),
            )  # fmt: skip
    lines = [_first_lines(year) for year in problem.years]
    found: Orders | None = None
    for _round in range(MOST_ROUNDS):
        found = _Program(problem, lines).orders()
        if found is None:
            return _shortages(problem)
        further = [at - known for at, known in zip(_lines_at(problem, found), lines, strict=True)]
        if not any(further):
            return found
        lines = [known | more for known, more in zip(lines, further, strict=True)]
    assert found is not None  # noqa: S101 - there is at least one round
    return replace(found, proven=False)


def _first_lines(year: YearOfOrders) -> frozenset[int]:
    """A line is named by the units at its left end."""
    return frozenset(np.linspace(0, max(year.peak - 1, 0), FIRST_LINES).round().astype(int).tolist())


def _lines_at(problem: PurchaseProblem, orders: Orders) -> list[frozenset[int]]:
    """Of each year the lines that meet at the units found: with them the excess there is exact."""
    found = []
    there = zip(problem.years, problem.carried(orders.nodes), problem.alive(orders.nodes), strict=True)
    for (year, old, new), committed in zip(there, orders.units_committed, strict=True):
        carried = [committed, *(committed + problem.units_per_node * nodes for nodes in (old, new))]
        ends = {end for units in carried for end in (units - 1, units)}
        found.append(frozenset(end for end in ends if 0 <= end < year.peak))
    return found


@dataclass
class _Program:
    """Columns and rows. A year has nodes to order, perhaps units to commit, and the excesses that cost money."""

    problem: PurchaseProblem
    lines: Sequence[frozenset[int]]
    """Supporting lines of the excess of each year."""
    elastic: bool = False
    """Missing nodes are allowed, and counted instead of the cost."""
    cost: list[float] = field(default_factory=list)
    whole: list[int] = field(default_factory=list)
    most: list[float] = field(default_factory=list)
    rows: list[Terms] = field(default_factory=list)
    low: list[float] = field(default_factory=list)
    high: list[float] = field(default_factory=list)
    lacking: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        problem, years = self.problem, self.problem.years
        peak = max(math.ceil(year.peak / problem.units_per_node) for year in years)
        self.most_nodes = max(peak, problem.minimum_order)
        self.nodes = [self._column(year.node, whole=True, most=self.most_nodes) for year in years]
        self.committed = [
            None if year.commit is None else self._column(year.commit, whole=True, most=year.peak) for year in years
        ]
        for number, year in enumerate(years):
            self._limits(number, year)
            self._load(number, year)
        if problem.fixed > 0.0 and not problem.standing:
            owning = self._column(problem.fixed, whole=True, most=1.0)
            for column in self.nodes:
                self._row({column: 1.0, owning: -float(self.most_nodes)}, high=0.0)
        if math.isfinite(problem.total_budget):
            spend = {column: year.spend for column, year in zip(self.nodes, years, strict=True)}
            self._row(spend, high=problem.total_budget + _SLACK)

    def orders(self) -> Orders | None:
        """None: the limits cannot be met."""
        values, proven = self._solve()
        if values is None:
            return None
        committed = (0 if column is None else round(values[column]) for column in self.committed)
        return Orders(tuple(round(values[column]) for column in self.nodes), tuple(committed), proven)

    def missing(self) -> tuple[dict[int, int], list[int]]:
        """Nodes each year lacks, as few as possible, and the nodes ordered in each year."""
        values, _proven = self._solve()
        assert values is not None  # noqa: S101 - every year may lack all of its nodes
        lacking = {year: round(values[column]) for year, column in self.lacking.items()}
        return lacking, [round(values[column]) for column in self.nodes]

    def _column(self, cost: float, *, whole: bool = False, most: float = math.inf) -> int:
        self.cost.append(0.0 if self.elastic else cost)
        self.whole.append(int(whole))
        self.most.append(most)
        return len(self.cost) - 1

    def _row(self, terms: Terms, low: float = -math.inf, high: float = math.inf) -> None:
        self.rows.append(terms)
        self.low.append(low)
        self.high.append(high)

    def _solve(self) -> tuple[Array | None, bool]:
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import coo_array

        entries = [(row, column, value) for row, terms in enumerate(self.rows) for column, value in terms.items()]
        at_row, at_column, values = zip(*entries, strict=True)
        matrix: Any = coo_array((values, (at_row, at_column)), shape=(len(self.rows), len(self.cost)))
        found = milp(
            np.array(self.cost) / (max(map(abs, self.cost)) or 1.0),
            integrality=np.array(self.whole),
            bounds=Bounds(np.zeros(len(self.most)), np.array(self.most)),
            constraints=LinearConstraint(matrix.tocsc(), np.array(self.low), np.array(self.high)),
            options={"mip_rel_gap": _GAP, "node_limit": MOST_BRANCHES},
        )
        return found.x, found.status == _OPTIMAL

    def _alive(self, number: int) -> list[int]:
        return self.nodes[max(number - self.problem.life_years + 1, 0) : number + 1]

    def _limits(self, number: int, year: YearOfOrders) -> None:
        """Budget, power and smallest order of a year."""
        problem, ordered = self.problem, self.nodes[number]
        if math.isfinite(year.budget):
            self._row({ordered: year.spend}, high=year.budget + _SLACK)
        if math.isfinite(year.most_nodes):
            self._row(dict.fromkeys(self._alive(number), 1.0), high=math.floor(year.most_nodes) - problem.standing)
        if problem.minimum_order > 1:
            any_order = self._column(0.0, whole=True, most=1.0)
            self._row({ordered: 1.0, any_order: -float(problem.minimum_order)}, low=0.0)
            self._row({ordered: 1.0, any_order: -float(self.most_nodes)}, high=0.0)

    def _load(self, number: int, year: YearOfOrders) -> None:
        """What carries the load of a year, and what its excess costs."""
        problem, alive, column = self.problem, self._alive(number), self.committed[number]
        size, arrived = float(problem.units_per_node), problem.arrived
        there = size * problem.standing
        committed: Terms = {} if column is None else {column: 1.0}
        owned = committed | dict.fromkeys(alive, size)
        if year.rent is None:
            self._row(owned | self._lacking(number, size), low=year.peak - there)
            return
        saved = year.rent - year.own_use_paid
        self._excess(number, committed, 0.0, year.own_use_paid)
        self._excess(number, owned, there, saved * arrived)
        self._excess(number, committed | dict.fromkeys(alive[:-1], size), there, saved * (1.0 - arrived))

    def _lacking(self, number: int, size: float) -> Terms:
        if not self.elastic:
            return {}
        self.lacking[number] = self._column(1.0, whole=True)
        self.cost[self.lacking[number]] = 1.0
        return {self.lacking[number]: size}

    def _excess(self, number: int, carrying: Terms, there: float, cost: float) -> None:
        """A column for the excess above what carries the load, held up by lines of the curve."""
        year = self.problem.years[number]
        if cost <= 0.0 or not carrying:
            return
        scale = max(year.above(0) / MEAN_IN_PROGRAM, 1.0)
        rest, excess = self._column(cost * scale), year.excess / scale
        for left in sorted(self.lines[number]):
            if left < year.peak:
                slope = float(excess[left + 1] - excess[left])
                terms = {column: -slope * units for column, units in carrying.items()}
                self._row(terms | {rest: 1.0}, low=float(excess[left]) + slope * (there - left))


def _shortages(problem: PurchaseProblem) -> tuple[Shortage, ...]:
    """Which years lack nodes when as few as possible are missing, and why."""
    none = (frozenset[int](),) * len(problem.years)
    missing, ordered = _Program(problem, none, elastic=True).missing()
    by_year = replace(problem, total_budget=math.inf)
    by_power = replace(by_year, years=tuple(replace(year, budget=math.inf) for year in problem.years))
    causes: tuple[tuple[Cause, dict[int, int]], ...] = (
        ("power", _Program(by_power, none, elastic=True).missing()[0]),
        ("budget", _Program(by_year, none, elastic=True).missing()[0]),
    )
    found = []
    for number, lacking in missing.items():
        if lacking:
            year = problem.years[number]
            needed = math.ceil(year.peak / problem.units_per_node)
            order = max(ordered[number] + lacking, problem.minimum_order)
            cause: Cause = next((name for name, short in causes if short[number]), "total_budget")
            more = (order - ordered[number]) * year.spend
            found.append(Shortage(number, needed, needed - lacking, cause, order * year.spend, more))
    return tuple(found)
