"""Builds modules from YAML content: fills in the names of units, options and bases that all modules share."""

from collections.abc import Mapping
from typing import Any

from wizard.questionnaire.schema import Module


def build_module(content: Any, shared: Mapping[str, Any]) -> Module:
    """A module with the shared names filled in.

    Raises:
        pydantic.ValidationError: the content breaks the schema.
    """
    return Module.model_validate(_filled(content, shared))


def _filled(content: Any, shared: Mapping[str, Any]) -> Any:
    if not isinstance(content, dict) or not isinstance(content.get("questions"), list):
        return content
    questions = [_filled_question(q, shared) if isinstance(q, dict) else q for q in content["questions"]]
    return {**content, "questions": questions}


def _filled_question(question: dict[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    filled = _with_unit(question, shared)
    if isinstance(filled.get("unit_by"), dict):
        filled["unit_text_by"] = {k: shared["unit_texts"].get(u) for k, u in filled["unit_by"].items()}
    default = filled.get("default")
    if isinstance(default, dict) and isinstance(default.get("basis"), str):
        filled["default"] = {**default, "basis": shared["basis_texts"].get(default["basis"], default["basis"])}
    if filled.get("type") == "model_ref":
        names = shared["model_classes"].items()
        filled["options"] = [{"value": key, "de": entry["de"], "en": entry["en"]} for key, entry in names]
    fields = filled.get("fields")
    if isinstance(fields, dict):
        filled["fields"] = {key: _filled_field(field, shared) for key, field in fields.items()}
    return filled


def _filled_field(field: Any, shared: Mapping[str, Any]) -> Any:
    if not isinstance(field, dict):
        return field
    filled = _with_unit(field, shared)
    if isinstance(filled.get("options"), list):
        filled["options"] = [_named(value, shared) for value in filled["options"]]
    return filled


def _named(value: Any, shared: Mapping[str, Any]) -> Any:
    names = shared["value_texts"].get(value) if isinstance(value, str) else None
    return {"value": value, **names} if names else value


def _with_unit(entry: dict[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    unit = entry.get("unit") or ("%" if entry.get("type") == "percent" else None)
    names = shared["unit_texts"].get(unit) if isinstance(unit, str) else None
    return {**entry, "unit": unit, "unit_text": names} if names else dict(entry)
