"""Measures a brand file: contrast, fonts, logo, texts in both languages, keys. One fault hides none of the others."""

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ValidationError

from wizard.decision.wording import filled, number
from wizard.domain.errors import CodedError, ErrorCode
from wizard.domain.language import Text, text
from wizard.questionnaire.schema import NO_TEXT
from wizard.report.brand import MUTED, Brand, BrandFile, Color, brand_content, logo_file, resolved_colour
from wizard.report.contrast import READABLE, contrast
from wizard.report.errors import ReportError
from wizard.report.fonts import bundled_fonts
from wizard.report.logo import logo_data_uri
from wizard.report.logo_parts import LogoFacts, logo_facts
from wizard.report.plain_text import plain

Kind = Literal["key", "colour", "contrast", "font", "logo", "text"]
FAMILY = "Source Sans 3"
"""The bundled family as its makers call it; the files carry names of their own."""
_SMALLEST_LOGO = 300
"""Pixels across, below which a PNG looks coarse in print (17 mm high on the cover, 300 dpi)."""
_PAPER = "#ffffff"
_RATIO = text("{what} · {ratio}", "{what} · {ratio}")


class BrandFault(ErrorCode):
    """What ``brand check`` finds beyond the errors of loading."""

    UNKNOWN_KEY = (
        "R036",
        text(
            "the key '{key}' is unknown; {hint}",
            "den Schlüssel „{key}“ gibt es nicht; {hint}",
        ),
    )
    TOO_PALE = (
        "R037",
        text(
            "as text on white, {colour} has a contrast of {ratio}; 4.5 is needed. The report writes {used} instead",
            "als Text auf Weiß hat {colour} einen Kontrast von {ratio}; nötig sind 4,5. Der Bericht schreibt {used}",
        ),
    )
    CONTRAST = (
        "R038",
        text(
            "{first} on {second} has a contrast of {ratio}; 4.5 is needed",
            "{first} auf {second} hat einen Kontrast von {ratio}; nötig sind 4,5",
        ),
    )
    FONT = (
        "R039",
        text(
            "the font '{family}' is not bundled; the report is set in {used}",
            "die Schrift „{family}“ liegt nicht bei; der Bericht wird in {used} gesetzt",
        ),
    )
    FONT_FILE = (
        "R040",
        text(
            "the bundled font file {file} is missing; install rechenwerk again",
            "die beiliegende Schriftdatei {file} fehlt; bitte rechenwerk neu installieren",
        ),
    )
    LOGO_PARTS = (
        "R041",
        text(
            "the report leaves out of the logo: {parts}. Save it with letters and effects as plain paths",
            "der Bericht lässt vom Logo weg: {parts}. Bitte mit Buchstaben und Effekten als einfache Pfade speichern",
        ),
    )
    LOGO_COARSE = (
        "R042",
        text(
            "the logo has {width} × {height} px; from {least} px across it looks sharp in print",
            "das Logo hat {width} × {height} px; ab {least} px Breite wirkt es im Druck scharf",
        ),
    )
    NO_TEXT = (
        "R043",
        text("{field} is missing in {language}", "{field} fehlt in der Sprache {language}"),
    )


@dataclass(frozen=True, slots=True)
class BrandFact:
    """One thing that was looked at: what it is, what was measured, and what is wrong with it."""

    kind: Kind
    subject: Text
    value: Text
    fault: CodedError | None = None


def check_brand(path: Path) -> tuple[BrandFact, ...]:
    """Everything measured in a brand file.

    Raises:
        CodedError: Y…, the file is no YAML at all.
    """
    content = brand_content(path)
    file, faults = _readable(content, path.name)
    facts = [*faults, *_colours(file), *_fonts(file), *_logo(file, path), *_texts(content)]
    return tuple(facts)


def usable_brand(path: Path) -> Brand:
    """The brand with everything left out that is wrong: for a sample that shows the rest.

    Raises:
        CodedError: as ``check_brand``.
    """
    file, _faults = _readable(brand_content(path), path.name)
    logo = ""
    try:
        logo = logo_data_uri(logo_file(file.logo, path)) if file.logo else ""
    except CodedError:
        pass  # the check tells; the sample shows the name instead
    return Brand.of(file, logo)


def _readable(content: Mapping[str, Any], place: str) -> tuple[BrandFile, list[BrandFact]]:
    """The file without unknown keys and values that do not fit, and a fault for each of them."""
    kept: dict[str, Any] = dict(content)
    faults = list(_unknown_keys(kept, BrandFile, ""))
    kept = _known(kept, BrandFile)
    for _attempt in range(len(BrandFile.model_fields) + 1):
        try:
            file = BrandFile.model_validate(kept)
            break
        except ValidationError as error:
            wrong = dict.fromkeys(str(detail["loc"][0]) for detail in error.errors() if detail["loc"])
            # A text in one language only is told with the texts, in words.
            faults += [_field_fact(place, detail) for detail in error.errors() if detail["type"] != "missing"]
            kept = {key: value for key, value in kept.items() if key not in wrong}
    else:
        file = BrandFile()
    return _with_colours(file, faults)


def _with_colours(file: BrandFile, faults: list[BrandFact]) -> tuple[BrandFile, list[BrandFact]]:
    for field in ("primary", "secondary", "foreground"):
        try:
            resolved_colour(file.color, field)
        except CodedError as error:
            faults.append(BrandFact("colour", _named(f"color.{field}"), _named(getattr(file.color, field)), error))
            colours = {name: getattr(file.color, name) for name in file.color.model_fields_set if name != field}
            file = file.model_copy(update={"color": Color(**colours)})
    return file, faults


def _field_fact(place: str, detail: Any) -> BrandFact:
    field = ".".join(str(part) for part in detail["loc"]) or "/"
    error = CodedError(ReportError.BRAND_FIELD, place=place, field=field, detail=detail["msg"])
    return BrandFact("key", _named(field), NO_TEXT, error)


def _named(name: str) -> Text:
    shown = plain(name, 80)
    return text(shown, shown)


def _unknown_keys(content: Mapping[str, Any], model: type[BaseModel], lead: str) -> Iterator[BrandFact]:
    for key, value in content.items():
        inner = _inner(model, str(key))
        if str(key) not in model.model_fields:
            shown = plain(lead + str(key), 80)
            hint = _hint(str(key)[:80], model, lead)
            yield BrandFact("key", _named(shown), NO_TEXT, CodedError(BrandFault.UNKNOWN_KEY, key=shown, hint=hint))
        elif inner is not None and isinstance(value, Mapping):
            yield from _unknown_keys(value, inner, f"{lead}{key}.")


def _hint(key: str, model: type[BaseModel], lead: str) -> Text:
    near = difflib.get_close_matches(key, model.model_fields, n=1, cutoff=0.5)
    if near:
        return text(f"did you mean {lead}{near[0]}?", f"ist {lead}{near[0]} gemeint?")
    known = ", ".join(model.model_fields)
    return text(f"known here are: {known}", f"bekannt sind hier: {known}")


def _known(content: Mapping[str, Any], model: type[BaseModel]) -> dict[str, Any]:
    kept = {}
    for key, value in content.items():
        inner = _inner(model, str(key))
        if str(key) in model.model_fields:
            kept[str(key)] = _known(value, inner) if inner is not None and isinstance(value, Mapping) else value
    return kept


def _inner(model: type[BaseModel], field: str) -> type[BaseModel] | None:
    annotation = model.model_fields[field].annotation if field in model.model_fields else None
    return annotation if isinstance(annotation, type) and issubclass(annotation, BaseModel) else None


def _colours(file: BrandFile) -> Iterator[BrandFact]:
    """First the brand's own colours as text on white, then every pair the report really uses."""
    brand = Brand.of(file)
    used = {"primary": brand.primary_text, "secondary": brand.secondary_text, "foreground": brand.foreground}
    for field, instead in used.items():
        if field in file.color.model_fields_set:
            yield _own_colour(field, resolved_colour(file.color, field), instead)
    for subject, first, second in _pairs(brand):
        ratio = contrast(first, second)
        shown = number(ratio, 2)
        fault = CodedError(BrandFault.CONTRAST, first=first, second=second, ratio=shown) if ratio < READABLE else None
        yield BrandFact("contrast", subject, filled(_RATIO, what=f"{first} / {second}", ratio=shown), fault)


def _own_colour(field: str, colour: str, instead: str) -> BrandFact:
    ratio = contrast(colour, _PAPER)
    shown, fault = number(ratio, 2), None
    if ratio < READABLE:
        fault = CodedError(BrandFault.TOO_PALE, place=f"color.{field}", colour=colour, ratio=shown, used=instead)
    return BrandFact("colour", _named(f"color.{field}"), filled(_RATIO, what=colour, ratio=shown), fault)


def _pairs(brand: Brand) -> tuple[tuple[Text, str, str], ...]:
    dark = brand.dark
    return (
        (text("cover title", "Titel auf dem Deckblatt"), brand.on_primary, brand.primary),
        (text("cover, quiet line", "Deckblatt, leise Zeile"), brand.soft, brand.primary),
        (text("headings", "Überschriften"), brand.primary_text, _PAPER),
        (text("accents", "Akzente"), brand.secondary_text, _PAPER),
        (text("accents on the tint", "Akzente auf Tönung"), brand.secondary_text, brand.tint),
        (text("body text", "Fließtext"), brand.foreground, _PAPER),
        (text("body text on the tint", "Fließtext auf Tönung"), brand.foreground, brand.tint),
        (text("figures on the tint", "Kennzahlen auf Tönung"), brand.primary_text, brand.tint),
        (text("small print on the tint", "Kleingedrucktes auf Tönung"), MUTED, brand.tint),
        (text("dark: headings", "dunkel: Überschriften"), dark.primary_text, dark.tint),
        (text("dark: accents", "dunkel: Akzente"), dark.secondary_text, dark.tint),
        (text("dark: body text", "dunkel: Fließtext"), dark.ink, dark.tint),
    )


def _fonts(file: BrandFile) -> Iterator[BrandFact]:
    files = bundled_fonts()
    lost = [font.path.name for font in files if not font.path.is_file()]
    fault = CodedError(BrandFault.FONT_FILE, file=lost[0]) if lost else None
    yield BrandFact("font", text("bundled fonts", "beiliegende Schriften"), _named(f"{FAMILY} · {len(files)}"), fault)
    wanted = {"typography.base": file.typography.base, "typography.headings": file.typography.headings}
    for field, family in wanted.items():
        if family:
            known = family.casefold() == FAMILY.casefold()
            name = plain(family, 80)
            missing = None if known else CodedError(BrandFault.FONT, place=field, family=name, used=FAMILY)
            yield BrandFact("font", _named(field), _named(family), missing)


def _logo(file: BrandFile, path: Path) -> Iterator[BrandFact]:
    subject = text("logo", "Logo")
    if not file.logo:
        yield BrandFact("logo", subject, NO_TEXT)
        return
    try:
        facts = logo_facts(logo_file(file.logo, path))
    except CodedError as error:
        yield BrandFact("logo", subject, _named(file.logo), error)
        return
    size = "" if facts.width is None or facts.height is None else f" · {facts.width:g} × {facts.height:g}"
    kilobytes = number(facts.size_bytes / 1000, 1)
    pattern = text(f"{facts.kind} · {{kb}} kB{size}", f"{facts.kind} · {{kb}} kB{size}")
    yield BrandFact("logo", subject, filled(pattern, kb=kilobytes), _logo_fault(facts))


def _logo_fault(facts: LogoFacts) -> CodedError | None:
    if facts.left_out:
        return CodedError(BrandFault.LOGO_PARTS, parts=plain(", ".join(facts.left_out), 200))
    if facts.kind == "PNG" and facts.width is not None and facts.width < _SMALLEST_LOGO:
        size = {"width": f"{facts.width:g}", "height": f"{facts.height:g}"}
        return CodedError(BrandFault.LOGO_COARSE, **size, least=_SMALLEST_LOGO)
    return None


def _texts(content: Mapping[str, Any]) -> Iterator[BrandFact]:
    """A text given in one language only; one that is not given at all is the consultancy's choice."""
    for field in ("legal", "confidentiality"):
        given = content.get(field)
        if not isinstance(given, Mapping):
            continue
        for language in ("de", "en"):
            said = given.get(language)
            there = isinstance(said, str) and bool(said.strip())
            fault = None if there else CodedError(BrandFault.NO_TEXT, field=field, language=language)
            yield BrandFact("text", _named(f"{field}.{language}"), _named(str(said or "")), fault)
