"""``docs/accuracy.md`` is what ``validate`` says about the data and formulas of today."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Rechenwerk
from wizard.accuracy.answer import answer, world_of
from wizard.accuracy.benchmarks import shipped_tables
from wizard.accuracy.fingerprint import fingerprint
from wizard.catalogs.load import shipped_catalog

PAGE = Path(__file__).parents[2] / "docs" / "accuracy.md"
AGAIN = "write it again: rechenwerk validate --leave-out gpu --leave-out model --page docs/accuracy.md"


def _spots() -> Iterator[tuple[str, str, float]]:
    for line in PAGE.read_text(encoding="utf-8").split("## Spot check")[1].splitlines():
        found = re.fullmatch(r"\| `(.+)` \| (\w+) \| [\d.e+]+ \| ([\d.e+]+) \|", line)
        if found:
            yield found[1], found[2], float(found[3])


def test_the_page_was_written_with_the_shipped_data() -> None:
    assert f"Data: {fingerprint(shipped_catalog().figures)}\n" in PAGE.read_text(encoding="utf-8"), AGAIN


def test_the_page_was_written_with_the_present_formulas() -> None:
    """One row of each use and engine still comes out the same."""
    world = world_of(shipped_catalog())
    rows = {row.id: (table.kind, row) for table in shipped_tables() for row in table.rows}
    spots = list(_spots())
    assert len(spots) >= 20
    for identity, quantity, predicted in spots:
        said = answer(*rows[identity], world).of(quantity)
        assert said is not None, AGAIN
        assert said.value == pytest.approx(predicted, rel=0.01), AGAIN


def test_the_page_tells_fitted_and_left_out_apart() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for heading in ("Left out: each accelerator", "Left out: each model", "headline / fitted", "headline / not fitted"):
        assert heading in page


def test_the_fingerprint_moves_with_a_figure() -> None:
    facts = shipped_catalog().figures
    key = next(key for key in facts if key.startswith("sizing."))
    changed = {**facts, key: facts[key].model_copy(update={"value": facts[key].value * 1.001})}
    assert fingerprint(changed) != fingerprint(facts)


def test_prices_leave_the_fingerprint_alone() -> None:
    facts = shipped_catalog().figures
    key = next(key for key in facts if not key.startswith(("sizing.", "training.", "kernels.")))
    changed = {**facts, key: facts[key].model_copy(update={"value": facts[key].value + 1})}
    assert fingerprint(changed) == fingerprint(facts)


def test_a_page_of_one_table_says_what_the_table_says(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    outcome = rechenwerk(
        "validate", "--kind", "power", "--page", tmp_path / "page.md", "--as-of", "2026-12-01", "--json"
    )
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    found = outcome.document[0]
    assert f"## power: {found['answered']} of {found['rows']} rows predicted" in page
    assert "on 2026-12-01" in page
    used = next(one for one in found["statistics"] if one["by"] == "use")
    assert f"| {100 * used['group_median']:.1f} % | {100 * used['median']:.1f} % |" in page
