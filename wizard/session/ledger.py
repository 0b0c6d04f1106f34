"""The current assessment and everything that may change it: one door for changes, undo and redo."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from wizard.datafiles.strict_yaml import MAX_DEPTH
from wizard.domain.assessment import Answer, Assessment
from wizard.domain.errors import CodedError
from wizard.store.canonical import check_storable
from wizard.store.changes import Change, History, Step
from wizard.store.errors import StoreError
from wizard.store.journal import Journal

Operation = Literal["do", "undo", "redo"]


@dataclass(frozen=True)
class Applied:
    """A confirmed change: it is on disk. ``previous`` is the answer before, ``echo`` what was understood."""

    revision: int
    previous: Answer | None = None
    echo: str = ""


def now() -> datetime:
    """The time that answers and journal lines carry, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


class Ledger:
    """Holds the assessment. Assessments are immutable, so any thread may keep one; changes belong to one thread."""

    def __init__(self, path: Path, assessment: Assessment, history: History, journal: Journal | None) -> None:
        self._path = path
        self._history = history
        self._journal = journal
        self._state = (0, assessment)

    @property
    def path(self) -> Path:
        return self._path

    @property
    def assessment(self) -> Assessment:
        return self._state[1]

    @property
    def revision(self) -> int:
        """Counts changes since the file was opened; undo and redo count on."""
        return self._state[0]

    @property
    def snapshot(self) -> tuple[int, Assessment]:
        """Revision and assessment that belong together, for another thread."""
        return self._state

    @property
    def read_only(self) -> bool:
        return self._journal is None

    @property
    def can_undo(self) -> bool:
        return bool(self._history.past)

    @property
    def can_redo(self) -> bool:
        return bool(self._history.future)

    def undo(self) -> bool:
        """Takes the last change back; False when there is none.

        Raises:
            CodedError: read-only, or the journal cannot be written; nothing changed then.
        """
        if not self._history.past:
            return False
        step = self._history.past[-1].inverse()
        self._advance(step, "undo")
        self._history.moved_back()
        self._changed()
        return True

    def redo(self) -> bool:
        """Does the last undone change again; False when there is none.

        Raises:
            CodedError: as ``undo``.
        """
        if not self._history.future:
            return False
        self._advance(self._history.future[-1], "redo")
        self._history.moved_forward()
        self._changed()
        return True

    def _commit(self, changes: Sequence[Change]) -> int:
        """Makes the changes one undo step; returns the revision. Changes without effect are left out.

        Raises:
            CodedError: read-only, not on disk, or a content no file could give back; nothing changed then.
        """
        effective = tuple(change for change in changes if change.before != change.after)
        for change in effective:
            check_storable(change.after, depth=MAX_DEPTH)
        if effective:
            step = Step(changes=effective, number=self.revision + 1, at=now())
            self._advance(step, "do")
            self._history.record(step)
            self._changed()
        else:
            self._check_writable()
        return self.revision

    def _advance(self, step: Step, op: Operation) -> None:
        self._check_writable()
        revision, assessment = self._state
        changed = step.applied_to(assessment)
        self._record(step, op)
        self._state = (revision + 1, changed)

    def _record(self, step: Step, op: Operation) -> None:
        """Makes the step durable before it counts."""
        self._writable().append(op, step, now())

    def _check_writable(self) -> None:
        self._writable()

    def _changed(self) -> None:
        """Called after each change, when assessment, history and journal agree."""

    def _writable(self) -> Journal:
        if self._journal is None:
            raise CodedError(StoreError.READ_ONLY_SESSION, place=self._path.name)
        return self._journal
