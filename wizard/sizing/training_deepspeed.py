"""What DeepSpeed's own estimators would say: 18 bytes a parameter, beside this program's moments and parts.

Source: DeepSpeed, Memory Requirements (deepspeed.readthedocs.io/en/latest/memory.html, 0cca539, read 2026-12-01). Its
convention counts gradients in 32 bit, no activations, and half as much again of main memory.
"""

from dataclasses import dataclass

from wizard.domain.quantities import GIB
from wizard.sizing.training_run import Layout, Trained

HOST_FACTOR = 1.5
"""``additional_buffer_factor``, "to be conservative"."""
_LAYER, _START = 4, 4
"""Bytes a parameter of the gathered layer, 2 for weights and 2 for gradients; of a model set up in 32 bit."""


@dataclass(frozen=True)
class Estimate:
    """GiB, although DeepSpeed prints GB."""

    gpu_gib: float
    """On each GPU."""
    host_gib: float
    """Main memory of each server."""


def zero2_estimate(parameters: float, gpus_per_node: int, nodes: int = 1, *, offload: bool = False) -> Estimate:
    """``2 P`` on the GPU with the optimizer in main memory, else ``4 P + 16 P / GPUs``."""
    gpu = 2 * parameters if offload else 4 * parameters + 16 * parameters / (gpus_per_node * nodes)
    host = max(_START * gpus_per_node, 16 if offload else 0) * parameters * HOST_FACTOR
    return Estimate(gpu / GIB, host / GIB)


def zero3_estimate(
    parameters: float,
    largest_layer: float,
    gpus_per_node: int,
    nodes: int = 1,
    *,
    optimizer_offload: bool = False,
    weight_offload: bool = False,
    divided_start: bool = True,
) -> Estimate:
    """``4 · largest layer``, and ``18 P / GPUs``, or ``2 P / GPUs`` with the optimizer in main memory, or nothing.

    ``divided_start`` is ``zero.Init``: the model is divided while it is set up.
    """
    here = 1 / nodes
    each = 0 if weight_offload else 2 if optimizer_offload else 18
    gpu = _LAYER * largest_layer + each * parameters / (gpus_per_node * nodes)
    waits = 18 if weight_offload else 16 if optimizer_offload else 0
    host = waits * here * parameters
    if not divided_start:
        host = max(_START * gpus_per_node * parameters, host)
    elif not waits:
        host = _LAYER * largest_layer * gpus_per_node
    return Estimate(gpu / GIB, host * HOST_FACTOR / GIB)


def deepspeed_estimate(trained: Trained, layout: Layout, node: int) -> Estimate | None:
    """For a whole model under ZeRO stage 2 or 3 in servers of ``node`` GPUs; its estimators know no other layouts."""
    if trained.adapters or layout.zero_stage < 2 or layout.gpus != layout.data_parallel:
        return None
    here = min(node, layout.gpus)
    nodes = -(-layout.gpus // here)
    away = trained.recipe.offload
    if layout.zero_stage == 2:
        return zero2_estimate(trained.total, here, nodes, offload=away != "none")
    return zero3_estimate(
        trained.total,
        trained.largest_table,
        here,
        nodes,
        optimizer_offload=away != "none",
        weight_offload=away == "all",
    )
