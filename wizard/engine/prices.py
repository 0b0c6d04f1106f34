"""The age of every price a result used."""

from datetime import date

from wizard.catalogs.age import FactClass, age_days, is_expired, offer_class
from wizard.domain.catalog import Catalog
from wizard.domain.economics import OwnPlan
from wizard.domain.provenance import Figure
from wizard.domain.result import PriceAge
from wizard.engine.options import Priced
from wizard.engine.plans import PRICES


def price_ages(catalog: Catalog, priced: Priced | None, as_of: date) -> tuple[PriceAge, ...]:
    """Prices of the kept plans with their age, and the days after which their class counts as expired."""
    ages: list[PriceAge] = []
    for option in priced.options if priced else ():
        plan = option.priced.plan
        if isinstance(plan, OwnPlan):
            ages.append(_age(catalog, plan.server.name, plan.server.price, "street", as_of))
            continue
        offer = plan.offer
        for field in dict.fromkeys((PRICES[plan.commitment], "on_demand_per_hour")):
            figure = getattr(offer, field)
            if figure is not None:
                name = f"{offer.provider} {offer.name} ({field.removesuffix('_per_hour')})"
                ages.append(_age(catalog, name, figure, offer_class(offer, field), as_of))
    return tuple(ages)


def _age(catalog: Catalog, ref: str, figure: Figure, fact_class: FactClass, as_of: date) -> PriceAge:
    return PriceAge(
        ref=ref,
        retrieved_on=figure.retrieved_on,
        age_days=age_days(figure, as_of),
        limit_days=catalog.expiry_days[fact_class],
        expired=is_expired(catalog, figure, fact_class, as_of),
        source=figure.source,
    )
