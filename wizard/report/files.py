"""Files that appear whole or not at all."""

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
