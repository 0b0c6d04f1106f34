"""90 % ranges of rules."""

from datetime import date

import pytest
from wizard.domain.provenance import Figure
from wizard.sizing.spans import spans


def figure(value, low=None, high=None):
    return Figure(
        value=value, low=low, high=high, unit="", basis="assumption", source="test", retrieved_on=date(2026, 1, 1),
        confidence="low",
    )  # fmt: skip


FACTS = {"a": figure(10.0, 7.0, 13.0), "b": figure(20.0, 16.0, 24.0), "c": figure(5.0)}


def of_sum(facts):
    return {"sum": facts["a"].value + facts["b"].value, "fixed": facts["c"].value, "unknown": None}


def test_swings_add_in_squares():
    """3 and 4 make 5."""
    assert spans(of_sum, FACTS, ("a", "b", "c")) == {"sum": pytest.approx((25.0, 35.0))}


def test_a_figure_that_works_against_the_value_counts_to_the_other_side():
    found = spans(lambda f: {"rate": 100 / f["a"].value}, FACTS, ("a",))
    assert found["rate"] == pytest.approx((100 / 13, 100 / 7))
