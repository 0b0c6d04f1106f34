"""What a logo is made of, and what of it the report leaves out."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

from wizard.report.logo import ATTRIBUTES, ELEMENTS, LOCAL_REFERENCE, SVG, logo_data_uri

_MOST = 12


@dataclass(frozen=True, slots=True)
class LogoFacts:
    """A logo the report can use."""

    kind: str
    """``PNG`` or ``SVG``."""
    size_bytes: int
    width: float | None
    """Pixels of a PNG, user units of an SVG; None: the SVG tells no size."""
    height: float | None
    left_out: tuple[str, ...]
    """Elements and attributes of an SVG that the report drops, such as ``script`` or ``@onload``."""


def logo_facts(path: Path) -> LogoFacts:
    """Reads the logo as the report does.

    Raises:
        CodedError: R032 to R034.
    """
    logo_data_uri(path)
    data = path.read_bytes()
    if data.startswith(b"\x89PNG"):
        width, height = struct.unpack(">II", data[16:24])
        return LogoFacts("PNG", len(data), width, height, ())
    root = ET.fromstring(data)  # noqa: S314 - declarations were refused just above
    width, height = _size(root)
    return LogoFacts("SVG", len(data), width, height, tuple(dict.fromkeys(_dropped(root)))[:_MOST])


def _size(root: ET.Element) -> tuple[float | None, float | None]:
    box = root.get("viewBox", "").replace(",", " ").split()
    sides = box[2:] if len(box) == 4 else [root.get(name, "").removesuffix("px") for name in ("width", "height")]
    try:
        return float(sides[0]), float(sides[1])
    except ValueError:
        return None, None


def _dropped(element: ET.Element) -> Iterator[str]:
    for name, value in element.attrib.items():
        outside = "url(" in value.lower() and not LOCAL_REFERENCE.match(value.strip())
        if name not in ATTRIBUTES or outside:
            yield f"@{name.rpartition('}')[2]}"
    for child in element:
        local = str(child.tag).rpartition("}")[2]
        if local in ELEMENTS and child.tag == f"{{{SVG}}}{local}":
            yield from _dropped(child)
        else:
            yield local
