"""The price file that the pages of Hetzner show: euro a month, net of VAT, by product number and data centre.

The number of a product stands in its page only; a product without one here is left out.
"""

from collections.abc import Iterator
from datetime import date

from wizard.domain.catalog import Catalog
from wizard.domain.language import text
from wizard.refresh.documents import number, object_of, unreadable
from wizard.refresh.source import Get, Key, Price, Source, rents

PROVIDER = "Hetzner"
URL = "https://www.hetzner.com/_resources/app/data/app/live_data_prices.json"
PRODUCTS = {"GEX45": "ROBOT_1768", "GEX63": "ROBOT_1767", "GEX131": "ROBOT_1747"}
_MONTH_HOURS = 730
_SHAPE = text("the block of a product has another form", "der Block eines Produkts hat eine andere Form")


def _covers(catalog: Catalog) -> tuple[Key, ...]:
    return tuple(key for key in rents(catalog, PROVIDER) if catalog.offers[key.id].name in PRODUCTS)


def _read(catalog: Catalog, get: Get, today: date) -> Iterator[Price]:
    answer = get(URL)
    products = object_of(answer, "products")["products"]
    for key in _covers(catalog):
        offer = catalog.offers[key.id]
        try:
            places = products.get(PRODUCTS[offer.name], {}).get("locations", [])
            for place in places:
                if place["datacenter"] in (offer.region, "ALL") and place.get("active", True):
                    monthly = number(place["prices"]["monthly"]["EUR"])
                    source = f"Hetzner price file (refreshed), {offer.name} in {offer.region}, monthly / 730, {URL}"
                    yield Price(key, round(monthly / _MONTH_HOURS, 4), "EUR", today, source)
        except (AttributeError, KeyError, TypeError):
            raise unreadable(answer, _SHAPE) from None


HETZNER = Source("hetzner", "Hetzner, price file of the web site", ("www.hetzner.com",), _covers, _read)
