"""Figures: geometry from data, text escaped, told apart without colour."""

from xml.etree import ElementTree as ET

import pytest
from tests.report.conftest import parsed
from wizard.report.figures.axis import ticks
from wizard.report.figures.components import ComponentTexts, CostBar, cost_components
from wizard.report.figures.cumulative import CumulativeTexts, Series, cumulative_cost
from wizard.report.figures.memory import MemoryBar, MemoryTexts, memory_bars
from wizard.report.figures.states import StateBar, StateTexts, state_bars
from wizard.report.figures.tornado import TornadoBar, TornadoTexts, tornado

NAME = "{http://www.w3.org/2000/svg}"
COLOURS = ("#12405f", "#b4541a", "#7b9da5", "#5c6b78")
HOSTILE = '<b>&"x"</b>'


def money(value: float) -> str:
    return f"{value:.0f}"


def cumulative(month: float | None = 6.0, label: str = "Own") -> ET.Element:
    own = Series(label, (80.0,) * 12, (100.0,) * 12, (130.0,) * 12)
    cloud = Series("Cloud", tuple(8.0 * m for m in range(1, 13)), tuple(16.0 * m for m in range(1, 13)), (220.0,) * 12)
    texts = CumulativeTexts("Title", "Description of it", "x", "y", "Break-even: month 6")
    return parsed(cumulative_cost((own, cloud), month, texts, COLOURS, money))


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 100, (0, 20, 40, 60, 80, 100)),
        (0, 7.3, (0, 2, 4, 6, 8)),
        (-30, 90, (-50, -25, 0, 25, 50, 75, 100)),
        (0, 0, None),
    ],
)
def test_ticks_are_round_and_enclose(low: float, high: float, expected: tuple[float, ...] | None) -> None:
    found = ticks(low, high)
    assert found[0] <= low
    assert found[-1] >= high
    if expected:
        assert found == pytest.approx(expected)


def test_break_even_marker_stands_at_its_month() -> None:
    root = cumulative()
    circle = root.find(f"{NAME}circle")
    assert circle is not None
    assert float(circle.attrib["cx"]) == pytest.approx(64 + (500 - 64) * 6 / 12)


def test_no_marker_without_break_even() -> None:
    assert cumulative(month=None).find(f"{NAME}circle") is None


def test_each_series_has_its_own_dash() -> None:
    dashes = [p.attrib.get("stroke-dasharray") for p in cumulative().iter(f"{NAME}polyline")]
    assert len(set(dashes)) == 2


def test_one_band_a_series() -> None:
    assert len(list(cumulative().iter(f"{NAME}polygon"))) == 2


def test_labels_are_escaped() -> None:
    texts = [t.text for t in cumulative(label=HOSTILE).iter(f"{NAME}text")]
    assert HOSTILE in texts


def memory(usable: float) -> ET.Element:
    texts = MemoryTexts("T", "D", ("Weights", "KV", "Act", "Over"), "free", "usable", "{amount} GB missing", "GB")
    bar = MemoryBar("Card", "c1", (20.0, 10.0, 2.0, 3.0), usable)
    return parsed(memory_bars((bar,), texts, COLOURS, money))


def test_memory_parts_are_as_wide_as_their_share() -> None:
    widths = [float(r.attrib["width"]) for r in memory(40.0).iter(f"{NAME}rect") if r.attrib["height"] == "26"]
    whole, weights, cache = widths[:3]
    assert weights / cache == pytest.approx(2.0, rel=0.01)
    assert weights / whole == pytest.approx(0.5, rel=0.01)


def test_missing_memory_is_said_in_words() -> None:
    assert "5 GB missing" in [t.text for t in memory(30.0).iter(f"{NAME}text")]


def test_free_memory_is_shown() -> None:
    assert "15" in [t.text for t in memory(50.0).iter(f"{NAME}text")]


def test_negative_component_is_drawn_left_of_zero() -> None:
    texts = ComponentTexts("T", "D", ("Hardware", "Residual"), "EUR")
    root = parsed(cost_components((CostBar("Own", (100.0, -20.0), "80"),), texts, COLOURS, money))
    bars = [r for r in root.iter(f"{NAME}rect") if r.attrib["height"] == "24"]
    hardware, residual = (float(b.attrib["x"]) for b in bars)
    assert residual < hardware


def test_tornado_bars_are_proportional() -> None:
    texts = TornadoTexts("T", "D", "EUR")
    bars = (TornadoBar("A", "1–2", 200.0, "+200"), TornadoBar(HOSTILE, "3–4", 50.0, "−50"))
    root = parsed(tornado(bars, texts, COLOURS[0], money))
    widths = [float(r.attrib["width"]) for r in root.iter(f"{NAME}rect")]
    assert widths[0] / widths[1] == pytest.approx(4.0, rel=0.01)


def test_state_bars_are_as_wide_as_their_bytes() -> None:
    """R020 weights, gradients and optimizer of a full training: 2, 2 and 12 bytes."""
    texts = StateTexts("t", "d", ("Weights", "Gradients", "Optimizer"), "GB")
    root = parsed(state_bars([StateBar("Sum", "16 bytes", (20.0, 20.0, 120.0), "160 GB")], texts, COLOURS, money))
    widths = [float(r.attrib["width"]) for r in root.iter(f"{NAME}rect") if r.attrib["height"] == "24"]
    assert widths[1] == pytest.approx(widths[0], abs=0.02)
    assert widths[2] == pytest.approx(6 * widths[0], rel=0.01)


def test_names_of_lines_that_end_together_stay_inside_the_figure() -> None:
    names = [f"Option {n}" for n in range(8)]
    flat = [Series(name, (1.0, 2.0), (1.0, 2.0), (1.0, 900.0 if n == 0 else 2.0)) for n, name in enumerate(names)]
    texts = CumulativeTexts("t", "d", "x", "y", "b")
    root = parsed(cumulative_cost(flat, None, texts, COLOURS, str))
    places = [float(t.attrib["y"]) for t in root.iter(f"{NAME}text") if t.text in names]
    assert len(places) == 8
    assert max(places) <= 270
    assert min(b - a for a, b in zip(sorted(places), sorted(places)[1:], strict=False)) >= 14.9
