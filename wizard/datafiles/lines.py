"""Finds the line of a key in a YAML text, so that an error can point at it."""

from collections.abc import Sequence
from typing import Any

import yaml

_Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def line_of(source: str, path: Sequence[str | int]) -> int | None:
    """Line (from 1) of the deepest part of ``path`` that exists; None where there is no document.

    The text must have passed the guarded reader before.
    """
    node = yaml.compose(source, Loader=_Loader)
    if node is None:
        return None
    line = node.start_mark.line + 1
    for part in path:
        found = _child(node, part)
        if found is None:
            break
        node, line = found
    return line


def _child(node: Any, part: str | int) -> tuple[Any, int] | None:
    if isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
        child = node.value[part]
        return child, child.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == str(part):
                return value, key.start_mark.line + 1
    return None
