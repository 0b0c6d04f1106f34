"""Memory of one GPU in training: weights, gradients, optimizer, activations, and what the software keeps.

Data-parallel GPUs divide the optimizer from ZeRO stage 1 on, gradients from stage 2, weights from stage 3 (FSDP), which
gathers a part of the model at a time. The peak is the highest of three moments: the loss, where all activations and the
logits stand; the backward pass, where gradients grow while activations shrink; the optimizer's step. Sources: arXiv
1910.02054 (states), 2205.05198 (activations); DeepSpeed configuration and PyTorch documentation, read 2026-12-01.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import exp, log, sqrt

from wizard.domain.configuration import Memory
from wizard.domain.hardware import Accelerator
from wizard.domain.quantities import GB, GIB
from wizard.sizing.training_constants import constants_of, spans
from wizard.sizing.training_run import Constants, Layout, Trained, accumulation
from wizard.sizing.training_shares import GRADIENT_STAGE, OPTIMIZER_STAGE, layer_parameters, updated_share
from wizard.sizing.training_terms import (
    gathered,
    gathered_gradients,
    in_flight,
    kept_bytes,
    logit_bytes,
    paged,
    released,
    step_bytes,
    unpacked_bytes,
    weight_bytes,
    working_bytes,
)

__all__ = ["GpuMemory", "Layout", "Trained", "accumulation", "gpu_memory", "memory_interval", "memory_of"]


@dataclass(frozen=True)
class GpuMemory:
    """Bytes on the fullest GPU at the highest moment; the total is the sum of the parts."""

    moment: str
    """``loss``, ``backward`` or ``step``."""
    weights: float
    gathered: float
    """Weights of others, while they are computed with."""
    gradients: float
    gathered_gradients: float
    optimizer: float
    step: float
    """What the optimizer's step takes for itself."""
    activations: float
    buffers: float
    """Of the exchange with other GPUs."""
    runtime: float
    """Outside PyTorch's allocator: driver, libraries."""
    fragmentation: float

    @property
    def overhead(self) -> float:
        return self.buffers + self.runtime + self.fragmentation

    @property
    def allocated(self) -> float:
        """What PyTorch counts as allocated."""
        return (
            self.weights + self.gathered + self.gradients + self.gathered_gradients + self.optimizer + self.step
            + self.activations + self.buffers
        )  # fmt: skip

    @property
    def reserved(self) -> float:
        """What PyTorch's allocator holds of the device."""
        return self.allocated + self.fragmentation

    @property
    def total(self) -> float:
        return self.reserved + self.runtime


@dataclass(frozen=True, slots=True)
class _Moment:
    """Bytes that stand at one moment only."""

    name: str
    gradients: float
    activations: float = 0.0
    gathered_gradients: float = 0.0
    step: float = 0.0

    @property
    def total(self) -> float:
        return self.gradients + self.activations + self.gathered_gradients + self.step


def gpu_memory(trained: Trained, layout: Layout, constants: Constants | None = None) -> GpuMemory:
    """The highest of the three moments on the fullest GPU of this layout."""
    used = constants or constants_of(trained, layout)
    host = trained.recipe.offload
    weights = 0.0 if host == "all" else weight_bytes(trained, layout, used.copies)
    fetched = gathered(trained, layout) * trained.base / trained.total
    away = host != "none" or paged(trained)
    optimizer = 0.0 if away else trained.optimizer_bytes * updated_share(trained, layout, OPTIMIZER_STAGE)
    highest = max(_moments(trained, layout, used), key=lambda moment: moment.total)
    allocated = weights + fetched + optimizer + used.buffers + highest.total
    return GpuMemory(
        moment=highest.name, weights=weights, gathered=fetched, gradients=highest.gradients,
        gathered_gradients=highest.gathered_gradients, optimizer=optimizer, step=highest.step,
        activations=highest.activations, buffers=used.buffers, runtime=used.runtime,
        fragmentation=used.loose * allocated,
    )  # fmt: skip


def _moments(trained: Trained, layout: Layout, used: Constants) -> tuple[_Moment, ...]:
    gradients = _gradients(trained, layout, used)
    unit = gathered_gradients(trained, layout, used)
    kept = 0.0 if trained.recipe.offload_activations else kept_bytes(trained, layout)
    last = kept / in_flight(trained, layout) + logit_bytes(trained, layout, used)
    at_work = working_bytes(trained, layout) + unpacked_bytes(trained, used)
    early = 0.0 if released(trained, layout) else gradients
    return (
        _Moment("loss", early, max(last, kept)),
        _Moment("backward", early, kept + at_work, unit),
        # Gradients have grown to all of them when the activations are gone.
        _Moment("backward", gradients, at_work, unit),
        _Moment("step", gradients, step=step_bytes(trained, layout, used)),
    )


def _gradients(trained: Trained, layout: Layout, used: Constants) -> float:
    recipe = trained.recipe
    if recipe.offload != "none":
        return 0.0
    own = trained.trained * updated_share(trained, layout, GRADIENT_STAGE)
    if recipe.in_backward:
        whole = trained.trained * updated_share(trained, layout)
        unit = max(trained.largest_table, layer_parameters(trained, layout))
        own *= min(1.0, unit / whole)
    return own * used.gradient


def usable_bytes(accelerator: Accelerator) -> float:
    return accelerator.usable_gib.value * GIB


def memory_of(trained: Trained, layout: Layout, accelerator: Accelerator) -> Memory:
    """The parts in GB; training keeps no cache."""
    found = gpu_memory(trained, layout)
    parts = {
        "weights_gb": (found.weights + found.gathered) / GB,
        "gradients_gb": (found.gradients + found.gathered_gradients) / GB,
        "optimizer_gb": (found.optimizer + found.step) / GB,
        "activations_gb": found.activations / GB,
        "overhead_gb": found.overhead / GB,
    }
    return Memory(
        **parts,
        kv_cache_gb=0.0,
        kv_pool_gb=0.0,
        total_gb=sum(parts.values()),
        usable_gb=usable_bytes(accelerator) / GB,
        kv_capacity_tokens=0.0,
    )


def memory_interval(trained: Trained, layout: Layout) -> tuple[float, float]:
    """90 % range of the total in GB: each constant at the ends of its span, 32-bit gradients above, and what is left
    over, in quadrature of the logarithms."""
    low, high = interval_of(trained, layout, lambda found: found.total)
    return low / GB, high / GB


def interval_of(trained: Trained, layout: Layout, reading: Callable[[GpuMemory], float]) -> tuple[float, float]:
    """90 % range in bytes of one way to read the memory."""
    used = constants_of(trained, layout)
    middle = reading(gpu_memory(trained, layout, used))

    def moved(**changed: float) -> float:
        return log(reading(gpu_memory(trained, layout, replace(used, **changed))) / middle) ** 2

    rest = trained.figure("residual_memory").value ** 2
    down, up = rest, rest + moved(gradient=trained.bytes.gradients_high)
    for name, (figure, scale) in spans(trained, layout).items():
        ends = figure.range()
        if scale == 0 or ends.low == ends.high:
            continue
        down += moved(**{name: ends.low * scale})
        up += moved(**{name: ends.high * scale})
    return middle * exp(-sqrt(down)), middle * exp(sqrt(up))
