"""Reads named fields: ``gpu=A100-SXM-80GB; count=2``, rows separated by line breaks or ``|``, and points."""

import re
from decimal import Decimal
from typing import Any

from wizard.domain.errors import CodedError
from wizard.i18n.format import format_number
from wizard.questionnaire.choices import read_bool, read_option, read_options
from wizard.questionnaire.clean import clean_text, folded
from wizard.questionnaire.dates import read_date
from wizard.questionnaire.errors import QuestionError
from wizard.questionnaire.expected import expected_field
from wizard.questionnaire.phrases import read_phrase
from wizard.questionnaire.quantity import read_quantity
from wizard.questionnaire.schema import FieldSpec, Question
from wizard.questionnaire.spans import plain, split_numbers

OPEN = ("", "?", "-", "–")
MAX_ROWS = 500


def read_struct(text: str, question: Question, language: str, currency: str) -> dict[str, Any]:
    """Named fields, or a number with the words for it; those left out or given as ``?`` stay open.

    Raises:
        CodedError: Q017 unknown field, Q018 no ``=``, or the error of a field with its name as place.
    """
    stored: dict[str, Any] = {}
    for part in re.split(r"[;\n]", text):
        if part.strip():
            said = {} if "=" in part or ":" in part else read_phrase(part, question.fields)
            for name, entered in (said or dict([_named(part, question, language)])).items():
                value = _field_value(name, entered, question.fields[name], language, currency)
                if value is not None:
                    stored[name] = value
    if not stored:
        raise CodedError(QuestionError.EMPTY)
    return {name: stored[name] for name in question.fields if name in stored}


def read_table(text: str, question: Question, language: str, currency: str) -> list[dict[str, Any]]:
    """Rows of named fields.

    Raises:
        CodedError: as for structs, Q010 with more than 500 rows.
    """
    rows = [row for row in re.split(r"[|\n]", text) if row.strip(" ;\t\r")]
    if not rows:
        raise CodedError(QuestionError.EMPTY)
    if len(rows) > MAX_ROWS:
        raise CodedError(QuestionError.TOO_LONG, length=len(rows), limit=MAX_ROWS)
    return [read_struct(row, question, language, currency) for row in rows]


def read_weights(text: str, question: Question, language: str) -> dict[str, Any]:
    """Points for named criteria (missing ones get 0), or one number for each in order; the sum must be 100.

    Raises:
        CodedError: Q011 with the sum, Q019 wrong count of numbers.
    """
    if "=" in text or ":" in text:
        given = read_struct(text, question, language, "")
        points = {name: given.get(name, 0) for name in question.fields}
    else:
        points = _points_in_order(text, question, language)
    total = sum((Decimal(repr(value or 0)) for value in points.values()), Decimal(0))
    if abs(total - 100) > Decimal("0.01"):
        raise CodedError(QuestionError.WEIGHTS_SUM, sum=format_number(total, language))
    return points


def _points_in_order(text: str, question: Question, language: str) -> dict[str, Any]:
    pieces = split_numbers(text)
    if len(pieces) == 1:
        pieces = re.split(r"[\s,]+", text.strip())
    names = list(question.fields)
    if len(pieces) != len(names):
        expected = ", ".join(spec.in_language(language) for spec in question.fields.values())
        raise CodedError(QuestionError.COUNT_OF_NUMBERS, count=len(pieces), expected=expected)
    return {
        name: _field_value(name, piece, question.fields[name], language, "")
        for name, piece in zip(names, pieces, strict=True)
    }


def _named(part: str, question: Question, language: str) -> tuple[str, str]:
    mark = "=" if "=" in part else ":"
    name, found, entered = part.partition(mark)
    if not found:
        first = next(iter(question.fields.values())).in_language(language)
        raise CodedError(QuestionError.FIELD_SHAPE, entered=clean_text(part)[:60], example=f"{first}=…")
    key = _field_called(folded(name), question)
    if key is not None:
        return key, entered.strip()
    fields = ", ".join(f"{key} ({spec.in_language(language)})" for key, spec in question.fields.items())
    raise CodedError(QuestionError.UNKNOWN_FIELD, entered=clean_text(name or "?")[:60], fields=fields)


def _field_called(wanted: str, question: Question) -> str | None:
    """The field with this key or name; the beginning of a name is enough when only one name begins so."""
    names = {key: [folded(n) for n in (key, spec.de, spec.en)] for key, spec in question.fields.items()}
    exact = [key for key, spelled in names.items() if wanted in spelled]
    begun = [key for key, spelled in names.items() if wanted and any(n.startswith(wanted) for n in spelled)]
    return exact[0] if exact else begun[0] if len(begun) == 1 else None


def _field_value(name: str, entered: str, spec: FieldSpec, language: str, currency: str) -> Any:
    if entered.strip() in OPEN:
        return None
    try:
        return _typed(name, entered, spec, language, currency)
    except CodedError as error:
        raise CodedError(error.error, place=spec.in_language(language), **error.details) from None


def _typed(name: str, entered: str, spec: FieldSpec, language: str, currency: str) -> Any:
    match spec.type:
        case "text":
            return clean_text(entered, 300)
        case "bool":
            return read_bool(entered)
        case "date":
            return read_date(entered, language)
        case "enum":
            return read_option(entered, spec.options, language)
        case "multi":
            return read_options(entered, spec.options, (), language)
        case _:
            expected = expected_field(name, spec, currency)
            return plain(read_quantity(entered, expected, language).value)
