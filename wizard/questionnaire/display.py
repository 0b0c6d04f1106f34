"""Shows a stored value so that typing the shown text gives the same value again."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from wizard.domain.errors import CodedError
from wizard.i18n.format import NARROW_SPACE, NO_VALUE, format_date, format_number
from wizard.questionnaire.expected import expected_field, expected_number
from wizard.questionnaire.quantity import Expected, read_quantity
from wizard.questionnaire.schema import FieldSpec, Option, Question

_YES_NO = {"de": ("ja", "nein"), "en": ("yes", "no")}


def format_value(question: Question, value: Any, language: str, *, currency: str = "EUR") -> str:
    """The inverse of ``parse_answer``; an open value is a dash.

    A number whose usual spelling would be asked about when typed (``1.234``) is grouped by narrow spaces instead.
    """
    if value is None:
        return NO_VALUE
    match question.type:
        case "int" | "float" | "percent" | "money" | "range" | "span":
            return _numbers(value, expected_number(question, currency), language)
        case "struct" | "weights":
            return _fields(value, question.fields, language, currency)
        case "table":
            rows = value if isinstance(value, Sequence) else ()
            return " | ".join(_fields(row, question.fields, language, currency) for row in rows)
        case _:
            return _simple(question.type, value, question.options, language)


def _simple(kind: str, value: Any, options: Sequence[Option], language: str) -> str:
    if kind == "bool" and isinstance(value, bool):
        return _YES_NO["de" if language == "de" else "en"][0 if value else 1]
    if kind == "date" and isinstance(value, str):
        return _date(value, language)
    if kind == "multi" and isinstance(value, list | tuple):
        return ", ".join(_option(item, options, language) for item in value)
    return _option(value, options, language)


def _option(value: Any, options: Sequence[Option], language: str) -> str:
    found = next((option for option in options if option.value == value), None)
    return found.in_language(language) if found else str(value)


def _date(value: str, language: str) -> str:
    try:
        return format_date(date.fromisoformat(value), "de") if language == "de" else value
    except ValueError:
        return value


def _numbers(value: Any, expected: Expected, language: str) -> str:
    if isinstance(value, Mapping):
        names = ("typical", "p95") if "typical" in value else ("low", "value", "high")
        numbers = [value[name] for name in names if value.get(name) is not None]
        return _with_unit(" – ".join(_number(number, expected, language) for number in numbers), expected, language)
    return _with_unit(_number(value, expected, language), expected, language)


def _number(value: Any, expected: Expected, language: str) -> str:
    """The usual spelling when it reads back as the same number, else one without a doubt."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    cents = expected.money and value != int(value) and round(value, 2) == value
    usual = format_number(value, language, 2 if cents else None)
    try:
        if float(read_quantity(usual, expected, language).value) == value:
            return usual
    except CodedError:
        pass
    thousands, point = (".", ",") if language == "de" else (",", ".")
    doubtless = usual.replace(thousands, NARROW_SPACE)
    return doubtless + "0" if len(doubtless.partition(point)[2]) == 3 else doubtless


def _with_unit(numbers: str, expected: Expected, language: str) -> str:
    unit = expected.currency if expected.money else expected.unit_text.in_language(language)
    if not unit:
        return numbers
    return f"{numbers}{'' if unit == '%' and language == 'en' else NARROW_SPACE}{unit}"


def _fields(value: Any, fields: Mapping[str, FieldSpec], language: str, currency: str) -> str:
    if not isinstance(value, Mapping):
        return str(value)
    return "; ".join(
        f"{spec.in_language(language)} = {_field(name, spec, value[name], language, currency)}"
        for name, spec in fields.items()
        if value.get(name) is not None
    )


def _field(name: str, spec: FieldSpec, value: Any, language: str, currency: str) -> str:
    if spec.type in ("int", "float", "percent", "money"):
        return _numbers(value, expected_field(name, spec, currency), language)
    return _simple(spec.type, value, spec.options, language)
