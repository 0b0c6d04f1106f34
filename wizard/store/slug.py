"""File names that every system can store: from a client's title, or checked when a person typed one."""

import re
import unicodedata
from pathlib import Path

from wizard.domain.errors import CodedError
from wizard.store.errors import StoreError

MAX_NAME_BYTES = 200
"""Below the usual limit of 255, so that lock, journal, backup and temporary names fit as well."""

_RESERVED = {"con", "prn", "aux", "nul", *(f"{p}{n}" for p in ("com", "lpt") for n in "123456789¹²³")}
_FORBIDDEN = set('/\\<>:"|?*')


def check_file_name(name: str) -> str:
    """The name in NFC, as "Müller" would otherwise exist twice.

    Raises:
        CodedError: ``BAD_NAME``.
    """
    name = unicodedata.normalize("NFC", name)
    if _is_bad(name):
        raise CodedError(StoreError.BAD_NAME, name=name[:60], limit=MAX_NAME_BYTES)
    return name


def suggest_file_name(title: str, suffix: str = ".yaml") -> str:
    """A safe name close to a title: ``Müller & Söhne GmbH`` becomes ``müller-söhne-gmbh.yaml``."""
    words = re.findall(r"\w+", unicodedata.normalize("NFC", title).casefold())
    stem = "-".join(words)
    while len((stem + suffix).encode("utf-8", "ignore")) > MAX_NAME_BYTES:
        stem = stem[:-1]
    name = unicodedata.normalize("NFC", stem.encode("utf-8", "ignore").decode().strip("-_") + suffix)
    return f"assessment{suffix}" if name == suffix or _is_bad(name) else name


def ensure_folder(folder: Path) -> None:
    """Creates the folder and its parents, closed to others (0700); existing folders stay as they are."""
    if folder.is_dir():
        return
    ensure_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)


def existing_variant(path: Path) -> Path:
    """The path, or its NFC or NFD twin when only that exists (macOS archives hold NFD names)."""
    if path.exists():
        return path
    twins = (path.with_name(unicodedata.normalize(form, path.name)) for form in ("NFC", "NFD") if path.name)
    return next((twin for twin in twins if twin.exists()), path)


def _is_bad(name: str) -> bool:
    return (
        not name
        or name[0] in ".~- "
        or name[-1] in ". "
        or bool(_FORBIDDEN.intersection(name))
        or any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") for char in name)
        or name.partition(".")[0].strip().casefold() in _RESERVED
        or len(name.encode("utf-8", "surrogatepass")) > MAX_NAME_BYTES
    )
