"""Memory of one accelerator: weights, cache, activations and what the engine keeps for itself.

Sources: paged cache, arXiv 2309.06180; constants with spans in ``catalogs/sizing.yaml``. The rules of the engines for
activations and reserve stand in ``wizard.sizing.engine_memory``.
"""

from dataclasses import dataclass
from math import ceil

from wizard.domain.configuration import Memory
from wizard.domain.hardware import Accelerator
from wizard.domain.model import ModelArchitecture
from wizard.domain.quantities import GB, GIB
from wizard.domain.workload import Deployment
from wizard.sizing.architecture import BITS_PER_BYTE, sequence_kv_bytes
from wizard.sizing.engine_memory import activation_bytes, default_share, fuller_share, overhead_bytes
from wizard.sizing.figures import Facts, engine_key, pick
from wizard.sizing.formats import stored_bits, weight_bytes
from wizard.sizing.training_states import adapter_parameters

_HALF_BYTES = 2.0


@dataclass(frozen=True)
class Budget:
    """What does not depend on the load, in bytes on one accelerator."""

    usable: float
    weights: float
    activations: float
    overhead: float
    share: float
    """Of the accelerator that the engine may fill."""
    draft: float = 0.0
    """Weights of a model that drafts tokens."""

    @property
    def pool(self) -> float:
        return self.usable - self.weights - self.activations - self.overhead - self.draft


def memory_budget(
    arch: ModelArchitecture, accelerator: Accelerator, deployment: Deployment, facts: Facts, draft: float = 0.0
) -> Budget:  # fmt: skip
    """The engine at its defaults; where those leave next to nothing for the cache, as an operator would start it.

    First for fewer requests: ``max_num_seqs`` of 1,024 on a large card costs gigabytes, which a model that fills the
    card cannot spare. Then fuller, as the engines' own advice is, but only up to a small share for the cache: the last
    gigabytes of a card are what its unmeasured peaks need. ``draft`` are the bytes of a second model's weights; its run
    needs no room of its own, because the two run one after the other.
    """
    weights = weights_per_gpu(arch, deployment, facts)
    activations = activation_bytes(arch, accelerator, deployment, facts)
    share = default_share(deployment, facts)
    budget = _budget(accelerator, deployment, weights, activations, share, facts, draft)
    missing = pick(facts, "least_cache_share").value * budget.usable - budget.pool
    if missing <= 0:
        return budget
    fewest = activation_bytes(arch, accelerator, deployment, facts, fewest=True)
    activations = min(activations, max(fewest, activations - missing))
    budget = _budget(accelerator, deployment, weights, activations, share, facts, draft)
    missing = pick(facts, "least_filled_share").value * budget.usable - budget.pool
    share = fuller_share(deployment, budget.usable, missing, facts)
    return _budget(accelerator, deployment, weights, activations, share, facts, draft)


def _budget(
    accelerator: Accelerator, deployment: Deployment, weights: float, activations: float, share: float, facts: Facts,
    draft: float,
) -> Budget:  # fmt: skip
    return Budget(
        usable=accelerator.usable_gib.value * GIB,
        weights=weights,
        activations=activations,
        overhead=overhead_bytes(accelerator, deployment, weights + draft, activations, share, facts),
        share=share,
        draft=draft,
    )


def memory_per_gpu(
    arch: ModelArchitecture,
    accelerator: Accelerator,
    deployment: Deployment,
    requests: float,
    input_tokens: float,
    output_tokens: float,
    facts: Facts,
) -> Memory:
    """Memory of the fullest accelerator of a replica that runs ``requests`` at full length at once."""
    budget = memory_budget(arch, accelerator, deployment, facts)
    return memory_of(budget, arch, deployment, requests, input_tokens + output_tokens, facts)


def memory_of(
    budget: Budget,
    arch: ModelArchitecture,
    deployment: Deployment,
    requests: float,
    length: float,
    facts: Facts,
    demand: float | None = None,
) -> Memory:
    """Total = weights + cache demand + activations + overhead; the pool is what is left for the cache.

    ``demand`` are the bytes of the cache where requests share some of it; None: each has all of its own.
    """
    if demand is None:
        demand = requests * request_cache_bytes(arch, deployment, length, facts)
    weights, cache = budget.weights / GB, demand / GB
    activations, overhead = budget.activations / GB, budget.overhead / GB
    return Memory(
        weights_gb=weights,
        kv_cache_gb=cache,
        kv_pool_gb=budget.pool / GB,
        activations_gb=activations,
        overhead_gb=overhead,
        total_gb=weights + cache + activations + overhead,
        usable_gb=budget.usable / GB,
        kv_capacity_tokens=cache_capacity_tokens(budget, arch, deployment, length, facts),
    )


def request_cache_bytes(arch: ModelArchitecture, deployment: Deployment, length: float, facts: Facts) -> float:
    """Cache of one request on one accelerator, rounded up to whole blocks; pipeline stages share the layers.

    Where accelerators attend to requests of their own, each holds all of every so many-th request.
    """
    block = pick(facts, "kv_block_tokens").value
    tokens = ceil(length / block) * block
    size = sequence_kv_bytes(arch, tokens, deployment.kv_format, deployment.attention_shards)
    return size * stage_share(arch, deployment) / deployment.attention_ranks


def cache_capacity_tokens(
    budget: Budget, arch: ModelArchitecture, deployment: Deployment, length: float, facts: Facts
) -> float:
    """Tokens the whole replica can hold in requests of ``length``: inverse of the demand, also for windows."""
    each = request_cache_bytes(arch, deployment, length, facts)
    if each <= 0:
        return 0.0
    return max(0.0, budget.pool) / each * length


def stage_share(arch: ModelArchitecture, deployment: Deployment) -> float:
    """Share of the layers on the fullest pipeline stage."""
    return ceil(arch.layer_count / deployment.pipeline_parallel) / arch.layer_count


def weights_per_gpu(arch: ModelArchitecture, deployment: Deployment, facts: Facts) -> float:
    """Bytes on the fullest accelerator.

    Tensor parallelism divides matrices; norms, routers, latent down-projections and key-value heads beyond its number
    are copied. Pipeline stages share the layers; embedding and head stand on the first and the last. Experts in 4-bit
    floats are padded to whole tiles of their kernel; resident adapters count as weights, as the engines count them.
    """
    parts = weight_bytes(arch, deployment.weights_format, facts)
    tensor = deployment.attention_shards
    experts = parts.experts / deployment.tensor_parallel * expert_padding(arch, deployment, facts)
    divided = (parts.attention - parts.replicated + parts.dense) / tensor + experts
    layers = divided + parts.replicated + parts.router + parts.norms + adapter_bytes(arch, deployment, facts)
    layers += _copied_heads(arch, deployment, facts) / tensor
    if deployment.pipeline_parallel == 1:
        return layers + (parts.embedding + parts.head + parts.extra) / tensor
    ends = max(parts.embedding + parts.extra, parts.head or parts.embedding)
    return layers * stage_share(arch, deployment) + ends / tensor


def adapter_bytes(arch: ModelArchitecture, deployment: Deployment, facts: Facts) -> float:
    """All resident adapters on one rank, in 16 bit: ``n · Σ rank · (inputs + outputs / TP)``, halves taken as equal.

    vLLM keeps the first matrix of a pair whole on every rank and divides the second one. Further adapters are loaded on
    demand.
    """
    if not deployment.adapters:
        return 0.0
    each = adapter_parameters(arch, int(pick(facts, "adapter_rank").value)) * _HALF_BYTES
    resident = min(deployment.adapters, pick(facts, "resident_adapters").value)
    return resident * each * (1 + 1 / deployment.attention_shards) / 2


def expert_padding(arch: ModelArchitecture, deployment: Deployment, facts: Facts) -> float:
    """How much longer the matrices of experts become in whole tiles; 1 where an engine does not pad."""
    parts = [
        (g.feed_forward, g.feed_forward.latent or arch.hidden)
        for g in arch.layers
        if g.feed_forward and g.feed_forward.experts
    ]
    if not parts:
        return 1.0
    variant = f"{engine_key(deployment.engine)}.{deployment.weights_format}"
    tile, depth = (pick(facts, name, variant).value for name in ("expert_tile", "expert_depth_tile"))
    ranks = 1 if deployment.expert_parallel > 1 else deployment.tensor_parallel
    return max(_whole(width, depth) * _whole(part.intermediate / ranks, tile) for part, width in parts)


def _whole(width: float, tile: float) -> float:
    return ceil(width / tile) * tile / width if tile > 1 else 1.0


def _copied_heads(arch: ModelArchitecture, deployment: Deployment, facts: Facts) -> float:
    """Bytes of all copies of key-value projections where more ranks than heads exist."""
    copies, shards = 0.0, deployment.attention_shards
    for group in arch.layers:
        attention = group.attention
        if attention.kind in ("full", "sliding") and shards > attention.kv_heads:
            width = attention.head_dim + (attention.v_head_dim or attention.head_dim)
            times = shards / attention.kv_heads - 1
            copies += group.count * times * arch.hidden * attention.kv_heads * width
    return copies * stored_bits(arch, deployment.weights_format, facts) / BITS_PER_BYTE


def needed_gb(arch: ModelArchitecture, weights_format: str, facts: Facts) -> float:
    """Weights of the whole model in GB."""
    return weight_bytes(arch, weights_format, facts).total / GB
