"""DeepSeek-V4: attention over the last tokens one by one, and over compressed entries beyond them.

Parameters module by module as in Hugging Face transformers 5 (``deepseek_v4``). Keys and values are one vector.
"""

from wizard.catalogs.hf_fields import Fields
from wizard.catalogs.hf_layers import Shape, joined
from wizard.domain.model import Attention, FeedForward, LayerGroup

_SPARSE, _HEAVY = 4, 128
"""Tokens a compressed entry stands for: with an indexer that picks entries, and without."""


def compressed_layers(fields: Fields, shape: Shape) -> tuple[LayerGroup, ...]:
    """All layers; ``compress_ratios`` may also name the extra prediction layer, which is not counted.

    Raises:
        CodedError: C201, C202 naming the field.
    """
    ratios = fields.sequence("compress_ratios", shape.layers) or [0] * shape.layers
    return joined([_layer(fields, shape, ratio) for ratio in ratios])


def _layer(fields: Fields, shape: Shape, ratio: int) -> LayerGroup:
    if ratio not in (0, _SPARSE, _HEAVY):
        raise fields.wrong("compress_ratios", ratio, f"0, {_SPARSE}, {_HEAVY}")
    width, rope = shape.head_dim, fields.count("qk_rope_head_dim")
    attention = Attention(
        kind="mla",
        heads=shape.heads,
        kv_heads=1,
        head_dim=width,
        v_head_dim=width,
        q_lora_rank=fields.count("q_lora_rank"),
        kv_lora_rank=width - rope,
        qk_rope_head_dim=rope,
        window=fields.count("sliding_window"),
        compress=ratio or None,
        index_dim=fields.count("index_head_dim") if ratio == _SPARSE else 0,
        params=_attention(fields, shape) + _compressor(fields, shape, ratio),
    )
    return LayerGroup(
        count=1, attention=attention, feed_forward=_experts(fields), extra_params=_streams(fields, shape.hidden)
    )


def _attention(fields: Fields, shape: Shape) -> int:
    rank, outputs = fields.count("q_lora_rank"), fields.count("o_groups") * fields.count("o_lora_rank")
    queries = shape.heads * shape.head_dim
    down = shape.hidden * (rank + shape.head_dim) + rank + shape.head_dim
    return down + rank * queries + queries // fields.count("o_groups") * outputs + outputs * shape.hidden + shape.heads


def _compressor(fields: Fields, shape: Shape, ratio: int) -> int:
    if not ratio:
        return 0
    if ratio == _HEAVY:
        return (2 * shape.hidden + ratio + 1) * shape.head_dim
    heads, width = fields.count("index_n_heads"), fields.count("index_head_dim")
    entries = (2 * shape.hidden + ratio) * 2 * (shape.head_dim + width) + shape.head_dim + width
    return entries + fields.count("q_lora_rank") * heads * width + shape.hidden * heads


def _streams(fields: Fields, hidden: int) -> int:
    """Hyper-connections before attention and before the experts: one matrix, its offsets and three scales each."""
    streams = fields.count("hc_mult")
    return 2 * ((2 + streams) * streams * (streams * hidden + 1) + 3)


def _experts(fields: Fields) -> FeedForward:
    width, shared = fields.count("moe_intermediate_size"), fields.count("n_shared_experts")
    return FeedForward(
        intermediate=width,
        experts=fields.count("n_routed_experts"),
        experts_per_token=fields.count("num_experts_per_tok"),
        shared_experts=shared,
        shared_intermediate=width,
        router_bias=True,
    )
