"""Law and product states in the report: named with date and age, told when old, never advice."""

from datetime import date
from pathlib import Path

import pytest
from tests.report.case import Evaluated, assessment, result
from wizard.domain.language import text
from wizard.domain.result import DatedFact
from wizard.report import render


def fact(identity: str, name: str, age: int, limit: int, **changes: object) -> DatedFact:
    fields: dict[str, object] = {
        "pack": "law", "id": identity, "name": text(name, name), "status": "in_force",
        "state": text("in force since 6 December 2025", "gilt seit 6. Dezember 2025"), "as_of": date(2026, 2, 19),
        "checked_on": date(2026, 3, 1), "age_days": age, "limit_days": limit, "expired": age > limit,
        "source": "haufe.de 2025-12-23",
    }  # fmt: skip
    return DatedFact.model_validate({**fields, **changes})


def html(folder: Path, language: str, *facts: DatedFact) -> str:
    told = result().model_copy(update={"dated_facts": facts})
    render(assessment(), Evaluated(told), folder, languages=(language,), formats=("html",))
    (path,) = folder.glob("*.html")
    return path.read_text(encoding="utf-8")


ORIENTATION = [
    ("de", ("Aussagen zu Recht und Steuern sind Orientierung und keine Beratung", "Stand vom", "19.02.2026")),
    ("en", ("Statements on law and tax are orientation, not advice", "Known up to", "19 February 2026")),
]


@pytest.mark.parametrize(("language", "said"), ORIENTATION)
def test_law_is_shown_with_its_state_as_orientation(tmp_path: Path, language: str, said: tuple[str, ...]) -> None:
    shown = html(tmp_path, language, fact("de-nis2", "NIS2 act", 10, 365))
    assert [part for part in (*said, "NIS2 act") if part not in shown] == []


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "Rechts- und Produktstände über ihrer Altersgrenze: 1 von 2"),
     ("en", "Law and product states older than their limit: 1 of 2")],
)  # fmt: skip
def test_old_states_are_told_before_the_table(tmp_path: Path, language: str, said: str) -> None:
    facts = (fact("a", "Old", 400, 365), fact("b", "New", 5, 365))
    assert said in html(tmp_path, language, *facts)


@pytest.mark.parametrize(
    ("changes", "said"), [({"changed": True}, "Termin verstrichen"), ({"weak": True}, "schwach belegt"), ({}, "gültig")]
)
def test_each_entry_says_how_far_it_carries(tmp_path: Path, changes: dict[str, object], said: str) -> None:
    assert said in html(tmp_path, "de", fact("a", "Rule", 5, 365, **changes))


def test_a_result_without_law_says_nothing_of_it(tmp_path: Path) -> None:
    shown = html(tmp_path, "de", fact("vllm", "vLLM", 5, 180, pack="software", status="active"))
    assert "Aussagen zu Recht und Steuern" not in shown


def test_a_name_from_outside_stays_text(tmp_path: Path) -> None:
    assert "<script>alert" not in html(tmp_path, "de", fact("a", "<script>alert(1)</script>", 5, 365))
