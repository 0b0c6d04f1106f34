"""Workloads, and the assessment's own title, language and path."""

import re
from typing import Literal

from wizard.domain.assessment import Answer, Assessment, Workload
from wizard.domain.errors import CodedError
from wizard.domain.language import Language
from wizard.session.answering import Answering
from wizard.session.ledger import now
from wizard.store.canonical import check_storable, to_yaml
from wizard.store.changes import Change, added_workload, content_at, differences, field_change
from wizard.store.errors import StoreError

MAX_WORKLOADS = 50
MAX_LABEL = 200
MAX_TITLE = 400


class Arranging(Answering):
    """As in ``Answering``: each method is one undo step and on disk when it returns."""

    def add_workload(self, label: str = "", kind: str | None = None) -> str:
        """A new workload at the end; returns its id, ``w1``, ``w2``…

        Raises:
            CodedError: too many workloads, a text that cannot be stored, or read-only.
        """
        answers = {} if kind is None else {"w.kind": Answer(value=kind, at=now())}
        workload = Workload(id=self._free_id(), label=checked("label", label, MAX_LABEL), answers=answers)
        self._commit((added_workload(workload, len(self.assessment.workloads)),))
        return workload.id

    def duplicate_workload(self, workload_id: str) -> str:
        """A copy with all answers right behind the original; returns its id."""
        original = self._workload(workload_id)
        label = _numbered(original.label, {workload.label for workload in self.assessment.workloads})
        copy = original.model_copy(update={"id": self._free_id(), "label": label})
        self._commit((added_workload(copy, self.assessment.workloads.index(original) + 1),))
        return copy.id

    def remove_workload(self, workload_id: str) -> None:
        """Takes a workload away with all its answers; undo brings both back."""
        self._workload(workload_id)
        change = Change(kind="workload", key=workload_id)
        self._commit((change.model_copy(update={"before": content_at(self.assessment, change)}),))

    def rename_workload(self, workload_id: str, label: str) -> None:
        before = self._workload(workload_id).label
        self._commit((Change(kind="label", key=workload_id, before=before, after=checked("label", label, MAX_LABEL)),))

    def move_workload(self, workload_id: str, by: int) -> None:
        """Moves a workload in the order of the interview, at most to either end."""
        workloads = self.assessment.workloads
        before = workloads.index(self._workload(workload_id))
        after = min(max(before + by, 0), len(workloads) - 1)
        self._commit((Change(kind="order", key=workload_id, before=before, after=after),))

    def set_title(self, title: str) -> None:
        self._set_field("title", checked("title", title, MAX_TITLE))

    def set_language(self, language: Language | str) -> None:
        """Language of the report by default, and of typed numbers."""
        self._set_field("language", str(Language(language)))

    def set_path(self, path: Literal["quick", "normal", "full"]) -> None:
        """How much the interview asks; no answer is lost."""
        version = self.assessment.questionnaire.partition("@")[2]
        self._set_field("questionnaire", f"{path}@{version}")

    def adopt(self, assessment: Assessment) -> int:
        """Takes over the content of another version, such as a merge, as one undo step; returns the revision.

        Raises:
            CodedError: also when no file could hold that version.
        """
        to_yaml(assessment)  # for its refusals: nothing is confirmed that cannot be saved
        return self._commit(differences(self.assessment, assessment))

    def _set_field(self, name: str, value: object) -> None:
        self._commit((field_change(self.assessment, name, value),))

    def _workload(self, workload_id: str) -> Workload:
        workload = self.assessment.workload(workload_id)
        if workload is None:
            raise CodedError(StoreError.NO_WORKLOAD, id=workload_id)
        return workload

    def _free_id(self) -> str:
        if len(self.assessment.workloads) >= MAX_WORKLOADS:
            raise CodedError(StoreError.TOO_MANY_WORKLOADS, limit=MAX_WORKLOADS)
        taken = {workload.id for workload in self.assessment.workloads}
        return next(name for name in (f"w{number}" for number in range(1, len(taken) + 2)) if name not in taken)


def checked(name: str, text: str, limit: int) -> str:
    """The text, which fits a field of ``limit`` characters.

    Raises:
        CodedError: too long, or no file can carry it.
    """
    check_storable(text)
    if len(text) > limit:
        raise CodedError(StoreError.TOO_LONG, key=name, limit=limit)
    return text


def _numbered(label: str, taken: set[str]) -> str:
    stem = re.sub(r" \(\d+\)$", "", label)[: MAX_LABEL - 6]
    return next(name for name in (f"{stem} ({number})" for number in range(2, len(taken) + 3)) if name not in taken)
