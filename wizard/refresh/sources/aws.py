"""The price file behind the EC2 on-demand page of AWS, one for each region.

``regions`` holds a block for the region by its long name; each row names its ``Instance Type``, the keys of the rows
mean nothing. The file is packed although its header does not say so.
"""

from collections.abc import Iterator
from datetime import date
from itertools import groupby
from urllib.parse import quote

from wizard.domain.catalog import Catalog
from wizard.domain.language import text
from wizard.refresh.documents import number, object_of, unreadable
from wizard.refresh.source import Get, Key, Price, Source, rents

PROVIDER = "AWS"
URL = "https://b0.p.awsstatic.com/pricing/2.0/meteredUnitMaps/ec2/USD/current/ec2-ondemand-without-sec-sel"
REGIONS = {
    "us-east-1": "US East (N. Virginia)",
    "us-east-2": "US East (Ohio)",
    "us-west-2": "US West (Oregon)",
    "eu-central-1": "EU (Frankfurt)",
    "eu-west-1": "EU (Ireland)",
    "eu-west-2": "EU (London)",
    "eu-west-3": "EU (Paris)",
    "eu-north-1": "EU (Stockholm)",
    "eu-south-1": "EU (Milan)",
}
_NO_ROWS = text("it holds no prices of the region", "sie enthält keine Preise der Region")


def _covers(catalog: Catalog) -> tuple[Key, ...]:
    return tuple(key for key in rents(catalog, PROVIDER) if catalog.offers[key.id].region in REGIONS)


def _read(catalog: Catalog, get: Get, today: date) -> Iterator[Price]:
    def region(key: Key) -> str:
        return catalog.offers[key.id].region

    for name, keys in groupby(sorted(_covers(catalog), key=region), region):
        yield from _region(catalog, get, today, name, tuple(keys))


def _region(catalog: Catalog, get: Get, today: date, region: str, keys: tuple[Key, ...]) -> Iterator[Price]:
    answer = get(f"{URL}/{quote(REGIONS[region])}/Linux/index.json")
    document = object_of(answer, "manifest", "regions")
    try:
        rows = list(document["regions"][REGIONS[region]].values())
        currency = str(document["manifest"].get("currencyCode", "USD"))
    except (AttributeError, KeyError, TypeError):
        raise unreadable(answer, _NO_ROWS) from None
    wanted = {catalog.offers[key.id].name: key for key in keys}
    for row in rows:
        key = wanted.get(str(row.get("Instance Type"))) if isinstance(row, dict) else None
        if key and row.get("Operating System", "Linux") == "Linux":
            source = f"AWS EC2 on-demand price file (refreshed), {catalog.offers[key.id].name} in {region}, {URL}"
            yield Price(key, number(row.get("price")), currency, today, source)


AWS = Source("aws", "AWS, EC2 on-demand price files", ("b0.p.awsstatic.com",), _covers, _read)
