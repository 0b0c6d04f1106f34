"""Reads numbers that come in twos and threes: ``20–150``, ``1000 / 4000``, ``0 – 50 – 200``."""

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any

from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.i18n.format import format_number
from wizard.questionnaire.errors import QuestionError
from wizard.questionnaire.quantity import Expected, Quantity, not_a_number, read_quantity, tidy, unit_part
from wizard.questionnaire.schema import Question

_LABELS = re.compile(
    r"(?:\b(?:typ(?:isch|ical)?|median|p95|p50|low|high|value|niedrig|hoch|wahrscheinlich|likely)\b\.?|95\s?%(?=\s*[:=]))"
    r"\s*[:=]?\s*",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"\s*(?:–|—|\.{2,}|;|\|)\s*|\s*/\s*(?=[\d.,+\-])|\s+(?:bis|to|and|und)\s+|,\s+(?=[\d.,+\-])"
    r"|(?<=[^\s(\-])(?<![0-9][eE])\s*-\s*(?=[\d.,+\-])",
    re.IGNORECASE,
)
_ONE_OR_THREE = text("one number, or low / likely / high", "eine Zahl oder niedrig / wahrscheinlich / hoch")
_ONE_OR_SPAN = text("one number, or a range such as 20–150", "eine Zahl oder eine Spanne wie 20–150")
_TWO = text("two numbers, typical / 95th percentile", "zwei Zahlen, typisch / 95. Perzentil")


def read_scalar(entered: str, expected: Expected, language: str) -> tuple[Any, bool]:
    """A number, or ``{low, value, high}`` where a range was given; and whether a unit was converted.

    The middle of a range counts as its likely value, rounded where only whole numbers make sense.
    """
    numbers = _numbers(entered, expected, language)
    values = [number.value for number in numbers]
    if len(values) == 2:
        _ordered(values, ("low", "high"), language)
        values.insert(1, _middle(values[0], values[1], whole=expected.plausible.whole))
    elif len(values) not in (1, 3):
        raise _wrong_count(len(values), _ONE_OR_SPAN, language)
    converted = any(number.converted for number in numbers)
    if len(values) == 1:
        return plain(values[0]), converted
    return _ordered(values, ("low", "value", "high"), language), converted


def read_typical(entered: str, expected: Expected, language: str) -> tuple[dict[str, Any], bool]:
    """``{typical, p95}``; a single number leaves the 95 % value open, to be taken in the default's proportion."""
    numbers = _numbers(entered, expected, language)
    if len(numbers) > 2:
        raise _wrong_count(len(numbers), _TWO, language)
    converted = any(number.converted for number in numbers)
    if len(numbers) == 1:
        return {"typical": plain(numbers[0].value), "p95": None}, converted
    return _ordered([number.value for number in numbers], ("typical", "p95"), language), converted


def read_span(entered: str, question: Question, expected: Expected, language: str) -> tuple[dict[str, Any], bool]:
    """``{low, value, high}``; a single number gets the spread of the default, in proportion."""
    numbers = _numbers(entered, expected, language)
    if len(numbers) not in (1, 3):
        raise _wrong_count(len(numbers), _ONE_OR_THREE, language)
    values = [number.value for number in numbers]
    if len(values) == 1:
        values = _spread(values[0], question)
    return _ordered(values, ("low", "value", "high"), language), any(n.converted for n in numbers)


def plain(value: Decimal) -> int | float:
    """As stored: whole values as int, others as float."""
    return int(value) if value == value.to_integral_value() and abs(value) < 2**53 else float(value)


def split_numbers(entered: str) -> list[str]:
    """The pieces between range marks; minus signs and units stay with their number."""
    unlabelled = _LABELS.sub("", tidy(entered))
    return [piece for piece in _BETWEEN.split(unlabelled) if piece.strip()]


def _numbers(entered: str, expected: Expected, language: str) -> list[Quantity]:
    pieces = split_numbers(entered)
    if not pieces:
        raise not_a_number(entered, language) if entered.strip() else CodedError(QuestionError.EMPTY)
    last = read_quantity(pieces[-1], expected, language)
    unit = unit_part(pieces[-1], language)
    return [*(_lower(piece, expected, language, unit, last) for piece in pieces[:-1]), last]


def _lower(piece: str, expected: Expected, language: str, unit: str, last: Quantity) -> Quantity:
    """An earlier number of a range shares the unit of the last, unless that would turn the order around: 500–2k."""
    try:
        shared = read_quantity(piece, expected, language, unit)
        if shared.value <= last.value:
            return shared
    except CodedError:
        pass
    return read_quantity(piece, expected, language)


def _middle(low: Decimal, high: Decimal, *, whole: bool) -> Decimal:
    middle = (low + high) / 2
    return Decimal(int(middle + Decimal("0.5"))) if whole else middle


def _spread(value: Decimal, question: Question) -> list[Decimal]:
    default = question.default
    if not default.value:
        return [value, value, value]
    factors = [Decimal(repr(bound)) / Decimal(repr(default.value)) for bound in (default.low, default.high)]
    low, high = sorted(value * factor for factor in factors)
    if question.range is not None:
        bottom, top = (Decimal(repr(bound)) for bound in question.range)
        low, high = max(low, bottom), min(high, top)
    return [min(low, value), value, max(high, value)]


def _ordered(values: Sequence[Decimal], names: Sequence[str], language: str) -> dict[str, Any]:
    for lower, higher in pairwise(values):
        if lower > higher:
            low, high = format_number(lower, language), format_number(higher, language)
            raise CodedError(QuestionError.RANGE_ORDER, low=low, high=high)
    return {name: plain(value) for name, value in zip(names, values, strict=True)}


def _wrong_count(count: int, expected: Text, language: str) -> CodedError:
    return CodedError(QuestionError.COUNT_OF_NUMBERS, count=count, expected=expected.in_language(language))


__all__ = ["plain", "read_scalar", "read_span", "read_typical", "split_numbers"]
