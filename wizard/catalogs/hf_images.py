"""Image generators: the diffusion transformer of FLUX.1, as its diffusers configuration describes it."""

from wizard.catalogs.hf_fields import Fields
from wizard.domain.model import Attention, LayerGroup, ModelArchitecture, NumberFormat

_TIME_CHANNELS = 256


def flux_architecture(fields: Fields, ref: str) -> ModelArchitecture:
    """Double blocks keep image and text apart, single blocks join them; no cache, text encoders not counted.

    Block by block as in black-forest-labs/flux ``modules/layers.py``: per double block and stream attention 4·w²,
    feed-forward 8·w², modulation 6·w²; per single block 12·w² and modulation 3·w².
    """
    heads, head_dim = fields.count("num_attention_heads"), fields.count("attention_head_dim")
    width = heads * head_dim
    square = width * width
    double = 2 * (18 * square + 15 * width + 2 * head_dim)
    single = 15 * square + 11 * width + 2 * head_dim
    channels, text, pooled = (fields.count(n) for n in ("in_channels", "joint_attention_dim", "pooled_projection_dim"))
    embedders = 2 + (1 if fields.flag("guidance_embeds", default=False) else 0)  # time, pooled text, guidance
    inputs = (2 * channels + text) * width + (embedders - 1) * _TIME_CHANNELS * width + pooled * width
    groups = (("num_layers", double), ("num_single_layers", single))
    return ModelArchitecture(
        ref=ref,
        model_type="flux",
        hidden=width,
        vocab=0,
        tied_embeddings=True,
        layers=tuple(
            LayerGroup(
                count=fields.count(name),
                attention=Attention(kind="none", heads=heads, kv_heads=heads, head_dim=head_dim, params=params),
                feed_forward=None,
            )
            for name, params in groups
        ),
        extra_params=inputs + embedders * square + 2 * square + channels + (3 + 2 * embedders) * width,
        native_format=NumberFormat.BF16,
        norm_params_per_layer=0,
        source=f"config.json {ref}",
    )
