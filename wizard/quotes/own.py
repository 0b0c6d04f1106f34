"""The prices of a client's own in an assessment: listed, and taken away again."""

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from wizard.catalogs.figures import figure_fields
from wizard.catalogs.sections import OVERRIDABLE
from wizard.domain.catalog import Catalog
from wizard.domain.provenance import Figure
from wizard.quotes.server import MAINTENANCE


@dataclass(frozen=True)
class OwnPrice:
    """One figure that the client brought."""

    section: str
    id: str
    field: str
    """Empty where the entry is a figure itself."""
    name: str
    figure: Figure
    internal: bool

    @property
    def path(self) -> str:
        return ".".join(part for part in (self.section, self.id, self.field) if part)


def own_prices(overrides: Mapping[str, Any], catalog: Catalog) -> tuple[OwnPrice, ...]:
    """Every figure of the overrides that is no copy of a shipped one.

    Args:
        overrides: the block of the assessment, with its marks.
        catalog: with these overrides.
    """
    return tuple(
        price
        for section in OVERRIDABLE
        for identity, raw in _entries(overrides, section)
        for price in _of_entry(section, identity, raw, getattr(catalog, section)[identity])
    )


def without(overrides: Mapping[str, Any], price: OwnPrice, shipped: Catalog) -> dict[str, Any]:
    """The overrides without one price; an entry of the client's own goes as a whole, with its support."""
    result: dict[str, Any] = copy.deepcopy(dict(overrides))
    section = result[price.section]
    known = price.id in getattr(shipped, price.section)
    if price.field and known:
        section[price.id].pop(price.field)
    if not known or not price.field or not set(section[price.id]) - {"visibility", "internal", "provenance"}:
        section.pop(price.id)
    if price.section == "servers" and not known:
        result.get("figures", {}).pop(f"{MAINTENANCE}.{price.id}", None)
    return {name: entries for name, entries in result.items() if entries != {}}


def _entries(overrides: Mapping[str, Any], section: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for identity, raw in (overrides.get(section) or {}).items():
        if isinstance(raw, Mapping) and identity not in ("visibility", "internal"):
            yield identity, raw
        elif isinstance(raw, int | float):
            yield identity, {}


def _of_entry(section: str, identity: str, raw: Mapping[str, Any], entry: BaseModel) -> Iterator[OwnPrice]:
    hidden = _is_internal(raw)
    if isinstance(entry, Figure):
        yield OwnPrice(section, identity, "", identity, entry, hidden)
        return
    for field in sorted(figure_fields(type(entry)) & raw.keys()):
        figure, own = getattr(entry, field), raw[field]
        copied = isinstance(own, Mapping) and own.get("layer") == "shipped"  # the build of a class, lent to a quote
        if isinstance(figure, Figure) and not copied:
            marked = hidden or (isinstance(own, Mapping) and _is_internal(own))
            yield OwnPrice(section, identity, field, getattr(entry, "name", identity), figure, marked)


def _is_internal(block: Mapping[str, Any]) -> bool:
    return block.get("visibility") == "internal" or bool(block.get("internal"))
