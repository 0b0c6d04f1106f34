"""Encoder-decoders of the T5 family: the encoder holds no cache, the decoder one for its own tokens."""

from wizard.catalogs.hf_fields import Fields
from wizard.domain.model import Attention, FeedForward, LayerGroup, ModelArchitecture, NumberFormat

_BUCKETS = 32


def pair_architecture(fields: Fields, model_type: str, ref: str) -> ModelArchitecture:
    """T5 1.1 and mT5: no biases, relative positions in the first layer of each side, a norm before each part.

    Module by module as in Hugging Face transformers 5 (``t5``, ``mt5``).
    """
    width, heads = fields.count("d_model"), fields.count("num_heads")
    head_dim, encoders = fields.count("d_kv"), fields.count("num_layers")
    gated = str(fields.raw("feed_forward_proj") or "relu").startswith("gated")
    attention = 4 * width * heads * head_dim
    feed_forward = FeedForward(intermediate=fields.count("d_ff"), gated=gated)
    decoder = LayerGroup(
        count=fields.optional("num_decoder_layers") or encoders,
        attention=Attention(kind="full", heads=heads, kv_heads=heads, head_dim=head_dim, params=attention),
        feed_forward=feed_forward,
        extra_params=attention + width,
    )
    encoder = attention + (3 if gated else 2) * width * feed_forward.intermediate + 2 * width
    positions = 2 * (fields.optional("relative_attention_num_buckets") or _BUCKETS) * heads
    return ModelArchitecture(
        ref=ref,
        model_type=model_type,
        hidden=width,
        vocab=fields.count("vocab_size"),
        tied_embeddings=fields.flag("tie_word_embeddings", default=True),
        layers=(decoder,),
        context=fields.optional("n_positions"),
        extra_params=encoders * encoder + positions + width,
        native_format=NumberFormat.BF16,
        norm_params_per_layer=2 * width,
        source=f"config.json {ref}",
    )
