"""Imports a model from its Hugging Face files: architecture, the keys it follows from, and what is worth a warning."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from wizard.catalogs.hf_config import MAX_BYTES, architecture_from_config
from wizard.catalogs.hf_files import json_line_of, read_json_object
from wizard.catalogs.hf_index import INDEX, WeightIndex, read_index
from wizard.domain.errors import CodedError
from wizard.domain.model import ModelArchitecture

REMOTE_CODE = ("auto_map", "custom_code", "custom_generate", "custom_pipelines", "trust_remote_code")
"""Fields by which a repository asks to run its own code."""
_DEEPEST = 6


@dataclass(frozen=True)
class ImportedModel:
    """A model as its files describe it."""

    ref: str
    architecture: ModelArchitecture
    keys: dict[str, Any]
    """The keys of the configuration from which the architecture follows."""
    remote_code: tuple[str, ...]
    """Fields and files with code of the repository, with what they name. None of it was executed."""
    index: WeightIndex | None
    file: str
    digest: str
    """First digits of the configuration's SHA-256."""
    has_vision: bool
    has_audio: bool


def import_model(path: Path, ref: str | None = None) -> ImportedModel:
    """The model in a ``config.json`` or in a folder with one; ``ref`` names it, else the folder or file does.

    Raises:
        CodedError: C201 to C205 with file, line where it has one, and field.
    """
    file = path / "config.json" if path.is_dir() else path
    config, data = read_json_object(file, MAX_BYTES)
    name = ref or _name(file)
    index_file = file.parent / INDEX
    parts = set(config) | set(_mapping(config.get("thinker_config")))
    return ImportedModel(
        ref=name,
        architecture=_located(config, name, file, data),
        keys=_keys(config, name),
        remote_code=(*_code_fields(config), *_code_files(file)),
        index=read_index(index_file) if file.name == "config.json" and index_file.exists() else None,
        file=file.name,
        digest=sha256(data).hexdigest()[:12],
        has_vision="vision_config" in parts,
        has_audio="audio_config" in parts,
    )


def _name(file: Path) -> str:
    """A download of the hub lies in ``models--OWNER--NAME/snapshots/REVISION``."""
    folder = file.resolve().parent if file.name == "config.json" else None
    if folder is None:
        return file.stem.replace("--", "/")
    if folder.parent.name == "snapshots" and folder.parent.parent.name.startswith("models--"):
        return folder.parent.parent.name.removeprefix("models--").replace("--", "/")
    return folder.name.replace("--", "/")


def _located(config: Mapping[str, Any], ref: str, file: Path, data: bytes) -> ModelArchitecture:
    try:
        return architecture_from_config(config, ref)
    except CodedError as fault:
        line = json_line_of(data, str(fault.details.get("field", "model_type")))
        place = f"{file.name}:{line}" if line else file.name
        raise CodedError(fault.error, place=place, **fault.details) from None


def _keys(config: Mapping[str, Any], ref: str) -> dict[str, Any]:
    """The keys that were read. Where they alone do not give the same architecture, all but those with code."""
    read = _Read(config)
    architecture = architecture_from_config(read, ref)
    kept = read.kept()
    try:
        if architecture_from_config(kept, ref) == architecture:
            return kept
    except CodedError:
        pass
    return {key: value for key, value in config.items() if key not in REMOTE_CODE}


class _Read(dict[str, Any]):
    """A configuration that remembers which of its keys were looked up; one that was looked through is kept whole."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__({k: _Read(v) if isinstance(v, dict) else v for k, v in values.items()})
        self._asked: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        self._asked.add(key)
        return super().get(key, default)

    def __getitem__(self, key: str) -> Any:
        self._asked.add(key)
        return super().__getitem__(key)

    def values(self) -> Any:
        self._asked.update(self)
        return super().values()

    def items(self) -> Any:
        self._asked.update(self)
        return super().items()

    def kept(self) -> dict[str, Any]:
        found = {key: super(_Read, self).get(key) for key in self if key in self._asked}
        plain = {key: value.kept() if isinstance(value, _Read) else value for key, value in found.items()}
        return {key: value for key, value in plain.items() if value is not None and value != {}}


def _code_fields(config: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[str]:
    for key, value in config.items():
        where = (*path, str(key))
        if key in REMOTE_CODE and value:
            named = ", ".join(map(str, value.values())) if isinstance(value, dict) else str(value)
            yield f"{'.'.join(where)}: {named[:200]}"
        elif isinstance(value, dict) and len(path) < _DEEPEST:
            yield from _code_fields(value, where)


def _code_files(file: Path) -> list[str]:
    return sorted(found.name for found in file.parent.glob("*.py")) if file.name == "config.json" else []


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
