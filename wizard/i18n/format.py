"""Numbers, money, percentages, dates and quantities as people read them, in German and English.

Half a unit rounds away from zero (62.5 → 63), not to even: readers check with a pocket calculator. A narrow no-break
space (U+202F) stands before units, so that no line breaks between number and unit.
"""

import math
from datetime import date
from decimal import ROUND_HALF_UP, Context, Decimal

from wizard.domain.language import Text

NARROW_SPACE = "\u202f"
NO_VALUE = "–"
_CONTEXT = Context(prec=400, rounding=ROUND_HALF_UP)
_SEPARATORS = {"de": (".", ","), "en": (",", ".")}
_SYMBOLS = {"EUR": "€", "USD": "$", "GBP": "£"}
_STEPS = ((10**9, "Mrd.", "B"), (10**6, "Mio.", "M"))
_COUNTS = ((1e12, "Billionen", "trillion"), (1e9, "Milliarden", "billion"), (1e6, "Millionen", "million"))
_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def format_number(value: float | Decimal | None, language: str, digits: int | None = None) -> str:
    """``1.234,5`` in German, ``1,234.5`` in English.

    Args:
        value: None and NaN become a dash.
        digits: decimals after rounding half up; None: all digits the number has, none superfluous.
    """
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return NO_VALUE
    if isinstance(value, float) and math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return _spelled(_rounded(value, digits), language)


def format_money(value: float | None, currency: str, language: str, digits: int = 0) -> str:
    """``1.234.568 €`` in German, ``€1,234,568`` in English; currencies without symbol keep their code.

    Args:
        currency: ISO code such as ``EUR``.
    """
    number = format_number(value, language, digits)
    return number if number == NO_VALUE else _with_currency(number, "", currency, language)


def format_compact_money(value: float | None, currency: str, language: str, digits: int = 1) -> str:
    """``1,2 Mio. €`` or ``€1.2M`` from a million on; smaller amounts in full."""
    if value is None or not math.isfinite(value):
        return format_money(value, currency, language)
    for step, german, english in _STEPS:
        scaled = _rounded(abs(value) / step, digits)
        if scaled >= 1 and abs(value) >= step * (1 - 0.5 / 10**digits / 1000):
            number = _spelled(scaled.copy_sign(Decimal(value)), language)
            suffix = NARROW_SPACE + german if language == "de" else english
            return _with_currency(number, suffix, currency, language)
    return format_money(value, currency, language)


def format_percent(fraction: float | None, language: str, digits: int = 0) -> str:
    """A fraction as a percentage: 0.625 → ``63 %`` in German, ``63%`` in English."""
    if fraction is None or not math.isfinite(fraction):
        return format_number(fraction, language)
    percent = _CONTEXT.multiply(Decimal(repr(float(fraction))), Decimal(100))
    return _joined(_spelled(_rounded(percent, digits), language), "%", language)


def format_date(day: date, language: str) -> str:
    """``31.12.2026`` in German, ``31 December 2026`` in English."""
    if language == "de":
        return f"{day.day:02d}.{day.month:02d}.{day.year:04d}"
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def format_quantity(value: float | Decimal | None, unit: str | Text, language: str, digits: int | None = None) -> str:
    """``80 GB`` with a narrow no-break space; an empty unit adds nothing.

    Args:
        unit: a symbol (``GB``) or a name in both languages.
    """
    name = unit.in_language(language) if isinstance(unit, Text) else unit
    number = format_number(value, language, digits)
    return number if number == NO_VALUE or not name else _joined(number, name, language)


def format_count(value: float, language: str) -> str:
    """A large count in words, three significant digits: ``15,6 Billionen`` in German, ``15.6 trillion`` in English."""
    for size, german, english in _COUNTS:
        if value >= size:
            number = float(f"{value / size:.3g}")
            return f"{format_number(number, language)} {german if language == 'de' else english}"
    return format_number(float(f"{value:.4g}"), language, 0 if value >= 10 else None)


def format_power(value: float, unit: str, language: str) -> str:
    """``3,13 × 10²⁵ FLOP`` on one line: two decimals and a power of ten."""
    if value <= 0:
        return format_quantity(value, unit, language)
    exponent = math.floor(math.log10(value))
    mantissa = format_number(value / 10**exponent, language, 2)
    return f"{mantissa}{NARROW_SPACE}×{NARROW_SPACE}10{str(exponent).translate(_RAISED)}{NARROW_SPACE}{unit}"


def _joined(number: str, unit: str, language: str) -> str:
    tight = unit == "%" and language == "en"
    return f"{number}{'' if tight else NARROW_SPACE}{unit}"


def _with_currency(number: str, suffix: str, currency: str, language: str) -> str:
    symbol = _SYMBOLS.get(currency, currency)
    if language == "de":
        return f"{number}{suffix}{NARROW_SPACE}{symbol}"
    sign, amount = ("-", number[1:]) if number.startswith("-") else ("", number)
    return f"{sign}{symbol}{NARROW_SPACE if len(symbol) > 1 else ''}{amount}{suffix}"


def _rounded(value: float | Decimal, digits: int | None) -> Decimal:
    number = value if isinstance(value, Decimal) else Decimal(value if isinstance(value, int) else repr(float(value)))
    if digits is None:
        return _CONTEXT.normalize(number)
    return _CONTEXT.quantize(number, Decimal(1).scaleb(-digits))


def _spelled(number: Decimal, language: str) -> str:
    thousands, point = _SEPARATORS["de" if language == "de" else "en"]
    whole, _, decimals = f"{abs(number):,f}".partition(".")
    sign = "-" if number < 0 else ""
    return sign + whole.replace(",", thousands) + (point + decimals if decimals else "")
