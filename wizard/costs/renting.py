"""Cash flows of rented machines: cloud by the hour with a committed base, or dedicated servers by the month."""

from dataclasses import dataclass

import numpy as np

from wizard.costs.capacity import Load, check_needs, load, machines_at_peak
from wizard.costs.commitment import Kind, Term, beyond, choose, terms
from wizard.costs.errors import CostError
from wizard.costs.flows import Flows
from wizard.costs.inputs import Array
from wizard.costs.money import in_euro
from wizard.costs.world import World
from wizard.domain.economics import CapacityNeed, PriceKind, RentPlan
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Offer
from wizard.domain.provenance import Figure
from wizard.domain.quantities import HOURS_PER_MONTH, HOURS_PER_YEAR, MONTHS_PER_YEAR

_MINIMUM_MONTHS: dict[PriceKind, int] = {"on_demand": 0, "committed_1y": 12, "committed_3y": 36}


@dataclass(frozen=True)
class RentTerms:
    """What is fixed before sampling: prices in euro and the committed base."""

    per_hour: float
    """Cloud: on demand. Dedicated: the price of the chosen commitment."""
    setup_fee: float = 0.0
    minimum_months: int = 1
    commitments: tuple[Term, ...] = ()
    egress_per_tb: float | None = None
    """The offer's own price of outgoing data; None: the common assumption holds."""
    spot_per_hour: float | None = None
    """Only where the plan runs what may be interrupted on spot capacity."""

    def egress(self, world: World) -> Array:
        """Euro a month for the data of the plan, by month and case."""
        own, values = self.egress_per_tb, world.values
        price = values["egress_eur_per_tb"] if own is None else own
        cost: Array = world.growth * (values["egress_tb_per_month"] * price)
        return cost


def price_of(offer: Offer, kind: PriceKind) -> Figure:
    """The price figure of an offer for one kind of commitment, in its own currency per hour.

    Raises:
        CodedError: ``E207``.
    """
    by_kind = {
        "on_demand": offer.on_demand_per_hour,
        "committed_1y": offer.committed_1y_per_hour,
        "committed_3y": offer.committed_3y_per_hour,
    }
    price = by_kind[kind]
    if price is None:
        raise CodedError(CostError.NO_PRICE, place=offer.id, kind=kind)
    return price


def agree(plan: RentPlan, middle: World, eur_per_unit: dict[str, float]) -> RentTerms:
    """Checks the plan, converts its prices and chooses the committed base at the middle values.

    Raises:
        CodedError: ``E205`` to ``E210``.
    """
    offer = plan.offer
    check_needs(plan.needs, offer.accelerator, offer.id)
    if plan.option == "dedicated":
        return _dedicated_terms(plan, eur_per_unit)
    on_demand = in_euro(price_of(offer, "on_demand"), offer.currency, eur_per_unit, offer.id)
    prices = {kind: in_euro(figure, offer.currency, eur_per_unit, offer.id) for kind, figure in _bases(plan).items()}
    agreed: tuple[Term, ...] = ()
    if prices and firm_needs(plan):
        use = load(firm_needs(plan), offer.accelerators, middle)
        path, discount = middle.cloud_price, middle.discount
        chosen = (choose(term, use, on_demand, path, discount) for term in terms(middle.months, prices))
        agreed = tuple(term for term in chosen if term.machines)
    spot = in_euro(spot_price(offer), offer.currency, eur_per_unit, offer.id) if plan.spot else None
    return RentTerms(
        on_demand, commitments=agreed, egress_per_tb=_egress_price(offer, eur_per_unit), spot_per_hour=spot
    )


def firm_needs(plan: RentPlan) -> tuple[CapacityNeed, ...]:
    """What must not be interrupted; without spot capacity, everything."""
    return tuple(need for need in plan.needs if not (plan.spot and need.interruptible))


def spot_price(offer: Offer) -> Figure:
    """The price of capacity that the provider may take back.

    Raises:
        CodedError: ``E207``.
    """
    if offer.spot_per_hour is None:
        raise CodedError(CostError.NO_PRICE, place=offer.id, kind="spot")
    return offer.spot_per_hour


def _egress_price(offer: Offer, eur_per_unit: dict[str, float]) -> float | None:
    figure = offer.egress_per_tb
    return None if figure is None else in_euro(figure, offer.currency, eur_per_unit, offer.id)


def _bases(plan: RentPlan) -> dict[Kind, Figure]:
    if plan.commitment == "on_demand":
        return {}
    bases: dict[Kind, Figure] = {plan.commitment: price_of(plan.offer, plan.commitment)}
    if plan.commitment == "committed_3y" and plan.offer.committed_1y_per_hour is not None:
        bases["committed_1y"] = plan.offer.committed_1y_per_hour
    return bases


def _dedicated_terms(plan: RentPlan, eur_per_unit: dict[str, float]) -> RentTerms:
    offer = plan.offer
    fee = 0.0
    if offer.setup_fee is not None:
        fee = in_euro(offer.setup_fee, offer.currency, eur_per_unit, offer.id)
    return RentTerms(
        per_hour=in_euro(price_of(offer, plan.commitment), offer.currency, eur_per_unit, offer.id),
        setup_fee=fee,
        minimum_months=max(offer.minimum_months, _MINIMUM_MONTHS[plan.commitment], 1),
        egress_per_tb=_egress_price(offer, eur_per_unit),
    )


def rent_flows(plan: RentPlan, agreed: RentTerms, world: World, vat_factor: float | Array) -> Flows:
    """Monthly flows in euro of all cases."""
    flows = Flows(world, vat_factor)
    rent = _dedicated if plan.option == "dedicated" else _cloud
    hours = rent(plan, agreed, flows)
    gpu_hours = hours * plan.offer.accelerators
    values = world.values
    flows.note("gpu_hours", gpu_hours)
    flows.add("licences", gpu_hours * (values["licence_eur_per_gpu_year"] / HOURS_PER_YEAR))
    flows.add("staff", values["staff_fte_rented"] * values["fte_eur_per_year"] / MONTHS_PER_YEAR)
    flows.add("egress", agreed.egress(world))
    return flows


def _cloud(plan: RentPlan, agreed: RentTerms, flows: Flows) -> Array:
    """On demand above the committed base, spot for what may be interrupted; returns paid machine hours."""
    world = flows.world
    nothing: Array = np.zeros_like(world.demand)
    spot_hours, spot_machines = nothing, nothing
    if agreed.spot_per_hour is not None and len(firm_needs(plan)) < len(plan.needs):
        spot_hours, spot_machines = _spot(plan, agreed.spot_per_hour, flows)
    if not firm_needs(plan):
        flows.note("machines", spot_machines)
        flows.note("on_demand_hours", nothing)
        add_support(flows, flows.total / flows.vat_factor)
        return spot_hours
    use = load(firm_needs(plan), plan.offer.accelerators, world)
    flows.note("machines", use.peak + spot_machines)
    hours = _firm(agreed, use, flows)
    add_support(flows, flows.total / flows.vat_factor)
    return hours + spot_hours


def _firm(agreed: RentTerms, use: Load, flows: Flows) -> Array:
    world = flows.world
    if not agreed.commitments:
        return _on_demand(flows, use.mean * use.hours, agreed.per_hour)
    base: Array = np.zeros((world.months, 1))
    price: Array = np.zeros_like(world.demand)
    for term in agreed.commitments:
        span = slice(term.start, term.start + term.months)
        base[span] = term.machines
        price[span] = term.price_per_hour * world.cloud_price[term.start]
    rest = _on_demand(flows, beyond(use, base) * use.hours, agreed.per_hour)
    flows.note("committed_hours", base * HOURS_PER_MONTH)
    flows.add("rent_committed", base * HOURS_PER_MONTH * price)
    return rest + base * HOURS_PER_MONTH


def _spot(plan: RentPlan, per_hour: float, flows: Flows) -> tuple[Array, Array]:
    """Machine hours with what interruptions and restarts cost on top, and machines at the peak."""
    soft = tuple(need for need in plan.needs if need.interruptible)
    use = load(soft, plan.offer.accelerators, flows.world)
    hours: Array = use.mean * use.hours * (1.0 + flows.world.values["spot_overhead_share"])
    flows.note("spot_hours", hours)
    flows.add("rent_spot", hours * flows.world.cloud_price * per_hour)
    return hours, use.peak


def _on_demand(flows: Flows, hours: Array, per_hour: float) -> Array:
    """Hours with load, and those paid while machines start, drain or wait; returns both."""
    level = flows.world.cloud_price * per_hour
    idle = hours * flows.world.values["idle_share"]
    flows.note("on_demand_hours", hours)
    flows.note("idle_hours", idle)
    flows.add("rent_on_demand", hours * level)
    flows.add("idle_time", idle * level)
    paid: Array = hours + idle
    return paid


SUPPORTED = ("rent_on_demand", "idle_time", "rent_spot", "rent_committed")
"""Rent that a support contract is a share of."""


def add_support(flows: Flows, rent: Array) -> None:
    """The provider's support contract, a share of the cloud rent by month and case."""
    flows.add("support", rent * flows.world.values["cloud_support_share"])


def _dedicated(plan: RentPlan, agreed: RentTerms, flows: Flows) -> Array:
    """Every machine runs all hours and stays at least for its minimum term; returns paid machine hours."""
    world = flows.world
    needed = machines_at_peak(plan.needs, plan.offer.accelerators, world)
    rented = needed.copy()
    for back in range(1, min(agreed.minimum_months, world.months)):
        rented[back:] = np.maximum(rented[back:], needed[:-back])
    started = np.maximum(np.diff(rented, axis=0, prepend=0.0), 0.0)
    hours: Array = rented * float(HOURS_PER_MONTH)
    left = np.maximum(world.month + agreed.minimum_months - world.months, 0.0)
    tail: Array = np.zeros_like(hours)
    tail[-1] = (started * left).sum(axis=0) * HOURS_PER_MONTH
    flows.note("machines", rented)
    flows.note("started", started)
    flows.note("rented_hours", hours)
    flows.note("tail_hours", tail)
    flows.add("rent_dedicated", hours * world.cloud_price * agreed.per_hour)
    if tail.any():
        flows.add("minimum_term", tail * world.cloud_price * agreed.per_hour)
    if agreed.setup_fee:
        flows.add("setup_fee", started * agreed.setup_fee)
    return hours


def on_demand_only(plan: RentPlan) -> RentPlan:
    """The same offer by the hour, without commitment."""
    if plan.option == "cloud" and plan.commitment == "on_demand":
        return plan
    return plan.model_copy(update={"option": "cloud", "commitment": "on_demand"})


def interim_cost(plan: RentPlan, agreed: RentTerms, world: World) -> tuple[Array, Array]:
    """Machine hours and euro a month for renting on demand, licences aside."""
    use = load(plan.needs, plan.offer.accelerators, world)
    hours: Array = use.mean * use.hours
    return hours, hours * world.cloud_price * agreed.per_hour
