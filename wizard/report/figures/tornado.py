"""Tornado of the assumptions: how far each one moves the net present value between its low and its high value."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wizard.report.figures.axis import ticks
from wizard.report.figures.svg import GRID, MUTED, Canvas, fitted


@dataclass(frozen=True, slots=True)
class TornadoBar:
    label: str
    span: str
    """The range of the assumption in words, e.g. ``0.18–0.30 €/kWh``."""
    swing: float
    """Size of the effect, positive."""
    shown: str
    """The effect with its sign, as it stands beside the bar."""


@dataclass(frozen=True, slots=True)
class TornadoTexts:
    title: str
    description: str
    axis: str


def tornado(
    bars: Sequence[TornadoBar],
    texts: TornadoTexts,
    colour: str,
    money: Callable[[float], str],
    name: str = "tornado",
) -> str:
    """The figure as SVG, 620 units wide; bars in the order given, largest first."""
    bottom = 8 + 30 * len(bars)
    canvas = Canvas(name, 620, bottom + 36, texts.title, texts.description)
    marks = ticks(0, max(b.swing for b in bars))
    left, right = 250.0, 545.0

    def x(value: float) -> float:
        return left + (right - left) * value / marks[-1]

    for value in marks:
        canvas.line(x(value), 2, x(value), bottom, stroke=GRID, stroke_width=0.8)
        canvas.text(x(value), bottom + 14, money(value), size=9.5, anchor="middle", fill=MUTED)
    canvas.text((left + right) / 2, bottom + 29, texts.axis, size=9.5, anchor="middle", fill=MUTED)
    for row, bar in enumerate(bars):
        y = 6 + 30 * row
        canvas.text(8, y + 9, fitted(bar.label, 10, 236), bold=True)
        canvas.text(8, y + 20.5, fitted(bar.span, 9, 236), size=9, fill=MUTED)
        canvas.rect(x(0), y + 2, x(bar.swing) - x(0), 16, fill=colour)
        canvas.text(x(bar.swing) + 5, y + 14, bar.shown, bold=True)
    return canvas.svg()
