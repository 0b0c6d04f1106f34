"""The bundled fonts: which characters they cover, and their ``@font-face`` rules."""

import base64
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wizard.datafiles.packaged import data_folder
from wizard.datafiles.strict_yaml import read_yaml


@dataclass(frozen=True, slots=True)
class Font:
    path: Path
    family: str
    weight: int
    style: str
    unicode_range: str
    characters: frozenset[int]


def fonts_folder() -> Path:
    """Folder of the packaged font files."""
    return data_folder("report_templates") / "fonts"


@cache
def bundled_fonts() -> tuple[Font, ...]:
    """All fonts of the report in the order in which a character looks for one."""
    entries = read_yaml(fonts_folder() / "fonts.yaml")["fonts"]
    return tuple(
        Font(
            path=fonts_folder() / entry["file"],
            family=entry["family"],
            weight=entry["weight"],
            style=entry["style"],
            unicode_range=entry["range"],
            characters=frozenset(_characters(entry["range"])),
        )
        for entry in entries
    )


def _characters(ranges: str) -> list[int]:
    spans = (part.strip().removeprefix("U+").split("-") for part in ranges.split(","))
    return [c for span in spans for c in range(int(span[0], 16), int(span[-1], 16) + 1)]


def font_rules(text: str, *, embed: bool) -> str:
    """``@font-face`` rules for the fonts this text needs.

    Args:
        text: whatever will be shown.
        embed: as data URI inside the file; otherwise as file name relative to the fonts folder.
    """
    used = {ord(c) for c in text}
    return "\n".join(_rule(font, embed=embed) for font in bundled_fonts() if font.characters & used)


def _rule(font: Font, *, embed: bool) -> str:
    source = font.path.name
    if embed:
        source = "data:font/woff2;base64," + base64.b64encode(font.path.read_bytes()).decode()
    return (
        f'@font-face{{font-family:"{font.family}";font-weight:{font.weight};font-style:{font.style};'
        f'src:url("{source}") format("woff2");unicode-range:{font.unicode_range}}}'
    )


_SUBSTITUTES = {
    "\u202f": "\u00a0",
    "\u2010": "-",
    "\u2011": "-",
    "→": "›",
    "←": "‹",
    "⇒": "›",
    "✓": "+",
    "✗": "×",
    "\u200d": "",
}
"""Readable stand-ins for frequent characters that the bundled fonts lack."""


def printable(text: str) -> tuple[str, frozenset[str]]:
    """The text in characters of the bundled fonts, and the characters that had to become ``?``.

    Without this, the PDF library would pull in fonts of the machine (other bytes elsewhere) or crash without any.
    """
    text = re.sub("[" + "".join(_SUBSTITUTES) + "]", lambda match: _SUBSTITUTES[match[0]], text)
    covered = frozenset().union(*(f.characters for f in bundled_fonts()))
    lost = frozenset(c for c in set(text) if ord(c) not in covered and c not in "\n\r\t\u00ad")
    return text.translate({ord(c): "?" for c in lost}), lost
