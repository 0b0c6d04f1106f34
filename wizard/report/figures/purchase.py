"""Purchase plan by year: own machines, rented ones on top, and the peak that has to be carried."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wizard.report.figures.axis import ticks
from wizard.report.figures.svg import GRID, INK, MUTED, Canvas, text_width

_LEFT, _RIGHT, _TOP, _BOTTOM = 64.0, 600.0, 40.0, 232.0


@dataclass(frozen=True, slots=True)
class PurchaseBar:
    label: str
    owned: float
    rented: float
    """On average."""
    peak: float
    ordered: str
    """What is ordered in the year, as it stands in the bar; empty: nothing."""


@dataclass(frozen=True, slots=True)
class PurchaseTexts:
    title: str
    description: str
    y_axis: str
    owned: str
    rented: str
    peak: str


def purchase_plan(
    bars: Sequence[PurchaseBar],
    texts: PurchaseTexts,
    colours: Sequence[str],
    shown: Callable[[float], str],
    name: str = "purchase",
) -> str:
    """The figure as SVG, 620 by 270 units; a bar a year."""
    canvas = Canvas(name, 620, 270, texts.title, texts.description)
    marks = ticks(0.0, max(max(bar.owned + bar.rented, bar.peak) for bar in bars))

    def y(machines: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * machines / marks[-1]

    for mark in marks:
        canvas.line(_LEFT, y(mark), _RIGHT, y(mark), stroke=GRID, stroke_width=0.8)
        canvas.text(_LEFT - 6, y(mark) + 3.4, shown(mark), size=9.5, anchor="end", fill=MUTED)
    canvas.text(8, 12, texts.y_axis, size=9.5, fill=MUTED)
    rented = canvas.hatch("rented", colours[1 % len(colours)])
    room = (_RIGHT - _LEFT) / len(bars)
    wide = min(room * 0.5, 70.0)
    for number, bar in enumerate(bars):
        middle = _LEFT + room * (number + 0.5)
        left = middle - wide / 2
        canvas.rect(left, y(bar.owned), wide, _BOTTOM - y(bar.owned), fill=colours[0], fill_opacity=0.45)
        top = y(bar.owned + bar.rented)
        if bar.rented > 0.0:
            canvas.rect(left, top, wide, y(bar.owned) - top, fill=rented, stroke=colours[1 % len(colours)])
        canvas.line(left - 8, y(bar.peak), left + wide + 8, y(bar.peak), stroke=INK, stroke_width=2)
        canvas.text(middle, _BOTTOM + 15, bar.label, size=10, anchor="middle")
        if bar.ordered:
            canvas.text(middle, _BOTTOM + 29, bar.ordered, size=10, anchor="middle", bold=True)
    canvas.line(_LEFT, _BOTTOM, _RIGHT, _BOTTOM, stroke=INK, stroke_width=0.8)
    _legend(canvas, texts, colours, rented)
    return canvas.svg()


def _legend(canvas: Canvas, texts: PurchaseTexts, colours: Sequence[str], rented: str) -> None:
    x, edge = _LEFT, colours[1 % len(colours)]
    for label, fill, opacity, stroke in (
        (texts.owned, colours[0], 0.45, colours[0]),
        (texts.rented, rented, 1.0, edge),
    ):
        canvas.rect(x, 20, 12, 10, fill=fill, fill_opacity=opacity, stroke=stroke, stroke_width=0.8)
        canvas.text(x + 17, 29, label, size=10)
        x += 17 + text_width(label, 10) + 20
    canvas.line(x, 25, x + 18, 25, stroke=INK, stroke_width=2)
    canvas.text(x + 23, 29, texts.peak, size=10)
