"""A rented machine: a new price of an offer the catalogue has, or an offer of its own. A month has 730 hours."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from statistics import median

from wizard.domain.hardware import Offer
from wizard.domain.language import text
from wizard.domain.provenance import Figure
from wizard.domain.quantities import HOURS_PER_MONTH, HOURS_PER_YEAR
from wizard.quotes.columns import Period
from wizard.quotes.entries import entry_of
from wizard.quotes.missing import missing
from wizard.quotes.order import TERMS
from wizard.quotes.plausible import Usual, held_against
from wizard.quotes.proposal import Block, Change, figure_of
from wizard.quotes.server import identity_of
from wizard.quotes.setting import Priced, Setting, in_place

FIELD = {0: "on_demand_per_hour", 12: "committed_1y_per_hour", 36: "committed_3y_per_hour"}
_HOURS: Mapping[Period, int] = {"hour": 1, "month": HOURS_PER_MONTH, "year": HOURS_PER_YEAR}
_PERIOD = text(
    "is the price for an hour, a month or a year?",
    "Gilt der Preis je Stunde, Monat oder Jahr?",
)
_COUNTRY = text(
    "in which country does the machine stand?",
    "In welchem Land steht die Maschine?",
)
_NO_CERTIFICATE = text(
    "No certificate of the provider is known, so none counts in the comparison. Ask for ISO 27001, C5 and the like.",
    "Vom Anbieter ist kein Zertifikat bekannt, im Vergleich zählt keines. Bitte nach ISO 27001, C5 und Ähnlichem "
    "fragen.",
)
_LAW = text(
    "which law is the provider subject to: EU, US, CH, UK or another?",
    "Welchem Recht unterliegt der Anbieter: EU, US, CH, UK oder einem anderen?",
)


@dataclass(frozen=True)
class Rented:
    """Prices of one machine by months of commitment, net, in the currency of the quote, each for its period."""

    prices: Mapping[int, tuple[Decimal, Period | None]]
    accelerator: str | None = None
    count: int | None = None
    setup_fee: Decimal | None = None


def priced_rent(setting: Setting, rented: Rented) -> Priced:
    """The blocks of a rented machine.

    Raises:
        CodedError: C066, C070, C073, C075 to C077.
    """
    by_field = {_field(setting, term): _per_hour(setting, *price) for term, price in rented.prices.items()}
    if setting.order.entry is not None:
        offer = setting.catalog.offers[entry_of(setting.catalog, "rent", setting.order.entry)]
        units = dict.fromkeys(by_field, f"{offer.currency}/h")
        before = {field: _standing(offer, field) for field in by_field}
        priced = in_place(setting, "offers", offer.id, by_field, units, offer.currency, before)
        return Priced(priced.entry, offer.accelerator, priced.blocks, priced.changes, priced.warnings)
    return _new(setting, rented, by_field)


def _field(setting: Setting, term: int) -> str:
    if term not in FIELD:
        months = ", ".join(map(str, TERMS))
        remedy = text(
            f"{term} months is no commitment the comparison knows ({months}); take the next lower one",
            f"{term} Monate ist keine Laufzeit, die der Vergleich kennt ({months}); bitte die nächstniedrigere nehmen",
        )
        raise missing("term", remedy, setting.place)
    return FIELD[term]


def _per_hour(setting: Setting, price: Decimal, period: Period | None) -> Decimal:
    known = period or setting.order.period
    if known is None:
        raise missing("per", _PERIOD, setting.place)
    return price / _HOURS[known]


def _standing(offer: Offer, field: str) -> Figure | None:
    found: Figure | None = getattr(offer, field)
    return found


def _new(setting: Setting, rented: Rented, by_field: Mapping[str, Decimal]) -> Priced:
    order, document = setting.order, setting.document
    assert rented.accelerator is not None and rented.count is not None  # noqa: S101, PT018 - found or asked for before
    for value, field, remedy in ((order.country, "country", _COUNTRY), (order.law, "law", _LAW)):
        if value is None:
            raise missing(field, remedy, setting.place)
    identity = identity_of(setting, rented.accelerator, rented.count)
    unit = f"{setting.currency}/h"
    figures = {field: setting.figure(value, unit) for field, value in by_field.items()}
    known = setting.catalog.offers.get(identity)
    changes = tuple(
        Change("offers", identity, field, _standing(known, field) if known else None, figure_of(block))
        for field, block in figures.items()
    )
    warnings = [
        warning
        for field, value in by_field.items()
        for warning in held_against(
            setting.catalog, float(value), _usual(setting, rented.accelerator, rented.count),
            field=f"offers.{identity}.{field}", unit=unit, place=setting.row or setting.place,
        )
    ]  # fmt: skip
    accelerator = setting.catalog.accelerators[rented.accelerator]
    entry = {
        "provider": document.vendor,
        "name": f"{rented.count}x {accelerator.name.removeprefix('NVIDIA ')}",
        "kind": "dedicated",
        "accelerator": rented.accelerator,
        "accelerators": rented.count,
        "region": "not stated",
        "country": order.country,
        "operator_law": order.law,
        "currency": setting.currency,
        "attestations": list(order.attestations),
        "on_demand_per_hour": None,
        **figures,
    }
    if rented.setup_fee:
        entry["setup_fee"] = setting.figure(rented.setup_fee, setting.currency)
    marked = {"visibility": "internal", **entry} if order.internal else entry
    return Priced(
        f"offers.{identity}", rented.accelerator, (Block("offers", identity, marked, whole=True),), changes,
        tuple(warnings), () if order.attestations else (_NO_CERTIFICATE,),
    )  # fmt: skip


def _usual(setting: Setting, accelerator: str, count: int) -> Usual | None:
    """The middle of what this number of these accelerators costs an hour on demand, in the quote's currency."""
    per_hour = [
        setting.euro(offer.on_demand_per_hour.value, offer.currency) / offer.accelerators * count
        for offer in setting.catalog.offers.values()
        if offer.accelerator == accelerator and offer.on_demand_per_hour is not None
        and offer.on_demand_per_hour.basis != "quote"
    ]  # fmt: skip
    return Usual(median(per_hour) / setting.euro(1.0), f"{len(per_hour)} offers") if per_hour else None
