"""Checks a stored value against its question, for files edited by hand and for answers whose question changed."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from wizard.domain.assessment import Answer, Assessment
from wizard.domain.errors import CodedError
from wizard.questionnaire.errors import QuestionError, SchemaError
from wizard.questionnaire.expected import expected_field, expected_number
from wizard.questionnaire.quantity import Expected, checked
from wizard.questionnaire.schema import FieldSpec, Option, Question, Questionnaire

_SUM_TOLERANCE = 0.01


def check_value(question: Question, value: Any, language: str = "en", *, currency: str = "EUR") -> CodedError | None:
    """What is wrong with a stored value, or None."""
    try:
        _check(question, value, language, currency)
    except CodedError as error:
        return error
    return None


def misfits(questionnaire: Questionnaire, assessment: Assessment, language: str = "") -> Iterator[CodedError]:
    """Answers whose value does not fit their question; the place of each error is workload and question id.

    Numbers in the errors are written in ``language``, or in that of the assessment.
    """
    for workload_id, question_id, answer in _entries(assessment):
        question = questionnaire.index.get(question_id)
        if question is None or question.repeat != bool(workload_id) or not answer.state.has_value:
            continue
        fault = None if answer.value is None else check_value(question, answer.value, language or assessment.language)
        if fault is not None:
            yield CodedError(fault.error, place=f"{workload_id} {question_id}".strip(), **fault.details)


def strays(questionnaire: Questionnaire, assessment: Assessment) -> Iterator[CodedError]:
    """Answers to questions that do not exist, or not where they stand: nothing reads them."""
    for workload_id, question_id, _answer in _entries(assessment):
        place = f"{workload_id} {question_id}".strip()
        try:
            question = questionnaire.question(question_id)
        except CodedError as error:
            yield CodedError(error.error, place=place, **error.details)
            continue
        if question.repeat != bool(workload_id):
            yield CodedError(SchemaError.WRONG_BLOCK, place=place, question=question_id)


def _entries(assessment: Assessment) -> Iterator[tuple[str, str, Answer]]:
    yield from (("", key, answer) for key, answer in assessment.answers.items())
    for workload in assessment.workloads:
        yield from ((workload.id, key, answer) for key, answer in workload.answers.items())


def _check(question: Question, value: Any, language: str, currency: str) -> None:
    match question.type:
        case "int" | "float" | "percent" | "money" | "range" | "span":
            _check_numbers(question, value, language, currency)
        case "struct" | "weights":
            _check_fields(question, value, language, currency)
        case "table":
            for row in _of(question.type, value, list | tuple):
                _check_fields(question, row, language, currency)
        case "model_ref" | "text":
            _check_text(question, value)
        case _:
            _check_simple(question.type, value, question.options, question.exclusive, language)


def _of(kind: str, value: Any, wanted: Any) -> Any:
    if isinstance(value, wanted):
        return value
    raise CodedError(QuestionError.WRONG_SHAPE, type=kind)


def _check_numbers(question: Question, value: Any, language: str, currency: str) -> None:
    expected = expected_number(question, currency)
    if not isinstance(value, Mapping) and question.type not in ("range", "span"):
        _check_number(question.type, value, expected, language)
        return
    names = ("typical", "p95") if question.type == "range" else ("low", "value", "high")
    given = _of(question.type, value, Mapping)
    if not set(given) <= set(names) or given.get("typical", given.get("value")) is None:
        raise CodedError(QuestionError.WRONG_SHAPE, type=question.type)
    numbers = [given[name] for name in names if given.get(name) is not None]
    for number in numbers:
        _check_number(question.type, number, expected, language)
    if sorted(numbers) != numbers:
        raise CodedError(QuestionError.RANGE_ORDER, low=numbers[0], high=numbers[-1])


def _check_number(kind: str, value: Any, expected: Expected, language: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value or abs(value) == float("inf"):
        raise CodedError(QuestionError.WRONG_SHAPE, type=kind)
    checked(Decimal(repr(value)), expected, language)


def _check_text(question: Question, value: Any) -> None:
    text = _of(question.type, value, str)
    if not text.strip():
        raise CodedError(QuestionError.EMPTY)
    limit = int(question.range[1]) if question.range else 1_000
    if len(text) > limit:
        raise CodedError(QuestionError.TOO_LONG, length=len(text), limit=limit)


def _check_fields(question: Question, value: Any, language: str, currency: str) -> None:
    given = _of(question.type, value, Mapping)
    for name, content in given.items():
        spec = question.fields.get(name)
        if spec is None:
            raise CodedError(QuestionError.UNKNOWN_FIELD, entered=str(name)[:60], fields=", ".join(question.fields))
        if content is not None:
            _check_field(name, spec, content, language, currency)
    if question.type == "weights":
        total = sum(points or 0 for points in given.values())
        if abs(total - 100) > _SUM_TOLERANCE:
            raise CodedError(QuestionError.WEIGHTS_SUM, sum=total)


def _check_field(name: str, spec: FieldSpec, value: Any, language: str, currency: str) -> None:
    if spec.type in ("int", "float", "percent", "money"):
        _check_number(spec.type, value, expected_field(name, spec, currency), language)
    elif spec.type == "text":
        _of(spec.type, value, str)
    else:
        _check_simple(spec.type, value, spec.options, (), language)


def _check_simple(kind: str, value: Any, options: Sequence[Option], exclusive: Sequence[str], language: str) -> None:
    match kind:
        case "bool":
            _of(kind, value, bool)
        case "date":
            _check_date(_of(kind, value, str))
        case "enum":
            _check_options([_of(kind, value, str)], options, language)
        case _:
            chosen = _of(kind, value, list | tuple)
            _check_options(chosen, options, language)
            alone = [item for item in chosen if item in exclusive]
            if alone and len(chosen) > 1:
                raise CodedError(QuestionError.EXCLUSIVE_OPTION, option=alone[0])


def _check_date(value: str) -> None:
    try:
        date.fromisoformat(value)
    except ValueError:
        raise CodedError(QuestionError.BAD_DATE, entered=value[:60]) from None


def _check_options(chosen: Sequence[Any], options: Sequence[Option], language: str) -> None:
    names = {option.value: option.in_language(language) for option in options}
    for item in chosen:
        if not isinstance(item, str) or item not in names:
            listed = ", ".join(f"{value} ({name})" for value, name in names.items())
            raise CodedError(QuestionError.UNKNOWN_OPTION, entered=str(item)[:60], options=listed)
