"""Saves a file so that it is never lost: old or new version after any crash, and no silent overwriting of others."""

import errno
import os
import stat
from datetime import UTC, datetime
from pathlib import Path

from wizard.domain.errors import CodedError
from wizard.store.errors import StoreError, from_os_error
from wizard.store.files import (
    digest,
    read_bytes,
    real_path,
    remove_quietly,
    replace_durably,
    sync_folder,
    temporary_prefix,
    write_temporary,
)

_NO_HARD_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EXDEV)


def save_new(path: Path, data: bytes) -> str:
    """Creates a file (0600) that must not exist yet; returns its content hash.

    Raises:
        CodedError: it exists, or the system refuses.
    """
    try:
        temporary = write_temporary(path, data, 0o600)
        try:
            _publish(temporary, path)
        finally:
            remove_quietly(temporary)
        sync_folder(path.parent)
    except FileExistsError:
        raise CodedError(StoreError.EXISTS, place=path.name) from None
    except OSError as error:
        raise from_os_error(error, path) from error
    return digest(data)


def save_over(path: Path, data: bytes, expected: str) -> str:
    """Replaces a file, keeps its previous version as ``.bak`` and its mode; a symbolic link stays one.

    Args:
        path: the file, or a link to it.
        data: the new content.
        expected: hash of the content this one is derived from.

    Raises:
        CodedError: the file was changed by another program (then ``data`` lies in a conflict copy), is
            write-protected, or the system refuses; the old version stays.
    """
    target = real_path(path)
    try:
        if target.exists():
            _replace_own(target, data, expected)
        else:
            replace_durably(target, data)
    except OSError as error:
        raise from_os_error(error, path) from error
    return digest(data)


def is_write_protected(path: Path) -> bool:
    """Renaming would replace a write-protected file without a word; root may even write to it."""
    return not os.access(path, os.W_OK) or not path.stat().st_mode & 0o222


def backup_of(path: Path) -> Path:
    return path.with_name(path.name + ".bak")


def _replace_own(target: Path, data: bytes, expected: str) -> None:
    """Looks for changes of others as late as can be, and touches the backup only when the new version is on disk."""
    if is_write_protected(target):
        raise CodedError(StoreError.READ_ONLY_FILE, place=target.name)
    temporary = write_temporary(target, data, stat.S_IMODE(target.stat().st_mode))
    try:
        if digest(read_bytes(target)) != expected:
            raise CodedError(StoreError.CONFLICT, place=target.name, copy=_conflict_copy(target, data).name)
        _keep_backup(target)
        temporary.replace(target)
    except BaseException:
        remove_quietly(temporary)
        raise
    sync_folder(target.parent)


def _publish(temporary: Path, path: Path) -> None:
    """A hard link is the one way to claim a name only if it is free."""
    try:
        path.hardlink_to(temporary)
    except OSError as error:
        if error.errno not in _NO_HARD_LINKS:
            raise
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        temporary.replace(path)


def _keep_backup(target: Path) -> None:
    """Hard link where the file system has them, else a copy."""
    backup = backup_of(target)
    fresh = target.with_name(f"{temporary_prefix(target)}bak.tmp")
    remove_quietly(fresh)
    try:
        fresh.hardlink_to(target)
        fresh.replace(backup)
    except OSError as error:
        if error.errno not in _NO_HARD_LINKS:
            raise
        replace_durably(backup, read_bytes(target), stat.S_IMODE(target.stat().st_mode))
    finally:
        remove_quietly(fresh)  # renaming one hard link of a file over another leaves both


def _conflict_copy(target: Path, data: bytes) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    copy = target.with_name(f"{target.stem}.conflict-{stamp}{target.suffix}")
    save_new(copy, data)
    return copy
