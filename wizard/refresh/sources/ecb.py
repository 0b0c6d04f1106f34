"""Euro reference rates of the European Central Bank, published each working day.

The document holds one ``Cube`` with the day, in it one ``Cube`` for each currency with its rate: units for one euro.
"""

from collections.abc import Iterator
from datetime import date

from wizard.domain.catalog import Catalog
from wizard.domain.language import text
from wizard.refresh.documents import number, unreadable, xml_of
from wizard.refresh.source import Get, Key, Price, Source

URL = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml"
_CUBE = "{http://www.ecb.int/vocabulary/2002-08-01/eurofxref}Cube"
_NO_DAY = text("no day is named", "kein Tag ist genannt")


def _covers(catalog: Catalog) -> tuple[Key, ...]:
    return tuple(Key("eur_per_unit", currency) for currency in catalog.eur_per_unit if currency != "EUR")


def _read(catalog: Catalog, get: Get, _today: date) -> Iterator[Price]:
    answer = get(URL)
    cube = xml_of(answer).find(f"{_CUBE}/{_CUBE}[@time]")
    try:
        day = date.fromisoformat(cube.get("time", "") if cube is not None else "")
    except ValueError:
        raise unreadable(answer, _NO_DAY) from None
    for rate in cube if cube is not None else ():
        currency = rate.get("currency", "")
        if currency in catalog.eur_per_unit:
            units = number(rate.get("rate"))
            value = float(f"{1.0 / units:.6g}") if units else 0.0
            yield Price(
                Key("eur_per_unit", currency), value, "EUR", day, f"ECB euro reference rates (refreshed), {URL}"
            )


ECB = Source(
    "ecb", "European Central Bank, euro reference rates", ("www.ecb.europa.eu",), _covers, _read, basis="official"
)
