"""Which figures of a catalogue have expired on a day, and by which class each of them ages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from wizard.catalogs.age import FactClass, age_days, offer_class
from wizard.catalogs.walk import figures_of
from wizard.domain.catalog import Catalog
from wizard.domain.provenance import Figure

_STREET = frozenset({"card_price", "price", "setup_fee", "per_kw_month", "setup_per_rack", "remote_hands_per_hour"})
_RENTED_STORAGE = frozenset({"per_tb_month", "egress_per_tb", "storage_egress_per_tb"})
_PRICED = frozenset({"list", "contracted", "effective", "street", "quote"})


@dataclass(frozen=True)
class Age:
    """The age of one figure on a day, in days, and the days its class allows."""

    path: str
    fact_class: FactClass
    retrieved_on: date
    days: int
    limit: int

    @property
    def expired(self) -> bool:
        return self.days > self.limit


def age_of(catalog: Catalog, path: Sequence[str], figure: Figure, as_of: date) -> Age:
    """The age of the figure at a path of ``walk.figures_of``."""
    fact_class = fact_class_of(catalog, path, figure)
    return Age(
        ".".join(path), fact_class, figure.retrieved_on, age_days(figure, as_of), catalog.expiry_days[fact_class]
    )


def expired_figures(catalog: Catalog, as_of: date) -> Iterator[Age]:
    """All figures older than their class allows."""
    for path, figure in figures_of(catalog):
        age = age_of(catalog, path, figure, as_of)
        if age.expired:
            yield age


def fact_class_of(catalog: Catalog, path: Sequence[str], figure: Figure) -> FactClass:
    """Rents and fees age as their provider says, hardware and exchange rates as street prices, the rest as facts."""
    section, field = path[0], path[-1]
    if section == "offers":
        return offer_class(catalog.offers[path[1]], field)
    if section == "apis":
        return catalog.apis[path[1]].price_class
    if section == "seats":
        return catalog.seats[path[1]].price_class
    if section == "storage_offers" and field in _RENTED_STORAGE:
        return catalog.storage_offers[path[1]].price_class
    if section == "software":
        return "product_status"
    if field in _STREET or section == "eur_per_unit":
        return "street"
    if section in ("electricity", "vat_rates"):
        return "tax_law"
    return "street" if section == "figures" and figure.basis in _PRICED else "specs"
