"""Names of questions, kinds of workload, priorities, units, rules and criteria, from questionnaire and catalogue."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from wizard.domain.catalog import Anchor, Catalog, Rule
from wizard.domain.language import Text, text
from wizard.questionnaire.schema import Questionnaire

KIND = "w.kind"
MODEL = "w.model_ref"
METHOD = "w.method"
PRIORITY = "project.priorities."


@dataclass(frozen=True, slots=True)
class Labels:
    """An id without a name is shown as it stands."""

    titles: Mapping[str, Text] = field(default_factory=dict)
    choices: Mapping[str, Mapping[str, Text]] = field(default_factory=dict)
    """By question, or ``question.part``, the names of its options."""
    fields: Mapping[str, Mapping[str, Text]] = field(default_factory=dict)
    """By question, the names of its parts."""
    part_units: Mapping[str, str] = field(default_factory=dict)
    """By ``question.part``, the unit of a number."""
    units: Mapping[str, Text] = field(default_factory=dict)
    hardware: Mapping[str, str] = field(default_factory=dict)
    """Names of accelerators, servers, offers, parts, model APIs and seats; of colocation the provider."""
    rules: Mapping[str, Rule] = field(default_factory=dict)
    criteria: Mapping[str, Anchor] = field(default_factory=dict)

    @classmethod
    def of(cls, questionnaire: Questionnaire, catalog: Catalog) -> Self:
        titles = {question.id: question.title for question in questionnaire.index.values()}
        for name, group in questionnaire.weight_fields.items():
            titles[PRIORITY + name] = text(f"Priority “{group.en}”", f"Priorität „{group.de}“")
        names = {key: entry.name for key, entry in catalog.accelerators.items()}
        names |= {key: entry.name for key, entry in catalog.servers.items()}
        names |= {key: entry.name for key, entry in catalog.offers.items()}
        names |= {key: entry.name for key, entry in catalog.parts.items()}
        names |= {key: entry.name for key, entry in catalog.apis.items()}
        names |= {key: entry.name for key, entry in catalog.seats.items()}
        names |= {key: entry.provider for key, entry in catalog.colocation.items()}
        return cls(
            titles=titles,
            choices=_choices(questionnaire),
            fields={q.id: dict(q.fields) for q in questionnaire.index.values() if q.fields},
            part_units=_part_units(questionnaire),
            units=dict(questionnaire.unit_texts),
            hardware=names,
            rules=catalog.rules,
            criteria={anchor.criterion: anchor for anchor in catalog.decision.anchors},
        )


def _choices(questionnaire: Questionnaire) -> dict[str, dict[str, Text]]:
    found = {}
    for question in questionnaire.index.values():
        found[question.id] = {option.value: option.text for option in question.options}
        for name, part in question.fields.items():
            found[f"{question.id}.{name}"] = {option.value: option.text for option in part.options}
    return found


def _part_units(questionnaire: Questionnaire) -> dict[str, str]:
    kinds = {"percent": "%", "money": "EUR"}
    return {
        f"{question.id}.{name}": part.unit or kinds.get(part.type, "")
        for question in questionnaire.index.values()
        for name, part in question.fields.items()
    }


def shipped_labels() -> Labels:
    """Those of the questionnaire and the catalogue that came with the program."""
    from wizard.catalogs.load import load_catalog
    from wizard.questionnaire.loader import load_questionnaire

    return Labels.of(load_questionnaire(), load_catalog())
