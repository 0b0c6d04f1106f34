"""When to order own machines: the plan of a hybrid as a phased purchase, year by year at the middle values.

A machine ordered at the start of a year costs what the cash flows of own machines say: purchase, operation from the
delivery on, resale at the end of the horizon. What it does not carry is rented by the hour, or, where nothing may be
rented, there are machines for the peak of every year.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from wizard.costs.capacity import Load, load
from wizard.costs.commitment import beyond
from wizard.costs.flows import INVESTMENT, WITHOUT_VAT, Flows
from wizard.costs.fractile import hourly_costs, rent_per_hour
from wizard.costs.hybrid import HybridTerms
from wizard.costs.inputs import Array
from wizard.costs.owned import Owned
from wizard.costs.owning import OwnTerms, add_own_costs
from wizard.costs.purchase_model import Orders, PurchaseProblem, Shortage, YearOfOrders, peak_owned, present_cost
from wizard.costs.purchase_program import solve
from wizard.costs.world import World
from wizard.domain.economics import HybridPlan
from wizard.domain.quantities import HOURS_PER_MONTH, MONTHS_PER_YEAR


@dataclass(frozen=True)
class Limits:
    """What holds an order back."""

    rentable: bool
    """Whether the rest may be rented."""
    budget: float = math.inf
    """Euro for purchases over all years."""
    most_machines: float = math.inf
    """The power of the site is enough for."""


@dataclass(frozen=True)
class PhasedYear:
    """One year of the cheapest orders, in machines."""

    needed: int
    """At the peak of the year."""
    mean: float
    """In use over all hours of the year."""
    ordered: int
    machines: int
    """At the end of the year."""
    rented_mean: float
    rented_peak: float
    spend: float
    """Euro for the order, not discounted."""


@dataclass(frozen=True)
class Phased:
    """The orders beside the two pure ways; euro, discounted.

    Machines and what is bought once for the site, rent, the staff that owning takes beyond renting, and a second
    platform where both are used.
    """

    years: tuple[PhasedYear, ...]
    npv: float
    owned_for_the_peak: float
    nothing_bought: float | None


def phased(
    plan: HybridPlan, terms: HybridTerms, middle: World, vat_factor: float, limits: Limits
) -> Phased | tuple[Shortage, ...]:
    """The cheapest orders, or the years that the limits do not carry.

    Raises:
        CodedError: ``E230`` where machines that stand there already exceed the power.
    """
    site, site_spend = _site(plan, terms, middle, vat_factor)
    left = replace(limits, budget=max(limits.budget - site_spend, 0.0))
    staff, platform = owning_cost(middle, vat_factor)
    whole = replace(problem_of(plan, terms, middle, vat_factor, left), fixed=site + staff)
    if not limits.rentable:
        found = solve(whole)
        return _told(whole, found, limits) if isinstance(found, Orders) else found
    mixed = replace(whole, fixed=whole.fixed + platform)
    tried = [(mixed, solve(mixed)), (whole, solve(_unrented(whole)))]
    ways = [(p, o) for p, o in tried if isinstance(o, Orders)]
    return _told(*min(ways, key=lambda way: present_cost(*way)), limits)


def owning_cost(middle: World, vat_factor: float) -> tuple[float, float]:
    """Present value of the staff that owning takes beyond renting, and of running two platforms."""
    values = middle.values
    fte = np.maximum(values["staff_fte_own"] - values["staff_fte_rented"], 0.0)
    staff = fte * values["fte_eur_per_year"] / MONTHS_PER_YEAR * (1.0 if "staff" in WITHOUT_VAT else vat_factor)
    platform = values["hybrid_fixed_eur_per_month"] * (1.0 if "second_platform" in WITHOUT_VAT else vat_factor)
    discount = float(middle.discount[:, 0].sum())
    return float(staff[0]) * discount, float(platform[0]) * discount


def _unrented(problem: PurchaseProblem) -> PurchaseProblem:
    """Every peak on own machines."""
    return replace(problem, years=tuple(replace(year, rent=None) for year in problem.years))


def _told(problem: PurchaseProblem, found: Orders, limits: Limits) -> Phased:
    nothing = Orders((0,) * len(problem.years), (0,) * len(problem.years))
    old, alive = problem.carried(found.nodes), problem.alive(found.nodes)
    return Phased(
        years=tuple(_year(problem, found, n, old[n], alive[n]) for n in range(len(problem.years))),
        npv=present_cost(problem, found),
        owned_for_the_peak=present_cost(problem, peak_owned(problem)),
        nothing_bought=present_cost(problem, nothing) if limits.rentable else None,
    )


def _year(problem: PurchaseProblem, orders: Orders, number: int, old: int, alive: int) -> PhasedYear:
    year, part = problem.years[number], problem.arrived
    rented = (1.0 - part) * year.above(old) + part * year.above(alive)
    first = old if part < 1.0 else alive
    return PhasedYear(
        needed=year.peak,
        mean=year.above(0),
        ordered=orders.nodes[number],
        machines=alive,
        rented_mean=rented if year.rent is not None else 0.0,
        rented_peak=float(max(year.peak - first, 0)) if year.rent is not None else 0.0,
        spend=orders.nodes[number] * year.spend,
    )


def problem_of(
    plan: HybridPlan, terms: HybridTerms, middle: World, vat_factor: float, limits: Limits
) -> PurchaseProblem:
    """The years of the horizon; the last one may be shorter."""
    lead = float(middle.values["lead_months"][0])
    use = load(plan.own.needs, plan.own.server.accelerators, middle)
    _rest, busy, _rent = hourly_costs(plan, terms, middle, vat_factor)
    rent = rent_per_hour(plan, terms, middle, vat_factor)[:, 0] if limits.rentable else None
    years = []
    for start in range(0, middle.months, MONTHS_PER_YEAR):
        months = slice(start, min(start + MONTHS_PER_YEAR, middle.months))
        node, spend = _machine(plan, terms.own.per_machine, middle, vat_factor, start)
        hours = middle.discount[months, 0] * HOURS_PER_MONTH
        paid = hours if rent is None else hours * rent[months]
        years.append(
            YearOfOrders(
                node=node, spend=spend, own_use=float(busy * hours.sum()),
                rent=None if rent is None else float(paid.sum()), commit=None,
                excess=_excess(use, months, paid / paid.sum()), most_nodes=limits.most_machines,
            )
        )  # fmt: skip
    return PurchaseProblem(
        years=tuple(years), units_per_node=1, life_years=len(years), arrived=max(1.0 - lead / MONTHS_PER_YEAR, 0.0),
        standing=plan.own.owned_machines, total_budget=limits.budget,
    )  # fmt: skip


def _machine(plan: HybridPlan, terms: OwnTerms, middle: World, vat_factor: float, start: int) -> tuple[float, float]:
    """Present value of one machine at rest ordered in a month, and what its order takes from the budget."""
    month = middle.month
    held = np.where(month >= start, np.ones_like(middle.demand), 0.0)
    waiting = np.clip(middle.values["lead_months"] - (month - start), 0.0, 1.0)
    one = Owned(held, held, np.diff(held, axis=0, prepend=0.0), held * (1.0 - waiting))
    flows = Flows(middle, vat_factor)
    add_own_costs(flows, plan.own, terms, one, np.zeros_like(held))
    spend = sum(float(flow.sum()) for name, flow in flows.middle.items() if name in INVESTMENT)
    return float(middle.present_value(flows.total)[0]), spend


def _site(plan: HybridPlan, terms: HybridTerms, middle: World, vat_factor: float) -> tuple[float, float]:
    """The same of what is bought once for the site, with the first machine."""
    with_site = _machine(plan, terms.own, middle, vat_factor, 0)
    without = _machine(plan, terms.own.per_machine, middle, vat_factor, 0)
    return with_site[0] - without[0], with_site[1] - without[1]


def _excess(use: Load, months: slice, weights: Array) -> Array:
    """Mean machines needed above 0, 1, 2 … over all hours; months weigh as what is paid in them."""
    levels = np.arange(int(use.peak[months].max()) + 1, dtype=np.float64)
    part = Load(use.peak[months], use.mean[months], use.floor[months], use.hours[months])
    share = part.hours[:, 0] / HOURS_PER_MONTH * weights
    excess: Array = share @ beyond(part, levels)
    return np.maximum(excess, 0.0)
