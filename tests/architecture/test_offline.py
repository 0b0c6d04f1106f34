"""Only ``catalog refresh`` goes online: no other command loads what could, or opens a connection."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CLIENTS = {"urllib.request", "http.client", "ftplib", "smtplib", "ssl"}
COMMANDS = [
    ["--help"],
    ["catalog", "list", "offers"],
    ["catalog", "show", "h100-sxm-80"],
    ["catalog", "refresh", "--help"],
    ["check", "{file}"],
    ["evaluate", "{file}", "--samples", "64"],
    ["predict", "--model", "Qwen/Qwen3-8B", "--gpu", "l40s", "--gpus", "1", "--input-tokens", "100",
     "--output-tokens", "10", "--max-throughput"],
]  # fmt: skip
WATCHED = """
import sys
opened = []
sys.addaudithook(lambda event, _: opened.append(event) if event in ("socket.connect", "socket.getaddrinfo") else None)
from wizard.cli.main import run
code = run(sys.argv[1:])
print(code, opened, "\\n".join(sys.modules), file=sys.stderr, sep="\\n")
"""


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]))
def test_a_command_neither_loads_a_client_nor_connects(command: list[str]) -> None:
    file = str(ROOT / "tests" / "data" / "three_workloads.yaml")
    arguments = [part.format(file=file) for part in command]
    ended = subprocess.run([sys.executable, "-c", WATCHED, *arguments], capture_output=True, text=True, timeout=120)
    lines = ended.stderr.splitlines()
    loaded = set(lines)
    assert lines[lines.index("[]") - 1] in ("0", "1")  # carried out; no connection, no look-up
    assert not {name for name in loaded if name.startswith("wizard.refresh")}
    assert loaded.isdisjoint(CLIENTS)


def test_only_the_package_for_it_names_a_network_client() -> None:
    named = {
        f"{file.relative_to(ROOT)}: {name}"
        for file in (ROOT / "wizard").rglob("*.py")
        if file.parent.name != "refresh"
        for name in _imports(file)
        if name in CLIENTS
    }
    assert named == set()


def test_only_its_command_imports_the_package() -> None:
    importers = {
        file.name
        for file in (ROOT / "wizard").rglob("*.py")
        if "refresh" not in file.relative_to(ROOT).parts
        and any(name.startswith("wizard.refresh") for name in _imports(file))
    }
    assert importers == {"catalog_refresh.py", "refresh_view.py"}


def _imports(file: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names
