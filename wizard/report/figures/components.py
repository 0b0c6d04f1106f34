"""Cost by component: one stacked bar an option, every component with its own fill pattern."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wizard.report.figures.axis import ticks
from wizard.report.figures.svg import GRID, MUTED, PAPER, Canvas, fitted, text_width


@dataclass(frozen=True, slots=True)
class CostBar:
    label: str
    parts: tuple[float, ...]
    """One value per component; negative ones (residual value) are drawn to the left of zero."""
    total: str


@dataclass(frozen=True, slots=True)
class ComponentTexts:
    title: str
    description: str
    components: tuple[str, ...]
    axis: str


def cost_components(
    bars: Sequence[CostBar],
    texts: ComponentTexts,
    colours: Sequence[str],
    money: Callable[[float], str],
    name: str = "components",
) -> str:
    """The figure as SVG, 620 units wide."""
    rows = _legend_rows(texts.components)
    top = 14 + 17 * len(rows)
    bottom = top + 10 + 38 * len(bars)
    canvas = Canvas(name, 620, bottom + 36, texts.title, texts.description)
    positive = max(sum(p for p in b.parts if p > 0) for b in bars)
    negative = min(sum(p for p in b.parts if p < 0) for b in bars)
    marks = ticks(negative, positive)
    left, right = 130.0, 540.0

    def x(value: float) -> float:
        return left + (right - left) * (value - marks[0]) / (marks[-1] - marks[0])

    fills = [_fill(canvas, i, colours) for i in range(len(texts.components))]
    _legend(canvas, rows, texts.components, fills, colours)
    for value in marks:
        canvas.line(
            x(value), top, x(value), bottom, stroke=MUTED if value == 0 else GRID, stroke_width=1 if value == 0 else 0.8
        )
        canvas.text(x(value), bottom + 14, money(value), size=9.5, anchor="middle", fill=MUTED)
    canvas.text((left + right) / 2, bottom + 29, texts.axis, size=9.5, anchor="middle", fill=MUTED)
    for row, bar in enumerate(bars):
        _bar(canvas, top + 8 + 38 * row, bar, x, fills, colours)
    return canvas.svg()


def _fill(canvas: Canvas, index: int, colours: Sequence[str]) -> str:
    colour = colours[index % len(colours)]
    if index in (0, 1):
        return colour
    return canvas.hatch(f"h{index}", colour, angle=(45, 135, 90, 0, 20, 70)[index % 6], gap=5 if index < 8 else 3.4)


def _legend_rows(labels: Sequence[str]) -> list[list[int]]:
    rows: list[list[int]] = [[]]
    used = 0.0
    for index, label in enumerate(labels):
        width = 19 + text_width(label, 10) + 16
        if used + width > 608 and rows[-1]:
            rows.append([])
            used = 0.0
        rows[-1].append(index)
        used += width
    return rows


def _legend(
    canvas: Canvas, rows: list[list[int]], labels: Sequence[str], fills: Sequence[str], colours: Sequence[str]
) -> None:
    for line, indices in enumerate(rows):
        x, y = 8.0, 4 + 17.0 * line
        for index in indices:
            canvas.rect(x, y, 14, 11, fill=fills[index], stroke=colours[index % len(colours)], stroke_width=0.8)
            canvas.text(x + 19, y + 9.5, labels[index])
            x += 19 + text_width(labels[index], 10) + 16


def _bar(
    canvas: Canvas,
    y: float,
    bar: CostBar,
    x: Callable[[float], float],
    fills: Sequence[str],
    colours: Sequence[str],
) -> None:
    canvas.text(8, y + 16, fitted(bar.label, 10.5, 118), size=10.5, bold=True)
    right, left = 0.0, 0.0
    for index, part in enumerate(bar.parts):
        start = right if part >= 0 else left + part
        style = {"fill": fills[index], "stroke": colours[index % len(colours)]}
        if part:
            canvas.rect(x(start), y, x(start + abs(part)) - x(start), 24, stroke_width=0.6, **style)
        right, left = right + max(part, 0), left + min(part, 0)
    canvas.rect(x(right) + 3, y + 4, text_width(bar.total, 10.5) + 4, 16, fill=PAPER)
    canvas.text(x(right) + 6, y + 16, bar.total, size=10.5, bold=True)
