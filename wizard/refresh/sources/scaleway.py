"""The instance catalogue of Scaleway, one for each zone: euro an hour, net of VAT, by commercial type."""

import re
from collections.abc import Iterator
from datetime import date
from itertools import groupby

from wizard.domain.catalog import Catalog
from wizard.domain.language import text
from wizard.refresh.documents import number, object_of, unreadable
from wizard.refresh.source import Get, Key, Price, Source, rents

PROVIDER = "Scaleway"
URL = "https://api.scaleway.com/instance/v1/zones/{zone}/products/servers"
_ZONE = re.compile(r"[a-z]{2}-[a-z]{3}-\d")
_PAGE = 100
_MOST_PAGES = 5
_SHAPE = text("'servers' is no block of types", "„servers“ ist kein Block von Typen")


def _covers(catalog: Catalog) -> tuple[Key, ...]:
    return tuple(key for key in rents(catalog, PROVIDER) if _ZONE.fullmatch(catalog.offers[key.id].region))


def _read(catalog: Catalog, get: Get, today: date) -> Iterator[Price]:
    def zone(key: Key) -> str:
        return catalog.offers[key.id].region

    for name, keys in groupby(sorted(_covers(catalog), key=zone), zone):
        wanted = {catalog.offers[key.id].name: key for key in keys}
        for kind, price in _prices(get, name):
            if kind in wanted:
                source = f"Scaleway instance catalogue (refreshed), {kind} in {name}, {URL.format(zone=name)}"
                yield Price(wanted[kind], price, "EUR", today, source)


def _prices(get: Get, zone: str) -> Iterator[tuple[str, float]]:
    for page in range(1, _MOST_PAGES + 1):
        answer = get(f"{URL.format(zone=zone)}?per_page={_PAGE}&page={page}")
        servers = object_of(answer, "servers")["servers"]
        if not isinstance(servers, dict) or not all(isinstance(entry, dict) for entry in servers.values()):
            raise unreadable(answer, _SHAPE)
        yield from ((kind, number(entry.get("hourly_price"))) for kind, entry in servers.items())
        if len(servers) < _PAGE:
            return


SCALEWAY = Source("scaleway", "Scaleway, instance catalogue", ("api.scaleway.com",), _covers, _read)
