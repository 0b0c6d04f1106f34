"""Pictures of a hybrid's split and of the orders by year."""

from wizard.report.figures.duration import DurationTexts, load_duration
from wizard.report.figures.purchase import PurchaseBar, PurchaseTexts, purchase_plan

COLOURS = ("#123456", "#654321")


def duration(curves: list[list[tuple[float, float]]]) -> str:
    texts = DurationTexts("<t>", "d", "hours", "machines", "own", "rent", "own: 3", "from 40 %", "month 1")
    return load_duration(curves, 3.0, 0.4, texts, COLOURS, (lambda share: f"{share:.0%}", lambda value: f"{value:g}"))


def test_the_curve_ends_at_its_peak_and_the_line_stands_at_the_own_machines() -> None:
    """Ten machines at the peak on an axis to ten: the peak at the top, three of ten at 30 % of the height."""
    svg = duration([[(1.0, 0.0), (0.0, 10.0)]])
    assert "64,40" in svg
    assert f'y1="{262 - 0.3 * 222:g}"' in svg
    assert f'x1="{64 + 0.4 * 536:g}"' in svg


def test_a_second_curve_is_dashed_and_named() -> None:
    svg = duration([[(1.0, 0.0), (0.0, 5.0)], [(1.0, 0.0), (0.0, 10.0)]])
    assert "month 1" in svg
    assert "month 1" not in duration([[(1.0, 0.0), (0.0, 10.0)]])


def test_a_flat_load_is_a_box() -> None:
    assert "<polygon" in duration([[(0.5, 4.0)]])


def test_titles_are_escaped() -> None:
    assert "<t>" not in duration([[(1.0, 0.0), (0.0, 10.0)]])


def test_a_year_shows_own_and_rented_machines_and_its_peak() -> None:
    """Two own and one rented of a peak of four: bars of 2/4 and 1/4 of the height."""
    bars = [PurchaseBar("year 1", owned=2.0, rented=1.0, peak=4.0, ordered="order 2")]
    svg = purchase_plan(bars, PurchaseTexts("t", "d", "machines", "own", "rent", "peak"), COLOURS, "{:g}".format)
    assert 'height="96"' in svg
    assert 'height="48"' in svg
    assert "order 2" in svg
