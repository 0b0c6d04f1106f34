"""``import answers``: what comes back in a sheet reaches the assessment in one step, or is told row by row."""

import shutil
from pathlib import Path

import pytest
from tests.cli.conftest import Outcome, Rechenwerk
from tests.cli.filling import FILL, fill_markdown, fill_workbook
from tests.tui.pty_driver import Terminal
from wizard.datafiles.packaged import data_folder
from wizard.domain.assessment import Answer, AnswerState
from wizard.domain.provenance import Evidence
from wizard.session import Session
from wizard.store.codec import read_assessment

EXAMPLE = data_folder("questionnaires") / "examples" / "stadtwerke.yaml"
DAY = ("--as-of", "2026-11-30")

GERMAN = {
    "fin.capex_budget": ("1.234,5", "Herr Okafor"),
    "client.country": "Österreich",
    "con.data_classes": "Geschäftsgeheimnisse, Intern",
    "project.needed_by": "31.12.2027",
    "site.cooling": "?",
    "road.growth_pct": "10 / 30 / 50",
    "w1:w.users_active_peak": "1.250",
    "w1:w.tokens_in": "2.500 – 8.000",
    "w2:w.users_active_peak": "entfällt: läuft nachts",
}
ENGLISH = {
    "fin.capex_budget": ("1,234.5", "Mr Okafor"),
    "client.country": "Austria",
    "con.data_classes": "Trade secrets, Internal",
    "project.needed_by": "2027-12-31",
    "site.cooling": "?",
    "road.growth_pct": "10 / 30 / 50",
    "w1:w.users_active_peak": "1,250",
    "w1:w.tokens_in": "2,500 – 8,000",
    "w2:w.users_active_peak": "n/a: runs at night",
}
STORED = {
    ("fin.capex_budget", None): 1234.5,
    ("client.country", None): "AT",
    ("con.data_classes", None): ["internal", "secret"],
    ("project.needed_by", None): "2027-12-31",
    ("road.growth_pct", None): {"low": 10, "value": 30, "high": 50},
    ("w.users_active_peak", "w1"): 1250,
    ("w.tokens_in", "w1"): {"typical": 2500, "p95": 8000},
}


@pytest.fixture
def acme(tmp_path: Path) -> Path:
    file = tmp_path / "acme.yaml"
    shutil.copyfile(EXAMPLE, file)
    return file


def _sheet(rechenwerk: Rechenwerk, acme: Path, kind: str = "md", language: str = "de") -> Path:
    outcome = rechenwerk("questions", acme, "--format", kind, "--lang", language, *DAY)
    assert outcome.code == 0, outcome.err
    return Path(outcome.out.strip())


def _outcomes(outcome: Outcome) -> dict[str, str]:
    return {f"{row['workload'] or ''}:{row['id']}".lstrip(":"): row["outcome"] for row in outcome.document["rows"]}


@pytest.mark.parametrize("kind", ["xlsx", "md"])
@pytest.mark.parametrize(("language", "answers"), [("de", GERMAN), ("en", ENGLISH)])
def test_answers_come_back_from_a_sheet(
    rechenwerk: Rechenwerk, acme: Path, kind: str, language: str, answers: dict[str, object]
) -> None:
    sheet = FILL[kind](_sheet(rechenwerk, acme, kind, language), answers)
    outcome = rechenwerk("import", "answers", sheet, acme, "--yes", "--lang", language)
    assert outcome.code == 0, outcome.out + outcome.err
    written = read_assessment(acme)
    stored = {place: written.answer(*place) for place in STORED}
    assert {place: answer.value for place, answer in stored.items() if answer} == STORED
    assert {answer.state for answer in stored.values() if answer} == {AnswerState.IMPORTED}
    assert {answer.evidence for answer in stored.values() if answer} == {Evidence.STATED}
    budget, night = stored["fin.capex_budget", None], written.answer("w.users_active_peak", "w2")
    assert budget is not None
    assert budget.by in ("Herr Okafor", "Mr Okafor")
    assert night is not None
    assert (night.state, night.reason) in ((AnswerState.NOT_APPLICABLE, "läuft nachts"),
                                           (AnswerState.NOT_APPLICABLE, "runs at night"))  # fmt: skip


def test_one_undo_takes_everything_back(rechenwerk: Rechenwerk, acme: Path) -> None:
    before = read_assessment(acme)
    sheet = fill_markdown(_sheet(rechenwerk, acme), GERMAN)
    assert rechenwerk("import", "answers", sheet, acme, "--yes").code == 0
    with Session.open(acme) as session:
        assert session.undo()
        assert session.assessment == before


def test_notes_stay_beside_imported_answers(rechenwerk: Rechenwerk, acme: Path) -> None:
    sheet = fill_markdown(_sheet(rechenwerk, acme), {"fin.capex_budget": "500.000"})
    assert rechenwerk("import", "answers", sheet, acme, "--yes").code == 0
    answer = read_assessment(acme).answer("fin.capex_budget")
    assert answer is not None
    assert answer.note is not None
    assert answer.note.visibility == "internal"


@pytest.mark.parametrize(("arguments", "code"), [((), 1), (("--dry-run",), 0), (("--json",), 1)])
def test_without_consent_nothing_changes(
    rechenwerk: Rechenwerk, acme: Path, arguments: tuple[str, ...], code: int
) -> None:
    before = acme.read_bytes()
    sheet = fill_markdown(_sheet(rechenwerk, acme), {"fin.capex_budget": "500.000"})
    outcome = rechenwerk("import", "answers", sheet, acme, *arguments, "--lang", "de")
    assert outcome.code == code
    assert "420.000\u202fEUR" in outcome.out
    assert "500.000\u202fEUR" in outcome.out
    assert acme.read_bytes() == before
    assert not list(acme.parent.glob(".acme*"))


def test_an_empty_sheet_changes_nothing(rechenwerk: Rechenwerk, acme: Path) -> None:
    before = acme.read_bytes()
    outcome = rechenwerk("import", "answers", _sheet(rechenwerk, acme, "xlsx"), acme, "--yes", "--lang", "de")
    assert (outcome.code, outcome.out) == (0, "")
    assert "Nichts zu übernehmen" in outcome.err
    assert acme.read_bytes() == before


def test_saying_the_same_again_keeps_evidence_and_name(rechenwerk: Rechenwerk, acme: Path) -> None:
    before = read_assessment(acme).answer("site.power_kw")
    sheet = fill_markdown(_sheet(rechenwerk, acme), {"site.power_kw": ("14 kW", "Jemand")})
    outcome = rechenwerk("import", "answers", sheet, acme, "--yes", "--json")
    assert (outcome.code, _outcomes(outcome)) == (0, {"site.power_kw": "same"})
    assert read_assessment(acme).answer("site.power_kw") == before


def _codes(outcome: Outcome) -> dict[str, list[str]]:
    return {row["id"]: [problem["code"] for problem in row["problems"]] for row in outcome.document["rows"]}


def test_an_answer_given_meanwhile_is_a_conflict(rechenwerk: Rechenwerk, acme: Path) -> None:
    sheet = fill_markdown(_sheet(rechenwerk, acme), {"fin.capex_budget": "500.000"})
    assert rechenwerk("set", acme, "fin.capex_budget=450000").code == 0
    outcome = rechenwerk("import", "answers", sheet, acme, "--json")
    assert _outcomes(outcome)["fin.capex_budget"] == "conflict"
    assert _codes(outcome)["fin.capex_budget"] == ["S062"]
    told = rechenwerk("import", "answers", sheet, acme, "--lang", "de").out
    assert "inzwischen beantwortet: hier 450.000 EUR, im Bogen 500.000 EUR" in " ".join(told.split())


def test_a_firmer_answer_and_a_lost_one_are_conflicts(rechenwerk: Rechenwerk, acme: Path) -> None:
    with Session.open(acme) as session:
        session.apply("w.users_active_peak", Answer(value=280, state=AnswerState.MEASURED), "w1")
    answers = {"site.power_kw": "20", "w1:w.users_active_peak": "500", "client.country": "?"}
    outcome = rechenwerk("import", "answers", fill_markdown(_sheet(rechenwerk, acme), answers), acme, "--json")
    assert _codes(outcome) == {"client.country": ["S064"], "site.power_kw": ["S063"], "w.users_active_peak": ["S063"]}


def test_a_sheet_of_another_assessment_is_told_first(rechenwerk: Rechenwerk, acme: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    assert rechenwerk("new", other, "--no-tui", "--lang", "de").code == 0
    sheet = fill_markdown(_sheet(rechenwerk, other), {"client.country": "Schweiz"})
    before = acme.read_bytes()
    outcome = rechenwerk("import", "answers", sheet, acme, "--lang", "de")
    assert (outcome.code, acme.read_bytes()) == (1, before)
    assert outcome.out.startswith("! der Bogen stammt aus einer anderen Bewertung")
    assert rechenwerk("import", "answers", sheet, acme, "--dry-run").code == 1


def test_another_questionnaire_is_told_first(rechenwerk: Rechenwerk, acme: Path) -> None:
    sheet = fill_markdown(_sheet(rechenwerk, acme), {"client.employees": "12"})
    text = sheet.read_text(encoding="utf-8")
    sheet.write_text(text.replace("questionnaire=2026.11", "questionnaire=2020.01"), encoding="utf-8")
    outcome = rechenwerk("import", "answers", sheet, acme, "--json")
    assert [warning["code"] for warning in outcome.document["warnings"]] == ["S061"]
    assert outcome.code == 1


def test_rows_that_cannot_be_understood_are_left_with_their_places(rechenwerk: Rechenwerk, acme: Path) -> None:
    answers = {
        "client.country": "Atlantis", "fin.capex_budget": "500.000", "w1:w.users_active_peak": "viele",
        "project.priorities": "50; 60; 0; 0; 0; 0; 0",
    }  # fmt: skip
    sheet = fill_workbook(_sheet(rechenwerk, acme, "xlsx"), answers)
    outcome = rechenwerk("import", "answers", sheet, acme, "--yes", "--lang", "de")
    assert outcome.code == 1
    written = read_assessment(acme)
    budget, country = written.answer("fin.capex_budget"), written.answer("client.country")
    assert budget is not None
    assert country is not None
    assert (budget.value, country.value) == (500000, "DE")
    assert "1 Antworten übernommen" in outcome.err
    assert "3 Zeilen lassen sich nicht übernehmen: " in outcome.err
    assert "Geschäfts- oder Projektleitung!H" in outcome.err
    assert "[Q006]" in outcome.out


def test_an_ambiguous_number_is_asked_about(rechenwerk: Rechenwerk, acme: Path) -> None:
    sheet = fill_markdown(_sheet(rechenwerk, acme, language="en"), {"site.power_kw": "1.234"})
    outcome = rechenwerk("import", "answers", sheet, acme, "--json")
    assert _codes(outcome) in ({"site.power_kw": ["Q003"]}, {"site.power_kw": ["S063"]})


def test_the_same_question_answered_twice(rechenwerk: Rechenwerk, acme: Path) -> None:
    sheet = fill_markdown(_sheet(rechenwerk, acme), {"client.employees": "12"})
    text = sheet.read_text(encoding="utf-8")
    mark = next(line for line in text.splitlines() if line.startswith("`client.employees@"))
    sheet.write_text(f"{text}\n{mark}\n\n**Antwort:** 13\n", encoding="utf-8")
    outcome = rechenwerk("import", "answers", sheet, acme, "--yes", "--json")
    assert (outcome.code, _codes(outcome)) == (1, {"client.employees": ["S065"]} | {})
    employees = read_assessment(acme).answer("client.employees")
    assert employees is not None
    assert employees.value == 640


def test_answers_are_read_under_the_kind_and_country_of_the_same_sheet(rechenwerk: Rechenwerk, acme: Path) -> None:
    answers = {"client.country": "Schweiz", "fin.capex_budget": "500.000 CHF"}
    sheet = fill_markdown(_sheet(rechenwerk, acme), answers)
    outcome = rechenwerk("import", "answers", sheet, acme, "--yes", "--json")
    assert (outcome.code, _outcomes(outcome)) == (0, {"client.country": "changed", "fin.capex_budget": "changed"})


def test_a_locked_assessment_is_not_changed(rechenwerk: Rechenwerk, acme: Path) -> None:
    sheet = fill_markdown(_sheet(rechenwerk, acme), {"client.employees": "12"})
    with Session.open(acme):
        outcome = rechenwerk("import", "answers", sheet, acme, "--yes")
    assert (outcome.code, "[P006]" in outcome.err) == (3, True)


@pytest.mark.pty
@pytest.mark.parametrize(("typed", "value"), [("j\r", 12), ("n\r", 640), ("\r", 640)])
def test_a_person_is_asked_before_anything_changes(
    rechenwerk: Rechenwerk, acme: Path, tmp_path: Path, typed: str, value: int
) -> None:
    sheet = fill_markdown(_sheet(rechenwerk, acme), {"client.employees": "12"})
    with Terminal(["import", "answers", str(sheet), str(acme), "--lang", "de"], tmp_path / "state") as terminal:
        terminal.wait_for("[j/N]")
        terminal.type(typed)
        terminal.end()
    employees = read_assessment(acme).answer("client.employees")
    assert employees is not None
    assert employees.value == value


@pytest.mark.pty
def test_killed_between_preview_and_consent_nothing_has_changed(
    rechenwerk: Rechenwerk, acme: Path, tmp_path: Path
) -> None:
    before = acme.read_bytes()
    sheet = fill_markdown(_sheet(rechenwerk, acme), {"client.employees": "12", "fin.capex_budget": "500.000"})
    with Terminal(["import", "answers", str(sheet), str(acme), "--lang", "de"], tmp_path / "state") as terminal:
        terminal.wait_for("[j/N]")
        terminal.kill()
    assert acme.read_bytes() == before
    assert rechenwerk("set", acme, "client.employees=13").code == 0
