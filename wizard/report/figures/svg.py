"""The few SVG marks the figures are made of. Every text is escaped; colours stand in attributes, because the PDF
library shows page styles and variables to no inline SVG."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

INK = "#14202b"
MUTED = "#52606b"
GRID = "#d9dfe4"
PAPER = "#ffffff"
FONT = (
    "Report Sans, Report Sans Ext, Report Sans Greek, Report Sans Cyrillic, Report Sans Vietnamese, "
    "Report Math, sans-serif"
)


def number(value: float) -> str:
    """A coordinate with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value else "0"


def attributes(values: dict[str, float | str | None]) -> str:
    parts = []
    for name, value in values.items():
        if value is not None:
            shown = value if isinstance(value, str) else number(value)
            parts.append(f' {name.replace("_", "-")}="{escape(shown)}"')
    return "".join(parts)


@dataclass(slots=True)
class Canvas:
    """Collects marks from back to front.

    ``name`` makes the ids of one document unique. Title and description become the alternative text of the PDF.
    """

    name: str
    width: float
    height: float
    title: str
    description: str
    marks: list[str] = field(default_factory=list)
    definitions: list[str] = field(default_factory=list)

    def rect(self, x: float, y: float, width: float, height: float, **style: float | str | None) -> None:
        box: dict[str, float | str | None] = {"x": x, "y": y, "width": max(width, 0), "height": max(height, 0)}
        self.marks.append(f"<rect{attributes(box | style)}/>")

    def line(self, x1: float, y1: float, x2: float, y2: float, **style: float | str | None) -> None:
        ends: dict[str, float | str | None] = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
        self.marks.append(f"<line{attributes(ends | style)}/>")

    def polyline(self, points: Sequence[tuple[float, float]], **style: float | str | None) -> None:
        path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self.marks.append(f'<polyline points="{path}" fill="none"{attributes(style)}/>')

    def polygon(self, points: Sequence[tuple[float, float]], **style: float | str | None) -> None:
        path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self.marks.append(f'<polygon points="{path}"{attributes(style)}/>')

    def circle(self, x: float, y: float, radius: float, **style: float | str | None) -> None:
        centre: dict[str, float | str | None] = {"cx": x, "cy": y, "r": radius}
        self.marks.append(f"<circle{attributes(centre | style)}/>")

    def text(
        self,
        x: float,
        y: float,
        content: str,
        *,
        size: float = 10,
        anchor: str = "start",
        fill: str = INK,
        bold: bool = False,
    ) -> None:
        style: dict[str, float | str | None] = {
            "x": x, "y": y, "font_size": size, "font_family": FONT, "fill": fill,
            "text_anchor": None if anchor == "start" else anchor, "font_weight": "600" if bold else None,
        }  # fmt: skip
        self.marks.append(f"<text{attributes(style)}>{escape(content)}</text>")

    def hatch(self, key: str, colour: str, *, angle: float = 45, gap: float = 5, background: str = PAPER) -> str:
        """Defines a line pattern and returns its ``fill`` value."""
        identifier = f"{self.name}-{key}"
        self.definitions.append(
            f'<pattern id="{escape(identifier)}" width="{number(gap)}" height="{number(gap)}" '
            f'patternUnits="userSpaceOnUse" patternTransform="rotate({number(angle)})">'
            f'<rect width="{number(gap)}" height="{number(gap)}" fill="{background}"/>'
            f'<line x1="0" y1="0" x2="0" y2="{number(gap)}" stroke="{colour}" stroke-width="2.4"/></pattern>'
        )
        return f"url(#{identifier})"

    def svg(self) -> str:
        name = escape(self.name)
        definitions = f"<defs>{''.join(self.definitions)}</defs>" if self.definitions else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(self.width)} {number(self.height)}" '
            f'width="{number(self.width)}" height="{number(self.height)}" role="img" '
            f'aria-labelledby="{name}-t {name}-d"><title id="{name}-t">{escape(self.title)}</title>'
            f'<desc id="{name}-d">{escape(self.description)}</desc>{definitions}{"".join(self.marks)}</svg>'
        )


def text_width(content: str, size: float) -> float:
    """Estimated width of a text in the report font: 0.5 em a character, a little wide on purpose."""
    return len(content) * size * 0.5


def fitted(content: str, size: float, room: float) -> str:
    """The text, cut with an ellipsis where it would not fit."""
    keep = int(room / (size * 0.5))
    return content if len(content) <= keep else content[: max(keep - 1, 1)].rstrip() + "…"
