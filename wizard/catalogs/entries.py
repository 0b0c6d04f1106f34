"""Finds any entry of a catalogue by its exact id or alias, whatever its kind."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from wizard.catalogs.errors import CatalogError
from wizard.catalogs.find import exact_ids, find_accelerator, find_checkpoint, loosely_named
from wizard.catalogs.kinds import KINDS
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError


@dataclass(frozen=True)
class Found:
    """An entry with the kind and the id it was resolved to."""

    kind: str
    id: str
    entry: Any

    @property
    def path(self) -> str:
        return f"{self.kind}.{self.id}"


def entries_of(catalog: Catalog, kind: str) -> Mapping[str, Any]:
    """All entries of a kind by id."""
    found: Mapping[str, Any] = getattr(catalog, kind)
    return found


def find_entries(catalog: Catalog, name: str) -> tuple[Found, ...]:
    """Entries with this id or alias; ``kind.id`` names one of several kinds, as in ``electricity.DE``.

    Raises:
        CodedError: C098 for a name of several accelerators, else C044; it may name similar ones, which are never
            taken for what was asked.
    """
    kind, dot, identity = name.strip().partition(".")
    if dot and kind in KINDS and (found := _of_kind(catalog, kind, identity)):
        return found
    found = tuple(one for kind in KINDS for one in _of_kind(catalog, kind, name))
    if found:
        return found
    if loosely_named(catalog, name):
        find_accelerator(catalog, name)
    raise _unknown(catalog, name)


def _of_kind(catalog: Catalog, kind: str, name: str) -> tuple[Found, ...]:
    entries = entries_of(catalog, kind)
    found = tuple(Found(kind, identity, entries[identity]) for identity in exact_ids(entries, name))
    copy = find_checkpoint(catalog, name) if kind == "models" and not found else None
    return found if copy is None else (Found(kind, copy.id, copy),)


def _unknown(catalog: Catalog, name: str) -> CodedError:
    owners: dict[str, str] = {}
    for kind in KINDS:
        for identity, entry in entries_of(catalog, kind).items():
            for known in (identity, *getattr(entry, "aliases", ())):
                owners.setdefault(known.casefold(), identity)
    near = ", ".join(dict.fromkeys(owners[key] for key in get_close_matches(name.strip().casefold(), owners, n=3)))
    return CodedError(
        CatalogError.UNKNOWN_ENTRY,
        name=name,
        hint=f"Similar names: {near}" if near else "'rechenwerk catalog list' shows what there is",
        hint_de=f"Ähnliche Namen: {near}" if near else "„rechenwerk catalog list“ zeigt, was es gibt",
    )
