"""The bill of a plan: what is bought or rented at the middle values, at catalogue prices."""

from dataclasses import dataclass
from typing import Literal

from wizard.costs.commitment import Kind
from wizard.costs.flows import Flows
from wizard.costs.renting import RentTerms, price_of
from wizard.domain.economics import OwnPlan, RentPlan
from wizard.domain.hardware import Offer
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


def own_bill(plan: OwnPlan, flows: Flows) -> tuple[Line, ...]:
    """Servers bought over the horizon, then the rented hours until they arrive."""
    server = plan.server
    nodes = float(flows.drivers["bought"].sum())
    servers = _item(server.id, server.vendor, "", nodes, "server", server.price, server.price_currency)
    lines = [Line(servers, "bought")]
    if plan.interim is not None:
        lines += _hours(plan.interim.offer, flows, "interim_hours", price_of(plan.interim.offer, "on_demand"))
    return tuple(lines)


def rent_bill(plan: RentPlan, agreed: RentTerms, flows: Flows) -> tuple[Line, ...]:
    """Machine hours by kind of price, setup fees last."""
    offer = plan.offer
    if plan.option == "cloud":
        on_demand = _hours(offer, flows, "on_demand_hours", price_of(offer, "on_demand"))
        return tuple(_committed(offer, agreed) + on_demand)
    price = price_of(offer, plan.commitment)
    lines = _hours(offer, flows, "rented_hours", price) + _hours(offer, flows, "tail_hours", price)
    if agreed.setup_fee and offer.setup_fee is not None:
        started = float(flows.drivers["started"].sum())
        fees = _item(offer.id, offer.provider, offer.region, started, "machine", offer.setup_fee, offer.currency)
        lines.append(Line(fees, "started"))
    return tuple(lines)


def _committed(offer: Offer, agreed: RentTerms) -> list[Line]:
    hours: dict[Kind, float] = {}
    for term in agreed.commitments:
        hours[term.kind] = hours.get(term.kind, 0.0) + float(term.machines * term.months * HOURS_PER_MONTH)
    return [Line(_machine_hours(offer, h, price_of(offer, kind)), "committed_hours", kind) for kind, h in hours.items()]


def _hours(offer: Offer, flows: Flows, driver: str, price: Figure) -> list[Line]:
    hours = float(flows.drivers[driver].sum())
    return [Line(_machine_hours(offer, hours, price), driver)] if hours > 0.0 else []


def _machine_hours(offer: Offer, hours: float, price: Figure) -> Item:
    return _item(offer.id, offer.provider, offer.region, hours, "machine_hour", price, offer.currency)


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
