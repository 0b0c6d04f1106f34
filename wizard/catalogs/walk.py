"""Visits every figure of a loaded catalogue."""

from collections.abc import Iterator
from typing import Any

from wizard.domain.catalog import Catalog
from wizard.domain.provenance import Figure

_SECTIONS = (
    "accelerators", "servers", "offers", "apis", "seats", "colocation", "parts", "processors", "server_products",
    "storage_offers", "electricity", "figures", "vat_rates", "eur_per_unit", "software",
)  # fmt: skip


def figures_of(catalog: Catalog) -> Iterator[tuple[tuple[str, ...], Figure]]:
    """All figures with their path: section, id, field, and format for rates."""
    for section in _SECTIONS:
        for identity, entry in getattr(catalog, section).items():
            yield from figures_in(entry, (section, identity))


def figures_in(entry: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Figure]]:
    """The figures of one entry, which may be a figure itself, with ``path`` before their own."""
    if isinstance(entry, Figure):
        yield path, entry
        return
    for name in type(entry).model_fields:
        value = getattr(entry, name)
        if isinstance(value, Figure):
            yield (*path, name), value
        elif isinstance(value, dict):
            yield from (((*path, name, key), item) for key, item in value.items() if isinstance(item, Figure))
