"""Reads a folder of catalogue files: the slow way to a catalogue, and the one that names every fault."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from wizard.catalogs.errors import CatalogError
from wizard.catalogs.figures import Origin, provenance_block
from wizard.catalogs.files import HEADER, catalog_files
from wizard.catalogs.find import check_names, find_accelerator, find_model
from wizard.catalogs.packs import grounded_rules
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
    return tuple(_Reading(folder).faults)


class _Reading:
    """Reads all files of a folder and goes on after a fault, so that all faults are named at once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.faults: list[CodedError] = []
        self.fields: dict[str, Any] = {name: {} for name in SECTIONS if name != "decision"}
        self._homes: dict[tuple[str, str], str] = {}
        for path in catalog_files(folder):
            with self._noting():
                self._read(path)
        if "decision" not in self.fields and not self.faults:
            self.faults.append(CodedError(CatalogError.HEADER, place="decision.yaml", field="decision"))
        if not (folder / HEADER).exists():
            self.faults.append(CodedError(CatalogError.NO_FILES, place=folder.name or str(folder)))

    def _read(self, path: Path) -> None:
        if path.name == HEADER:
            self.fields.update(_header(path))
            return
        for entry in _entries_of(path, path.relative_to(self._folder).as_posix()):
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


def _entries_of(path: Path, name: str) -> Iterator[tuple[str, str, Any, Origin]]:
    origin = Origin(name, path)
    content = block(read_yaml(path), origin)
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
    texts = {str(key): str(value) for key, value in sources.items()}
    return replace(origin, sources=texts, provenance=provenance)


def block(raw: Any, origin: Origin) -> Mapping[str, Any]:
    if not isinstance(raw, Mapping):
        raise origin.error(CatalogError.SHAPE, found=type(raw).__name__)
    return raw


def _header(path: Path) -> dict[str, Any]:
    origin = Origin(path.name, path)
    content = block(read_yaml(path), origin)
    for field in ("version", "as_of", "expiry_days"):
        if field not in content:
            raise CodedError(CatalogError.HEADER, place=path.name, field=field)
    unknown = content.keys() - {"version", "as_of", "expiry_days", "provenance"}
    if unknown:
        name = min(unknown)
        raise origin.error(CatalogError.SECTION, name, section=name, known="version, as_of, expiry_days")
    return {
        "version": str(content["version"]),
        "as_of": _typed(date, content["as_of"], origin.at("as_of")),
        "expiry_days": _typed(dict[str, int], content["expiry_days"], origin.at("expiry_days")),
    }


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
