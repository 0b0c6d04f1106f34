"""The assessment: what the client said, by whom, how firmly. One file per client project."""

from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from pydantic import Field

from wizard.domain.base import Frozen
from wizard.domain.language import Language
from wizard.domain.provenance import Evidence

FILE_VERSION = 1

type_of_value = Any  # a JSON value: text, number, truth value, list or mapping of such


class AnswerState(StrEnum):
    ANSWERED = "answered"
    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not_applicable"
    MEASURED = "measured"
    IMPORTED = "imported"

    @property
    def has_value(self) -> bool:
        return self in (AnswerState.ANSWERED, AnswerState.MEASURED, AnswerState.IMPORTED)


class Note(Frozen):
    """A remark beside an answer. Internal notes leave the house in no output."""

    text: str
    visibility: Literal["internal", "report"] = "internal"


class Answer(Frozen):
    """One answer with its state, evidence and origin.

    ``value`` by question type: text/enum/date/model_ref str; int/float/percent/money number
    (``{low, value, high}`` where a range was given); bool; multi list of str;
    range ``{typical, p95}``; span ``{low, value, high}``; struct/weights mapping; table list of mappings.
    """

    value: type_of_value = None
    state: AnswerState = AnswerState.ANSWERED
    evidence: Evidence = Evidence.STATED
    at: datetime | None = None
    by: str | None = None
    reason: str | None = None
    """Why the question is not applicable."""
    note: Note | None = None


class Workload(Frozen):
    """One workload of the client; its answers carry the ids with the prefix ``w.``."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]{0,15}$")
    label: str = Field(default="", max_length=200)
    answers: dict[str, Answer] = {}


class Assessment(Frozen):
    """The whole file. Order of ``workloads`` is the order of the interview."""

    rechenwerk: int = FILE_VERSION
    id: str = Field(pattern=r"^[0-9A-HJKMNP-TV-Z]{26}$")
    title: str = Field(default="", max_length=400)
    language: Language = Language.DE
    questionnaire: str = "quick@2026.11"
    catalog: str = ""
    answers: dict[str, Answer] = {}
    workloads: tuple[Workload, ...] = ()
    overrides: dict[str, Any] = {}
    measurements: tuple[dict[str, Any], ...] = ()
    scenarios: tuple[dict[str, Any], ...] = ()

    @property
    def path(self) -> str:
        """``quick``, ``normal`` or ``full``: how much the interview asks."""
        return self.questionnaire.split("@")[0]

    def workload(self, workload_id: str) -> Workload | None:
        return next((w for w in self.workloads if w.id == workload_id), None)

    def answer(self, question_id: str, workload_id: str | None = None) -> Answer | None:
        """The stored answer, or None when the question was never touched."""
        if workload_id is None:
            return self.answers.get(question_id)
        workload = self.workload(workload_id)
        return workload.answers.get(question_id) if workload else None

    def with_answer(self, question_id: str, answer: Answer | None, workload_id: str | None = None) -> "Assessment":
        """A copy with the answer set, or removed when ``answer`` is None."""
        if workload_id is None:
            return self.model_copy(update={"answers": _put(self.answers, question_id, answer)})
        workloads = tuple(
            w.model_copy(update={"answers": _put(w.answers, question_id, answer)}) if w.id == workload_id else w
            for w in self.workloads
        )
        return self.model_copy(update={"workloads": workloads})


def _put(answers: dict[str, Answer], key: str, answer: Answer | None) -> dict[str, Answer]:
    kept = {k: v for k, v in answers.items() if k != key or answer is not None}
    if answer is not None:
        kept[key] = answer
    return kept
