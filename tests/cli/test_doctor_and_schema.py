"""``doctor`` and ``schema``."""

from typing import Any

import pytest
from tests.cli.conftest import Rechenwerk
from wizard.report import native


def _checks(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {check["name"]: check for check in document["checks"]}


def test_doctor_names_the_missing_libraries_and_the_line_that_installs_them(
    rechenwerk: Rechenwerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "missing_pdf_libraries", lambda: ["pango"])
    outcome = rechenwerk("doctor", "--json")
    pdf = _checks(outcome.document)["PDF libraries"]
    assert outcome.code == 4
    assert (pdf["ok"], "pango" in pdf["found"], pdf["remedy"]) == (False, True, native.pdf_fix_line())


def test_doctor_is_content_when_all_that_is_needed_is_there(
    rechenwerk: Rechenwerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "missing_pdf_libraries", list)
    monkeypatch.setenv("TERM", "vt100")
    outcome = rechenwerk("doctor", "--json")
    assert (outcome.code, outcome.document["ok"]) == (0, True)
    assert _checks(outcome.document)["colours"]["ok"] is False


def test_doctor_speaks_german(rechenwerk: Rechenwerk) -> None:
    assert "Schreibrechte" in rechenwerk("doctor", "--lang", "de").out


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("assessment", {"rechenwerk", "id", "title", "language", "questionnaire", "answers", "workloads", "overrides"}),
        ("result", {"schema", "provenance", "completeness", "workloads", "options", "break_even", "recommendation"}),
        ("catalog", {"version", "accelerators", "offers", "models"}),
        ("questionnaire", {"version", "modules", "groups", "weight_fields"}),
    ],
)
def test_a_schema_names_the_fields_of_its_format(rechenwerk: Rechenwerk, kind: str, names: set[str]) -> None:
    document = rechenwerk("schema", kind).document
    assert document["$schema"].endswith("2020-12/schema")
    assert names <= document["properties"].keys()
