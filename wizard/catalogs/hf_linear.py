"""Layers with a constant state instead of a growing cache: gated delta nets, Mamba 2, short convolutions.

Parameters and state sizes follow the module definitions of Hugging Face transformers 5 (``qwen3_next``,
``nemotron_h``, ``granitemoehybrid``, ``lfm2``); states are kept in 32 bit, convolution states in 16 bit.
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
    """Mamba 2 mixer (Nemotron-H, Granite 4 H): one head_dim × state matrix a head."""
    heads, head_dim = fields.count("mamba_num_heads", "mamba_n_heads"), fields.count("mamba_head_dim", "mamba_d_head")
    groups, state_size = fields.count("n_groups", "mamba_n_groups"), fields.count("ssm_state_size", "mamba_d_state")
    kernel = fields.count("conv_kernel", "mamba_d_conv")
    inner = heads * head_dim
    channels = inner + 2 * groups * state_size
    bias = channels if fields.flag("use_conv_bias", "mamba_conv_bias", default=True) else 0
    params = hidden * (inner + channels + heads) + channels * kernel + bias + 3 * heads + inner + inner * hidden
    state = inner * state_size * 4 + channels * (kernel - 1) * 2
    return Attention(kind="linear", heads=heads, head_dim=head_dim, params=params, state_bytes=float(state))


def short_convolution(fields: Fields, hidden: int) -> Attention:
    """Double-gated short convolution (LFM2): the last ``conv_L_cache`` inputs are its whole memory."""
    kernel = fields.count("conv_L_cache")
    bias = 4 * hidden + hidden if fields.flag("conv_bias", default=False) else 0
    params = 3 * hidden * hidden + kernel * hidden + hidden * hidden + bias
    return Attention(kind="linear", heads=1, head_dim=hidden, params=params, state_bytes=float(kernel * hidden * 2))
