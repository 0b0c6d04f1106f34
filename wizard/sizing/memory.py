"""Memory of one accelerator: weights, cache, activations and what the engine keeps for itself.

Sources: paged cache, arXiv 2309.06180; reserve and profiling run as in vLLM (``gpu_memory_utilization``,
``max_num_batched_tokens``); constants with spans in ``catalogs/sizing.yaml``.
"""

from dataclasses import dataclass
from math import ceil

from wizard.domain.configuration import Memory
from wizard.domain.hardware import Accelerator
from wizard.domain.model import FeedForward, ModelArchitecture
from wizard.domain.quantities import GB, GIB
from wizard.domain.workload import Deployment
from wizard.sizing.architecture import BITS_PER_BYTE, sequence_kv_bytes
from wizard.sizing.figures import Facts, engine_key, pick
from wizard.sizing.formats import stored_bits, weight_bytes

_HALF_BYTES = 2.0


@dataclass(frozen=True)
class Budget:
    """What does not depend on the load, in bytes on one accelerator."""

    usable: float
    weights: float
    activations: float
    overhead: float

    @property
    def pool(self) -> float:
        return self.usable - self.weights - self.activations - self.overhead


def memory_budget(
    arch: ModelArchitecture, accelerator: Accelerator, deployment: Deployment, facts: Facts
) -> Budget:  # fmt: skip
    return Budget(
        usable=accelerator.usable_gib.value * GIB,
        weights=weights_per_gpu(arch, deployment, facts),
        activations=activation_bytes(arch, deployment, facts),
        overhead=overhead_bytes(accelerator, deployment, facts),
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
    budget: Budget, arch: ModelArchitecture, deployment: Deployment, requests: float, length: float, facts: Facts
) -> Memory:
    """Total = weights + cache demand + activations + overhead; the pool is what is left for the cache."""
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
    """Cache of one request on one accelerator, rounded up to whole blocks; pipeline stages share the layers."""
    block = pick(facts, "kv_block_tokens").value
    tokens = ceil(length / block) * block
    size = sequence_kv_bytes(arch, tokens, deployment.kv_format, deployment.tensor_parallel)
    return size * stage_share(arch, deployment)


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
    are copied. Pipeline stages share the layers; embedding and head stand on the first and the last.
    """
    parts = weight_bytes(arch, deployment.weights_format, facts)
    tensor = deployment.tensor_parallel
    divided = parts.attention - parts.replicated + parts.dense + parts.experts
    layers = divided / tensor + parts.replicated + parts.router + parts.norms
    layers += _copied_heads(arch, deployment, facts) / tensor
    if deployment.pipeline_parallel == 1:
        return layers + (parts.embedding + parts.head + parts.extra) / tensor
    ends = max(parts.embedding + parts.extra, parts.head or parts.embedding)
    return layers * stage_share(arch, deployment) + ends / tensor


def _copied_heads(arch: ModelArchitecture, deployment: Deployment, facts: Facts) -> float:
    """Bytes of all copies of key-value projections where more ranks than heads exist."""
    copies = 0.0
    for group in arch.layers:
        attention = group.attention
        if attention.kind in ("full", "sliding") and deployment.tensor_parallel > attention.kv_heads:
            width = attention.head_dim + (attention.v_head_dim or attention.head_dim)
            times = deployment.tensor_parallel / attention.kv_heads - 1
            copies += group.count * times * arch.hidden * attention.kv_heads * width
    return copies * stored_bits(arch, deployment.weights_format, facts) / BITS_PER_BYTE


def activation_bytes(arch: ModelArchitecture, deployment: Deployment, facts: Facts) -> float:
    """Peak of one step: hidden states and the widest feed-forward part for a full batch of tokens, and the logits.

    ``base + T·(4·h + 3·f/TP)·2 + S·V·logit_bytes`` with T tokens and S requests of the profiling run; experts count
    ``k`` times their width and their inputs.
    """
    tokens = min(pick(facts, "batched_tokens", engine_key(deployment.engine)).value, arch.context or float("inf"))
    widest = max((_width(g.feed_forward, arch.hidden, deployment) for g in arch.layers), default=0.0)
    hidden = tokens * (4 * arch.hidden + widest) * _HALF_BYTES
    logits = pick(facts, "profiled_requests").value * arch.vocab * pick(facts, "logit_bytes").value
    return pick(facts, "activation_base_gb").value * GB + hidden + logits


def _width(part: FeedForward | None, hidden: int, deployment: Deployment) -> float:
    if part is None:
        return 0.0
    if not part.experts:
        return 3 * part.intermediate / deployment.tensor_parallel
    inputs = 2 * (part.latent or hidden)
    return part.experts_per_token * (3 * part.intermediate / deployment.tensor_parallel + inputs)


def overhead_bytes(accelerator: Accelerator, deployment: Deployment, facts: Facts) -> float:
    """Driver context, communication buffers, and the share of memory the engine leaves untouched."""
    kept_free = 1 - pick(facts, "memory_utilisation", engine_key(deployment.engine)).value
    runtime = pick(facts, "runtime_gb", "parallel" if deployment.gpus_per_replica > 1 else "single").value
    return kept_free * accelerator.usable_gib.value * GIB + runtime * GB


def needed_gb(arch: ModelArchitecture, weights_format: str, facts: Facts) -> float:
    """Weights of the whole model in GB."""
    return weight_bytes(arch, weights_format, facts).total / GB
