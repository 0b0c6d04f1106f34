"""Names of chosen answers: what a reader sees for ``eu_region`` or ``hw_thermal``."""

from wizard.decision.finding_texts import Names
from wizard.domain.language import Text
from wizard.questionnaire.schema import Option, Question, Questionnaire


def answer_names(questionnaire: Questionnaire) -> Names:
    """Looks a choice up in its question or in the field of its question."""

    def named(name: str, value: object) -> Text | None:
        parts = name.split(".")
        question = questionnaire.index.get(".".join(parts[:2]))
        if question is None or not isinstance(value, str):
            return None
        option = next((o for o in _options(question, parts[2:]) if o.value == value), None)
        return None if option is None else Text(de=option.de, en=option.en)

    return named


def _options(question: Question, field: list[str]) -> tuple[Option, ...]:
    if not field:
        return question.options
    spec = question.fields.get(field[0])
    return () if spec is None else spec.options
