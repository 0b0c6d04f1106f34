"""Every text of the command line exists in German."""

import ast
from pathlib import Path

import pytest
import wizard.cli
from wizard.i18n import catalog

CLI = Path(wizard.cli.__file__).parent
GERMAN = Path(catalog.__file__).parent / "locale" / "de" / "cli.po"


def _messages(file: Path) -> set[str]:
    calls = (node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
    return {
        str(call.args[0].value)
        for call in calls
        if ast.unparse(call.func).split(".")[-1] in ("_", "translate")
        and call.args
        and isinstance(call.args[0], ast.Constant)
    }


@pytest.mark.parametrize("file", sorted(CLI.glob("*.py")), ids=lambda file: file.stem)
def test_every_text_has_a_german_translation(file: Path) -> None:
    assert _messages(file) - catalog.read_po(GERMAN).keys() == set()


def test_no_translation_is_left_over() -> None:
    used = set().union(*map(_messages, CLI.glob("*.py")))
    assert catalog.read_po(GERMAN).keys() - used - {""} == set()
