"""Statistics computed by hand on a few rows."""

from pathlib import Path

import pytest
from wizard.accuracy.answers import Answer, Predicted
from wizard.accuracy.order import order_of
from wizard.accuracy.rows import Table, read_table
from wizard.accuracy.score import coverage, pairs_of, slices, statistics
from wizard.domain.provenance import Evidence

HEADER = "id,model,gpu,n_gpus,scenario,engine,input_tokens,output_tokens,output_tokens_per_s,use,group\n"


def _table(tmp_path: Path, *lines: str) -> Table:
    file = tmp_path / "measured.csv"
    file.write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")
    return read_table(file)


def _said(identity: str, value: float, low: float | None = None, high: float | None = None) -> Answer:
    return Answer(identity, (Predicted("throughput", value, low, high, Evidence.DOCUMENTED),))


FOUR = [("a", 100.0, 110.0), ("a", 100.0, 130.0), ("b", 100.0, 80.0), ("c", 50.0, 50.0)]
"""Errors +10, +30, −20 and 0 %."""


def test_the_median_is_over_rows() -> None:
    assert statistics(FOUR, 5).median == pytest.approx(0.15)


def test_the_group_median_counts_each_group_once() -> None:
    """Groups have 20, 20 and 0 %."""
    assert statistics(FOUR, 5).group_median == pytest.approx(0.20)


def test_the_tail_is_the_ninetieth_percentile() -> None:
    assert statistics(FOUR, 5).tail == pytest.approx(0.30)


def test_the_bias_is_signed() -> None:
    """−20, 0, +10, +30: the middle is +5 %."""
    assert statistics(FOUR, 5).bias == pytest.approx(0.05)


def test_an_unanswered_row_is_a_miss() -> None:
    """Three of five scoreable rows lie within 25 %."""
    assert statistics(FOUR, 5).close == pytest.approx(0.6)


def test_the_fold_treats_half_and_double_alike() -> None:
    """1.10, 1.30, 1.25 and 1.00: the middle is 1.175."""
    assert statistics(FOUR, 5).fold == pytest.approx(1.175)


def test_slices_count_rows_nobody_predicted(tmp_path: Path) -> None:
    table = _table(tmp_path, "x,m,g1,1,offline-max-throughput,e,1,1,10,headline,", "y,m,g2,1,static,e,1,1,20,other,")
    found = slices(pairs_of(table, [_said("x", 11), Answer("y")]), ["use"])
    assert [(one.name, one.of, one.statistics and one.statistics.rows) for one in found] == [
        ("all", 2, 1), ("headline", 1, 1), ("other", 1, None),
    ]  # fmt: skip


def test_coverage_counts_measurements_inside_the_interval(tmp_path: Path) -> None:
    """10 lies in 8 to 12 around 10, 20 does not lie in 30 to 50 around 40: half inside, half-widths 20 and 25 %."""
    table = _table(tmp_path, "x,m,g1,1,s,e,1,1,10,headline,", "y,m,g2,1,s,e,1,1,20,headline,")
    found = coverage(pairs_of(table, [_said("x", 10, 8, 12), _said("y", 40, 30, 50)]))["throughput"]
    assert (found.inside, found.half_width) == (0.5, pytest.approx(0.225))


def test_the_order_compares_what_is_more_than_a_tenth_apart(tmp_path: Path) -> None:
    """10 and 10.5 tie; 20 is above both, and only one of the two is predicted below it."""
    table = _table(
        tmp_path, "x,m,g1,1,s,e,1,1,10,headline,", "y,m,g2,1,s,e,1,1,10.5,headline,", "z,m,g3,1,s,e,1,1,20,headline,"
    )
    order = order_of(pairs_of(table, [_said("x", 9), _said("y", 30), _said("z", 21)]))
    assert (order.pairs, order.right) == (2, 1)


def test_other_lengths_are_no_pair(tmp_path: Path) -> None:
    table = _table(tmp_path, "x,m,g1,1,s,e,1,1,10,headline,", "y,m,g2,1,s,e,1,2,20,headline,")
    assert order_of(pairs_of(table, [_said("x", 10), _said("y", 20)])).pairs == 0
