"""Amounts and figures of a quote as a person reads them, in both languages."""

from decimal import Decimal

from wizard.domain.language import Text
from wizard.domain.provenance import Figure
from wizard.i18n.format import format_number, format_percent
from wizard.quotes.proposal import Change

_SHARE = "1/a"
_EACH_YEAR = {"de": " je Jahr", "en": " a year"}


def amount(value: float | Decimal, unit: str = "", digits: int = 2) -> Text:
    """A number with its unit."""
    end = f" {unit}" if unit else ""
    number = float(value)
    return Text(en=f"{format_number(number, 'en', digits)}{end}", de=f"{format_number(number, 'de', digits)}{end}")


def value_text(figure: Figure, language: str) -> str:
    """The value with its unit; a yearly share as a percentage."""
    if figure.unit == _SHARE:
        return f"{format_percent(figure.value, language, 1)}{_EACH_YEAR[language]}"
    return f"{format_number(float(f'{figure.value:.6g}'), language)} {figure.unit}"


def before_text(change: Change, language: str) -> str:
    """The old value, and what it is in the currency of the new one where they differ; empty for none."""
    if change.before is None:
        return ""
    said = value_text(change.before, language)
    if change.converted is None:
        return said
    return f"{said} (≈ {amount(float(f'{change.converted:.3g}'), change.after.unit, 0).in_language(language)})"
