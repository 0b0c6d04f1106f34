"""Every word of the terminal program exists in German, with the same placeholders."""

import ast
import re
from pathlib import Path

import wizard.i18n
import wizard.tui
from wizard.i18n.catalog import read_po

_PLACEHOLDER = re.compile(r"\{\w+\}")


def _said() -> set[str]:
    found = set()
    for path in Path(wizard.tui.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name in ("say", "mark"):
                    found.add(node.args[0].value)
    return found


def _german() -> dict[str, str]:
    return read_po(Path(wizard.i18n.__file__).parent / "locale" / "de" / "ui.po")


def test_nothing_is_untranslated_and_nothing_is_left_over() -> None:
    assert _said() == set(_german())


def test_placeholders_are_the_same() -> None:
    differing = [
        m for m, german in _german().items() if set(_PLACEHOLDER.findall(m)) != set(_PLACEHOLDER.findall(german))
    ]
    assert not differing
