"""Vision and audio towers in front of a language model."""

from collections.abc import Mapping, Sequence
from typing import Any

from wizard.catalogs.hf_fields import Fields

_GATED = (
    "pixtral",
    "gemma4_vision",
    "qwen2_5_vl",
    "qwen2_5_vl_vision",
    "qwen2_5_omni_vision_encoder",
    "voxtral_realtime_encoder",
)
_GLM = ("glm4v", "glm4v_vision", "glm4v_moe", "glm4v_moe_vision", "glm_ocr_vision")
_CLIP_LARGE = "openai/clip-vit-large-patch14-336"
_COUNTED = ("text_config", "llm_config", "language_config", "thinker_config", "vision_config", "audio_config")
_LEFT_OUT = ("talker_config", "code2wav_config", "token2wav_config")
"""Speech output, which a server of texts does not load."""
_DEPTHS = (
    "num_hidden_layers",
    "depth",
    "num_layers",
    "n_layers",
    "encoder_layers",
    "num_blocks",
    "depths",
    "resampler_depth",
)


def tower_params(outer: Fields, hidden: int) -> int:
    """Parameters of vision and audio towers with their projector, 0 without one.

    Counted as transformer encoders (attention 4·w², feed-forward 2·w·f) and a two-layer projector; a tower is a few
    per cent of the model, this estimate of it is good to about 15 %.

    Raises:
        CodedError: C204 naming a part that is not understood.
    """
    refuse_further_networks(outer, _COUNTED)
    parts = [Fields(part, outer.place) for name in ("vision_config", "audio_config") if (part := _mapping(outer, name))]
    each = 2 if outer.raw("model_type") == "video_llava" else 1  # one for pictures, one for films
    return each * sum(_tower(part, hidden) for part in parts) + _named_tower(outer, hidden)


def refuse_further_networks(outer: Fields, counted: Sequence[str]) -> None:
    """A nested network that nobody counts would make the model look smaller than it is.

    Raises:
        CodedError: C204 naming it.
    """
    further = [
        name for name in map(str, outer.values) if name.endswith("_config") and name not in (*counted, *_LEFT_OUT)
    ]
    for name in further:
        part = outer.raw(name)
        if isinstance(part, Mapping) and any(depth in part for depth in _DEPTHS):
            raise outer.not_understood(name[:60])


def _mapping(outer: Fields, name: str) -> Mapping[str, Any] | None:
    part = outer.raw(name)
    return part if isinstance(part, Mapping) else None


def _named_tower(outer: Fields, hidden: int) -> int:
    """Phi-3-Vision names its tower: 24 layers of 1,024, four patches joined by a two-layer projector."""
    if (part := _mapping(outer, "img_processor")) is None:
        return 0
    if part.get("model_name") != _CLIP_LARGE:
        raise outer.not_understood("img_processor.model_name")
    width, positions, patch = 1_024, 577, 14
    layers = 24 * (12 * width * width + 13 * width)
    embedding = (3 * patch * patch + positions + 1) * width
    return layers + embedding + 4 * width * hidden + hidden * hidden


def _tower(fields: Fields, hidden: int) -> int:
    kind = fields.raw("model_type")
    if kind == "gemma4_audio":
        return _conformer(fields, hidden)
    if kind in _GLM:
        return _glm(fields)
    if _first(fields, "encoder_layers") and _first(fields, "d_model"):
        return _speech(fields, hidden)
    width = _first(fields, "embed_dim", "hidden_size", "width")
    depth = _first(fields, "depth", "num_hidden_layers", "layers")
    if not width or not depth:
        return 0
    return depth * _layer(fields, width) + _ends(fields, width, hidden)


def _layer(fields: Fields, width: int) -> int:
    heads, head_dim = _first(fields, "num_attention_heads"), _first(fields, "head_dim")
    inner = heads * head_dim or width
    ffn = _first(fields, "intermediate_size") or (_first(fields, "mlp_ratio") or 4) * width
    return 4 * width * inner + (3 if fields.raw("model_type") in _GATED else 2) * width * ffn + 9 * width


def _ends(fields: Fields, width: int, hidden: int) -> int:
    """Patch embedding before the layers, projector behind them."""
    patch = _first(fields, "patch_size") or 14
    embedding = 3 * patch * patch * width
    if fields.raw("model_type") == "gemma4_vision":  # one row and one column table, one projection
        return embedding + 2 * _first(fields, "position_embedding_size") * width + width * hidden
    merge = _first(fields, "spatial_merge_size") or 1
    merged = width * merge * merge
    projector = merged * merged + merged * hidden
    further = len(fields.numbers("deepstack_visual_indexes"))  # Qwen3-VL: one more projector for each of these layers
    return embedding + _first(fields, "num_position_embeddings") * width + (1 + further) * projector


def _glm(fields: Fields) -> int:
    """GLM-4V and GLM-OCR (``glm4v``, ``glm_ocr``): gated layers, a convolution down to the text, a gated merger."""
    width, depth, out = fields.count("hidden_size"), fields.count("depth"), fields.count("out_hidden_size")
    merge, patch = fields.optional("spatial_merge_size") or 2, fields.optional("patch_size") or 14
    small = fields.raw("model_type") == "glm_ocr_vision"
    ffn, between = (fields.count("intermediate_size"), 3 * out) if small else (out, fields.count("intermediate_size"))
    layer = 4 * width * width + 3 * width * ffn + 2 * width
    merger = out * out + 3 * out * between
    return depth * layer + merger + width * out * merge * merge + 6 * patch * patch * width


def _speech(fields: Fields, hidden: int) -> int:
    """Encoder of Whisper's shape (Qwen2-Audio, Qwen-Omni, Voxtral) with one projection to the language model."""
    width, depth = fields.count("d_model"), fields.count("encoder_layers")
    ffn, mels = _first(fields, "encoder_ffn_dim") or 4 * width, _first(fields, "num_mel_bins") or 128
    layer = 4 * width * width + 2 * width * ffn + ffn + 9 * width
    convolutions = 3 * mels * width + 3 * width * width
    return depth * layer + convolutions + width * hidden


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
