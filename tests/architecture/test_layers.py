"""The walls of the house: layer contracts, file sizes, and habits that a linter cannot see."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "wizard").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))


def _name(file: Path) -> str:
    return str(file.relative_to(ROOT))


def test_the_layer_contracts_hold() -> None:
    lint = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"], cwd=ROOT, capture_output=True, text=True
    )
    assert lint.returncode == 0, lint.stdout


@pytest.mark.parametrize("file", SOURCES + TESTS, ids=_name)
def test_a_file_has_at_most_400_lines(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 400


def test_no_number_field_of_textual_is_used() -> None:
    """Textual's own number field turns ``1234,5`` into 12345 without a word."""
    pattern = re.compile(r"""\btype\s*=\s*["'](number|integer)["']""")
    assert [_name(f) for f in SOURCES if pattern.search(f.read_text(encoding="utf-8"))] == []


def test_the_command_line_writes_in_one_place_only() -> None:
    """Client text must pass the one function that makes it harmless."""
    writers = {_name(f) for f in SOURCES if f.parent.name == "cli" and _writes(f)}
    assert writers - {"wizard/cli/talk.py"} == set()


@pytest.mark.parametrize("package", ["sizing", "costs", "decision"])
def test_engines_read_no_clock_no_files_and_no_global_randomness(package: str) -> None:
    files = (ROOT / "wizard" / package).rglob("*.py")
    assert {f"{_name(file)}: {call}" for file in files for call in _calls(file) if _IMPURE.match(call)} == set()


# A generator made from a seed that came in as an argument is pure; numpy's and Python's own global ones are not.
_IMPURE = re.compile(
    r"(open|time\.time|datetime\.(now|today|utcnow)|date\.today)\("
    r"|random\.|(np|numpy)\.random\.(?!default_rng\(.|Generator\(|PCG64\(.|SeedSequence\(.)"
    r"|(np|numpy)\.random\.default_rng\(\)"
)


def _calls(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Call)}


def _writes(file: Path) -> bool:
    return any(call.startswith(("print(", "sys.stdout.write", "sys.stderr.write")) for call in _calls(file))
