"""JSON schemas of catalogue files as a person writes them, for editors and other tools.

A figure is a number or a block, an entry has its id before the colon, a source may be a list of keys: the schema of
what is loaded would refuse every file. Built from the same records, tables of units and limits that the reader uses, so
the two cannot part. What takes more than one field to see (a name nobody has, provenance missing at all three places,
an alias twice) is left to ``catalog check``.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel

from wizard.catalogs.age import FactClass
from wizard.catalogs.figures import PART_UNITS, SHARED, UNITS, figure_fields
from wizard.catalogs.files import HEADER, catalog_files
from wizard.catalogs.kinds import FILE_KINDS
from wizard.catalogs.plausible import DIVISORS, MOST, PRICES, SHARES
from wizard.catalogs.sections import FIGURES, RECORDS
from wizard.datafiles.strict_yaml import read_yaml
from wizard.domain.catalog import Anchor, Checkpoint, DecisionSettings
from wizard.domain.model import NumberFormat
from wizard.domain.provenance import Figure

Schema = dict[str, Any]

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_COMPANIONS: Mapping[str, tuple[str, ...]] = {"vat_rates": ("eur_per_unit",), "eur_per_unit": ("vat_rates",)}
"""Sections that share a file; named figures may stand in any."""
_DAY: Schema = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$", "description": "YYYY-MM-DD"}
_SOURCE: Schema = {
    "description": "Where it was read; a list names keys of 'sources' in this file.",
    "oneOf": [{"type": "string", "minLength": 3}, {"type": "array", "minItems": 1, "items": {"type": "string"}}],
}
_ENDS = ("value", "low", "high")
_SHARE: Schema = {"minimum": 0, "maximum": 1}


def file_schema(kind: str) -> Schema:
    """The schema of a file whose main section is ``kind``; ``header`` is that of ``catalog.yaml``."""
    if kind == "header":
        return {"$schema": _DRAFT, "title": HEADER, **_header()}
    sections = dict.fromkeys((kind, *_COMPANIONS.get(kind, ()), "figures"))
    return {
        "$schema": _DRAFT,
        "title": f"catalogue file: {kind}",
        **_object({**_tables(), **{name: _section(name) for name in sections}}, [kind]),
        "$defs": _definitions(sections),
    }


def schema_name(kind: str) -> str:
    """The file name of a schema."""
    return f"{kind}.schema.json"


def write_schemas(folder: Path) -> list[Path]:
    """All schemas, one file each; what lies there under the same name is replaced.

    Raises:
        OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for kind in FILE_KINDS:
        path = folder / schema_name(kind)
        path.write_text(json.dumps(file_schema(kind), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        written.append(path)
    return written


def kinds_by_file(folder: Path) -> dict[str, str]:
    """The kind of each file of a catalogue: its first section.

    Raises:
        CodedError: a file cannot be read.
    """
    found = {path.relative_to(folder).as_posix(): _kind(path) for path in catalog_files(folder)}
    return {name: kind for name, kind in found.items() if kind is not None}


def _kind(path: Path) -> str | None:
    if path.name == HEADER:
        return "header"
    content = read_yaml(path)
    sections = [name for name in content if name in FILE_KINDS] if isinstance(content, dict) else []
    return next((name for name in sections if name != "figures"), "figures" if sections else None)


def _header() -> Schema:
    days = {name: {"type": "integer", "minimum": 1} for name in get_args(FactClass)}
    fields = {"version": {"type": "string"}, "as_of": _DAY, "expiry_days": _object(days, list(days))}
    return _object({**fields, "provenance": _provenance()}, list(fields))


def _tables() -> Schema:
    texts = {"type": "object", "additionalProperties": {"type": "string"}}
    return {"sources": {**texts, "description": "Sources of this file by a short key."}, "provenance": _provenance()}


def _provenance() -> Schema:
    facts = _figure_facts()
    return _object({name: facts[name] for name in ("basis", "source", "retrieved_on", "confidence")})


def _section(name: str) -> Schema:
    if name == "decision":
        return {"$ref": "#/$defs/decision"}
    entry = _figure(name) if name in FIGURES else {"$ref": f"#/$defs/{name}"}
    return {"type": "object", "additionalProperties": entry}


def _definitions(sections: Mapping[str, Any]) -> Schema:
    found: Schema = {"figure": _object(_figure_facts(), ["value"])}
    for name in sections:
        if name == "decision":
            found[name] = _decision(found)
        elif name in RECORDS:
            found[name] = _record(RECORDS[name], found, {"id"})
    return found


def _decision(definitions: Schema) -> Schema:
    settings = _record(DecisionSettings, definitions, set())
    anchor = _record(Anchor, definitions, {"criterion"})
    settings["properties"]["anchors"] = {"type": "object", "additionalProperties": anchor}
    return settings


def _record(model: type[BaseModel], definitions: Schema, keys: set[str]) -> Schema:
    """The written form of a record; ``keys`` are fields that stand before the colon."""
    loaded = model.model_json_schema(ref_template="#/$defs/{model}")
    definitions |= {name: _written(part) for name, part in loaded.get("$defs", {}).items() if name != "Figure"}
    fields = {name: _field(model, name, part) for name, part in loaded["properties"].items() if name not in keys}
    required = [name for name in loaded.get("required", ()) if name not in keys and name not in SHARED]
    return _object({**fields, "provenance": _provenance()}, required)


def _field(model: type[BaseModel], name: str, loaded: Schema) -> Schema:
    said = {"description": loaded["description"]} if "description" in loaded else {}
    if name == "architecture" and model is RECORDS["models"]:
        return {"type": "object", "description": "Keys of the model's config.json."}
    if name == "checkpoints":
        return {"type": "object", **said, "additionalProperties": _checkpoint()}
    if name == "source":
        return {**_SOURCE, **said}
    if name not in figure_fields(model):
        return _limited(name, _written(loaded))
    return {**said, **_or_nothing(_figures(name), loaded)}


def _checkpoint() -> Schema:
    """A copy as it is written: with keys of its ``config.json`` in place of what is read from them."""
    read = Checkpoint.model_json_schema(ref_template="#/$defs/{model}")["properties"]
    note = _written(read["note"])
    stored = {"quantization_config": {"type": "object"}, "dtype": {"enum": ["float32", "float16", "bfloat16"]}}
    return _object({**stored, "note": note, "source": _SOURCE, "retrieved_on": _DAY, "provenance": _provenance()})


def _limited(name: str, schema: Schema) -> Schema:
    """Plain numbers are held to the limits of the reader."""
    if schema.get("type") not in ("integer", "number"):
        return schema
    limits = _SHARE if name in SHARES else {"exclusiveMinimum": 0} if name in DIVISORS else {"minimum": 0}
    return {**limits, **schema}


def _figures(name: str) -> Schema:
    if name == "facts":
        known = {key: _figure(key) for key in PART_UNITS}
        return {"type": "object", "properties": known, "additionalProperties": _figure("")}
    if name == "dense_tflops":
        return _object({one.value: _figure(name) for one in NumberFormat})
    return _figure(name)


def _or_nothing(schema: Schema, loaded: Schema) -> Schema:
    nothing = {"type": "null"}
    return {"anyOf": [schema, nothing]} if nothing in loaded.get("anyOf", ()) else schema


def _figure(name: str) -> Schema:
    """A number, or a block with ``value``; a figure whose unit no table knows names it itself."""
    unit = UNITS.get(name) or PART_UNITS.get(name)
    limits = _limits(name, unit)
    ends = dict.fromkeys(_ENDS, limits)
    if unit is None:
        return {"allOf": [{"$ref": "#/$defs/figure"}, {"properties": ends, "required": ["unit"]}, _share_of_figures()]}
    fixed = {} if "{" in unit else {"unit": {"const": unit}}
    block = {"allOf": [{"$ref": "#/$defs/figure"}, {"properties": {**ends, **fixed}}]}
    return {"anyOf": [{"type": "number", **limits}, block]}


def _limits(name: str, unit: str | None) -> Schema:
    if unit is None:
        return {"minimum": -MOST, "maximum": MOST}
    if unit == "share":
        return _SHARE
    return {**({"exclusiveMinimum": 0} if name in DIVISORS | PRICES else {"minimum": 0}), "maximum": MOST}


def _share_of_figures() -> Schema:
    """A figure that calls itself a share lies between 0 and 1."""
    return {
        "if": {"properties": {"unit": {"const": "share"}}, "required": ["unit"]},
        "then": {"properties": dict.fromkeys(_ENDS, _SHARE)},
    }


def _figure_facts() -> Schema:
    """The fields of a figure as a file writes them; its layer is not for the file to say."""
    loaded = Figure.model_json_schema()["properties"]
    facts = {name: _written(part) for name, part in loaded.items() if name != "layer"}
    confidence = Figure.model_json_schema()["$defs"]["Confidence"]
    return {**facts, "source": _SOURCE, "retrieved_on": _DAY, "confidence": {"enum": confidence["enum"]}}


def _written(loaded: Any) -> Any:
    """A part of a schema without titles and defaults, with days as this catalogue writes them."""
    if isinstance(loaded, list):
        return [_written(part) for part in loaded]
    if not isinstance(loaded, dict):
        return loaded
    if loaded.get("format") == "date":
        return _DAY
    return dict(_parts(loaded))


def _parts(loaded: Schema) -> Iterator[tuple[str, Any]]:
    for name, part in loaded.items():
        if name == "properties":
            yield name, {key: _written(value) for key, value in part.items()}
        elif name not in ("title", "default"):
            yield name, _written(part)


def _object(fields: Schema, required: list[str] | None = None) -> Schema:
    found = {"type": "object", "properties": fields, "additionalProperties": False}
    return {**found, "required": required} if required else found
