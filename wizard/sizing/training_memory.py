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
from wizard.domain.provenance import Figure
from wizard.domain.quantities import GB, GIB
from wizard.sizing.training_activations import key_value_values
from wizard.sizing.training_run import Layout, Trained, accumulation
from wizard.sizing.training_states import HALF_BYTES, NARROW_OPTIMIZERS, PAGED_OPTIMIZERS

__all__ = ["GpuMemory", "Layout", "Trained", "accumulation", "gpu_memory", "memory_interval", "memory_of"]

OPTIMIZER_STAGE, GRADIENT_STAGE, WEIGHT_STAGE = 1, 2, 3
GATHERED_COPIES = 4
"""Copies of a layer's input that tensor parallelism gathers over the sequence while backward stands there: before and
after attention, before and after the feed-forward part (Korthikanti, figure 5)."""
HEAD_COPIES = 2
RING_COPIES = 4
"""Keys and values, and their gradients, on their way around the GPUs that share a sequence (arXiv 2310.01889)."""
WIDE_MOMENT_BYTES = 12
"""An optimizer with narrow moments widens the weight and both moments of one matrix at a time to 32 bit."""


@dataclass(frozen=True)
class Constants:
    """Figures with a span that the software decides, so that each may be moved to the ends of its span."""

    logit: float
    """Bytes a logit."""
    loose: float
    """Share of fragmentation."""
    runtime: float
    buffers: float
    step: float
    """Bytes a parameter that the step takes for itself."""
    unpacked: float
    gradient: float
    """Bytes a gradient."""


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


def gpu_memory(trained: Trained, layout: Layout, constants: Constants | None = None) -> GpuMemory:
    """The highest of the three moments on the fullest GPU of this layout."""
    used = constants or constants_of(trained, layout)
    return max(_moments(trained, layout, used), key=lambda moment: moment.total)


def constants_of(trained: Trained, layout: Layout) -> Constants:
    """The figures at their values."""
    each = {name: figure.value * scale for name, (figure, scale) in spans(trained, layout).items()}
    return Constants(gradient=trained.bytes.gradients, **each)


def spans(trained: Trained, layout: Layout) -> dict[str, tuple[Figure, float]]:
    """Figure and factor to bytes of each constant."""
    return {
        "logit": (trained.figure(logit_name(trained), *logit_variants(trained, layout)), 1.0),
        "loose": (trained.recipe_figure("fragmentation"), 1.0),
        "runtime": (trained.figure("runtime_gb", runtime_key(layout)), GB),
        "buffers": (trained.recipe_figure("bucket_gb"), GB if bucketed(trained, layout) else 0.0),
        "step": (trained.recipe_figure("step_bytes"), 1.0),
        "unpacked": (trained.figure("unpack_bytes", trained.recipe.base), 1.0),
    }


def logit_name(trained: Trained) -> str:
    """Figure of the bytes a logit takes."""
    return {"full": "logit_bytes", "tiled": "tiled_logit_bytes", "fused": "fused_logit_bytes"}[trained.recipe.logits]


def logit_variants(trained: Trained, layout: Layout) -> tuple[str, ...]:
    """A vocabulary divided by tensor parallelism has a loss of its own."""
    usual = trained.recipe_variants()
    return (f"{usual[-1]}.split", *usual) if layout.tensor_parallel > 1 else usual


def bucketed(trained: Trained, layout: Layout) -> bool:
    """DeepSpeed sets its buffers up on a single GPU as well."""
    return layout.shards > 1 or trained.recipe.live_window


def _moments(trained: Trained, layout: Layout, used: Constants) -> tuple[GpuMemory, ...]:
    states = _states(trained, layout, used)
    unit = gathered_gradients(trained, layout, used)
    kept = 0.0 if trained.recipe.offload_activations else kept_bytes(trained, layout)
    logits = logit_bytes(trained, layout, used)
    early = replace(states, gradients=0.0) if released(trained, layout) else states
    at_work = working_bytes(trained, layout) + unpacked_bytes(trained, used)
    last = kept / in_flight(trained, layout) + logits
    found = [
        replace(early, moment="loss", activations=max(last, kept)),
        replace(early, moment="backward", activations=kept + at_work, gathered_gradients=unit),
        replace(states, moment="step", step=step_bytes(trained, layout, used)),
    ]
    if early is not states:
        found.append(replace(states, moment="backward", activations=at_work, gathered_gradients=unit))
    return tuple(replace(m, fragmentation=used.loose * m.allocated) for m in found)


def _states(trained: Trained, layout: Layout, used: Constants) -> GpuMemory:
    """What stands at all moments."""
    updated = trained.trained * held_share(trained, layout)
    host = trained.recipe.offload
    return GpuMemory(
        moment="", activations=0.0, fragmentation=0.0, step=0.0, gathered_gradients=0.0,
        weights=0.0 if host == "all" else weight_bytes(trained, layout),
        gathered=gathered(trained, layout) * trained.base / trained.total,
        gradients=_gradients(trained, layout, used, updated),
        optimizer=0.0 if host != "none" or paged(trained) else divided(
            updated * trained.bytes.optimizer, layout, OPTIMIZER_STAGE),
        buffers=used.buffers, runtime=used.runtime,
    )  # fmt: skip


def _gradients(trained: Trained, layout: Layout, used: Constants, updated: float) -> float:
    recipe = trained.recipe
    if recipe.offload != "none":
        return 0.0
    if recipe.in_backward:
        updated = min(updated, float(max(trained.largest_table, trained.largest_layer)))
    return divided(updated * used.gradient, layout, GRADIENT_STAGE)


def paged(trained: Trained) -> bool:
    """Moments that may wait in main memory: here all of them do."""
    return trained.task.optimizer in PAGED_OPTIMIZERS


def weight_bytes(trained: Trained, layout: Layout) -> float:
    """Base, frozen copies and adapters that stay on the GPU."""
    share = held_share(trained, layout)
    held = (trained.base + trained.copies * trained.total * HALF_BYTES) * share
    if trained.adapters:
        held += trained.trained * trained.bytes.weights * share
    return divided(held, layout, WEIGHT_STAGE)


def held_share(trained: Trained, layout: Layout) -> float:
    """Part of the model on the fullest GPU before ZeRO divides it; experts are spread over those that share them."""
    share = trained.share(layout.tensor_parallel, layout.pipeline_parallel)
    return share * (1 - trained.expert_share * (1 - 1 / layout.expert_parallel))


def runtime_key(layout: Layout) -> str:
    return "parallel" if layout.gpus > 1 else "single"


def divided(amount: float, layout: Layout, from_stage: int) -> float:
    """Over the data-parallel GPUs, where the ZeRO stage divides it.

    Experts spread over some of these GPUs are divided over the fewer ones that hold the same: both come out alike.
    """
    return amount / layout.shards if layout.zero_stage >= from_stage else amount


def gathered(trained: Trained, layout: Layout) -> float:
    """Parameters of others that stage 3 holds while it computes with them; never more than the others' shards.

    FSDP keeps embedding and head, the layer at work and the one fetched ahead. DeepSpeed keeps up to
    ``stage3_max_live_parameters`` and the largest matrix, and copies them once while it puts them together. Under a
    pipeline all of a stage stays gathered from micro-batch to micro-batch (torchtitan, ``reshard_after_forward``).
    """
    if layout.zero_stage < WEIGHT_STAGE:
        return 0.0
    whole = trained.total * held_share(trained, layout)
    if layout.pipeline_parallel > 1:
        return whole * (1 - 1 / layout.shards)
    if trained.recipe.live_window:
        window = trained.figure("live_parameters").value
        return 2.0 * min(whole, window + trained.largest_table)
    if layout.shards == 1:
        return 0.0
    units = (trained.tables + 2.0 * trained.largest_layer / layout.expert_parallel) / layout.tensor_parallel
    return min(units, whole * (1.0 if trained.recipe.offload == "all" else 1 - 1 / layout.shards))


def gathered_gradients(trained: Trained, layout: Layout, used: Constants) -> float:
    """Bytes of whole gradients before stage 2 or 3 divides them.

    Under a pipeline FSDP adds up those of all micro-batches in 32 bit before it divides them.
    """
    if (
        trained.adapters
        or layout.zero_stage < GRADIENT_STAGE
        or (layout.shards == 1 and not trained.recipe.live_window)
    ):
        return 0.0
    whole = trained.total * held_share(trained, layout)
    if layout.pipeline_parallel > 1:
        return whole * max(used.gradient, trained.bytes.gradients_high)
    if trained.recipe.live_window:
        unit = float(trained.largest_table)
    elif layout.zero_stage < WEIGHT_STAGE or trained.recipe.offload != "none":
        unit = float(trained.largest_layer)
    else:
        unit = float(trained.tables + trained.largest_layer)
    return min(unit / layout.tensor_parallel, whole) * used.gradient


def released(trained: Trained, layout: Layout) -> bool:
    """Gradients of the last step are gone when the next loss is computed."""
    return trained.recipe.releases_gradients and accumulation(trained, layout) == 1


def step_bytes(trained: Trained, layout: Layout, used: Constants) -> float:
    """``foreach`` optimizers take a copy of what they update; DeepSpeed's gradients in 32 bit, a group at a time;
    narrow moments are widened one matrix at a time."""
    if trained.recipe.offload != "none":
        return 0.0
    if trained.task.optimizer in NARROW_OPTIMIZERS and not paged(trained):
        matrix = min(trained.trained, trained.largest_table)
        return float(WIDE_MOMENT_BYTES * matrix / layout.tensor_parallel)
    own = divided(trained.trained * held_share(trained, layout), layout, OPTIMIZER_STAGE)
    if trained.recipe.live_window:
        own = min(own, trained.figure("step_group").value)
    return 0.0 if trained.recipe.in_backward else own * used.step


def local_tokens(trained: Trained, layout: Layout) -> float:
    """Tokens of a micro-batch on one GPU: sequence and context parallelism divide them."""
    return trained.task.seq_len * layout.micro_batch / (layout.tensor_parallel * layout.context_parallel)


def kept_bytes(trained: Trained, layout: Layout) -> float:
    """Activations until backward, on the first stage of a pipeline, which keeps the most micro-batches.

    Interleaved stages keep ``1 + (p − 1) / (p · v)`` as many (Korthikanti, section 4.2.3).
    """
    stages = layout.pipeline_parallel
    each = trained.activations.kept * stage_layers(trained, stages) * in_flight(trained, layout)
    ahead = (stages - 1) / (stages * layout.virtual_stages) if layout.virtual_stages > 1 else 0.0
    return local_tokens(trained, layout) * each * (1 + ahead)


def in_flight(trained: Trained, layout: Layout) -> int:
    """Micro-batches whose activations the first stage keeps: one for each stage."""
    return min(layout.pipeline_parallel, accumulation(trained, layout))


def logit_bytes(trained: Trained, layout: Layout, used: Constants) -> float:
    """Logits and their loss; tensor parallelism gathers the head's input and its gradient."""
    around = HEAD_COPIES * trained.activations.crossing * layout.tensor_parallel if layout.tensor_parallel > 1 else 0.0
    return local_tokens(trained, layout) * (used.logit * trained.arch.vocab + around)


def working_bytes(trained: Trained, layout: Layout) -> float:
    """The layer backward stands at, with what tensor and context parallelism bring there."""
    local, found = local_tokens(trained, layout), trained.activations
    crossing = GATHERED_COPIES * found.crossing * layout.tensor_parallel if layout.tensor_parallel > 1 else 0.0
    ring = RING_COPIES * HALF_BYTES * key_value_values(trained.arch) if layout.context_parallel > 1 else 0.0
    return local * (found.working + crossing + ring)


def unpacked_bytes(trained: Trained, used: Constants) -> float:
    """4-bit weights in 16 bit while they are computed with."""
    return used.unpacked * trained.largest_layer if trained.task.method == "qlora" else 0.0


def stage_layers(trained: Trained, stages: int) -> float:
    """Share of the layers on the fullest stage."""
    return -(-trained.stages // stages) / trained.stages


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
        down += moved(**{name: ends.low * scale})
        up += moved(**{name: ends.high * scale})
    return middle * exp(-sqrt(down)), middle * exp(sqrt(up))
