"""Amounts as the client entered them, in euro: the engine works in one currency.

Money answers stand in the currency of the client's country. They are converted once, before anything is computed, at
the reference rate of the catalogue; questions that name euro in their unit are left alone.
"""

from collections.abc import Mapping
from typing import Any

from wizard.costs.errors import CostError
from wizard.domain.assessment import Answer, Assessment
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.result import ShownCurrency
from wizard.questionnaire.currency import client_currency
from wizard.questionnaire.schema import Question, Questionnaire

_MONEY, _EURO = "money", "EUR"


def shown_currency(assessment: Assessment, catalog: Catalog) -> ShownCurrency:
    """The client's currency with its rate and date.

    Raises:
        CodedError: ``E206`` without a rate.
    """
    country = assessment.answers.get("client.country")
    code = client_currency(country.value if country is not None and country.state.has_value else None)
    figure = catalog.eur_per_unit.get(code)
    if figure is None:
        raise CodedError(CostError.NO_RATE, place="client.country", currency=code)
    return ShownCurrency(code=code, eur_per_unit=figure.value, rate_on=figure.retrieved_on, source=figure.source)


def in_euro(assessment: Assessment, questionnaire: Questionnaire, currency: ShownCurrency) -> Assessment:
    """The same answers with every amount of money in euro."""
    if currency.code == _EURO:
        return assessment
    rate = currency.eur_per_unit

    def converted(answers: Mapping[str, Answer]) -> dict[str, Answer]:
        return {name: _answer(answer, questionnaire.index.get(name), rate) for name, answer in answers.items()}

    workloads = tuple(w.model_copy(update={"answers": converted(w.answers)}) for w in assessment.workloads)
    return assessment.model_copy(update={"answers": converted(assessment.answers), "workloads": workloads})


def _answer(answer: Answer, question: Question | None, rate: float) -> Answer:
    if question is None or answer.value is None:
        return answer
    if question.type == _MONEY:
        return answer.model_copy(update={"value": _scaled(answer.value, rate)})
    money = {name for name, spec in question.fields.items() if spec.type == _MONEY}
    return answer.model_copy(update={"value": _fields(answer.value, money, rate)}) if money else answer


def _fields(value: Any, money: set[str], rate: float) -> Any:
    if isinstance(value, list | tuple):
        return [_fields(row, money, rate) for row in value]
    if not isinstance(value, Mapping):
        return value
    return {name: _scaled(inner, rate) if name in money else inner for name, inner in value.items()}


def _scaled(value: Any, rate: float) -> Any:
    """A number, or low, value and high of a span."""
    if isinstance(value, Mapping):
        return {name: _scaled(inner, rate) for name, inner in value.items()}
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return value * rate
