"""Reads YAML 1.2 with guards: the only way a YAML file enters the program.

``NO`` is text, ``70e9`` a number, a duplicate key an error. Anchors and aliases (alias bombs), more than 32 levels,
more than 200,000 nodes and files above 5 MB are refused on the event stream, as soon as they appear.
"""

import re
import stat
from collections.abc import Callable
from itertools import count
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
    TAB = (
        "Y013",
        text(
            "a tab before the first word of a line; indent with spaces",
            "ein Tabulator vor dem ersten Wort der Zeile; mit Leerzeichen einrücken",
        ),
    )
    TAG = ("Y010", text("the tag {tag} is not allowed", "das Tag {tag} ist nicht erlaubt"))


_NO_FILE = text("no plain file", "keine gewöhnliche Datei")
_EventLoader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_CORE = "tag:yaml.org,2002:"
_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NO_TEXT_BEGINS = frozenset(["", *"~nNtTfF-+.0123456789"])
"""First characters of plain scalars that may mean something else than themselves."""
_INTEGER = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")


class _FaultError(Exception):
    def __init__(self, error: YamlError, mark: Any, **details: object) -> None:
        self.error, self.mark, self.details = error, mark, details


def _scalar(event: Any) -> Any:
    """A scalar of the YAML 1.2 core schema."""
    if event.tag is None:
        return _resolved(event) if event.implicit[0] else event.value
    if event.tag == "!":
        return event.value
    convert = _TAGGED.get(event.tag)
    if convert is None:
        raise _FaultError(YamlError.TAG, event.start_mark, tag=event.tag)
    return convert(event)


def _resolved(event: Any) -> Any:
    plain = event.value
    if plain[:1] not in _NO_TEXT_BEGINS:
        return plain
    if plain in _WORDS:
        return _WORDS[plain]
    if _INTEGER.fullmatch(plain):
        return _integer(event)
    return float(plain) if _FLOAT.fullmatch(plain) else plain


def _integer(event: Any) -> int:
    if len(event.value) > MAX_DIGITS:
        raise _FaultError(YamlError.DIGITS, event.start_mark, digits=len(event.value))
    return int(event.value)


def _text(event: Any) -> str:
    return str(event.value)


def _nothing(_event: Any) -> None:
    return None


def _decimal(event: Any) -> float:
    return float(event.value)


def _truth(event: Any) -> bool:
    if event.value.lower() not in ("true", "false"):
        raise ValueError(f"not a truth value: {event.value[:40]}")
    return bool(event.value.lower() == "true")


_TAGGED: dict[str, Callable[[Any], Any]] = {
    f"{_CORE}str": _text,
    f"{_CORE}null": _nothing,
    f"{_CORE}bool": _truth,
    f"{_CORE}int": _integer,
    f"{_CORE}float": _decimal,
}
_NO_KEY = object()


class _Builder:
    """Plain values out of the event stream, in one pass; nothing is built from what breaks a rule."""

    def __init__(self) -> None:
        self.root: Any = None
        self._documents = 0
        self._open: list[tuple[Any, Any]] = []
        self._inside: Any = None
        self._key: Any = _NO_KEY

    def take(self, event: Any) -> None:
        kind = type(event)
        if kind is yaml.AliasEvent or getattr(event, "anchor", None):
            raise _FaultError(YamlError.ANCHOR, event.start_mark)
        if kind is yaml.ScalarEvent:
            self._add(_scalar(event), event)
        elif kind is yaml.MappingStartEvent:
            self._enter({}, f"{_CORE}map", event)
        elif kind is yaml.SequenceStartEvent:
            self._enter([], f"{_CORE}seq", event)
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            self._inside, self._key = self._open.pop()
        elif kind is yaml.DocumentStartEvent:
            self._documents += 1
            if self._documents > 1:
                raise _FaultError(YamlError.SYNTAX, event.start_mark, detail="expected a single document")

    def _add(self, value: Any, event: Any) -> None:
        inside = self._inside
        if inside is None:
            self.root = value
        elif type(inside) is list:
            inside.append(value)
        elif self._key is _NO_KEY:
            if value in inside:
                raise _FaultError(YamlError.DUPLICATE, event.start_mark, key=value)
            self._key = value
        else:
            inside[self._key], self._key = value, _NO_KEY

    def _enter(self, container: Any, tag: str, event: Any) -> None:
        if event.tag not in (None, "!", tag):
            raise _FaultError(YamlError.TAG, event.start_mark, tag=event.tag)
        if type(self._inside) is dict and self._key is _NO_KEY:
            raise _FaultError(YamlError.KEY, event.start_mark)
        self._add(container, event)
        self._open.append((self._inside, self._key))
        if len(self._open) > MAX_DEPTH:
            raise _FaultError(YamlError.TOO_DEEP, event.start_mark, limit=MAX_DEPTH)
        self._inside, self._key = container, _NO_KEY


def read_yaml(path: Path, name: str = "") -> Any:
    """The content of a file as plain dicts, lists and scalars; errors call it ``name``, or by its own name.

    Raises:
        CodedError: with file, line and remedy; ``Y001`` to ``Y013``.
    """
    place = name or path.name or str(path)
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):  # a pipe or a device may have no end
            raise CodedError(YamlError.UNREADABLE, place=place, detail=_NO_FILE)
        if facts.st_size > MAX_BYTES:
            raise CodedError(YamlError.TOO_LARGE, place=place, size=facts.st_size, limit=MAX_BYTES)
        data = path.read_bytes()
    except OSError as error:
        raise CodedError(YamlError.UNREADABLE, place=place, detail=error.strerror or str(error)) from error
    return parse_yaml(data, place)


def parse_yaml(data: bytes | str, place: str = "") -> Any:
    """The content of YAML text; ``place`` names its origin in errors.

    Raises:
        CodedError: with line and remedy.
    """
    source = _decoded(data, place)
    try:
        return _values(source)
    except _FaultError as fault:
        line = f":{fault.mark.line + 1}" if fault.mark is not None else ""
        raise CodedError(fault.error, place=f"{place}{line}", **fault.details) from None
    except yaml.reader.ReaderError as error:
        place = f"{place}:{_lines_before(source, error.position) + 1}"
        raise CodedError(YamlError.CHARACTER, place=place, code=f"U+{_number(error):04X}") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark is not None else ""
        if mark is not None and _is_indented_by_tab(source, mark.line):
            raise CodedError(YamlError.TAB, place=f"{place}{line}") from None
        detail = getattr(error, "problem", None) or str(error)
        raise CodedError(YamlError.SYNTAX, place=f"{place}{line}", detail=detail) from None
    except (RecursionError, ValueError) as error:
        raise CodedError(YamlError.SYNTAX, place=place, detail=str(error)) from None


def _is_indented_by_tab(source: str, line: int) -> bool:
    lines = source.split("\n")
    return line < len(lines) and re.match(r" *\t", lines[line]) is not None


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
        line = data.count(b"\n", 0, error.start) + 1
        raise CodedError(YamlError.NOT_TEXT, place=f"{place}:{line}", detail=f"byte {error.start}") from None


def _values(source: str) -> Any:
    loader, builder = _EventLoader(source), _Builder()
    try:
        for number in count():
            event = loader.get_event()
            if event is None or type(event) is yaml.StreamEndEvent:
                return builder.root
            if number > MAX_NODES:
                raise _FaultError(YamlError.TOO_MANY, event.start_mark, limit=MAX_NODES)
            builder.take(event)
    finally:
        loader.dispose()
