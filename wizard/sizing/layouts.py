"""Ways to spread one replica over accelerators that are worth trying."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text
from wizard.domain.model import ModelArchitecture
from wizard.domain.workload import Deployment
from wizard.sizing import wording
from wizard.sizing.figures import Facts
from wizard.sizing.limits import node_size, undivided_heads

TENSOR_SIZES = (1, 2, 4, 8)
STAGES = (2, 4)


class Layout(NamedTuple):
    """One way to spread a replica over accelerators."""

    tensor: int
    stages: int = 1
    experts: int = 1
    attention: Literal["tensor", "data"] = "tensor"

    @property
    def gpus(self) -> int:
        return self.tensor * self.stages

    def of(self, pattern: Deployment) -> Deployment:
        return pattern.model_copy(
            update={
                "tensor_parallel": self.tensor,
                "pipeline_parallel": self.stages,
                "expert_parallel": self.experts,
                "attention": self.attention,
            }
        )


def layouts_for(
    arch: ModelArchitecture, accelerator: Accelerator, facts: Facts, most: int | None = None
) -> Iterator[Layout]:  # fmt: skip
    """Smallest first, in machines of ``most`` accelerators at most; stages only over whole servers.

    Latent attention keeps the whole cache on every accelerator that shares a request: there the accelerators may attend
    to requests of their own as well (DeepSeek-V3, arXiv 2412.19437; ``--enable-dp-attention`` of the engines).
    """
    node = node_size(accelerator, facts)
    sizes = [t for t in TENSOR_SIZES if t <= min(node, most or node) and undivided_heads(arch, t) is None]
    for tensor in sizes:
        yield Layout(tensor)
        if tensor > 1 and _attends_apart(arch, tensor):
            yield Layout(tensor, experts=tensor, attention="data")
    if sizes[-1] == node:
        yield from (Layout(node, stages) for stages in STAGES if stages <= arch.layer_count)


def _attends_apart(arch: ModelArchitecture, tensor: int) -> bool:
    """Experts that can be spread over these accelerators, behind an attention whose cache they cannot share."""
    experts = [g.feed_forward.experts for g in arch.layers if g.feed_forward is not None and g.feed_forward.experts]
    latent = any(g.attention.kind == "mla" for g in arch.layers)
    return latent and bool(experts) and all(count % tensor == 0 for count in experts)


def skipped_for_heads(arch: ModelArchitecture, accelerator: Accelerator, facts: Facts) -> Text | None:
    """Why a server's further accelerators do not help a replica: its heads cannot be divided over them."""
    node = node_size(accelerator, facts)
    sizes = [t for t in TENSOR_SIZES if t <= node]
    skipped = next((t for t in sizes if undivided_heads(arch, t) is not None), None)
    if skipped is None:
        return None
    possible = ", ".join(str(t) for t in sizes if undivided_heads(arch, t) is None)
    return wording.heads_not_divisible(undivided_heads(arch, skipped) or 0, skipped, possible)
