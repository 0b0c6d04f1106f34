"""Azure Retail Prices API: list, spot and reservation prices of each size and region, without registration.

``Items`` holds a row for each meter; Windows shares the meter of Linux and differs in ``productName`` only. The price
of a reservation is the sum for its whole term although its unit says an hour. Answers are paged by ``NextPageLink``.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any
from urllib.parse import quote

from wizard.domain.catalog import Catalog
from wizard.domain.hardware import Offer
from wizard.domain.language import text
from wizard.refresh.documents import number, object_of, unreadable
from wizard.refresh.source import Get, Key, Price, Source, rents

PROVIDER = "Microsoft Azure"
URL = "https://prices.azure.com/api/retail/prices"
_YEAR_HOURS = 8_760
_TERMS = {"1 Year": ("committed_1y_per_hour", _YEAR_HOURS), "3 Years": ("committed_3y_per_hour", 3 * _YEAR_HOURS)}
_MOST_PAGES = 20
_SHAPE = text("'Items' is no list of rows", "„Items“ ist keine Liste von Zeilen")
_PAGES = text("it has no last page", "sie hat keine letzte Seite")


def sku(offer: Offer) -> str:
    """The machine-readable name of a size: ``Standard_ND96isr_H100_v5`` for ``ND96isr H100 v5``."""
    return "Standard_" + offer.name.replace(" ", "_")


def _covers(catalog: Catalog) -> tuple[Key, ...]:
    return rents(catalog, PROVIDER)


def _read(catalog: Catalog, get: Get, today: date) -> Iterator[Price]:
    for key in _covers(catalog):
        offer = catalog.offers[key.id]
        for row in _rows(get, offer):
            found = _figure(row, offer)
            if found and str(row.get("effectiveStartDate", ""))[:10] <= today.isoformat():
                field, value = found
                source = f"Azure Retail Prices API (refreshed), {sku(offer)} in {offer.region}, {URL}"
                yield Price(Key("offers", offer.id, field), value, str(row.get("currencyCode")), today, source)


def _rows(get: Get, offer: Offer) -> Iterator[Mapping[str, Any]]:
    wanted = f"serviceName eq 'Virtual Machines' and armSkuName eq '{sku(offer)}' and armRegionName eq '{offer.region}'"
    url: Any = f"{URL}?currencyCode=USD&$filter={quote(wanted)}"
    for _page in range(_MOST_PAGES):
        answer = get(url)
        document = object_of(answer, "Items", "NextPageLink")
        rows = document["Items"]
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise unreadable(answer, _SHAPE)
        yield from rows
        url = document["NextPageLink"]
        if not isinstance(url, str) or not url:
            return
    raise unreadable(answer, _PAGES)


def _figure(row: Mapping[str, Any], offer: Offer) -> tuple[str, float] | None:
    """Field and price an hour of a row; None for rows of other systems, sizes, kinds."""
    exact = row.get("armSkuName") == sku(offer) and row.get("armRegionName") == offer.region
    if not exact or "Windows" in str(row.get("productName")) or row.get("unitOfMeasure") != "1 Hour":
        return None
    price, meter = number(row.get("retailPrice")), str(row.get("meterName"))
    if row.get("type") == "Reservation":
        field, hours = _TERMS.get(str(row.get("reservationTerm")), ("", 1))
        return (field, round(price / hours, 6)) if field else None
    if row.get("type") != "Consumption" or meter.endswith("Low Priority"):
        return None
    return ("spot_per_hour" if meter.endswith("Spot") else "on_demand_per_hour"), price


AZURE = Source("azure", "Microsoft Azure, Retail Prices API", ("prices.azure.com",), _covers, _read)
