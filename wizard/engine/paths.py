"""Finds a number of the result by its dotted path; list members by id, by question, or by position."""

from dataclasses import dataclass
from typing import Any

from wizard.domain.errors import CodedError
from wizard.domain.result import Result
from wizard.engine.errors import EngineError

Number = float | int
_SHOWN = 12
_NAMES = ("id", "question", "rule", "ref", "input")


@dataclass(frozen=True)
class Place:
    """A number with its path: names as asked, list members as positions."""

    value: Number | None
    steps: tuple[str, ...]
    members: dict[int, Any]
    """List members passed on the way, by step."""

    def after(self, *prefix: str) -> str | None:
        """The rest of the path behind a prefix; None where the prefix does not match. ``*`` matches anything."""
        head = self.steps[: len(prefix)]
        if len(head) < len(prefix) or any(p not in ("*", h) for p, h in zip(prefix, head, strict=True)):
            return None
        return ".".join(self.steps[len(prefix) :])


NEVER = "never"
"""Stands for a number of months that does not come; it has a derivation too."""


def find(result: Result, key: str) -> Place:
    """The number at ``key``.

    Raises:
        CodedError: ``E404`` with what stands at the nearest place.
    """
    node: Any = result.model_dump(by_alias=True, mode="json")
    rest = key.split(".") if key else []
    steps: list[str] = []
    members: dict[int, Any] = {}
    while rest:
        taken, position, child = _child(node, rest)
        if taken == 0:
            raise _unknown(key, steps, node)
        if isinstance(node, list):
            members[len(steps)] = child
        steps.append(position)
        rest, node = rest[taken:], child
    if isinstance(node, dict | list | bool) or (isinstance(node, str) and node != NEVER):
        raise _unknown(key, steps, node)
    return Place(node, tuple(steps), members)


def numbers(result: Result) -> list[str]:
    """Every path that names a number."""
    found: list[str] = []
    _walk(result.model_dump(by_alias=True, mode="json"), "", found)
    return found


def _walk(node: Any, path: str, found: list[str]) -> None:
    if isinstance(node, dict):
        for name, child in node.items():
            _walk(child, f"{path}.{name}" if path else name, found)
    elif isinstance(node, list):
        for number, child in enumerate(node):
            _walk(child, f"{path}.{number}", found)
    elif isinstance(node, int | float) and not isinstance(node, bool):
        found.append(path)


def _child(node: Any, rest: list[str]) -> tuple[int, str, Any]:
    """How many steps the child takes, its name or position, and the child itself."""
    if isinstance(node, dict):
        for length in range(len(rest), 0, -1):
            name = ".".join(rest[:length])
            if name in node:
                return length, name, node[name]
        return 0, "", None
    if not isinstance(node, list):
        return 0, "", None
    for length in range(len(rest), 0, -1):
        name = ".".join(rest[:length])
        for position, child in enumerate(node):
            if isinstance(child, dict) and name in (child.get(field) for field in _NAMES):
                return length, str(position), child
    if rest[0].isdigit() and int(rest[0]) < len(node):
        return 1, rest[0], node[int(rest[0])]
    return 0, "", None


def _unknown(key: str, steps: list[str], node: Any) -> CodedError:
    if isinstance(node, dict):
        known = list(node)
    elif isinstance(node, list):
        known = [_name(child, number) for number, child in enumerate(node)]
    else:
        known = [repr(node)]
    shown = ", ".join(known[:_SHOWN]) + (" …" if len(known) > _SHOWN else "")
    return CodedError(EngineError.KEY, key=key, near=".".join(steps) or "result", known=shown or "–")


def _name(child: Any, number: int) -> str:
    if isinstance(child, dict):
        return str(next((child[field] for field in _NAMES if field in child), number))
    return str(number)
