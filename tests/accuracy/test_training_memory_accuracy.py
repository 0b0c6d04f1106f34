"""The goals for training memory on the published measurements, with all rows and with parts left out."""

import csv
from typing import Any

import pytest
from tests.cli.conftest import Rechenwerk

KIND = ("validate", "--kind", "training-memory", "--by", "use", "--json")


def _headline(statistics: list[dict[str, Any]]) -> dict[str, Any]:
    return next(s for s in statistics if (s["by"], s["slice"]) == ("use", "headline"))


def test_goals_hold_on_all_comparable_rows(rechenwerk: Rechenwerk) -> None:
    """R016: by group at most 10 %, 90th percentile 30 %, nine of ten within ±25 %, 97 % answered."""
    found = _headline(rechenwerk(*KIND).document[0]["statistics"])
    assert found["group_median"] <= 0.10
    assert found["p90"] <= 0.30
    assert found["within_25_percent"] >= 0.88
    assert found["rows"] >= 0.97 * found["of"]


def test_hardly_a_row_is_more_than_a_tenth_too_low(rechenwerk: Rechenwerk, tmp_path: Any) -> None:
    """R020: a training that does not fit after all costs more than a card too large."""
    out = tmp_path / "rows.csv"
    assert rechenwerk("validate", "--kind", "training-memory", "--rows", out).code == 0
    with out.open(encoding="utf-8", newline="") as lines:
        ratios = [float(row["predicted"]) / float(row["measured"]) for row in csv.DictReader(lines)]
    assert sum(ratio < 0.9 for ratio in ratios) <= 0.05 * len(ratios)


@pytest.mark.parametrize(("column", "goal"), [("gpu", 0.18), ("model", 0.15)])
def test_what_is_left_out_is_met_as_well(rechenwerk: Rechenwerk, column: str, goal: float) -> None:
    """R016: fitted without each accelerator or model; 90 % intervals hold 85 to 95 % of what was left out."""
    found = rechenwerk(*KIND, "--leave-out", column).document[0]["refitted"]["left_out"][column]
    assert _headline(found["statistics"])["group_median"] <= goal
    assert 0.85 <= found["intervals"]["train_peak_gib"]["inside"] <= 0.95
