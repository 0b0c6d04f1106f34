"""Which files make up a catalogue."""

from pathlib import Path

HEADER = "catalog.yaml"


def catalog_files(folder: Path) -> list[Path]:
    """The files of a catalogue in the order they are read: those of the folder and of the folders in it."""
    return sorted([*folder.glob("*.yaml"), *folder.glob("*/*.yaml")])
