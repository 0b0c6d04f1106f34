"""``rechenwerk cost check``: a printed calculation recomputed, its mistakes named."""

from pathlib import Path

import pytest
from tests.cli.conftest import Rechenwerk

CALCULATION = (
    "kind: totals\n"
    "given: {capex: 1920000, running_total: 728681, rented_total: 3139584, years: 4, discount_rate: 0.10}\n"
    "printed: {saving: 490903, npv: -9440}\n"
)


@pytest.fixture
def calculation(tmp_path: Path) -> Path:
    path = tmp_path / "calculation.yaml"
    path.write_text(CALCULATION, encoding="utf-8")
    return path


def test_the_right_values_and_the_mistakes_as_json(rechenwerk: Rechenwerk, calculation: Path) -> None:
    """R025: undiscounted it says buy, at 10 % the present value is negative."""
    found = rechenwerk("cost", "check", str(calculation), "--json").document
    assert found["right"]["npv"] == pytest.approx(-9_440.47, abs=1)
    assert [mistake["id"] for mistake in found["mistakes"]] == ["CALC-07"]


def test_printed_and_right_values_stand_side_by_side_in_german(rechenwerk: Rechenwerk, calculation: Path) -> None:
    out = rechenwerk("cost", "check", str(calculation), "--lang", "de").out
    assert "490.903" in out
    assert "CALC-07 (npv): Die nicht abgezinste Summe" in out


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("kind: totals\n", "P052"),
        ("- 1\n", "P052"),
        ("kind: seats\ngiven: {users: 1, per_seat_month: 2}\nprinted: {year: many}\n", "P052"),
        ("kind: seats\ngiven: {users: -1, per_seat_month: 2}\n", "E263"),
        ("kind: [\n", "Y003"),
    ],
)
def test_what_is_no_calculation_is_refused(rechenwerk: Rechenwerk, tmp_path: Path, content: str, code: str) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(content, encoding="utf-8")
    ended = rechenwerk("cost", "check", str(path))
    assert f"[{code}]" in ended.err
