"""Files that appear whole or not at all."""

import errno
import os
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """A temporary file beside the target, then a rename; folders are made. The person's umask decides who may read it.

    Raises:
        OSError: the old content, if any, is still there.
    """
    _write(path, content, replace=True)


def write_new(path: Path, content: bytes) -> None:
    """As ``write_whole``, but only where nothing stands yet.

    Raises:
        FileExistsError: something stands there; it is untouched.
    """
    if os.path.lexists(path):
        raise FileExistsError(path)
    _write(path, content, replace=False)


def _write(path: Path, content: bytes, *, replace: bool) -> None:
    _check_plain(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.urandom(6).hex()}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        if not replace and os.path.lexists(path):
            raise FileExistsError(path)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _check_plain(path: Path) -> None:
    """A folder, device or pipe is never replaced, not even by somebody who may.

    Raises:
        OSError: ``EISDIR`` or ``ENOTSUP``.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file():
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP), str(path))
