"""What a filled question sheet would change: tried on a copy, row by row, before anything is taken over."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from wizard.domain.assessment import Answer, AnswerState, Assessment
from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.domain.provenance import Evidence
from wizard.session.errors import ImportConflict
from wizard.session.trial import Trial

if TYPE_CHECKING:
    from wizard.report.sheet.key import Key
    from wizard.report.sheet.model import Filled, FilledRow

Outcome = Literal["new", "changed", "same", "conflict", "error"]

_UNKNOWN = ("?", "unbekannt", "nicht bekannt", "weiß nicht", "unknown", "not known", "don't know")
_NOT_APPLICABLE = re.compile(
    r"(?:n/a|entfällt|does not apply|nicht zutreffend)\s*(?::\s*(?P<reason>.*))?", re.IGNORECASE | re.DOTALL
)
_FIRST = ("client.country", "w.kind")
"""Other answers are read by them: the currency, the options and the unit."""
_FIRM = {
    Evidence.MEASURED: text("measured", "gemessen"),
    Evidence.DOCUMENTED: text("documented", "belegt"),
}


@dataclass(frozen=True)
class ImportRow:
    """One answer of the sheet. ``reasons`` say what is wrong with it, or what it contradicts."""

    place: str
    question_id: str
    workload_id: str | None
    title: Text | None
    outcome: Outcome
    before: str
    after: str
    reasons: tuple[CodedError, ...] = ()

    @property
    def applies(self) -> bool:
        return self.outcome in ("new", "changed", "conflict")


@dataclass(frozen=True)
class Preview:
    """Everything a sheet would do. ``assessment`` has all rows applied that can be."""

    rows: tuple[ImportRow, ...]
    warnings: tuple[CodedError, ...]
    """About the sheet as a whole."""
    assessment: Assessment

    @property
    def applicable(self) -> tuple[ImportRow, ...]:
        return tuple(row for row in self.rows if row.applies)

    @property
    def left(self) -> tuple[ImportRow, ...]:
        """Rows that cannot be applied."""
        return tuple(row for row in self.rows if row.outcome == "error")

    @property
    def clear(self) -> bool:
        """Nothing to decide: no warning, no conflict, no row in error."""
        return not self.warnings and all(row.outcome not in ("conflict", "error") for row in self.rows)


def preview(trial: Trial, filled: "Filled", language: str) -> Preview:
    """Tries every row on the copy.

    Args:
        trial: of the assessment; holds the applicable answers afterwards.
        language: of the values in the preview. Values of the sheet are read in the sheet's own.
    """
    before, rows, places = trial.assessment, dict[int, ImportRow](), _places(filled.rows)
    for index in _order(filled.rows):
        row = filled.rows[index]
        others = tuple(place for place, said in places[_target(row.key)] if said != row.text.strip())
        rows[index] = _Row(trial, before, filled.head.language, row, others, language).tried()
    return Preview(tuple(rows[index] for index in sorted(rows)), tuple(_warnings(trial, filled)), trial.assessment)


def _order(rows: "Sequence[FilledRow]") -> list[int]:
    def rank(index: int) -> int:
        key = rows[index].key
        return _FIRST.index(key.question_id) if key and key.question_id in _FIRST else len(_FIRST)

    return sorted(range(len(rows)), key=lambda index: (rank(index), index))


def _places(rows: "Sequence[FilledRow]") -> "dict[tuple[str, str | None] | None, list[tuple[str, str]]]":
    """By question, where it is answered and how."""
    found: dict[tuple[str, str | None] | None, list[tuple[str, str]]] = {}
    for row in rows:
        found.setdefault(_target(row.key), []).append((row.place, row.text.strip()))
    return found


def _warnings(trial: Trial, filled: "Filled") -> list[CodedError]:
    found = []
    here, version = trial.assessment.id, trial.questionnaire.version
    if filled.head.assessment_id != here:
        found.append(CodedError(ImportConflict.OTHER_ASSESSMENT, found=filled.head.assessment_id, here=here))
    if filled.head.questionnaire != version:
        found.append(CodedError(ImportConflict.OTHER_QUESTIONNAIRE, found=filled.head.questionnaire, here=version))
    return found


@dataclass(frozen=True)
class _Row:
    trial: Trial
    before: Assessment
    sheet_language: str
    row: "FilledRow"
    others: tuple[str, ...]
    """Places where the sheet answers the same question differently."""
    language: str

    def tried(self) -> ImportRow:
        key, fault = self.row.key, self.row.problem or self._twice()
        if key is None or fault is not None:
            return self._told("error", "", (fault,) if fault else ())
        previous = self.before.answer(key.question_id, key.workload_id)
        try:
            self._apply(key)
        except CodedError as error:
            named = CodedError(error.error, place=self.row.place, **error.details)
            return self._told("error", " ".join(self.row.text.split())[:200], (named,))
        now = self.trial.assessment.answer(key.question_id, key.workload_id)
        after = self._shown(now)
        if _content(now) == _content(previous):
            self._put_back(key, previous)
            return self._told("same", after)
        reasons = tuple(self._conflicts(key, previous, now, after))
        return self._told("conflict" if reasons else "changed" if _says(previous) else "new", after, reasons)

    def _twice(self) -> CodedError | None:
        if self.row.key is None or not self.others:
            return None
        return CodedError(ImportConflict.TWICE, place=self.row.place, other=self.others[0])

    def _apply(self, key: "Key") -> None:
        """Enters the row into the copy. A word that is an option of the question is that option."""
        said, target = self.row.text.strip(), (key.question_id, key.workload_id)
        if said == "?" or (said.casefold() in _UNKNOWN and not self._is_option(key)):
            self.trial.mark_unknown(*target)
        elif (found := _NOT_APPLICABLE.fullmatch(said)) and not self._is_option(key):
            self.trial.mark_not_applicable(*target, " ".join((found["reason"] or "").split()))
        else:
            by = self.row.by[:_LONGEST_NAME]
            self.trial.import_answer(key.question_id, self.row.text, key.workload_id, self.sheet_language, by=by)

    def _is_option(self, key: "Key") -> bool:
        from wizard.questionnaire.choices import match_option

        question = self.trial.questionnaire.index.get(key.question_id)
        return question is not None and match_option(self.row.text.strip(), question.options) is not None

    def _put_back(self, key: "Key", previous: Answer | None) -> None:
        """The same said again keeps its evidence and who said it first."""
        if previous is not None:
            self.trial.apply(key.question_id, previous, key.workload_id)

    def _conflicts(self, key: "Key", previous: Answer | None, now: Answer | None, after: str) -> list[CodedError]:
        from wizard.report.sheet.key import stamp

        found = []
        here = self._shown(previous)
        if key.stamp != stamp(previous):
            found.append(CodedError(ImportConflict.MEANWHILE, place=self.row.place, here=here or "–", sheet=after))
        if previous is None or not previous.state.has_value:
            return found
        measured = previous.state is AnswerState.MEASURED
        evidence = Evidence.MEASURED if measured else previous.evidence
        if evidence in _FIRM:
            found.append(CodedError(ImportConflict.FIRMER, place=self.row.place, evidence=_FIRM[evidence]))
        if now is None or not now.state.has_value:
            found.append(CodedError(ImportConflict.TAKES_AWAY, place=self.row.place, here=here))
        return found

    def _shown(self, answer: Answer | None) -> str:
        if answer is None or self.row.key is None:
            return ""
        if not answer.state.has_value:
            return "?" if answer.state is AnswerState.UNKNOWN else f"n/a: {answer.reason or ''}"
        return self.trial.spelled(self.row.key.question_id, answer.value, self.language)

    def _told(self, outcome: Outcome, after: str, reasons: tuple[CodedError, ...] = ()) -> ImportRow:
        key = self.row.key
        question = self.trial.questionnaire.index.get(key.question_id) if key else None
        previous = self.before.answer(key.question_id, key.workload_id) if key else None
        return ImportRow(
            place=self.row.place,
            question_id=key.question_id if key else "",
            workload_id=key.workload_id if key else None,
            title=question.title if question else None,
            outcome=outcome,
            before=self._shown(previous) if question else "",
            after=after,
            reasons=reasons,
        )


_LONGEST_NAME = 200


def _target(key: "Key | None") -> tuple[str, str | None] | None:
    return (key.question_id, key.workload_id) if key else None


def _says(answer: Answer | None) -> bool:
    return answer is not None and (answer.state.has_value or answer.state is AnswerState.NOT_APPLICABLE)


def _content(answer: Answer | None) -> tuple[object, ...]:
    """What two answers must share to say the same: an imported value is as good as a typed one."""
    if answer is None:
        return (None,)
    state = AnswerState.ANSWERED if answer.state.has_value else answer.state
    return (state, answer.value, answer.reason)
