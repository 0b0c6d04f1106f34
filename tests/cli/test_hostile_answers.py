"""Files edited by hand: what does not fit a question is named, never guessed at and never a crash."""

from pathlib import Path

import pytest
from tests.cli.conftest import Rechenwerk
from wizard.datafiles.packaged import data_folder

EXAMPLE = data_folder("questionnaires") / "examples" / "stadtwerke.yaml"


@pytest.fixture
def edited(tmp_path: Path):
    def edit(*replacements: tuple[str, str]) -> Path:
        content = EXAMPLE.read_text(encoding="utf-8")
        for old, new in replacements:
            assert old in content
            content = content.replace(old, new, 1)
        file = tmp_path / "acme.yaml"
        file.write_text(content, encoding="utf-8")
        return file

    return edit


@pytest.mark.parametrize("value", ["viele", "-5", "1e300", "[1]", "{a: 1}", "{value: x}", "[[{a: [1]}]]"])
@pytest.mark.parametrize("command", ["evaluate", "explain", "report"])
def test_a_value_that_does_not_fit_names_file_and_question(rechenwerk: Rechenwerk, edited, command: str, value: str):
    file = edited(("value: 420000", f"value: {value}"))
    more = {"explain": ["options"], "report": ["--out", file.parent / "out"]}.get(command, [])
    outcome = rechenwerk(command, file, *more)
    assert outcome.code == 3
    assert outcome.err.startswith("acme.yaml: fin.capex_budget: [Q0")


@pytest.mark.parametrize("value", ["x", "[[{a: [1]}]]", "[{a: 1}]"])
def test_odd_choices_do_not_disturb_the_conditions(rechenwerk: Rechenwerk, edited, value: str):
    file = edited(("value: energy_kritis", f"value: {value}"))
    assert rechenwerk("evaluate", file).err.startswith("acme.yaml: client.sector: [Q0")
    assert rechenwerk("list", file.parent).code == 0


def test_check_lists_every_answer_that_does_not_fit(rechenwerk: Rechenwerk, edited):
    file = edited(("value: 420000", "value: viele"), ("value: 640", "value: -5"))
    outcome = rechenwerk("check", file, "--json")
    assert outcome.code == 1
    assert [p["id"] for p in outcome.document["problems"]] == ["client.employees", "fin.capex_budget"]


def test_check_names_answers_that_nothing_reads(rechenwerk: Rechenwerk, edited):
    file = edited(("  fin.capex_budget:", "  w.kind:\n    value: llm_chat\n  fin.capex_bugdet:"))
    problems = {p["id"]: p["text"] for p in rechenwerk("check", file, "--json").document["problems"]}
    assert "does not belong here" in problems["w.kind"]
    assert "fin.capex_budget" in problems["fin.capex_bugdet"]
