"""Encoder-decoders (T5, BART and their heirs): the encoder holds no cache, the decoder one for its own tokens."""

from wizard.catalogs.hf_fields import Fields
from wizard.domain.model import Attention, FeedForward, LayerGroup, ModelArchitecture, NumberFormat

_BUCKETS = 32
_T5 = ("t5", "mt5", "umt5")
_BART = ("bart", "mbart", "marian", "pegasus", "blenderbot", "blenderbot-small", "plbart", "m2m_100")
PAIRS = (*_T5, *_BART)


def pair_architecture(fields: Fields, model_type: str, ref: str) -> ModelArchitecture:
    """Both halves of the model; only the decoder's own tokens are cached.

    Raises:
        CodedError: C201, C202 naming the field.
    """
    return _t5(fields, model_type, ref) if model_type in _T5 else _bart(fields, model_type, ref)


def _t5(fields: Fields, model_type: str, ref: str) -> ModelArchitecture:
    """T5 1.1, mT5 and umT5: no biases, relative positions in the first layer of each side, a norm before each part.

    umT5 holds relative positions in every layer. Module by module as in Hugging Face transformers 5.
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
    tables = encoders + decoder.count if model_type == "umt5" else 2  # umT5 has one in every layer
    positions = tables * (fields.optional("relative_attention_num_buckets") or _BUCKETS) * heads
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


def _bart(fields: Fields, model_type: str, ref: str) -> ModelArchitecture:
    """BART, mBART, Marian (OPUS-MT), Pegasus, M2M-100 and NLLB: biases everywhere, learned or fixed positions.

    Module by module as in Hugging Face transformers 5 (``bart``, ``marian``, ``m2m_100``); tables of fixed positions
    are no parameters there.
    """
    width, heads = fields.count("d_model"), fields.count("decoder_attention_heads")
    positions = fields.count("max_position_embeddings")
    attention = 4 * width * (width + 1)
    ffn = fields.count("decoder_ffn_dim")
    decoder = LayerGroup(
        count=fields.count("decoder_layers"),
        attention=Attention(kind="full", heads=heads, kv_heads=heads, head_dim=width // heads, params=attention),
        feed_forward=FeedForward(intermediate=ffn, gated=False, bias=True),
        extra_params=attention + 2 * width,
    )
    encoder_ffn = fields.count("encoder_ffn_dim")
    encoder = attention + 2 * width * encoder_ffn + encoder_ffn + 5 * width
    learned = 0 if model_type == "m2m_100" else 2 * positions
    return ModelArchitecture(
        ref=ref,
        model_type=model_type,
        hidden=width,
        vocab=fields.count("vocab_size"),
        tied_embeddings=fields.flag("tie_word_embeddings", default=True),
        layers=(decoder,),
        context=positions,
        learned_positions=learned,
        extra_params=fields.count("encoder_layers") * encoder + 4 * width,
        native_format=NumberFormat.BF16,
        norm_params_per_layer=4 * width,
        source=f"config.json {ref}",
    )
