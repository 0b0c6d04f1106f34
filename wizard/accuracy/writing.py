"""Writes a result file whole or not at all."""

import os
import tempfile
from pathlib import Path

from wizard.accuracy.errors import AccuracyError
from wizard.domain.errors import CodedError


def write_text(path: Path, content: str) -> None:
    """In UTF-8, over a file that is there; an interrupted run leaves the old one.

    Raises:
        CodedError: V013.
    """
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as stream:
                stream.write(content)
            umask = os.umask(0)
            os.umask(umask)
            Path(name).chmod(0o666 & ~umask)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise CodedError(AccuracyError.NOT_WRITTEN, place=path.name, problem=problem) from None
