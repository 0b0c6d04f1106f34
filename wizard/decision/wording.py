"""Numbers inside texts of both languages, rounded to what a reader can use."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from math import isfinite

from wizard.domain.language import Text, text

_NARROW = "\u202f"


def number(value: float, digits: int | None = None) -> Text:
    """Three significant digits, or ``digits`` decimals, half rounded up; decimal comma and point by language."""
    if not isfinite(value):
        return text(str(value), str(value))
    if digits is None:
        size = abs(value)
        digits = 0 if size >= 100 or value == round(value) else 1 if size >= 10 else 2
    rounded = Decimal(repr(value)).quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)
    english = f"{rounded:,f}".replace("-", "−")
    return text(english, english.translate(str.maketrans(",.", ".,")))


def amount(value: float, unit: str, digits: int | None = None) -> Text:
    """A number with its unit; euro without cents, percent without a fraction sign of its own."""
    shown = number(value, 0 if unit == "EUR" else digits)
    sign = "€" if unit == "EUR" else unit
    if not sign:
        return shown
    if unit == "EUR":
        return text(f"{'-' if value < 0 else ''}€{shown.en.lstrip('-')}", f"{shown.de}{_NARROW}€")
    space = "" if sign == "%" else _NARROW
    return text(f"{shown.en}{space}{sign}", f"{shown.de}{_NARROW}{sign}")


def filled(pattern: Text, **parts: Text | str | float) -> Text:
    """The pattern with its placeholders replaced, each in the language of the pattern."""
    shown = {name: part if isinstance(part, Text) else _plain(part) for name, part in parts.items()}
    return text(
        pattern.en.format(**{name: part.en for name, part in shown.items()}),
        pattern.de.format(**{name: part.de for name, part in shown.items()}),
    )


def _plain(part: str | float) -> Text:
    return text(part, part) if isinstance(part, str) else number(part)


def listed(names: Sequence[str], empty: Text | None = None) -> Text:
    """Names with commas; ``empty`` stands for an empty list."""
    shown = ", ".join(names)
    return empty if not names and empty is not None else text(shown, shown)


MAKERS = {
    "nvidia": text("NVIDIA", "NVIDIA"),
    "amd": text("AMD", "AMD"),
    "intel": text("Intel", "Intel"),
    "cloud_asic": text("chips of cloud providers", "Chips von Cloud-Anbietern"),
    "apple": text("Apple", "Apple"),
}
COUNTRIES = {
    "AT": text("Austria", "Österreich"),
    "BE": text("Belgium", "Belgien"),
    "CA": text("Canada", "Kanada"),
    "CH": text("Switzerland", "Schweiz"),
    "DE": text("Germany", "Deutschland"),
    "ES": text("Spain", "Spanien"),
    "EU": text("the EU", "EU"),
    "FI": text("Finland", "Finnland"),
    "FR": text("France", "Frankreich"),
    "IE": text("Ireland", "Irland"),
    "IS": text("Iceland", "Island"),
    "IT": text("Italy", "Italien"),
    "NL": text("the Netherlands", "Niederlande"),
    "NO": text("Norway", "Norwegen"),
    "PL": text("Poland", "Polen"),
    "SE": text("Sweden", "Schweden"),
    "UK": text("the United Kingdom", "Vereinigtes Königreich"),
    "US": text("the USA", "USA"),
}
"""Countries of the offers; a code without a name stands as it is."""


def country(code: str) -> Text:
    return COUNTRIES.get(code, text(code, code))


def listed_texts(names: Sequence[Text], empty: Text) -> Text:
    """Names of both languages with commas; ``empty`` stands for an empty list."""
    if not names:
        return empty
    return text(", ".join(name.en for name in names), ", ".join(name.de for name in names))
