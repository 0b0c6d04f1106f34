"""Picks the default of a question: first true rule, else the case for the question named in ``by``, else the value."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wizard.questionnaire.expressions import compile_expression
from wizard.questionnaire.logic import Absent, Scope, lookup
from wizard.questionnaire.schema import Case, Question


@dataclass(frozen=True, slots=True)
class Chosen:
    """A default with its span; ``value`` None: nothing sensible can be assumed."""

    value: Any
    low: Any = None
    high: Any = None
    p95: float | None = None
    derived: bool = False


def choose(question: Question, scope: Scope) -> Chosen:
    """The default under ``scope`` (answers and other defaults). A rule whose formula lacks an input is skipped."""
    default = question.default
    for rule in default.rules:
        if compile_expression(rule.when).evaluate(scope):
            chosen = _computed(question, rule, scope)
            if chosen.value is not None:
                return chosen
    return _computed(question, _case_by(question, scope) or default, scope)


def _case_by(question: Question, scope: Scope) -> Case | None:
    default = question.default
    if default.by is None:
        return None
    picked = lookup(scope, default.by)
    cases = default.cases
    return cases.get(picked, cases.get("other")) if isinstance(picked, str) else cases.get("other")


def _computed(question: Question, case: Case, scope: Scope) -> Chosen:
    value = case.value if case.formula is None else _number(question, case.formula, scope)
    if value is None:
        return Chosen(None, derived=case.derived)
    low = case.low if case.formula_low is None else _number(question, case.formula_low, scope)
    high = case.high if case.formula_high is None else _number(question, case.formula_high, scope)
    return Chosen(value, _whole_mapping(value, low), _whole_mapping(value, high), case.p95, case.derived)


def _number(question: Question, formula: str, scope: Scope) -> float | int | None:
    result = compile_expression(formula).value(scope)
    if isinstance(result, Absent | bool) or not isinstance(result, int | float):
        return None
    if question.range is not None:
        result = min(max(result, question.range[0]), question.range[1])
    return round(result) if question.type == "int" else float(f"{result:.6g}")


def _whole_mapping(value: Any, bound: Any) -> Any:
    """A bound that names only the fields that vary gets the others from the value."""
    return {**value, **bound} if isinstance(value, Mapping) and isinstance(bound, Mapping) else bound
