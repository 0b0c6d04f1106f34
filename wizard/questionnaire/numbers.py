"""Reads numbers as Germans and English speakers write them, and asks back where a factor of 1,000 is at stake.

Separators decide where they can: ``1.234,5`` and ``1,234.5`` have one reading in any language, so have ``1234,5``,
``0,125``, ``1.234.567`` and ``1 234,5``. A single separator before exactly three digits (``1.234``, ``1,234``) has two
readings. The language's own reading counts, except where it is implausible and the other one is not; then the person
is asked. Implausible is a reading outside the question's range, a fraction where whole numbers belong, an amount of
money with three decimals, and a value more than ten times outside the span of the question's default.
"""

import re
from dataclasses import dataclass
from decimal import Decimal

from wizard.domain.errors import CodedError
from wizard.i18n.format import format_number
from wizard.questionnaire.errors import QuestionError

EXAMPLES = {"de": "1.234,5", "en": "1,234.5"}
_POINT = {"de": ",", "en": "."}


@dataclass(frozen=True, slots=True)
class Plausible:
    """What a question expects of a number.

    ``low`` and ``high`` bound it; ``usual_low`` and ``usual_high`` are ten times wider than the default's span.
    ``coarse``: three decimals make no sense (whole numbers, money).
    """

    low: float | None = None
    high: float | None = None
    usual_low: float | None = None
    usual_high: float | None = None
    whole: bool = False
    coarse: bool = False

    def allows(self, value: Decimal) -> bool:
        inside = (self.low is None or value >= Decimal(repr(self.low))) and (
            self.high is None or value <= Decimal(repr(self.high))
        )
        return inside and (not self.whole or value == value.to_integral_value())

    def expects(self, value: Decimal) -> bool:
        usual = (self.usual_low is None or value >= Decimal(repr(self.usual_low))) and (
            self.usual_high is None or value <= Decimal(repr(self.usual_high))
        )
        return usual and self.allows(value)


@dataclass(frozen=True, slots=True)
class _Reading:
    value: Decimal
    three_decimals: bool = False


def read_digits(
    digits: str, language: str, plausible: Plausible, factor: Decimal = Decimal(1), *, scientific: bool = False
) -> Decimal:
    """The number that ``digits`` (with separators, without sign or unit) means, not yet multiplied by ``factor``.

    Args:
        factor: what the reading is multiplied with afterwards (sign, ``Mio.``, unit), for judging plausibility.
        scientific: a power of ten follows, so that a single separator is a decimal point.

    Raises:
        CodedError: Q002 not a number, Q003 two plausible readings.
    """
    separators = [c for c in digits if c in ".,"]
    if scientific and len(separators) == 1:
        return _fixed(digits, separators[0], language)
    preferred, other = _readings(digits, language)
    if other is None or not _must_ask(preferred, other, plausible, factor):
        return preferred.value
    spellings = [_unambiguous(reading.value, language) for reading in (preferred, other)]
    raise CodedError(
        QuestionError.AMBIGUOUS_NUMBER,
        entered=digits,
        first=_plain(preferred.value, language),
        second=_plain(other.value, language),
        first_spelling=spellings[0],
        second_spelling=spellings[1],
    )


def _must_ask(preferred: _Reading, other: _Reading, plausible: Plausible, factor: Decimal) -> bool:
    def expected(reading: _Reading) -> bool:
        senseless = reading.three_decimals and plausible.coarse and factor.copy_abs() == 1
        return not senseless and plausible.expects(reading.value * factor)

    if expected(preferred):
        return False
    return expected(other) or (
        not plausible.allows(preferred.value * factor) and plausible.allows(other.value * factor)
    )


def _readings(digits: str, language: str) -> tuple[_Reading, _Reading | None]:
    point = _decimal_point(digits)
    if point is not None:
        return _Reading(_fixed(digits, point, language)), None
    separators = [c for c in digits if c in ".,"]
    if len(separators) != 1:
        return _Reading(_fixed(digits, None, language)), None
    fraction, grouped = (
        _Reading(_fixed(digits, separators[0], language), three_decimals=True),
        _Reading(_fixed(digits, None, language)),
    )
    own = separators[0] == _POINT["de" if language == "de" else "en"]
    return (fraction, grouped) if own else (grouped, fraction)


def _decimal_point(digits: str) -> str | None:
    """The separator that can only be a decimal point; None when there is none or it is not certain."""
    kinds = {c for c in digits if c in ".,"}
    if len(kinds) == 2:
        return max(kinds, key=digits.rindex)
    if len(kinds) != 1 or sum(c in ".," for c in digits) > 1:
        return None
    separator = kinds.pop()
    whole, _, rest = digits.partition(separator)
    thousands = len(rest) == 3 and 1 <= len(whole) <= 3 and whole.isdigit() and not whole.startswith("0")
    return None if thousands else separator


def _fixed(digits: str, point: str | None, language: str) -> Decimal:
    """The value with the decimal point settled; all other separators must group by three."""
    whole, _, decimals = digits.partition(point) if point else (digits, "", "")
    if not whole and decimals.isdigit():
        whole = "0"
    groups = "." if point == "," else "," if point == "." else ".,"
    used = {c for c in whole if not c.isdigit()}
    well_formed = whole.isdigit() or (
        len(used) == 1 and (used <= set(groups) or used <= set(" '")) and _groups_by_three(whole, used.pop())
    )
    if not well_formed or (point and not decimals.isdigit()) or not digits.isascii():
        raise CodedError(
            QuestionError.NOT_A_NUMBER, entered=digits, example=EXAMPLES["de" if language == "de" else "en"]
        )
    return Decimal(re.sub(r"\D", "", whole) + ("." + decimals if decimals else ""))


def _groups_by_three(whole: str, separator: str) -> bool:
    first, *rest = whole.split(separator)
    return 1 <= len(first) <= 3 and all(len(group) == 3 and group.isdigit() for group in rest) and first.isdigit()


def _plain(value: Decimal, language: str) -> str:
    """Without grouping, so that nobody takes a group for decimals."""
    thousands = "." if language == "de" else ","
    return format_number(value, language).replace(thousands, "")


def _unambiguous(value: Decimal, language: str) -> str:
    plain = _plain(value, language)
    point = _POINT["de" if language == "de" else "en"]
    return plain + "0" if point in plain else plain


__all__ = ["EXAMPLES", "Plausible", "read_digits"]
