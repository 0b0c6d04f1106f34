"""The public cloud catalogue of OVHcloud (subsidiary Ireland: euro, net of VAT).

``addons`` holds a plan for each size, ``h100-380.consumption`` for the hour; prices count hundred-millionths of a euro.
"""

from collections.abc import Iterator
from datetime import date

from wizard.domain.catalog import Catalog
from wizard.domain.language import text
from wizard.refresh.documents import number, object_of, unreadable
from wizard.refresh.source import Get, Key, Price, Source, rents

PROVIDER = "OVHcloud"
URL = "https://eu.api.ovh.com/v1/order/catalog/public/cloud?ovhSubsidiary=IE"
_PER_EURO = 100_000_000
_SHAPE = text("'addons' is no list of plans", "„addons“ ist keine Liste von Plänen")


def _covers(catalog: Catalog) -> tuple[Key, ...]:
    return rents(catalog, PROVIDER)


def _read(catalog: Catalog, get: Get, today: date) -> Iterator[Price]:
    answer = get(URL)
    document = object_of(answer, "addons", "locale")
    wanted = {f"{catalog.offers[key.id].name}.consumption": key for key in _covers(catalog)}
    try:
        currency = str(document["locale"]["currencyCode"])
        plans = [(wanted[plan["planCode"]], plan) for plan in document["addons"] if plan.get("planCode") in wanted]
        for key, plan in plans:
            for row in plan["pricings"]:
                if row.get("intervalUnit") == "hour" and row.get("interval") == 1:
                    price = number(row.get("price")) / _PER_EURO
                    source = f"OVHcloud public cloud catalogue (refreshed), plan {catalog.offers[key.id].name}, {URL}"
                    yield Price(key, price, currency, today, source)
    except (AttributeError, KeyError, TypeError):
        raise unreadable(answer, _SHAPE) from None


OVH = Source("ovh", "OVHcloud, public cloud catalogue", ("eu.api.ovh.com",), _covers, _read)
