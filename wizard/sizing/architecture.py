"""Parameters and cache of a model, counted layer by layer from its architecture.

Sources: Shazeer, arXiv 1911.02150 and Ainslie et al., arXiv 2305.13245 (grouped key-value heads); DeepSeek-V2,
arXiv 2405.04434 (latent attention); Kwon et al., arXiv 2309.06180 (paged cache).
"""

from dataclasses import dataclass
from functools import lru_cache

from wizard.domain.model import Attention, FeedForward, LayerGroup, ModelArchitecture

BITS_PER_BYTE = 8
CACHE_BYTES = {"fp32": 4.0, "bf16": 2.0, "fp16": 2.0, "fp8": 1.0, "int8": 1.0, "int4": 0.5, "fp4": 0.5}
"""Bytes of one cached value by format."""


@dataclass(frozen=True)
class Parameters:
    """Numbers of parameters. ``active`` are those one token touches, embedding rows excluded from neither."""

    embedding: int
    head: int
    """Output projection; 0 when it shares the embedding."""
    attention: int
    replicated: int
    """Part of ``attention`` that tensor parallelism keeps whole on every accelerator (latent down-projections)."""
    dense: int
    """Feed-forward parts and shared experts that every token passes."""
    experts: int
    experts_active: int
    router: int
    norms: int
    """Norms and everything else that is never quantised."""
    extra: int
    """Towers and tables outside the language model."""

    @property
    def layers(self) -> int:
        return self.attention + self.dense + self.experts + self.router + self.norms

    @property
    def total(self) -> int:
        return self.embedding + self.head + self.layers + self.extra

    @property
    def active(self) -> int:
        return self.total - self.experts + self.experts_active


@lru_cache(maxsize=512)
def count_parameters(arch: ModelArchitecture) -> Parameters:
    """Exact count from the architecture; Llama-3.1-8B gives 8,030,261,248."""
    embedding = arch.vocab * arch.hidden
    norm = 2 * arch.hidden if arch.norm_params_per_layer is None else arch.norm_params_per_layer
    attention = replicated = dense = experts = active = router = 0
    norms = arch.hidden
    for group in arch.layers:
        attention += group.count * attention_params(group.attention, arch.hidden)
        replicated += group.count * _replicated(group.attention, arch.hidden)
        norms += group.count * (norm + group.extra_params)
        if (part := group.feed_forward) is not None:
            dense += group.count * _dense_params(part, arch.hidden)
            router += group.count * _router_params(part, arch.hidden)
            experts += group.count * part.experts * _expert_params(part, arch.hidden)
            active += group.count * part.experts_per_token * _expert_params(part, arch.hidden)
    return Parameters(
        embedding=embedding + arch.learned_positions * arch.hidden,
        head=0 if arch.tied_embeddings else embedding,
        attention=attention,
        replicated=replicated,
        dense=dense,
        experts=experts,
        experts_active=active,
        router=router,
        norms=norms,
        extra=arch.extra_params,
    )


def attention_params(attention: Attention, hidden: int) -> int:
    """Of one layer: ``h·d·(n_q + 2·n_kv) + n_q·d·h`` with biases and gate; latent attention by its ranks."""
    if attention.params is not None:
        return attention.params
    if attention.kind == "mla":
        return _latent_params(attention, hidden)
    keys = attention.kv_heads * attention.head_dim
    values = attention.kv_heads * (attention.v_head_dim or attention.head_dim)
    queries = attention.heads * attention.head_dim * (2 if attention.output_gate else 1)
    output = attention.heads * (attention.v_head_dim or attention.head_dim) * hidden
    bias = (queries + keys + values) if attention.qkv_bias else 0
    return hidden * (queries + keys + values) + output + bias + (hidden if attention.output_bias else 0)


def _latent_params(attention: Attention, hidden: int) -> int:
    rank, rope = attention.kv_lora_rank or 0, attention.qk_rope_head_dim or 0
    queries = attention.heads * attention.head_dim
    q = hidden * attention.q_lora_rank + attention.q_lora_rank * queries if attention.q_lora_rank else hidden * queries
    values = attention.v_head_dim or 0
    kv = hidden * (rank + rope) + rank * attention.heads * ((attention.qk_nope_head_dim or 0) + values)
    return q + kv + attention.heads * values * hidden


def _replicated(attention: Attention, hidden: int) -> int:
    if attention.kind != "mla":
        return 0
    return hidden * ((attention.q_lora_rank or 0) + (attention.kv_lora_rank or 0) + (attention.qk_rope_head_dim or 0))


def feed_forward_params(part: FeedForward | None, hidden: int) -> tuple[int, int]:
    """Of one layer: what every token passes, and all its experts."""
    if part is None:
        return 0, 0
    return _dense_params(part, hidden), part.experts * _expert_params(part, hidden)


def _expert_params(part: FeedForward, hidden: int) -> int:
    if not part.experts:
        return 0
    return _mlp_params(part.intermediate, part.latent or hidden, gated=part.gated, bias=part.bias)


def _mlp_params(width: int, hidden: int, *, gated: bool, bias: bool) -> int:
    matrices = 3 if gated else 2
    return matrices * hidden * width + ((matrices - 1) * width + hidden if bias else 0)


def _dense_params(part: FeedForward, hidden: int) -> int:
    if not part.experts:
        return _mlp_params(part.intermediate, hidden, gated=part.gated, bias=part.bias)
    shared = part.shared_experts * _mlp_params(part.shared_intermediate, hidden, gated=part.gated, bias=False)
    latent = 2 * hidden * part.latent if part.latent else 0
    return shared + latent + (hidden if part.shared_gate else 0)


def _router_params(part: FeedForward, hidden: int) -> int:
    if not part.experts:
        return 0
    return part.experts * (hidden + (1 if part.router_bias else 0))


def kv_bytes_per_token(arch: ModelArchitecture, kv_format: str, tensor_parallel: int = 1) -> float:
    """Bytes one more token adds to the cache of one accelerator, all layers, windows not yet full.

    ``2 · layers · kv_heads/min(TP, kv_heads) · head_dim · bytes``; latent attention ``(rank + rope) · bytes`` a layer,
    never divided by tensor parallelism.
    """
    size = CACHE_BYTES[kv_format]
    return sum(group.count * _layer_token_values(group.attention, tensor_parallel) * size for group in arch.layers)


def sequence_kv_bytes(arch: ModelArchitecture, tokens: float, kv_format: str, tensor_parallel: int = 1) -> float:
    """Bytes a sequence of ``tokens`` holds on one accelerator: windows capped, constant states added."""
    size = CACHE_BYTES[kv_format]
    return sum(_layer_sequence_bytes(group, tokens, size, tensor_parallel) for group in arch.layers)


def _layer_sequence_bytes(group: LayerGroup, tokens: float, size: float, tensor_parallel: int) -> float:
    attention = group.attention
    if attention.kind == "linear":
        return group.count * attention.state_bytes / max(1, min(tensor_parallel, attention.heads))
    if attention.kind == "mla" and attention.window:
        held = min(tokens, attention.window) * _latent_values(attention) + tokens * _compressed_values(attention)
        return group.count * held * size
    held = min(tokens, attention.window) if attention.kind == "sliding" and attention.window else tokens
    return group.count * held * _layer_token_values(attention, tensor_parallel) * size


def _layer_token_values(attention: Attention, tensor_parallel: int) -> float:
    if attention.kind == "mla":
        beside = _compressed_values(attention) if attention.window else attention.index_dim
        return _latent_values(attention) + beside
    if attention.kind not in ("full", "sliding"):
        return 0.0
    width = attention.head_dim + (attention.v_head_dim or attention.head_dim)
    return attention.kv_heads * width / min(tensor_parallel, attention.kv_heads) + attention.index_dim


def _latent_values(attention: Attention) -> int:
    return (attention.kv_lora_rank or 0) + (attention.qk_rope_head_dim or 0)


def _compressed_values(attention: Attention) -> float:
    """Of the entries that stand for several tokens, per token."""
    return (_latent_values(attention) + attention.index_dim) / attention.compress if attention.compress else 0.0
