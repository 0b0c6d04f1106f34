"""A purchase over years in money: whole nodes ordered year by year, units committed for a year, the rest by the hour.

Purchases are paid at the start of their year, everything else in its middle, resale at the end of a node's life or of
the horizon; d = (1 + r)^-t. One currency, net or gross as the prices are.
"""

import math
from dataclasses import dataclass, replace

from wizard.costs.inputs import Array
from wizard.costs.purchase_model import (
    Orders,
    PurchaseProblem,
    Shortage,
    YearOfOrders,
    excess_of,
    peak_owned,
    present_cost,
)
from wizard.costs.purchase_program import solve
from wizard.domain.quantities import HOURS_PER_YEAR, MONTHS_PER_YEAR

MOST_YEARS = 15


@dataclass(frozen=True)
class YearTerms:
    """Load and prices of one year, as they stand in that year."""

    demand: Array
    """Units in use hour by hour, in any number of hours that stand for the year."""
    node_price: float
    """With installation."""
    running_per_year: float
    """Of one node: energy at rest, place, maintenance, insurance, licences."""
    own_use_per_hour: float
    """On top for a unit in use."""
    cloud_per_hour: float | None
    committed_per_hour: float | None
    budget: float = math.inf
    power_kw: float = math.inf


@dataclass(frozen=True)
class PurchasePlan:
    """What holds for all years."""

    years: tuple[YearTerms, ...]
    units_per_node: int
    discount_rate: float
    node_kw: float = 0.0
    life_years: int = 5
    lead_months: float = 0.0
    minimum_order: int = 1
    residual: tuple[float, ...] = (0.0,)
    """Share of its price a node brings at the end of its first, second … year; the last value holds from there on."""
    standing: int = 0
    total_budget: float = math.inf
    fixed_per_year: float = 0.0
    """Where any node is owned: staff, a second platform beside the rented one."""

    def discount(self, time: float) -> float:
        return float((1.0 + self.discount_rate) ** -time)

    @property
    def arrived(self) -> float:
        """Share of the year of the order after the delivery."""
        return 1.0 - self.lead_months / MONTHS_PER_YEAR


@dataclass(frozen=True)
class YearBought:
    """One year of the plan; money as paid in that year, not discounted."""

    year: int
    mean_demand: float
    peak_demand: float
    nodes_ordered: int
    nodes: int
    """At the end of the year."""
    owned_units: int
    committed_units: int
    rented_units_mean: float
    rented_units_peak: float
    owned_utilisation: float | None
    """None: nothing is owned."""
    power_kw: float
    purchase: float
    running: float
    """With what owning takes beside the nodes."""
    committed: float
    rented: float
    resale: float

    @property
    def total(self) -> float:
        """Paid in the year, less resale."""
        return self.purchase + self.running + self.committed + self.rented - self.resale


@dataclass(frozen=True)
class Purchased:
    """The cheapest plan beside what it is measured against; present values, lower is better."""

    years: tuple[YearBought, ...]
    npv: float
    nothing_bought: float | None
    """Rented and committed only; None: nothing can be rented."""
    owned_for_the_peak: float
    """Each year's peak owned, whatever budget and power say."""
    without_limits: float | None
    """The cheapest plan without budget, power cap and smallest order; None: nothing limits it."""
    proven: bool


def plan_purchase(plan: PurchasePlan) -> Purchased | tuple[Shortage, ...]:
    """The cheapest orders, or the years that budget and power cannot carry.

    Raises:
        CodedError: ``E230`` where nodes that stand there already exceed the power.
    """
    problem = problem_of(plan)
    found = solve(problem)
    if not isinstance(found, Orders):
        return found
    there = _standing(plan)
    rented, free = _nothing_bought(problem), _without_limits(problem)
    return Purchased(
        years=_years(plan, problem, found),
        npv=present_cost(problem, found) + there,
        nothing_bought=None if rented is None else rented + there,
        owned_for_the_peak=present_cost(problem, peak_owned(problem)) + there,
        without_limits=None if free is None else free + there,
        proven=found.proven,
    )


def problem_of(plan: PurchasePlan) -> PurchaseProblem:
    """The plan with all money discounted to today."""
    return PurchaseProblem(
        years=tuple(_year(plan, number) for number in range(len(plan.years))),
        units_per_node=plan.units_per_node,
        life_years=plan.life_years,
        minimum_order=plan.minimum_order,
        arrived=plan.arrived,
        standing=plan.standing,
        total_budget=plan.total_budget,
        fixed=plan.fixed_per_year * sum(plan.discount(number + 0.5) for number in range(len(plan.years))),
    )


def _year(plan: PurchasePlan, number: int) -> YearOfOrders:
    year, middle = plan.years[number], plan.discount(number + 0.5)
    hourly = HOURS_PER_YEAR * middle
    return YearOfOrders(
        node=_node(plan, number),
        spend=year.node_price,
        own_use=year.own_use_per_hour * hourly,
        rent=None if year.cloud_per_hour is None else year.cloud_per_hour * hourly,
        commit=None if year.committed_per_hour is None else year.committed_per_hour * hourly,
        excess=excess_of(year.demand),
        budget=year.budget,
        most_nodes=math.inf if plan.node_kw <= 0.0 else year.power_kw / plan.node_kw + 1e-9,
    )


def _node(plan: PurchasePlan, ordered: int) -> float:
    """Present value of a node: purchase, running cost from delivery on, less resale."""
    price = plan.years[ordered].node_price
    last = min(ordered + plan.life_years, len(plan.years))
    running = sum(
        plan.years[y].running_per_year * plan.discount(y + 0.5) * (plan.arrived if y == ordered else 1.0)
        for y in range(ordered, last)
    )
    return price * plan.discount(ordered) + running - price * _left(plan, last - ordered) * plan.discount(last)


def _standing(plan: PurchasePlan) -> float:
    """Running cost of the nodes that are there, whatever is ordered."""
    each = sum(year.running_per_year * plan.discount(number + 0.5) for number, year in enumerate(plan.years))
    return plan.standing * each


def _left(plan: PurchasePlan, age: int) -> float:
    return plan.residual[min(age, len(plan.residual)) - 1]


def _nothing_bought(problem: PurchaseProblem) -> float | None:
    if any(year.rent is None for year in problem.years):
        return None
    closed = replace(problem, years=tuple(replace(year, budget=0.0, spend=1.0) for year in problem.years))
    found = solve(closed)
    return present_cost(problem, found) if isinstance(found, Orders) else None


def _without_limits(problem: PurchaseProblem) -> float | None:
    free = tuple(replace(year, budget=math.inf, most_nodes=math.inf) for year in problem.years)
    unlimited = replace(problem, years=free, minimum_order=1, total_budget=math.inf)
    found = solve(unlimited) if unlimited != problem else None
    return present_cost(unlimited, found) if isinstance(found, Orders) else None


def _years(plan: PurchasePlan, problem: PurchaseProblem, orders: Orders) -> tuple[YearBought, ...]:
    there = zip(problem.carried(orders.nodes), problem.alive(orders.nodes), strict=True)
    return tuple(_bought(plan, problem, orders, number, old, nodes) for number, (old, nodes) in enumerate(there))


def _bought(
    plan: PurchasePlan, problem: PurchaseProblem, orders: Orders, number: int, old: int, nodes: int
) -> YearBought:
    terms, year, arrived = plan.years[number], problem.years[number], plan.arrived
    ordered, committed = orders.nodes[number], orders.units_committed[number]
    used, rented = _carried(plan, year, committed, old, nodes)
    running = old + ordered * arrived
    owning = plan.fixed_per_year if problem.standing or any(orders.nodes) else 0.0
    peak = float(terms.demand.max())
    first = committed + plan.units_per_node * (old if arrived < 1.0 else nodes)
    return YearBought(
        year=number + 1,
        mean_demand=float(terms.demand.mean()),
        peak_demand=peak,
        nodes_ordered=ordered,
        nodes=nodes,
        owned_units=nodes * plan.units_per_node,
        committed_units=committed,
        rented_units_mean=rented,
        rented_units_peak=0.0 if year.rent is None else max(peak - first, 0.0),
        owned_utilisation=used / (running * plan.units_per_node) if running > 0.0 else None,
        power_kw=nodes * plan.node_kw,
        purchase=ordered * terms.node_price,
        running=running * terms.running_per_year + used * HOURS_PER_YEAR * terms.own_use_per_hour + owning,
        committed=committed * HOURS_PER_YEAR * (terms.committed_per_hour or 0.0),
        rented=rented * HOURS_PER_YEAR * (terms.cloud_per_hour or 0.0),
        resale=_resale(plan, orders, number),
    )


def _carried(plan: PurchasePlan, year: YearOfOrders, committed: int, old: int, nodes: int) -> tuple[float, float]:
    """Mean units in use on owned and on rented capacity."""
    above = year.above(committed)
    if year.rent is None:
        return above, 0.0
    if year.own_use > year.rent:
        return 0.0, above
    rest = [year.above(committed + plan.units_per_node * held) for held in (old, nodes)]
    rented = (1.0 - plan.arrived) * rest[0] + plan.arrived * rest[1]
    return above - rented, rented


def _resale(plan: PurchasePlan, orders: Orders, number: int) -> float:
    """Of nodes whose life, or the horizon, ends with this year."""
    last = number == len(plan.years) - 1
    ends = range(max(number - plan.life_years + 1, 0), number + 1 if last else max(number - plan.life_years + 2, 0))
    return sum(orders.nodes[k] * plan.years[k].node_price * _left(plan, number + 1 - k) for k in ends)
