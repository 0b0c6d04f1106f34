"""Reads one quantity: number, multiplier, unit or currency, converted into the unit of the question."""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

from wizard.domain.errors import CodedError
from wizard.domain.language import Text
from wizard.i18n.format import format_number, format_quantity
from wizard.questionnaire.currency import currency_code, take_currency
from wizard.questionnaire.errors import QuestionError
from wizard.questionnaire.numbers import EXAMPLES, Plausible, read_digits
from wizard.questionnaire.schema import NO_TEXT
from wizard.questionnaire.units import conversion, known_unit

_SHAPE = re.compile(
    r"(?P<before>[^0-9.,+\-]*)(?P<sign>[+-]?)\s*(?P<between>[^0-9.,+\-]*)"
    r"(?P<digits>(?:[0-9][0-9.,]*(?:[ '][0-9]{3}(?![0-9]))*(?:[.,][0-9]+)?|[.,][0-9]+))"
    r"(?:[eE](?P<power>[+-]?[0-9]{1,3})(?![\w]))?\s*(?P<rest>.*)",
    re.DOTALL,
)
_LOOKALIKES = str.maketrans({"−": "-", "’": "'", "‘": "'", "´": "'"})
_MORE_DIGITS = re.compile(r"[0-9.,]|.*⁄")
_ABOUT = re.compile(r"^(?:ca\.?|circa|rund|etwa|ungefähr|about|approx\.?|roughly|~|≈)\s*", re.IGNORECASE)
_MULTIPLIERS = {
    "k": 3, "tsd": 3, "tsd.": 3, "tausend": 3, "thousand": 3, "mio": 6, "mio.": 6, "million": 6, "millionen": 6,
    "millions": 6, "mrd": 9, "mrd.": 9, "milliarde": 9, "milliarden": 9, "bn": 9, "billionen": 12,
}  # fmt: skip
_LARGEST_POWER = 30
"""Power of ten that any sensible quantity stays below; written out it has one digit more."""
_COUNTS = ("1e6", "1e9")
"""Units that are multipliers themselves: millions of vectors, billions of parameters."""
_CASED_MULTIPLIERS = {"M": 6, "B": 9}
_BILLION = ("billion", "billions")
_FUSED = re.compile(r"^(?P<scale>T|M|k|K|Mio\.?|Mrd\.?|Tsd\.?)\s?(?P<currency>EUR|€|USD|\$|GBP|£|CHF)(?P<rest>.*)$")
_MONTHLY = re.compile(r"^\s*(?:/|je|pro|per|p\.)\s*(?:monat|month|mon\.?|m\.)\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Expected:
    """What a number field expects: kind of number, unit, limits."""

    plausible: Plausible
    unit: str | None = None
    unit_text: Text = NO_TEXT
    money: bool = False
    monthly: bool = False
    currency: str = "EUR"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in the unit of the question; ``converted`` when another unit was entered."""

    value: Decimal
    converted: bool = False


@dataclass(frozen=True, slots=True)
class _Scale:
    factor: Decimal = Decimal(1)
    converted: bool = False


def tidy(text: str) -> str:
    """Compatible characters unified: full-width digits, special spaces, minus signs, apostrophes."""
    return unicodedata.normalize("NFKC", text).translate(_LOOKALIKES).strip()


def read_quantity(entered: str, expected: Expected, language: str, borrowed: str = "") -> Quantity:
    """One number with what belongs to it.

    Args:
        borrowed: unit or multiplier of the other end of a range, used when this number has none of its own.

    Raises:
        CodedError: Q002 not a number, Q003 ambiguous, Q004 out of range, Q005 not whole, Q013 unit, Q014 currency.
    """
    parts = _split(entered, language)
    rest = parts.rest or borrowed
    scale = _scale(rest, expected, language, entered)
    if parts.power >= 6 and expected.unit in _COUNTS and not rest:
        scale = _Scale(1 / Decimal(expected.unit), converted=True)
    factor = parts.sign * Decimal(10) ** parts.power * scale.factor
    digits = read_digits(parts.digits, language, expected.plausible, factor, scientific=parts.scientific)
    value = digits * factor
    return Quantity(checked(value, expected, language), scale.converted)


def unit_part(entered: str, language: str) -> str:
    """What stands around the number: unit, multiplier, currency."""
    return _split(entered, language).rest


def checked(value: Decimal, expected: Expected, language: str) -> Decimal:
    """The value itself when it lies in the range and is whole where it must be.

    Raises:
        CodedError: Q004, Q005.
    """
    plausible = expected.plausible
    if plausible.whole and value != value.to_integral_value():
        raise CodedError(QuestionError.NEEDS_WHOLE_NUMBER, value=format_number(Decimal(f"{value:.12g}"), language))
    if not plausible.allows(value):
        low, high = (_shown(bound, expected, language) for bound in (plausible.low, plausible.high))
        raise CodedError(QuestionError.OUT_OF_RANGE, value=_shown(value, expected, language), low=low, high=high)
    return value


def _shown(number: Decimal | float | None, expected: Expected, language: str) -> str:
    if number is None:
        return "…"
    unit = expected.currency if expected.money else expected.unit_text
    return format_quantity(Decimal(f"{number:.12g}"), unit, language)


@dataclass(frozen=True, slots=True)
class _Parts:
    digits: str
    sign: int
    power: int
    rest: str
    scientific: bool
    """A power of ten was written: ``3.133e25`` has a point, in every language."""


def _split(entered: str, language: str) -> _Parts:
    match = _SHAPE.fullmatch(_ABOUT.sub("", tidy(entered)))
    if match is None or (match["before"].strip() and match["between"].strip()) or _MORE_DIGITS.match(match["rest"]):
        raise not_a_number(entered, language)
    around = f"{match['before'] or match['between']} {match['rest']}".strip()
    power = int(match["power"] or 0)
    if sum(c.isdigit() for c in match["digits"]) > _LARGEST_POWER + 1 or abs(power) > _LARGEST_POWER:
        raise not_a_number(entered, language)
    sign = -1 if match["sign"] == "-" else 1
    return _Parts(match["digits"].rstrip(), sign, power, around, scientific=bool(match["power"]))


def not_a_number(entered: str, language: str) -> CodedError:
    example = EXAMPLES["de" if language == "de" else "en"]
    return CodedError(QuestionError.NOT_A_NUMBER, entered=tidy(entered)[:60], example=example)


def _scale(rest: str, expected: Expected, language: str, entered: str) -> _Scale:
    """Multiplier and unit behind a number as one factor."""
    if not rest:
        return _Scale()
    unit = known_unit(rest)
    if unit is not None and _fits(unit, expected):
        return _unit_scale(unit, expected, rest, language)
    power, tail, currency = _multiplier(rest, expected, language, entered)
    tail, stated = take_currency(tail)
    currency = currency or stated
    if currency is not None:
        _check_currency(currency, expected, rest, language)
    if expected.money and expected.monthly and _MONTHLY.match(tail):
        tail = ""
    scale = _price_scale(tail, expected, language) if _is_price(expected) else _tail_scale(tail, expected, language)
    multiplied = Decimal(10) ** power
    if power and expected.unit in _COUNTS:
        multiplied /= Decimal(expected.unit)
    return _Scale(multiplied * scale.factor, scale.converted)


def _fits(unit: str, expected: Expected) -> bool:
    return unit == "" or (expected.unit is not None and conversion(unit, expected.unit) is not None)


def _tail_scale(tail: str, expected: Expected, language: str) -> _Scale:
    if not tail:
        return _Scale()
    unit = known_unit(tail)
    if unit is None:
        raise _wrong_unit(tail, expected, language)
    return _unit_scale(unit, expected, tail, language)


def _unit_scale(unit: str, expected: Expected, entered: str, language: str) -> _Scale:
    if unit == "":
        return _Scale()
    factor = conversion(unit, expected.unit) if expected.unit else None
    if factor is None:
        raise _wrong_unit(entered, expected, language)
    return _Scale(factor, factor != 1 or unit != expected.unit)


def _wrong_unit(entered: str, expected: Expected, language: str) -> CodedError:
    name = expected.currency if expected.money else expected.unit_text.in_language(language)
    return CodedError(QuestionError.WRONG_UNIT, entered=entered.strip()[:40], expected=name or "–")


def _multiplier(rest: str, expected: Expected, language: str, entered: str) -> tuple[int, str, str | None]:
    """Power of ten, the remaining text, and the currency of spellings such as ``TEUR``."""
    fused = _FUSED.match(rest)
    if fused:
        scale = "k" if fused["scale"] == "T" else fused["scale"]
        power = _CASED_MULTIPLIERS.get(scale) or _MULTIPLIERS[scale.casefold()]
        return power, fused["rest"].strip(), fused["currency"]
    word, _, tail = rest.partition(" ")
    if word.casefold() in _BILLION:
        if language == "de":
            raise _ambiguous_billion(entered)
        return 9, tail, None
    if expected.unit == "1e9" and word == "b":  # 70b, as in names of models
        return 9, tail, None
    power = _CASED_MULTIPLIERS.get(word) or _MULTIPLIERS.get(word.casefold(), 0)
    return power, (tail if power else rest), None


def _ambiguous_billion(entered: str) -> CodedError:
    return CodedError(
        QuestionError.AMBIGUOUS_NUMBER,
        entered=entered,
        first="10^12",
        second="10^9 (billion)",
        first_spelling="1e12",
        second_spelling="Mrd.",
    )


def _check_currency(entered: str, expected: Expected, rest: str, language: str) -> None:
    code = currency_code(entered)
    if not expected.money and not _is_price(expected):
        raise _wrong_unit(rest, expected, language)
    if code != expected.currency:
        raise CodedError(QuestionError.WRONG_CURRENCY, entered=code, expected=expected.currency)


def _is_price(expected: Expected) -> bool:
    """A price per unit, such as EUR/kWh."""
    return expected.unit is not None and expected.unit.startswith("EUR/")


def _price_scale(tail: str, expected: Expected, language: str) -> _Scale:
    cents = re.match(r"^(?:ct|cent|cents)\b\.?\s*(?P<rest>.*)$", tail, re.IGNORECASE)
    remaining = cents["rest"] if cents else tail
    per = re.sub(r"\s*(?:/|\bje\b|\bpro\b|\bper\b|\bund\b|\band\b)\s*", "/", remaining.casefold()).strip("/ ")
    wanted = (expected.unit or "").partition("/")[2].casefold()
    if per and per.replace("monat", "month") not in (wanted, wanted.partition("/")[0]):
        raise _wrong_unit(tail, expected, language)
    return _Scale(Decimal("0.01"), converted=True) if cents else _Scale()


__all__ = ["Expected", "Quantity", "checked", "not_a_number", "read_quantity", "tidy", "unit_part"]
