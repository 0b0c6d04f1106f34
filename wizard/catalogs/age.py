"""How old a figure is, and whether its class counts as expired by then."""

from datetime import date
from typing import Literal

from wizard.domain.catalog import Catalog
from wizard.domain.hardware import Offer
from wizard.domain.provenance import Figure

FactClass = Literal["spot", "small_provider", "street", "hyperscaler", "product_status", "specs", "tax_law"]


def offer_class(offer: Offer, field: str) -> FactClass:
    """Class of a price field of an offer, e.g. ``on_demand_per_hour``."""
    return "spot" if field == "spot_per_hour" else offer.price_class


def age_days(figure: Figure, as_of: date) -> int:
    """Days since the figure was observed; 0 for later dates."""
    return max(0, (as_of - figure.retrieved_on).days)


def is_expired(catalog: Catalog, figure: Figure, fact_class: FactClass, as_of: date) -> bool:
    """Older than the days of its class in ``Catalog.expiry_days``.

    Raises:
        KeyError: the catalogue names no days for the class.
    """
    return age_days(figure, as_of) > catalog.expiry_days[fact_class]
