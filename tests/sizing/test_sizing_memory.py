"""Memory of one accelerator against arithmetic, start-up logs and the mistakes of other calculators."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wizard.sizing.formats import weight_bytes
from wizard.sizing.memory import memory_per_gpu


@pytest.fixture
def memory(models, catalog, deployment):
    def made(model, accelerator, requests=1, prompt=1_024, output=256, **settings):
        return memory_per_gpu(
            models[model], *deployment(accelerator, **settings), requests, prompt, output, catalog.figures
        )

    return made


def test_mixtral_keeps_all_experts_on_two_cards(memory):
    """R019: 46.7 GB a card; a tool that counts active parameters says 12.9, one that guesses says 3."""
    assert memory("Mixtral-8x7B", "a100-sxm-80", tensor_parallel=2).weights_gb == pytest.approx(46.7, rel=0.002)


def test_deepseek_v3_needs_671_gb_in_eight_bit(memory):
    """Public size 671 B; embedding and head in 16 bit add 1.9 GB; the latent down-projections are on each rank."""
    each = memory("DeepSeek-V3", "h200-sxm-141", tensor_parallel=8, weights_format="fp8").weights_gb
    assert 671 / 8 < each < 690 / 8


def test_the_latent_cache_stands_whole_on_every_rank(memory):
    """64 requests of 1,280 tokens of 70,272 bytes each, on one rank and on eight."""
    shown = [
        memory("DeepSeek-V3", "h200-sxm-141", 64, tensor_parallel=t, weights_format="fp8").kv_cache_gb for t in (1, 8)
    ]
    assert shown == pytest.approx([5.757, 5.757], rel=0.001)


def test_grouped_heads_divide_the_cache(memory):
    whole = memory("Llama-3.1-70B", "h100-sxm-80", 64).kv_cache_gb
    assert memory("Llama-3.1-70B", "h100-sxm-80", 64, tensor_parallel=4).kv_cache_gb == pytest.approx(whole / 4)
    assert whole == pytest.approx(64 * 1_280 * 327_680 / 1e9)


def test_eight_bit_weights_leave_embedding_and_head_in_sixteen(memory):
    """Llama-3.1-70B FP8 on four: 16.92 GiB a card in aiconfigurator, 16.43 if everything were 8 bit."""
    each = memory("Llama-3.1-70B", "h100-sxm-80", tensor_parallel=4, weights_format="fp8").weights_gb
    assert each * 1e9 / 2**30 == pytest.approx(16.92, abs=0.02)


def test_the_published_four_bit_checkpoint_is_near_its_file(models, catalog):
    """gpt-oss-120b: 60.8 GiB checkpoint by its model card; attention and embedding stay in 16 bit."""
    total = weight_bytes(models["gpt-oss-120b"], "fp4", catalog.figures).total
    assert total / 2**30 == pytest.approx(60.8, rel=0.02)


def test_four_bit_integers_carry_their_scales(models, catalog):
    """Llama-2-70B in int4: 4.25 bit a weight plus embedding and head in 16 bit, about 37 GB; plain halves say 34.5."""
    total = weight_bytes(models["Llama-2-70B"], "int4", catalog.figures).total / 1e9
    assert 36 < total < 39


def test_total_is_the_sum_of_its_parts(memory):
    m = memory("Llama-3.1-8B", "h100-sxm-80", 64)
    assert m.total_gb == m.weights_gb + m.kv_cache_gb + m.activations_gb + m.overhead_gb
    assert (m.gradients_gb, m.optimizer_gb) == (0, 0)


def test_the_pool_is_what_the_others_leave(memory):
    """R016"""
    m = memory("Llama-3.1-8B", "h100-sxm-80", 64)
    assert m.kv_pool_gb == pytest.approx(m.usable_gb - m.weights_gb - m.activations_gb - m.overhead_gb)


def test_usable_memory_is_what_the_driver_reports_not_the_label(memory):
    """H100: 81,559 MiB = 85.52 GB, sold as 80 GB."""
    assert memory("Llama-3.1-8B", "h100-sxm-80").usable_gb == pytest.approx(85.52, rel=0.001)


@pytest.mark.parametrize(
    ("model", "accelerator", "settings", "length", "tokens"),
    [
        ("Llama-3.1-8B", "rtx-4090-24", {}, 2_048, 41_408),
        ("Llama-3.1-8B", "rtx-3090-24", {}, 20_000, 31_232),
    ],
)
def test_cache_capacity_is_near_the_start_up_log(memory, model, accelerator, settings, length, tokens):
    """R016: vLLM logs; the second ran with 20,000 tokens a step, which costs more activations than the default."""
    found = memory(model, accelerator, 1, length - 256, 256, **settings).kv_capacity_tokens
    assert found == pytest.approx(tokens, rel=0.20)


def test_capacity_in_windowed_models_is_the_inverse_of_demand(memory):
    """Gemma 3: the capacity, filled with requests of this length, uses the pool and no more."""
    m = memory("gemma-3-27b", "h100-sxm-80", 1, 7_936, 256)
    filled = memory("gemma-3-27b", "h100-sxm-80", m.kv_capacity_tokens / 8_192, 7_936, 256)
    assert filled.kv_cache_gb == pytest.approx(m.kv_pool_gb)


def test_windows_keep_long_requests_small(memory):
    """Other calculators use one formula for all layers and overstate Gemma 3 27B at 32k by a factor of 5.7."""
    m = memory("gemma-3-27b", "h100-sxm-80", 1, 32_512, 256)
    naive = 32_768 * 62 * 2 * 16 * 128 * 2 / 1e9
    assert 5 < naive / m.kv_cache_gb < 6.5


def test_pipeline_stages_share_layers(memory):
    one = memory("Llama-2-70B", "a100-sxm-80", 8)
    two = memory("Llama-2-70B", "a100-sxm-80", 8, pipeline_parallel=2)
    assert two.kv_cache_gb == one.kv_cache_gb / 2
    assert two.weights_gb == pytest.approx(one.weights_gb / 2, rel=0.001)


def test_more_ranks_than_key_heads_copy_them(memory):
    """Qwen2.5-7B has 4 key heads: on 7 ranks each keeps one, the cache is divided by 4 only."""
    m = memory("Qwen2.5-7B", "h100-sxm-80", 1, tensor_parallel=7)
    assert m.kv_cache_gb == pytest.approx(1_280 * 57_344 / 4 / 1e9)
    assert m.weights_gb > memory("Qwen2.5-7B", "h100-sxm-80").weights_gb / 7


def test_expert_parallelism_divides_experts_once(memory):
    """Experts counted on every card were an error of up to 8 times elsewhere (aiconfigurator PR 1390)."""
    spread = memory("Mixtral-8x7B", "a100-sxm-80", tensor_parallel=2, expert_parallel=2)
    assert spread.weights_gb == memory("Mixtral-8x7B", "a100-sxm-80", tensor_parallel=2).weights_gb


def test_block_sizes_round_requests_up(memory):
    """vLLM hands out 16 tokens at a time."""
    assert memory("Llama-3.1-8B", "h100-sxm-80", 1, 1, 1).kv_cache_gb == pytest.approx(16 * 131_072 / 1e9)


def test_a_small_card_has_a_negative_pool(memory):
    assert memory("Llama-3.1-70B", "l4-24").kv_pool_gb < 0
    assert memory("Llama-3.1-70B", "l4-24").kv_capacity_tokens == 0


@given(requests=st.integers(1, 2_000), prompt=st.integers(1, 30_000), more=st.integers(0, 30_000))
def test_more_tokens_or_requests_never_need_less(models, catalog, deployment, requests, prompt, more):
    accelerator, made = deployment("h100-sxm-80")
    small = memory_per_gpu(models["gemma-3-27b"], accelerator, made, requests, prompt, 100, catalog.figures)
    large = memory_per_gpu(models["gemma-3-27b"], accelerator, made, requests + 1, prompt + more, 100, catalog.figures)
    assert large.kv_cache_gb > small.kv_cache_gb
    assert large.kv_pool_gb == small.kv_pool_gb
