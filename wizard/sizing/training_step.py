"""Time of one optimizer step of a training: the sum of its parts.

A pipeline of p stages with v parts each and m micro-batches is empty for ``(p − 1)/(m·v)`` of the time it is full
(Narayanan et al., arXiv 2104.04473).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from wizard.domain.hardware import Accelerator
from wizard.sizing.training_computing import attention, elements, experts, head, launches, moves, products
from wizard.sizing.training_exchange import exchange, gathering, messages, once
from wizard.sizing.training_memory import Layout, Trained, accumulation
from wizard.sizing.training_offload import waiting
from wizard.sizing.training_setting import TERA, Part, Stepping, compute_format

__all__ = ["TERA", "Part", "Step", "compute_format", "step"]


@dataclass(frozen=True, slots=True)
class Step:
    """One optimizer step of all GPUs."""

    parts: tuple[Part, ...]
    """Of one micro-batch."""
    once: tuple[Part, ...]
    """Once a step: exchange of gradients where states are whole, the optimizer."""
    micro_batches: int
    bubble: float
    """Time the pipeline is empty over the time it is full."""
    tokens: float
    """Of the step, all GPUs."""
    slower: float
    """Factor of a large cluster."""

    @property
    def micro_seconds(self) -> float:
        return sum(part.seconds for part in self.parts)

    @property
    def seconds(self) -> float:
        whole = self.micro_seconds * self.micro_batches * (1 + self.bubble)
        return (whole + sum(part.seconds for part in self.once)) * self.slower

    def shares(self) -> list[tuple[Part, float]]:
        """Each part with its share of the step, the largest first; the empty pipeline is spread over all."""
        stretched = self.micro_batches * (1 + self.bubble) * self.slower / self.seconds
        found = [(part, part.seconds * stretched) for part in self.parts]
        found += [(part, part.seconds * self.slower / self.seconds) for part in self.once]
        return sorted(found, key=lambda one: -one[1])


def step(trained: Trained, accelerator: Accelerator, layout: Layout) -> Step:
    """The parts of one optimizer step, remembered with the training."""
    key = (accelerator.id, layout)
    known = trained.steps.get(key)
    if isinstance(known, Step):
        return known
    found = _step(trained, accelerator, layout)
    trained.steps[key] = found
    return found


def _step(trained: Trained, accelerator: Accelerator, layout: Layout) -> Step:
    found = Stepping(trained, accelerator, layout)
    micro_batches = accumulation(trained, layout)
    stages = layout.pipeline_parallel
    divided = tuple(_on_stage(part, stages) for part in _parts(found))
    exponent = trained.facts[found.key("cluster_exponent")].value
    return Step(
        parts=(*divided, *gathering(found), *waiting(found)),
        once=tuple(once(found)),
        micro_batches=micro_batches,
        bubble=(stages - 1) / (micro_batches * layout.virtual_stages),
        tokens=float(micro_batches * layout.micro_batch * layout.data_parallel * trained.task.seq_len),
        slower=max(1.0, layout.gpus / 8) ** exponent,
    )


def _on_stage(part: Part, stages: int) -> Part:
    if stages == 1:
        return part
    formula = f"({part.formula}) / stages"
    return replace(part, seconds=part.seconds / stages, amount=part.amount / stages, formula=formula)


def _parts(found: Stepping) -> Iterator[Part]:
    """What the layers and the head take for one micro-batch, the whole model on one GPU."""
    yield products(found)
    yield head(found)
    yield attention(found)
    yield from elements(found)
    if found.work.routed:
        yield experts(found)
        yield moves(found)
        if found.layout.expert_parallel > 1:
            yield exchange(found)
    yield from messages(found)
    yield launches(found)
