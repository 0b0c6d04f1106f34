"""The age of every price a result used."""

from collections.abc import Iterator
from datetime import date

from wizard.catalogs.age import FactClass, age_days, is_expired, offer_class
from wizard.domain.catalog import Catalog
from wizard.domain.economics import Plan
from wizard.domain.offers import ApiOffer, Colocation, SeatOffer
from wizard.domain.provenance import Figure
from wizard.domain.result import PriceAge
from wizard.engine.options import Priced
from wizard.engine.plan_parts import own_part, parties, rented_part
from wizard.engine.plans import PRICES


def price_ages(catalog: Catalog, priced: Priced | None, as_of: date) -> tuple[PriceAge, ...]:
    """Prices of the kept plans with their age, and the days after which their class counts as expired."""
    ages: dict[str, PriceAge] = {}
    for option in priced.options if priced else ():
        for ref, figure, fact_class in _used(option.priced.plan):
            ages.setdefault(ref, _age(catalog, ref, figure, fact_class, as_of))
    return tuple(ages.values())


def _used(plan: Plan) -> Iterator[tuple[str, Figure, FactClass]]:
    own, rented = own_part(plan), rented_part(plan)
    if own is not None and plan.option != "status_quo":
        yield own.server.name, own.server.price, "street"
        for planned in own.parts:
            if planned.part.price is not None:
                yield planned.part.name, planned.part.price, "street"
    if rented is not None:
        offer = rented.offer
        for field in dict.fromkeys((PRICES[rented.commitment], "on_demand_per_hour")):
            figure = getattr(offer, field)
            if figure is not None:
                yield (
                    f"{offer.provider} {offer.name} ({field.removesuffix('_per_hour')})",
                    figure,
                    offer_class(offer, field),
                )
        if rented.spot and offer.spot_per_hour is not None:
            yield f"{offer.provider} {offer.name} (spot)", offer.spot_per_hour, "spot"
    for party in parties(plan):
        if isinstance(party, Colocation):
            yield party.provider, party.per_kw_month, "street"
        elif isinstance(party, SeatOffer):
            yield f"{party.provider} {party.name}", party.per_seat_month, party.price_class
        elif isinstance(party, ApiOffer):
            yield f"{party.provider} {party.name}", party.output_per_million, party.price_class


def _age(catalog: Catalog, ref: str, figure: Figure, fact_class: FactClass, as_of: date) -> PriceAge:
    return PriceAge(
        ref=ref,
        retrieved_on=figure.retrieved_on,
        age_days=age_days(figure, as_of),
        limit_days=catalog.expiry_days[fact_class],
        expired=is_expired(catalog, figure, fact_class, as_of),
        source=figure.source,
    )
