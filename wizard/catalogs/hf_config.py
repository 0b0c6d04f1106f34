"""From a Hugging Face ``config.json`` to the architecture that memory and speed are computed from."""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from wizard.catalogs.hf_blocks import pattern_layers, searched_layers
from wizard.catalogs.hf_compressed import compressed_layers
from wizard.catalogs.hf_encoders import ENCODERS, encoder_architecture
from wizard.catalogs.hf_families import ALIASES, FAMILIES, Family
from wizard.catalogs.hf_fields import ConfigError, Fields
from wizard.catalogs.hf_files import read_json_object
from wizard.catalogs.hf_images import flux_architecture
from wizard.catalogs.hf_layers import Shape, decoder_layers
from wizard.catalogs.hf_pairs import PAIRS, pair_architecture
from wizard.catalogs.hf_quantisation import quantisation_of
from wizard.catalogs.hf_towers import refuse_further_networks, tower_params
from wizard.domain.errors import CodedError
from wizard.domain.model import LayerGroup, ModelArchitecture, NumberFormat

MAX_BYTES = 5_000_000
_BLOCKWISE = {"nemotron_h": Family(norms=1), "nemotron-nas": Family(), "deepseek_v4": Family()}
_ENCODERS = (*ENCODERS, "whisper")
_NOT_UNDERSTOOD = {"compress_ratios": _BLOCKWISE, "linear_attn_config": ("kimi_linear",)}
"""Fields that change the cache or the layers, with the model types in which they are computed."""
_MOST_LAYERS = 10_000
"""Layers are built one by one; more than this is damage and would only take long."""
_NESTED = ("text_config", "llm_config", "language_config", "thinker_config")
_FORMATS = {"float32": NumberFormat.FP32, "float16": NumberFormat.FP16, "bfloat16": NumberFormat.BF16}


def read_config(path: Path) -> ModelArchitecture:
    """The architecture in a ``config.json`` or in a folder that holds one; the name is the folder's or the file's.

    Raises:
        CodedError: C205 for an unreadable file, otherwise as ``architecture_from_config``.
    """
    file = path / "config.json" if path.is_dir() else path
    name = file.parent.name if file.name == "config.json" else file.stem
    config, _data = read_json_object(file, MAX_BYTES)
    return architecture_from_config(config, name.replace("--", "/"))


def architecture_from_config(config: Mapping[str, Any], ref: str) -> ModelArchitecture:
    """The architecture behind the keys of a Hugging Face configuration.

    Raises:
        CodedError: C201 field missing, C202 wrong value, C203 unknown model type, C204 field not understood.
    """
    outer = Fields(config, ref)
    inner = _language_part(outer)
    model_type = _model_type(inner, outer)
    for field, understood in _NOT_UNDERSTOOD.items():
        if field in inner and model_type not in understood:
            raise inner.not_understood(field)
    if model_type in (*_ENCODERS, *PAIRS):
        refuse_further_networks(outer, ())
    if model_type in _ENCODERS:
        return encoder_architecture(inner, model_type, ref)
    if model_type in PAIRS:
        return pair_architecture(inner, model_type, ref)
    if model_type == "flux":
        return flux_architecture(inner, ref)
    family = _family(inner, model_type)
    shape = _shape(inner, family)
    layers = _layers(inner, family, shape, model_type)
    vocab = inner.optional("vocab_size", "padded_vocab_size") or family.vocab or inner.count("vocab_size")
    positions = inner.count("n_positions", "max_position_embeddings") if family.learned_positions else 0
    return ModelArchitecture(
        ref=ref,
        model_type=model_type,
        hidden=shape.hidden,
        vocab=vocab,
        tied_embeddings=_tied(outer, inner, family),
        layers=layers,
        context=inner.optional(
            "max_position_embeddings", "n_positions", "seq_length", "max_sequence_length", "max_seq_len"
        ),
        learned_positions=positions,
        extra_params=_outside_layers(outer, inner, family, shape, vocab),
        native_format=number_format(inner, outer),
        quantisation=quantisation_of(outer if "quantization_config" in outer else inner, shape.layers),
        norm_params_per_layer=family.norms * shape.hidden * (2 if family.norm_bias else 1),
        source=f"config.json {ref}",
    )


def _language_part(outer: Fields) -> Fields:
    for name in _NESTED:
        nested = outer.raw(name)
        if isinstance(nested, Mapping):
            return _language_part(Fields(nested, outer.place))
    return outer


def _model_type(fields: Fields, outer: Fields) -> str:
    value = fields.raw("model_type")
    if value is None:  # retyped configurations name the class instead, of the model or of its language part
        words = str(fields.raw("_config_class") or outer.raw("_config_class") or "").removesuffix("Config")
        value = "".join(f"_{c.lower()}" if c.isupper() else c for c in words).lstrip("_")
    if not value:
        raise CodedError(ConfigError.MISSING, place=fields.place, field="model_type")
    return ALIASES.get(str(value), str(value))


def _family(fields: Fields, model_type: str) -> Family:
    family = _BLOCKWISE.get(model_type) or FAMILIES.get(model_type)
    if family is None:
        known = [*FAMILIES, *_BLOCKWISE, *_ENCODERS, *PAIRS, "flux"]
        near = get_close_matches(model_type[:60], known, n=5, cutoff=0.4) or ["llama"]
        named = {"value": model_type[:60], "count": len(known), "known": ", ".join(near)}
        raise CodedError(ConfigError.MODEL_TYPE, place=fields.place, **named)
    return family


def _shape(fields: Fields, family: Family) -> Shape:
    hidden, heads = (
        fields.count("hidden_size", "n_embd", "d_model"),
        _heads(fields),
    )
    blocks = fields.raw("layers_block_type") or fields.raw("hybrid_override_pattern")
    if blocks and not isinstance(blocks, list | str):
        raise fields.wrong("layers_block_type", type(blocks).__name__, "[…]")
    layers = len(blocks) if blocks else fields.count("num_hidden_layers", "n_layer", "num_layers", "n_layers")
    if layers > _MOST_LAYERS:
        raise fields.wrong("num_hidden_layers", layers, f"1 … {_MOST_LAYERS}")
    head_dim = fields.optional("head_dim", "attention_head_dim", "kv_channels") or family.head_dim
    if not head_dim and hidden % heads and "kv_lora_rank" not in fields:
        raise fields.wrong("num_attention_heads", heads, f"a divisor of hidden_size = {hidden}, or a field head_dim")
    return Shape(hidden, layers, heads, _kv_heads(fields, heads), head_dim or hidden // heads)


def _heads(fields: Fields) -> int:
    """Models of state-space layers alone have no attention heads."""
    names = ("num_attention_heads", "n_head", "n_heads", "num_heads", "attention_heads")
    if fields.raw("model_type") in ("mamba", "falcon_mamba"):
        return 1
    return fields.count(*names)


def _kv_heads(fields: Fields, heads: int) -> int:
    if fields.flag("multi_query", default=False) and not fields.flag("new_decoder_architecture", default=False):
        return 1
    spellings = ("num_key_value_heads", "multi_query_group_num", "n_head_kv", "num_kv_heads")
    kv_heads = fields.optional(*spellings) or heads
    if heads % kv_heads:
        raise fields.wrong("num_key_value_heads", kv_heads, f"a divisor of num_attention_heads = {heads}")
    return kv_heads


def _layers(fields: Fields, family: Family, shape: Shape, model_type: str) -> tuple[LayerGroup, ...]:
    if model_type == "nemotron_h":
        return pattern_layers(fields, shape)
    if model_type == "deepseek_v4":
        return compressed_layers(fields, shape)
    if "block_configs" in fields:
        return searched_layers(fields, shape)
    return decoder_layers(fields, family, shape)


def _tied(outer: Fields, inner: Fields, family: Family) -> bool:
    """Of a model with towers the outermost field decides, as in Hugging Face transformers 5."""
    given = outer if "tie_word_embeddings" in outer else inner
    return given.flag("tie_word_embeddings", default=family.tied)


def _outside_layers(outer: Fields, inner: Fields, family: Family, shape: Shape, vocab: int) -> int:
    extra = tower_params(outer, shape.hidden)
    extra += shape.hidden if family.norm_bias else 0
    extra += vocab if family.head_bias else 0
    per_layer = inner.optional("hidden_size_per_layer_input") or 0
    if per_layer:  # Gemma 3n and 4 E-models: one small embedding table for every layer
        table = inner.optional("vocab_size_per_layer_input") or vocab
        extra += shape.layers * per_layer * (table + shape.hidden) + per_layer
    return extra


def number_format(*levels: Fields) -> NumberFormat:
    """The format of unquantised weights, from the first level that names one."""
    name = next((str(named) for level in levels if (named := level.raw("dtype", "torch_dtype"))), "bfloat16")
    return _FORMATS.get(name, NumberFormat.BF16)
