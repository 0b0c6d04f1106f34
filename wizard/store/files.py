"""The few file operations everything durable is built from. Nothing here knows assessments."""

import os
import stat
import tempfile
import time
from hashlib import sha256
from pathlib import Path

from wizard.datafiles.strict_yaml import MAX_BYTES
from wizard.domain.errors import CodedError
from wizard.store.errors import StoreError, from_os_error

_LITTER_AGE_S = 60.0
_STEM_BYTES = 100


def read_bytes(path: Path) -> bytes:
    """The content of a plain file, at most one byte more than the reader accepts.

    Raises:
        CodedError: missing, no plain file, or refused by the system.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise CodedError(StoreError.NOT_A_FILE, place=path.name)
        with path.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise from_os_error(error, path) from error
    except ValueError:  # a NUL in the name
        raise CodedError(StoreError.NOT_FOUND, place=path.name) from None


def real_path(path: Path) -> Path:
    """The file a link leads to; a circle of links and names no system takes stay as they are, for the next step."""
    try:
        return Path(os.path.realpath(path))
    except ValueError:
        return path.absolute()


def digest(data: bytes) -> str:
    """Content hash, to tell whether a file is still the one that was read."""
    return sha256(data).hexdigest()


def write_all(descriptor: int, data: bytes) -> None:
    """Writes everything: the system may take a part only, without an error."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def write_temporary(target: Path, data: bytes, mode: int) -> Path:
    """A complete, synced file beside ``target``, to be renamed over it; removed again when anything fails."""
    descriptor, name = tempfile.mkstemp(prefix=temporary_prefix(target), suffix=".tmp", dir=target.parent)
    temporary = Path(name)
    try:
        try:
            write_all(descriptor, data)
            os.fchmod(descriptor, mode)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except BaseException:
        remove_quietly(temporary)
        raise
    return temporary


def replace_durably(target: Path, data: bytes, mode: int = 0o600) -> None:
    """Old or new content, never a mixture, also after a power failure.

    Raises:
        OSError: the old content is still there.
    """
    temporary = write_temporary(target, data, mode)
    try:
        temporary.replace(target)
    except BaseException:
        remove_quietly(temporary)
        raise
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Makes renames and new names in the folder survive a power failure; systems without folder handles skip it."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sweep_litter(target: Path, now: float | None = None) -> int:
    """Removes temporary files that killed saves of ``target`` left more than a minute ago; returns their number."""
    limit = (time.time() if now is None else now) - _LITTER_AGE_S
    swept = 0
    try:
        names = [entry for entry in target.parent.iterdir() if entry.name.startswith(temporary_prefix(target))]
        for entry in names:
            facts = entry.lstat()
            if entry.suffix == ".tmp" and stat.S_ISREG(facts.st_mode) and facts.st_mtime < limit:
                entry.unlink(missing_ok=True)
                swept += 1
    except OSError:
        pass  # litter does no harm; opening the assessment goes on
    return swept


def remove_quietly(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        pass


def close_quietly(descriptor: int) -> None:
    """For descriptors whose content is synced or does not matter; the system frees them even when it complains."""
    try:
        os.close(descriptor)
    except OSError:
        pass


def temporary_prefix(target: Path) -> str:
    """How all temporary files of ``target`` begin; sync services skip such names, and ``sweep_litter`` knows them."""
    stem = target.name.encode("utf-8", "surrogateescape")[:_STEM_BYTES].decode("utf-8", "ignore")
    return f".~{stem}."
