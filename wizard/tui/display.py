"""The one door for texts that come from a client, a file or a catalogue to the screen.

Textual reads plain strings as markup (``Budget [EUR]`` loses its unit, ``[/]`` ends the program) and hands escape
sequences to the terminal. Hence: every such text becomes a ``Content`` through ``shown``; ``ControlFilter`` on the app
is the second net for everything a widget draws by other ways.
"""

import re
from typing import Any

from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.content import Content
from textual.filter import LineFilter

_REPLACEMENT = "\ufffd"
_LIMIT = 4_000

# C0 without tab and newline, DEL, C1, lone surrogates, and the invisible characters that reorder or hide text.
_HOSTILE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_MARKS = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_STACKED_MARKS = re.compile(f"([{_MARKS}]{{3}})[{_MARKS}]+")
_BREAKS = re.compile("\r\n|[\r\n]")


def clean(text: str, *, lines: bool = False) -> str:
    """The text without anything a terminal would obey: control, bidirectional and invisible characters.

    Args:
        text: any text of a client or file.
        lines: keep line breaks; otherwise they become spaces.
    """
    text = _BREAKS.sub("\n" if lines else " ", text[:_LIMIT] + ("…" if len(text) > _LIMIT else ""))
    text = _HOSTILE.sub(_REPLACEMENT, text.replace("\t", " "))
    return _STACKED_MARKS.sub(r"\1", text)


def shown(text: str, style: str = "", *, lines: bool = False) -> Content:
    """The text as content that is never read as markup; ``style`` is a Textual style such as ``$quiet``."""
    return Content.styled(clean(text, lines=lines), style) if style else Content(clean(text, lines=lines))


def tell(app: App[Any], text: str, *, warning: bool = False, error: bool = False) -> None:
    """A short message at the edge of the screen, never read as markup."""
    severity = "error" if error else "warning" if warning else "information"
    app.notify(clean(text, lines=True), severity=severity, markup=False)  # type: ignore[arg-type]


class ControlFilter(LineFilter):
    """Replaces hostile characters in every drawn segment, whatever widget drew it."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        del background
        return [
            Segment(_HOSTILE.sub(_REPLACEMENT, segment.text), segment.style, None)
            if not segment.control and _HOSTILE.search(segment.text)
            else segment
            for segment in segments
        ]
