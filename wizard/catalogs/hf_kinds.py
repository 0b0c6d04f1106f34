"""Which layers attend how, and which hold experts: the spellings of the layer pattern of a decoder."""

from wizard.catalogs.hf_families import Family
from wizard.catalogs.hf_fields import Fields

_KINDS = {
    "full_attention": "full",
    "sliding_attention": "sliding",
    "chunked_attention": "sliding",
    "linear_attention": "linear",
    "deepseek_sparse_attention": "full",
    "indexed_attention": "full",
    "attention": "full",
    "mamba": "mamba",
    "conv": "conv",
}


def attention_kinds(fields: Fields, family: Family, layers: int) -> list[str]:
    """``full``, ``sliding``, ``linear``, ``mamba``, ``parallel`` or ``conv`` for every layer.

    Raises:
        CodedError: C202 naming the field.
    """
    types = fields.sequence("layer_types", exactly=layers)
    if types is not None:
        kinds = [_kind(fields, t) for t in types]
        return [_constant_kind(fields) if kind == "linear" else kind for kind in kinds]
    named = _named_kinds(fields, layers)
    if named is not None:
        return named
    interval = fields.optional("full_attention_interval")
    if interval and "linear_num_value_heads" in fields:
        return ["full" if (i + 1) % interval == 0 else "linear" for i in range(layers)]
    return _sliding_kinds(fields, family, layers)


def _named_kinds(fields: Fields, layers: int) -> list[str] | None:
    """Spellings of single families, None where the configuration uses none of them."""
    pattern = fields.sequence("hybrid_layer_pattern", layers)
    if pattern is not None:
        return ["sliding" if entry else "full" for entry in pattern]
    attending = fields.sequence("full_attn_idxs")
    if attending is not None:  # LFM2 names its attention layers, the others are short convolutions
        return ["full" if i in attending else "conv" for i in range(layers)]
    if fields.raw("linear_attn_config") is not None:  # Kimi counts its layers from one
        full = fields.part("linear_attn_config").numbers("full_attn_layers")
        return ["full" if i + 1 in full else "linear" for i in range(layers)]
    chosen = fields.sequence("attn_type_list", exactly=layers)
    if chosen is not None:  # MiniMax: 0 is linear
        return ["full" if entry else "linear" for entry in chosen]
    return _mamba_kinds(fields, layers)


def _mamba_kinds(fields: Fields, layers: int) -> list[str] | None:
    family = fields.raw("model_type")
    if family in ("mamba", "mamba2", "falcon_mamba"):
        return ["mamba"] * layers
    if family == "falcon_h1":  # attention and mixer side by side in every layer
        return ["parallel"] * layers
    if family == "bamba":
        attending = fields.numbers("attn_layer_indices")
        return ["full" if i in attending else "mamba" for i in range(layers)]
    period = fields.optional("attn_layer_period")
    if period:
        offset = fields.optional("attn_layer_offset") or 0
        return ["full" if i % period == offset else "mamba" for i in range(layers)]
    return None


def _sliding_kinds(fields: Fields, family: Family, layers: int) -> list[str]:
    if family.sliding == "none" or window_of(fields) is None:
        return ["full"] * layers
    if family.sliding == "all":
        return ["sliding"] * layers
    spelt = fields.raw("sliding_window_pattern")
    if isinstance(spelt, str) and spelt and not set(spelt) - set("LG"):  # EXAONE: L local, G global
        return ["full" if spelt[i % len(spelt)] == "G" else "sliding" for i in range(layers)]
    period = fields.optional("sliding_window_pattern") or family.period
    return ["full" if (i + 1) % period == 0 else "sliding" for i in range(layers)]


def _constant_kind(fields: Fields) -> str:
    """Hugging Face transformers from 5.20 on writes ``linear_attention`` also for Mamba layers."""
    return "mamba" if "mamba_n_heads" in fields and "linear_num_value_heads" not in fields else "linear"


def _kind(fields: Fields, name: object) -> str:
    if not isinstance(name, str) or name not in _KINDS:
        raise fields.wrong("layer_types", name, ", ".join(_KINDS))
    return _KINDS[name]


def window_of(fields: Fields) -> int | None:
    """Tokens a sliding layer looks back; None: it looks at all of them."""
    if not fields.flag("use_sliding_window", default=True):
        return None
    return fields.optional("sliding_window", "sliding_window_size", "attention_chunk_size")


def expert_count(fields: Fields) -> int:
    """Routed experts of a layer that has some, 0 for a dense model."""
    return fields.optional("num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts") or 0


def expert_layers(fields: Fields, layers: int) -> list[bool]:
    """Which layers hold experts.

    Raises:
        CodedError: C202 naming the field.
    """
    if expert_count(fields) < 1 or (expert_count(fields) == 1 and fields.raw("model_type") == "jamba"):
        return [False] * layers
    types = fields.sequence("mlp_layer_types", exactly=layers)
    if types is not None:
        return [t == "sparse" for t in types]
    if isinstance(fields.raw("moe_layer_freq"), list):
        return [bool(x) for x in fields.sequence("moe_layer_freq", layers) or []]
    chosen = _chosen_layers(fields)
    if chosen is not None:
        return [i in chosen for i in range(layers)]
    period = fields.optional("expert_layer_period")
    if period:
        offset = fields.optional("expert_layer_offset") or 0
        return [i % period == offset for i in range(layers)]
    return _stepped(fields, layers)


def _chosen_layers(fields: Fields) -> frozenset[int] | None:
    """Layers named one by one, as a list or as ``"1,3,5"``."""
    if isinstance(fields.raw("moe_layers"), list):
        return fields.numbers("moe_layers")
    named = fields.raw("moe_layers_enum")
    if isinstance(named, str) and named:
        return frozenset(int(x) for x in named.split(",") if x.strip().isdigit())
    return None


def _stepped(fields: Fields, layers: int) -> list[bool]:
    first = fields.optional("first_k_dense_replace", "moe_layer_start_index", "num_dense_layers") or 0
    step = fields.optional("interleave_moe_layer_step", "decoder_sparse_step", "moe_layer_interval") or 1
    dense_only = fields.numbers("mlp_only_layers")
    return [i >= first and (i + 1) % step == 0 and i not in dense_only for i in range(layers)]
