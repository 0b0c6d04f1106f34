"""Every number of the catalogues, found in the raw files, has source, date and basis."""

import csv
import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel
from wizard.catalogs.load import catalog_faults, read_catalog
from wizard.catalogs.sections import FIGURES, RECORDS, SECTIONS
from wizard.catalogs.walk import figures_of
from wizard.datafiles.packaged import data_folder
from wizard.datafiles.strict_yaml import parse_yaml, read_yaml
from wizard.domain.catalog import Anchor, DecisionSettings
from wizard.domain.provenance import Basis, Figure

FOLDER = data_folder("catalogs")
FILES = sorted(FOLDER.rglob("*.yaml"))
TABLES = sorted(FOLDER.rglob("*.csv"))
SETTINGS = {"fit.csv": "limits of a search, chosen here; what it finds stands in sizing.yaml with its source"}
"""Tables without facts."""
CATALOG = read_catalog(FOLDER)
HELD = dict(figures_of(CATALOG))
PLACEHOLDERS = {"", "tbd", "todo", "n/a", "none", "unknown", "internet", "source", "???", "xxx", "-"}
NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?(?:[eE][-+]?\d+)?")
ENDS = ("value", "low", "high")
Path_ = tuple[str, ...]


def numbers(node: Any, where: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every number with its path, also one that is written as a text where a figure has its numbers."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from numbers(value, (*where, str(key)))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from numbers(value, (*where, str(index)))
    elif isinstance(node, str):
        if where[-1] in ENDS and NUMBER.fullmatch(node.strip()):
            yield where, node
    elif isinstance(node, int | float) and not isinstance(node, bool):
        yield where, node


def unsourced(content: Mapping[str, Any], held: Mapping[Path_, Figure] = HELD) -> list[str]:
    """What is wrong with any number of a file; nothing for a file whose every number can be traced."""
    return [
        f"{'.'.join(where)}: {fault}"
        for where, number in numbers(content)
        for fault in _of(content, where, number, held)
    ]


def _of(content: Mapping[str, Any], where: Path_, number: Any, held: Mapping[Path_, Figure]) -> Iterator[str]:
    section = where[0]
    if section != "expiry_days" and section not in SECTIONS:
        yield "no section the program reads"
    elif (figure := _figure(where, held)) is not None:
        yield from _of_figure(figure, where, number)
    elif section != "expiry_days" and not _is_plain(where):
        yield "neither a figure nor a plain number of a record"
    else:
        yield from _of_plain(_about(content, where), content.get("sources") or {})


def _figure(where: Path_, held: Mapping[Path_, Figure]) -> Figure | None:
    """The figure written as this number, or as the block it stands in."""
    return held.get(where) or (held.get(where[:-1]) if where[-1] in ENDS else None)


def _of_figure(figure: Figure, where: Path_, number: Any) -> Iterator[str]:
    name = where[-1] if where[-1] in ENDS and where not in HELD else "value"
    if type(number) is str:
        yield "a number written as a text"
    elif number != getattr(figure, name):
        yield f"the file says {number}, the catalogue {getattr(figure, name)}"
    yield from _traceable(figure.source, figure.retrieved_on, figure.basis)


def _of_plain(about: Mapping[str, Any], sources: Mapping[str, str]) -> Iterator[str]:
    source = about.get("source", "")
    said = "; ".join(sources.get(key, "") for key in source) if isinstance(source, list) else source
    read = str(about.get("retrieved_on") or about.get("checked_on") or about.get("read_on") or "")
    day = date.fromisoformat(read) if re.fullmatch(r"\d{4}-\d\d-\d\d", read) else None
    yield from _traceable(said, day, about.get("basis", ""))


def _traceable(source: str, day: date | None, basis: str) -> Iterator[str]:
    if len(source) < 3 or source.strip().casefold() in PLACEHOLDERS:
        yield "no source"
    if day is None or not date(2020, 1, 1) <= day <= CATALOG.as_of:
        yield f"no date of reading: {day}"
    if basis not in get_args(Basis):
        yield f"no basis: {basis!r}"


def _is_plain(where: Path_) -> bool:
    """A field of a record that holds a plain number, such as a count of cores, or a key of a configuration."""
    section, fields = where[0], where[2:]
    if section == "decision":
        model: Any = Anchor if where[1] == "anchors" else DecisionSettings
        fields = where[3:] if where[1] == "anchors" else where[1:]
    elif section == "models" and (fields[0] == "architecture" or fields[2:3] == ("quantization_config",)):
        return True
    else:
        model = RECORDS.get(section)
    for name in fields[:-1]:
        model = _inner(model, name)
    found = model.model_fields.get(fields[-1]) if model and fields else None
    return found is not None and "Figure" not in str(found.annotation) and bool(_kinds(found.annotation) & {int, float})


def _inner(model: Any, name: str) -> Any:
    found = model.model_fields.get(name) if model else None
    kinds = _kinds(found.annotation) if found else set()
    return next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)), None)


def _kinds(annotation: Any) -> set[Any]:
    """The types an annotation allows; a literal such as 1 or 2 counts as its type."""
    inner = get_args(annotation)
    return (
        set().union(*(_kinds(one) for one in inner))
        if inner
        else {annotation if isinstance(annotation, type) else type(annotation)}
    )


def _about(content: Mapping[str, Any], where: Path_) -> dict[str, Any]:
    """What file and record say about a plain number; the nearest word counts."""
    about = dict(content.get("provenance") or {})
    node: Any = content
    for key in where[:-1]:
        node = node[int(key)] if isinstance(node, list) else node[key]
        if isinstance(node, dict):
            about |= node.get("provenance") or {}
            about |= {
                name: node[name]
                for name in ("source", "retrieved_on", "checked_on", "read_on", "basis")
                if name in node
            }
    return about


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_every_number_has_source_date_and_basis(path: Path) -> None:
    """R025: no number without the place it was read at."""
    assert unsourced(read_yaml(path)) == []


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.name)
def test_every_row_of_a_table_has_source_date_and_use(path: Path) -> None:
    rows = list(csv.DictReader(path.open(encoding="utf-8", newline="")))
    assert rows
    if path.name in SETTINGS:
        return
    for row in rows:
        if any(NUMBER.fullmatch(cell or "") for cell in row.values()):
            assert len(row["source"]) >= 3, row
            assert re.fullmatch(r"20\d\d(-\d\d){0,2}", row["source_date"]), row
            assert row["source_date"] <= CATALOG.as_of.isoformat(), row
            assert row["use"], row


def test_nothing_else_lies_among_the_catalogues() -> None:
    """A table in another format would be walked by nobody."""
    assert {path.suffix for path in FOLDER.rglob("*") if path.is_file()} <= {".yaml", ".csv", ".md"}


def test_every_file_is_read_and_there_is_something_to_walk() -> None:
    """A file the reader passes over would be walked for nothing."""
    assert catalog_faults(FOLDER) == ()
    assert sum(1 for path in FILES for _ in numbers(read_yaml(path))) > 8000


def test_no_figure_of_the_catalogue_is_passed_over() -> None:
    """A new section is either walked by the checks or named here: every figure below the loaded catalogue is found."""
    assert {id(figure) for figure in HELD.values()} == {id(figure) for figure in _below(CATALOG)}


def _below(node: Any) -> Iterator[Figure]:
    if isinstance(node, Figure):
        yield node
    elif isinstance(node, BaseModel):
        for name in type(node).model_fields:
            yield from _below(getattr(node, name))
    elif isinstance(node, Mapping):
        for value in node.values():
            yield from _below(value)
    elif isinstance(node, tuple | list):
        for value in node:
            yield from _below(value)


def test_every_section_of_the_catalogue_is_known_to_the_walk() -> None:
    assert {*RECORDS, *FIGURES} == type(CATALOG).model_fields.keys() - {"version", "as_of", "expiry_days", "decision"}


VCPUS = "offers: {a: {vcpus: 8}}"
GOOD = "provenance: {basis: list, source: a page, retrieved_on: 2026-11-01}\n"


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        pytest.param(GOOD + "prices: {a: 1}", "prices.a: no section the program reads", id="unknown section"),
        pytest.param(GOOD + "machines: {a: {cores: {b: 3}}}", "machines.a.cores.b: no section", id="deep in one"),
        pytest.param(GOOD + "provenence: {year: 2026}", "provenence.year: no section", id="misspelt table"),
        pytest.param(GOOD + "offers: {a: {score: 7}}", "offers.a.score: neither", id="unknown field"),
        pytest.param(GOOD + "offers: {a: {on_demand_per_hour: 7}}", "per_hour: neither", id="a price nobody loaded"),
        pytest.param(GOOD + "offers: {a: {notes: {de: 5}}}", "offers.a.notes.de: neither", id="a number for a text"),
        pytest.param(VCPUS, "offers.a.vcpus: no source", id="no source"),
        pytest.param(GOOD.replace("a page", "tbd") + VCPUS, "no source", id="placeholder"),
        pytest.param("sources: {b: a page}\n" + GOOD.replace("a page", "[c]") + VCPUS, "no source",
                     id="unknown key of a source"),
        pytest.param(GOOD.replace("2026-11-01", "2027-01-01") + VCPUS, "no date", id="to come"),
        pytest.param(GOOD.replace(", retrieved_on: 2026-11-01", "") + VCPUS, "no date", id="no date"),
        pytest.param(GOOD.replace("basis: list, ", "") + VCPUS, "no basis", id="no basis"),
        pytest.param(GOOD.replace("list", "guess") + VCPUS, "no basis: 'guess'", id="no such basis"),
        pytest.param("vat_rates: {DE: 0.18}", "the file says 0.18, the catalogue 0.19", id="another number"),
        pytest.param('vat_rates: {DE: {value: "0.19"}}', "a number written as a text", id="a number in quotes"),
        pytest.param("vat_rates: {DE: {value: 0.19, low: 0.1}}", "the file says 0.1, the catalogue None", id="a span"),
        pytest.param("expiry_days: {spot: 7}", "expiry_days.spot: no source", id="header without a source"),
    ],
)  # fmt: skip
def test_the_walk_finds_what_is_wrong(content: str, fault: str) -> None:
    assert any(fault in said for said in unsourced(parse_yaml(content))), unsourced(parse_yaml(content))
