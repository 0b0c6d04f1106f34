"""What the number fields of a question expect, derived from its type, unit, range and default."""

from collections.abc import Iterator

from wizard.questionnaire.numbers import Plausible
from wizard.questionnaire.quantity import Expected
from wizard.questionnaire.schema import FieldSpec, Question

_WIDER = 10
"""How far beyond the default's span a reading is still taken without asking, when another reading lies within."""


def expected_number(question: Question, currency: str) -> Expected:
    """For a number question, and for each number of a range or span."""
    low, high = question.range or (None, None)
    defaults = sorted(_default_numbers(question))
    positive = bool(defaults) and defaults[0] > 0
    whole = question.type == "int"
    money = question.type == "money"
    return Expected(
        Plausible(
            low,
            high,
            defaults[0] / _WIDER if positive else None,
            defaults[-1] * _WIDER if positive else None,
            whole=whole,
            coarse=whole or money,
        ),
        question.unit,
        question.unit_text,
        money,
        question.id.endswith("_month"),
        currency,
    )


def expected_field(name: str, spec: FieldSpec, currency: str) -> Expected:
    """For a number field of a struct, table or weights question."""
    low, high = spec.range or (None, None)
    whole, money = spec.type == "int", spec.type == "money"
    limits = Plausible(low, high, whole=whole, coarse=whole or money)
    return Expected(limits, spec.unit, spec.unit_text, money, name.endswith("_month"), currency)


def _default_numbers(question: Question) -> Iterator[float]:
    for case in question.default.all_cases():
        for number in (case.value, case.low, case.high, case.p95):
            if isinstance(number, int | float) and not isinstance(number, bool):
                yield float(number)
