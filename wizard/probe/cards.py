"""From what the child said to cards of the probe file: every field checked, every gap with its reason."""

import json
from typing import Any

from pydantic import ValidationError

from wizard.probe.child import Answers, Told
from wizard.probe.reasons import Reason
from wizard.probe.schema import Gpu, Nvidia, Reading, absent, value_of

_CARD_FIELDS = [name for name in Gpu.model_fields if name not in ("index", "notes", "memory_shared_available_bytes")]
_MEMORY = ("memory_total_bytes", "memory_free_bytes", "memory_used_bytes", "memory_reserved_bytes")
_SHARING = ("GB10", "THOR", "ORIN", "XAVIER", "TEGRA")
"""Chips that work in the host's main memory; NVIDIA's names of them."""


def nvidia_report(answers: Answers, available: Reading[int], kernel_module: Reading[str]) -> Nvidia:
    """The cards with NVIDIA's versions.

    Args:
        answers: of the child process.
        available: main memory that is available, in bytes, for chips without memory of their own.
        kernel_module: version of the loaded driver, which is known also when the library refuses to start.
    """
    status = answers.status or {"reason": Reason.TIMEOUT.value}
    gap = {"reason": status.get("reason", Reason.NOT_ASKED.value)}
    return Nvidia(
        status=_checked(Nvidia, "status", status),
        binding_version=value_of(answers.binding) if answers.binding else absent(Reason(gap["reason"])),
        driver_version=_checked(Nvidia, "driver_version", answers.system.get("driver_version", gap)),
        library_version=_checked(Nvidia, "library_version", answers.system.get("library_version", gap)),
        cuda_version=_checked(Nvidia, "cuda_version", answers.system.get("cuda_version", gap)),
        kernel_module_version=kernel_module,
        gpu_count=_checked(Nvidia, "gpu_count", gap if answers.count is None else {"value": answers.count}),
        gpus=tuple(_card(answers, index, available) for index in range(answers.count or 0)),
    )


def _card(answers: Answers, index: int, available: Reading[int]) -> Gpu:
    gap = answers.failed.get(index, {"reason": Reason.NOT_ASKED.value})
    told = answers.cards.get(index, {})
    fields = {name: _checked(Gpu, name, told.get(name, gap)) for name in _CARD_FIELDS}
    notes = _made_plausible(fields)
    shared = available if "memory_shared_with_host" in notes else absent(Reason.NOT_APPLICABLE)
    return Gpu(index=index, notes=tuple(notes), memory_shared_available_bytes=shared, **fields)


def _checked(model: type[Gpu | Nvidia], name: str, told: Told) -> Any:
    """The reading, or ``garbled`` where no hardware can have that value."""
    kind: Any = model.model_fields[name].annotation
    try:
        return kind.model_validate_json(json.dumps(told))
    except (ValidationError, ValueError):
        return kind(reason=Reason.GARBLED)


def _made_plausible(fields: dict[str, Any]) -> list[str]:
    """Sets impossible combinations to garbled, and says what a reader must know to read the figures right."""
    total, free, used, reserved = (fields[name] for name in _MEMORY)
    if total.value is not None and any((part.value or 0) > total.value for part in (free, used, reserved)):
        fields.update((name, absent(Reason.GARBLED)) for name in _MEMORY)
    if total.value is not None and (fields["process_memory_bytes"].value or 0) > total.value:
        fields["process_memory_bytes"] = absent(Reason.GARBLED)
    notes = []
    if reserved.reason is Reason.OLD_DRIVER and used.value is not None:
        notes.append("used_includes_reserved")
    if _shares_memory(fields["name"].value or ""):
        notes += ["memory_shared_with_host", "internal_pcie_link"]
    return notes


def _shares_memory(name: str) -> bool:
    words = name.upper().replace("-", " ").split()
    return any(chip in words for chip in _SHARING)
