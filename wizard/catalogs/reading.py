"""Reads a folder of catalogue files: the slow way to a catalogue, and the one that names every fault."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, get_args

from pydantic import PositiveInt, TypeAdapter, ValidationError

from wizard.catalogs.age import FactClass
from wizard.catalogs.errors import CatalogError
from wizard.catalogs.figures import provenance_block
from wizard.catalogs.files import HEADER, catalog_files, real_homes, unread_files
from wizard.catalogs.find import check_names, find_accelerator, find_model
from wizard.catalogs.origins import Origin, kind_of
from wizard.catalogs.packs import grounded_rules
from wizard.catalogs.plausible import check_day
from wizard.catalogs.sections import SECTIONS, build, settings
from wizard.datafiles.strict_yaml import read_yaml
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError

TABLES = ("sources", "provenance")
"""What a file says about all its sections."""


def read_catalog(folder: Path) -> Catalog:
    """A catalogue from a folder of files.

    Raises:
        CodedError: the first fault, with file, line, field and remedy.
    """
    read = _Reading(folder)
    for fault in read.faults:
        raise fault
    return linked(Catalog.model_construct(None, **read.fields))


def catalog_faults(folder: Path) -> tuple[CodedError, ...]:
    """Everything that keeps the files of a folder from being loaded; nothing for a folder that can be."""
    return (*_Reading(folder).faults, *(CodedError(CatalogError.NOT_READ, place=name) for name in unread_files(folder)))


class _Reading:
    """Reads all files of a folder and goes on after a fault, so that all faults are named at once."""

    def __init__(self, folder: Path) -> None:
        self.faults: list[CodedError] = []
        self.fields: dict[str, Any] = {name: {} for name in SECTIONS if name != "decision"}
        self._homes: dict[tuple[str, str], str] = {}
        homes = real_homes(folder)
        for path in catalog_files(folder):
            name = path.relative_to(folder).as_posix()
            with self._noting():
                _check_link(path, name, homes)
                self._read(path, name)
        if "decision" not in self.fields and not self.faults:
            self.faults.append(CodedError(CatalogError.HEADER, place="decision.yaml", field="decision"))
        if not (folder / HEADER).exists():
            self.faults.append(CodedError(CatalogError.NO_FILES, place=folder.name or str(folder)))

    def _read(self, path: Path, name: str) -> None:
        if path.name == HEADER:
            self.fields.update(_header(path))
            return
        for entry in _entries_of(path, name):
            with self._noting():
                self._add(*entry)

    def _add(self, section: str, identity: str, raw: Any, origin: Origin) -> None:
        if section == "decision":
            self.fields["decision"] = settings(raw, origin)
            return
        other = self._homes.setdefault((section, identity), origin.name)
        if identity in self.fields[section]:
            raise origin.error(CatalogError.TWICE, id=identity, other=other)
        self.fields[section][identity] = build(section, identity, raw, origin)

    @contextmanager
    def _noting(self) -> Iterator[None]:
        try:
            yield
        except CodedError as fault:
            self.faults.append(fault)


def _check_link(path: Path, name: str, homes: Mapping[str, str]) -> None:
    """A link to a file or folder that is read anyway would describe everything twice."""
    home = homes[os.path.realpath(path)]
    if home != name:
        raise CodedError(CatalogError.SAME_FILE, place=name, other=home)


def _entries_of(path: Path, name: str) -> Iterator[tuple[str, str, Any, Origin]]:
    origin = Origin(name, path)
    content = _blocks(origin)
    rooted = with_tables(content, origin)
    for section, entries in content.items():
        if section in TABLES:
            continue
        if section not in SECTIONS:
            raise origin.error(CatalogError.SECTION, str(section), section=section, known=", ".join(SECTIONS))
        inner = rooted.at(str(section))
        if section == "decision":
            yield section, section, entries, inner
            continue
        for identity, raw in block(entries, inner).items():
            yield section, str(identity), raw, inner.at(str(identity))


def with_tables(content: Mapping[str, Any], origin: Origin) -> Origin:
    """The origin with the tables of sources and provenance that hold for the whole file."""
    sources = block(content.get("sources") or {}, origin.at("sources"))
    provenance = provenance_block(content.get("provenance") or {}, origin.at("provenance"))
    for key, value in sources.items():
        if not isinstance(value, str):
            raise origin.error(CatalogError.WORDS, "sources", str(key), found=kind_of(value))
    return replace(origin, sources={str(key): value for key, value in sources.items()}, provenance=provenance)


def block(raw: Any, origin: Origin) -> Mapping[str, Any]:
    if not isinstance(raw, Mapping):
        raise origin.error(CatalogError.SHAPE, found=kind_of(raw))
    return raw


def _blocks(origin: Origin) -> Mapping[str, Any]:
    """The content of a file.

    Raises:
        CodedError: C050, and those of the guarded reader.
    """
    content = read_yaml(origin.path, origin.name) if origin.path else None
    if not isinstance(content, Mapping):
        raise origin.error(CatalogError.NO_BLOCKS, found=kind_of(content))
    return content


def _header(path: Path) -> dict[str, Any]:
    origin = Origin(path.name, path)
    content = _blocks(origin)
    for field in ("version", "as_of", "expiry_days"):
        if field not in content:
            raise CodedError(CatalogError.HEADER, place=path.name, field=field)
    unknown = content.keys() - {"version", "as_of", "expiry_days", "provenance"}
    if unknown:
        name = min(map(str, unknown))
        raise origin.error(CatalogError.SECTION, name, section=name, known="version, as_of, expiry_days")
    check_day(content["as_of"], origin.at("as_of"))
    return {
        "version": str(content["version"]),
        "as_of": _typed(date, content["as_of"], origin.at("as_of")),
        "expiry_days": _expiry_days(content["expiry_days"], origin.at("expiry_days")),
    }


def _expiry_days(raw: Any, origin: Origin) -> dict[str, int]:
    """Every class has its days: a figure without them could never be called expired."""
    days: dict[str, int] = _typed(dict[str, PositiveInt], raw, origin)
    classes = get_args(FactClass)
    for name in days.keys() - set(classes):
        raise origin.error(CatalogError.UNKNOWN_FIELD, name)
    for name in classes:
        if name not in days:
            raise origin.error(CatalogError.MISSING_FIELD, name)
    return days


def _typed(kind: Any, raw: Any, origin: Origin) -> Any:
    try:
        return TypeAdapter(kind).validate_python(raw)
    except ValidationError as error:
        raise origin.fault(error) from None


def linked(catalog: Catalog) -> Catalog:
    """Names checked, and references of servers and offers turned into ids."""
    check_names(catalog)
    changed: dict[str, Any] = {"rules": grounded_rules(catalog)}
    for section in ("servers", "offers"):
        records = getattr(catalog, section)
        changed[section] = {
            identity: record.model_copy(update={"accelerator": _accelerator_id(catalog, section, identity, record)})
            for identity, record in records.items()
        }
    for name, stand_in in catalog.model_classes.items():
        try:
            find_model(catalog, stand_in.model)
        except CodedError:
            field = f"model_classes.{name}.model"
            raise CodedError(CatalogError.REFERENCE, place=field, field=field, name=stand_in.model) from None
    return catalog.model_copy(update=changed)


def _accelerator_id(catalog: Catalog, section: str, identity: str, record: Any) -> str:
    if record.accelerator in catalog.accelerators:
        return str(record.accelerator)
    try:
        return find_accelerator(catalog, record.accelerator).id
    except CodedError:
        field = f"{section}.{identity}.accelerator"
        raise CodedError(CatalogError.REFERENCE, place=field, field=field, name=record.accelerator) from None
