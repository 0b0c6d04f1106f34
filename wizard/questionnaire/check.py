"""Checks a questionnaire module: schema, ids, conditions, units, defaults. Every fault names file, line and remedy."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from wizard.datafiles.lines import line_of
from wizard.datafiles.strict_yaml import read_yaml
from wizard.domain.errors import CodedError
from wizard.questionnaire.build import build_module
from wizard.questionnaire.errors import SchemaError
from wizard.questionnaire.expressions import compile_expression
from wizard.questionnaire.schema import Case, Module, Question, Questionnaire
from wizard.questionnaire.stored import check_value

_BY_TYPE = {
    "missing": SchemaError.MISSING_KEY,
    "extra_forbidden": SchemaError.UNKNOWN_KEY,
    "literal_error": SchemaError.NOT_ONE_OF,
    "enum": SchemaError.NOT_ONE_OF,
}
_NAMES_OF_ENGINE = ("groups", "model")

Fault = tuple[Sequence[str | int], CodedError]
"""Key path within the file, and what is wrong there."""


def faults(path: Path, shared: Mapping[str, Any], shipped: Questionnaire) -> list[CodedError]:
    """All faults of one file, in the order of its lines."""
    try:
        content = read_yaml(path)
    except CodedError as error:
        return [error]
    source = path.read_text(encoding="utf-8-sig")
    try:
        module = build_module(content, shared)
    except ValidationError as error:
        found = [_schema_fault(detail, content) for detail in error.errors()]
    else:
        found = list(_module_faults(module, shared, shipped))
    placed = [(line_of(source, keys) or 1, fault) for keys, fault in found]
    return [
        CodedError(fault.error, place=f"{path.name}:{line}", **fault.details)
        for line, fault in sorted(placed, key=lambda item: item[0])
    ]


def _schema_fault(detail: Any, content: Any) -> Fault:
    keys = tuple(detail["loc"])
    kind = detail["type"]
    error = _BY_TYPE.get(kind) or SchemaError.__members__.get(kind, SchemaError.SCHEMA)
    expected = detail.get("ctx", {}).get("expected", "")
    return keys, CodedError(error, path=_spelled(keys, content), detail=detail["msg"], expected=expected)


def _spelled(keys: Sequence[str | int], content: Any) -> str:
    """``client.sector: default.basis`` instead of ``questions.1.default.basis``."""
    if len(keys) >= 2 and keys[0] == "questions" and isinstance(keys[1], int):
        question = content["questions"][keys[1]]
        name = question.get("id", f"#{keys[1] + 1}") if isinstance(question, dict) else f"#{keys[1] + 1}"
        return f"{name}: {'.'.join(map(str, keys[2:]))}".removesuffix(": ")
    return ".".join(map(str, keys)) or "–"


def _module_faults(module: Module, shared: Mapping[str, Any], shipped: Questionnaire) -> Iterator[Fault]:
    earlier = _earlier(module, shipped)
    elsewhere = {q.id for m in shipped.modules if m.id != module.id for q in m.questions}
    counts = Counter(question.id for question in module.questions)
    if module.ask_if:
        yield from _expression_faults(module.id, module.ask_if, earlier, ("ask_if",))
    for place, question in enumerate(module.questions):
        keys = ("questions", place)
        if counts[question.id] > 1 or question.id in elsewhere:
            yield (*keys, "id"), CodedError(SchemaError.DUPLICATE_ID, question=question.id)
        if question.ask_if:
            yield from _expression_faults(question.id, question.ask_if, earlier, (*keys, "ask_if"))
        yield from _unit_faults(question, shared, keys)
        yield from _default_faults(question, {**shipped.index, **earlier, question.id: question}, keys)
        earlier[question.id] = question


def _earlier(module: Module, shipped: Questionnaire) -> dict[str, Question]:
    known: dict[str, Question] = {}
    for other in shipped.modules:
        if other.id == module.id:
            break
        known.update({question.id: question for question in other.questions})
    return known


def _expression_faults(
    owner: str, source: str, known: Mapping[str, Question], keys: Sequence[str | int]
) -> Iterator[Fault]:
    try:
        names = compile_expression(source).names
    except CodedError as error:
        yield keys, CodedError(SchemaError.EXPRESSION, question=owner, detail=error)
        return
    for name in sorted(names):
        if name.split(".")[0] not in _NAMES_OF_ENGINE and not any(f"{name}.".startswith(f"{q}.") for q in known):
            yield keys, CodedError(SchemaError.LATER_NAME, question=owner, name=name)


def _unit_faults(question: Question, shared: Mapping[str, Any], keys: Sequence[str | int]) -> Iterator[Fault]:
    units = [question.unit, *question.unit_by.values(), *(spec.unit for spec in question.fields.values())]
    known = shared["unit_texts"]
    for unit in units:
        if unit is not None and unit not in known:
            yield (
                (*keys, "unit"),
                CodedError(SchemaError.UNKNOWN_UNIT, question=question.id, unit=unit, units=", ".join(known)),
            )


def _default_faults(question: Question, known: Mapping[str, Question], keys: Sequence[str | int]) -> Iterator[Fault]:
    default = question.default
    place = (*keys, "default")
    for case in default.all_cases():
        formulas = (case.formula, case.formula_low, case.formula_high, getattr(case, "when", None))
        for source in filter(None, formulas):
            yield from _expression_faults(question.id, source, known, place)
        for value in _case_values(question, case):
            fault = check_value(question, value)
            if fault is not None:
                yield place, CodedError(SchemaError.DEFAULT, question=question.id, detail=fault)
    if default.by is not None:
        yield from _by_faults(question, default.by, known, place)


def _by_faults(
    question: Question, by: str, known: Mapping[str, Question], place: Sequence[str | int]
) -> Iterator[Fault]:
    source = known.get(by)
    if source is None:
        yield (*place, "by"), CodedError(SchemaError.LATER_NAME, question=question.id, name=by)
        return
    possible = [*(option.value for option in source.options), "other"]
    for case in question.default.cases:
        if case not in possible:
            cases = ", ".join(possible)
            error = CodedError(SchemaError.UNKNOWN_CASE, question=question.id, case=case, by=by, cases=cases)
            yield (*place, "cases", case), error


def _case_values(question: Question, case: Case) -> Iterator[Any]:
    """The values of a case in the shape of an answer."""
    for value in (case.value, case.low, case.high):
        if value is None:
            continue
        if question.type == "range":
            yield {"typical": value, "p95": case.p95}
        elif question.type == "span":
            yield {"value": value}
        else:
            yield value
