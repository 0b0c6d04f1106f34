"""Finds every text that the program passes to ``_()``, in Python and in templates."""

import ast
from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment
from jinja2.ext import extract_from_ast

ROOT = Path(__file__).parents[2]

AREAS = {
    "ui": ("wizard/tui", "wizard/session", "wizard/plain.py"),
    "report": ("wizard/report", "report_templates/templates"),
    "cli": ("wizard/cli", "wizard/__main__.py"),
    "core": ("wizard/store", "wizard/questionnaire", "wizard/catalogs", "wizard/datafiles"),
}


def files(area: str) -> Iterator[Path]:
    for place in AREAS[area]:
        path = ROOT / place
        if path.is_file():
            yield path
        elif path.is_dir():
            yield from sorted(p for p in path.rglob("*") if p.suffix in (".py", ".j2"))


def messages(area: str) -> dict[str, str]:
    """Message → first place where it is used."""
    found: dict[str, str] = {}
    for path in files(area):
        extract = python_messages if path.suffix == ".py" else template_messages
        for line, message in extract(path.read_text(encoding="utf-8")):
            found.setdefault(message, f"{path.relative_to(ROOT)}:{line}")
    return found


def literals(area: str) -> set[str]:
    """Every text in the area's Python files: some reach ``_()`` through a table."""
    trees = (ast.parse(p.read_text(encoding="utf-8")) for p in files(area) if p.suffix == ".py")
    constants = (node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {value for value in constants if isinstance(value, str)}


def python_messages(source: str) -> Iterator[tuple[int, str]]:
    """Literal first arguments of calls named ``_``, ``N_`` or ``translate``; also behind a dot (``self._("…")``)."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and _name(node.func) in ("_", "N_", "translate") and node.args:
            for literal in _literals(node.args[0]):
                yield node.lineno, literal


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _literals(argument: ast.expr) -> Iterator[str]:
    """The text itself, or both texts of ``_("a" if x else "b")``."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    elif isinstance(argument, ast.IfExp):
        yield from _literals(argument.body)
        yield from _literals(argument.orelse)


def template_messages(source: str) -> Iterator[tuple[int, str]]:
    for line, _function, message in extract_from_ast(Environment().parse(source), gettext_functions=("_",)):  # noqa: S701
        if isinstance(message, str):
            yield line, message
