"""The terms of a training's memory on one GPU: states, what is gathered, activations, the work of a step.

Sources: arXiv 1910.02054 (states), 2205.05198 (activations); DeepSpeed configuration and PyTorch documentation, read
2026-12-01.
"""

from wizard.sizing.training_activations import key_value_values
from wizard.sizing.training_run import Constants, Layout, Trained, accumulation
from wizard.sizing.training_shares import (
    GRADIENT_STAGE,
    OPTIMIZER_STAGE,
    WEIGHT_STAGE,
    held_share,
    layer_parameters,
    state_share,
    updated_share,
)
from wizard.sizing.training_states import HALF_BYTES, NARROW_OPTIMIZERS, PAGED_OPTIMIZERS

GATHERED_COPIES = 4
"""Copies of a layer's input that tensor parallelism gathers over the sequence while backward stands there: before and
after attention, before and after the feed-forward part (Korthikanti, figure 5)."""
HEAD_COPIES = 2
RING_COPIES = 4
"""Keys and values, and their gradients, on their way around the GPUs that share a sequence (arXiv 2310.01889)."""
WIDE_MOMENT_BYTES = 12
"""An optimizer with narrow moments widens the weight and both moments of one matrix at a time to 32 bit."""


def weight_bytes(trained: Trained, layout: Layout, copies: float | None = None) -> float:
    """Base, frozen copies and adapters that stay on the GPU."""
    whole = trained.base + (trained.copies if copies is None else copies) * trained.total * HALF_BYTES
    held = whole * state_share(trained, layout, WEIGHT_STAGE)
    if trained.adapters:
        held += trained.trained * trained.bytes.weights * updated_share(trained, layout, WEIGHT_STAGE)
    return held


def paged(trained: Trained) -> bool:
    """Moments that may wait in main memory: here all of them do."""
    return trained.task.optimizer in PAGED_OPTIMIZERS


def gathered(trained: Trained, layout: Layout) -> float:
    """Parameters of others that stage 3 holds while it computes with them; never more than the others' shards.

    FSDP keeps embedding and head, the layer at work and the one fetched ahead. DeepSpeed keeps up to
    ``stage3_max_live_parameters`` and the largest matrix, and copies them once while it puts them together. Under a
    pipeline all of a stage stays gathered from micro-batch to micro-batch (torchtitan, ``reshard_after_forward``).
    """
    if layout.zero_stage < WEIGHT_STAGE:
        return 0.0
    whole = trained.total * held_share(trained, layout)
    others = whole - trained.total * state_share(trained, layout, WEIGHT_STAGE)
    if layout.pipeline_parallel > 1:
        return others
    if trained.recipe.live_window:
        window = trained.figure("live_parameters").value
        return 2.0 * min(whole, window + trained.largest_table)
    if layout.shards == 1:
        return 0.0
    units = (trained.tables + 2.0 * layer_parameters(trained, layout)) / layout.tensor_parallel
    return min(units, whole if trained.recipe.offload == "all" else others)


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
        unit = layer_parameters(trained, layout)
    else:
        unit = trained.tables + layer_parameters(trained, layout)
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
    own = trained.trained * updated_share(trained, layout, OPTIMIZER_STAGE)
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
    return used.unpacked * trained.largest_layer


def stage_layers(trained: Trained, stages: int) -> float:
    """Share of the layers on the fullest stage."""
    return -(-trained.stages // stages) / trained.stages
