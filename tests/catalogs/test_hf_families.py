"""Model classes with a layout of their own: what the cache holds and which sizes the traps would distort."""

from typing import Any

import pytest
from wizard.catalogs.find import find_model
from wizard.catalogs.hf_config import architecture_from_config
from wizard.catalogs.load import load_catalog
from wizard.domain.errors import CodedError
from wizard.domain.model import NumberFormat
from wizard.sizing.architecture import count_parameters, kv_bytes_per_token, sequence_kv_bytes

FLASH: dict[str, Any] = {
    "model_type": "deepseek_v4", "hidden_size": 4_096, "moe_intermediate_size": 2_048, "n_routed_experts": 256,
    "n_shared_experts": 1, "num_experts_per_tok": 6, "num_hidden_layers": 43, "num_attention_heads": 64,
    "num_key_value_heads": 1, "head_dim": 512, "q_lora_rank": 1_024, "qk_rope_head_dim": 64, "index_head_dim": 128,
    "index_n_heads": 64, "o_groups": 8, "o_lora_rank": 1_024, "hc_mult": 4, "sliding_window": 128,
    "compress_ratios": [0, 0, *[4, 128] * 20, 4, 0], "vocab_size": 129_280, "expert_dtype": "fp4",
    "quantization_config": {"quant_method": "fp8"},
}  # fmt: skip
"""deepseek-ai/DeepSeek-V4-Flash, config.json in ai-dynamo/aiconfigurator@095f58a; the last ratio: extra layer"""


def cache_growth(name: str, at: int) -> float:
    """Bytes the token behind ``at`` adds to the cache."""
    model = find_model(load_catalog(), name).architecture
    return sequence_kv_bytes(model, at + 1, "bf16") - sequence_kv_bytes(model, at, "bf16")


@pytest.mark.parametrize(
    ("name", "per_token"),
    [
        ("LFM2-1.2B", 6 * 2 * 8 * 64 * 2),  # six of sixteen layers attend
        ("granite-4.0-h-micro", 4 * 2 * 8 * 64 * 2),  # four of forty
        ("Nemotron-Nano-9B-v2", 4 * 2 * 8 * 128 * 2),  # four of fifty-six
        ("Qwen3.5-397B-A17B", 15 * 2 * 2 * 256 * 2),  # fifteen of sixty
        ("falcon-7b", 32 * 2 * 1 * 64 * 2),  # one key head
        ("falcon-40b", 60 * 2 * 8 * 64 * 2),  # eight, although the configuration also says multi_query
        ("T0_3B", 24 * 2 * 32 * 64 * 2),  # the decoder only
        ("GLM-4.7-Flash", 47 * (512 + 64) * 2),  # latent attention
        ("FLUX.1-schnell", 0),
        ("bge-m3", 0),
    ],
)
def test_only_layers_that_attend_backwards_hold_a_cache(name: str, per_token: int) -> None:
    """Layer counts and heads as in the configurations named in the catalogue; two bytes a value."""
    assert cache_growth(name, 100_000) == per_token


def test_compressed_attention_is_counted_whole() -> None:
    """The maker names 284 billion parameters; the entry of the extra prediction layer adds none."""
    model = architecture_from_config(FLASH, "flash")
    assert model.layer_count == 43
    assert count_parameters(model).total / 1e9 == pytest.approx(284, rel=0.01)


def test_compressed_attention_keeps_a_window_and_one_entry_for_many_tokens() -> None:
    """21 layers keep a quarter of an entry and of its index a token, 20 a 128th of an entry; windows are full."""
    model = architecture_from_config(FLASH, "flash")
    entries = 21 * (512 + 128) / 4 + 20 * 512 / 128
    assert sequence_kv_bytes(model, 8_192, "bf16") == pytest.approx((43 * 128 * 512 + 8_192 * entries) * 2)


def test_a_window_not_yet_full_takes_every_token() -> None:
    model = architecture_from_config(FLASH, "flash")
    assert kv_bytes_per_token(model, "bf16") == pytest.approx((43 * 512 + 21 * 640 / 4 + 20 * 4) * 2)


def test_narrow_experts_are_seen_beside_the_format_of_the_rest() -> None:
    stored = architecture_from_config(FLASH, "flash").quantisation
    assert stored is not None
    assert (stored.format, stored.bits) == (NumberFormat.FP4, 4.25)


def test_an_unknown_compression_is_refused() -> None:
    with pytest.raises(CodedError, match=r"C202.*compress_ratios"):
        architecture_from_config({**FLASH, "compress_ratios": [8] * 43}, "flash")


def test_the_first_qwen_writes_both_branches_as_one_width() -> None:
    """Qwen-7B: 7.72 billion; read like its successors it would have 10.5."""
    model = find_model(load_catalog(), "Qwen/Qwen-7B").architecture
    assert {g.feed_forward.intermediate for g in model.layers if g.feed_forward} == {11_008}


def test_the_audio_tower_of_gemma_4_counts() -> None:
    """Hugging Face lists 305 million parameters for the audio encoder of the E models."""
    text = {
        "model_type": "gemma4_text", "hidden_size": 1_536, "num_hidden_layers": 1, "intermediate_size": 6_144,
        "num_attention_heads": 8, "num_key_value_heads": 1, "head_dim": 256, "vocab_size": 262_144,
    }  # fmt: skip
    audio = {
        "model_type": "gemma4_audio", "hidden_size": 1_024, "num_hidden_layers": 12, "conv_kernel_size": 5,
        "output_proj_dims": 1_536,
    }  # fmt: skip
    deaf = count_parameters(architecture_from_config({"text_config": text}, "deaf")).total
    hearing = count_parameters(architecture_from_config({"text_config": text, "audio_config": audio}, "x")).total
    assert (hearing - deaf) / 1e6 == pytest.approx(305, rel=0.03)


def test_the_diffusers_configuration_of_flux_is_read() -> None:
    """12 billion by its maker; guidance is one embedder more."""
    config = {
        "model_type": "flux", "in_channels": 64, "num_layers": 19, "num_single_layers": 38, "attention_head_dim": 128,
        "num_attention_heads": 24, "joint_attention_dim": 4_096, "pooled_projection_dim": 768, "guidance_embeds": True,
    }  # fmt: skip
    guided = count_parameters(architecture_from_config(config, "dev")).total
    free = count_parameters(architecture_from_config({**config, "guidance_embeds": False}, "schnell")).total
    assert guided / 1e9 == pytest.approx(12, rel=0.02)
    assert guided - free == 3_072 * (256 + 3_072) + 2 * 3_072


def test_lfm2_names_its_attention_layers_by_number() -> None:
    model = find_model(load_catalog(), "LFM2-1.2B").architecture
    assert sorted((g.attention.kind, g.count) for g in model.layers) == [("full", 6), ("linear", 10)]
