"""Labels of measured tables to entries of the catalogue: exact names and aliases, never a guess."""

import csv
from dataclasses import dataclass, field
from pathlib import Path

from wizard.accuracy.errors import AccuracyError
from wizard.catalogs.find import find_accelerator, find_model
from wizard.catalogs.hf_config import read_config
from wizard.datafiles.packaged import data_folder
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.model import ModelArchitecture

Found = ModelArchitecture | Accelerator | CodedError


@dataclass
class Names:
    """Resolves labels and remembers them: a table repeats each one many times."""

    catalog: Catalog
    models: dict[str, ModelArchitecture] = field(default_factory=dict)
    """Given beside the catalogue, by label; these come first."""
    _aliases: dict[tuple[str, str], str] = field(init=False, repr=False)
    _known: dict[tuple[str, str], Found] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self._aliases = _shipped_aliases()

    def model(self, label: str) -> ModelArchitecture:
        """Raises:
        CodedError: C012.
        """
        if label in self.models:
            return self.models[label]
        found = self._resolved("model", label)
        assert isinstance(found, ModelArchitecture)  # noqa: S101 - the kind decides the type
        return found

    def accelerator(self, label: str, *, memory_only: bool = False) -> Accelerator:
        """``memory_only`` also takes labels of a class of cards with equal memory.

        Raises:
            CodedError: C011.
        """
        label = self._aliases.get(("gpu_memory", label), label) if memory_only else label
        found = self._resolved("gpu", label)
        assert isinstance(found, Accelerator)  # noqa: S101 - the kind decides the type
        return found

    def _resolved(self, kind: str, label: str) -> Found:
        key = (kind, label)
        if key not in self._known:
            name = self._aliases.get(key, label)
            try:
                if kind == "model":
                    self._known[key] = find_model(self.catalog, name).architecture
                else:
                    self._known[key] = find_accelerator(self.catalog, name)
            except CodedError as error:
                self._known[key] = error
        found = self._known[key]
        if isinstance(found, CodedError):
            raise found
        return found


def models_in(folder: Path) -> dict[str, ModelArchitecture]:
    """Architectures of the folders with a ``config.json``, by Hugging Face id; ``--`` stands for ``/``.

    Raises:
        CodedError: V011 for a folder without any; C201 to C205 for one that cannot be used.
    """
    files = sorted(folder.glob("*/config.json"))
    if not files:
        raise CodedError(AccuracyError.MODELS, place=str(folder))
    return {file.parent.name.replace("--", "/"): read_config(file) for file in files}


def _shipped_aliases() -> dict[tuple[str, str], str]:
    file = data_folder("catalogs") / "benchmarks" / "aliases.csv"
    with file.open(encoding="utf-8", newline="") as lines:
        return {(row["kind"], row["label"]): row["id"] for row in csv.DictReader(lines)}
