"""A training and how it is spread: everything that memory and speed are computed from."""

from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property

from wizard.domain.model import ModelArchitecture
from wizard.domain.provenance import Figure
from wizard.domain.workload import Deployment, TrainingTask
from wizard.sizing.architecture import Parameters, count_parameters
from wizard.sizing.figures import Facts
from wizard.sizing.memory import weights_per_gpu
from wizard.sizing.training_activations import TokenActivations, token_activations
from wizard.sizing.training_facts import fact, fact_key
from wizard.sizing.training_flops import ADAPTERS, TokenFlops, token_flops
from wizard.sizing.training_recipe import Recipe
from wizard.sizing.training_states import (
    HALF_BYTES,
    PRECISIONS,
    StateBytes,
    base_bytes,
    frozen_copies,
    optimizer_bytes,
    state_bytes,
    trained_parameters,
)
from wizard.sizing.training_work import Work, token_work


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
    copies: float
    """Frozen copies of the model beside the trained one."""
    gradient: float
    """Bytes a gradient."""


class Trained:
    """A model with its task: everything that does not depend on the cluster, computed once."""

    def __init__(
        self,
        arch: ModelArchitecture,
        task: TrainingTask,
        facts: Facts,
        *,
        positions: int = 1,
        sample_kind: str = "",
        software: str = "",
        measured_rate: float | None = None,
        supply: float | None = None,
        recipe: Recipe | None = None,
    ) -> None:
        """``positions`` of a sample, where the training counts samples of ``sample_kind`` instead of tokens.

        ``software`` as the figures of speed name it; empty: what is usual for the method. ``recipe`` decides memory.
        ``measured_rate``: tokens, or samples, a second and GPU somebody measured; it stands instead of a prediction.
        ``supply``: the same of the whole cluster that storage and processors deliver at most; None: enough.
        """
        self.arch, self.task, self.facts = arch, task, facts
        self.positions, self.sample_kind = positions, sample_kind
        self.software, self.recipe = software, recipe or Recipe()
        self.measured_rate, self.supply = measured_rate, supply
        self.constants: dict[tuple[str, bool, bool], Constants] = {}
        """Of layouts that read the same figures."""
        self.steps: dict[tuple[str, Layout], object] = {}
        """Of the accelerators and layouts asked so far: a search asks for the same one many times."""
        self._works: dict[int, Work] = {}
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

    def work(self, tensor: int) -> Work:
        """Of one token and forward pass, products divided over ``tensor`` GPUs."""
        if tensor not in self._works:
            self._works[tensor] = token_work(self.arch, self.task.seq_len, tensor)
        return self._works[tensor]

    def recipe_variants(self) -> tuple[str, ...]:
        """Variants of a figure, the most specific first: software with method, software."""
        software = self.recipe.software or "usual"
        return (f"{software}.{self.task.method}", software)

    def recipe_figure(self, name: str) -> Figure:
        """A figure that software and method decide."""
        return self.figure(name, *self.recipe_variants())

    def recipe_key(self, name: str) -> str:
        return fact_key(self.facts, name, *self.recipe_variants())

    @cached_property
    def counted(self) -> Parameters:
        return count_parameters(self.arch)

    @cached_property
    def total(self) -> int:
        return self.counted.total

    @cached_property
    def trained(self) -> int:
        """Parameters that are trained."""
        if self.adapters and self.recipe.adapter_parameters:
            return self.recipe.adapter_parameters
        tables = self.tables if self.adapters and self.recipe.trains_embeddings else 0
        return trained_parameters(self.arch, self.task.method, self.task.lora_rank) + tables

    @cached_property
    def tables(self) -> int:
        """Embedding and head."""
        return self.counted.embedding + self.counted.head

    @cached_property
    def base(self) -> float:
        """Bytes of the weights of one copy of the model, whole."""
        return base_bytes(self.arch, self.task.method, self.task.precision, self.facts, self.recipe.base)

    @cached_property
    def copies(self) -> float:
        return frozen_copies(self.task.method, self.facts)

    @cached_property
    def bytes(self) -> StateBytes:
        """Megatron adds gradients up in 32 bit (docs/source/api-guide/dist_optimizer.md: 6 + 12/d bytes)."""
        each = state_bytes(self.task.precision, self.task.optimizer)
        return replace(each, gradients=each.gradients_high) if self.recipe.software == "megatron" else each

    @cached_property
    def optimizer_bytes(self) -> float:
        """Of all trained parameters; Muon leaves embedding, head and norms to AdamW, which keeps two moments."""
        wide = 0 if self.adapters or self.task.optimizer != "muon" else self.tables + self.counted.norms
        return optimizer_bytes(self.task.precision, self.task.optimizer, self.trained, wide)

    @cached_property
    def flops(self) -> TokenFlops:
        return token_flops(self.arch, self.task.method, self.task.seq_len, self.task.recompute)

    @cached_property
    def activations(self) -> TokenActivations:
        return token_activations(
            self.arch, self.task.recompute, PRECISIONS[self.task.precision].weight, self.recipe, self.task.seq_len
        )

    @cached_property
    def layer_sizes(self) -> tuple[tuple[int, int], ...]:
        """Parameters of one layer of each kind, all and those in routed experts."""
        alone = (
            count_parameters(self.arch.model_copy(update={"layers": (group.model_copy(update={"count": 1}),)}))
            for group in self.arch.layers
        )
        return tuple((one.layers, one.experts) for one in alone)

    @cached_property
    def largest_layer(self) -> int:
        """Parameters of the largest layer."""
        return max(whole for whole, _ in self.layer_sizes)

    @cached_property
    def largest_table(self) -> int:
        """Parameters of the largest single matrix outside the layers, else of the largest layer."""
        return max(self.counted.embedding, self.counted.head) or self.largest_layer

    @cached_property
    def expert_share(self) -> float:
        """Part of the parameters that stands in routed experts."""
        return self.counted.experts / self.total

    @cached_property
    def stages(self) -> int:
        return self.arch.layer_count

    def without_deadline(self) -> "Trained":
        found = copy(self)
        found.steps = {}
        found.task = self.task.model_copy(update={"deadline_h": None})
        return found

    def under(self, recipe: Recipe, **changed: object) -> "Trained":
        """The same with another recipe, and other fields of the task."""
        return Trained(
            self.arch, self.task.model_copy(update=changed), self.facts, positions=self.positions,
            sample_kind=self.sample_kind, software=self.software, measured_rate=self.measured_rate,
            supply=self.supply, recipe=recipe,
        )  # fmt: skip

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


def accumulation(trained: Trained, layout: Layout) -> int:
    """Micro-batches an optimizer step, rounded up to whole ones."""
    return max(1, -(-trained.task.global_batch // (layout.data_parallel * layout.micro_batch)))
