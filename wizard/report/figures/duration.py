"""Load duration curve of a hybrid: below the line machines are owned, above it they are rented by the hour."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wizard.report.figures.axis import ticks
from wizard.report.figures.svg import GRID, INK, MUTED, PAPER, Canvas, text_width

Points = Sequence[tuple[float, float]]
"""(share of the hours, machines in use at least that long), from the most hours to the peak."""

_LEFT, _RIGHT, _TOP, _BOTTOM = 64.0, 600.0, 40.0, 262.0
_QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True)
class DurationTexts:
    title: str
    description: str
    x_axis: str
    y_axis: str
    owned: str
    rented: str
    line: str
    fractile: str
    first: str
    """Names the dashed curve; empty: there is one curve."""


def load_duration(
    curves: Sequence[Points],
    owned: float,
    fractile: float,
    texts: DurationTexts,
    colours: Sequence[str],
    shown: tuple[Callable[[float], str], Callable[[float], str]],
    name: str = "duration",
) -> str:
    """The figure as SVG, 620 by 300 units.

    Args:
        curves: the first month dashed, the last one filled; one is enough.
        owned: machines.
        fractile: share of the hours from which an own machine pays.
        shown: formats shares, then numbers of machines.
    """
    canvas = Canvas(name, 620, 300, texts.title, texts.description)
    marks = ticks(0.0, max(owned, *(machines for curve in curves for _share, machines in curve)))
    frame = _Frame(marks[-1])
    for mark in marks:
        canvas.line(_LEFT, frame.y(mark), _RIGHT, frame.y(mark), stroke=GRID, stroke_width=0.8)
        canvas.text(_LEFT - 6, frame.y(mark) + 3.4, shown[1](mark), size=9.5, anchor="end", fill=MUTED)
    rented = canvas.hatch("rented", colours[1 % len(colours)])
    _areas(canvas, frame, curves[-1], owned, colours[0], rented)
    _legend(canvas, texts, colours[0], rented, colours[1 % len(colours)], dashed=len(curves) > 1)
    if len(curves) > 1:
        canvas.polyline(frame.path(curves[0]), stroke=INK, stroke_width=1.4, stroke_dasharray="5 3")
    canvas.polyline(frame.path(curves[-1]), stroke=INK, stroke_width=1.8)
    for share in _QUARTERS:
        canvas.line(frame.x(share), _BOTTOM, frame.x(share), _BOTTOM + 4, stroke=MUTED, stroke_width=0.8)
        canvas.text(frame.x(share), _BOTTOM + 16, shown[0](share), size=9.5, anchor="middle", fill=MUTED)
    canvas.text((_LEFT + _RIGHT) / 2, _BOTTOM + 32, texts.x_axis, size=9.5, anchor="middle", fill=MUTED)
    canvas.text(8, 12, texts.y_axis, size=9.5, fill=MUTED)
    _split(canvas, frame, owned, min(fractile, 1.0), texts)
    return canvas.svg()


@dataclass(frozen=True, slots=True)
class _Frame:
    high: float

    def x(self, share: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * share

    def y(self, machines: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * machines / self.high

    def path(self, curve: Points, most: float | None = None) -> list[tuple[float, float]]:
        """From the end of the load on the right up to the peak on the left."""
        level = [(share, machines if most is None else min(machines, most)) for share, machines in curve]
        points = [(curve[0][0], 0.0), *level, (0.0, level[-1][1])]
        return [(self.x(share), self.y(machines)) for share, machines in points]


def _areas(canvas: Canvas, frame: _Frame, curve: Points, owned: float, own: str, rented: str) -> None:
    origin = (frame.x(0.0), frame.y(0.0))
    canvas.polygon([*frame.path(curve), origin], fill=rented)
    canvas.polygon([*frame.path(curve, owned), origin], fill=PAPER)
    canvas.polygon([*frame.path(curve, owned), origin], fill=own, fill_opacity=0.35)


def _legend(canvas: Canvas, texts: DurationTexts, own: str, rented: str, edge: str, *, dashed: bool) -> None:
    x = _LEFT
    for label, fill, opacity, stroke in ((texts.owned, own, 0.35, own), (texts.rented, rented, 1.0, edge)):
        canvas.rect(x, 20, 12, 10, fill=fill, fill_opacity=opacity, stroke=stroke, stroke_width=0.8)
        canvas.text(x + 17, 29, label, size=10)
        x += 17 + text_width(label, 10) + 20
    if dashed:
        canvas.line(x, 25, x + 20, 25, stroke=INK, stroke_width=1.4, stroke_dasharray="5 3")
        canvas.text(x + 25, 29, texts.first, size=10)


def _split(canvas: Canvas, frame: _Frame, owned: float, fractile: float, texts: DurationTexts) -> None:
    """The line between own and rented, and the share of hours that decides."""
    x, y = frame.x(fractile), frame.y(owned)
    canvas.line(_LEFT, y, _RIGHT, y, stroke=INK, stroke_width=1.6)
    canvas.text(_RIGHT, y - 5, texts.line, size=10, anchor="end", bold=True)
    canvas.line(x, _TOP, x, _BOTTOM, stroke=INK, stroke_width=1, stroke_dasharray="3 3")
    left_half = fractile < 0.5
    canvas.text(
        x + (6 if left_half else -6), _TOP + 9, texts.fractile, anchor="start" if left_half else "end", bold=True
    )
