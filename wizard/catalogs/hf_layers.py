"""Layer groups of decoder models: attention kind, sliding pattern, dense and expert layers."""

from collections import Counter
from dataclasses import dataclass

from wizard.catalogs.hf_families import Family
from wizard.catalogs.hf_fields import Fields
from wizard.catalogs.hf_linear import delta_net_attention, mamba_attention, short_convolution
from wizard.domain.model import Attention, FeedForward, LayerGroup


@dataclass(frozen=True)
class Shape:
    """Sizes every layer shares."""

    hidden: int
    layers: int
    heads: int
    kv_heads: int
    head_dim: int


def decoder_layers(fields: Fields, family: Family, shape: Shape) -> tuple[LayerGroup, ...]:
    """All layers, equal neighbours joined.

    Raises:
        CodedError: C201, C202 or C204 naming the field.
    """
    kinds = _attention_kinds(fields, family, shape.layers)
    sparse = _expert_layers(fields, shape.layers)
    placed = any(fields.raw(name) for name in _DEPENDS_ON_PLACE)
    built: dict[tuple[str, bool, int], LayerGroup] = {}
    layers = []
    for index, (kind, experts) in enumerate(zip(kinds, sparse, strict=True)):
        key = (kind, experts, index if placed else 0)
        if key not in built:
            built[key] = _layer(fields, family, shape, kind, experts=experts, index=index)
        layers.append(built[key])
    return joined(layers)


_DEPENDS_ON_PLACE = ("num_kv_shared_layers", "sparse_attention_config")
"""Fields that make layers of one kind differ by their place; without them each kind is built once."""


def _layer(fields: Fields, family: Family, shape: Shape, kind: str, *, experts: bool, index: int) -> LayerGroup:
    attention = _attention(fields, family, shape, kind, index)
    feed_forward = _experts(fields, family) if experts else _dense(fields, family, shape, index)
    extra = _extra_params(fields, family, shape, attention)
    return LayerGroup(count=1, attention=attention, feed_forward=feed_forward, extra_params=extra)


def joined(layers: list[LayerGroup]) -> tuple[LayerGroup, ...]:
    """One group per distinct layer, in the order of first appearance."""
    seen = {id(layer): layer for layer in layers}  # comparing what is the same object costs more than all the rest
    times = Counter(map(id, layers))
    counts: dict[LayerGroup, int] = {}
    for number, layer in seen.items():
        counts[layer] = counts.get(layer, 0) + layer.count * times[number]
    return tuple(layer.model_copy(update={"count": count}) for layer, count in counts.items())


def _attention_kinds(fields: Fields, family: Family, layers: int) -> list[str]:
    types = fields.sequence("layer_types", layers)
    if types is not None and len(types) == layers:
        return [_kind(fields, t) for t in types]
    pattern = fields.sequence("hybrid_layer_pattern", layers)
    if pattern is not None:
        return ["sliding" if entry else "full" for entry in pattern]
    attending = fields.sequence("full_attn_idxs")
    if attending is not None:  # LFM2 names its attention layers, the others are short convolutions
        return ["full" if i in attending else "conv" for i in range(layers)]
    interval = fields.optional("full_attention_interval")
    if interval and "linear_num_value_heads" in fields:
        return ["full" if (i + 1) % interval == 0 else "linear" for i in range(layers)]
    window = _window(fields)
    if family.sliding == "none" or window is None:
        return ["full"] * layers
    if family.sliding == "all":
        return ["sliding"] * layers
    period = fields.optional("sliding_window_pattern") or family.period
    return ["full" if (i + 1) % period == 0 else "sliding" for i in range(layers)]


def _kind(fields: Fields, name: object) -> str:
    known = {
        "full_attention": "full",
        "sliding_attention": "sliding",
        "chunked_attention": "sliding",
        "linear_attention": "linear",
        "deepseek_sparse_attention": "full",
        "attention": "full",
        "mamba": "mamba",
        "conv": "conv",
    }
    if name not in known:
        raise fields.wrong("layer_types", name, ", ".join(known))
    return known[str(name)]


def _window(fields: Fields) -> int | None:
    if not fields.flag("use_sliding_window", default=True):
        return None
    return fields.optional("sliding_window", "sliding_window_size", "attention_chunk_size")


def _attention(fields: Fields, family: Family, shape: Shape, kind: str, index: int) -> Attention:
    if kind == "linear":
        return delta_net_attention(fields, shape.hidden)
    if kind == "mamba":
        return mamba_attention(fields, shape.hidden)
    if kind == "conv":
        return short_convolution(fields, shape.hidden)
    if "kv_lora_rank" in fields:
        return _latent_attention(fields, shape)
    bias = fields.flag(
        "attention_bias", "use_qkv_bias", "add_qkv_bias", "qkv_bias", "use_bias", "bias", default=family.qkv_bias
    )
    output_bias = family.output_bias or (fields.raw("model_type") == "llama" and bias)
    kv_heads, head_dim, heads = shape.kv_heads, shape.head_dim, shape.heads
    if kind == "sliding":
        kv_heads = fields.optional("swa_num_key_value_heads") or kv_heads
        heads = fields.optional("swa_num_attention_heads") or heads
    elif "global_head_dim" in fields:  # Gemma 4: global layers are wider, with fewer key heads
        head_dim = fields.count("global_head_dim")
        kv_heads = fields.optional("num_global_key_value_heads") or kv_heads
    attention = Attention(
        kind="sliding" if kind == "sliding" else "full",
        heads=heads,
        kv_heads=kv_heads,
        head_dim=head_dim,
        v_head_dim=fields.optional("v_head_dim", "swa_v_head_dim"),
        window=_window(fields) if kind == "sliding" else None,
        qkv_bias=bias,
        output_bias=output_bias and bias,
        output_gate=fields.flag("attn_output_gate", "attention_output_gate", default=_gated_by_class(fields)),
        index_dim=_index_dim(fields, index),
    )
    return _shared_keys(fields, shape, attention, index, kind)


def _gated_by_class(fields: Fields) -> bool:
    return bool(fields.raw("model_type") == "qwen3_next")


def _shared_keys(fields: Fields, shape: Shape, attention: Attention, index: int, kind: str) -> Attention:
    """Gemma 4: value = key in global layers; the last layers reuse the cache of earlier ones."""
    q_and_o = 2 * shape.hidden * attention.heads * attention.head_dim
    shared = fields.optional("num_kv_shared_layers") or 0
    if shared and index >= shape.layers - shared:
        return attention.model_copy(update={"kind": "none", "params": q_and_o})
    if kind == "full" and fields.flag("attention_k_eq_v", default=False):
        return attention.model_copy(update={"params": q_and_o + shape.hidden * attention.kv_heads * attention.head_dim})
    return attention


def _index_dim(fields: Fields, index: int) -> int:
    sparse = fields.raw("sparse_attention_config")
    if not isinstance(sparse, dict):
        return 0
    frequency = sparse.get("sparse_attention_freq") or []
    active = index < len(frequency) and bool(frequency[index])
    return Fields(sparse, fields.place).count("sparse_index_dim") if active else 0


def _latent_attention(fields: Fields, shape: Shape) -> Attention:
    return Attention(
        kind="mla",
        heads=shape.heads,
        kv_heads=shape.heads,
        head_dim=fields.count("qk_nope_head_dim") + fields.count("qk_rope_head_dim"),
        v_head_dim=fields.count("v_head_dim"),
        q_lora_rank=fields.optional("q_lora_rank"),
        kv_lora_rank=fields.count("kv_lora_rank"),
        qk_nope_head_dim=fields.count("qk_nope_head_dim"),
        qk_rope_head_dim=fields.count("qk_rope_head_dim"),
        index_dim=fields.optional("index_head_dim") or 0,
    )


def _expert_layers(fields: Fields, layers: int) -> list[bool]:
    if not _expert_count(fields):
        return [False] * layers
    types = fields.sequence("mlp_layer_types", layers)
    if types is not None:
        return [t == "sparse" for t in types]
    frequency = fields.raw("moe_layer_freq")
    if isinstance(frequency, list):
        return [bool(x) for x in fields.sequence("moe_layer_freq", layers) or []]
    named = fields.raw("moe_layers_enum")
    if isinstance(named, str) and named:
        chosen = {int(x) for x in named.split(",") if x.strip().isdigit()}
        return [i in chosen for i in range(layers)]
    first_dense = fields.optional("first_k_dense_replace", "moe_layer_start_index") or 0
    step = fields.optional("interleave_moe_layer_step", "decoder_sparse_step", "moe_layer_interval") or 1
    dense_only = set(fields.raw("mlp_only_layers") or [])
    return [i >= first_dense and (i + 1) % step == 0 and i not in dense_only for i in range(layers)]


def _expert_count(fields: Fields) -> int:
    return fields.optional("num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts") or 0


def _dense(fields: Fields, family: Family, shape: Shape, index: int) -> FeedForward:
    width = fields.optional("intermediate_size_mlp", "dense_intermediate_size")
    if fields.raw("model_type") == "granitemoehybrid":
        width = fields.count("shared_intermediate_size")
    if width is None:
        width = fields.optional("intermediate_size", "ffn_hidden_size", "n_inner")
    if width is None:  # GPT-2 and its heirs leave n_inner empty for four times the width
        width = 4 * shape.hidden if not family.gated else fields.count("intermediate_size")
    width = _as_built(fields, width)
    shared = fields.optional("num_kv_shared_layers") or 0
    if fields.flag("use_double_wide_mlp", default=False) and index >= shape.layers - shared:
        width *= 2
    return FeedForward(intermediate=width, gated=family.gated, bias=_mlp_bias(fields, family))


def _as_built(fields: Fields, width: int) -> int:
    """First-generation Qwen writes both gated branches as one width; LFM2 takes two thirds, rounded up."""
    if fields.raw("model_type") == "qwen":
        return width // 2
    if fields.flag("block_auto_adjust_ff_dim", default=False):
        multiple = fields.optional("block_multiple_of") or 256
        return -(-(2 * width // 3) // multiple) * multiple
    return width


def _mlp_bias(fields: Fields, family: Family) -> bool:
    return fields.flag("mlp_bias", "add_bias_linear", "use_bias", default=family.mlp_bias)


def _experts(fields: Fields, family: Family) -> FeedForward:
    width = fields.optional("moe_intermediate_size", "expert_intermediate_size") or fields.count("intermediate_size")
    shared, shared_width = _shared_expert(fields, width)
    return FeedForward(
        intermediate=width,
        gated=family.gated,
        experts=_expert_count(fields),
        experts_per_token=fields.count(
            "num_experts_per_tok", "top_k_experts", "experts_per_token", "moe_top_k", "moe_k"
        ),
        shared_experts=shared,
        shared_intermediate=shared_width,
        shared_gate=family.shared_gate and shared > 0,
        router_bias=family.router_bias,
        bias=_mlp_bias(fields, family),
    )


def _shared_expert(fields: Fields, width: int) -> tuple[int, int]:
    given = fields.optional("shared_expert_intermediate_size", "share_expert_dim")
    if given:
        return 1, given
    if fields.flag("enable_moe_block", default=False):  # Gemma 4: a dense part beside the experts
        return 1, fields.count("intermediate_size")
    number = fields.optional("n_shared_experts", "num_shared_experts", "moe_num_shared_experts") or 0
    if number:
        return number, fields.optional("shared_intermediate_size") or width
    if fields.raw("model_type") == "granitemoehybrid":
        return 1, fields.count("shared_intermediate_size")
    if fields.raw("model_type") == "llama4_text":
        return 1, fields.count("intermediate_size")
    return 0, 0


def _extra_params(fields: Fields, family: Family, shape: Shape, attention: Attention) -> int:
    extra = _norm_extra(fields, family, attention)
    if attention.kind == "mla":
        extra += (attention.q_lora_rank or 0) + (attention.kv_lora_rank or 0)
        if attention.index_dim:
            heads = fields.count("index_n_heads")
            extra += (attention.q_lora_rank or shape.hidden) * heads * attention.index_dim
            extra += shape.hidden * (attention.index_dim + heads) + 2 * attention.index_dim
    elif attention.index_dim:
        heads = int(fields.raw("sparse_attention_config").get("sparse_num_index_heads", 0))
        extra += shape.hidden * (heads + 1) * attention.index_dim
    if fields.raw("model_type") == "gpt_oss":
        extra += attention.heads  # one attention sink a head
    per_layer_input = fields.optional("hidden_size_per_layer_input") or 0
    if per_layer_input:
        extra += 2 * shape.hidden * per_layer_input + shape.hidden
    return extra


def _norm_extra(fields: Fields, family: Family, attention: Attention) -> int:
    use = fields.flag("use_qk_norm", default=family.qk_norm != "none")
    if not use or attention.kind in ("linear", "mla") or family.qk_norm == "none":
        return 0
    if family.qk_norm == "full":
        return (attention.heads + attention.kv_heads) * attention.head_dim
    return 2 * attention.head_dim
