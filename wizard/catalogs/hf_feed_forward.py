"""Feed-forward parts of decoder layers: dense, experts, shared experts."""

from wizard.catalogs.hf_families import Family
from wizard.catalogs.hf_fields import Fields
from wizard.catalogs.hf_kinds import expert_count
from wizard.domain.model import FeedForward

_IN_DENSE_WIDTH = ("granitemoehybrid",)
"""Families whose dense and shared part is ``shared_intermediate_size`` wide."""


def dense_part(fields: Fields, family: Family, hidden: int, layers: int, index: int) -> FeedForward:
    """The feed-forward part of a layer without experts.

    Raises:
        CodedError: C201, C202 naming the field.
    """
    width = fields.optional("intermediate_size_mlp", "dense_intermediate_size")
    if fields.raw("model_type") in _IN_DENSE_WIDTH:
        width = fields.count("shared_intermediate_size")
    if width is None:
        width = _width(fields, index)
    if width is None:  # GPT-2 and its heirs leave n_inner empty for four times the width
        width = 4 * hidden if not family.gated else fields.count("intermediate_size")
    width = _as_built(fields, width)
    shared = fields.optional("num_kv_shared_layers") or 0
    if fields.flag("use_double_wide_mlp", default=False) and index >= layers - shared:
        width *= 2
    return FeedForward(intermediate=width, gated=family.gated, bias=_bias(fields, family))


def _width(fields: Fields, index: int) -> int | None:
    """Gemma 3n lists a width for every layer."""
    listed = fields.raw("intermediate_size")
    if not isinstance(listed, list):
        return fields.optional("intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim", "ff_dim")
    if index >= len(listed):
        raise fields.wrong("intermediate_size", f"[{len(listed)}]", f"[{index + 1} …]")
    return Fields({"intermediate_size": listed[index]}, fields.place).count("intermediate_size")


def _as_built(fields: Fields, width: int) -> int:
    """First-generation Qwen writes both gated branches as one width; LFM2 takes two thirds, rounded up."""
    if fields.raw("model_type") in ("qwen", "recurrent_gemma"):
        return width // 2
    if fields.flag("block_auto_adjust_ff_dim", default=False):
        multiple = fields.optional("block_multiple_of") or 256
        return -(-(2 * width // 3) // multiple) * multiple
    return width


def _bias(fields: Fields, family: Family) -> bool:
    return fields.flag("mlp_bias", "add_bias_linear", "use_bias", default=family.mlp_bias)


def experts_part(fields: Fields, family: Family) -> FeedForward:
    """The experts of a layer with those every token passes.

    Raises:
        CodedError: C201, C202 naming the field.
    """
    width = fields.first("moe_intermediate_size", "expert_intermediate_size") or fields.count("intermediate_size")
    shared, shared_width = _shared_expert(fields, width)
    return FeedForward(
        intermediate=width,
        gated=family.gated,
        experts=expert_count(fields),
        experts_per_token=fields.first(
            "num_experts_per_tok", "num_experts_per_token", "top_k_experts", "experts_per_token", "moe_top_k", "moe_k",
            "moe_topk",
        ) or fields.count("num_experts_per_tok"),
        shared_experts=shared,
        shared_intermediate=shared_width,
        shared_gate=family.shared_gate and shared > 0,
        router_bias=family.router_bias,
        bias=_bias(fields, family),
        latent=fields.optional("routed_expert_hidden_size"),
    )  # fmt: skip


def _shared_expert(fields: Fields, width: int) -> tuple[int, int]:
    given = fields.optional("shared_expert_intermediate_size", "share_expert_dim")
    if given:
        return 1, given
    if fields.flag("enable_moe_block", default=False):  # Gemma 4: a dense part beside the experts
        return 1, fields.count("intermediate_size")
    number = fields.first("n_shared_experts", "num_shared_experts", "num_shared_expert", "moe_num_shared_experts") or 0
    if number:
        return number, fields.optional("shared_intermediate_size") or width
    kind = fields.raw("model_type")
    if kind in (*_IN_DENSE_WIDTH, "granitemoeshared"):
        wide = fields.optional("shared_intermediate_size") or 0
        return (1, wide) if wide else (0, 0)
    if kind == "llama4_text":
        return 1, fields.count("intermediate_size")
    return 0, 0
