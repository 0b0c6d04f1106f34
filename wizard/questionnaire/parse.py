"""Turns what a person typed into the value that is stored, or into an error that says what to type instead."""

from dataclasses import dataclass
from typing import Any

from wizard.domain.errors import CodedError
from wizard.questionnaire.choices import match_option, read_bool, read_option, read_options
from wizard.questionnaire.clean import MAX_ENTRY, clean_text
from wizard.questionnaire.dates import read_date
from wizard.questionnaire.display import format_value
from wizard.questionnaire.errors import QuestionError
from wizard.questionnaire.expected import expected_number
from wizard.questionnaire.fields import read_struct, read_table, read_weights
from wizard.questionnaire.quantity import tidy
from wizard.questionnaire.schema import Question
from wizard.questionnaire.spans import read_scalar, read_span, read_typical

MAX_NUMBER_ENTRY = 200
_MODEL_LIMIT = 300


@dataclass(frozen=True, slots=True)
class Parsed:
    """The value as stored (shape by question type, see ``domain.assessment.Answer``) and how it was understood."""

    value: Any
    echo: str


def parse_answer(question: Question, text: str, language: str, *, currency: str = "EUR") -> Parsed:
    """Reads one answer.

    Args:
        question: narrowed to the workload's kind where that matters (``flow.for_kind``).
        language: decides between readings such as ``1.234``; names are understood in both languages.
        currency: ISO code of the client's currency, for amounts of money.

    Raises:
        CodedError: Q001 to Q019, in both languages.
    """
    if not text.strip():
        raise CodedError(QuestionError.EMPTY)
    limit = MAX_NUMBER_ENTRY if question.type in _NUMBERS else MAX_ENTRY
    if len(text) > limit:
        raise CodedError(QuestionError.TOO_LONG, length=len(text), limit=limit)
    value, converted = _read(question, text, language, currency)
    echo = format_value(question, value, language, currency=currency)
    return Parsed(value, f"{' '.join(tidy(text).split())} = {echo}" if converted else echo)


_NUMBERS = ("int", "float", "percent", "money", "range", "span")


def _read(question: Question, text: str, language: str, currency: str) -> tuple[Any, bool]:
    expected = expected_number(question, currency)
    match question.type:
        case "int" | "float" | "percent" | "money":
            return read_scalar(text, expected, language)
        case "range":
            return read_typical(text, expected, language)
        case "span":
            return read_span(text, question, expected, language)
        case _:
            return _read_named(question, text, language, currency), False


def _read_named(question: Question, text: str, language: str, currency: str) -> Any:
    match question.type:
        case "bool":
            return read_bool(text)
        case "date":
            return read_date(text, language)
        case "enum":
            return read_option(text, question.options, language)
        case "multi":
            return read_options(text, question.options, question.exclusive, language)
        case "model_ref":
            entered = clean_text(text, _MODEL_LIMIT)
            return match_option(entered, question.options, by_number=False) or entered
        case "weights":
            return read_weights(text, question, language)
        case "struct":
            return read_struct(text, question, language, currency)
        case "table":
            return read_table(text, question, language, currency)
        case _:
            return clean_text(text, int(question.range[1]) if question.range else 1_000)


__all__ = ["Parsed", "format_value", "parse_answer"]
