"""Which figure holds where a more special one is missing: the order in which the formulas look."""

from datetime import date

import pytest
from wizard.accuracy.parameters import fitted_parameters, parent_of, with_parents
from wizard.catalogs.load import shipped_catalog
from wizard.domain.provenance import Confidence, Figure


@pytest.mark.parametrize(
    ("key", "there", "parent"),
    [
        ("sizing.pace.hopper.fp8", {"sizing.pace.hopper", "sizing.pace.default"}, "sizing.pace.hopper"),
        ("sizing.pace.hopper.fp8", {"sizing.pace.default.fp8", "sizing.pace.default"}, "sizing.pace.default.fp8"),
        ("sizing.pace.blackwell_gddr.fp4", {"sizing.pace.blackwell.fp4"}, "sizing.pace.blackwell.fp4"),
        ("sizing.pace.blackwell_gddr", {"sizing.pace.blackwell", "sizing.pace.default"}, "sizing.pace.blackwell"),
        ("sizing.step_ms.vllm", {"sizing.step_ms.default"}, "sizing.step_ms.default"),
        ("sizing.step_ms.default", {"sizing.step_ms"}, "sizing.step_ms"),
        ("sizing.step_ms", {"sizing.step_ms.default"}, None),
        ("sizing.pace.hopper.fp8", {"sizing.pace.ada.fp8", "sizing.read.hopper"}, None),
    ],
)
def test_the_parent_is_the_most_specific_of_the_same_name(key: str, there: set[str], parent: str | None) -> None:
    assert parent_of(key, there | {key}) == parent


def test_published_figures_are_never_fitted() -> None:
    facts = shipped_catalog().figures
    assert {facts[one.key].basis for one in fitted_parameters(facts)} <= {"derived", "assumption"}


def test_no_figure_is_fitted_for_a_model_or_a_card() -> None:
    """Generations, engines, formats and links only, so that the next model and card are predicted too."""
    catalog = shipped_catalog()
    parts = {part for one in fitted_parameters(catalog.figures) for part in one.key.split(".")[2:]}
    assert parts.isdisjoint({*catalog.accelerators, *catalog.models})


def test_fitted_figures_lie_within_their_bounds() -> None:
    facts = shipped_catalog().figures
    assert [one.key for one in fitted_parameters(facts) if not one.low <= facts[one.key].value <= one.high] == []


def test_a_more_general_figure_comes_along_unread() -> None:
    figure = Figure(
        value=1, unit="1", basis="derived", source="test", retrieved_on=date(2026, 1, 1), confidence=Confidence.LOW
    )  # fmt: skip
    facts = dict.fromkeys(("sizing.matrix_pace.ada", "sizing.matrix_pace.default", "sizing.matrix_pace.cdna3"), figure)
    found = with_parents(["sizing.matrix_pace.ada"], fitted_parameters(facts))
    assert [one.key for one in found] == ["sizing.matrix_pace.ada", "sizing.matrix_pace.default"]
