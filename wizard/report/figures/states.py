"""States of a training as stacked bars: weights, gradients, optimizer, beside a rule of thumb with its span."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wizard.report.figures.axis import ticks
from wizard.report.figures.svg import GRID, MUTED, PAPER, Canvas, fitted, text_width


@dataclass(frozen=True, slots=True)
class StateBar:
    """All in GB over all GPUs."""

    label: str
    detail: str
    parts: tuple[float, ...]
    """One value per entry of ``StateTexts.parts``; the last one is only a span."""
    total: str


@dataclass(frozen=True, slots=True)
class StateTexts:
    title: str
    description: str
    parts: tuple[str, ...]
    axis: str


def state_bars(
    bars: Sequence[StateBar],
    texts: StateTexts,
    colours: Sequence[str],
    gigabytes: Callable[[float], str],
    name: str = "states",
) -> str:
    """The figure as SVG, 620 units wide, one bar of 24 units each."""
    bottom = 40 + 40 * len(bars)
    canvas = Canvas(name, 620, bottom + 38, texts.title, texts.description)
    marks = ticks(0, max(sum(b.parts) for b in bars))
    left, right = 150.0, 500.0

    def x(value: float) -> float:
        return left + (right - left) * value / marks[-1]

    fills = [_fill(canvas, i, colours) for i in range(len(texts.parts))]
    _legend(canvas, texts.parts, fills, colours)
    for value in marks:
        canvas.line(x(value), 34, x(value), bottom, stroke=GRID, stroke_width=0.8)
        canvas.text(x(value), bottom + 14, gigabytes(value), size=9.5, anchor="middle", fill=MUTED)
    canvas.text((left + right) / 2, bottom + 30, texts.axis, size=9.5, anchor="middle", fill=MUTED)
    for row, bar in enumerate(bars):
        _bar(canvas, 42 + 40 * row, bar, x, fills, colours)
    return canvas.svg()


def _fill(canvas: Canvas, index: int, colours: Sequence[str]) -> str:
    colour = colours[index % len(colours)]
    return colour if index == 0 else canvas.hatch(f"h{index}", colour, angle=(0, 45, 135, 90, 20)[index % 5])


def _legend(canvas: Canvas, parts: Sequence[str], fills: Sequence[str], colours: Sequence[str]) -> None:
    x = 8.0
    for index, label in enumerate(parts):
        canvas.rect(x, 6, 14, 11, fill=fills[index], stroke=colours[index % len(colours)], stroke_width=0.8)
        canvas.text(x + 19, 15.5, label)
        x += 19 + text_width(label, 10) + 16


def _bar(
    canvas: Canvas, y: float, bar: StateBar, x: Callable[[float], float], fills: Sequence[str], colours: Sequence[str]
) -> None:
    canvas.text(8, y + 11, fitted(bar.label, 10.5, 138), size=10.5, bold=True)
    canvas.text(8, y + 23, fitted(bar.detail, 9, 138), size=9, fill=MUTED)
    start = 0.0
    for index, part in enumerate(bar.parts):
        if part > 0:
            stroke = colours[index % len(colours)]
            canvas.rect(x(start), y, x(start + part) - x(start), 24, fill=fills[index], stroke=stroke, stroke_width=0.6)
        start += part
    canvas.rect(x(start) + 3, y + 4, text_width(bar.total, 10.5) + 4, 16, fill=PAPER)
    canvas.text(x(start) + 6, y + 16, bar.total, size=10.5, bold=True)
