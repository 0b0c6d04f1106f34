"""The bill of a plan: what is bought or rented at the middle values, at catalogue prices."""

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


def own_bill(plan: OwnPlan, flows: Flows) -> tuple[Item, ...]:
    """Servers bought over the horizon, then the rented hours until they arrive."""
    server = plan.server
    nodes = float(flows.drivers["bought"].sum())
    bill = [_item(server.id, server.vendor, "", nodes, "server", server.price, server.price_currency)]
    if plan.interim is not None:
        bill += _hours(plan.interim.offer, flows, "interim_hours", plan.interim.offer.on_demand_per_hour)
    return tuple(bill)


def rent_bill(plan: RentPlan, agreed: RentTerms, flows: Flows) -> tuple[Item, ...]:
    """Machine hours by kind of price, setup fees last."""
    offer = plan.offer
    if plan.option == "cloud":
        bill = _committed(offer, agreed)
        return tuple(bill + _hours(offer, flows, "on_demand_hours", offer.on_demand_per_hour))
    price = price_of(offer, plan.commitment)
    bill = _hours(offer, flows, "rented_hours", price) + _hours(offer, flows, "tail_hours", price)
    if agreed.setup_fee and offer.setup_fee is not None:
        started = float(flows.drivers["started"].sum())
        bill.append(_item(offer.id, offer.provider, offer.region, started, "machine", offer.setup_fee, offer.currency))
    return tuple(bill)


def _committed(offer: Offer, agreed: RentTerms) -> list[Item]:
    hours: dict[Kind, float] = {}
    for term in agreed.commitments:
        hours[term.kind] = hours.get(term.kind, 0.0) + float(term.machines * term.months * HOURS_PER_MONTH)
    return [
        _item(offer.id, offer.provider, offer.region, amount, "machine_hour", price_of(offer, kind), offer.currency)
        for kind, amount in hours.items()
    ]


def _hours(offer: Offer, flows: Flows, driver: str, price: Figure | None) -> list[Item]:
    hours = float(flows.drivers[driver].sum()) if driver in flows.drivers else 0.0
    if hours <= 0.0 or price is None:
        return []
    return [_item(offer.id, offer.provider, offer.region, hours, "machine_hour", price, offer.currency)]


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
