"""Cash flows of own machines for the base load and rented ones for what exceeds it.

Own machines follow the highest need so far up to a limit that is fixed once. Machines in use follow the load duration
curve of the committed base (see ``commitment``), an assumption between floor, mean and peak; what lies above the own
machines is rented by the hour. A limit of 0 is pure rent, a limit of all machines is pure ownership.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from wizard.costs.capacity import check_needs, load, machines_at_peak
from wizard.costs.commitment import beyond
from wizard.costs.errors import CostError
from wizard.costs.flows import Flows
from wizard.costs.inputs import Array
from wizard.costs.owned import Owned, owned_machines
from wizard.costs.owning import OwnTerms, add_own_costs, settle
from wizard.costs.renting import RentTerms, add_support, agree, on_demand_only
from wizard.costs.world import World
from wizard.domain.economics import HybridPlan
from wizard.domain.errors import CodedError
from wizard.domain.quantities import HOURS_PER_MONTH, HOURS_PER_YEAR, MONTHS_PER_YEAR

MOST_LEVELS = 129
"""Limits compared at once; above it the best of an even choice is refined between its neighbours."""


@dataclass(frozen=True)
class HybridTerms:
    """What is fixed before sampling."""

    own: OwnTerms
    burst: RentTerms
    limit: int
    """Machines owned at most."""
    all_owned: int
    """Machines that carry everything at the middle values."""

    @property
    def mixed(self) -> bool:
        return 0 < self.limit < self.all_owned


CostAt = Callable[[HybridTerms, World, Array], Array]
"""Present value of the whole plan at numbers of own machines, one a case."""


@dataclass(frozen=True)
class Shares:
    """How the load divides between own and rented machines; arrays are (months, cases)."""

    owned: Owned
    rented: Array
    """Share of the machine hours above the own machines."""
    own_mean: Array
    """Mean machines in use while the service is up, had all of them been own."""
    burst_mean: Array
    """The same in rented machines."""
    burst_peak: Array
    hours: Array

    @classmethod
    def of(cls, plan: HybridPlan, world: World, limit: Array) -> "Shares":
        own, burst = plan.own, plan.burst
        owned = owned_machines(own, world, limit)
        use = load(own.needs, own.server.accelerators, world)
        same = burst.needs == own.needs and burst.offer.accelerators == own.server.accelerators
        rent = use if same else load(burst.needs, burst.offer.accelerators, world)
        rented = np.clip(beyond(use, owned.held) / use.mean, 0.0, 1.0)
        spare = np.clip(1.0 - owned.held / use.peak, 0.0, 1.0)
        return cls(owned, rented, use.mean, rent.mean, np.ceil(spare * rent.peak - 1e-9), rent.hours)

    @property
    def burst_hours(self) -> Array:
        """Rented machine hours above the own machines."""
        return self.rented * self.burst_mean * self.hours

    @property
    def interim_hours(self) -> Array:
        """Rented machine hours in place of own machines that have not arrived."""
        return (1.0 - self.rented) * self.owned.away * self.burst_mean * self.hours

    def power_use(self, utilisation: Array) -> Array:
        """Mean share of full power of an own machine: the busy part follows the load it serves.

        ``utilisation`` is that share if every machine were own.
        """
        all_held = np.maximum.accumulate(self.owned.needed, axis=0)
        busier = all_held * (1.0 - self.rented) / np.maximum(self.owned.held, 1.0)
        return np.minimum(utilisation * np.maximum(busier, 0.0), 1.0)


def divide(plan: HybridPlan, middle: World, eur_per_unit: dict[str, float], cost: CostAt) -> HybridTerms:
    """Checks the plan, converts its prices and fixes the own machines with the lowest discounted cost.

    Costs are those of the whole plan at the middle values, the fixed cost of running two platforms included; on equal
    cost fewer machines are owned.

    Raises:
        CodedError: ``E205`` to ``E210``, ``E214``, ``E215``.
    """
    own, burst = plan.own, on_demand_only(plan.burst)
    named = tuple(", ".join(need.workload_id for need in part.needs) for part in (own, burst))
    if named[0] != named[1]:
        raise CodedError(CostError.OTHER_WORKLOADS, place=own.server.id, own=named[0], burst=named[1])
    own_terms = settle(own.model_copy(update={"interim": None}), middle, eur_per_unit)
    check_needs(burst.needs, burst.offer.accelerator, burst.offer.id)
    burst_terms = agree(burst, middle, eur_per_unit)
    most = int(machines_at_peak(own.needs, own.server.accelerators, middle).max())
    terms = HybridTerms(own_terms, burst_terms, limit=most, all_owned=most)
    limit = _cheapest(terms, middle, cost)
    return HybridTerms(own_terms, burst_terms, limit=limit, all_owned=most)


def _cheapest(terms: HybridTerms, middle: World, cost: CostAt) -> int:
    low, high = 0, terms.all_owned
    while True:
        levels = np.unique(np.linspace(low, high, MOST_LEVELS).round())
        best = int(np.argmin(cost(terms, middle.repeated(len(levels)), levels)))
        if high - low < MOST_LEVELS:
            return int(levels[best])
        low, high = int(levels[max(best - 1, 0)]), int(levels[min(best + 1, len(levels) - 1)])


def hybrid_flows(
    plan: HybridPlan, terms: HybridTerms, world: World, vat_factor: float | Array, limit: Array | None = None
) -> Flows:
    """Monthly flows in euro of all cases; ``limit`` replaces the fixed number of own machines, one value a case."""
    flows = Flows(world, vat_factor)
    values = world.values
    cap = np.full_like(values["demand_factor"], terms.limit) if limit is None else limit
    shares = Shares.of(plan, world, cap)
    add_own_costs(flows, plan.own, terms.own, shares.owned, shares.power_use(values["power_utilisation"]))
    _add_rent(flows, plan, terms, shares)
    fte = np.where(cap > 0, values["staff_fte_own"], values["staff_fte_rented"])
    flows.add("staff", fte * values["fte_eur_per_year"] / MONTHS_PER_YEAR)
    both = (cap > 0) & (cap < terms.all_owned)
    flows.add("second_platform", np.where(both, values["hybrid_fixed_eur_per_month"], 0.0))
    return flows


def _add_rent(flows: Flows, plan: HybridPlan, terms: HybridTerms, shares: Shares) -> None:
    """What exceeds the own machines is rent like any other; the interim until delivery is rent without extras."""
    world, values, offer = flows.world, flows.world.values, plan.burst.offer
    burst, interim = shares.burst_hours, shares.interim_hours
    rate = world.cloud_price * terms.burst.per_hour
    burst_gpu_hours = burst * (1.0 + values["idle_share"]) * offer.accelerators
    flows.note("machines", shares.owned.held)
    flows.note("owned_machines", shares.owned.held)
    flows.note("rented_share", shares.rented)
    flows.note("own_use", shares.own_mean * (1.0 - shares.rented) * shares.hours * (1.0 - shares.owned.away))
    flows.note("all_use", shares.own_mean * shares.hours)
    flows.note("burst_machines", shares.burst_peak)
    flows.note("on_demand_hours", burst)
    flows.note("interim_hours", interim)
    flows.note("burst_gpu_hours", burst_gpu_hours)
    own_gpu_hours = shares.owned.running * float(plan.own.server.accelerators * HOURS_PER_MONTH)
    flows.note("gpu_hours", own_gpu_hours + burst_gpu_hours)
    flows.add("rent_on_demand", burst * rate)
    idle = burst * values["idle_share"]
    flows.note("idle_hours", idle)
    flows.add("idle_time", idle * rate)
    add_support(flows, (burst + idle) * rate)
    flows.add("interim_cloud", interim * rate)
    flows.add("burst_licences", burst_gpu_hours * (values["licence_eur_per_gpu_year"] / HOURS_PER_YEAR))
    flows.add("egress", terms.burst.egress(world) * shares.rented)
