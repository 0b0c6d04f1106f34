"""Lays further figures over a catalogue: refreshed prices, a client's own."""

from collections.abc import Mapping
from typing import Any, Literal

from wizard.catalogs.errors import CatalogError
from wizard.catalogs.origins import Origin, kind_of
from wizard.catalogs.reading import TABLES, linked, with_tables
from wizard.catalogs.sections import OVERRIDABLE, build
from wizard.domain.catalog import Catalog

_LAYER_NAMES = {"refreshed": "refreshed", "client": "overrides"}
"""What errors call a layer: the client's is a block of the assessment."""


def with_layer(catalog: Catalog, sections: Mapping[str, Any], layer: Literal["refreshed", "client"]) -> Catalog:
    """The catalogue with further entries and figures laid over it, each marked with its layer.

    ``sections`` has the form of a file. Layers are laid in the order shipped, refreshed, client.

    Raises:
        CodedError: C001 to C010; the place is the path of keys under the layer's name.
    """
    root = with_tables(sections, Origin(_LAYER_NAMES[layer], layer=layer))
    changed: dict[str, Any] = {}
    for section, entries in sections.items():
        if section in TABLES:
            continue
        if section not in OVERRIDABLE:
            raise root.error(CatalogError.SECTION, section=section, known=", ".join(OVERRIDABLE))
        if not isinstance(entries, Mapping):
            raise root.error(CatalogError.SHAPE, section, found=kind_of(entries))
        standing = dict(getattr(catalog, section))
        for identity, raw in entries.items():
            known = standing.get(identity)
            base = {name: getattr(known, name) for name in type(known).model_fields} if known is not None else None
            standing[identity] = build(section, identity, raw, root.at(section, identity), base)
        changed[section] = standing
    return linked(catalog.model_copy(update=changed))
