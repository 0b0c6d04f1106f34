"""Names of questions, workload kinds, priorities and units, taken from the questionnaire."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from wizard.domain.language import Text, text
from wizard.questionnaire.schema import Questionnaire

_KIND = "w.kind"
PRIORITY = "project.priorities."


@dataclass(frozen=True, slots=True)
class Labels:
    """An id without a name is shown as it stands."""

    titles: Mapping[str, Text] = field(default_factory=dict)
    kinds: Mapping[str, Text] = field(default_factory=dict)
    units: Mapping[str, Text] = field(default_factory=dict)

    @classmethod
    def of(cls, questionnaire: Questionnaire) -> Self:
        titles = {question.id: question.title for question in questionnaire.index.values()}
        for name, group in questionnaire.weight_fields.items():
            titles[PRIORITY + name] = text(f"Priority “{group.en}”", f"Priorität „{group.de}“")
        kind = questionnaire.index.get(_KIND)
        kinds = {option.value: option.text for option in kind.options} if kind else {}
        return cls(titles, kinds, dict(questionnaire.unit_texts))


def shipped_labels() -> Labels:
    """Those of the questionnaire that came with the program."""
    from wizard.questionnaire.loader import load_questionnaire

    return Labels.of(load_questionnaire())
