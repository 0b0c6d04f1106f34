"""Finds assessments: the list of recent ones, and those in a folder with age and faults."""

import json
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from wizard.domain.assessment import Assessment
from wizard.domain.errors import CodedError
from wizard.store.codec import parse_assessment
from wizard.store.files import digest, read_bytes, real_path, replace_durably
from wizard.store.journal import journal_of, recover
from wizard.store.lock import Holder, holder_of
from wizard.store.save import backup_of
from wizard.store.slug import ensure_folder, suggest_file_name

_KEPT = 50
_SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True)
class Recent:
    path: Path
    opened: datetime


@dataclass(frozen=True)
class Found:
    """A file that is an assessment, or was one: then ``assessment`` is None and ``error`` tells why."""

    path: Path
    modified: datetime
    assessment: Assessment | None = None
    error: CodedError | None = None
    holder: Holder | None = None
    unsaved: int = 0
    """Confirmed changes that only the journal holds yet; ``assessment`` includes them."""

    @property
    def title(self) -> str:
        return (self.assessment.title if self.assessment else "") or self.path.stem


def state_file() -> Path:
    """``$XDG_STATE_HOME/rechenwerk/recent.json``."""
    base = os.environ.get("XDG_STATE_HOME", "")
    home = Path(base) if Path(base).is_absolute() else Path.home() / ".local" / "state"
    return home / "rechenwerk" / "recent.json"


def remember(path: Path, now: datetime) -> None:
    """Puts a file first on the list. The list holds paths and times only, is for its owner (0600), and never in the
    way: a full disk costs the entry, not the session."""
    real = real_path(path)
    entries = [Recent(real, now), *(entry for entry in recent() if entry.path != real)]
    rows = [{"path": str(entry.path), "opened": entry.opened.isoformat()} for entry in entries[:_KEPT]]
    _write({"version": 1, "recent": rows})


def forget(path: Path) -> None:
    """Takes a file off the list."""
    rows = [
        {"path": str(entry.path), "opened": entry.opened.isoformat()}
        for entry in recent()
        if entry.path not in (path, real_path(path))
    ]
    _write({"version": 1, "recent": rows})


def recent() -> tuple[Recent, ...]:
    """The remembered files, latest first; a file may have gone meanwhile."""
    try:
        document = json.loads(read_bytes(state_file()))
        return tuple(_entry(row) for row in document["recent"][:_KEPT])
    except (CodedError, ValueError, KeyError, TypeError, RecursionError):
        return ()


def find_assessments(folder: Path) -> tuple[Found, ...]:
    """All assessments in a folder, latest first. Other YAML files are left out; damaged assessments are not."""
    found = (look_at(path) for path in _candidates(folder))
    return tuple(sorted((item for item in found if item), key=lambda item: item.modified, reverse=True))


def look_at(path: Path) -> Found | None:
    """What lies at ``path``; None when it is no assessment and shows no sign of having been one."""
    try:
        modified = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        data = read_bytes(path)
    except (OSError, CodedError) as error:
        fault = error if isinstance(error, CodedError) else None
        return Found(path, datetime.fromtimestamp(0, UTC), error=fault) if fault else None
    if not _is_ours(path, data):
        return None
    try:
        recovery = recover(path, parse_assessment(data, path.name), digest(data))
    except CodedError as error:
        return Found(path, modified, error=error, holder=holder_of(path))
    return Found(path, modified, recovery.assessment, holder=holder_of(path), unsaved=recovery.replayed)


def find_same_id(assessment_id: str, folder: Path) -> tuple[Path, ...]:
    """Files that hold the assessment with this id, in a folder and among the recent ones."""
    candidates = dict.fromkeys(real_path(path) for path in (*_candidates(folder), *(entry.path for entry in recent())))
    found = ((path, look_at(path)) for path in candidates if path.is_file())
    return tuple(p for p, item in found if item and item.assessment and item.assessment.id == assessment_id)


def free_path(folder: Path, title: str) -> Path:
    """A path in ``folder`` for a new assessment with this title, where no file stands yet."""
    path = folder / suggest_file_name(title)
    number = 2
    while os.path.lexists(path):
        path = folder / suggest_file_name(f"{title[:80]} {number}")
        number += 1
    return path


def _candidates(folder: Path) -> Iterator[Path]:
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        return
    for path in entries:
        if path.suffix in _SUFFIXES and not path.name.startswith(".") and _is_plain(path):
            yield path


def _is_plain(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False


def _is_ours(path: Path, data: bytes) -> bool:
    marked = data.removeprefix(b"\xef\xbb\xbf").startswith(b"rechenwerk:") or b"\nrechenwerk:" in data
    return marked or journal_of(path).exists() or backup_of(path).exists()


def _entry(row: dict[str, Any]) -> Recent:
    return Recent(Path(row["path"]), datetime.fromisoformat(row["opened"]))


def _write(document: dict[str, Any]) -> None:
    target = state_file()
    try:
        ensure_folder(target.parent)
        replace_durably(target, json.dumps(document, indent=1).encode())
    except OSError:
        pass  # a convenience; the session must not fail for it
