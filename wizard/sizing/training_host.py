"""Main memory a training takes when states or activations wait there.

Sources: DeepSpeed, Memory Requirements (0cca539, read 2026-12-01): gradients wait in 32 bit, half as much again for
buffers; Dettmers et al., arXiv 2305.14314, section 3 (paged optimizers).
"""

from dataclasses import dataclass

from wizard.sizing.training_run import Layout, Trained
from wizard.sizing.training_shares import OPTIMIZER_STAGE, updated_share
from wizard.sizing.training_terms import kept_bytes, paged, weight_bytes

_WAITING_GRADIENT = 4.0


@dataclass(frozen=True)
class HostMemory:
    """Bytes of main memory for one GPU; a server needs them for each of its GPUs."""

    weights: float = 0.0
    gradients: float = 0.0
    optimizer: float = 0.0
    activations: float = 0.0
    buffers: float = 0.0

    @property
    def total(self) -> float:
        return self.weights + self.gradients + self.optimizer + self.activations + self.buffers


def host_memory(trained: Trained, layout: Layout) -> HostMemory:
    """What waits in main memory for this GPU; nothing for a training that stays on its GPUs."""
    recipe = trained.recipe
    share = updated_share(trained, layout, OPTIMIZER_STAGE)
    away = recipe.offload != "none"
    held = HostMemory(
        weights=weight_bytes(trained, layout) if recipe.offload == "all" else 0.0,
        gradients=trained.trained * share * _WAITING_GRADIENT if away else 0.0,
        optimizer=trained.optimizer_bytes * share if away or paged(trained) else 0.0,
        activations=kept_bytes(trained, layout) if recipe.offload_activations else 0.0,
    )
    buffers = trained.figure("host_buffers").value * held.total
    return HostMemory(held.weights, held.gradients, held.optimizer, held.activations, buffers)
