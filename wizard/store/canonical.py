"""Writes an assessment as canonical YAML: one spelling for one content, a key a line, readable by YAML 1.1 and 1.2.

Fixed key order, two-space indent, no anchors. Whatever another reader could take for a number, date, truth value or
null stands in quotes. What the guarded reader would refuse is refused here, before it reaches a file.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from wizard.datafiles.strict_yaml import MAX_BYTES, MAX_DEPTH, MAX_NODES
from wizard.domain.assessment import Answer, Assessment, Workload
from wizard.domain.errors import CodedError
from wizard.store.errors import StoreError

_PLAIN = re.compile(r"[^\W\d_](?:[\w .,;/+%()=@&–—'€§-]*[\w.%/)])?\Z")
_WORDS = frozenset(["y", "n", "yes", "no", "on", "off", "true", "false", "null", "none", "nan", "inf"])
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}
_LARGEST_INT = 10**300
_LONGEST_KEY = 900
"""YAML readers look at most 1024 characters ahead for the colon of a simple key."""
_VALUE_DEPTH = MAX_DEPTH - 5
"""Levels a single value may use: five lie above the value of a workload's answer."""


class _Raw(str):
    """A scalar that is written as it is."""

    __slots__ = ()


def to_yaml(assessment: Assessment) -> str:
    """The file's text.

    Raises:
        CodedError: ``NOT_STORABLE`` or ``TOO_BIG``: no file could give this content back.
    """
    document = _document(assessment)
    nodes = check_storable(document, depth=MAX_DEPTH)
    if 2 * nodes > MAX_NODES:  # a node may cost the reader a start and an end event
        raise CodedError(StoreError.TOO_BIG, limit=f"{MAX_NODES // 2:,}")
    content = "\n".join(_block(document, "")) + "\n"
    if len(content.encode()) > MAX_BYTES:
        raise CodedError(StoreError.TOO_BIG, limit=f"{MAX_BYTES // 1_000_000} MB")
    return content


def yaml_block(content: Mapping[str, Any]) -> str:
    """A part of a file, such as one override, in the spelling of the whole.

    Raises:
        CodedError: ``NOT_STORABLE``: no file could give this content back.
    """
    check_storable(content, depth=MAX_DEPTH)
    return "\n".join(_block(dict(content), ""))


def check_storable(value: object, *, depth: int = _VALUE_DEPTH) -> int:
    """Number of nodes in a JSON value.

    Raises:
        CodedError: ``NOT_STORABLE``: not JSON, not finite, half a character, or nested too deeply.
    """
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
            raise CodedError(StoreError.NOT_STORABLE)
        return 1
    if isinstance(value, Mapping | list | tuple) and depth < 1:
        raise CodedError(StoreError.NOT_STORABLE)
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise CodedError(StoreError.NOT_STORABLE)
        return 1 + sum(check_storable(k) + check_storable(v, depth=depth - 1) for k, v in value.items())
    if isinstance(value, list | tuple):
        return 1 + sum(check_storable(item, depth=depth - 1) for item in value)
    if value is None or (isinstance(value, int | float) and is_storable_number(value)):
        return 1
    raise CodedError(StoreError.NOT_STORABLE)


def is_storable_number(value: float) -> bool:
    """Finite, and no integer of hundreds of digits."""
    return math.isfinite(value) if isinstance(value, float) else abs(value) < _LARGEST_INT


def _document(assessment: Assessment) -> dict[str, Any]:
    return {
        "rechenwerk": assessment.rechenwerk,
        "id": assessment.id,
        "title": assessment.title,
        "language": str(assessment.language),
        "questionnaire": assessment.questionnaire,
        "catalog": assessment.catalog,
        "answers": _answers(assessment.answers),
        "workloads": [_workload(workload) for workload in assessment.workloads],
        "overrides": assessment.overrides,
        "measurements": assessment.measurements,
        "scenarios": assessment.scenarios,
    }


def _workload(workload: Workload) -> dict[str, Any]:
    return {"id": workload.id, "label": workload.label, "answers": _answers(workload.answers)}


def _answers(answers: Mapping[str, Answer]) -> dict[str, Any]:
    return {question_id: _answer(answers[question_id]) for question_id in sorted(answers)}


def _answer(answer: Answer) -> dict[str, Any]:
    fields = {
        "value": answer.value,
        "state": str(answer.state),
        "evidence": str(answer.evidence),
        "at": None if answer.at is None else _Raw(_time(answer.at)),
        "by": answer.by,
        "reason": answer.reason,
        "note": answer.note and {"text": answer.note.text, "visibility": answer.note.visibility},
    }
    return {key: value for key, value in fields.items() if value is not None}


def _time(moment: datetime) -> str:
    if moment.tzinfo is None:
        return moment.isoformat()
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"


def _block(value: Any, indent: str) -> Iterator[str]:
    """The lines of a mapping or list that is not empty."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            written = _text(key)
            if len(written) > _LONGEST_KEY:
                yield f"{indent}? {written}"
                yield from _entry(f"{indent}:", item, indent)
            else:
                yield from _entry(f"{indent}{written}:", item, indent)
    else:
        for item in value:
            yield from _item(item, indent)


def _entry(head: str, value: Any, indent: str) -> Iterator[str]:
    if _is_block(value):
        yield head
        yield from _block(value, indent + "  ")
    else:
        yield from _scalar(f"{head} ", value, indent)


def _item(value: Any, indent: str) -> Iterator[str]:
    if not _is_block(value):
        yield from _scalar(f"{indent}- ", value, indent)
        return
    for number, line in enumerate(_block(value, indent + "  ")):
        yield line if number else f"{indent}- {line[len(indent) + 2 :]}"


def _is_block(value: Any) -> bool:
    return isinstance(value, Mapping | list | tuple) and bool(value)


def _scalar(head: str, value: Any, indent: str) -> Iterator[str]:
    if isinstance(value, str) and not isinstance(value, _Raw) and _reads_well_as_lines(value):
        yield f"{head}|" if value.endswith("\n") else f"{head}|-"
        yield from (f"{indent}  {line}" if line else "" for line in value.removesuffix("\n").split("\n"))
    else:
        yield head + _inline(value)


def _inline(value: Any) -> str:
    if isinstance(value, _Raw):
        return str(value)
    if isinstance(value, str):
        return _text(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _float(value)
    return "{}" if isinstance(value, Mapping) else "[]"


def _float(value: float) -> str:
    """Shortest exact spelling with a point, as YAML 1.1 takes ``1e+22`` for a text."""
    mantissa, e, exponent = repr(value).partition("e")
    return f"{mantissa if '.' in mantissa else mantissa + '.0'}{e}{exponent}"


def _text(value: str) -> str:
    if _PLAIN.match(value) and value.casefold() not in _WORDS and value.isprintable():
        return value
    return '"' + "".join(_ESCAPES.get(char) or (char if char.isprintable() else _escape(char)) for char in value) + '"'


def _escape(char: str) -> str:
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02X}"
    return f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"


def _reads_well_as_lines(value: str) -> bool:
    lines: Sequence[str] = value.removesuffix("\n").split("\n")
    return (
        "\n" in value
        and value[0] not in " \t\n"
        and bool(lines[-1])
        and all(line.isprintable() and line == line.rstrip() for line in lines)
    )
