"""Cumulative cost over the planning horizon: the middle as line, P5–P95 as band, the break-even as marker."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wizard.report.figures.axis import ticks
from wizard.report.figures.svg import GRID, INK, MUTED, PAPER, Canvas, fitted

_DASHES = (None, "7 3", "2 3", "9 3 2 3", "4 2", "1 3", "12 3", "6 2 1 2")
_MOST = len(_DASHES)
_LABEL = 15
"""Height of a name at the end of a line."""


@dataclass(frozen=True, slots=True)
class Series:
    """Cumulative values at the end of each month, any one currency."""

    label: str
    low: tuple[float, ...]
    middle: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class CumulativeTexts:
    title: str
    description: str
    x_axis: str
    y_axis: str
    break_even: str


def cumulative_cost(
    series: Sequence[Series],
    break_even_month: float | None,
    texts: CumulativeTexts,
    colours: Sequence[str],
    money: Callable[[float], str],
    name: str = "cumulative",
    *,
    marked: int = 0,
) -> str:
    """The figure as SVG, 620 by 300 units.

    Args:
        series: at most eight are drawn, the first ones.
        break_even_month: where the marker stands; None for no marker.
        marked: index of the series that carries the marker.
        money: formats the values of the vertical axis.
    """
    series = series[:_MOST]
    canvas = Canvas(name, 620, 300, texts.title, texts.description)
    months = max(len(s.middle) for s in series)
    marks = ticks(min(0.0, *(min(s.low) for s in series)), max(max(s.high) for s in series))
    frame = _Frame(left=64, right=500, top=24, bottom=262, months=months, low=marks[0], high=marks[-1])
    _grid(canvas, frame, marks, texts, money)
    for index, one in reversed(list(enumerate(series))):
        _band(canvas, frame, one, colours[index % len(colours)])
    for index, one in reversed(list(enumerate(series))):
        points = [(frame.x(m), frame.y(v)) for m, v in enumerate((0.0, *one.middle))]
        canvas.polyline(
            points,
            stroke=colours[index % len(colours)],
            stroke_width=2.4,
            stroke_dasharray=_DASHES[index],
            stroke_linejoin="round",
        )
    _labels(canvas, frame, series, colours)
    if break_even_month is not None and 0 < break_even_month <= months:
        _marker(canvas, frame, series[marked], break_even_month, texts.break_even)
    return canvas.svg()


@dataclass(frozen=True, slots=True)
class _Frame:
    left: float
    right: float
    top: float
    bottom: float
    months: int
    low: float
    high: float

    def x(self, month: float) -> float:
        return self.left + (self.right - self.left) * month / self.months

    def y(self, value: float) -> float:
        return self.bottom - (self.bottom - self.top) * (value - self.low) / (self.high - self.low)


def _grid(
    canvas: Canvas, frame: _Frame, marks: Sequence[float], texts: CumulativeTexts, money: Callable[[float], str]
) -> None:
    canvas.text(8, 12, texts.y_axis, size=9.5, fill=MUTED)
    for value in marks:
        y = frame.y(value)
        canvas.line(frame.left, y, frame.right, y, stroke=INK if value == 0 else GRID, stroke_width=0.8)
        canvas.text(frame.left - 6, y + 3.4, money(value), size=9.5, anchor="end", fill=MUTED)
    step = 12 if frame.months > 12 else 3
    for month in range(0, frame.months + 1, step):
        x = frame.x(month)
        canvas.line(x, frame.bottom, x, frame.bottom + 4, stroke=MUTED, stroke_width=0.8)
        canvas.text(x, frame.bottom + 16, str(month), size=9.5, anchor="middle", fill=MUTED)
    canvas.text((frame.left + frame.right) / 2, frame.bottom + 32, texts.x_axis, size=9.5, anchor="middle", fill=MUTED)


def _band(canvas: Canvas, frame: _Frame, one: Series, colour: str) -> None:
    upper = [(frame.x(m), frame.y(v)) for m, v in enumerate((0.0, *one.high))]
    lower = [(frame.x(m), frame.y(v)) for m, v in enumerate((0.0, *one.low))]
    canvas.polygon([*upper, *reversed(lower)], fill=colour, fill_opacity=0.14)


def _labels(canvas: Canvas, frame: _Frame, series: Sequence[Series], colours: Sequence[str]) -> None:
    """Names stand at the ends of the lines, pushed apart where they would touch, with a sample of the dash."""
    wanted = sorted((frame.y(s.middle[-1]), i) for i, s in enumerate(series))
    room, lowest = frame.bottom + _LABEL - _LABEL * len(wanted), frame.top
    for position, index in wanted:
        y = max(min(position, room), lowest)
        lowest, room = y + _LABEL, room + _LABEL
        colour = colours[index % len(colours)]
        x = frame.right + 6
        canvas.line(x, y, x + 18, y, stroke=colour, stroke_width=2.4, stroke_dasharray=_DASHES[index])
        canvas.text(x + 22, y + 3.4, fitted(series[index].label, 10, 90), size=10, bold=True)


def _marker(canvas: Canvas, frame: _Frame, own: Series, month: float, label: str) -> None:
    values = (0.0, *own.middle)
    before = int(month)
    after = min(before + 1, len(values) - 1)
    x, y = frame.x(month), frame.y(values[before] + (values[after] - values[before]) * (month - before))
    canvas.line(x, frame.top, x, frame.bottom, stroke=INK, stroke_width=1, stroke_dasharray="3 3")
    canvas.circle(x, y, 4.5, fill=PAPER, stroke=INK, stroke_width=2)
    left_half = x < (frame.left + frame.right) / 2
    canvas.text(x + (7 if left_half else -7), frame.top + 8, label, anchor="start" if left_half else "end", bold=True)
