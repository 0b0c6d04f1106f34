"""The bill of a plan: what is bought or rented at the middle values, at catalogue prices."""

from dataclasses import dataclass
from typing import Literal

from wizard.costs.commitment import Kind
from wizard.costs.equipment import Piece
from wizard.costs.flows import Flows
from wizard.costs.hosting import provider
from wizard.costs.hybrid import HybridTerms
from wizard.costs.owning import OwnTerms
from wizard.costs.renting import RentTerms, price_of, spot_price
from wizard.costs.services import ApiTerms, Tokens
from wizard.domain.economics import HybridPlan, OwnPlan, RentPlan, SeatPlan
from wizard.domain.hardware import Offer
from wizard.domain.offers import NO_PLACE, Colocation
from wizard.domain.provenance import Figure
from wizard.domain.quantities import HOURS_PER_MONTH
from wizard.domain.result import Item

PriceLabel = Literal["list", "contracted", "effective", "street", "quote"]

_KIND: dict[str, PriceLabel] = {
    "contracted": "contracted",
    "effective": "effective",
    "street": "street",
    "quote": "quote",
    "assumption": "street",
}
"""Everything published counts as a list price; an assumed price is an estimate of the street price."""


@dataclass(frozen=True)
class Line:
    """One line of the bill, and the driver its quantity is the sum of."""

    item: Item
    driver: str
    commitment: Kind | None = None
    """Only the terms of this kind."""
    piece: Piece | None = None
    """So many of this part for each unit of the driver."""
    tokens: Tokens | None = None
    """Only these tokens of the driver."""


def own_bill(plan: OwnPlan, terms: OwnTerms, flows: Flows) -> tuple[Line, ...]:
    """What is bought over the horizon and the rented rack, then the rented hours until the servers arrive."""
    lines = _owned(plan, terms, flows)
    if plan.interim is not None:
        lines += _hours(plan.interim.offer, flows, "interim_hours", price_of(plan.interim.offer, "on_demand"))
    return tuple(lines)


def hybrid_bill(plan: HybridPlan, terms: HybridTerms, flows: Flows) -> tuple[Line, ...]:
    """The owned part, then the rented hours above it and until it arrives."""
    offer = plan.burst.offer
    price = price_of(offer, "on_demand")
    lines = _owned(plan.own, terms.own, flows)
    for driver in ("on_demand_hours", "idle_hours", "interim_hours"):
        lines += _hours(offer, flows, driver, price)
    return tuple(lines)


def api_bill(terms: ApiTerms, flows: Flows) -> tuple[Line, ...]:
    """Millions of tokens by workload and kind."""
    scale = float(flows.world.demand[:, -1].sum())
    return tuple(_tokens(entry, entry.millions * scale) for entry in terms.tokens if entry.millions > 0.0)


def seat_bill(plan: SeatPlan, flows: Flows) -> tuple[Line, ...]:
    """Months of seats, and those owed after the horizon."""
    offer = plan.offer
    lines = []
    for driver in ("seats", "tail_seats"):
        months = float(flows.drivers[driver].sum()) if driver in flows.drivers else 0.0
        if months > 0.0:
            item = _item(offer.id, offer.provider, "", months, "seat_month", offer.per_seat_month, offer.currency)
            lines.append(Line(item, driver))
    return tuple(lines)


def _tokens(entry: Tokens, millions: float) -> Line:
    offer = entry.use.offer
    unit = f"1e6_{entry.kind}_tokens"
    item = _item(offer.id, offer.provider, offer.country or "", millions, unit, entry.listed, offer.currency)
    return Line(item, "demand_months", tokens=entry)


def _owned(plan: OwnPlan, terms: OwnTerms, flows: Flows) -> list[Line]:
    server = plan.server
    nodes = float(flows.drivers["bought"].sum())
    lines = []
    if nodes > 0.0:
        servers = _item(server.id, server.vendor, "", nodes, "server", server.price, server.price_currency)
        lines.append(Line(servers, "bought"))
    lines += [line for piece in terms.pieces if (line := _piece(piece, flows)) is not None]
    return lines + _hosted(plan, terms, flows)


def _piece(piece: Piece, flows: Flows) -> Line | None:
    part, price = piece.planned.part, piece.planned.part.price
    count = float(flows.drivers[piece.driver].sum()) * piece.planned.quantity
    if price is None or count <= 0.0:
        return None
    return Line(_item(part.id, "", "", count, "piece", price, part.currency or ""), piece.driver, piece=piece)


def _hosted(plan: OwnPlan, terms: OwnTerms, flows: Flows) -> list[Line]:
    if terms.hosting is None:
        return []
    offer = provider(plan)
    prices = {
        "committed_kw": (offer.per_kw_month, "kW_month"),
        "racks": (offer.setup_per_rack, "rack"),
        "remote_hands_hours": (offer.remote_hands_per_hour, "hour"),
    }
    lines = []
    for driver, (price, unit) in prices.items():
        quantity = float(flows.drivers[driver].sum()) if driver in flows.drivers else 0.0
        if price is not None and quantity > 0.0:
            item = _item(offer.id, offer.provider, _place(offer), quantity, unit, price, offer.currency)
            lines.append(Line(item, driver))
    return lines


def rent_bill(plan: RentPlan, agreed: RentTerms, flows: Flows) -> tuple[Line, ...]:
    """Machine hours by kind of price, setup fees last."""
    offer = plan.offer
    if plan.option == "cloud":
        lines = _committed(offer, agreed)
        for driver in ("on_demand_hours", "idle_hours"):
            lines += _hours(offer, flows, driver, price_of(offer, "on_demand"))
        return tuple(lines + (_hours(offer, flows, "spot_hours", spot_price(offer)) if plan.spot else []))
    price = price_of(offer, plan.commitment)
    lines = _hours(offer, flows, "rented_hours", price) + _hours(offer, flows, "tail_hours", price)
    if agreed.setup_fee and offer.setup_fee is not None:
        started = float(flows.drivers["started"].sum())
        fees = _item(offer.id, offer.provider, _place(offer), started, "machine", offer.setup_fee, offer.currency)
        lines.append(Line(fees, "started"))
    return tuple(lines)


def _committed(offer: Offer, agreed: RentTerms) -> list[Line]:
    hours: dict[Kind, float] = {}
    for term in agreed.commitments:
        hours[term.kind] = hours.get(term.kind, 0.0) + float(term.machines * term.months * HOURS_PER_MONTH)
    return [Line(_machine_hours(offer, h, price_of(offer, kind)), "committed_hours", kind) for kind, h in hours.items()]


def _hours(offer: Offer, flows: Flows, driver: str, price: Figure) -> list[Line]:
    hours = float(flows.drivers[driver].sum()) if driver in flows.drivers else 0.0
    return [Line(_machine_hours(offer, hours, price), driver)] if hours > 0.0 else []


def _machine_hours(offer: Offer, hours: float, price: Figure) -> Item:
    return _item(offer.id, offer.provider, _place(offer), hours, "machine_hour", price, offer.currency)


def _place(offer: Offer | Colocation) -> str:
    """The region, or the country where the provider names none."""
    return offer.country if offer.country and offer.region in NO_PLACE else offer.region


def _item(ref: str, provider: str, region: str, quantity: float, unit: str, price: Figure, currency: str) -> Item:
    return Item(
        ref=ref,
        provider=provider,
        region=region,
        quantity=quantity,
        unit=unit,
        unit_price=price.value,
        currency=currency,
        price_kind=_KIND.get(price.basis, "list"),
        source=price.source,
        retrieved_on=price.retrieved_on,
    )
