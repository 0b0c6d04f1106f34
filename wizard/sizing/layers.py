"""The operators of one replica: what each layer multiplies, attends to and sends, on one accelerator.

Sources: Ainslie et al., arXiv 2305.13245 (grouped heads); DeepSeek-V2, arXiv 2405.04434 (latent attention); tensor
parallelism as in Megatron-LM, arXiv 1909.08053.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from wizard.domain.hardware import Accelerator
from wizard.domain.model import Attention, FeedForward, LayerGroup, ModelArchitecture
from wizard.domain.provenance import Figure
from wizard.domain.workload import Deployment
from wizard.sizing.architecture import BITS_PER_BYTE, CACHE_BYTES
from wizard.sizing.figures import Facts, engine_key, pick
from wizard.sizing.formats import HALF, compute_format, spared, stored_bits
from wizard.sizing.operators import (
    HALF_BYTES,
    HALF_FORMATS,
    OWN_KERNELS,
    UNPACKED,
    Experts,
    ExpertShape,
    Matrix,
    MatrixKernel,
    expert_layers,
    matrix,
)  # fmt: skip

LLAMA_CPP = "llama_cpp"
LLAMA_NARROW = "llama_narrow"
LLAMA_HALF = "llama_half"
"""Names in the figures for products of llama.cpp with quantised and with 16-bit weights."""
_UNKNOWN_MIXER = 4
"""Widths of the hidden size a linear mixer multiplies with where its parameters are not known."""


class _Product(NamedTuple):
    layers: float
    width: float
    depth: float
    narrow: bool
    """In the format of the weights; the others stay in 16 bit."""


@dataclass(frozen=True, slots=True)
class CacheGroup:
    """Layers with equal attention: bytes and operations a cached token costs one accelerator."""

    bytes_per_token: float
    flops_per_token: float
    flops_per_pair: float
    """In a prompt, where latent attention works on unfolded heads."""
    window: float

    def held(self, tokens: float) -> float:
        return min(tokens, self.window)

    def prompt_pairs(self, tokens: float) -> float:
        """Query-key pairs of a causal prompt."""
        if tokens <= self.window:
            return tokens * tokens / 2
        return self.window * (tokens - self.window / 2)


@dataclass(frozen=True, slots=True)
class Units:
    """Formats of one deployment: ``peak`` sets the rate of the matrix units, ``figures`` names the kernels."""

    peak: str
    figures: str
    half: str
    half_peak: str
    half_figures: str
    stored_bits: float
    attention_bits: float


def units_of(
    arch: ModelArchitecture, accelerator: Accelerator, deployment: Deployment, facts: Facts
) -> Units:  # fmt: skip
    """What the matrix units work in; the first format they have where they cannot run the weights at all.

    llama.cpp has products of its own: quantised ones in 8-bit integers, and both its kinds keep pace with that rate.
    """
    rates, weights_format = accelerator.dense_tflops, deployment.weights_format
    half = next((name for name in HALF_FORMATS if name in rates), next(iter(rates)))
    runs = compute_format(arch, weights_format, accelerator) or half
    bits = stored_bits(arch, weights_format, facts)
    unpacked = runs in HALF_FORMATS and bits < HALF
    kept = max(bits, HALF) if "attention" in spared(arch, weights_format) else bits
    if engine_key(deployment.engine) == LLAMA_CPP:
        peak = "int8" if "int8" in rates else half
        return Units(peak, LLAMA_NARROW if bits < HALF else LLAMA_HALF, half, peak, LLAMA_HALF, bits, kept)
    figures = UNPACKED if unpacked else "bf16" if runs in HALF_FORMATS else runs
    return Units(runs, figures, half, half, "bf16", bits, kept)


def matrices(
    arch: ModelArchitecture, deployment: Deployment, units: Units, narrow: MatrixKernel, half: MatrixKernel
) -> tuple[Matrix, ...]:
    """All products of the layers on one accelerator, equal ones together; experts apart."""
    counts: dict[tuple[float, float, bool], float] = {}
    for group in arch.layers:
        for product in _products(group, arch.hidden, deployment.attention_shards, units):
            shape = product.width, product.depth, product.narrow
            counts[shape] = counts.get(shape, 0.0) + product.layers
    return tuple(
        matrix(narrow, count, width, depth, units.stored_bits / BITS_PER_BYTE)
        if is_narrow
        else matrix(half, count, width, depth, HALF_BYTES)
        for (width, depth, is_narrow), count in counts.items()
    )


def head_matrix(arch: ModelArchitecture, deployment: Deployment, half: MatrixKernel) -> Matrix:
    """The projection onto the vocabulary, in 16 bit."""
    return matrix(half, 1.0, arch.vocab / deployment.attention_shards, arch.hidden, HALF_BYTES)


def routed_experts(
    arch: ModelArchitecture, accelerator: Accelerator, deployment: Deployment, units: Units, facts: Facts
) -> Experts | None:
    """The experts on one accelerator; models with several kinds of them have their first kind in all layers."""
    routed = [(g, g.feed_forward) for g in arch.layers if g.feed_forward is not None and g.feed_forward.experts]
    if not routed:
        return None
    part = routed[0][1]
    ranks = max(1, deployment.expert_parallel)
    shape = ExpertShape(
        width=part.intermediate * ranks / deployment.tensor_parallel,
        hidden=part.latent or arch.hidden,
        matrices=3 if part.gated else 2,
        weight_bytes=units.stored_bits / BITS_PER_BYTE,
    )
    own = units.figures in OWN_KERNELS
    return expert_layers(
        accelerator, facts, UNPACKED if own else units.figures, units.half if own else units.peak, shape,
        layers=sum(group.count for group, _ in routed), experts=part.experts, per_token=part.experts_per_token,
        ranks=ranks, engine=engine_key(deployment.engine), layer_us=expert_layer_figure(deployment, facts).value,
    )  # fmt: skip


def expert_layer_figure(deployment: Deployment, facts: Facts) -> Figure:
    """Microseconds an engine adds to each layer with experts in a format it has no good kernel for."""
    return pick(facts, "expert_layer_us", f"{engine_key(deployment.engine)}.{deployment.weights_format}")


def _products(group: LayerGroup, hidden: int, shards: int, units: Units) -> Iterator[_Product]:
    narrow = units.attention_bits < HALF
    for width, depth in _attention_shapes(group.attention, hidden, shards):
        yield _Product(group.count, width, depth, narrow)
    if group.feed_forward is not None:
        yield from _feed_forward(group.feed_forward, group.count, hidden, shards)


def _attention_shapes(attention: Attention, hidden: int, shards: int) -> Iterator[tuple[float, float]]:
    """Width and depth of each product of one layer."""
    heads, value = attention.heads / shards, attention.v_head_dim or attention.head_dim
    if attention.kind in ("full", "sliding"):
        kept = max(1.0, attention.kv_heads / shards)
        queries = heads * attention.head_dim * (2 if attention.output_gate else 1)
        yield queries + kept * (attention.head_dim + value), hidden
        yield hidden, heads * value
    elif attention.kind == "mla":
        rank, low = attention.kv_lora_rank or 0, attention.q_lora_rank or 0
        latent_value = attention.v_head_dim or 0
        yield low + rank + (attention.qk_rope_head_dim or 0), hidden
        yield heads * attention.head_dim, low or hidden
        yield heads * ((attention.qk_nope_head_dim or 0) + latent_value), rank
        yield hidden, heads * latent_value
    elif attention.kind == "linear":
        yield (attention.params or _UNKNOWN_MIXER * hidden * hidden) / hidden / shards, hidden


def _feed_forward(part: FeedForward, count: int, hidden: int, shards: int) -> Iterator[_Product]:
    if not part.experts:
        yield _Product(count, (2 if part.gated else 1) * part.intermediate / shards, hidden, narrow=True)
        yield _Product(count, hidden, part.intermediate / shards, narrow=True)
        return
    yield _Product(count, part.experts, hidden, narrow=False)
    if part.shared_experts:
        width = part.shared_experts * part.shared_intermediate / shards
        yield _Product(count, 2 * width, hidden, narrow=True)
        yield _Product(count, hidden, width, narrow=True)


_HOLDING = ("full", "sliding", "mla")


def cache_groups(arch: ModelArchitecture, deployment: Deployment) -> tuple[CacheGroup, ...]:
    """What a request attends to, on each of the accelerators that share its attention."""
    size, shards = CACHE_BYTES[deployment.kv_format], deployment.attention_shards
    return tuple(
        group
        for g in arch.layers
        if g.attention.kind in _HOLDING
        for group in _cache_parts(g.attention, g.count, size, shards)
    )


def attending_layers(arch: ModelArchitecture) -> int:
    """Layers that start a kernel for attention or another mixer."""
    return sum(group.count for group in arch.layers if group.attention.kind != "none")


def _cache_parts(attention: Attention, count: int, size: float, shards: int) -> list[CacheGroup]:
    """One group, or two where compressed entries stand beside the last tokens.

    All compressed entries are read, although an indexer may pick some: the longest time it can take.
    """
    if attention.kind != "mla" or not attention.window:
        return [_cache_group(attention, count, size, shards)]
    whole = _cache_group(attention, count, size, shards)
    parts = [replace(whole, window=float(attention.window))]
    if attention.compress:
        share = 1 / attention.compress
        index = count * attention.index_dim * size
        entries = CacheGroup(
            (whole.bytes_per_token + index) * share, whole.flops_per_token * share, whole.flops_per_pair * share,
            whole.window,
        )  # fmt: skip
        parts.append(entries)
    return parts


def _cache_group(attention: Attention, count: int, size: float, shards: int) -> CacheGroup:
    window = float(attention.window) if attention.kind == "sliding" and attention.window else float("inf")
    if attention.kind == "mla":
        rank, rope = attention.kv_lora_rank or 0, attention.qk_rope_head_dim or 0
        flops = 2 * attention.heads * (2 * rank + rope) / shards
        unfolded = 2 * attention.heads * (attention.head_dim + (attention.v_head_dim or 0)) / shards
        return CacheGroup(count * (rank + rope) * size, count * flops, count * unfolded, window)
    width = attention.head_dim + (attention.v_head_dim or attention.head_dim)
    values = attention.kv_heads * width / min(shards, attention.kv_heads)
    flops = count * 2 * attention.heads * width / shards
    return CacheGroup(count * values * size, flops, flops, window)
