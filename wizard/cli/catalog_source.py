"""Which catalogue a command works on."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wizard.domain.catalog import Catalog


def layered(assessment: Path | None) -> "Catalog":
    """The shipped catalogue, with the overrides of an assessment on top where one is named.

    Raises:
        CodedError: the assessment or its overrides cannot be used.
    """
    from wizard.catalogs.load import load_catalog

    if assessment is None:
        return load_catalog()
    from wizard.store.client_copy import catalog_part
    from wizard.store.codec import read_assessment

    return load_catalog(catalog_part(read_assessment(assessment).overrides))


def existing_folder(folder: Path | None) -> Path:
    """The folder named, else that of the shipped catalogue.

    Raises:
        UsageError: P003.
    """
    from wizard.datafiles.packaged import data_folder

    if folder is None:
        return data_folder("catalogs")
    if not folder.is_dir():
        from wizard.cli.errors import CommandError, wrong_usage

        raise wrong_usage(CommandError.NO_SUCH_FOLDER, place=str(folder))
    return folder
