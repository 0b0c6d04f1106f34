"""The brand of the consultancy: a YAML file in the shape of ``_brand.yml``, with contact, legal line and marking."""

import re
from pathlib import Path
from typing import Any, Self

from pydantic import Field, ValidationError, field_validator

from wizard.datafiles.strict_yaml import read_yaml
from wizard.domain.base import Frozen
from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.report.contrast import READABLE, contrast, light_on, mix, readable_on, text_on
from wizard.report.errors import ReportError
from wizard.report.logo import logo_data_uri
from wizard.report.plain_text import plain

_HEX = re.compile(r"^#[0-9a-fA-F]{6}$")
_SHORT_HEX = re.compile(r"^#[0-9a-fA-F]{3}$")


class Meta(Frozen):
    name: str = Field(default="", max_length=120)
    link: str = Field(default="", max_length=200)


class Color(Frozen):
    """Colours as ``#rrggbb``; in the file a name of the palette may stand instead."""

    palette: dict[str, str] = {}
    primary: str = "#12405f"
    """Cover, headings, first series of every figure."""
    secondary: str = "#c8641e"
    """Accent: markers, second series."""
    foreground: str = "#14202b"


class Contact(Frozen):
    name: str = Field(default="", max_length=120)
    email: str = Field(default="", max_length=120)
    phone: str = Field(default="", max_length=60)
    web: str = Field(default="", max_length=120)
    address: str = Field(default="", max_length=240)

    @field_validator("*")
    @classmethod
    def _harmless(cls, value: str) -> str:
        return plain(value)


class Typography(Frozen):
    """Fonts by family. The report is set in the bundled ones; ``brand check`` names a family that is not among them."""

    base: str = Field(default="", max_length=80)
    headings: str = Field(default="", max_length=80)


class BrandFile(Frozen):
    """The file as it is written."""

    meta: Meta = Meta()
    typography: Typography = Typography()
    logo: str = ""
    """Path of an SVG or PNG file, relative to the brand file."""
    color: Color = Color()
    contact: Contact = Contact()
    legal: Text = Text(de="", en="")
    """Footer of the last page, e.g. company register and VAT id."""
    confidentiality: Text = Text(de="Vertraulich", en="Confidential")
    """Mark on the cover and in the footer of every page."""


_DARK_TINT = "#1b252d"


class Dark(Frozen):
    """Colours on the dark paper of a screen: the brand's are lightened until they read."""

    paper: str = "#12181e"
    ink: str = "#e7ecf0"
    muted: str = "#a7b3bd"
    tint: str = _DARK_TINT
    primary_text: str
    secondary_text: str


MUTED = "#52606b"
"""Small print on white paper and on the tint; ``report.css`` uses the same."""


class Brand(Frozen):
    """The brand ready for rendering: checked colours, logo as data URI."""

    name: str
    link: str
    logo: str
    primary: str
    on_primary: str
    primary_text: str
    """The primary colour, darkened until it reads on white paper and on the tint."""
    secondary: str
    secondary_text: str
    foreground: str
    tint: str
    """A breath of the primary colour, for table heads and boxes."""
    contact: Contact
    legal: Text
    confidentiality: Text

    @classmethod
    def of(cls, file: BrandFile, logo: str = "") -> Self:
        primary, secondary, ink = (resolved_colour(file.color, c) for c in ("primary", "secondary", "foreground"))
        tint = mix(primary, "#ffffff", 0.92)
        return cls(
            name=plain(file.meta.name),
            link=plain(file.meta.link),
            logo=logo,
            primary=primary,
            on_primary=text_on(primary),
            primary_text=readable_on(primary, tint),
            secondary=secondary,
            secondary_text=readable_on(secondary, tint),
            foreground=readable_on(ink, tint),
            tint=tint,
            contact=file.contact,
            legal=file.legal,
            confidentiality=file.confidentiality,
        )

    @property
    def soft(self) -> str:
        """Quieter text on the primary colour, as far from its usual text colour as contrast allows."""
        shades = (mix(self.on_primary, self.primary, share / 100) for share in range(25, 0, -5))
        return next((shade for shade in shades if contrast(shade, self.primary) >= READABLE), self.on_primary)

    @property
    def dark(self) -> Dark:
        return Dark(
            primary_text=light_on(mix(self.primary_text, "#ffffff", 0.62), _DARK_TINT),
            secondary_text=light_on(mix(self.secondary_text, "#ffffff", 0.5), _DARK_TINT),
        )

    @property
    def series(self) -> tuple[str, ...]:
        """Colours of data series, first the brand's own; figures tell series apart by dash and label too."""
        return (
            self.primary_text,
            self.secondary_text,
            mix(self.primary_text, "#ffffff", 0.45),
            "#5c6b78",
            mix(self.secondary_text, "#ffffff", 0.4),
            "#8a6d3b",
            "#a9b4bd",
            "#3f7d5a",
        )


def load_brand(path: Path | None) -> Brand:
    """The brand in this file; without a file the neutral one.

    Raises:
        CodedError: Y… for the YAML, R030 wrong field, R031 no colour, R032 to R035 the logo.
    """
    if path is None:
        return Brand.of(BrandFile())
    content = brand_content(path)
    try:
        file = BrandFile.model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "/"
        raise CodedError(ReportError.BRAND_FIELD, place=path.name, field=field, detail=first["msg"]) from None
    return Brand.of(file, logo_data_uri(logo_file(file.logo, path)) if file.logo else "")


def brand_content(path: Path) -> dict[str, Any]:
    """The keys of a brand file; an empty file has none.

    Raises:
        CodedError: Y…; R030 for a file that holds no keys.
    """
    content = read_yaml(path)
    if content is not None and not isinstance(content, dict):
        detail = text("lines of the form “key: value” are needed", "nötig sind Zeilen der Form „Schlüssel: Wert“")
        raise CodedError(ReportError.BRAND_FIELD, place=path.name, field="/", detail=detail)
    return content or {}


def logo_file(name: str, brand_file: Path) -> Path:
    """Where the logo lies.

    Raises:
        CodedError: R035 outside the folder of the brand file.
    """
    folder = brand_file.resolve().parent
    try:
        logo = (folder / name).resolve()
    except (OSError, ValueError, RuntimeError):  # a circle of links, a NUL
        raise CodedError(ReportError.LOGO_READ, place=brand_file.name, detail=plain(name, 60)) from None
    if not logo.is_relative_to(folder):
        raise CodedError(ReportError.LOGO_OUTSIDE, place=brand_file.name)
    return logo


def resolved_colour(color: Color, field: str) -> str:
    """``#rrggbb`` of ``primary``, ``secondary`` or ``foreground``.

    Raises:
        CodedError: R031 no colour.
    """
    value = getattr(color, field)
    value = color.palette.get(value, value)
    if _SHORT_HEX.match(value):
        value = "#" + "".join(c * 2 for c in value[1:])
    if not _HEX.match(value):
        raise CodedError(ReportError.BRAND_COLOUR, place=f"color.{field}", value=plain(value, 40))
    return str(value).lower()
