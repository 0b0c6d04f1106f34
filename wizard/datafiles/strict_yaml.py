"""Reads YAML 1.2 with guards: the only way a YAML file enters the program.

``NO`` is text, ``70e9`` a number, a duplicate key an error. Anchors and aliases (alias bombs), more than 32 levels,
more than 200,000 nodes and files above 5 MB are refused on the event stream, before any object is built.
"""

import re
import stat
from pathlib import Path
from typing import Any

import yaml

from wizard.domain.errors import CodedError, ErrorCode
from wizard.domain.language import text

MAX_BYTES = 5_000_000
MAX_DEPTH = 32
MAX_NODES = 200_000
MAX_DIGITS = 1_000
"""Above any number the program takes, below what Python refuses to convert."""


class YamlError(ErrorCode):
    TOO_LARGE = (
        "Y001",
        text(
            "the file has {size} bytes; at most {limit} are read. Is it the right file?",
            "die Datei hat {size} Byte; höchstens {limit} werden gelesen. Ist es die richtige Datei?",
        ),
    )
    NOT_TEXT = (
        "Y002",
        text(
            "the file is not UTF-8 text ({detail}). Save it as UTF-8 and try again",
            "die Datei ist kein UTF-8-Text ({detail}). Als UTF-8 speichern und erneut versuchen",
        ),
    )
    SYNTAX = ("Y003", text("not valid YAML: {detail}", "kein gültiges YAML: {detail}"))
    ANCHOR = (
        "Y004",
        text(
            "anchors and aliases (& and *) are not allowed; write the value out",
            "Anker und Verweise (& und *) sind nicht erlaubt; den Wert ausschreiben",
        ),
    )
    TOO_DEEP = ("Y005", text("nested deeper than {limit} levels", "tiefer als {limit} Ebenen verschachtelt"))
    TOO_MANY = ("Y006", text("more than {limit} values", "mehr als {limit} Werte"))
    DUPLICATE = (
        "Y007",
        text(
            "the key '{key}' stands twice in the same block; delete one",
            "der Schlüssel „{key}“ steht zweimal im selben Block; einen davon löschen",
        ),
    )
    KEY = ("Y008", text("a key must be a text or a number", "ein Schlüssel muss ein Text oder eine Zahl sein"))
    UNREADABLE = ("Y009", text("cannot be read: {detail}", "nicht lesbar: {detail}"))
    CHARACTER = (
        "Y011",
        text(
            "the control character {code} is not allowed in YAML; delete it",
            "das Steuerzeichen {code} ist in YAML nicht erlaubt; bitte löschen",
        ),
    )
    DIGITS = (
        "Y012",
        text(
            "a whole number with {digits} digits; put it in quotes if it is no number",
            "eine ganze Zahl mit {digits} Stellen; in Anführungszeichen setzen, falls es keine Zahl ist",
        ),
    )
    TAG = ("Y010", text("the tag {tag} is not allowed", "das Tag {tag} ist nicht erlaubt"))


_NO_FILE = text("no plain file", "keine gewöhnliche Datei")
_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_EventLoader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class _Loader(_Base):  # type: ignore[misc]
    """Safe loader with the scalars of the YAML 1.2 core schema."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:  # noqa: ARG002 - signature of the base class
        seen: set[Any] = set()
        for key_node, _ in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise _FaultError(YamlError.KEY, key_node.start_mark)
            key = self.construct_object(key_node)
            if key in seen:
                raise _FaultError(YamlError.DUPLICATE, key_node.start_mark, key=key)
            seen.add(key)
        return {self.construct_object(k): self.construct_object(v, deep=True) for k, v in node.value}


class _FaultError(Exception):
    def __init__(self, error: YamlError, mark: Any, **details: object) -> None:
        self.error, self.mark, self.details = error, mark, details


_CORE = [
    ("tag:yaml.org,2002:null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("tag:yaml.org,2002:bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("tag:yaml.org,2002:int", r"^[-+]?[0-9]+$", list("-+0123456789")),
    (
        "tag:yaml.org,2002:float",
        r"^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)$",
        list("-+.0123456789"),
    ),
]
for _tag, _pattern, _first in _CORE:
    _Loader.add_implicit_resolver(_tag, re.compile(_pattern), _first)


def _int(loader: Any, node: Any) -> int:
    digits = loader.construct_scalar(node)
    if len(digits) > MAX_DIGITS:
        raise _FaultError(YamlError.DIGITS, node.start_mark, digits=len(digits))
    return int(digits)


def _float(loader: Any, node: Any) -> float:
    return float(loader.construct_scalar(node))


def _bool(loader: Any, node: Any) -> bool:
    text = loader.construct_scalar(node).lower()
    if text not in ("true", "false"):
        raise ValueError(f"not a truth value: {text[:40]}")
    return bool(text == "true")


def _mapping(loader: Any, node: Any) -> dict[Any, Any]:
    result: dict[Any, Any] = loader.construct_mapping(node)
    return result


def _refuse(_loader: Any, suffix: str, node: Any) -> None:
    raise _FaultError(YamlError.TAG, node.start_mark, tag=suffix)


_Loader.add_constructor("tag:yaml.org,2002:int", _int)
_Loader.add_constructor("tag:yaml.org,2002:float", _float)
_Loader.add_constructor("tag:yaml.org,2002:bool", _bool)
_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)
for _forbidden in ("binary", "timestamp", "omap", "pairs", "set"):
    _Loader.add_constructor(f"tag:yaml.org,2002:{_forbidden}", lambda _l, n: _refuse(_l, n.tag, n))
_Loader.add_multi_constructor("", _refuse)


def read_yaml(path: Path) -> Any:
    """The content of a file as plain dicts, lists and scalars.

    Raises:
        CodedError: with file, line and remedy; ``Y001`` to ``Y012``.
    """
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):  # a pipe or a device may have no end
            raise CodedError(YamlError.UNREADABLE, place=path.name or str(path), detail=_NO_FILE)
        if facts.st_size > MAX_BYTES:
            raise CodedError(YamlError.TOO_LARGE, place=path.name, size=facts.st_size, limit=MAX_BYTES)
        data = path.read_bytes()
    except OSError as error:
        raise CodedError(YamlError.UNREADABLE, place=path.name, detail=error.strerror or str(error)) from error
    return parse_yaml(data, path.name)


def parse_yaml(data: bytes | str, place: str = "") -> Any:
    """The content of YAML text; ``place`` names its origin in errors.

    Raises:
        CodedError: with line and remedy.
    """
    source = _decoded(data, place)
    try:
        _guard(source)
        return yaml.load(source, Loader=_Loader)  # noqa: S506 - a safe loader with a narrower schema
    except _FaultError as fault:
        line = f":{fault.mark.line + 1}" if fault.mark is not None else ""
        raise CodedError(fault.error, place=f"{place}{line}", **fault.details) from None
    except yaml.reader.ReaderError as error:
        place = f"{place}:{_lines_before(source, error.position) + 1}"
        raise CodedError(YamlError.CHARACTER, place=place, code=f"U+{_number(error):04X}") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark is not None else ""
        detail = getattr(error, "problem", None) or str(error)
        raise CodedError(YamlError.SYNTAX, place=f"{place}{line}", detail=detail) from None
    except (RecursionError, ValueError) as error:
        raise CodedError(YamlError.SYNTAX, place=place, detail=str(error)) from None


def _lines_before(source: str, position: int) -> int:
    """The loader in C counts bytes, the other one characters."""
    in_bytes = _EventLoader is not yaml.BaseLoader
    return source.encode()[:position].count(b"\n") if in_bytes else source[:position].count("\n")


def _number(error: yaml.reader.ReaderError) -> int:
    """Of the character; the loader in C tells it as a number, the other one as a text."""
    return error.character if isinstance(error.character, int) else ord(error.character)


def _decoded(data: bytes | str, place: str) -> str:
    if len(data) > MAX_BYTES:
        raise CodedError(YamlError.TOO_LARGE, place=place, size=len(data), limit=MAX_BYTES)
    if isinstance(data, str):
        return data
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CodedError(YamlError.NOT_TEXT, place=place, detail=f"byte {error.start}") from None


def _guard(source: str) -> None:
    depth = 0
    for nodes, event in enumerate(yaml.parse(source, Loader=_EventLoader)):
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise _FaultError(YamlError.ANCHOR, event.start_mark)
        if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                raise _FaultError(YamlError.TOO_DEEP, event.start_mark, limit=MAX_DEPTH)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            depth -= 1
        if nodes > MAX_NODES:
            raise _FaultError(YamlError.TOO_MANY, event.start_mark, limit=MAX_NODES)
