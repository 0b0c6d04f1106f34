"""Activations a training keeps for the backward pass.

Source: Korthikanti et al., arXiv 2205.05198 (bytes of a layer, sequence parallelism, recomputation), with the widths
of grouped key-value heads and gated feed-forward parts, without dropout masks, and with fused attention (Dao,
arXiv 2307.08691), which keeps no scores. Its 34 bytes a token and hidden value minus two masks are 32 here.
"""

from dataclasses import dataclass

from wizard.domain.model import Attention, FeedForward, LayerGroup, ModelArchitecture
from wizard.domain.workload import Recompute

_LOG_SUM_BYTES = 4
"""Fused attention keeps one 32-bit value a head and token."""


@dataclass(frozen=True)
class TokenActivations:
    """Bytes one token of a micro-batch takes, whole model."""

    kept: float
    """Until backward reaches the layer, summed over the layers."""
    working: float
    """Of the one layer that is recomputed; 0 when nothing is."""


def token_activations(arch: ModelArchitecture, recompute: Recompute, value_bytes: float) -> TokenActivations:
    """Full recomputation keeps a layer's input only; selective drops what is cheap: norms and products."""
    kept = sum(group.count * _kept(group, arch.hidden, recompute, value_bytes) for group in arch.layers)
    if recompute == "none":
        return TokenActivations(kept, 0.0)
    whole = max((_kept(group, arch.hidden, "none", value_bytes) for group in arch.layers), default=0.0)
    return TokenActivations(kept, whole)


def _kept(group: LayerGroup, hidden: int, recompute: Recompute, value_bytes: float) -> float:
    if recompute == "full":
        return hidden * value_bytes
    attention, feed_forward = attention_values(group.attention), _feed_forward_values(group.feed_forward, hidden)
    norms = 4 * hidden if recompute == "none" else 2 * hidden
    part = feed_forward[0] if recompute == "none" else feed_forward[1]
    return (norms + attention + part) * value_bytes + _LOG_SUM_BYTES * group.attention.heads


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


def _feed_forward_values(part: FeedForward | None, hidden: int) -> tuple[float, float]:
    """Values a token keeps: all of them, and those that selective recomputation leaves."""
    if part is None:
        return 0.0, 0.0
    width = part.intermediate * max(1, part.experts_per_token if part.experts else 1)
    width += part.shared_experts * part.shared_intermediate
    inputs = 2.0 * part.experts_per_token * (part.latent or hidden) if part.experts else 0.0
    products, results = (4.0, 2.0) if part.gated else (2.0, 1.0)
    return products * width + inputs, results * width + inputs
