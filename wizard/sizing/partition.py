"""Parts of a GPU as accelerators of their own, so that a workload is sized on one by the same formulas.

MIG cuts a GPU into slices of arithmetic and memory (``catalogs/partitions.yaml``). Time slices, MPS and vGPU give equal
parts while the neighbours are busy; how much speed is lost to them is an assumption.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from wizard.domain.hardware import Accelerator
from wizard.domain.part_names import WAYS, hardware_name, part_id, profile_name
from wizard.domain.provenance import Confidence, Figure
from wizard.sizing.figures import Facts, pick
from wizard.sizing.packing import Geometry

Method = Literal["mig", "mps", "timeslice", "vgpu"]
_MIG: dict[int, tuple[Geometry, dict[str, Geometry]]] = {
    7: (Geometry(7, 8), {"1g": Geometry(1, 1), "2g": Geometry(2, 2), "3g": Geometry(3, 4)}),
    4: (Geometry(4, 4), {"1g": Geometry(1, 1), "2g": Geometry(2, 2)}),
}
"""Slices of a whole GPU and of each profile, by the number of instances of the card (NVIDIA MIG user guide)."""
_EQUAL: dict[str, int] = {"quarter": 1, "half": 2}
_QUARTERS = Geometry(4, 4)


@dataclass(frozen=True)
class Part:
    """A part of one kind of GPU."""

    accelerator: Accelerator
    """What it looks like to a workload; its id names the GPU and the profile."""
    of: str
    """Id of the whole GPU."""
    profile: str
    slices: Geometry
    share: float
    """Of the GPU when only such parts are cut: 1 over their number."""


def geometry(accelerator: Accelerator, method: Method | None) -> Geometry:
    """Slices of the whole GPU."""
    if method == "mig" and accelerator.mig_instances in _MIG:
        return _MIG[accelerator.mig_instances][0]
    return _QUARTERS if method in ("mps", "timeslice", "vgpu") else Geometry()


def parts_of(accelerator: Accelerator, method: Method, facts: Facts) -> Iterator[Part]:
    """Parts the GPU can be cut into, smallest first; nothing where the card cannot be shared this way."""
    if accelerator.vendor != "nvidia" or accelerator.unified_memory:
        return
    if method == "mig":
        yield from _mig(accelerator, facts)
        return
    for profile, quarters in _EQUAL.items():
        share = quarters / _QUARTERS.memory
        speed = share * pick(facts, "shared_gpu_left", profile).value
        part = _part(accelerator, method, profile, share, speed, speed)
        yield Part(part, accelerator.id, profile, Geometry(quarters, quarters), share)


def _mig(accelerator: Accelerator, facts: Facts) -> Iterator[Part]:
    kind = accelerator.mig_instances
    if kind not in _MIG:
        return
    for profile, slices in _MIG[kind][1].items():
        memory, compute, bandwidth, instances = (
            pick(facts, name, f"{kind}_{profile}").value
            for name in ("mig_memory", "mig_compute", "mig_bandwidth", "mig_instances")
        )
        part = _part(accelerator, "mig", profile, memory, compute, bandwidth)
        yield Part(part, accelerator.id, profile, slices, 1 / instances)


def _part(
    whole: Accelerator, method: Method, profile: str, memory: float, compute: float, bandwidth: float
) -> Accelerator:  # fmt: skip
    identity = part_id(whole.id, method, profile)
    name = f"{WAYS[method]} {profile_name(profile)}"
    return whole.model_copy(
        update={
            "id": identity,
            "name": hardware_name(identity, {whole.id: whole.name}),
            "aliases": (),
            "loose_names": (),
            "memory_gb": _scaled(whole.memory_gb, memory, name),
            "usable_gib": _scaled(whole.usable_gib, memory, name),
            "memory_bandwidth_gb_per_s": _scaled(whole.memory_bandwidth_gb_per_s, bandwidth, name),
            "dense_tflops": {kind: _scaled(rate, compute, name) for kind, rate in whole.dense_tflops.items()},
            "tdp_w": None,
            "interconnect": "none",
            "interconnect_gb_per_s": None,
            "interconnect_name": None,
            "mig_instances": 0,
            "card_price": None,
            "uses": (),
            "notes": None,
        }
    )


def _scaled(figure: Figure, share: float, name: str) -> Figure:
    """The same figure of a part, with its span."""
    return figure.model_copy(
        update={
            "value": figure.value * share,
            "low": None if figure.low is None else figure.low * share,
            "high": None if figure.high is None else figure.high * share,
            "basis": "derived",
            "confidence": Confidence.MEDIUM if figure.confidence is Confidence.HIGH else figure.confidence,
            "note": f"{share:.4g} of the whole GPU ({name})",
        }
    )
