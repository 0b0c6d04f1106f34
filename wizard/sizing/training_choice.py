"""Chooses how a training is spread over a given number of GPUs: the simplest way, unless another is clearly faster.

What fits is decided by memory, what is faster by the time of a step. Experts are spread over GPUs only where that is
faster than keeping all of them on each.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text
from wizard.sizing import training_wording as wording
from wizard.sizing.training_layouts import holding_layouts
from wizard.sizing.training_memory import gpu_memory, usable_bytes
from wizard.sizing.training_run import Layout, Trained
from wizard.sizing.training_shares import expert_groups
from wizard.sizing.training_speed import mixed_experts, samples_per_step, tokens_per_s

CLEARLY = 1.05
"""Times the speed of a simpler way; below that nobody takes on what is harder to run."""
_EXPERT_RANKS = (8, 16, 32, 64)


@dataclass(frozen=True)
class Choice:
    layout: Layout
    reason: Text


def chosen_layout(trained: Trained, accelerator: Accelerator, gpus: int, *, spare: bool = True) -> Choice | None:
    """The layout with its reason; None where none of this many GPUs holds the training."""
    usable = usable_bytes(accelerator) * (trained.figure("fit_share").value if spare else 1.0)
    held = holding_layouts(trained, accelerator, gpus, spare=spare)
    ways = [way for one in held for way in _spread(trained, one) if gpu_memory(trained, way).total <= usable]
    if not ways:
        return None
    first, *others = ways
    best, rate = first, _useful(trained, accelerator, first)
    simple = rate
    for way in others:
        reached = _useful(trained, accelerator, way)
        if reached > CLEARLY * rate:
            best, rate = way, reached
    if best == first:
        return Choice(first, wording.simplest_way(first))
    return Choice(best, wording.faster_way(best, rate / simple - 1))


def _useful(trained: Trained, accelerator: Accelerator, layout: Layout) -> float:
    """Tokens a second and GPU; samples beyond the wanted batch count for nothing, for they may hurt the result."""
    real, asked = samples_per_step(trained, layout), trained.task.global_batch
    return tokens_per_s(trained, accelerator, layout) * min(1.0, asked / real)


def _spread(trained: Trained, layout: Layout) -> Iterator[Layout]:
    """With all experts on each GPU, then over more and more of them."""
    yield layout
    if not mixed_experts(trained):
        return
    experts = min(g.feed_forward.experts for g in trained.arch.layers if g.feed_forward and g.feed_forward.experts)
    for ranks in _EXPERT_RANKS:
        if experts % ranks == 0 and expert_groups(layout, ranks):
            yield replace(layout, expert_parallel=ranks)
