"""Reads a probe file of a stranger: bounded, strict, and either whole or not at all."""

import json
import os
import re
import stat
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from wizard.domain.errors import CodedError
from wizard.probe.errors import ProbeError
from wizard.probe.schema import SCHEMA, Probe

MAX_BYTES = 4_000_000
"""A machine with 16 cards needs about 100 kB."""
_FAMILY = re.compile(r"rechenwerk\.probe/(\d{1,4})")


def read_probe(path: Path) -> tuple[Probe, str]:
    """The probe in a file, and the digest of its content, by which the same measurement is known again.

    Raises:
        CodedError: P201–P207.
    """
    content = _content(path)
    document = _document(content, path.name)
    declared = document.get("schema") if isinstance(document, dict) else None
    if declared != SCHEMA:
        if isinstance(declared, str) and _FAMILY.fullmatch(declared):
            raise CodedError(ProbeError.OTHER_VERSION, place=path.name, found=declared, wanted=SCHEMA)
        raise CodedError(ProbeError.NOT_A_PROBE, place=path.name, wanted=SCHEMA)
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"))
    try:
        probe = Probe.model_validate_json(canonical)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        if fault["type"] == "json_invalid":  # half a character, which Python's own reader lets pass
            raise CodedError(ProbeError.NOT_JSON, place=path.name, detail=str(fault["msg"])[:120]) from None
        key = ".".join(str(part) for part in fault["loc"])[:120]
        raise CodedError(ProbeError.FIELD, place=path.name, key=key or "schema") from None
    return probe, sha256(canonical.encode()).hexdigest()


def _content(path: Path) -> bytes:
    """At most ``MAX_BYTES``; a pipe or device is never opened."""
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):
            raise CodedError(ProbeError.NOT_A_FILE, place=path.name)
        if facts.st_size > MAX_BYTES:
            raise _too_large(path, facts.st_size)
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        detail = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        raise CodedError(ProbeError.NOT_READABLE, place=path.name, detail=detail) from None
    if len(content) > MAX_BYTES:
        raise _too_large(path, len(content))
    return content


def _too_large(path: Path, size: int) -> CodedError:
    return CodedError(ProbeError.TOO_LARGE, place=path.name, size=f"{size:,}", limit=f"{MAX_BYTES:,}")


def _document(content: bytes, place: str) -> Any:
    try:
        return json.loads(content.decode("utf-8-sig"), object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except RecursionError:
        raise CodedError(ProbeError.NOT_JSON, place=place, detail="too deep") from None
    except ValueError as error:
        where = f"line {error.lineno}" if isinstance(error, json.JSONDecodeError) else str(error)[:120]
        raise CodedError(ProbeError.NOT_JSON, place=place, detail=where) from None


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(name)
