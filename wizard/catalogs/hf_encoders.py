"""Encoders: embedding, reranking and classifying models, and Whisper."""

from dataclasses import dataclass

from wizard.catalogs.hf_fields import Fields
from wizard.domain.model import Attention, FeedForward, LayerGroup, ModelArchitecture, NumberFormat


@dataclass(frozen=True)
class _Encoder:
    """What an encoder class implies beyond its fields."""

    gated: bool = False
    bias: bool = True
    positions: bool = True
    """A learned table of positions; others turn the keys."""
    offset: int = 0
    """RoBERTa and its heirs number their positions from behind the padding token."""
    pooler: bool = True


_ROBERTA = _Encoder(offset=2)
ENCODERS: dict[str, _Encoder] = {
    "bert": _Encoder(),
    "camembert": _ROBERTA,
    "data2vec-text": _ROBERTA,
    "deberta-v2": _Encoder(),
    "distilbert": _Encoder(),
    "electra": _Encoder(pooler=False),
    "ernie": _Encoder(),
    "eurobert": _Encoder(gated=True, bias=False, positions=False, pooler=False),
    "gte": _Encoder(gated=True, positions=False),
    "megatron-bert": _Encoder(),
    "modernbert": _Encoder(gated=True, bias=False, positions=False),
    "mpnet": _ROBERTA,
    "nomic_bert": _Encoder(gated=True, bias=False, positions=False),
    "roberta": _ROBERTA,
    "roberta-prelayernorm": _ROBERTA,
    "xlm-roberta": _ROBERTA,
    "xlm-roberta-xl": _ROBERTA,
}
"""Read off the model classes of Hugging Face transformers 5, class by class."""


def encoder_architecture(fields: Fields, model_type: str, ref: str) -> ModelArchitecture:
    """Encoders hold no cache; Whisper's decoder does.

    Raises:
        CodedError: C201, C202 or C204 naming the field.
    """
    if model_type == "whisper":
        return _whisper(fields, ref)
    return _encoder(fields, ENCODERS[model_type], model_type, ref)


def _encoder(fields: Fields, family: _Encoder, model_type: str, ref: str) -> ModelArchitecture:
    hidden, vocab = fields.count("hidden_size", "dim", "n_embd"), fields.count("vocab_size")
    if (fields.optional("embedding_size") or hidden) != hidden:  # ELECTRA small: a narrower table before the layers
        raise fields.not_understood("embedding_size")
    heads = fields.count("num_attention_heads", "n_heads", "n_head")
    positions = fields.count("max_position_embeddings", "n_positions")
    attention = Attention(
        kind="none", heads=heads, kv_heads=heads, head_dim=hidden // heads, params=_attention(fields, family, hidden)
    )
    feed_forward = FeedForward(
        intermediate=fields.count("intermediate_size", "hidden_dim", "n_inner"),
        gated=family.gated,
        bias=family.bias and not family.gated,
    )
    layers = fields.count("num_hidden_layers", "n_layers", "n_layer")
    token_types = fields.optional("type_vocab_size") or 2
    return ModelArchitecture(
        ref=ref,
        model_type=model_type,
        hidden=hidden,
        vocab=vocab,
        tied_embeddings=fields.flag("tie_word_embeddings", default=True) or family.pooler,
        layers=(LayerGroup(count=layers, attention=attention, feed_forward=feed_forward),),
        context=positions - family.offset,
        learned_positions=positions if family.positions else 0,
        extra_params=token_types * hidden + hidden + (hidden * (hidden + 1) if family.pooler else 0),
        native_format=NumberFormat.FP16,
        norm_params_per_layer=4 * hidden if family.bias else 2 * hidden,
        source=f"config.json {ref}",
    )


def _attention(fields: Fields, family: _Encoder, hidden: int) -> int:
    heads = fields.count("num_attention_heads", "n_heads", "n_head")
    keys = hidden * (fields.optional("num_key_value_heads") or heads) // heads
    return 2 * hidden * (hidden + keys) + (4 * hidden if family.bias else 0)


def _whisper(fields: Fields, ref: str) -> ModelArchitecture:
    width, heads = fields.count("d_model"), fields.count("decoder_attention_heads")
    square = width * width
    cross = 4 * square + 3 * width + 2 * width  # cross attention (no key bias) and its norm
    layer = 4 * square + 3 * width
    decoder = LayerGroup(
        count=fields.count("decoder_layers"),
        attention=Attention(
            kind="full", heads=heads, kv_heads=heads, head_dim=width // heads, params=layer
        ),
        feed_forward=FeedForward(intermediate=fields.count("decoder_ffn_dim"), gated=False, bias=True),
        extra_params=cross,
    )  # fmt: skip
    ffn, mels = fields.count("encoder_ffn_dim"), fields.count("num_mel_bins")
    encoder_layer = layer + 2 * width * ffn + ffn + width + 4 * width
    convolutions = 3 * mels * width + 3 * square + 2 * width
    sources = fields.count("max_source_positions")
    return ModelArchitecture(
        ref=ref,
        model_type="whisper",
        hidden=width,
        vocab=fields.optional("vocab_size") or 51_866,
        tied_embeddings=True,
        layers=(decoder,),
        context=fields.count("max_target_positions"),
        learned_positions=fields.count("max_target_positions"),
        extra_params=fields.count("encoder_layers") * encoder_layer + convolutions + sources * width + 3 * width,
        native_format=NumberFormat.FP16,
        norm_params_per_layer=4 * width,
        source=f"config.json {ref}",
    )
