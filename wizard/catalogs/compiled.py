"""Reads the compiled catalogue: what the files say, as JSON that pydantic takes in about ten milliseconds.

The files stay the truth. The compiled form is made at build time from them and names, in its first line, the hash of
every file of the catalogue and of all code that interprets them, and the hash of its own content. Whatever does not
agree, or cannot be read, is as if it were not there.

It lies beside the code, never in a cache of the user: a figure a client relies on comes from where the program was
installed, and nowhere does an older or altered copy lie about that an auditor would not look for. An edited catalogue
is read from its files until the next build, which costs a fraction of a second.
"""

import os
import stat
from collections.abc import Iterator
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

from pydantic import ValidationError

from wizard.catalogs.files import catalog_files
from wizard.datafiles.strict_yaml import MAX_BYTES
from wizard.domain.catalog import Catalog

FORMAT = b"rechenwerk catalogue 1"
LARGEST = 50_000_000
"""Bytes of a compiled catalogue; a larger file is something else."""
_INTERPRETERS = ("domain", "catalogs", "datafiles")
"""Packages whose code decides what a line of a catalogue file means."""


def compiled_path() -> Path:
    """Where the compiled catalogue lies, whether there is one or not."""
    return _package() / "_packaged" / "catalog.compiled"


def read_compiled(folder: Path, path: Path | None = None) -> Catalog | None:
    """The catalogue of ``folder`` from its compiled form; None where that is missing, outdated or damaged."""
    try:
        head, _newline, content = _plain_bytes(path or compiled_path(), LARGEST).partition(b"\n")
        agrees = head == first_line(inputs_hash(folder), content)
        return Catalog.model_validate_json(content) if agrees else None
    except (OSError, ValidationError):
        return None


def first_line(inputs: str, content: bytes) -> bytes:
    """Format, hash of all the compiled form depends on, hash of its content."""
    return b" ".join([FORMAT, inputs.encode(), blake2b(content, digest_size=32).hexdigest().encode()])


def inputs_hash(folder: Path) -> str:
    """Changes with every byte of the catalogue and of the code that interprets it.

    Raises:
        OSError: a file cannot be read, or there is no source code to take the hash of.
    """
    found = blake2b(digest_size=32)
    for name, data in (*_catalogue(folder), *_code()):
        found.update(b"%b\0%d\0" % (os.fsencode(name), len(data)))
        found.update(data)
    return found.hexdigest()


def _catalogue(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in catalog_files(folder):
        yield path.relative_to(folder).as_posix(), _plain_bytes(path, MAX_BYTES)


def _code() -> Iterator[tuple[str, bytes]]:
    for package in _INTERPRETERS:
        sources = sorted((_package() / package).rglob("*.py"))
        if not sources:
            raise FileNotFoundError(package)
        for path in sources:
            yield path.relative_to(_package()).as_posix(), path.read_bytes()


def _plain_bytes(path: Path, most: int) -> bytes:
    """The content of a file that has an end."""
    facts = path.stat()
    if not stat.S_ISREG(facts.st_mode) or facts.st_size > most:
        raise OSError(f"{path.name} is no file of a catalogue")
    return path.read_bytes()


def _package() -> Path:
    return Path(str(files("wizard")))
