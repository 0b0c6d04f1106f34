"""The kinds of plans: how each is agreed on before sampling, how its money flows, and what its bill holds."""

from typing import assert_never

import numpy as np

from wizard.costs.bill import Line, api_bill, hybrid_bill, own_bill, rent_bill, seat_bill
from wizard.costs.financing import add_financing
from wizard.costs.flows import Flows
from wizard.costs.fractile import split_of as hybrid_split
from wizard.costs.hybrid import HybridTerms, divide, hybrid_flows
from wizard.costs.inputs import Array
from wizard.costs.moving import add_moving
from wizard.costs.owning import OwnTerms, own_flows, settle
from wizard.costs.renting import RentTerms, agree, rent_flows
from wizard.costs.services import (
    ApiTerms,
    SeatTerms,
    agree_on_seats,
    agree_on_tokens,
    api_flows,
    seat_flows,
)
from wizard.costs.world import World
from wizard.costs.writing_off import add_tax
from wizard.domain.economics import ApiPlan, CostQuestion, HybridPlan, OwnPlan, Plan, RentPlan, SeatPlan
from wizard.domain.ownership import HybridSplit

Terms = OwnTerms | RentTerms | HybridTerms | ApiTerms | SeatTerms


def agree_on(plan: Plan, middle: World, question: CostQuestion) -> Terms:
    """Checks a plan and fixes what samples leave alone: prices in euro, committed base, own share of a hybrid.

    Raises:
        CodedError: ``E205`` to ``E210``, ``E213`` to ``E215``.
    """
    eur_per_unit = question.eur_per_unit
    match plan:
        case OwnPlan():
            return settle(plan, middle, eur_per_unit)
        case RentPlan():
            return agree(plan, middle, eur_per_unit)
        case HybridPlan():
            return divide(plan, middle, eur_per_unit, lambda *case: _hybrid_cost(plan, question, *case))
        case ApiPlan():
            return agree_on_tokens(plan, eur_per_unit)
        case SeatPlan():
            return agree_on_seats(plan, eur_per_unit)
    assert_never(plan)


def flows_of(plan: Plan, terms: Terms, world: World, vat_factor: float | Array) -> Flows:
    """Monthly flows of all cases."""
    match plan, terms:
        case OwnPlan(), OwnTerms():
            return own_flows(plan, terms, world, vat_factor)
        case RentPlan(), RentTerms():
            return rent_flows(plan, terms, world, vat_factor)
        case HybridPlan(), HybridTerms():
            return hybrid_flows(plan, terms, world, vat_factor)
        case ApiPlan(), ApiTerms():
            return api_flows(terms, world, vat_factor)
        case SeatPlan(), SeatTerms():
            return seat_flows(plan, terms, world, vat_factor)
    raise TypeError(f"{type(terms).__name__} are no terms of a {type(plan).__name__}")


def whole_flows(plan: Plan, terms: Terms, world: World, question: CostQuestion) -> Flows:
    """The flows with moving in and out, financing and tax, in this order: each rests on those before it."""
    flows = flows_of(plan, terms, world, _vat(world, question))
    add_moving(flows, plan, _rent_terms(terms), question)
    _add_finance(flows, question)
    return flows


def _hybrid_cost(plan: HybridPlan, question: CostQuestion, terms: HybridTerms, world: World, limits: Array) -> Array:
    """Present value of the whole hybrid for each number of own machines."""
    flows = hybrid_flows(plan, terms, world, _vat(world, question), limit=limits)
    add_moving(flows, plan, terms.burst, question, rented=np.where(limits < terms.all_owned, 1.0, 0.0))
    _add_finance(flows, question)
    return world.present_value(flows.total)


def _vat(world: World, question: CostQuestion) -> float | Array:
    return 1.0 + question.vat_rate * world.values["vat_unrecoverable_share"] if question.vat_rate else 1.0


def _add_finance(flows: Flows, question: CostQuestion) -> None:
    cost = None
    if question.grant_eur > 0.0 and flows.capital.any():
        flows.add_once("grant", 0, -np.minimum(question.grant_eur, flows.capital.sum(axis=0)))
    if question.financing is not None and flows.capital.any():
        cost = add_financing(flows, question.financing)
    if question.tax is not None:
        leased = question.financing is not None and question.financing.kind == "lease"
        add_tax(flows, question.tax, cost, leased=leased)


def _rent_terms(terms: Terms) -> RentTerms | None:
    """Of the rented machines that keep data of the client."""
    if isinstance(terms, HybridTerms):
        return terms.burst if terms.mixed or terms.limit == 0 else None
    return terms if isinstance(terms, RentTerms) else None


def bill_of(plan: Plan, terms: Terms, flows: Flows) -> tuple[Line, ...]:
    """The bill at the middle values."""
    match plan, terms:
        case OwnPlan(), OwnTerms():
            return own_bill(plan, terms, flows)
        case RentPlan(), RentTerms():
            return rent_bill(plan, terms, flows)
        case HybridPlan(), HybridTerms():
            return hybrid_bill(plan, terms, flows)
        case ApiPlan(), ApiTerms():
            return api_bill(terms, flows)
        case SeatPlan(), SeatTerms():
            return seat_bill(plan, flows)
    raise TypeError(f"{type(terms).__name__} are no terms of a {type(plan).__name__}")


def unpriced_of(terms: Terms) -> tuple[str, ...]:
    """What belongs to the plan and has no published price."""
    if isinstance(terms, HybridTerms):
        return terms.own.unpriced if terms.limit else ()
    return terms.unpriced if isinstance(terms, OwnTerms) else ()


def split_of(plan: Plan, terms: Terms, flows: Flows, middle: World, vat_factor: float) -> HybridSplit | None:
    """How a hybrid divides the load; None for other plans and in a corner."""
    if isinstance(plan, HybridPlan) and isinstance(terms, HybridTerms):
        return hybrid_split(plan, terms, flows, middle, vat_factor)
    return None


_ALWAYS = frozenset(
    {"discount_rate", "growth_per_year", "fte_eur_per_year", "migration_days", "exit_days", "vat_unrecoverable_share"}
)
_OWN = frozenset(
    {"demand_factor", "hardware_price_factor", "install_share", "network_storage_share", "residual_share",
     "maintenance_share_per_year", "insurance_share_per_year", "licence_eur_per_gpu_year", "power_utilisation",
     "lead_months", "staff_fte_own", "electricity_eur_per_kwh", "spares_share"}
)  # fmt: skip
_RENTED = frozenset(
    {"demand_factor", "cloud_price_factor", "cloud_price_change_per_year", "staff_fte_rented", "egress_tb_per_month",
     "egress_eur_per_tb", "licence_eur_per_gpu_year", "cloud_support_share", "idle_share", "spot_overhead_share",
     "stored_tb", "storage_eur_per_tb_month"}
)  # fmt: skip
_INTERIM = frozenset({"cloud_price_factor", "cloud_price_change_per_year"})
_HOSTED = frozenset({"colo_price_factor", "pue_hosted", "remote_hands_hours_per_server_month"})
_API = frozenset({"demand_factor", "staff_fte_hosted", "api_price_factor", "api_price_change_per_year"})
_SEATS = frozenset({"staff_fte_hosted", "seat_price_change_per_year"})


def _rented(plan: RentPlan) -> frozenset[str]:
    return _RENTED if plan.offer.egress_per_tb is None else _RENTED - {"egress_eur_per_tb"}


def inputs_of(plan: Plan) -> frozenset[str]:
    """Keys of the inputs a plan's cost may depend on; every other input leaves it alone."""
    match plan:
        case OwnPlan():
            site = _HOSTED if plan.option == "colocation" else frozenset({"pue"})
            return _ALWAYS | _OWN | site | (_INTERIM if plan.interim is not None else frozenset())
        case RentPlan():
            return _ALWAYS | _rented(plan)
        case HybridPlan():
            return inputs_of(plan.own) | _rented(plan.burst) | {"hybrid_fixed_eur_per_month"}
        case ApiPlan():
            return _ALWAYS | _API
        case SeatPlan():
            return _ALWAYS | _SEATS
    assert_never(plan)
