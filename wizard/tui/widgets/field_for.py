"""Which field a question gets."""

from typing import TYPE_CHECKING, Any

from wizard.domain.language import Text
from wizard.tui.screens.pick import Choice
from wizard.tui.widgets.field import Field
from wizard.tui.widgets.line_field import LineField
from wizard.tui.widgets.number_field import NumberField
from wizard.tui.widgets.option_field import OptionField
from wizard.tui.widgets.pick_field import PickField
from wizard.tui.widgets.weights_field import WeightsField

if TYPE_CHECKING:
    from wizard.questionnaire.schema import Question
    from wizard.session import Session

_NUMBERS = {"int", "float", "percent", "money", "range", "span"}
_ALL_VISIBLE = 9
_YES_NO: list[tuple[Any, Text]] = [(True, Text(de="Ja", en="Yes")), (False, Text(de="Nein", en="No"))]


def field_for(question: "Question", workload_id: str | None, session: "Session", language: str) -> Field:
    """The field that fits the type of the question; up to nine options stand open, more are searched."""
    if question.type in _NUMBERS:
        return NumberField()
    if question.type == "bool":
        return OptionField(_YES_NO, several=False)
    if question.type in ("enum", "multi"):
        return _option_field(question, _options(question, session, workload_id), language)
    if question.type == "model_ref":
        return PickField(question.title, lambda: _models(question, session, language), free=True)
    if question.type == "weights":
        return WeightsField(_weight_names(question), _weight_default(question))
    return LineField()


def _option_field(question: "Question", options: list[tuple[Any, Text]], language: str) -> Field:
    several = question.type == "multi"
    if several or len(options) <= _ALL_VISIBLE:
        return OptionField(options, several=several, exclusive=question.exclusive)
    choices = [Choice(text.in_language(language), value) for value, text in options]
    return PickField(question.title, lambda: choices, free=False)


def _options(question: "Question", session: "Session", workload_id: str | None) -> list[tuple[Any, Text]]:
    """The options that fit the kind of this workload."""
    kind = session.assessment.answer("w.kind", workload_id) if workload_id else None
    value = kind.value if kind and kind.state.has_value else None
    return [
        (option.value, option)
        for option in question.options
        if not option.only_for or value is None or value in option.only_for
    ]


def _models(question: "Question", session: "Session", language: str) -> list[Choice]:
    """The catalogue's models, then the size classes for a model nobody has named yet."""
    known = session.catalog().models
    copies = {ref: model for model in known.values() for ref, copy in model.checkpoints.items() if copy.stored}
    named = [*known.values(), *(model.as_checkpoint(ref) for ref, model in copies.items())]
    listed = [Choice(entry.name, entry.id, entry.id) for entry in named]
    return listed + [Choice(option.in_language(language), option.value) for option in question.options]


def _weight_names(question: "Question") -> list[tuple[str, Text]]:
    return list(question.fields.items())


def _weight_default(question: "Question") -> dict[str, float]:
    value = question.default.value
    return dict(value) if isinstance(value, dict) else {}
