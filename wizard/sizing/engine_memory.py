"""What a serving engine takes beside weights and cache: its profiling run, its runtime, and what it leaves free.

Rules of the engines: vLLM fills ``gpu_memory_utilization`` of the card and measures the rest in a run with
``max_num_batched_tokens`` tokens of ``max_num_seqs`` requests; SGLang gives ``mem_fraction_static`` of the card to
weights and cache and runs in what is left; TensorRT-LLM gives ``free_gpu_memory_fraction`` of what is free after
loading to the cache. CUDA graphs are recorded into the part that is left free. Constants with spans in
``catalogs/sizing.yaml``.
"""

from math import hypot
from typing import Literal

from wizard.domain.hardware import Accelerator
from wizard.domain.model import FeedForward, ModelArchitecture
from wizard.domain.provenance import Figure
from wizard.domain.quantities import GB, GIB, Range
from wizard.domain.workload import Deployment
from wizard.sizing.figures import Facts, engine_key, pick, pick_running

_HALF_BYTES = 2.0
End = Literal["low", "value", "high"]


def activation_bytes(
    arch: ModelArchitecture,
    accelerator: Accelerator,
    deployment: Deployment,
    facts: Facts,
    end: End = "value",
    *,
    fewest: bool = False,
) -> float:
    """Peak of the profiling run, at the ends of the spans of its constants too; ``fewest`` with the fewest requests.

    ``base + max(T·(2·h + 3·f/TP)·2, S·V·logit_bytes, tower)`` with T tokens and S requests: the sampler, the layers and
    the tower for images run one after the other, and what one has freed the next one uses. Experts count k times their
    width and their inputs.
    """
    return _peak(arch, deployment, profiled_run(arch, accelerator, deployment, facts, fewest=fewest), facts, end)


def _peak(
    arch: ModelArchitecture, deployment: Deployment, run: tuple[float, float], facts: Facts, end: End
) -> float:  # fmt: skip
    tokens, requests = run
    widest = max((_width(g.feed_forward, arch.hidden, deployment) for g in arch.layers), default=0.0)
    layers = tokens * (2 * arch.hidden + widest) * _HALF_BYTES
    logits = requests * arch.vocab * _at(logit_figure(deployment, facts), end)
    base, tower = (_at(pick(facts, name), end) * GB for name in ("activation_base_gb", "tower_peak_gb"))
    return base + max(layers, logits, tower if has_tower(arch) else 0.0)


def profiled_run(
    arch: ModelArchitecture, accelerator: Accelerator, deployment: Deployment, facts: Facts, *, fewest: bool = False
) -> tuple[float, float]:
    """Tokens and requests of the profiling run; no request goes without a token."""
    tokens = pick_running(facts, "batched_tokens", deployment.engine, accelerator).value
    requests = pick_running(facts, "profiled_requests", deployment.engine, accelerator)
    tokens = min(tokens, arch.context or float("inf"))
    return tokens, min(tokens, _at(requests, "low" if fewest else "value"))


def logit_figure(deployment: Deployment, facts: Facts) -> Figure:
    return pick(facts, "logit_bytes", engine_key(deployment.engine))


def has_tower(arch: ModelArchitecture) -> bool:
    """Parts outside the language model, as they stand in front of models that read images."""
    return arch.extra_params > 0


def _width(part: FeedForward | None, hidden: int, deployment: Deployment) -> float:
    if part is None:
        return 0.0
    if not part.experts:
        return 3 * part.intermediate / deployment.attention_shards
    inputs = 2 * (part.latent or hidden)
    return part.experts_per_token * (3 * part.intermediate / deployment.tensor_parallel + inputs)


def runtime_figure(accelerator: Accelerator, deployment: Deployment, facts: Facts) -> Figure:
    """Kernels, workspaces and communication buffers: more on large accelerators, and where several work together."""
    return facts[runtime_key(accelerator, deployment, facts)]


def runtime_key(accelerator: Accelerator, deployment: Deployment, facts: Facts) -> str:
    """The key that ``runtime_figure`` reads."""
    number = "parallel" if deployment.gpus_per_replica > 1 else "single"
    large = accelerator.usable_gib.value >= pick(facts, "large_accelerator_gib").value
    return f"sizing.engine_runtime_gb.{number}" + (".large" if large else "")


def default_share(deployment: Deployment, facts: Facts) -> float:
    """Share of the accelerator the engine fills when nobody sets it (``gpu_memory_utilization``, …)."""
    return pick(facts, "memory_utilisation", engine_key(deployment.engine)).value


def fuller_share(deployment: Deployment, usable: float, missing: float, facts: Facts) -> float:
    """Share an operator sets where the default leaves ``missing`` of ``usable`` bytes too little for the cache.

    Up to the upper end of the figure; TensorRT-LLM counts its share of what is free, so that little is to be gained.
    """
    default = default_share(deployment, facts)
    if missing <= 0 or engine_key(deployment.engine) == "tensorrt_llm":
        return default
    most = pick(facts, "memory_utilisation", engine_key(deployment.engine)).range().high
    return max(default, min(most, default + missing / usable))


def overhead_bytes(
    accelerator: Accelerator, deployment: Deployment, weights: float, activations: float, share: float, facts: Facts
) -> float:  # fmt: skip
    """The runtime, and the memory the engine leaves untouched by its own rule; ``share`` is what it may fill."""
    usable = accelerator.usable_gib.value * GIB
    runtime = runtime_figure(accelerator, deployment, facts).value * GB
    engine = engine_key(deployment.engine)
    kept_free = 1 - share
    if engine == "tensorrt_llm":
        return runtime + kept_free * max(0.0, usable - weights - activations - runtime)
    if engine == "sglang":
        return max(runtime, kept_free * usable - activations)
    return runtime + kept_free * usable


def pool_range(
    arch: ModelArchitecture, accelerator: Accelerator, deployment: Deployment, pool: float, facts: Facts
) -> Range:  # fmt: skip
    """Bytes left for the cache at the ends of the spans of usable memory, profiling run and runtime, as independent."""
    usable = accelerator.usable_gib.range()
    share = pick(facts, "memory_utilisation", engine_key(deployment.engine)).value * GIB
    runtime = runtime_figure(accelerator, deployment, facts).range()
    ends: tuple[End, ...] = ("low", "value", "high")
    run = profiled_run(arch, accelerator, deployment, facts)
    low, value, high = (_peak(arch, deployment, run, facts, end) for end in ends)
    less = hypot((usable.value - usable.low) * share, (runtime.high - runtime.value) * GB, high - value)
    more = hypot((usable.high - usable.value) * share, (runtime.value - runtime.low) * GB, value - low)
    return Range(low=pool - less, value=pool, high=pool + more)


def _at(figure: Figure, end: End) -> float:
    if end == "value":
        return figure.value
    span = figure.range()
    return span.low if end == "low" else span.high
