"""Values and operations of the condition language: Kleene's logic, careful comparisons, dotted look-up.

Nothing here raises: an operation that makes no sense for its operands is unknown.
"""

import ast
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Literal


class Absent(Enum):
    """Why a name has no value."""

    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not applicable"


UNKNOWN: Literal[Absent.UNKNOWN] = Absent.UNKNOWN
NOT_APPLICABLE: Literal[Absent.NOT_APPLICABLE] = Absent.NOT_APPLICABLE

Value = Any  # bool, int, float, str, list of such, Absent; None counts as unknown
Scope = Mapping[str, Any]
Evaluator = Callable[[Scope], Value]
WORKLOADS = "workloads"


def lookup(scope: Scope, dotted: str) -> Value:
    """The value of ``a.b.c``: the exact key, else the field ``c`` of the mapping under ``a.b``, and so on."""
    if dotted in scope:
        return _present(scope[dotted])
    head, dot, field = dotted.rpartition(".")
    if not dot:
        return UNKNOWN
    holder = lookup(scope, head)
    if isinstance(holder, Mapping):
        return _present(holder.get(field))
    return NOT_APPLICABLE if holder is NOT_APPLICABLE else UNKNOWN


def _present(value: Value) -> Value:
    return UNKNOWN if value is None or (isinstance(value, float) and math.isnan(value)) else value


def truth(value: Value) -> bool | None:
    """A value as a truth value: not applicable is false, unknown stays unknown, the empty list or text is false."""
    if value is UNKNOWN or value is None:
        return None
    if value is NOT_APPLICABLE:
        return False
    if isinstance(value, bool | int | float | str | list | tuple | Mapping):
        return bool(value)
    return None


def negate(value: bool | None) -> bool | None:
    return None if value is None else not value


def combine(values: Sequence[bool | None], *, decisive: bool) -> bool | None:
    """Kleene's or (``decisive=True``) and its dual and (``decisive=False``)."""
    if decisive in values:
        return decisive
    return None if None in values else not decisive


class Layered(Mapping[str, Any]):
    """One scope in front of another, without copying either."""

    def __init__(self, front: Scope, back: Scope) -> None:
        self._front, self._back = front, back

    def __getitem__(self, key: str) -> Any:
        return self._front[key] if key in self._front else self._back[key]

    def __contains__(self, key: object) -> bool:
        return key in self._front or key in self._back

    def __iter__(self) -> Iterator[str]:
        return iter({**dict.fromkeys(self._back), **dict.fromkeys(self._front)})

    def __len__(self) -> int:
        return len(set(self._front) | set(self._back))


def join_workloads(name: str, inner: Evaluator, scope: Scope) -> Value:
    """``any all max min sum`` over the workloads; without a list of workloads the result is unknown."""
    workloads = scope.get(WORKLOADS)
    if not isinstance(workloads, Sequence) or isinstance(workloads, str):
        return UNKNOWN
    values = [inner(Layered(w, scope)) for w in workloads if isinstance(w, Mapping)]
    if name in ("any", "all"):
        return combine([truth(value) for value in values], decisive=name == "any")
    return _aggregate(name, [value for value in values if value is not NOT_APPLICABLE])


_AGGREGATES: Mapping[str, Callable[[Sequence[Value]], Value]] = {"max": max, "min": min, "sum": sum}


def _aggregate(name: str, values: Sequence[Value]) -> Value:
    if not values:
        return NOT_APPLICABLE
    if not all(_is_number(value) for value in values):
        return UNKNOWN
    return _AGGREGATES[name](values)


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _absent(*values: Value) -> Absent | None:
    """What the operands lack; not applicable outweighs unknown."""
    if any(value is NOT_APPLICABLE for value in values):
        return NOT_APPLICABLE
    return UNKNOWN if any(value is UNKNOWN or value is None for value in values) else None


def _arithmetic(operation: Callable[[Any, Any], Any]) -> Callable[[Value, Value], Value]:
    def apply(left: Value, right: Value) -> Value:
        absent = _absent(left, right)
        if absent is not None:
            return absent
        if not (_is_number(left) and _is_number(right)):
            return UNKNOWN
        try:
            result = operation(left, right)
            return result if math.isfinite(result) else UNKNOWN
        except ArithmeticError:
            return UNKNOWN

    return apply


def _comparison(compare: Callable[[Any, Any], bool | None]) -> Callable[[Value, Value], bool | None]:
    def apply(left: Value, right: Value) -> bool | None:
        absent = _absent(left, right)
        if absent is not None:
            return False if absent is NOT_APPLICABLE else None
        return compare(left, right)

    return apply


def _equal(left: Value, right: Value) -> bool | None:
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        if len(left) != len(right):
            return False
        return combine([_equals(a, b) for a, b in zip(left, right, strict=True)], decisive=False)
    if isinstance(left, bool) != isinstance(right, bool):
        return False
    try:
        return bool(left == right)
    except (ArithmeticError, ValueError, TypeError, RecursionError):
        return None


_equals = _comparison(_equal)


def _ordered(operation: Callable[[Any, Any], bool]) -> Callable[[Value, Value], bool | None]:
    def compare(left: Value, right: Value) -> bool | None:
        if (_is_number(left) and _is_number(right)) or (isinstance(left, str) and isinstance(right, str)):
            return operation(left, right)
        return None

    return _comparison(compare)


def _member(left: Value, right: Value) -> bool | None:
    if not isinstance(right, list | tuple):
        return None
    if isinstance(left, str) and left in right:
        return True
    return combine([_equals(left, item) for item in right], decisive=True)


_in = _comparison(_member)


def _has_any(values: Sequence[Value]) -> Value:
    found, wanted = values
    absent = _absent(found, wanted)
    if absent is not None:
        return False if absent is NOT_APPLICABLE else UNKNOWN
    if not isinstance(found, list | tuple):
        return UNKNOWN
    return combine([_member(item, found) for item in _as_list(wanted)], decisive=True)


def _missing(values: Sequence[Value]) -> Value:
    found, wanted = values
    absent = _absent(found, wanted)
    if absent is not None:
        return absent
    if not isinstance(found, list | tuple):
        return UNKNOWN
    return [item for item in _as_list(wanted) if _member(item, found) is not True]


def _as_list(value: Value) -> Sequence[Value]:
    return value if isinstance(value, list | tuple) else [value]


def _known(values: Sequence[Value]) -> Value:
    return _absent(values[0]) is None


def _has(values: Sequence[Value]) -> Value:
    value = values[0]
    empty = isinstance(value, str | list | tuple | Mapping) and not value
    return _absent(value) is None and not empty


def _abs(values: Sequence[Value]) -> Value:
    value = values[0]
    return _absent(value) or (abs(value) if _is_number(value) else UNKNOWN)


def _extreme(name: str) -> Callable[[Sequence[Value]], Value]:
    def apply(values: Sequence[Value]) -> Value:
        return _absent(*values) or _aggregate(name, values)

    return apply


FUNCTIONS: Mapping[str, tuple[Callable[[Sequence[Value]], Value], Sequence[int]]] = {
    "known": (_known, (1,)),
    "has": (_has, (1,)),
    "has_any": (_has_any, (2,)),
    "missing": (_missing, (2,)),
    "abs": (_abs, (1,)),
    "max": (_extreme("max"), range(2, 10)),
    "min": (_extreme("min"), range(2, 10)),
}
"""Functions over plain values with the numbers of arguments they take; ``max(x)`` with one runs over workloads."""

BINARY: Mapping[type[ast.operator], Callable[[Value, Value], Value]] = {
    ast.Add: _arithmetic(lambda a, b: a + b),
    ast.Sub: _arithmetic(lambda a, b: a - b),
    ast.Mult: _arithmetic(lambda a, b: a * b),
    ast.Div: _arithmetic(lambda a, b: a / b),
}

COMPARE: Mapping[type[ast.cmpop], Callable[[Value, Value], bool | None]] = {
    ast.Eq: _equals,
    ast.NotEq: _comparison(lambda a, b: negate(_equal(a, b))),
    ast.Lt: _ordered(lambda a, b: a < b),
    ast.LtE: _ordered(lambda a, b: a <= b),
    ast.Gt: _ordered(lambda a, b: a > b),
    ast.GtE: _ordered(lambda a, b: a >= b),
    ast.In: _in,
    ast.NotIn: _comparison(lambda a, b: negate(_member(a, b))),
}
