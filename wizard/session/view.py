"""What a screen asks about the current assessment, remembered per revision."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wizard.domain.assessment import Answer, Assessment
from wizard.domain.errors import CodedError
from wizard.domain.part_names import hardware_name
from wizard.session.arranging import Arranging
from wizard.store.client_copy import catalog_part

if TYPE_CHECKING:
    from wizard.domain.catalog import Catalog
    from wizard.questionnaire.flow import LiveQuestion, Section
    from wizard.questionnaire.resolve import Given, Values
    from wizard.session.meant import Meant


@dataclass(frozen=True)
class Status:
    """One question's standing. ``state`` is an answer state, or ``open`` when the question was never touched."""

    state: str
    answer: Answer | None
    given: "Given"
    """What the engine works with now: the answer, or the default with its basis."""


@dataclass(frozen=True)
class Progress:
    """Questions that are asked now, and how many of them were touched."""

    done: int
    asked: int


class View(Arranging):
    """Reads only."""

    _values: "tuple[int, Values] | None" = None
    _sections: "tuple[int, tuple[Section, ...]] | None" = None
    _hardware: "tuple[dict[str, Any], dict[str, str]] | None" = None
    _meant: "tuple[dict[str, Any], dict[str, tuple[Meant, ...]]] | None" = None

    def catalog(self) -> "Catalog":
        """The shipped catalogue with the client's overrides of this assessment.

        Raises:
            CodedError: an override is no catalogue entry.
        """
        return catalog_for(self.assessment)

    def meant_by(self, question_id: str, value: Any) -> "tuple[Meant, ...]":
        """What names of models and accelerators in an answer stand for; remembered, as screens ask at every stroke."""
        from wizard.session.meant import meant_by

        overrides = self.assessment.overrides
        if self._meant is None or self._meant[0] is not overrides:
            self._meant = (overrides, {})
        key = f"{question_id} {value!r}"
        if key not in self._meant[1]:
            self._meant[1][key] = meant_by(self.catalog(), self.questionnaire.question(question_id), value)
        return self._meant[1][key]

    def hardware_name(self, identifier: str) -> str:
        """Name of an accelerator, server, offer, part or product; an id without one stands as it is."""
        overrides = self.assessment.overrides
        if self._hardware is None or self._hardware[0] is not overrides:
            catalog = self.catalog()
            entries = (
                catalog.accelerators, catalog.servers, catalog.offers, catalog.parts, catalog.apis, catalog.seats,
            )  # fmt: skip
            self._hardware = (overrides, {key: entry.name for table in entries for key, entry in table.items()})
        return hardware_name(identifier, self._hardware[1])

    def model_name(self, ref: str, language: str) -> str:
        """The model as its makers write it, or the size class in words."""
        stand_in = self.questionnaire.model_classes.get(ref)
        return ref if stand_in is None else stand_in.in_language(language)

    def sections(self) -> "tuple[Section, ...]":
        """The interview as it stands now, in its order."""
        revision, assessment = self.snapshot
        if self._sections is None or self._sections[0] != revision:
            from wizard.questionnaire.flow import sections

            self._sections = (revision, sections(self.questionnaire, assessment))
        return self._sections[1]

    def status(self, question_id: str, workload_id: str | None = None) -> Status:
        """A question's answer and what it means for the engine.

        Raises:
            CodedError: unknown question or workload.
        """
        question, workload_id = self._question(question_id, workload_id)
        answer = self.assessment.answer(question.id, workload_id)
        given = self._resolved().given(question.id, workload_id)
        return Status("open" if answer is None else str(answer.state), answer, given)

    def spelled(self, question_id: str, value: Any, language: str) -> str:
        """A value as a person would type it, in the client's currency.

        Raises:
            CodedError: unknown question.
        """
        from wizard.questionnaire.currency import client_currency
        from wizard.questionnaire.display import format_value

        country = self.assessment.answer("client.country")
        question = self.questionnaire.question(question_id)
        return format_value(question, value, language, currency=client_currency(country and country.value))

    def values(self) -> "Values":
        """Every question as the engine sees it: the answer, else the default."""
        return self._resolved()

    def progress(self, section: "Section | None" = None) -> Progress:
        """Of one section, or of the whole interview."""
        sections = self.sections() if section is None else (section,)
        asked = [live for part in sections for live in part.questions if live.asked]
        return Progress(sum(map(self._is_done, asked)), len(asked))

    def _is_done(self, live: "LiveQuestion") -> bool:
        return self.assessment.answer(live.question.id, live.workload_id) is not None

    def _resolved(self) -> "Values":
        revision, assessment = self.snapshot
        if self._values is None or self._values[0] != revision:
            from wizard.questionnaire.resolve import Values

            values = Values(self.questionnaire, assessment, size_of=lambda ref: _billions(assessment, ref))
            self._values = (revision, values)
        return self._values[1]


def catalog_for(assessment: Assessment) -> "Catalog":
    """Shipped catalogue and overrides; marks and margins are no part of it."""
    from wizard.catalogs.load import load_catalog

    return load_catalog(catalog_part(assessment.overrides))


def _billions(assessment: Assessment, ref: str) -> float | None:
    """Parameters of a named model in 10^9, None for a model the catalogue does not know."""
    from wizard.catalogs.find import find_model
    from wizard.sizing.architecture import count_parameters

    try:
        return count_parameters(find_model(catalog_for(assessment), ref).architecture).total / 1e9
    except CodedError:
        return None
