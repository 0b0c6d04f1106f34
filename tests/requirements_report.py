"""Counts the requirements that tests cover, and holds ``requirements.csv`` against the tests.

``python tests/requirements_report.py`` prints the count; ``--write`` fills the columns test and status anew.
"""

import ast
import csv
import re
import sys
from pathlib import Path

TESTS = Path(__file__).parent
TABLE = TESTS / "requirements.csv"
IDS = tuple(f"R{number:03d}" for number in range(1, 175))
_ID = re.compile(r"\bR(\d{3})(?:\s*(?:–|-|to|bis)\s*R?(\d{3}))?\b")


def covering_tests() -> dict[str, list[str]]:
    """Requirement id → ``tests/…::name`` of every test whose docstring names it."""
    found: dict[str, list[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        place = file.relative_to(TESTS.parent).as_posix()
        for name, docstring in _documented_tests(file):
            for requirement in named_in(docstring):
                found.setdefault(requirement, []).append(f"{place}::{name}")
    return found


def named_in(text: str) -> list[str]:
    """``R014`` and spans such as ``R102–R130`` in a text, as single ids."""
    named: list[str] = []
    for first, last in _ID.findall(text):
        named += [f"R{number:03d}" for number in range(int(first), int(last or first) + 1)]
    return named


def rows() -> list[dict[str, str]]:
    """The table as it stands in the file."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write() -> None:
    """Fills test and status from the tests' docstrings; the other columns stay."""
    covered = covering_tests()
    table = rows()
    for row in table:
        tests = covered.get(row["id"], [])
        row["test"], row["status"] = (tests[0], "covered") if tests else ("", "open")
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["id", "requirement", "place", "test", "status"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)


def _documented_tests(file: Path) -> list[tuple[str, str]]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return [(f.name, ast.get_docstring(f) or "") for f in functions if f.name.startswith("test_")]


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        write()
    count = sum(row["status"] == "covered" for row in rows())
    sys.stdout.write(f"requirements: {count} of {len(IDS)} covered\n")
