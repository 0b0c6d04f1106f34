"""Share of the time of a run that goes into training steps: evaluation, checkpoints and failures take the rest.

Failures come at ``GPUs / MTBF of one``; each costs a restart and half the time since the last checkpoint. Checkpoints
are written every ``√(2 · stall · MTBF)`` (Young 1974), within the figures' longest interval. Source: Llama 3, arXiv
2407.21783, table 5 (419 interruptions in 54 days of 16,384 GPUs).
"""

from dataclasses import dataclass
from math import sqrt

from wizard.domain.provenance import Figure
from wizard.domain.quantities import GB, Range
from wizard.sizing.figures import pick
from wizard.sizing.training_facts import fact
from wizard.sizing.training_memory import Layout, Trained

SECONDS_PER_HOUR = 3600
SERVER = 8
"""GPUs that write their checkpoint over one server's storage link."""


@dataclass(frozen=True)
class Goodput:
    """What a run loses, as shares of its whole time."""

    share: Range
    """That is left for training steps."""
    failures_per_day: float
    checkpoint_gb: float
    checkpoint_every_h: float
    stall_s: float
    """Of one checkpoint."""
    usual: float
    """Evaluation and other pauses, as a share of the time in steps; the others likewise."""
    stalls: float
    failures: float


def goodput(trained: Trained, layout: Layout) -> Goodput:
    """``1 / (1 + pauses + checkpoints + failures)``."""
    value = _lost(trained, layout, "value")
    worst, best = _lost(trained, layout, "high"), _lost(trained, layout, "low")
    share = Range(low=_share(worst), value=_share(value), high=_share(best))
    return Goodput(share, value.failures_per_day, value.checkpoint_gb, value.every_h, value.stall_s, value.usual,
                   value.stalls, value.failures)  # fmt: skip


@dataclass(frozen=True)
class _Lost:
    failures_per_day: float
    checkpoint_gb: float
    every_h: float
    stall_s: float
    usual: float
    stalls: float
    failures: float


def _share(lost: _Lost) -> float:
    return 1 / (1 + lost.usual + lost.stalls + lost.failures)


def _lost(trained: Trained, layout: Layout, end: str) -> _Lost:
    """With every figure at one end of its span; ``high`` loses most."""

    def at(figure: Figure, *, opposite: bool = False) -> float:
        span = figure.range()
        side = {"high": "low", "low": "high"}.get(end, end) if opposite else end
        return float(getattr(span, side))

    facts = trained.facts
    mtbf_h = at(fact(facts, "gpu_mtbf_h"), opposite=True) / layout.gpus
    size = checkpoint_bytes(trained)
    servers = -(-layout.gpus // SERVER)
    storage = "local_nvme" if servers == 1 else "parallel_fs"
    rate = servers * at(pick(facts, "storage_write_gb_s", storage), opposite=True) * GB
    stall_h = size / rate / SECONDS_PER_HOUR
    every = min(sqrt(2 * stall_h * mtbf_h), fact(facts, "checkpoint_longest_h").value)
    restart_h = at(fact(facts, "restart_min")) / 60
    return _Lost(
        failures_per_day=24 / mtbf_h,
        checkpoint_gb=size / GB,
        every_h=every,
        stall_s=stall_h * SECONDS_PER_HOUR,
        usual=at(fact(facts, "pause_share")),
        stalls=stall_h / every,
        failures=(restart_h + every / 2) / mtbf_h,
    )


def checkpoint_bytes(trained: Trained) -> float:
    """Weights and optimizer of what is trained."""
    weights = pick(trained.facts, "ckpt_weight_bytes").value
    return trained.trained * (weights + pick(trained.facts, "ckpt_optimizer_bytes").value)
