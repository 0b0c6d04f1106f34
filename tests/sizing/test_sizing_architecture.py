"""Parameter counts and cache sizes against published values."""

import pytest
from wizard.sizing.architecture import count_parameters, kv_bytes_per_token, sequence_kv_bytes

EXACT = {
    "Llama-3.1-8B": 8_030_261_248,
    "Llama-3.1-70B": 70_553_706_496,
    "Mixtral-8x7B": 46_702_792_704,
    "Qwen2.5-7B": 7_615_616_512,
    "Llama-2-7B": 6_738_415_616,
    "Llama-3.2-1B": 1_235_814_400,
    "Qwen3-0.6B": 596_049_920,
    "gpt-oss-120b": 116_829_156_672,
    "GPT-2": 124_439_808,
}
"""Parameters of the models as transformers instantiates them (sum over named parameters)."""


@pytest.mark.parametrize(("name", "parameters"), EXACT.items())
def test_parameters_are_counted_exactly(models, name, parameters):
    """R019: parameters times bytes starts with the exact number of parameters."""
    assert count_parameters(models[name]).total == parameters


@pytest.mark.parametrize(
    ("name", "billions"),
    [
        ("DeepSeek-V3", 671.0),
        ("gemma-3-27b", 27.434),
        ("Nemotron-3-Nano", 31.58),
        ("Qwen3.5-27B", 27.0),
        ("Whisper-large-v3", 1.55),
        ("Llama-4-Scout", 108.0),
        ("MiniMax-M3", 428.0),
    ],
)
def test_parameters_agree_with_published_labels(models, name, billions):
    assert count_parameters(models[name]).total / 1e9 == pytest.approx(billions, rel=0.03)


@pytest.mark.parametrize(("name", "billions"), [("DeepSeek-V3", 37.6), ("Mixtral-8x7B", 12.88), ("Llama-3.1-8B", 8.03)])
def test_active_parameters_count_only_routed_experts(models, name, billions):
    assert count_parameters(models[name]).active / 1e9 == pytest.approx(billions, rel=0.01)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("Llama-3.1-8B", 131_072),
        ("Mixtral-8x7B", 131_072),
        ("Qwen2.5-7B", 57_344),
        ("DeepSeek-V3", 70_272),
        ("Llama-2-13B", 819_200),
        ("Nemotron-3-Nano", 6_144),
        ("Qwen3.5-27B", 65_536),
    ],
)
def test_cache_bytes_of_a_token(models, name, size):
    """R014: the cache grows with every simultaneous request."""
    assert kv_bytes_per_token(models[name], "bf16") == size


def test_the_latent_cache_is_not_divided_by_tensor_parallelism(models):
    assert kv_bytes_per_token(models["DeepSeek-V3"], "bf16", 8) == 70_272


def test_grouped_heads_are_divided_at_most_by_their_number(models):
    model = models["Qwen2.5-7B"]
    assert kv_bytes_per_token(model, "bf16", 8) == kv_bytes_per_token(model, "bf16", 4) == 57_344 / 4


def test_an_eight_bit_cache_is_half_of_a_sixteen_bit_cache(models):
    assert kv_bytes_per_token(models["Llama-3.1-8B"], "fp8") == 65_536


def test_sliding_layers_stop_growing_at_their_window(models):
    """Gemma 3 27B: 10 of 62 layers are global, 52 hold at most 1,024 tokens."""
    model = models["gemma-3-27b"]
    growth = sequence_kv_bytes(model, 8_193, "bf16") - sequence_kv_bytes(model, 8_192, "bf16")
    assert growth == 10 * 2 * 16 * 128 * 2


def test_linear_layers_hold_a_constant_state(models):
    model = models["Qwen3.5-27B"]
    state = sequence_kv_bytes(model, 0, "bf16")
    conv = (2 * 16 * 128 + 48 * 128) * 3 * 2
    assert state == 48 * (48 * 128 * 128 * 4 + conv)
    assert sequence_kv_bytes(model, 1_000, "bf16") == state + 65_536_000


def test_head_width_comes_from_its_own_field(models):
    """Qwen3-0.6B: 16 heads of 128 on a hidden size of 1,024; hidden/heads would give half."""
    assert kv_bytes_per_token(models["Qwen3-0.6B"], "bf16") == 28 * 2 * 8 * 128 * 2
