"""Conditions in a small three-valued language: yes, no, unknown.

A source such as ``any(w.kind in groups.llm) and not known(w.inflight_peak)`` is read with Python's own parser and
compiled from a whitelist of node kinds; nothing of it is ever executed as Python. Evaluation follows Kleene's strong
logic and never raises: what cannot be computed (unknown input, text compared with a number, division by zero) is
unknown. A comparison with a value that is not applicable is false.
"""

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from wizard.domain.errors import CodedError
from wizard.questionnaire.errors import ExpressionError
from wizard.questionnaire.logic import (
    BINARY,
    COMPARE,
    FUNCTIONS,
    NOT_APPLICABLE,
    UNKNOWN,
    Evaluator,
    Scope,
    Value,
    combine,
    join_workloads,
    lookup,
    negate,
    truth,
)

MAX_LENGTH = 2_000
MAX_DEPTH = 40
OVER_WORKLOADS = ("any", "all", "max", "min", "sum")
_LITERALS = {"true": True, "false": False, "True": True, "False": False}


@dataclass(frozen=True, slots=True)
class Expression:
    """A compiled condition or formula."""

    source: str
    names: frozenset[str]
    """Dotted names it reads, such as ``w.kind`` or ``groups.llm``."""
    _evaluator: Evaluator

    def evaluate(self, scope: Scope) -> bool | None:
        """True, False, or None when the answer is unknown. Never raises.

        Args:
            scope: dotted name → value, ``UNKNOWN`` or ``NOT_APPLICABLE``; ``workloads`` holds one mapping each for
                ``any()`` and its kin; a missing name is unknown.
        """
        return truth(self._evaluator(scope))

    def value(self, scope: Scope) -> Value:
        """The computed value, ``UNKNOWN`` or ``NOT_APPLICABLE``. Never raises."""
        return self._evaluator(scope)


@lru_cache(maxsize=2048)
def compile_expression(source: str) -> Expression:
    """Reads a condition.

    Raises:
        CodedError: Q201 to Q204, for anything outside the whitelist.
    """
    if len(source) > MAX_LENGTH:
        raise CodedError(ExpressionError.TOO_LONG)
    try:
        tree = ast.parse(source.strip(), mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise CodedError(ExpressionError.SYNTAX, source=source[:80]) from None
    names: set[str] = set()
    evaluator = _compile(tree.body, names, 0)
    return Expression(source, frozenset(names), evaluator)


def _compile(node: ast.expr, names: set[str], depth: int) -> Evaluator:
    if depth > MAX_DEPTH:
        raise CodedError(ExpressionError.TOO_LONG)
    compiler = _COMPILERS.get(type(node))
    if compiler is None:
        raise _refused(node)
    return compiler(node, names, depth + 1)


def _refused(node: ast.AST) -> CodedError:
    functions = ", ".join(sorted({*FUNCTIONS, *OVER_WORKLOADS}))
    return CodedError(ExpressionError.NOT_ALLOWED, part=_shown(node), functions=functions)


def _shown(node: ast.AST) -> str:
    try:
        return ast.unparse(node)[:60]
    except (ValueError, RecursionError, AttributeError):
        return type(node).__name__


def _constant(node: ast.Constant, _names: set[str], _depth: int) -> Evaluator:
    value = node.value
    if not isinstance(value, bool | int | float | str) or (isinstance(value, int) and abs(value) > 10**18):
        raise _refused(node)
    return lambda _scope: value


def _name(node: ast.expr, names: set[str], _depth: int) -> Evaluator:
    dotted = _dotted(node)
    if dotted in _LITERALS:
        literal = _LITERALS[dotted]
        return lambda _scope: literal
    names.add(dotted)
    return lambda scope: lookup(scope, dotted)


def _dotted(node: ast.expr) -> str:
    parts: list[str] = []
    inner = node
    while isinstance(inner, ast.Attribute):
        parts.append(inner.attr)
        inner = inner.value
    if not isinstance(inner, ast.Name):
        raise _refused(node)
    parts.append(inner.id)
    if any(part.startswith("_") for part in parts):
        raise _refused(node)
    return ".".join(reversed(parts))


def _list(node: ast.List | ast.Tuple, names: set[str], depth: int) -> Evaluator:
    items = [_compile(item, names, depth) for item in node.elts]
    return lambda scope: [item(scope) for item in items]


def _boolean(node: ast.BoolOp, names: set[str], depth: int) -> Evaluator:
    parts = [_compile(value, names, depth) for value in node.values]
    decisive = isinstance(node.op, ast.Or)
    return lambda scope: combine([truth(part(scope)) for part in parts], decisive=decisive)


def _unary(node: ast.UnaryOp, names: set[str], depth: int) -> Evaluator:
    inner = _compile(node.operand, names, depth)
    if isinstance(node.op, ast.Not):
        return lambda scope: negate(truth(inner(scope)))
    if isinstance(node.op, ast.USub | ast.UAdd):
        minus = BINARY[ast.Sub if isinstance(node.op, ast.USub) else ast.Add]
        return lambda scope: minus(0, inner(scope))
    raise _refused(node)


def _binary(node: ast.BinOp, names: set[str], depth: int) -> Evaluator:
    operation = BINARY.get(type(node.op))
    if operation is None:
        raise _refused(node)
    left, right = _compile(node.left, names, depth), _compile(node.right, names, depth)
    return lambda scope: operation(left(scope), right(scope))


def _compare(node: ast.Compare, names: set[str], depth: int) -> Evaluator:
    operands = [_compile(item, names, depth) for item in (node.left, *node.comparators)]
    operations = [COMPARE.get(type(op)) for op in node.ops]
    known = [op for op in operations if op is not None]
    if len(known) != len(operations):
        raise _refused(node)

    def evaluate(scope: Scope) -> Value:
        values = [operand(scope) for operand in operands]
        pairs = zip(known, values[:-1], values[1:], strict=True)
        return combine([compare(left, right) for compare, left, right in pairs], decisive=False)

    return evaluate


def _call(node: ast.Call, names: set[str], depth: int) -> Evaluator:
    if not isinstance(node.func, ast.Name) or node.keywords:
        raise _refused(node)
    name, count = node.func.id, len(node.args)
    if any(isinstance(argument, ast.Starred) for argument in node.args):
        raise _refused(node)
    arguments = [_compile(argument, names, depth) for argument in node.args]
    if name in OVER_WORKLOADS and count == 1:
        return _over_workloads(name, arguments[0])
    if name not in FUNCTIONS:
        raise _refused(node) if name not in OVER_WORKLOADS else _wrong_count(name, count)
    function, allowed = FUNCTIONS[name]
    if count not in allowed:
        raise _wrong_count(name, count)
    return lambda scope: function([argument(scope) for argument in arguments])


def _wrong_count(name: str, count: int) -> CodedError:
    return CodedError(ExpressionError.ARGUMENTS, function=name, count=count)


def _over_workloads(name: str, inner: Evaluator) -> Evaluator:
    """``any(w.kind == 'ocr')``: the inner expression once per workload, then joined."""
    return lambda scope: join_workloads(name, inner, scope)


_Compiler = Callable[..., Evaluator]
_COMPILERS: Mapping[type[ast.expr], _Compiler] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _name,
    ast.List: _list,
    ast.Tuple: _list,
    ast.BoolOp: _boolean,
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.Compare: _compare,
    ast.Call: _call,
}

__all__ = ["NOT_APPLICABLE", "UNKNOWN", "Expression", "compile_expression"]
