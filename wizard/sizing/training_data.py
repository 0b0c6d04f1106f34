"""What a training reads: bytes from storage and work of processors, and the speed these allow.

Token ids are read as they are; pictures, sound and video are unpacked on processors first.
"""

from dataclasses import dataclass

from wizard.domain.quantities import GB
from wizard.sizing.figures import pick
from wizard.sizing.training_facts import fact
from wizard.sizing.training_run import Trained

MEGA = 1e6


@dataclass(frozen=True)
class Loading:
    """At a speed of training."""

    read_gb_s: float
    """From storage, whole cluster."""
    cores: float
    """Processor cores that unpack samples, whole cluster; 0 where nothing is unpacked."""


def unit_bytes(trained: Trained) -> float:
    """Bytes of a token or, where samples are counted, of a sample."""
    if trained.sample_kind:
        return pick(trained.facts, "sample_mb").value * MEGA
    return pick(trained.facts, "text_bytes_per_token").value


def units_per_core(trained: Trained) -> float | None:
    """Samples a second one core unpacks; None where nothing is unpacked."""
    return fact(trained.facts, "unpacked_per_core", trained.sample_kind).value if trained.sample_kind else None


def loading(trained: Trained, units_per_s: float) -> Loading:
    """``rate · bytes`` and ``rate / samples a core``; ``units_per_s`` of the whole cluster."""
    each = units_per_core(trained)
    return Loading(units_per_s * unit_bytes(trained) / GB, 0.0 if each is None else units_per_s / each)


def supplied(trained: Trained, read_gb_s: float | None, cores: float | None) -> float | None:
    """Tokens or samples a second that storage and processors deliver; None where neither is stated."""
    limits = []
    if read_gb_s is not None:
        limits.append(read_gb_s * GB / unit_bytes(trained))
    each = units_per_core(trained)
    if cores is not None and each is not None:
        limits.append(cores * each)
    return min(limits, default=None)
