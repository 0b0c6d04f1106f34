"""Vision and audio towers in front of a language model."""

from collections.abc import Mapping
from typing import Any

from wizard.catalogs.hf_fields import Fields

_GATED = ("pixtral", "gemma4_vision", "qwen2_5_vl")


def tower_params(outer: Fields, hidden: int) -> int:
    """Parameters of vision and audio towers with their projector, 0 without one.

    Counted as plain transformer encoders (attention 4·w², feed-forward 2·w·f) and a two-layer projector; a tower is a
    few per cent of the model, this estimate of it is good to about 15 %.
    """
    return sum(
        _tower(Fields(part, outer.place), hidden)
        for name in ("vision_config", "audio_config")
        if isinstance(part := outer.raw(name), Mapping)
    )


def _tower(fields: Fields, hidden: int) -> int:
    if fields.raw("model_type") == "gemma4_audio":
        return _conformer(fields, hidden)
    width, depth = _first(fields, "hidden_size", "width"), _first(fields, "depth", "num_hidden_layers", "layers")
    if not width or not depth:
        return 0
    ffn = _first(fields, "intermediate_size") or 4 * width
    layer = 4 * width * width + (3 if fields.raw("model_type") in _GATED else 2) * width * ffn + 9 * width
    patch = _first(fields, "patch_size") or 14
    embedding = 3 * patch * patch * width
    if fields.raw("model_type") == "gemma4_vision":  # one row and one column table, one projection
        return depth * layer + embedding + 2 * _first(fields, "position_embedding_size") * width + width * hidden
    merge = _first(fields, "spatial_merge_size") or 1
    merged = width * merge * merge
    return depth * layer + embedding + merged * merged + merged * hidden


def _conformer(fields: Fields, hidden: int) -> int:
    """Audio encoder of Gemma 4, module by module as in Hugging Face transformers 5 (``gemma4``).

    A layer: two feed-forward parts of 8·w², attention with relative keys 5·w², a light convolution 3·w² + kernel·w.
    """
    width, depth = fields.count("hidden_size"), fields.count("num_hidden_layers")
    kernel, output = fields.count("conv_kernel_size"), fields.count("output_proj_dims")
    layer = 24 * width * width + (kernel + 9) * width
    return depth * layer + width * width + output * (width + hidden)


def _first(fields: Fields, *names: str) -> int:
    value: Any = fields.raw(*names)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
