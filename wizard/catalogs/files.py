"""Which files make up a catalogue."""

import os
from pathlib import Path

HEADER = "catalog.yaml"


def catalog_files(folder: Path) -> list[Path]:
    """The files of a catalogue in the order they are read: those of the folder and of the folders in it."""
    return sorted([*folder.glob("*.yaml"), *folder.glob("*/*.yaml")])


def real_homes(folder: Path) -> dict[str, str]:
    """The name under which each file is read, by its real path: its own name rather than that of a link to it."""
    root = os.path.realpath(folder)
    found: dict[str, str] = {}
    for path in catalog_files(folder):
        name, real = path.relative_to(folder).as_posix(), os.path.realpath(path)
        if real == os.path.join(root, name):  # noqa: PTH118 - pathlib refuses links to themselves
            found[real] = name
        found.setdefault(real, name)
    return found


def unread_files(folder: Path) -> list[str]:
    """Names of files that look like part of a catalogue and are not read: other endings, and a level too deep."""
    if not (folder / HEADER).exists():
        return []
    read = real_homes(folder)
    near = (path for pattern in ("*", "*/*", "*/*/*") for path in folder.glob(pattern))
    found = (path for path in near if path.suffix.lower() in (".yaml", ".yml") and os.path.realpath(path) not in read)
    return sorted(path.relative_to(folder).as_posix() for path in found)
