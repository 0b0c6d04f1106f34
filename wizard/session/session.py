"""One assessment file, open: created or resumed, changed, saved and closed."""

import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from wizard.domain.assessment import Assessment
from wizard.domain.errors import CodedError
from wizard.domain.language import Language
from wizard.session.arranging import MAX_TITLE, checked
from wizard.session.ledger import now
from wizard.session.quotes import Quotes
from wizard.session.trial import Trial
from wizard.store import recent
from wizard.store.changes import History
from wizard.store.codec import parse_assessment, to_yaml
from wizard.store.comments import count_comments
from wizard.store.errors import StoreError, from_os_error
from wizard.store.files import digest, read_bytes, real_path, sweep_litter
from wizard.store.ids import new_ulid
from wizard.store.journal import Journal, Recovery, journal_of, recover
from wizard.store.lock import FileLock, Holder, Locked, holder_of
from wizard.store.merge import Merge, merge
from wizard.store.save import is_write_protected, save_new, save_over
from wizard.store.slug import check_file_name, ensure_folder, existing_variant

_READS = 5
_JOURNAL_BYTES = 8_000_000


@dataclass
class _Opened:
    """What opening a file found out."""

    lock: FileLock | None = None
    holder: Holder | None = None
    notices: list[CodedError] = field(default_factory=list)


class Session(Quotes):
    """Open with ``create`` or ``open``; use as a context manager or call ``close``.

    ``holder`` tells who else writes when the session is read-only for that reason; ``recovered`` how many changes were
    replayed that the file did not hold yet; ``notices`` what the person should be told about opening.
    """

    def __init__(self, path: Path, recovery: Recovery, base: str, journal: Journal | None, opened: _Opened) -> None:
        super().__init__(path, recovery.assessment, recovery.history, journal)
        self._lock = opened.lock
        self._base = base
        self._saved: Assessment | None = recovery.assessment if not recovery.replayed else None
        self.holder = opened.holder
        self.recovered = recovery.replayed
        self.notices = tuple(opened.notices)

    @classmethod
    def create(
        cls,
        path: Path,
        *,
        language: Language | str = Language.DE,
        questionnaire_path: Literal["quick", "normal", "full"] = "quick",
        title: str = "",
    ) -> Self:
        """A new assessment in a new file (0600), in a folder that is created (0700) where it is missing.

        Raises:
            CodedError: the name is unsafe, the title too long, the file exists, or the system refuses.
        """
        from wizard.questionnaire.loader import load_questionnaire

        assessment = Assessment(
            id=new_ulid(time.time_ns() // 1_000_000, os.urandom(10)),
            title=checked("title", title, MAX_TITLE),
            language=Language(language),
            questionnaire=f"{questionnaire_path}@{load_questionnaire().version}",
        )
        return cls._create(path, assessment, History())

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False, break_lock: str | None = None) -> Self:
        """Resumes an assessment where it was left, also after a crash.

        Args:
            path: the file, or a link to it.
            read_only: change nothing on disk. A locked or write-protected file opens so by itself; ``holder`` and
                ``notices`` say why.
            break_lock: ``holder.token`` of a lock left on another host, when the person has decided to break it.

        Raises:
            CodedError: unreadable, damaged, no assessment, or newer than this program.
        """
        path = real_path(existing_variant(path))
        opened = _Opened()
        if not read_only and path.is_file():
            opened = _locked(path, break_lock)
        try:
            return cls._opened(path, opened)
        except BaseException:
            if opened.lock is not None:
                opened.lock.release()
            raise

    @classmethod
    def open_pdf(cls, pdf: Path, target_dir: Path) -> Self:
        """The assessment attached to a report, in a new file in ``target_dir``.

        Whether one with the same id exists already is ``find_same_id``'s to tell.

        Raises:
            CodedError: no report with an assessment, or the file cannot be created.
        """
        from wizard.report.attachment import read_attached_assessment

        assessment = parse_assessment(read_attached_assessment(pdf), pdf.name)
        return cls._create(recent.free_path(target_dir, assessment.title or pdf.stem), assessment, History())

    @staticmethod
    def find_same_id(assessment_id: str, folder: Path) -> tuple[Path, ...]:
        """Files with this assessment in a folder and among the recent ones."""
        return recent.find_same_id(assessment_id, folder)

    def merged_with(self, incoming: Assessment) -> Merge:
        """A proposal that unites this assessment with another version of it; ``adopt`` takes it over."""
        return merge(self.assessment, incoming)

    def trial(self) -> Trial:
        """A copy to try changes on; nothing of it is written."""
        return Trial(self.path, self.assessment)

    @property
    def is_saved(self) -> bool:
        """Whether the file holds everything; the journal does in any case."""
        return self._saved is self.assessment

    def save(self) -> None:
        """Writes the file when something changed since the last time.

        Raises:
            CodedError: read-only, changed by another program (a conflict copy is kept), or refused by the system;
                every confirmed change stays in the journal.
        """
        journal = self._writable()
        if self.is_saved:
            return
        assessment = self.assessment
        catalog = self._evaluated_catalog() or assessment.catalog
        data = to_yaml(assessment.model_copy(update={"catalog": catalog})).encode()
        journal.mark_saving(digest(data), now())
        try:
            self._base = save_over(self.path, data, self._base)
        except CodedError:
            self._base = self._base_after_fault(data)
            raise
        self._saved = assessment
        self._history.trim()
        try:
            journal.compact(self._base, self._history)
        except CodedError:
            pass  # the longer journal is as good

    def _changed(self) -> None:
        if self._writable().length > _JOURNAL_BYTES:
            try:
                self.save()  # empties the journal
            except CodedError:
                pass  # the change is safe; saving is tried again at the next one

    def _base_after_fault(self, data: bytes) -> str:
        """A fault after the rename leaves our own content in place, which is no conflict at the next save."""
        try:
            return digest(data) if read_bytes(self.path) == data else self._base
        except CodedError:
            return self._base

    def save_as(self, path: Path) -> Self:
        """A session on a new file with this content and undo history; this one stays open.

        Raises:
            CodedError: as ``create``.
        """
        return self._create(path, self.assessment, self._history)

    def remember(self) -> None:
        """Puts the file on the list of recent assessments."""
        recent.remember(self.path, now())

    def close(self, *, save: bool = True) -> None:
        """Saves, and lets others write. The lock is gone also when saving fails.

        Raises:
            CodedError: as ``save``.
        """
        try:
            if save and not self.read_only:
                self.save()
        finally:
            if self._journal is not None:
                self._journal.close()
                self._journal = None
            if self._lock is not None:
                self._lock.release()
                self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @classmethod
    def _create(cls, path: Path, assessment: Assessment, history: History) -> Self:
        path = path.with_name(check_file_name(path.name))
        try:
            ensure_folder(path.parent)
        except OSError as error:
            raise from_os_error(error, path) from error
        path = real_path(path.parent) / path.name
        if os.path.lexists(path):
            raise CodedError(StoreError.EXISTS, place=path.name)
        data = to_yaml(assessment).encode()
        try:
            lock = FileLock.acquire(path, now())
        except Locked:
            raise CodedError(StoreError.EXISTS, place=path.name) from None
        try:
            base = save_new(path, data)
            journal = Journal(path, assessment.id, base)
            if os.path.lexists(journal_of(path)):
                journal.set_aside("foreign")
            if history.past or history.future:
                journal.compact(base, history)
        except BaseException:
            lock.release()
            raise
        recovery = Recovery(assessment, History(history.past, history.future))
        return cls(path, recovery, base, journal, _Opened(lock))

    @classmethod
    def _opened(cls, path: Path, opened: _Opened) -> Self:
        recovery, data = _read(path)
        base = digest(data)
        if opened.lock is None:
            return cls(path, recovery, base, None, opened)
        for litter in (path, journal_of(path)):
            sweep_litter(litter)
        journal = Journal(path, recovery.assessment.id, base, recovery.good_bytes)
        opened.notices += _set_aside(path, recovery, journal)
        if count := count_comments(data.decode("utf-8-sig")):
            opened.notices.append(CodedError(StoreError.COMMENTS, place=path.name, count=count))
        return cls(path, recovery, base, journal, opened)


def _set_aside(path: Path, recovery: Recovery, journal: Journal) -> list[CodedError]:
    if recovery.foreign:
        copy = journal.set_aside("foreign").name
        return [CodedError(StoreError.JOURNAL_FOREIGN, place=path.name, count=recovery.foreign, copy=copy)]
    if recovery.damaged_line is not None:
        facts = {"line": recovery.damaged_line, "count": recovery.replayed, "copy": journal.set_aside("damaged").name}
        return [CodedError(StoreError.JOURNAL_DAMAGED, place=path.name, **facts)]
    return []


def _read(path: Path) -> tuple[Recovery, bytes]:
    """File and journal as they belong together: a writer may replace both while they are read."""
    for _ in range(_READS):
        data = read_bytes(path)
        recovery = recover(path, parse_assessment(data, path.name), digest(data))
        if read_bytes(path) == data:
            break
    return recovery, data


def _locked(path: Path, break_lock: str | None) -> _Opened:
    if is_write_protected(path):
        return _Opened(holder=holder_of(path), notices=[CodedError(StoreError.READ_ONLY_FILE, place=path.name)])
    try:
        return _Opened(FileLock.acquire(path, now(), break_token=break_lock))
    except Locked as locked:
        notices = [locked.holder.notice(path)] if locked.holder else []
        return _Opened(holder=locked.holder, notices=notices)
    except CodedError as error:
        return _Opened(notices=[error])
