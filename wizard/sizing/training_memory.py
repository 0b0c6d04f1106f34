"""Memory of one GPU in training: weights, gradients, optimizer, activations, and what the software keeps.

Data-parallel GPUs divide the optimizer from ZeRO stage 1 on, gradients from stage 2, weights from stage 3 (FSDP), which
gathers one unit of the model at a time. Source: arXiv 1910.02054; for activations arXiv 2205.05198.
"""

from dataclasses import dataclass
from functools import cached_property
from math import exp

from wizard.domain.configuration import Memory
from wizard.domain.hardware import Accelerator
from wizard.domain.model import ModelArchitecture
from wizard.domain.provenance import Figure
from wizard.domain.quantities import GB, GIB
from wizard.domain.workload import Deployment, TrainingTask
from wizard.sizing.architecture import count_parameters
from wizard.sizing.figures import Facts
from wizard.sizing.memory import weights_per_gpu
from wizard.sizing.training_activations import TokenActivations, token_activations
from wizard.sizing.training_facts import fact
from wizard.sizing.training_flops import ADAPTERS, TokenFlops, token_flops
from wizard.sizing.training_states import (
    HALF_BYTES,
    PRECISIONS,
    StateBytes,
    base_bytes,
    frozen_copies,
    state_bytes,
    trained_parameters,
)

OPTIMIZER_STAGE, GRADIENT_STAGE, WEIGHT_STAGE = 1, 2, 3


@dataclass(frozen=True)
class Layout:
    """How a run is spread over its GPUs."""

    tensor_parallel: int = 1
    pipeline_parallel: int = 1
    data_parallel: int = 1
    zero_stage: int = 0
    micro_batch: int = 1
    context_parallel: int = 1
    """GPUs that share the tokens of one sequence; they share the states as well (torchtitan, Megatron)."""
    expert_parallel: int = 1
    """Of the data-parallel GPUs, how many share one set of routed experts."""
    virtual_stages: int = 1
    """Parts of the model that each pipeline stage holds in turn; they shorten the bubble (arXiv 2104.04473)."""

    @property
    def gpus(self) -> int:
        return self.tensor_parallel * self.pipeline_parallel * self.data_parallel * self.context_parallel

    @property
    def shards(self) -> int:
        """GPUs that a ZeRO stage divides the states over."""
        return self.data_parallel * self.context_parallel


class Trained:
    """A model with its task: everything that does not depend on the cluster, computed once."""

    def __init__(
        self, arch: ModelArchitecture, task: TrainingTask, facts: Facts, *, positions: int = 1, sample_kind: str = "",
        software: str = "",
    ) -> None:  # fmt: skip
        """``positions`` of a sample, where the training counts samples of ``sample_kind`` instead of tokens.

        ``software`` as the figures name it; empty: what is usual for the method.
        """
        self.arch, self.task, self.facts, self.software = arch, task, facts, software
        self.positions, self.sample_kind = positions, sample_kind
        self._shares: dict[tuple[int, int], float] = {}
        self._figures: dict[tuple[str, ...], Figure] = {}

    def figure(self, name: str, *variants: str) -> Figure:
        """A ``training.*`` figure; a search asks for the same ones thousands of times.

        Raises:
            CodedError: E101.
        """
        key = (name, *variants)
        if key not in self._figures:
            self._figures[key] = fact(self.facts, *key)
        return self._figures[key]

    @cached_property
    def total(self) -> int:
        return count_parameters(self.arch).total

    @cached_property
    def trained(self) -> int:
        return trained_parameters(self.arch, self.task.method, self.task.lora_rank)

    @cached_property
    def base(self) -> float:
        """Bytes of the weights of one copy of the model, whole."""
        return base_bytes(self.arch, self.task.method, self.task.precision, self.facts)

    @cached_property
    def copies(self) -> float:
        return frozen_copies(self.task.method, self.facts)

    @cached_property
    def bytes(self) -> StateBytes:
        return state_bytes(self.task.precision, self.task.optimizer)

    @cached_property
    def flops(self) -> TokenFlops:
        return token_flops(self.arch, self.task.method, self.task.seq_len, self.task.recompute)

    @cached_property
    def activations(self) -> TokenActivations:
        return token_activations(self.arch, self.task.recompute, PRECISIONS[self.task.precision].weight)

    @cached_property
    def largest_unit(self) -> float:
        """Parameters of the largest layer, or of embedding and head together."""
        counted = count_parameters(self.arch)
        one = (
            count_parameters(self.arch.model_copy(update={"layers": (group.model_copy(update={"count": 1}),)})).layers
            for group in self.arch.layers
        )
        return float(max(counted.embedding + counted.head, *one))

    @cached_property
    def stages(self) -> int:
        return self.arch.layer_count

    def without_deadline(self) -> "Trained":
        task = self.task.model_copy(update={"deadline_h": None})
        return Trained(self.arch, task, self.facts, positions=self.positions, sample_kind=self.sample_kind,
                       software=self.software)  # fmt: skip

    @property
    def adapters(self) -> bool:
        return self.task.method in ADAPTERS

    def share(self, tensor: int, stages: int) -> float:
        """Part of the model on the fullest GPU: parameters there over all parameters."""
        if (tensor, stages) not in self._shares:
            deployment = Deployment(accelerator="-", tensor_parallel=tensor, pipeline_parallel=stages)
            held = weights_per_gpu(self.arch, deployment, self.facts) / HALF_BYTES
            self._shares[tensor, stages] = min(1.0, held / self.total)
        return self._shares[tensor, stages]


@dataclass(frozen=True)
class GpuMemory:
    """Bytes on the fullest GPU; the total is the sum of the parts."""

    weights: float
    gradients: float
    gradients_high: float
    optimizer: float
    activations: float
    runtime: float
    fragmentation: float

    @property
    def overhead(self) -> float:
        return self.runtime + self.fragmentation

    @property
    def total(self) -> float:
        return self.weights + self.gradients + self.optimizer + self.activations + self.overhead


def gpu_memory(trained: Trained, layout: Layout) -> GpuMemory:
    """The sum of states, activations and overhead on the fullest GPU of this layout."""
    share = trained.share(layout.tensor_parallel, layout.pipeline_parallel)
    each = trained.bytes
    held, updated = trained.base * share, trained.trained * share
    weights = divided(held, layout, WEIGHT_STAGE) + divided(
        trained.copies * trained.total * HALF_BYTES * share, layout, WEIGHT_STAGE
    )
    if trained.adapters:
        weights += divided(updated * each.weights, layout, WEIGHT_STAGE)
    weights += gathered(trained, layout) * (trained.base / trained.total)
    gather_gradients = 0.0 if trained.adapters else gathered(trained, layout)
    gradients = divided(updated * each.gradients, layout, GRADIENT_STAGE) + gather_gradients * each.gradients
    high = divided(updated * each.gradients_high, layout, GRADIENT_STAGE) + gather_gradients * each.gradients_high
    optimizer = divided(updated * each.optimizer, layout, OPTIMIZER_STAGE)
    activations = activation_bytes(trained, layout)
    runtime = trained.figure("runtime_gb", runtime_key(layout)).value * GB
    loose = trained.figure("fragmentation").value * (weights + gradients + optimizer + activations)
    return GpuMemory(weights, gradients, high, optimizer, activations, runtime, loose)


def runtime_key(layout: Layout) -> str:
    return "parallel" if layout.gpus > 1 else "single"


def divided(amount: float, layout: Layout, from_stage: int) -> float:
    """Over the data-parallel GPUs, where the ZeRO stage divides it."""
    return amount / layout.data_parallel if layout.zero_stage >= from_stage else amount


def gathered(trained: Trained, layout: Layout) -> float:
    """Parameters of the unit that stage 3 holds whole while it computes it; never more than the others' shards."""
    if layout.zero_stage < WEIGHT_STAGE or layout.data_parallel == 1:
        return 0.0
    whole = trained.total * trained.share(layout.tensor_parallel, layout.pipeline_parallel)
    return min(trained.largest_unit / layout.tensor_parallel, whole * (1 - 1 / layout.data_parallel))


def activation_bytes(trained: Trained, layout: Layout) -> float:
    """``tokens/TP · (kept · micro-batches in flight + working layer + logits)``, fullest stage.

    Tensor parallelism divides all of it (with sequence parallelism). A pipeline keeps as many micro-batches in flight
    as it has stages on its first stage; the logits stand on its last, which keeps one.
    """
    span, logit = trained.figure("activation_span").value, trained.figure("logit_bytes").value
    return _activations(trained, layout, span, logit)


def _activations(trained: Trained, layout: Layout, span: float, logit: float) -> float:
    tokens = trained.task.seq_len * layout.micro_batch / layout.tensor_parallel
    kept, working = trained.activations.kept, trained.activations.working
    stages = layout.pipeline_parallel
    each = kept * stage_layers(trained, stages)
    last = span * (each + working) + trained.arch.vocab * logit
    first = span * (each * min(stages, accumulation(trained, layout)) + working)
    return tokens * (last if stages == 1 else max(first, last))


def stage_layers(trained: Trained, stages: int) -> float:
    """Share of the layers on the fullest stage."""
    return -(-trained.stages // stages) / trained.stages


def accumulation(trained: Trained, layout: Layout) -> int:
    """Micro-batches an optimizer step, rounded up to whole ones."""
    return max(1, -(-trained.task.global_batch // (layout.data_parallel * layout.micro_batch)))


def usable_bytes(accelerator: Accelerator) -> float:
    return accelerator.usable_gib.value * GIB


def memory_of(trained: Trained, layout: Layout, accelerator: Accelerator) -> Memory:
    """The parts in GB; training keeps no cache."""
    found = gpu_memory(trained, layout)
    parts = {
        "weights_gb": found.weights / GB,
        "gradients_gb": found.gradients / GB,
        "optimizer_gb": found.optimizer / GB,
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
    """90 % range of the total in GB: 32-bit gradients above, activations, buffers and fragmentation in their spans."""
    found = gpu_memory(trained, layout)
    spare, loose = trained.figure("runtime_gb", runtime_key(layout)), trained.figure("fragmentation")
    kept, logit = trained.figure("activation_span").range(), trained.figure("logit_bytes").range()
    rest = trained.figure("residual_memory").value
    low = found.weights + found.gradients + found.optimizer + _activations(trained, layout, kept.low, logit.low)
    high = found.weights + found.gradients_high + found.optimizer
    high += _activations(trained, layout, kept.high, logit.high)
    lower = (low * (1 + loose.range().low) + spare.range().low * GB) * exp(-rest)
    upper = (high * (1 + loose.range().high) + spare.range().high * GB) * exp(rest)
    return lower / GB, upper / GB
