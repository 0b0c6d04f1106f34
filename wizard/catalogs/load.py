"""The shipped catalogue with a client's own figures over it: the door to all catalogues.

The compiled form is taken where it says what the files say; otherwise the files are read.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from wizard.catalogs.compiled import read_compiled
from wizard.catalogs.layers import with_layer
from wizard.catalogs.reading import catalog_faults, read_catalog
from wizard.datafiles.packaged import data_folder
from wizard.domain.catalog import Catalog


def load_catalog(overrides: Mapping[str, Any] | None = None) -> Catalog:
    """The shipped catalogue, this user's refreshed prices and the ``overrides`` of an assessment, in this order.

    Overrides use the schema of the files, section by section. An entry with a known id replaces only the fields it
    names; its figures carry the layer ``client``. As in a file, ``provenance`` and ``sources`` may be given once.

    Raises:
        CodedError: with place, field and remedy; C001 to C013.
    """
    from wizard.catalogs.refreshed import standing_catalog

    standing = standing_catalog()
    return with_overrides(standing, overrides) if overrides else standing


def shipped_catalog() -> Catalog:
    """The catalogue as it came with the program, without refreshed prices and without a client's."""
    return _shipped()


def with_overrides(catalog: Catalog, overrides: Mapping[str, Any]) -> Catalog:
    """The catalogue with a client's own entries and figures.

    Raises:
        CodedError: C001 to C010; the place is the path of keys under ``overrides``.
    """
    return with_layer(catalog, overrides, "client")


@cache
def _shipped() -> Catalog:
    folder = data_folder("catalogs")
    return read_compiled(folder) or read_catalog(folder)


__all__ = ["catalog_faults", "load_catalog", "read_catalog", "with_layer", "with_overrides"]
