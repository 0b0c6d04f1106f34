"""Memory of one GPU as stacked bar: weights, cache, activations, overhead, and what stays free or is missing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wizard.report.contrast import text_on
from wizard.report.figures.axis import ticks
from wizard.report.figures.svg import GRID, INK, MUTED, PAPER, Canvas, fitted, text_width


@dataclass(frozen=True, slots=True)
class MemoryBar:
    """All in GB per GPU."""

    label: str
    detail: str
    parts: tuple[float, ...]
    """One value per entry of ``MemoryTexts.parts``."""
    usable: float


@dataclass(frozen=True, slots=True)
class MemoryTexts:
    title: str
    description: str
    parts: tuple[str, ...]
    free: str
    usable: str
    missing: str
    """Template with ``{amount}``."""
    axis: str


def memory_bars(
    bars: Sequence[MemoryBar],
    texts: MemoryTexts,
    colours: Sequence[str],
    gigabytes: Callable[[float], str],
    name: str = "memory",
) -> str:
    """The figure as SVG, 620 units wide, one bar of 26 units a configuration."""
    height = 58 + 42 * len(bars) + 30
    canvas = Canvas(name, 620, height, texts.title, texts.description)
    marks = ticks(0, max(max(sum(b.parts) * (1.15 if sum(b.parts) > b.usable else 1), b.usable) for b in bars))
    left, right = 204.0, 606.0

    def x(value: float) -> float:
        return left + (right - left) * value / marks[-1]

    fills = _fills(canvas, texts, colours)
    _legend(canvas, texts, fills, colours)
    bottom = 50 + 42 * len(bars)
    for value in marks:
        canvas.line(x(value), 44, x(value), bottom, stroke=GRID, stroke_width=0.8)
        canvas.text(x(value), bottom + 14, gigabytes(value), size=9.5, anchor="middle", fill=MUTED)
    canvas.text((left + right) / 2, bottom + 28, texts.axis, size=9.5, anchor="middle", fill=MUTED)
    for row, bar in enumerate(bars):
        _bar(canvas, 50 + 42 * row, bar, x, fills, colours, texts, gigabytes)
    return canvas.svg()


def _fills(canvas: Canvas, texts: MemoryTexts, colours: Sequence[str]) -> list[str]:
    """Plain for the large parts, hatched for the small ones: told apart without colour."""
    angles = (0.0, 45.0, 135.0, 90.0, 20.0, 70.0)
    return [
        colours[i % len(colours)] if i < 2 else canvas.hatch(f"h{i}", colours[i % len(colours)], angle=angles[i % 6])
        for i in range(len(texts.parts))
    ]


def _legend(canvas: Canvas, texts: MemoryTexts, fills: Sequence[str], colours: Sequence[str]) -> None:
    x = 8.0
    entries = [*zip(texts.parts, fills, colours, strict=False), (texts.free, PAPER, MUTED)]
    for label, fill, stroke in entries:
        canvas.rect(x, 8, 14, 11, fill=fill, stroke=stroke, stroke_width=0.8)
        canvas.text(x + 19, 17.5, label, size=10)
        x += 19 + text_width(label, 10) + 16
    canvas.line(x + 4, 6, x + 4, 21, stroke=INK, stroke_width=2)
    canvas.text(x + 10, 17.5, texts.usable, size=10)


def _size(label: str) -> float:
    """A long name is set smaller before it is cut."""
    return max(7.6, min(10.5, 192 / (0.5 * len(label)))) if label else 10.5


def _bar(
    canvas: Canvas,
    y: float,
    bar: MemoryBar,
    x: Callable[[float], float],
    fills: Sequence[str],
    colours: Sequence[str],
    texts: MemoryTexts,
    gigabytes: Callable[[float], str],
) -> None:
    canvas.text(8, y + 11, fitted(bar.label, _size(bar.label), 192), size=_size(bar.label), bold=True)
    canvas.text(8, y + 24, fitted(bar.detail, 9.5, 192), size=9.5, fill=MUTED)
    start, total = 0.0, sum(bar.parts)
    if total < bar.usable:
        canvas.rect(x(0), y, x(bar.usable) - x(0), 26, fill=PAPER, stroke=MUTED, stroke_width=0.8)
    for index, part in enumerate(bar.parts):
        width = x(start + part) - x(start)
        canvas.rect(x(start), y, width, 26, fill=fills[index], stroke=PAPER, stroke_width=0.6)
        shown = gigabytes(part)
        if index < 2 and width > text_width(shown, 10) + 8:
            ink = text_on(colours[index % len(colours)])
            canvas.text(x(start) + width / 2, y + 16.5, shown, anchor="middle", fill=ink, bold=True)
        start += part
    canvas.line(x(bar.usable), y - 5, x(bar.usable), y + 31, stroke=INK, stroke_width=2)
    free = bar.usable - total
    if free < 0:
        label = texts.missing.format(amount=gigabytes(-free))
        canvas.text(x(total) + 6, y + 16.5, label, size=10, bold=True)
    elif x(bar.usable) - x(total) > text_width(gigabytes(free), 10) + 8:
        canvas.text((x(total) + x(bar.usable)) / 2, y + 16.5, gigabytes(free), anchor="middle", fill=MUTED)
