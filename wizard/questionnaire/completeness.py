"""How far the interview is: the state of each question, and counts per section for the marks in the sidebar."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from wizard.domain.assessment import Answer, AnswerState, Assessment
from wizard.domain.provenance import Evidence
from wizard.questionnaire.flow import LiveQuestion, Section, sections
from wizard.questionnaire.schema import Questionnaire
from wizard.questionnaire.scope import Key
from wizard.questionnaire.stored import check_value


class Status(StrEnum):
    """State of a question in the interview."""

    ANSWERED = "answered"
    UNKNOWN = "unknown"
    """The client said so; the default stands."""
    REQUIRED = "required"
    """Never touched, and part of the quick path: without it the result is a guess."""
    OPEN = "open"
    """Never touched; the default stands."""
    NOT_APPLICABLE = "not_applicable"
    CHECK = "check"
    """Answered, but the value does not fit the question (any more)."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Counts over the questions that are asked. ``answered`` includes ``measured``."""

    asked: int = 0
    answered: int = 0
    measured: int = 0
    unknown: int = 0
    required: int = 0
    check: int = 0

    @property
    def done(self) -> bool:
        """Nothing required is missing and nothing needs checking."""
        return self.required == 0 and self.check == 0

    def __add__(self, other: "Progress") -> "Progress":
        return Progress(
            self.asked + other.asked,
            self.answered + other.answered,
            self.measured + other.measured,
            self.unknown + other.unknown,
            self.required + other.required,
            self.check + other.check,
        )


def status(
    questionnaire: Questionnaire, assessment: Assessment, question_id: str, workload_id: str | None = None
) -> Status:
    """State of one question.

    Raises:
        KeyError: no such question, or no such workload.
    """
    return statuses(assessment, sections(questionnaire, assessment))[question_id, workload_id]


def statuses(assessment: Assessment, parts: Iterable[Section]) -> dict[Key, Status]:
    """State of every question in the given sections."""
    return {
        (live.question.id, live.workload_id): _status(assessment, live)
        for section in parts
        for live in section.questions
    }


def progress(assessment: Assessment, section: Section) -> Progress:
    """Counts of one section; add them up for the whole interview."""
    counts = dict.fromkeys(Status, 0)
    measured = 0
    for live in section.asked:
        counts[_status(assessment, live)] += 1
        answer = assessment.answer(live.question.id, live.workload_id)
        measured += answer is not None and _is_measured(answer)
    return Progress(
        asked=len(section.asked),
        answered=counts[Status.ANSWERED],
        measured=measured,
        unknown=counts[Status.UNKNOWN],
        required=counts[Status.REQUIRED],
        check=counts[Status.CHECK],
    )


def _is_measured(answer: Answer) -> bool:
    return answer.state is AnswerState.MEASURED or (answer.state.has_value and answer.evidence is Evidence.MEASURED)


def _status(assessment: Assessment, live: LiveQuestion) -> Status:
    answer = assessment.answer(live.question.id, live.workload_id)
    if live.hidden_by_condition or (answer is not None and answer.state is AnswerState.NOT_APPLICABLE):
        return Status.NOT_APPLICABLE
    if answer is None:
        return Status.REQUIRED if live.question.quick else Status.OPEN
    if not answer.state.has_value or answer.value is None:
        return Status.UNKNOWN
    return Status.ANSWERED if check_value(live.question, answer.value) is None else Status.CHECK
