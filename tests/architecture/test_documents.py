"""What the documents promise exists."""

import re
import shlex
from pathlib import Path

import pytest
from wizard.cli.main import parsed
from wizard.cli.talk import Talk

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("*/README.md")]


def _name(file: Path) -> str:
    return str(file.relative_to(ROOT))


@pytest.mark.parametrize("document", DOCUMENTS, ids=_name)
def test_every_local_link_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", document.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (document.parent / link).exists()] == []


def _commands() -> list[str]:
    text = (ROOT / "README.md").read_text(encoding="utf-8").replace("\\\n", " ")
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith("rechenwerk ")]


@pytest.mark.parametrize("command", _commands())
def test_every_command_of_the_readme_is_understood(command: str) -> None:
    program, *arguments = shlex.split(command, comments=True)
    found = parsed(arguments, Talk("en"))
    assert (program, found.command) == ("rechenwerk", arguments[0] if arguments else None)


def test_the_readme_shows_the_two_commands_first() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    first_block = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)[0]
    assert [line.split("#")[0].strip() for line in first_block.splitlines()] == ["./run demo", "./run test"]


def test_the_changelog_has_an_open_section() -> None:
    assert "## [Unreleased]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
