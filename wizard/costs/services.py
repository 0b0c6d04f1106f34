"""Cash flows of services without machines of one's own: a model API by the token, a finished product by the seat."""

import math
from dataclasses import dataclass

import numpy as np

from wizard.costs.errors import CostError
from wizard.costs.flows import Flows
from wizard.costs.inputs import Array
from wizard.costs.money import in_euro
from wizard.costs.world import World
from wizard.domain.economics import ApiPlan, ApiUse, SeatPlan
from wizard.domain.errors import CodedError
from wizard.domain.provenance import Figure
from wizard.domain.quantities import MONTHS_PER_YEAR

MILLION = 1_000_000.0
KINDS = ("input", "cached", "output")
"""Kinds of tokens with a price of their own."""


@dataclass(frozen=True)
class Tokens:
    """One kind of tokens of one workload: millions a month at today's middle demand, euro for a million."""

    use: ApiUse
    kind: str
    millions: float
    price: float

    @property
    def listed(self) -> Figure:
        """The published price; cached input without one is paid like any other."""
        return price_of_tokens(self.use, self.kind)


@dataclass(frozen=True)
class ApiTerms:
    """What is fixed before sampling."""

    tokens: tuple[Tokens, ...]


@dataclass(frozen=True)
class SeatTerms:
    """What is fixed before sampling."""

    per_seat_month: float
    """Euro, net."""


def price_of_tokens(use: ApiUse, kind: str) -> Figure:
    """Price of a million tokens in the offer's currency."""
    offer = use.offer
    if kind == "output":
        return offer.output_per_million
    cached = offer.cached_input_per_million
    return cached if kind == "cached" and cached is not None else offer.input_per_million


def agree_on_tokens(plan: ApiPlan, eur_per_unit: dict[str, float]) -> ApiTerms:
    """Checks the plan and converts its prices.

    Raises:
        CodedError: ``E205``, ``E206``, ``E209``, ``E210``.
    """
    if not plan.uses:
        raise CodedError(CostError.NO_NEED, place=plan.option)
    return ApiTerms(tuple(entry for use in plan.uses for entry in _tokens(use, eur_per_unit)))


def _tokens(use: ApiUse, eur_per_unit: dict[str, float]) -> tuple[Tokens, ...]:
    for field in ("input_tokens_per_month", "output_tokens_per_month"):
        _check(use.workload_id, field, getattr(use, field), math.inf)
    _check(use.workload_id, "cached_share", use.cached_share, 1.0)
    cached = use.input_tokens_per_month * use.cached_share
    amounts = {"input": use.input_tokens_per_month - cached, "cached": cached, "output": use.output_tokens_per_month}
    return tuple(
        Tokens(
            use=use,
            kind=kind,
            millions=amounts[kind] / MILLION,
            price=in_euro(price_of_tokens(use, kind), use.offer.currency, eur_per_unit, use.offer.id),
        )
        for kind in KINDS
    )


def _check(place: str, field: str, value: float, most: float) -> None:
    if not (math.isfinite(value) and 0.0 <= value <= most):
        wanted = ">= 0" if math.isinf(most) else f"0 – {most:g}"
        raise CodedError(CostError.NEED, place=place, field=field, value=value, wanted=wanted)


def api_flows(terms: ApiTerms, world: World, vat_factor: float | Array) -> Flows:
    """Tokens follow demand; the price of a token follows its own path."""
    flows = Flows(world, vat_factor)
    level = world.api_price
    euro = sum(entry.millions * entry.price for entry in terms.tokens)
    flows.note("demand_months", world.demand)
    flows.note("priced_months", world.demand * level)
    flows.add("api_tokens", world.demand * level * euro)
    _add_staff(flows)
    return flows


def agree_on_seats(plan: SeatPlan, eur_per_unit: dict[str, float]) -> SeatTerms:
    """Checks the plan and converts its price.

    Raises:
        CodedError: ``E205``, ``E206``, ``E209``.
    """
    if not (math.isfinite(plan.users) and plan.users > 0.0):
        raise CodedError(CostError.NEED, place=plan.offer.id, field="users", value=plan.users, wanted="> 0")
    offer = plan.offer
    return SeatTerms(in_euro(offer.per_seat_month, offer.currency, eur_per_unit, offer.id))


def seat_flows(plan: SeatPlan, terms: SeatTerms, world: World, vat_factor: float | Array) -> Flows:
    """Whole seats grow with the users up to the people there are, never below the minimum; asking more costs nothing.

    A first contract that outlasts the horizon is owed for the seats of the last month.
    """
    flows = Flows(world, vat_factor)
    seats = seats_in_use(plan, world)
    price = world.seat_price * terms.per_seat_month
    flows.note("seats", seats)
    flows.add("seats", seats * price)
    left = max(plan.offer.minimum_months - world.months, 0)
    if left:
        tail: Array = np.zeros_like(seats)
        tail[-1] = seats[-1] * left
        flows.note("tail_seats", tail)
        flows.add("minimum_term", tail * price)
    _add_staff(flows)
    return flows


def seats_in_use(plan: SeatPlan, world: World) -> Array:
    """Paid seats by month."""
    people = plan.users * world.growth
    if plan.most_users is not None:
        people = np.minimum(people, max(plan.most_users, plan.users))
    whole = np.ceil(people - 1e-9)
    seats: Array = np.maximum(whole, float(plan.offer.minimum_seats))
    return seats


def _add_staff(flows: Flows) -> None:
    values = flows.world.values
    nothing: Array = np.zeros_like(flows.total)
    flows.note("machines", nothing)
    flows.note("gpu_hours", nothing)
    flows.add("staff", values["staff_fte_hosted"] * values["fte_eur_per_year"] / MONTHS_PER_YEAR)
