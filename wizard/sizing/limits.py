"""What cannot run at all: formats without hardware, impossible parallelism, contexts beyond the model."""

from math import ceil, isfinite

from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text
from wizard.domain.model import ModelArchitecture
from wizard.domain.workload import Deployment
from wizard.sizing import wording
from wizard.sizing.errors import SizingError
from wizard.sizing.figures import DEFAULT, Facts, engine_key, pick
from wizard.sizing.formats import cache_runs, compute_format, is_native

MOST_TOKENS = 10_000_000
MOST_REQUESTS = 1_000_000
MOST_RANKS = 1_024
MOST_BURST = 20_000
"""A replay of more takes longer than anyone waits."""
_NEAREST = {"fp8": ("fp8", "int8", "bf16", "fp16"), "fp4": ("fp4", "fp8", "int4"), "bf16": ("fp16",), "fp16": ("bf16",)}


def check_input(
    arch: ModelArchitecture,
    deployment: Deployment,
    input_tokens: float,
    output_tokens: float,
    concurrency: float | None,
    rate: float | None,
    replicas: int,
    burst: float | None = None,
) -> None:
    """Raises:
    CodedError: E102 to E108, input that no hardware could make meaningful.
    """
    if not arch.layers:
        raise CodedError(SizingError.NO_LAYERS, ref=arch.ref)
    for what, tokens in (("input_tokens", input_tokens), ("output_tokens", output_tokens)):
        if not isfinite(tokens) or not 1 <= tokens <= MOST_TOKENS:
            raise CodedError(SizingError.TOKENS, what=what, value=tokens, limit=MOST_TOKENS)
    if concurrency is not None and rate is not None:
        raise CodedError(SizingError.BOTH)
    for what, load in (("concurrency", concurrency), ("rate", rate)):
        if load is not None and not (isfinite(load) and 0 < load <= MOST_REQUESTS):
            raise CodedError(SizingError.LOAD, what=what, value=load, limit=MOST_REQUESTS)
    if burst is not None and not 1 <= burst <= MOST_BURST:
        raise CodedError(SizingError.LOAD, what="burst", value=burst, limit=MOST_BURST)
    ranks = {
        "tensor_parallel": deployment.tensor_parallel,
        "pipeline_parallel": deployment.pipeline_parallel,
        "expert_parallel": deployment.expert_parallel,
        "replicas": replicas,
    }
    for what, value in ranks.items():
        if not 1 <= value <= MOST_RANKS:
            raise CodedError(SizingError.PARALLEL, what=what, value=value, limit=MOST_RANKS)


def obstacles(
    arch: ModelArchitecture, accelerator: Accelerator, deployment: Deployment, length: float, facts: Facts
) -> list[Text]:
    """Reasons, each with the nearest possibility, why this cannot run; empty when it can."""
    found = []
    if compute_format(arch, deployment.weights_format, accelerator) is None:
        wanted = deployment.weights_format
        nearest = nearest_format(arch, accelerator, wanted)
        found.append(wording.no_hardware_format(accelerator.name, wanted, nearest))
    engine = engine_key(deployment.engine)
    if not runs_on(engine, accelerator.vendor, facts):
        found.append(wording.engine_without_hardware(deployment.engine, accelerator.name))
    if not cache_runs(accelerator, deployment.kv_format, engine):
        found.append(wording.no_cache_format(deployment.engine, accelerator.name, deployment.kv_format))
    found += parallelism_obstacles(arch, accelerator, deployment, facts)
    if arch.context and length > arch.context:
        found.append(wording.beyond_context(length, arch.context))
    return found


def runs_on(engine: str, vendor: str, facts: Facts) -> bool:
    """False only where it is known that an engine does not run on accelerators of a vendor."""
    for variant in (f"{engine}.{vendor}", f"{engine}.{DEFAULT}", DEFAULT):
        figure = facts.get(f"sizing.runs_on.{variant}")
        if figure is not None:
            return figure.value > 0
    return True


def nearest_format(arch: ModelArchitecture, accelerator: Accelerator, wanted: str) -> str:
    """The next format of similar size that this accelerator runs."""
    candidates = (*_NEAREST.get(wanted, ()), "bf16", "fp16", "fp32")
    return next((f for f in candidates if compute_format(arch, f, accelerator) is not None), "–")


def parallelism_obstacles(
    arch: ModelArchitecture, accelerator: Accelerator, deployment: Deployment, facts: Facts
) -> list[Text]:
    found = []
    tensor, stages = deployment.tensor_parallel, deployment.pipeline_parallel
    node = node_size(accelerator, facts)
    if tensor > node:
        found.append(wording.beyond_node(tensor, node))
    heads = undivided_heads(arch, tensor)
    if heads is not None:
        possible = ", ".join(str(t) for t in range(1, node + 1) if undivided_heads(arch, t) is None)
        found.append(wording.heads_not_divisible(heads, tensor, possible))
    if stages > arch.layer_count:
        found.append(wording.too_many_stages(stages, arch.layer_count))
    experts = max((g.feed_forward.experts for g in arch.layers if g.feed_forward), default=0)
    ranks = deployment.expert_parallel
    if ranks > 1 and (experts == 0 or ranks != tensor or experts % ranks):
        found.append(wording.experts_not_divisible(experts, ranks, tensor))
    if not 1 < ranks == tensor:
        found += _split_blocks(arch, deployment, node, divided=experts % tensor == 0)
    if deployment.attention == "data" and not 1 < ranks == tensor:
        found.append(wording.attention_without_experts(ranks, tensor))
    return found


def _split_blocks(arch: ModelArchitecture, deployment: Deployment, node: int, *, divided: bool) -> list[Text]:
    """Parts of experts must be whole blocks of weights that share a scale.

    1,536 over 8 is refused by vLLM (vllm-project/recipes pull request 96, "TP8 is not supported") and by TensorRT-LLM
    (pull request 14613); experts spread whole over the accelerators are not divided.
    """
    tensor = deployment.tensor_parallel
    split = split_width(arch, deployment.weights_format, tensor)
    if split is None:
        return []
    possible = ", ".join(
        str(t) for t in range(1, node + 1)
        if split_width(arch, deployment.weights_format, t) is None and undivided_heads(arch, t) is None
    )  # fmt: skip
    return [wording.splits_blocks(*split, tensor, possible, spread=divided)]


def split_width(arch: ModelArchitecture, weights_format: str, tensor: int) -> tuple[int, int] | None:
    """Width of experts, and of a block, that ``tensor`` does not divide into whole blocks; None where it does."""
    if tensor == 1 or arch.quantisation is None or not is_native(arch, weights_format):
        return None
    block = max(arch.quantisation.weight_block_size or (1, 1))
    widths = {g.feed_forward.intermediate for g in arch.layers if g.feed_forward and g.feed_forward.experts}
    return next(((width, block) for width in sorted(widths) if width % (tensor * block)), None) if block > 1 else None


def node_size(accelerator: Accelerator, facts: Facts) -> int:
    """Accelerators in one server of this class."""
    return int(pick(facts, "node_accelerators", accelerator.tier).value)


def undivided_heads(arch: ModelArchitecture, tensor: int) -> int | None:
    """Number of query heads that ``tensor`` does not divide, or None."""
    counts = (g.attention.heads for g in arch.layers if g.attention.kind in ("full", "sliding", "mla"))
    return next((heads for heads in counts if heads % tensor), None)


def smallest_that_holds(weights_gb: float, usable_gb: float, limit: int) -> int | None:
    """Power of two of accelerators whose memory holds the weights, up to ``limit``."""
    needed = max(1, ceil(weights_gb / usable_gb))
    size = 1
    while size < needed:
        size *= 2
    return size if size <= limit else None
