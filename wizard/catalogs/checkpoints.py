"""Copies of a model in other number formats, from the ``checkpoints`` of its entry."""

from collections.abc import Mapping
from typing import Any

from wizard.catalogs.errors import CatalogError
from wizard.catalogs.figures import complete_record
from wizard.catalogs.origins import Origin, kind_of
from wizard.catalogs.plausible import validated
from wizard.domain.catalog import Checkpoint
from wizard.domain.errors import CodedError
from wizard.domain.model import ModelArchitecture

CONFIGURED = ("quantization_config", "dtype")
"""Keys of a copy's ``config.json``; a copy with neither is one whose format nobody knows."""


def with_checkpoints(
    record: dict[str, Any], architecture: ModelArchitecture | None, origin: Origin
) -> dict[str, Any]:  # fmt: skip
    """The record of a model with its copies read.

    Raises:
        CodedError: C001, C003 to C007, and errors of model configurations.
    """
    raw = record.get("checkpoints")
    if raw is None:
        return record
    if not isinstance(raw, Mapping):
        raise origin.error(CatalogError.SHAPE, "checkpoints", found=kind_of(raw))
    layers = architecture.layer_count if architecture else 0
    copies = {str(ref): _checkpoint(entry, layers, origin.at("checkpoints", str(ref))) for ref, entry in raw.items()}
    return {**record, "checkpoints": copies}


def _checkpoint(raw: Any, layers: int, origin: Origin) -> Checkpoint:
    from wizard.catalogs.hf_config import number_format
    from wizard.catalogs.hf_fields import Fields
    from wizard.catalogs.hf_quantisation import quantisation_of

    record = complete_record(Checkpoint, raw, origin, {})
    config = Fields({name: record.pop(name, None) for name in CONFIGURED}, origin.name)
    try:
        record["quantisation"] = quantisation_of(config, layers)
    except CodedError as fault:
        field = str(fault.details.get("field", ""))
        raise CodedError(fault.error, place=origin.place(*field.split(".")), **fault.details) from None
    if "dtype" in config:
        record["number_format"] = number_format(config)
    return validated(Checkpoint, record, origin)
