"""Reads JSON files of model repositories with guards: plain files of a bounded size, and nothing in them executed."""

import json
import re
import stat
from pathlib import Path
from typing import Any

from wizard.catalogs.hf_fields import ConfigError
from wizard.domain.errors import CodedError
from wizard.domain.language import text

_NO_FILE = text("no plain file", "keine gewöhnliche Datei")
_TOO_DEEP = text("nested more than 64 levels deep", "mehr als 64 Ebenen tief verschachtelt")
_DEEPEST = 64
"""Real configurations nest four levels."""


def read_json_object(path: Path, most_bytes: int) -> tuple[dict[str, Any], bytes]:
    """The object in a JSON file, and the bytes it was read from.

    Raises:
        CodedError: C205.
    """
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):  # a pipe or a device may have no end
            raise CodedError(ConfigError.FILE, place=path.name, detail=_NO_FILE)
        if facts.st_size > most_bytes:
            raise CodedError(ConfigError.FILE, place=path.name, detail=f"> {most_bytes} bytes")
        data = path.read_bytes()
        content = json.loads(data.decode("utf-8-sig"))
    except OSError as error:
        raise CodedError(ConfigError.FILE, place=path.name, detail=error.strerror or str(error)) from error
    except (ValueError, RecursionError) as error:
        raise CodedError(ConfigError.FILE, place=path.name, detail=str(error)) from error
    if not isinstance(content, dict):
        raise CodedError(ConfigError.FILE, place=path.name, detail=f"{{…}} expected, found {type(content).__name__}")
    if _is_deeper(content, _DEEPEST):
        raise CodedError(ConfigError.FILE, place=path.name, detail=_TOO_DEEP)
    return content, data


def _is_deeper(content: object, most: int) -> bool:
    level: list[object] = [content]
    for _depth in range(most + 1):
        if not level:
            return False
        inner = [list(one.values()) if isinstance(one, dict) else one for one in level if isinstance(one, dict | list)]
        level = [one for values in inner for one in values]
    return bool(level)


def json_line_of(data: bytes, field: str) -> int | None:
    """Line (from 1) of the first key with the last part of a dotted field name."""
    name = re.escape(field.rpartition(".")[2])
    found = re.search(rb'"%s"\s*:' % name.encode(), data)
    return data[: found.start()].count(b"\n") + 1 if found else None
