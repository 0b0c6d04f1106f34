"""Cash flows of bought servers on own premises."""

from dataclasses import dataclass

import numpy as np

from wizard.costs.capacity import check_needs, machines_at_peak
from wizard.costs.flows import Flows
from wizard.costs.inputs import Array
from wizard.costs.money import in_euro
from wizard.costs.renting import RentTerms, agree, interim_cost
from wizard.costs.world import World
from wizard.domain.economics import OwnPlan
from wizard.domain.hardware import Server
from wizard.domain.quantities import HOURS_PER_MONTH, MONTHS_PER_YEAR


@dataclass(frozen=True)
class OwnTerms:
    """What is fixed before sampling."""

    price: float
    """Euro for one server, net."""
    interim: RentTerms | None


def settle(plan: OwnPlan, middle: World, eur_per_unit: dict[str, float]) -> OwnTerms:
    """Checks the plan and converts its prices.

    Raises:
        CodedError: ``E205`` to ``E210``.
    """
    check_needs(plan.needs, plan.server.accelerator, plan.server.id)
    price = in_euro(plan.server.price, plan.server.price_currency, eur_per_unit, plan.server.id)
    interim = None
    if plan.interim is not None:
        on_demand = plan.interim.model_copy(update={"option": "cloud", "commitment": "on_demand"})
        interim = agree(on_demand, middle, eur_per_unit)
    return OwnTerms(price=price, interim=interim)


def own_flows(plan: OwnPlan, terms: OwnTerms, world: World, vat_factor: float) -> Flows:
    """Monthly flows in euro of all cases.

    Whole servers follow the highest need so far; they are paid with the order, running costs start with the delivery.
    """
    flows = Flows(world, vat_factor)
    values = world.values
    needed = machines_at_peak(plan.needs, plan.server.accelerators, world)
    nodes = np.maximum.accumulate(needed, axis=0)
    bought = np.diff(nodes, axis=0, prepend=0.0)
    running = nodes * (1.0 - world.waiting())
    price = values["hardware_price_factor"] * terms.price
    paid = bought * price
    flows.note("machines", nodes)
    flows.note("bought", bought)
    flows.note("running", running)
    flows.note("gpu_hours", running * float(plan.server.accelerators * HOURS_PER_MONTH))
    flows.add("hardware", paid)
    flows.add("installation", paid * values["install_share"])
    flows.add("network_storage", paid * values["network_storage_share"])
    _running_costs(flows, plan.server, running, price)
    flows.add("staff", values["staff_fte_own"] * values["fte_eur_per_year"] / MONTHS_PER_YEAR)
    if plan.interim is not None and terms.interim is not None:
        hours, cost = interim_cost(plan.interim, terms.interim, world)
        flows.note("interim_hours", hours * world.waiting())
        flows.add("interim_cloud", cost * world.waiting())
    flows.add("residual_value", _residual(bought, paid, world))
    return flows


def _running_costs(flows: Flows, server: Server, running: Array, price: Array) -> None:
    values = flows.world.values
    monthly = price / MONTHS_PER_YEAR
    energy = running * (mean_power_kw(server, values["power_utilisation"]) * values["pue"] * HOURS_PER_MONTH)
    flows.note("energy_kwh", energy)
    flows.add("electricity", energy * values["electricity_eur_per_kwh"])
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
