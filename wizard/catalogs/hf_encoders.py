"""Encoders: embedding and reranking models, and Whisper."""

from wizard.catalogs.hf_fields import Fields
from wizard.domain.model import Attention, FeedForward, LayerGroup, ModelArchitecture, NumberFormat

_PADDING_OFFSET = 2
"""XLM-RoBERTa numbers its positions from behind the padding token."""


def encoder_architecture(fields: Fields, model_type: str, ref: str) -> ModelArchitecture:
    """BERT-like encoders hold no cache; Whisper's decoder does."""
    return _whisper(fields, ref) if model_type == "whisper" else _bert(fields, model_type, ref)


def _bert(fields: Fields, model_type: str, ref: str) -> ModelArchitecture:
    hidden, vocab = fields.count("hidden_size"), fields.count("vocab_size")
    heads, positions = fields.count("num_attention_heads"), fields.count("max_position_embeddings")
    attention = Attention(
        kind="none", heads=heads, kv_heads=heads, head_dim=hidden // heads, params=4 * hidden * (hidden + 1)
    )
    feed_forward = FeedForward(intermediate=fields.count("intermediate_size"), gated=False, bias=True)
    token_types = fields.optional("type_vocab_size") or 2
    return ModelArchitecture(
        ref=ref,
        model_type=model_type,
        hidden=hidden,
        vocab=vocab,
        tied_embeddings=True,
        layers=(LayerGroup(count=fields.count("num_hidden_layers"), attention=attention, feed_forward=feed_forward),),
        context=positions - (_PADDING_OFFSET if model_type == "xlm-roberta" else 0),
        learned_positions=positions,
        extra_params=token_types * hidden + hidden + hidden * (hidden + 1),
        native_format=NumberFormat.FP16,
        norm_params_per_layer=4 * hidden,
        source=f"config.json {ref}",
    )


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
