"""Layer groups of decoder models: attention kind, sliding pattern, dense and expert layers."""

from collections import Counter
from dataclasses import dataclass

from wizard.catalogs.hf_families import Family
from wizard.catalogs.hf_feed_forward import dense_part, experts_part
from wizard.catalogs.hf_fields import Fields
from wizard.catalogs.hf_kinds import attention_kinds, expert_layers, window_of
from wizard.catalogs.hf_linear import (
    delta_net_attention,
    kimi_delta_attention,
    lightning_attention,
    mamba_attention,
    selective_attention,
    short_convolution,
)
from wizard.domain.model import Attention, LayerGroup


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
    kinds = attention_kinds(fields, family, shape.layers)
    sparse = expert_layers(fields, shape.layers)
    placed = any(fields.raw(name) for name in _DEPENDS_ON_PLACE) or isinstance(fields.raw("intermediate_size"), list)
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
    dense = family.feed_forward and not experts
    feed_forward = experts_part(fields, family) if experts else None
    if dense:
        feed_forward = dense_part(fields, family, shape.hidden, shape.layers, index)
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


def _attention(fields: Fields, family: Family, shape: Shape, kind: str, index: int) -> Attention:
    if kind in ("linear", "mamba", "conv"):
        return _constant_state(fields, shape, kind)
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
        window=window_of(fields) if kind == "sliding" else None,
        qkv_bias=bias,
        output_bias=output_bias and bias,
        output_gate=fields.flag("attn_output_gate", "attention_output_gate", default=_gated_by_class(fields)),
        index_dim=_index_dim(fields, index),
    )
    if kind == "parallel":
        return _beside_mixer(fields, shape, attention)
    return _shared_keys(fields, shape, attention, index, kind)


def _constant_state(fields: Fields, shape: Shape, kind: str) -> Attention:
    if kind == "conv":
        return short_convolution(fields, shape.hidden)
    if kind == "mamba":
        early = ("mamba_dt_rank" in fields or "time_step_rank" in fields) and fields.raw("model_type") != "mamba2"
        build = selective_attention if early and "mamba_n_heads" not in fields else mamba_attention
        return build(fields, shape.hidden)
    if "linear_attn_config" in fields or fields.raw("model_type") == "kimi_linear":
        return kimi_delta_attention(fields, shape.hidden)
    if str(fields.raw("model_type")).startswith("minimax"):
        return lightning_attention(shape.hidden, shape.heads, shape.head_dim)
    return delta_net_attention(fields, shape.hidden)


def _beside_mixer(fields: Fields, shape: Shape, attention: Attention) -> Attention:
    """Falcon-H1: every layer holds a cache and a constant state."""
    mixer = mamba_attention(fields, shape.hidden)
    keys, queries = attention.kv_heads * attention.head_dim, attention.heads * attention.head_dim
    params = 2 * shape.hidden * (keys + queries) + (mixer.params or 0)
    return attention.model_copy(update={"params": params, "state_bytes": mixer.state_bytes})


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
    if "sparse_attention_config" not in fields:
        return 0
    sparse = fields.part("sparse_attention_config")
    frequency = sparse.sequence("sparse_attention_freq") or []
    active = index < len(frequency) and bool(frequency[index])
    return sparse.count("sparse_index_dim") if active else 0


def _latent_attention(fields: Fields, shape: Shape) -> Attention:
    gated = fields.flag("mla_use_output_gate", default=False)
    return Attention(
        kind="mla",
        output_gate=gated,
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


def _extra_params(fields: Fields, family: Family, shape: Shape, attention: Attention) -> int:
    extra = _norm_extra(fields, family, attention)
    if attention.kind == "mla":
        extra += (attention.q_lora_rank or 0) + (attention.kv_lora_rank or 0)
        if attention.index_dim:
            heads = fields.count("index_n_heads")
            extra += (attention.q_lora_rank or shape.hidden) * heads * attention.index_dim
            extra += shape.hidden * (attention.index_dim + heads) + 2 * attention.index_dim
    elif attention.index_dim:
        heads = fields.part("sparse_attention_config").optional("sparse_num_index_heads") or 0
        extra += shape.hidden * (heads + 1) * attention.index_dim
    if fields.raw("model_type") == "gpt_oss":
        extra += attention.heads  # one attention sink a head
    if fields.flag("latent_moe_use_norm", default=False):
        extra += fields.count("routed_expert_hidden_size")
    if "attn_res_block_size" in fields:  # Kimi K3: a query and a norm before each of the two parts of a layer
        extra += 4 * shape.hidden
    if "laurel_rank" in fields:
        extra += _streams_of_gemma3n(fields, shape.hidden)
    per_layer_input = fields.optional("hidden_size_per_layer_input") or 0
    if per_layer_input:
        extra += 2 * shape.hidden * per_layer_input + shape.hidden
    return extra


def _streams_of_gemma3n(fields: Fields, hidden: int) -> int:
    """Alternating updates and the low-rank residual of Gemma 3n, module by module as in Hugging Face transformers 5."""
    inputs, rank = fields.count("altup_num_inputs"), fields.count("laurel_rank")
    return hidden * (2 + inputs) + inputs**2 * (1 + inputs) + (2 * rank + 1) * hidden


def _norm_extra(fields: Fields, family: Family, attention: Attention) -> int:
    use = fields.flag("use_qk_norm", default=family.qk_norm != "none")
    if not use or attention.kind in ("linear", "mla") or family.qk_norm == "none":
        return 0
    if family.qk_norm == "full":
        return (attention.heads + attention.kv_heads) * attention.head_dim
    return 2 * attention.head_dim
