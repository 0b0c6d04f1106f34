"""Models that describe every block on its own: Nemotron-H patterns and Nemotron-NAS block lists."""

from collections.abc import Mapping
from typing import Any

from wizard.catalogs.hf_fields import Fields
from wizard.catalogs.hf_layers import Shape, joined
from wizard.catalogs.hf_linear import mamba_attention
from wizard.domain.model import Attention, FeedForward, LayerGroup

_NOTHING = Attention(kind="none", params=0)
_SIGNS = {"M": "mamba", "*": "attention", "-": "mlp", "E": "moe"}
_LARGEST_MULTIPLIER = 1_000
_LATER_NAMES = {"linear_attention": "mamba", "full_attention": "attention"}
"""Spellings of Hugging Face transformers from 5.20 on."""


def pattern_layers(fields: Fields, shape: Shape) -> tuple[LayerGroup, ...]:
    """Nemotron-H: each block is a mixer, an attention or a feed-forward part with one norm."""
    blocks = fields.sequence("layers_block_type")
    if blocks is None:
        pattern = fields.raw("hybrid_override_pattern")
        if not isinstance(pattern, str) or not pattern or set(pattern) - set(_SIGNS):
            raise fields.wrong("hybrid_override_pattern", pattern, " ".join(_SIGNS))
        blocks = [_SIGNS[sign] for sign in pattern]
    return joined([_block(fields, shape, _LATER_NAMES.get(str(block), str(block))) for block in blocks])


def _block(fields: Fields, shape: Shape, block: str) -> LayerGroup:
    attention, feed_forward = _NOTHING, None
    if block == "mamba":
        attention = mamba_attention(fields, shape.hidden)
    elif block == "attention":
        attention = Attention(
            kind="full", heads=shape.heads, kv_heads=shape.kv_heads, head_dim=shape.head_dim,
            qkv_bias=fields.flag("attention_bias", default=False),
        )  # fmt: skip
    elif block == "mlp":
        feed_forward = FeedForward(intermediate=fields.count("intermediate_size"), gated=False)
    elif block == "moe":
        feed_forward = _latent_experts(fields)
    else:
        raise fields.wrong("layers_block_type", block, ", ".join(_SIGNS.values()))
    return LayerGroup(count=1, attention=attention, feed_forward=feed_forward)


def _latent_experts(fields: Fields) -> FeedForward:
    return FeedForward(
        intermediate=fields.count("moe_intermediate_size"),
        gated=False,
        experts=fields.count("n_routed_experts"),
        experts_per_token=fields.count("num_experts_per_tok"),
        shared_experts=fields.count("n_shared_experts"),
        shared_intermediate=fields.count("moe_shared_expert_intermediate_size"),
        router_bias=True,
        latent=fields.optional("moe_latent_size"),
    )


def searched_layers(fields: Fields, shape: Shape) -> tuple[LayerGroup, ...]:
    """Nemotron-NAS: attention may be absent, the feed-forward width differs block by block."""
    blocks = fields.sequence("block_configs", shape.layers) or []
    return joined([_searched(fields, shape, block) for block in blocks])


def _searched(fields: Fields, shape: Shape, block: Any) -> LayerGroup:
    if not isinstance(block, Mapping):
        raise fields.wrong("block_configs", type(block).__name__, "{attention, ffn}")
    parts = Fields(block, fields.place)
    attention, ffn = (parts.part(name) if name in parts else Fields({}, fields.place) for name in ("attention", "ffn"))
    if attention.raw("replace_with_linear") or ffn.raw("replace_with_linear"):
        raise fields.not_understood("block_configs.replace_with_linear")
    mixer = _NOTHING
    if not attention.raw("no_op"):
        group = attention.optional("n_heads_in_group") or 1
        mixer = Attention(kind="full", heads=shape.heads, kv_heads=shape.heads // group, head_dim=shape.head_dim)
    width = 0 if ffn.raw("no_op") else _ffn_width(_multiplier(ffn), shape.hidden)
    return LayerGroup(
        count=1, attention=mixer, feed_forward=FeedForward(intermediate=width) if width else None
    )  # fmt: skip


def _multiplier(ffn: Fields) -> float:
    value = ffn.raw("ffn_mult") or 0.0
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 <= value <= _LARGEST_MULTIPLIER:
        raise ffn.wrong("ffn_mult", value, f"0 … {_LARGEST_MULTIPLIER}")
    return float(value)


def _ffn_width(multiplier: float, hidden: int) -> int:
    """Two thirds of multiplier × hidden, rounded up to 256, as the model's own code does."""
    raw = int(2 * multiplier * hidden / 3)
    return raw + (-raw) % 256
