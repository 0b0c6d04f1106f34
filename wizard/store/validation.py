"""Turns the document of a file into an assessment, and every fault into a sentence with line, key and remedy."""

import difflib
from collections.abc import Iterator, Sequence
from typing import Any

import yaml
from pydantic import BaseModel, ValidationError

from wizard.domain.assessment import Answer, Assessment, Note, Workload
from wizard.domain.errors import CodedError
from wizard.store.canonical import is_storable_number
from wizard.store.errors import StoreError

_Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

KeyPath = tuple[str | int, ...]

_TEXT = {"string_type", "string_sub_type"}
_BLOCK = {"dict_type", "model_type", "model_attributes_type", "mapping_type"}
_LIST = {"tuple_type", "list_type"}


def validated(document: dict[str, Any], source: str, place: str) -> Assessment:
    """The assessment in a document.

    Args:
        document: the parsed file in the current version.
        source: the file's text, to find the line of a fault.
        place: the file's name, for errors.

    Raises:
        CodedError: the first fault; its place is ``file:line``.
    """
    for path, key in _odd_keys(document, ()):
        value = _shown(key)
        raise CodedError(
            StoreError.KEY_NOT_TEXT, place=_place(place, source, path), key=_dotted(path) or "rechenwerk", value=value
        )
    for path, number in _odd_numbers(document, ()):
        where = _place(place, source, path)
        raise CodedError(StoreError.NOT_ACCEPTED, place=where, key=_dotted(path), value=_shown(number))
    try:
        assessment = Assessment.model_validate(document)
    except ValidationError as error:
        raise _translated(error, source, place) from None
    ids = [workload.id for workload in assessment.workloads]
    for index, workload_id in enumerate(ids):
        if workload_id in ids[:index]:
            where = _place(place, source, ("workloads", index, "id"))
            raise CodedError(StoreError.SAME_WORKLOAD, place=where, id=workload_id)
    return assessment


def _translated(error: ValidationError, source: str, place: str) -> CodedError:
    fault = error.errors(include_url=False)[0]
    path, kind = tuple(fault["loc"]), fault["type"]
    context: dict[str, Any] = dict(fault.get("ctx", {}))
    where, key, value = _place(place, source, path), _dotted(path), _shown(fault["input"])
    if kind == "extra_forbidden":
        return CodedError(StoreError.UNKNOWN_KEY, place=where, key=key, allowed=_known_keys(path))
    if kind == "missing":
        return CodedError(StoreError.MISSING_KEY, place=where, key=key)
    if kind in ("enum", "literal_error"):
        return CodedError(StoreError.NOT_ALLOWED, place=where, key=key, value=value, allowed=_choices(context))
    if kind in _TEXT:
        return CodedError(StoreError.WANTS_TEXT, place=where, key=key, value=value)
    if kind in _BLOCK:
        return CodedError(StoreError.WANTS_BLOCK, place=where, key=key, value=value)
    if kind in _LIST:
        return CodedError(StoreError.WANTS_LIST, place=where, key=key, value=value)
    if kind.startswith(("datetime", "timezone")):
        return CodedError(StoreError.WANTS_TIME, place=where, key=key, value=value)
    if kind == "string_pattern_mismatch":
        return CodedError(StoreError.WRONG_FORM, place=where, key=key, value=value, pattern=context["pattern"])
    if kind == "string_too_long":
        return CodedError(StoreError.TOO_LONG, place=where, key=key, limit=context["max_length"])
    return CodedError(StoreError.NOT_ACCEPTED, place=where, key=key, value=value)


def _choices(context: dict[str, Any]) -> str:
    return str(context.get("expected", "")).replace("'", "").replace(" or ", ", ")


def _known_keys(path: KeyPath) -> str:
    model = _model_at(path[:-1])
    known = list(model.model_fields)
    near = difflib.get_close_matches(str(path[-1]), known, n=1)
    return ", ".join(near + [key for key in known if key not in near])


def _model_at(path: KeyPath) -> type[BaseModel]:
    if path and path[-1] == "note":
        return Note
    if len(path) in (2, 4) and path[-2] == "answers":
        return Answer
    return Workload if path else Assessment


def _odd_keys(value: Any, path: KeyPath) -> Iterator[tuple[KeyPath, object]]:
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                yield path, key
            else:
                yield from _odd_keys(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _odd_keys(item, (*path, index))


def _odd_numbers(value: Any, path: KeyPath) -> Iterator[tuple[KeyPath, object]]:
    """Numbers that the writer would refuse, so that every file that opens can be saved."""
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _odd_numbers(item, (*path, key))
    elif isinstance(value, int | float) and not is_storable_number(value):
        yield path, f"{str(value)[:20]}…"


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "{…}"
    if isinstance(value, list):
        return "[…]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    shown = str(value)
    shown = f"{shown[:60]}…" if len(shown) > 60 else shown
    return f'"{shown}"' if isinstance(value, str) else shown


def _dotted(path: Sequence[str | int]) -> str:
    return ".".join(str(part)[:80] for part in path)


def _place(place: str, source: str, path: KeyPath) -> str:
    line = line_of(source, path)
    return place if line is None else f"{place}:{line}"


def line_of(source: str, path: KeyPath) -> int | None:
    """Line (from 1) of the deepest key of ``path`` that stands in the text, None for an empty path."""
    node = yaml.compose(source, Loader=_Loader)
    line = None
    for part in path:
        found = _child(node, part)
        if found is None:
            break
        mark, node = found
        line = mark.line + 1
    return line


def _child(node: yaml.Node | None, part: str | int) -> tuple[Any, yaml.Node] | None:
    if isinstance(node, yaml.MappingNode):
        pairs = ((key, item) for key, item in node.value if isinstance(key, yaml.ScalarNode) and key.value == str(part))
        return next(((key.start_mark, item) for key, item in pairs), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
        item = node.value[part]
        return item.start_mark, item
    return None
