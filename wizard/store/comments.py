"""Counts the comments of a hand-edited file, which the canonical writer does not keep."""

from typing import Any

import yaml

_Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def count_comments(source: str) -> int:
    """Lines of valid YAML that hold a comment: those with a ``#`` outside every value."""
    if "#" not in source:
        return 0
    lines = source.split("\n")
    for event in yaml.parse(source, Loader=_Loader):
        if isinstance(event, yaml.ScalarEvent):
            _blank(lines, event.start_mark, event.end_mark)
    return sum("#" in line for line in lines)


def _blank(lines: list[str], start: Any, end: Any) -> None:
    for number in range(start.line, min(end.line + 1, len(lines))):
        first = start.column if number == start.line else 0
        last = end.column if number == end.line else len(lines[number])
        lines[number] = lines[number][:first] + " " * (last - first) + lines[number][last:]
