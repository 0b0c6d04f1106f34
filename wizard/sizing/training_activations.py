"""Activations a training keeps for the backward pass.

Source: Korthikanti et al., arXiv 2205.05198 (bytes of a layer, sequence parallelism, recomputation), with the widths
of grouped key-value heads and gated feed-forward parts, without dropout masks, and with fused attention (Dao,
arXiv 2307.08691), which keeps no scores. Its 34 bytes a token and hidden value minus two masks are 32 here.
"""

from dataclasses import dataclass

from wizard.domain.model import Attention, FeedForward, LayerGroup, ModelArchitecture
from wizard.domain.workload import Recompute
from wizard.sizing.training_recipe import Recipe

_LOG_SUM_BYTES = 4
"""Fused attention keeps one 32-bit value a head and token."""
_SCORE_BYTES = 4
"""Without fusion: scores and their softmax in 16 bit for each pair of tokens; with dropout, Korthikanti's 5."""
_FULL_BYTES = 4


@dataclass(frozen=True)
class TokenActivations:
    """Bytes one token of a micro-batch takes, whole model."""

    kept: float
    """Until backward reaches the layer, summed over the layers."""
    working: float
    """Of the layer backward stands at: what was recomputed, and the gradients that flow through it."""
    crossing: float
    """One copy of the layer's input, as tensor parallelism gathers it."""


def token_activations(
    arch: ModelArchitecture, recompute: Recompute, value_bytes: float, recipe: Recipe, seq_len: int
) -> TokenActivations:
    """Full recomputation keeps a layer's input only; selective drops what is cheap: norms and products."""
    kept = sum(
        group.count * _kept(group, arch.hidden, recompute, value_bytes, recipe, seq_len) for group in arch.layers
    )
    flowing = max((_flowing(group, arch.hidden) for group in arch.layers), default=0.0) * value_bytes
    whole = 0.0
    if recompute != "none":
        whole = max(_kept(group, arch.hidden, "none", value_bytes, recipe, seq_len) for group in arch.layers)
    return TokenActivations(kept, whole + flowing, arch.hidden * value_bytes)


def _kept(
    group: LayerGroup, hidden: int, recompute: Recompute, value_bytes: float, recipe: Recipe, seq_len: int
) -> float:
    if recompute == "full":
        return hidden * value_bytes
    if recompute == "selective" and recipe.software == "torchtitan":
        return _every_second_product(group, hidden) * value_bytes
    attention, feed_forward = attention_values(group.attention), _feed_forward_values(group.feed_forward, hidden)
    norms = 4 * hidden if recompute == "none" else 2 * hidden
    part = feed_forward[0] if recompute == "none" else feed_forward[1]
    loose = _unfused(group.attention, hidden) if recompute == "none" and not recipe.compiled else 0.0
    return (norms + attention + part) * value_bytes + _scores(group.attention, recompute, recipe, seq_len) + loose


def _scores(attention: Attention, recompute: Recompute, recipe: Recipe, seq_len: int) -> float:
    """Bytes a token; selective recomputation drops the scores (Korthikanti, section 5)."""
    if attention.kind in ("none", "linear") or recipe.fused_attention or recompute != "none":
        return _LOG_SUM_BYTES * attention.heads
    looked_at = min(seq_len, attention.window) if attention.kind == "sliding" and attention.window else seq_len
    return float(_SCORE_BYTES * attention.heads * looked_at)


def _unfused(attention: Attention, hidden: int) -> float:
    """Two norms that keep their input in 32 bit, and key-value heads repeated for each query head (PyTorch eager)."""
    repeated = (attention.heads - attention.kv_heads) * attention.head_dim * 2 if attention.kind == "full" else 0
    return 2.0 * _FULL_BYTES * hidden + 2.0 * repeated


def _every_second_product(group: LayerGroup, hidden: int) -> float:
    """Values that torchtitan's per-operation recomputation keeps: input, attention, every second matrix product."""
    attention = group.attention
    width = attention.heads * attention.head_dim
    kept = hidden + 2.0 * width + attention.kv_heads * attention.head_dim
    part = group.feed_forward
    return kept if part is None else kept + _width(part) + hidden


def attention_values(attention: Attention) -> float:
    """Queries, keys, values and the output, a token."""
    if attention.kind == "none":
        return 0.0
    if attention.kind == "linear":
        return 4.0 * attention.heads * attention.head_dim
    value = attention.v_head_dim or attention.head_dim
    if attention.kind == "mla":
        latent = (attention.kv_lora_rank or 0) + (attention.q_lora_rank or 0)
        return attention.heads * 2.0 * (attention.head_dim + value) + latent
    return attention.heads * (attention.head_dim + value) + attention.kv_heads * (attention.head_dim + value)


def key_value_values(arch: ModelArchitecture) -> float:
    """Keys and values of one layer, a token: what context parallelism passes on."""
    return max((2.0 * g.attention.kv_heads * g.attention.head_dim for g in arch.layers), default=0.0)


def _feed_forward_values(part: FeedForward | None, hidden: int) -> tuple[float, float]:
    """Values a token keeps: all of them, and those that selective recomputation leaves."""
    if part is None:
        return 0.0, 0.0
    width = _width(part)
    inputs = 2.0 * part.experts_per_token * (part.latent or hidden) if part.experts else 0.0
    products, results = (4.0, 2.0) if part.gated else (2.0, 1.0)
    return products * width + inputs, results * width + inputs


def _width(part: FeedForward) -> float:
    width = part.intermediate * max(1, part.experts_per_token if part.experts else 1)
    return float(width + part.shared_experts * part.shared_intermediate)


def _flowing(group: LayerGroup, hidden: int) -> float:
    """Gradients at the widest place: of the layer's output, and of the feed-forward part's inner values."""
    part = group.feed_forward
    return hidden + (_width(part) if part is not None else 0.0)
