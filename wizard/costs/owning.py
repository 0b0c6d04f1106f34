"""Cash flows of own servers: bought for own rooms or a rented rack, or those that stand there already."""

from dataclasses import dataclass, replace

import numpy as np

from wizard.costs.capacity import check_needs
from wizard.costs.equipment import Piece, add_parts, price_parts
from wizard.costs.errors import CostError
from wizard.costs.flows import Flows
from wizard.costs.hosting import Hosting, add_hosting, price_hosting, provider
from wizard.costs.inputs import Array
from wizard.costs.money import in_euro
from wizard.costs.owned import Owned, owned_machines
from wizard.costs.renting import RentTerms, agree, interim_cost, on_demand_only
from wizard.costs.world import World
from wizard.domain.economics import OwnPlan
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Server
from wizard.domain.quantities import HOURS_PER_MONTH, MONTHS_PER_YEAR

REMOTE_HANDS = "remote_hands"
"""Named among what has no price when the colocation provider publishes none."""


@dataclass(frozen=True)
class OwnTerms:
    """What is fixed before sampling: prices in euro, net."""

    price: float
    """Of one server."""
    interim: RentTerms | None
    pieces: tuple[Piece, ...] = ()
    hosting: Hosting | None = None
    unpriced: tuple[str, ...] = ()
    """Parts and services without a published price: in the plan, not in the sum."""

    @property
    def per_machine(self) -> "OwnTerms":
        """Without what is bought once for the site."""
        return replace(self, pieces=tuple(piece for piece in self.pieces if piece.planned.per == "node"))


def settle(plan: OwnPlan, middle: World, eur_per_unit: dict[str, float]) -> OwnTerms:
    """Checks the plan and converts its prices.

    Raises:
        CodedError: ``E205`` to ``E210``, ``E213``, ``E214``.
    """
    check_needs(plan.needs, plan.server.accelerator, plan.server.id)
    if plan.owned_machines < (1 if plan.option == "status_quo" else 0):
        raise CodedError(CostError.NO_MACHINES, place=plan.server.id, machines=plan.owned_machines)
    pieces, unpriced = price_parts(plan.parts, eur_per_unit)
    hosting = price_hosting(plan, eur_per_unit)
    if hosting is not None and hosting.remote_hands_per_hour is None:
        unpriced = (*unpriced, REMOTE_HANDS)
    return OwnTerms(
        price=in_euro(plan.server.price, plan.server.price_currency, eur_per_unit, plan.server.id),
        interim=agree(on_demand_only(plan.interim), middle, eur_per_unit) if plan.interim is not None else None,
        pieces=pieces,
        hosting=hosting,
        unpriced=unpriced,
    )


def pue_key(plan: OwnPlan) -> str | None:
    """Input that turns IT energy into metered energy; None: energy is part of the colocation price."""
    if plan.option != "colocation":
        return "pue"
    return None if provider(plan).power_included else "pue_hosted"


def own_flows(plan: OwnPlan, terms: OwnTerms, world: World, vat_factor: float | Array) -> Flows:
    """Monthly flows in euro of all cases.

    Whole servers follow the highest need so far; they are paid with the order, running costs start with the delivery.
    """
    flows = Flows(world, vat_factor)
    values = world.values
    owned = owned_machines(plan, world)
    flows.note("machines", owned.held)
    flows.note("gpu_hours", owned.running * float(plan.server.accelerators * HOURS_PER_MONTH))
    if plan.option == "status_quo":
        flows.note("missing_machines", np.maximum(owned.needed - owned.held, 0.0))
        flows.note("needed_machines", owned.needed)
    add_own_costs(flows, plan, terms, owned, values["power_utilisation"])
    flows.add("staff", values["staff_fte_own"] * values["fte_eur_per_year"] / MONTHS_PER_YEAR)
    if plan.interim is not None and terms.interim is not None:
        hours, cost = interim_cost(plan.interim, terms.interim, world)
        flows.note("interim_hours", hours * owned.away)
        flows.add("interim_cloud", cost * owned.away)
    return flows


def add_own_costs(flows: Flows, plan: OwnPlan, terms: OwnTerms, owned: Owned, power_use: Array) -> None:
    """Everything but staff and rent: purchase, operation, resale. ``power_use`` is the mean share of full power."""
    values = flows.world.values
    price = values["hardware_price_factor"] * terms.price
    paid = owned.bought * price
    flows.note("bought", owned.bought)
    flows.note("running", owned.running)
    flows.add("hardware", paid)
    flows.add("installation", paid * values["install_share"])
    flows.add("spares", paid * values["spares_share"])
    if plan.parts:
        add_parts(flows, terms.pieces, owned.bought)
    else:
        flows.add("network_storage", paid * values["network_storage_share"])
    if terms.hosting is not None:
        add_hosting(flows, plan, terms.hosting, owned)
    _add_running(flows, plan, owned.running, price, power_use)
    flows.add("residual_value", _residual(owned.bought, paid, flows.world))


def _add_running(flows: Flows, plan: OwnPlan, running: Array, price: Array, power_use: Array) -> None:
    values, server = flows.world.values, plan.server
    monthly = price / MONTHS_PER_YEAR
    site = pue_key(plan)
    if site is not None:
        machines = running * (mean_power_kw(server, power_use) * HOURS_PER_MONTH)
        flows.note("energy_kwh", machines * values[site])
        paid = machines * values["electricity_eur_per_kwh"]
        flows.add("electricity", paid)
        flows.add("cooling", paid * (values[site] - 1.0))
    flows.add("maintenance", running * (monthly * values["maintenance_share_per_year"]))
    flows.add("insurance", running * (monthly * values["insurance_share_per_year"]))
    licence = values["licence_eur_per_gpu_year"] * (server.accelerators / MONTHS_PER_YEAR)
    flows.add("licences", running * licence)


def mean_power_kw(server: Server, utilisation: Array) -> Array:
    """kW_avg = kW_max · (idle + (1 - idle) · utilisation), one server."""
    idle = server.idle_power_share.value
    power: Array = server.max_power_kw.value * (idle + (1.0 - idle) * utilisation)
    return power


def _residual(bought: Array, paid: Array, world: World) -> Array:
    """Resale in the last month: ``share^(age/horizon)`` of the price, so that younger servers keep more."""
    left = world.values["residual_share"] ** ((world.months - world.month) / world.months)
    income: Array = np.zeros_like(bought)
    income[-1] = -(paid * left).sum(axis=0)
    return income
