"""What a source is: where it is, which figures of the catalogue it knows, and how its answers are read."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from wizard.domain.catalog import Catalog
from wizard.domain.provenance import Basis, Confidence
from wizard.refresh.transport import Answer


class Key(NamedTuple):
    """A figure of the catalogue; exchange rates have no field."""

    section: str
    id: str
    field: str = ""

    def __str__(self) -> str:
        return ".".join(part for part in self if part)


@dataclass(frozen=True)
class Price:
    """One figure as a source states it: in ``currency``, valid on ``observed_on``, read where ``source`` says."""

    key: Key
    value: float
    currency: str
    observed_on: date
    source: str


Get = Callable[[str], Answer]
"""Fetches an address of the source."""


@dataclass(frozen=True)
class Source:
    name: str
    title: str
    hosts: tuple[str, ...]
    """All that is contacted."""
    covers: Callable[[Catalog], tuple[Key, ...]]
    """Figures the source is expected to give."""
    read: Callable[[Catalog, Get, date], Iterable[Price]]
    """Prices on a day; more than the covered ones may come."""
    basis: Basis = "list"
    confidence: Confidence = Confidence.HIGH


def rents(catalog: Catalog, provider: str) -> tuple[Key, ...]:
    """List prices of a provider's machines."""
    return tuple(
        Key("offers", offer.id, "on_demand_per_hour")
        for offer in catalog.offers.values()
        if offer.provider == provider and offer.on_demand_per_hour is not None
    )
