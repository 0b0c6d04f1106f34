"""Writes a result file whole or not at all, and sees before a long run that it can be written."""

import os
import tempfile
from collections.abc import Iterable, Mapping
from errno import EISDIR, ENOTSUP
from pathlib import Path

from wizard.accuracy.errors import AccuracyError
from wizard.domain.errors import CodedError, text

TITLE = "# How accurate the predictions are"
WRITTEN_BY = "Written by `rechenwerk validate"
"""Title and first sentence of the page: by them the command knows a page of its own."""
_HEAD_BYTES = 1_000


def check_outputs(outputs: Mapping[str, Path], inputs: Iterable[Path], *, replace: bool) -> None:
    """Whether every output can be written without touching what it must not.

    Args:
        outputs: option and file; a page this command wrote itself may be written anew.
        inputs: files that stay as they are, with ``replace`` too.
        replace: a file that is there may go.

    Raises:
        CodedError: V013 not writable, V014 the file exists, V015 it is an input or another output.
    """
    taken = [(one, text(f"the input {one.name}", f"die Eingabe {one.name}")) for one in inputs]
    for option, path in outputs.items():
        for other, name in taken:
            if _same(path, other):
                raise CodedError(AccuracyError.TAKEN, place=path.name, option=option, other=name)
        taken.append((path, text(f"the file of {option}", f"die Datei von {option}")))
        _check_writable(path)
        check_new(option, path, replace=replace)


def check_new(option: str, path: Path, *, replace: bool) -> None:
    """Raises:
    CodedError: V014, a file is there that this command may not replace.
    """
    if os.path.lexists(path) and not replace and not (option == "--page" and _own_page(path)):
        raise CodedError(AccuracyError.EXISTS, place=path.name, option=option)


def write_text(path: Path, content: str) -> None:
    """In UTF-8, over a file that is there; an interrupted run leaves the old one.

    Raises:
        CodedError: V013.
    """
    try:
        descriptor, name = _temporary(path)
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
        raise _not_written(path, error) from None


def _temporary(path: Path) -> tuple[int, str]:
    return tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)


def _check_writable(path: Path) -> None:
    """By a file made and removed beside it: permissions alone say nothing of file systems without writing."""
    try:
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if path.exists() and not path.is_file():
            raise OSError(ENOTSUP, os.strerror(ENOTSUP))
        descriptor, name = _temporary(path)
        os.close(descriptor)
        Path(name).unlink()
    except (OSError, ValueError) as error:
        raise _not_written(path, error) from None


def _not_written(path: Path, error: OSError | ValueError) -> CodedError:
    problem = getattr(error, "strerror", None) or error
    return CodedError(AccuracyError.NOT_WRITTEN, place=path.name, problem=problem)


def _same(path: Path, other: Path) -> bool:
    """One file, whatever it is called; two names that do not exist yet may still be one."""
    try:
        return path.samefile(other)
    except (OSError, ValueError):
        return os.path.realpath(path) == os.path.realpath(other)


def _own_page(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            head = stream.read(_HEAD_BYTES).decode("utf-8", "replace").splitlines()
    except OSError:
        return False
    return head[:1] == [TITLE] and any(line.startswith(WRITTEN_BY) for line in head[1:4])
