"""A logo as data URI: SVG reduced to drawing elements (letters as paths, no text), PNG checked for kind and size."""

import base64
import re
import struct
from pathlib import Path
from xml.etree import ElementTree as ET

from wizard.domain.errors import CodedError
from wizard.report.errors import ReportError

MAX_BYTES = 500_000
MAX_PIXELS = 4_000
SVG = "http://www.w3.org/2000/svg"
ELEMENTS = {
    "svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "defs",
    "linearGradient", "radialGradient", "stop", "clipPath", "title", "desc",
}  # fmt: skip
ATTRIBUTES = {
    "id", "viewBox", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "d", "points",
    "fill", "fill-rule", "fill-opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin",
    "stroke-opacity", "opacity", "transform", "offset", "stop-color", "stop-opacity", "clip-path", "clip-rule",
    "gradientUnits", "gradientTransform",
    "preserveAspectRatio",
}  # fmt: skip
_DEEPEST = 64
LOCAL_REFERENCE = re.compile(r"^url\(#[\w-]+\)$")


def logo_data_uri(path: Path) -> str:
    """The logo as ``data:`` URI without scripts, event handlers or outside references.

    Raises:
        CodedError: R032 unreadable, R033 too large, R034 neither SVG nor PNG.
    """
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise CodedError(ReportError.LOGO_SIZE, place=path.name, size=f"{size} B", limit=f"{MAX_BYTES} B")
        data = path.read_bytes()
    except OSError as error:
        raise CodedError(ReportError.LOGO_READ, place=path.name, detail=error.strerror or str(error)) from error
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        _check_png(data, path.name)
        return "data:image/png;base64," + base64.b64encode(data).decode()
    if b"<svg" in data[:4096]:
        return "data:image/svg+xml;base64," + base64.b64encode(clean_svg(data, path.name)).decode()
    raise CodedError(ReportError.LOGO_KIND, place=path.name)


def _check_png(data: bytes, place: str) -> None:
    if len(data) < 33 or data[12:16] != b"IHDR":
        raise CodedError(ReportError.LOGO_READ, place=place, detail="no IHDR block")
    width, height = struct.unpack(">II", data[16:24])
    if max(width, height) > MAX_PIXELS:
        limit = f"{MAX_PIXELS} × {MAX_PIXELS} px"
        raise CodedError(ReportError.LOGO_SIZE, place=place, size=f"{width} × {height} px", limit=limit)


def clean_svg(data: bytes, place: str = "") -> bytes:
    """The drawing elements of an SVG; everything else (script, style, foreign objects, links, images) is dropped.

    Raises:
        CodedError: R032 when it is no well-formed SVG or declares entities.
    """
    if re.search(rb"<!\s*(DOCTYPE|ENTITY)", data, re.IGNORECASE):
        raise CodedError(ReportError.LOGO_READ, place=place, detail="DOCTYPE and entities are not allowed")
    try:
        root = ET.fromstring(data)  # noqa: S314 - declarations are refused above
    except ET.ParseError as error:
        raise CodedError(ReportError.LOGO_READ, place=place, detail=str(error)) from None
    if root.tag != f"{{{SVG}}}svg":
        raise CodedError(ReportError.LOGO_KIND, place=place)
    _clean(root, place)
    ET.register_namespace("", SVG)
    cleaned: bytes = ET.tostring(root, encoding="utf-8")
    return cleaned


def _clean(root: ET.Element, place: str) -> None:
    waiting = [(root, 1)]
    while waiting:
        element, depth = waiting.pop()
        if depth > _DEEPEST:
            detail = f"> {_DEEPEST} levels"
            raise CodedError(ReportError.LOGO_READ, place=place, detail=detail)
        for name, value in list(element.attrib.items()):
            if name not in ATTRIBUTES or ("url(" in value.lower() and not LOCAL_REFERENCE.match(value.strip())):
                del element.attrib[name]
        for child in list(element):
            local = child.tag.removeprefix(f"{{{SVG}}}") if isinstance(child.tag, str) else ""
            if local in ELEMENTS and child.tag == f"{{{SVG}}}{local}":
                waiting.append((child, depth + 1))
            else:
                element.remove(child)
