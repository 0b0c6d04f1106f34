"""Layers with a constant state instead of a growing cache: delta nets, Mamba, lightning attention, convolutions.

Parameters and state sizes follow the module definitions of Hugging Face transformers 5 (``qwen3_next``,
``nemotron_h``, ``granitemoehybrid``, ``jamba``, ``kimi_linear``, ``minimax``,
``lfm2``); states are kept in 32 bit, convolution states in 16 bit.
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
    heads = fields.count("mamba_num_heads", "mamba_n_heads", "num_heads")
    head_dim = fields.count("mamba_head_dim", "mamba_d_head", "head_dim")
    groups = fields.count("n_groups", "mamba_n_groups")
    state_size = fields.count("ssm_state_size", "mamba_d_state", "state_size")
    kernel = fields.count("conv_kernel", "mamba_d_conv")
    inner = heads * head_dim
    channels = inner + 2 * groups * state_size
    bias = channels if fields.flag("use_conv_bias", "mamba_conv_bias", default=True) else 0
    norm = inner if fields.flag("mamba_rms_norm", default=True) else 0
    params = hidden * (inner + channels + heads) + channels * kernel + bias + 3 * heads + norm + inner * hidden
    state = inner * state_size * 4 + channels * (kernel - 1) * 2
    return Attention(kind="linear", heads=heads, head_dim=head_dim, params=params, state_bytes=float(state))


def short_convolution(fields: Fields, hidden: int) -> Attention:
    """Double-gated short convolution (LFM2): the last ``conv_L_cache`` inputs are its whole memory."""
    kernel = fields.count("conv_L_cache")
    bias = 4 * hidden + hidden if fields.flag("conv_bias", default=False) else 0
    params = 3 * hidden * hidden + kernel * hidden + hidden * hidden + bias
    return Attention(kind="linear", heads=1, head_dim=hidden, params=params, state_bytes=float(kernel * hidden * 2))


def selective_attention(fields: Fields, hidden: int) -> Attention:
    """Mamba mixer of the first generation (Mamba, Falcon Mamba, Jamba): a row of states for every inner channel."""
    expand = fields.optional("mamba_expand", "expand") or 2
    inner = expand * hidden
    state_size, kernel = fields.count("mamba_d_state", "state_size"), fields.count("mamba_d_conv", "conv_kernel")
    rank = _rank(fields, hidden)
    bias = inner if fields.flag("mamba_conv_bias", "use_conv_bias", default=True) else 0
    plain = inner * (3 * hidden + kernel + 2 * rank + 3 * state_size + 2) + bias
    norms = rank + 2 * state_size if fields.raw("model_type") == "jamba" else 0
    state = inner * state_size * 4 + inner * (kernel - 1) * 2
    return Attention(kind="linear", heads=1, head_dim=inner, params=plain + norms, state_bytes=float(state))


def _rank(fields: Fields, hidden: int) -> int:
    """``auto`` stands for a sixteenth of the width, rounded up."""
    if fields.raw("mamba_dt_rank", "time_step_rank") in ("auto", None):
        return -(-hidden // 16)
    return fields.count("mamba_dt_rank", "time_step_rank")


def kimi_delta_attention(fields: Fields, hidden: int) -> Attention:
    """Kimi delta attention: a delta net whose gate is per channel; Kimi K3 gives the output gate its full rank."""
    part = fields.part("linear_attn_config") if "linear_attn_config" in fields else fields
    heads, width = part.count("num_heads", "linear_num_heads"), part.count("head_dim", "linear_head_dim")
    if "linear_head_dim" in part:
        width = part.count("linear_head_dim")
    kernel, inner = part.count("short_conv_kernel_size", "linear_conv_kernel_dim"), heads * width
    low_rank = width * (hidden + inner)
    gate = hidden * inner if part.flag("use_full_rank_gate", default=False) else low_rank
    params = 4 * hidden * inner + 3 * inner * kernel + inner + heads + low_rank + hidden * heads + gate + width
    state = heads * width * width * 4 + 3 * inner * (kernel - 1) * 2
    return Attention(kind="linear", heads=heads, head_dim=width, params=params, state_bytes=float(state))


def lightning_attention(hidden: int, heads: int, head_dim: int) -> Attention:
    """Lightning attention of MiniMax-Text-01: queries, keys, values, gate and output, one matrix a head as state."""
    inner = heads * head_dim
    params = hidden * 5 * inner + inner
    state = heads * head_dim * head_dim * 4
    return Attention(kind="linear", heads=heads, head_dim=head_dim, params=params, state_bytes=float(state))
