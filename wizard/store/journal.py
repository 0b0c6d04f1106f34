"""The journal beside an assessment file: every confirmed change is on disk before it shows.

``.NAME.journal`` holds JSON lines, each with a checksum and synced on its own. A line is a change, an undo, a redo, or
the mark ``saving`` with the content hash of the version about to replace the file. The changes after the mark that
fits the file are the ones the file does not hold yet; those before it are the undo history. So a crash between
the two files needs no repair.
"""

import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from wizard.domain.assessment import Assessment
from wizard.domain.base import Frozen
from wizard.store.changes import History, Step
from wizard.store.errors import from_os_error
from wizard.store.files import close_quietly, replace_durably, sync_folder, write_all

_MAX_BYTES = 64_000_000
_VERSION = 1


class Entry(Frozen):
    """One line. ``base`` is a content hash (``open``, ``saving``); ``past`` and ``future`` carry over undo history."""

    op: Literal["open", "do", "undo", "redo", "saving", "past", "future"]
    version: int = _VERSION
    assessment: str | None = None
    base: str | None = None
    step: Step | None = None
    at: datetime | None = None


@dataclass
class Recovery:
    """What a journal tells about the file it lies beside."""

    assessment: Assessment
    history: History = field(default_factory=History)
    replayed: int = 0
    good_bytes: int = 0
    damaged_line: int | None = None
    """First line (from 1) that was complete and is not what was written; everything from there is left out."""
    foreign: int = 0
    """Changes that belong to another version of the file and were not applied."""


def journal_of(path: Path) -> Path:
    return path.with_name(f".{path.name}.journal")


def recover(path: Path, assessment: Assessment, base: str) -> Recovery:
    """Replays the journal of ``path`` onto the assessment read from it; touches nothing on disk.

    Args:
        path: the assessment file.
        assessment: its content.
        base: its content hash.

    Raises:
        CodedError: the journal cannot be read.
    """
    try:
        data = _read(journal_of(path))
    except FileNotFoundError:
        return Recovery(assessment)
    except OSError as error:
        raise from_os_error(error, journal_of(path)) from error
    lines = _lines(data)
    entries = [entry for entry, _ in lines.good]
    mark = next((i for i in reversed(range(len(entries))) if entries[i].base == base), None)
    if mark is None or any(e.op == "open" and e.assessment != assessment.id for e in entries):
        return Recovery(assessment, foreign=_unsaved(entries), damaged_line=lines.damaged)
    return _replayed(lines, mark, assessment)


def _replayed(lines: "_Lines", mark: int, assessment: Assessment) -> Recovery:
    recovery = Recovery(assessment, damaged_line=lines.damaged)
    for index, (entry, end) in enumerate(lines.good):
        step = _advanced(recovery.history, entry)
        if index > mark and step is not None:
            try:
                recovery.assessment = step.applied_to(recovery.assessment)
            except ValueError:
                recovery.damaged_line = index + 1
                return recovery
            recovery.replayed += 1
        recovery.good_bytes = end
    return recovery


def _advanced(history: History, entry: Entry) -> Step | None:
    """Moves the history by one line; returns what the line does to the assessment."""
    if entry.op == "undo":
        step = history.moved_back()
        return step.inverse() if step else None
    if entry.op == "redo":
        return history.moved_forward()
    if entry.step is None:
        return None
    if entry.op == "do":
        history.record(entry.step)
        return entry.step
    (history.past if entry.op == "past" else history.future).append(entry.step)
    return None


def _unsaved(entries: list[Entry]) -> int:
    last = max((i for i, entry in enumerate(entries) if entry.op in ("open", "saving")), default=-1)
    return sum(entry.op in ("do", "undo", "redo") for entry in entries[last + 1 :])


class Journal:
    """Appends to the journal of one file. Only the holder of the lock may have one."""

    def __init__(self, path: Path, assessment_id: str, base: str, good_bytes: int = 0) -> None:
        """``good_bytes``: length of the part that ``recover`` understood; what follows is cut off."""
        self._path = journal_of(path)
        self._assessment_id = assessment_id
        self._base = base
        self._length = good_bytes
        self._descriptor: int | None = None

    @property
    def length(self) -> int:
        """Bytes so far; the reader takes at most 64 MB."""
        return self._length

    def append(self, op: Literal["do", "undo", "redo"], step: Step, now: datetime) -> None:
        """Returns when the line is safely on disk.

        Raises:
            CodedError: it is not; the journal is as before.
        """
        self._write(_line(Entry(op=op, step=step if op == "do" else None, at=now)))

    def mark_saving(self, new_base: str, now: datetime) -> None:
        """Says which content is about to replace the file.

        Raises:
            CodedError: as ``append``.
        """
        self._write(_line(Entry(op="saving", base=new_base, at=now)))

    def compact(self, base: str, history: History) -> None:
        """Rewrites the journal for the saved file: undo history only.

        Raises:
            CodedError: the longer journal is still there, and as good.
        """
        entries = [self._head(base)]
        entries += [Entry(op="past", step=step) for step in history.past]
        entries += [Entry(op="future", step=step) for step in history.future]
        data = b"".join(map(_line, entries))
        try:
            self.close()
            replace_durably(self._path, data)
        except OSError as error:
            raise from_os_error(error, self._path) from error
        self._length, self._base = len(data), base

    def set_aside(self, why: Literal["foreign", "damaged"]) -> Path:
        """Keeps a journal that was not applied in full under another name, and begins a new one.

        Raises:
            CodedError: the system refuses.
        """
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
        copy = self._path.with_name(f"{self._path.name}.{why}-{stamp}")
        try:
            data = _read(self._path)
            replace_durably(copy, data)
            if self._length == 0:
                self._path.unlink()
        except OSError as error:
            raise from_os_error(error, self._path) from error
        return copy

    def close(self) -> None:
        if self._descriptor is not None:
            descriptor, self._descriptor = self._descriptor, None
            close_quietly(descriptor)

    def _write(self, line: bytes) -> None:
        try:
            descriptor = self._opened()
            if self._length == 0:
                line = _line(self._head(self._base)) + line
            try:
                os.ftruncate(descriptor, self._length)
                write_all(descriptor, line)
                os.fsync(descriptor)
                if self._length == 0:
                    sync_folder(self._path.parent)
            except OSError:
                self._cut(descriptor)
                raise
        except OSError as error:
            raise from_os_error(error, self._path) from error
        self._length += len(line)

    def _head(self, base: str) -> Entry:
        return Entry(op="open", version=_VERSION, assessment=self._assessment_id, base=base)

    def _cut(self, descriptor: int) -> None:
        try:
            os.ftruncate(descriptor, self._length)
        except OSError:
            pass  # the next append cuts it, and a torn line is left out on recovery

    def _opened(self) -> int:
        if self._descriptor is None:
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
            self._descriptor = os.open(self._path, flags, 0o600)
        return self._descriptor


@dataclass
class _Lines:
    good: list[tuple[Entry, int]]
    damaged: int | None = None


def _lines(data: bytes) -> _Lines:
    """Entries with the offset behind each, up to the first bad line; a torn last line is nobody's loss."""
    lines = _Lines([])
    for number, (raw, end) in enumerate(_split(data), start=1):
        entry = _entry(raw)
        if entry is None or (number == 1) != (entry.op == "open"):
            lines.damaged = number if raw.endswith(b"\n") else None
            break
        lines.good.append((entry, end))
    return lines


def _split(data: bytes) -> Iterator[tuple[bytes, int]]:
    start = 0
    while start < len(data):
        end = data.find(b"\n", start) + 1 or len(data)
        yield data[start:end], end
        start = end


def _line(entry: Entry) -> bytes:
    body = json.dumps(entry.model_dump(mode="json", exclude_unset=True), ensure_ascii=True, separators=(",", ":"))
    data = body.encode("ascii")
    return b'{"sum":"%08x",%s\n' % (zlib.crc32(data), data[1:])


def _entry(raw: bytes) -> Entry | None:
    if not raw.endswith(b"}\n") or raw[:8] != b'{"sum":"' or raw[16:18] != b'",':
        return None
    body = b"{" + raw[18:-1]
    if raw[8:16] != b"%08x" % zlib.crc32(body):
        return None
    try:
        entry = Entry.model_validate(json.loads(body))
    except (ValueError, RecursionError, ValidationError):
        return None
    return entry if entry.version == _VERSION else None


def _read(path: Path) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb") as stream:
        return stream.read(_MAX_BYTES)
