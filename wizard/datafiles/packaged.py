"""Finds the data folders that travel with the program, in a wheel and in a checkout alike."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

Folder = Literal["catalogs", "questionnaires", "report_templates"]


@cache
def data_folder(name: Folder) -> Path:
    """Folder with the shipped files of one kind.

    Raises:
        FileNotFoundError: the installation is damaged.
    """
    package = Path(str(files("wizard")))
    for candidate in (package / "_packaged" / name, package.parent / name):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"the data folder '{name}' is missing from this installation; install rechenwerk again")
