"""The index of a checkpoint in several files: how many bytes its tensors take."""

from dataclasses import dataclass
from pathlib import Path

from wizard.catalogs.hf_fields import ConfigError, Fields
from wizard.catalogs.hf_files import json_line_of, read_json_object
from wizard.domain.errors import CodedError

INDEX = "model.safetensors.index.json"
MAX_BYTES = 64_000_000
"""The indexes of models with thousands of experts take tens of megabytes."""
_LARGEST = 10**15


@dataclass(frozen=True)
class WeightIndex:
    """What ``model.safetensors.index.json`` says. The files it names are not opened."""

    total_bytes: int
    tensors: int
    files: int


def read_index(path: Path) -> WeightIndex:
    """The index of a checkpoint.

    Raises:
        CodedError: C201, C202 or C205 with file, line and field.
    """
    content, data = read_json_object(path, MAX_BYTES)
    metadata, weights = content.get("metadata"), content.get("weight_map")
    place = path.name
    if not isinstance(metadata, dict) or metadata.get("total_size") is None:
        raise CodedError(ConfigError.MISSING, place=place, field="metadata.total_size")
    total = metadata["total_size"]
    if isinstance(total, bool) or not isinstance(total, int | float) or not 0 < total < _LARGEST:
        place = f"{place}:{json_line_of(data, 'total_size')}"
        raise Fields({}, place).wrong("metadata.total_size", total, f"1 … {_LARGEST}")
    names = weights if isinstance(weights, dict) else {}
    return WeightIndex(int(total), len(names), len({str(name) for name in names.values()}))
