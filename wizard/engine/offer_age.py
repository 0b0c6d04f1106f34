"""What the age of a rent adds to its span: an expired price is not the price of today.

The factor on the price moves with the months beyond the days its class counts as fresh, by a drift taken from dated
pairs of prices; so an old cheap offer cannot win over a fresh one only because nobody has read it again.
"""

from datetime import date
from functools import cache

from wizard.catalogs.age import FactClass, age_days, offer_class
from wizard.domain.catalog import Catalog
from wizard.domain.economics import PriceKind, RentPlan, UncertainInput
from wizard.domain.hardware import Offer
from wizard.domain.language import Text, text
from wizard.domain.provenance import Evidence, Figure
from wizard.domain.quantities import Range
from wizard.engine.plans import PRICES
from wizard.i18n.sources import source_in

FACTOR = "cloud_price_factor"
_DAYS_PER_MONTH = 365.25 / 12
_PERCENT = 100.0
_FRESH = Range.exact(1.0)


def aged(plan: RentPlan, factor: UncertainInput, catalog: Catalog, as_of: date) -> RentPlan:
    """The plan with its own span of the price factor where one of its prices has expired; else the plan as it is.

    A quote keeps the span of a quote: how long it holds is written in it.
    """
    if plan.inputs:
        return plan
    oldest = _oldest(plan.offer, plan.commitment, catalog, as_of)
    if oldest is None:
        return plan
    figure, fact_class = oldest
    return plan.model_copy(update={"inputs": (_wider(factor, _drift(figure, fact_class, catalog, as_of), figure),)})


def drift(offer: Offer, commitment: PriceKind, catalog: Catalog, as_of: date) -> Range:
    """Span of today's price as a multiple of the listed one; 1 while all prices of the plan are fresh."""
    oldest = _oldest(offer, commitment, catalog, as_of)
    return _FRESH if oldest is None else _drift(*oldest, catalog, as_of)


def _oldest(offer: Offer, commitment: PriceKind, catalog: Catalog, as_of: date) -> tuple[Figure, FactClass] | None:
    """The price of the plan that is furthest beyond its days, with its class; None where none is beyond."""
    found: tuple[int, Figure, FactClass] | None = None
    for field in dict.fromkeys((PRICES[commitment], "on_demand_per_hour")):
        figure: Figure | None = getattr(offer, field)
        if figure is None or (offer.kind == "dedicated" and field != PRICES[commitment]):
            continue
        fact_class = offer_class(offer, field)
        late = age_days(figure, as_of) - catalog.expiry_days[fact_class]
        if late > 0 and (found is None or late > found[0]):
            found = (late, figure, fact_class)
    return None if found is None else found[1:]


def _drift(figure: Figure, fact_class: FactClass, catalog: Catalog, as_of: date) -> Range:
    late = age_days(figure, as_of) - catalog.expiry_days[fact_class]
    months = min(late / _DAYS_PER_MONTH, catalog.figure("finance.rent_drift_most_months").value)
    return _moved(catalog.figure(f"finance.rent_drift_per_month.{fact_class}"), months)


@cache
def _moved(monthly: Figure, months: float) -> Range:
    low, high = (end if end is not None else monthly.value for end in (monthly.low, monthly.high))
    return Range(low=1.0 + low * months, value=1.0 + monthly.value * months, high=1.0 + high * months)


@cache
def _wider(factor: UncertainInput, moved: Range, figure: Figure) -> UncertainInput:
    """Both spans at once; the same object for equal ages, so that plans can share their draws."""
    span = factor.range
    both = Range(low=span.low * moved.low, value=span.value * moved.value, high=span.high * moved.high)
    return factor.model_copy(
        update={"range": both, "evidence": Evidence.ASSUMED, "basis": _basis(factor, moved, figure.retrieved_on)}
    )


def _basis(factor: UncertainInput, moved: Range, day: date) -> Text:
    low, high = ((end - 1.0) * _PERCENT for end in (moved.low, moved.high))
    return text(
        f"{factor.basis.en}; the price of {day.isoformat()} has expired: since then {low:+.0f} to {high:+.0f} %, "
        "from the drift of rents in 2026",
        f"{source_in('de', factor.basis.de)}; der Preis vom {day:%d.%m.%Y} ist abgelaufen: seither {low:+.0f} bis "
        f"{high:+.0f} %, nach der Bewegung der Mietpreise 2026",
    )
