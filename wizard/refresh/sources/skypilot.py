"""The open catalogue of SkyPilot (Apache-2.0), for specialists without a price list one may read without an account.

Only clouds whose lists change every few hours are taken: a list that nobody touches shows no day its prices held.
"""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from wizard.domain.catalog import Catalog
from wizard.domain.provenance import Confidence
from wizard.refresh.documents import number, rows_of
from wizard.refresh.source import Get, Key, Price, Source
from wizard.refresh.sources.github import HOSTS, latest

REPOSITORY = "skypilot-org/skypilot-catalog"
FILE = "catalogs/v8/{cloud}/vms.csv"


class _Listed(NamedTuple):
    cloud: str
    instance: str
    region: str
    """What the names of the regions that count begin with."""


LISTED = {
    "runpod-secure-h100-sxm": _Listed("runpod", "1x_H100-SXM_SECURE", ""),
    "runpod-secure-h100-nvl": _Listed("runpod", "1x_H100-NVL_SECURE", ""),
    "runpod-secure-h100-pcie": _Listed("runpod", "1x_H100_SECURE", ""),
    "runpod-secure-a100-sxm": _Listed("runpod", "1x_A100-80GB-SXM_SECURE", ""),
    "runpod-secure-a100-pcie": _Listed("runpod", "1x_A100-80GB_SECURE", ""),
    "verda-rtx-pro-6000-1x": _Listed("verda", "1RTXPRO6000.30V", "FIN"),
    "verda-rtx-pro-6000-4x": _Listed("verda", "4RTXPRO6000.120V", "FIN"),
    "verda-h100-1x": _Listed("verda", "1H100.80S.32V", "FIN"),
}
"""Entries with their cloud and its name for the machine."""


def _covers(catalog: Catalog) -> tuple[Key, ...]:
    return tuple(Key("offers", identity, "on_demand_per_hour") for identity in LISTED if identity in catalog.offers)


def _read(catalog: Catalog, get: Get, _today: date) -> Iterator[Price]:
    for cloud in dict.fromkeys(entry.cloud for entry in LISTED.values()):
        wanted = [(LISTED[key.id], key) for key in _covers(catalog) if LISTED[key.id].cloud == cloud]
        path = FILE.format(cloud=cloud)
        answer, day = latest(get, REPOSITORY, path)
        for row in rows_of(answer, "InstanceType", "Region", "Price"):
            for entry, key in wanted:
                if row["InstanceType"] == entry.instance and row["Region"].startswith(entry.region) and row["Price"]:
                    source = f"{REPOSITORY} {path} (refreshed), {entry.instance}, {answer.url}"
                    yield Price(key, number(row["Price"]), "USD", day, source)


SKYPILOT = Source(
    "skypilot", "SkyPilot catalogue, RunPod and Verda", HOSTS, _covers, _read, confidence=Confidence.MEDIUM
)
