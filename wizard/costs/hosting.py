"""A rented rack for own servers: space by committed power, set-up by rack, work on site by the hour."""

import math
from dataclasses import dataclass

import numpy as np

from wizard.costs.errors import CostError
from wizard.costs.flows import Flows
from wizard.costs.inputs import Array
from wizard.costs.money import in_euro
from wizard.costs.owned import Owned
from wizard.domain.economics import OwnPlan
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Server
from wizard.domain.offers import Colocation

UNITS_PER_RACK = 42.0
"""Of a standard 19-inch rack."""


@dataclass(frozen=True)
class Hosting:
    """Prices in euro, net."""

    per_kw_month: float
    setup_per_rack: float
    remote_hands_per_hour: float | None
    """None: the provider publishes none; the bill says so."""


def provider(plan: OwnPlan) -> Colocation:
    """The provider of a colocation plan.

    Raises:
        CodedError: ``E214``.
    """
    if plan.colocation is None:
        raise CodedError(CostError.NO_COLOCATION, place=plan.server.id)
    return plan.colocation


def price_hosting(plan: OwnPlan, eur_per_unit: dict[str, float]) -> Hosting | None:
    """The prices of a colocation plan; None for other plans.

    Raises:
        CodedError: ``E205``, ``E206``, ``E214``.
    """
    if plan.option != "colocation":
        return None
    offer = provider(plan)
    setup, hands = offer.setup_per_rack, offer.remote_hands_per_hour
    return Hosting(
        per_kw_month=in_euro(offer.per_kw_month, offer.currency, eur_per_unit, offer.id),
        setup_per_rack=in_euro(setup, offer.currency, eur_per_unit, offer.id) if setup else 0.0,
        remote_hands_per_hour=in_euro(hands, offer.currency, eur_per_unit, offer.id) if hands else None,
    )


def racks_per_server(server: Server, offer: Colocation) -> float:
    """Share of a rack one server takes, by power where the provider limits it, else by height."""
    by_height = server.rack_units.value / UNITS_PER_RACK
    by_power = server.max_power_kw.value / offer.rack_kw.value if offer.rack_kw else 0.0
    share = max(by_height, by_power)
    if share <= 0.0:
        return 1.0
    return 1.0 / max(1, math.floor(1.0 / share)) if share <= 1.0 else share


def add_hosting(flows: Flows, plan: OwnPlan, hosting: Hosting, owned: Owned) -> None:
    """Space is paid for the highest power of each server from its delivery; racks are set up with the order."""
    values = flows.world.values
    committed = owned.running * plan.server.max_power_kw.value
    flows.note("committed_kw", committed)
    flows.add("colocation", committed * (values["colo_price_factor"] * hosting.per_kw_month))
    if hosting.remote_hands_per_hour is not None:
        hours = owned.running * values["remote_hands_hours_per_server_month"]
        flows.note("remote_hands_hours", hours)
        flows.add("remote_hands", hours * hosting.remote_hands_per_hour)
    if hosting.setup_per_rack:
        racks: Array = np.ceil(owned.held * racks_per_server(plan.server, provider(plan)) - 1e-9)
        new = np.diff(racks, axis=0, prepend=0.0)
        flows.note("racks", new)
        flows.add("colocation_setup", new * hosting.setup_per_rack)
