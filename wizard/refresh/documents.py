"""Takes answers apart, strictly: what is not exactly JSON, XML or CSV is refused with a reason."""

import csv
import io
import json
import math
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.refresh.errors import RefreshError
from wizard.refresh.transport import Answer

_NO_UTF8 = text("it is not UTF-8 text", "sie ist kein UTF-8-Text")
_DOCTYPE = text("it declares entities of its own", "sie vereinbart eigene Entitäten")


def json_of(answer: Answer) -> Any:
    """The JSON document of an answer.

    Raises:
        CodedError: C083.
    """
    try:
        return json.loads(_text(answer), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise unreadable(answer, str(error)[:120]) from error


def object_of(answer: Answer, *keys: str) -> Mapping[str, Any]:
    """A JSON object with these keys.

    Raises:
        CodedError: C083.
    """
    document = json_of(answer)
    for key in keys:
        if not isinstance(document, dict) or key not in document:
            raise unreadable(answer, text(f"'{key}' is missing", f"„{key}“ fehlt"))
    return document  # type: ignore[no-any-return]  # the loop has made sure


def xml_of(answer: Answer) -> ET.Element:
    """The root of an XML document without entities of its own.

    Raises:
        CodedError: C083.
    """
    if b"<!DOCTYPE" in answer.data or b"<!ENTITY" in answer.data:
        raise unreadable(answer, _DOCTYPE)
    try:
        return ET.fromstring(answer.data)  # noqa: S314 - entities are refused above
    except (ET.ParseError, ValueError, LookupError) as error:
        raise unreadable(answer, str(error)[:120]) from error


def rows_of(answer: Answer, *columns: str) -> Iterator[Mapping[str, str]]:
    """The rows of a CSV file with these columns.

    Raises:
        CodedError: C083.
    """
    reader = csv.DictReader(io.StringIO(_text(answer), newline=""), strict=True)
    try:
        for column in columns:
            if column not in (reader.fieldnames or ()):
                raise unreadable(answer, text(f"the column '{column}' is missing", f"die Spalte „{column}“ fehlt"))
        for row in reader:
            yield {name: value or "" for name, value in row.items() if name is not None}
    except csv.Error as error:
        raise unreadable(answer, str(error)[:120]) from error


def unreadable(answer: Answer, detail: Text | str) -> CodedError:
    """The error of an answer that is not what its source gives."""
    return CodedError(RefreshError.NOT_READABLE, place=urlsplit(answer.url).hostname or "", detail=detail)


def number(raw: object) -> float:
    """A number or the text of one; everything else is not a number, which no price can be."""
    if isinstance(raw, bool) or not isinstance(raw, int | float | str):
        return math.nan
    try:
        return float(raw)
    except (ValueError, OverflowError):
        return math.nan


def _text(answer: Answer) -> str:
    try:
        return answer.data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise unreadable(answer, _NO_UTF8) from error


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")
