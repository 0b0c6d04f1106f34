"""One writer per file. The lock file beside it says who, where and since when; the system's lock says whether still.

``flock`` ends with its process, so a crash leaves no lock behind on this host. A lock written on another host cannot
be checked from here and is believed.
"""

import errno
import json
import os
import socket
import sys
from datetime import datetime
from getpass import getuser
from pathlib import Path

from pydantic import ValidationError

from wizard.domain.base import Frozen
from wizard.domain.errors import CodedError
from wizard.store.errors import StoreError, from_os_error
from wizard.store.files import close_quietly

if sys.platform != "win32":
    import fcntl

_MAX_BYTES = 4096
_TRIES = 5


class Holder(Frozen):
    """Who has the file open for writing."""

    pid: int
    host: str
    user: str
    since: datetime
    token: str

    @property
    def is_here(self) -> bool:
        return self.host == socket.gethostname()

    def notice(self, path: Path) -> CodedError:
        """The sentence for the second opener."""
        since = _local(self.since)
        who = {"user": self.user[:60], "host": self.host[:60], "pid": self.pid}
        return CodedError(StoreError.LOCKED, place=path.name, since=since, **who)


class Locked(Exception):  # noqa: N818 - a state of affairs, not a fault
    """Somebody else writes; ``holder`` is None where the lock file does not tell."""

    def __init__(self, holder: Holder | None) -> None:
        super().__init__("locked")
        self.holder = holder


def lock_of(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def holder_of(path: Path) -> Holder | None:
    """Who has locked the file, as its lock file says; None when nobody does or a dead process of this host did."""
    try:
        descriptor = _open(lock_of(path), os.O_RDONLY)
    except OSError:
        return None
    try:
        holder = _read(descriptor)
        return None if holder is None or (holder.is_here and not _is_alive(holder.pid)) else holder
    finally:
        os.close(descriptor)


class FileLock:
    """A held lock. Release it, or end the process."""

    def __init__(self, path: Path, descriptor: int, holder: Holder) -> None:
        self._path = path
        self._descriptor: int | None = descriptor
        self.holder = holder

    @classmethod
    def acquire(cls, path: Path, now: datetime, *, break_token: str | None = None) -> "FileLock":
        """Locks the assessment file ``path`` for writing.

        Args:
            path: the real file, not a link to it.
            now: shown to a second opener.
            break_token: token of a lock left on another host, which a person has decided to break.

        Raises:
            Locked: somebody else writes.
            CodedError: no lock file can be written here.
        """
        lock_path = lock_of(path)
        holder = Holder(pid=os.getpid(), host=socket.gethostname(), user=_user(), since=now, token=os.urandom(8).hex())
        try:
            lock = cls(lock_path, _claimed(lock_path, break_token), holder)
            lock._write()
        except OSError as error:
            raise from_os_error(error, path) from error
        return lock

    def _write(self) -> None:
        """Says who holds the lock; a lock that cannot say so is given back at once."""
        assert self._descriptor is not None  # noqa: S101 - just claimed
        try:
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, json.dumps(self.holder.model_dump(mode="json")).encode(), 0)
        except OSError:
            self.release()
            raise

    def release(self) -> None:
        """Removes the lock file while it is still held, so that nobody locks a name that is about to vanish."""
        if self._descriptor is None:
            return
        try:
            if _is_same_file(self._path, self._descriptor):
                self._path.unlink(missing_ok=True)
        except OSError:
            pass  # an unwritable folder: the freed lock counts, not the file
        descriptor, self._descriptor = self._descriptor, None
        close_quietly(descriptor)


def _claimed(path: Path, break_token: str | None) -> int:
    for _ in range(_TRIES):
        descriptor = _open(path, os.O_RDWR | os.O_CREAT)
        try:
            free = _flock(descriptor)
            holder = _read(descriptor)
            if free is False or _belongs_to_other(holder, break_token, certain=free is True):
                raise Locked(holder)
            if _is_same_file(path, descriptor):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # released and removed by its owner meanwhile
    raise Locked(None)


def _flock(descriptor: int) -> bool | None:
    """True: ours. False: another process has it. None: this file system or system has no such locks."""
    if sys.platform == "win32":
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            return False
        if error.errno in (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL):
            return None
        raise
    return True


def _belongs_to_other(holder: Holder | None, break_token: str | None, *, certain: bool) -> bool:
    if holder is None or holder.token == break_token:
        return False
    if holder.is_here:
        return not certain and _is_alive(holder.pid)
    return True


def _is_alive(pid: int) -> bool:
    if sys.platform == "win32":
        return True  # signal 0 would end the process there
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True  # exists, but belongs to another user
    return True


def _is_same_file(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.lstat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _open(path: Path, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0), 0o600)


def _read(descriptor: int) -> Holder | None:
    try:
        os.lseek(descriptor, 0, os.SEEK_SET)
        return Holder.model_validate_json(os.read(descriptor, _MAX_BYTES))
    except (ValidationError, OSError):
        return None


def _local(moment: datetime) -> str:
    try:
        return moment.astimezone().strftime("%Y-%m-%d %H:%M")
    except (OverflowError, ValueError):  # a year no time zone reaches
        return moment.isoformat()


def _user() -> str:
    try:
        return getuser()
    except (OSError, KeyError, ImportError):
        return str(os.getuid()) if hasattr(os, "getuid") else "?"
