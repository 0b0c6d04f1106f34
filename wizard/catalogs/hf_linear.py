"""Layers with a constant state instead of a growing cache: gated delta nets and Mamba 2.

Parameters and state sizes follow the module definitions of Hugging Face transformers 5 (``qwen3_next``,
``nemotron_h``); states are kept in 32 bit, convolution states in 16 bit.
"""

from wizard.catalogs.hf_fields import Fields
from wizard.domain.model import Attention


def delta_net_attention(fields: Fields, hidden: int) -> Attention:
    """Gated delta net (Qwen3-Next, Qwen3.5): one key × value matrix a value head."""
    key_heads, value_heads = fields.count("linear_num_key_heads"), fields.count("linear_num_value_heads")
    key_dim, value_dim = fields.count("linear_key_head_dim"), fields.count("linear_value_head_dim")
    kernel = fields.count("linear_conv_kernel_dim")
    keys, values = key_heads * key_dim, value_heads * value_dim
    channels = 2 * keys + values
    params = hidden * (2 * keys + 2 * values + 2 * value_heads) + channels * kernel
    params += 2 * value_heads + value_dim + values * hidden
    state = value_heads * key_dim * value_dim * 4 + channels * (kernel - 1) * 2
    return Attention(kind="linear", heads=value_heads, head_dim=value_dim, params=params, state_bytes=float(state))


def mamba_attention(fields: Fields, hidden: int) -> Attention:
    """Mamba 2 mixer (Nemotron-H): one head_dim × state matrix a head."""
    heads, head_dim = fields.count("mamba_num_heads"), fields.count("mamba_head_dim")
    groups, state_size, kernel = fields.count("n_groups"), fields.count("ssm_state_size"), fields.count("conv_kernel")
    inner = heads * head_dim
    channels = inner + 2 * groups * state_size
    bias = channels if fields.flag("use_conv_bias", default=True) else 0
    params = hidden * (inner + channels + heads) + channels * kernel + bias + 3 * heads + inner + inner * hidden
    state = inner * state_size * 4 + channels * (kernel - 1) * 2
    return Attention(kind="linear", heads=heads, head_dim=head_dim, params=params, state_bytes=float(state))
