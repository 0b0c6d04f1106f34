"""Compiles the catalogue: ``python -m wizard.catalogs.compiling``, run by every build and by ``./run``."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic_core import to_json

from wizard.catalogs.compiled import compiled_path, first_line, inputs_hash
from wizard.catalogs.reading import read_catalog
from wizard.datafiles.packaged import data_folder
from wizard.domain.catalog import Catalog


def compile_catalog(folder: Path, path: Path) -> None:
    """Writes the compiled form of the catalogue in ``folder``.

    Raises:
        CodedError: a file of the catalogue has a fault.
        ValueError: the compiled form would not give back what was read, or a file changed meanwhile.
        OSError: it cannot be written.
    """
    inputs = inputs_hash(folder)
    catalog = read_catalog(folder)
    content = to_json(catalog.model_dump(exclude_unset=True), inf_nan_mode="constants")
    if not same(Catalog.model_validate_json(content), catalog):
        raise ValueError("the compiled catalogue differs from its files")
    if inputs_hash(folder) != inputs:
        raise ValueError("the catalogue changed while it was compiled")
    _replace(path, first_line(inputs, content) + b"\n" + content)


def same(one: Any, other: Any) -> bool:
    """Equal in values, types and the order of keys, all the way down; ``1`` and ``1.0`` are two things."""
    if type(one) is not type(other):
        return False
    if isinstance(one, BaseModel):
        return one.model_fields_set == other.model_fields_set and same(one.__dict__, other.__dict__)
    if isinstance(one, Mapping):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, Sequence) and not isinstance(one, str):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def _replace(path: Path, data: bytes) -> None:
    """Whole or not at all: another process may read it at this moment."""
    path.parent.mkdir(exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        fresh.write_bytes(data)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


if __name__ == "__main__":
    compile_catalog(data_folder("catalogs"), compiled_path())
