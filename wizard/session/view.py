"""What a screen asks about the current assessment, remembered per revision."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wizard.domain.assessment import Answer
from wizard.session.arranging import Arranging

if TYPE_CHECKING:
    from wizard.questionnaire.flow import LiveQuestion, Section
    from wizard.questionnaire.resolve import Given, Values


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

    _seen: "tuple[int, Values, tuple[Section, ...]] | None" = None

    def sections(self) -> "tuple[Section, ...]":
        """The interview as it stands now, in its order."""
        return self._now()[2]

    def status(self, question_id: str, workload_id: str | None = None) -> Status:
        """A question's answer and what it means for the engine.

        Raises:
            CodedError: unknown question or workload.
        """
        question, workload_id = self._question(question_id, workload_id)
        answer = self.assessment.answer(question.id, workload_id)
        given = self._now()[1].given(question.id, workload_id)
        return Status("open" if answer is None else str(answer.state), answer, given)

    def progress(self, section: "Section | None" = None) -> Progress:
        """Of one section, or of the whole interview."""
        sections = self.sections() if section is None else (section,)
        asked = [live for part in sections for live in part.questions if live.asked]
        return Progress(sum(map(self._is_done, asked)), len(asked))

    def _is_done(self, live: "LiveQuestion") -> bool:
        return self.assessment.answer(live.question.id, live.workload_id) is not None

    def _now(self) -> "tuple[int, Values, tuple[Section, ...]]":
        revision, assessment = self.snapshot
        if self._seen is None or self._seen[0] != revision:
            from wizard.questionnaire.flow import sections
            from wizard.questionnaire.resolve import Values

            values = Values(self.questionnaire, assessment)
            self._seen = (revision, values, sections(self.questionnaire, assessment))
        return self._seen
