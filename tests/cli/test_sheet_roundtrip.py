"""Whatever an answer may be: typed into a sheet as the program spells it, it comes back as the same value."""

import shutil
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.cli.filling import FILL
from tests.questionnaire.test_roundtrip import _values
from wizard.datafiles.packaged import data_folder
from wizard.questionnaire.flow import LiveQuestion, live_questions
from wizard.questionnaire.loader import load_questionnaire
from wizard.questionnaire.parse import format_value
from wizard.session import Session
from wizard.store.codec import read_assessment

EXAMPLE = data_folder("questionnaires") / "examples" / "stadtwerke.yaml"
QUESTIONNAIRE = load_questionnaire()
READ_BY = ("client.country", "w.kind")
"""Other answers depend on these; they stay as they are."""
ASKED = [
    live
    for live in live_questions(QUESTIONNAIRE, read_assessment(EXAMPLE))
    if live.asked and live.question.id not in READ_BY
]


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An assessment with a fresh sheet of each kind in each language."""
    folder = tmp_path_factory.mktemp("sheets")
    shutil.copyfile(EXAMPLE, folder / "acme.yaml")
    session = Session.open(folder / "acme.yaml", read_only=True)
    for language in ("de", "en"):
        sheet = session.question_sheet(language, created=date(2026, 11, 30))
        for kind in ("xlsx", "md"):
            session.write_sheet(sheet, folder / f"{language}.{kind}", kind, brand=None, replace=False)
    return folder


def _key(live: LiveQuestion) -> str:
    return f"{live.workload_id}:{live.question.id}" if live.workload_id else live.question.id


@st.composite
def _answers(draw: st.DrawFn) -> dict[str, tuple[LiveQuestion, Any]]:
    chosen = draw(st.lists(st.sampled_from(ASKED), min_size=1, max_size=25, unique_by=_key))
    return {_key(live): (live, draw(_values(live.question))) for live in chosen}


@pytest.mark.parametrize("kind", ["xlsx", "md"])
@pytest.mark.parametrize("language", ["de", "en"])
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(answers=_answers())
def test_every_kind_of_answer_comes_back(work: Path, language: str, kind: str, answers: dict[str, Any]) -> None:
    typed = {key: format_value(live.question, value, language) for key, (live, value) in answers.items()}
    sheet = shutil.copyfile(work / f"{language}.{kind}", work / f"filled.{kind}")
    session = Session.open(work / "acme.yaml", read_only=True)
    preview = session.preview_sheet(FILL[kind](sheet, typed), language)
    assert [row for row in preview.rows if row.outcome == "error"] == []
    for live, value in answers.values():
        back = preview.assessment.answer(live.question.id, live.workload_id)
        assert back is not None
        assert back.value == value


@pytest.mark.parametrize("language", ["de", "en"])
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    amount=st.one_of(st.integers(0, 10**9), st.floats(0, 1e9).map(lambda x: round(x, 3))),
    name=st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=60),
)
def test_cells_with_numbers_and_any_text_come_back(work: Path, language: str, amount: float, name: str) -> None:
    """A spreadsheet stores a typed number as a number: it has one reading only, whatever the language."""
    said = f"A {name.strip().lstrip('=')}"
    sheet = shutil.copyfile(work / f"{language}.xlsx", work / "numbers.xlsx")
    session = Session.open(work / "acme.yaml", read_only=True)
    preview = session.preview_sheet(FILL["xlsx"](sheet, {"fin.capex_budget": amount, "client.name": said}), language)
    assert [row for row in preview.rows if row.outcome == "error"] == []
    budget, client = (preview.assessment.answer(question) for question in ("fin.capex_budget", "client.name"))
    assert budget is not None
    assert budget.value == amount
    assert client is not None
    with_single_spaces = Session.open(work / "acme.yaml", read_only=True).trial()
    with_single_spaces.answer("client.name", said)
    typed = with_single_spaces.assessment.answer("client.name")
    assert typed is not None
    assert client.value == typed.value
