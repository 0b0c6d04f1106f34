"""Finds the line of a key in a file that the guarded reader has accepted, for error messages."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from wizard.datafiles.strict_yaml import read_yaml

_Composer: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def line_of(path: Path, keys: Sequence[str]) -> int | None:
    """One-based line of the deepest of ``keys`` that exists in the file; None when not even the first does.

    Raises:
        CodedError: the file itself is not readable.
    """
    read_yaml(path)
    node = yaml.compose(path.read_text(encoding="utf-8-sig"), Loader=_Composer)
    line: int | None = None
    for key in keys:
        found = _child(node, key)
        if found is None:
            break
        line, node = found
    return line


def _child(node: Any, key: str) -> tuple[int, Any] | None:
    if isinstance(node, yaml.MappingNode):
        for key_node, value in node.value:
            if key_node.value == key:
                return key_node.start_mark.line + 1, value
    if isinstance(node, yaml.SequenceNode) and key.isdigit() and int(key) < len(node.value):
        item = node.value[int(key)]
        return item.start_mark.line + 1, item
    return None
