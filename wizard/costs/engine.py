"""Prices plans side by side: the same samples, months and rates for every option."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from wizard.costs.bill import Line
from wizard.costs.breakeven import Months, Payments, months_until_cheaper, needed_utilisation
from wizard.costs.errors import CostError
from wizard.costs.flows import Flows, joined
from wizard.costs.inputs import BOUNDS, Array, check_correlations, check_inputs, draw, middle_values
from wizard.costs.kinds import Terms, agree_on, bill_of, inputs_of, split_of, unpriced_of, whole_flows
from wizard.costs.owning import pue_key
from wizard.costs.summary import output_tokens, summarise
from wizard.costs.world import World, blocks
from wizard.domain.economics import CostQuestion, OwnPlan, Plan, UncertainInput
from wizard.domain.errors import CodedError
from wizard.domain.ownership import HybridSplit
from wizard.domain.quantities import MONTHS_PER_YEAR
from wizard.domain.result import BreakEven, Cost, Item

_REGARDLESS_OF_USE = frozenset({"staff", "egress"})


@dataclass(frozen=True)
class PricedPlan:
    """One plan with its costs."""

    plan: Plan
    terms: Terms
    """What was fixed before sampling: prices in euro, committed base, own share of a hybrid."""
    cost: Cost
    lines: tuple[Line, ...]
    """The bill with the driver of each quantity."""
    npv: Array
    """Euro, one value a sample."""
    peak_cash: Array
    """Highest outflow of a single month, one value a sample."""
    invested: Array
    """What is bought over the horizon, less what a lessor pays for; nominal euro, one value a sample."""
    running_per_month: Array
    """Everything else but a grant, a loan paid out and what is sold; nominal euro, mean of the horizon by sample."""
    flows: dict[str, Array]
    """Component → euro by month, at the middle values."""
    drivers: dict[str, Array]
    """What the components follow from (``machines``, ``gpu_hours``, ``energy_kwh`` …), by month."""
    nodes_by_year: tuple[int, ...]
    """Machines in use at the end of each year, at the middle values."""
    output_tokens: float
    """Served over the horizon, at the middle values."""
    unpriced: tuple[str, ...] = ()
    """Parts and services of the plan without a published price: named, not in the sum."""
    split: HybridSplit | None = None
    """How a hybrid divides the load; None for other plans, and where all is own or all is rented."""

    @property
    def items(self) -> tuple[Item, ...]:
        """The bill."""
        return tuple(line.item for line in self.lines)


@dataclass(frozen=True)
class CostTable:
    """All plans under the same draws."""

    question: CostQuestion
    plans: tuple[PricedPlan, ...]
    draws: dict[str, Array]
    """Samples by input key; a certain input is constant."""

    def break_even(self, own: int, rented: int) -> BreakEven:
        """Months and utilisation from which plan ``own`` beats plan ``rented``, at the middle values."""
        hired = self.plans[rented]
        return BreakEven(
            against=hired.plan.option,
            simple_months=self.months_until_cheaper(own, rented, discounted=False),
            discounted_months=self.months_until_cheaper(own, rented, discounted=True),
            utilisation=_utilisation(self, self.plans[own], hired),
        )

    def months_until_cheaper(self, own: int, rented: int, *, discounted: bool) -> Months:
        """Months until plan ``own`` is ahead of plan ``rented`` for good, at the middle values."""
        weights = self.middle_world().discount[:, 0] if discounted else None
        pair = (self.run(self.plans[index], self.of_plan(index).middle_world()) for index in (own, rented))
        bought, hired = (Payments.of(flows, weights) for flows in pair)
        return months_until_cheaper(bought, hired)

    def of_plan(self, index: int) -> "CostTable":
        """The table with the inputs as one plan sees them: its own servers may have spans of their own."""
        return replace(self, question=self.question.of_plan(self.plans[index].plan))

    def inputs_in_use(self) -> frozenset[str]:
        """Keys of the inputs that the cost of any plan may depend on."""
        return frozenset().union(*(inputs_of(priced.plan) for priced in self.plans))

    def swing(self, plan_index: int, input_key: str) -> float:
        """NPV at the high end of one input minus NPV at its low end, all others at their middle values.

        Raises:
            CodedError: ``E203`` for an unknown key.
        """
        if input_key not in BOUNDS:
            raise CodedError(CostError.MISSING_INPUT, key=input_key)
        inputs = self.question.of_plan(self.plans[plan_index].plan).inputs
        span = inputs[input_key].range
        if span.low == span.high:
            return 0.0
        values = {key: np.repeat(column, 2) for key, column in middle_values(inputs).items()}
        values[input_key] = np.array([span.low, span.high])
        world = World.of(self.question.horizon_months, values)
        low, high = world.present_value(self.run(self.plans[plan_index], world).total)
        return float(high - low)

    def middle_world(self) -> World:
        """The one case with every input at its likely value."""
        return World.of(self.question.horizon_months, middle_values(self.question.inputs))

    def run(self, priced: PricedPlan, world: World) -> Flows:
        """Flows of a priced plan in other cases, with the same prices and the same committed base."""
        return whole_flows(priced.plan, priced.terms, world, self.question)


def price_plans(plans: Sequence[Plan], question: CostQuestion, *, bills: bool = True) -> CostTable:
    """Cash flows, percentiles and bills of all plans.

    Args:
        bills: False while plans are only compared: without bill and course of the cost over time.

    Raises:
        CodedError: ``E201`` to ``E211``, ``E213`` to ``E215``.
    """
    _check(question)
    draws = draw(question)
    worlds = _Worlds(question, draws)
    priced = tuple(_price(plan, question.of_plan(plan), *worlds.of(plan), bills=bills) for plan in plans)
    return CostTable(question=question, plans=priced, draws=draws)


class _Worlds:
    """The cases of each plan: the common ones, and what a plan has of its own drawn at the same points."""

    def __init__(self, question: CostQuestion, draws: dict[str, Array]) -> None:
        self._question, self._draws = question, draws
        self._known: dict[tuple[UncertainInput, ...], tuple[tuple[World, ...], World]] = {}

    def of(self, plan: Plan) -> tuple[tuple[World, ...], World]:
        """All cases with the middle one last, and the middle one alone; plans with equal spans share them."""
        asked = self._question.of_plan(plan)
        own = tuple(entry for key, entry in asked.inputs.items() if entry is not self._question.inputs[key])
        if own not in self._known:
            check_inputs(asked.inputs)
            drawn = draw(asked, [entry.key for entry in own]) if own else {}
            self._known[own] = _worlds(asked, self._draws | drawn)
        return self._known[own]


def _worlds(question: CostQuestion, draws: dict[str, Array]) -> tuple[tuple[World, ...], World]:
    middle = middle_values(question.inputs)
    cases = {key: np.append(column, middle[key]) for key, column in draws.items()}
    return blocks(question.horizon_months, cases), World.of(question.horizon_months, middle)


def _check(question: CostQuestion) -> None:
    if question.horizon_months < 1:
        raise CodedError(CostError.HORIZON, months=question.horizon_months)
    if not (0.0 <= question.vat_rate < 1.0 and math.isfinite(question.vat_rate)):
        raise CodedError(CostError.VAT, rate=question.vat_rate)
    check_inputs(question.inputs)
    check_correlations(question.correlations)


def vat_factor(question: CostQuestion) -> float:
    """What net prices are multiplied with at the middle values, in every option alike."""
    return 1.0 + question.vat_rate * question.inputs["vat_unrecoverable_share"].range.value


def _price(plan: Plan, question: CostQuestion, worlds: tuple[World, ...], middle: World, *, bills: bool) -> PricedPlan:
    factor = vat_factor(question)
    terms = agree_on(plan, middle, question)
    runs = [whole_flows(plan, terms, world, question) for world in worlds]
    npv = np.concatenate([run.world.present_value(run.total) for run in runs])[:-1]
    flows = joined(runs)
    running = flows.total.sum(axis=0) - flows.invested - flows.received
    return PricedPlan(
        plan=plan,
        terms=terms,
        cost=summarise(flows, npv, plan, question, middle, course=bills),
        lines=bill_of(plan, terms, flows) if bills else (),
        npv=npv,
        peak_cash=flows.total[:, :-1].max(axis=0),
        invested=flows.invested[:-1],
        running_per_month=running[:-1] / question.horizon_months,
        flows=flows.middle,
        drivers=flows.drivers,
        nodes_by_year=_by_year(flows.drivers["machines"]),
        output_tokens=output_tokens(flows, plan),
        unpriced=unpriced_of(terms),
        split=split_of(plan, terms, flows, middle, factor),
    )


def _by_year(machines: Array) -> tuple[int, ...]:
    ends = range(MONTHS_PER_YEAR - 1, len(machines) + MONTHS_PER_YEAR - 1, MONTHS_PER_YEAR)
    return tuple(int(machines[min(end, len(machines) - 1)]) for end in ends)


def _utilisation(table: CostTable, own: PricedPlan, rented: PricedPlan) -> float | None:
    """u* per GPU hour: own fixed cost less what renting costs anyway, over the rented hour less the own busy power."""
    if rented.plan.option != "cloud" or not isinstance(own.plan, OwnPlan):
        return None
    installed = float(own.drivers["gpu_hours"].sum())
    hired = float(rented.drivers["gpu_hours"].sum())
    if installed <= 0.0 or hired <= 0.0:
        return None
    busy = _busy_power_eur(table, own.plan)
    planned = table.question.inputs["power_utilisation"].range.value
    anyway = sum(float(f.sum()) for name, f in rented.flows.items() if name in _REGARDLESS_OF_USE)
    fixed = own.cost.nominal_eur - busy * planned * installed - anyway
    return needed_utilisation(fixed / installed, (rented.cost.nominal_eur - anyway) / hired, busy)


def _busy_power_eur(table: CostTable, plan: OwnPlan) -> float:
    """Euro of electricity that one GPU hour of full load adds to idling; 0 where the rack price includes energy."""
    inputs = table.question.inputs
    server, site = plan.server, pue_key(plan)
    if site is None:
        return 0.0
    added_kw = server.max_power_kw.value * (1.0 - server.idle_power_share.value) / server.accelerators
    price = inputs["electricity_eur_per_kwh"].range.value * inputs[site].range.value
    return added_kw * price * vat_factor(table.question)
