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


def test_cache_capacity_is_near_the_start_up_log(memory):
    """R016: vLLM 0.19 on an RTX 4090 logged 2,588 blocks of 16 tokens (LLMServingSim@5daddb2)."""
    assert memory("Llama-3.1-8B", "rtx-4090-24", 1, 1_792, 256).kv_capacity_tokens == pytest.approx(41_408, rel=0.08)


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


def test_hybrid_models_hold_a_cache_in_some_layers_only(memory):
    """Qwen3.5-27B at 32k: 16 of 64 layers hold tokens; one formula for all is 233 % too high (unsloth PR 4757)."""
    shown = memory("Qwen3.5-27B", "h100-sxm-80", 1, 32_512, 256).kv_cache_gb
    naive = 32_768 * 64 * 2 * 4 * 256 * 2 / 1e9
    assert 3 < naive / shown < 4.5


def test_head_width_is_not_hidden_over_heads(memory):
    """Qwen3-0.6B: 28 layers, 8 key heads of 128; hidden / heads = 64 would be 50 % too low (unsloth PR 4757)."""
    assert memory("Qwen3-0.6B", "l4-24", 1, 1_024, 256).kv_cache_gb == pytest.approx(1_280 * 114_688 / 1e9)


def test_two_cards_without_parallelism_are_one_card(memory):
    """llmfit#45: memory of several cards was added up; each copy of a model has only its own."""
    one = memory("Llama-3.1-70B", "a100-sxm-80")
    assert one.usable_gb < 90
    assert one.kv_pool_gb < 0


def test_gigabytes_are_decimal(memory):
    """Llama-3.1-8B: 8,030,261,248 parameters in 16 bit are 16.06 GB, which are 14.96 GiB."""
    shown = memory("Llama-3.1-8B", "h100-sxm-80").weights_gb
    assert shown == pytest.approx(16.06, abs=0.005)
    assert shown * 1e9 / 2**30 == pytest.approx(14.96, abs=0.005)


def test_attention_by_requests_stands_whole_on_every_rank(memory):
    """DeepSeek-V3 on eight: attention (11.4 GB), embedding and head (3.7 GB) and the dense feed-forward parts with the
    shared experts (1.2 + 2.6 GB) stand whole, less the latent parts that always do: 7/8 of 18 GB more.
    """
    divided = memory("DeepSeek-V3", "h200-sxm-141", tensor_parallel=8, expert_parallel=8, weights_format="fp8")
    whole = memory(
        "DeepSeek-V3", "h200-sxm-141", tensor_parallel=8, expert_parallel=8, weights_format="fp8", attention="data"
    )
    assert whole.weights_gb - divided.weights_gb == pytest.approx(7 / 8 * 18, rel=0.05)


def test_requests_of_attention_ranks_are_shared_out(memory):
    """64 requests on eight ranks that hold whole requests: 8 each."""
    shown = memory(
        "DeepSeek-V3", "h200-sxm-141", 64, tensor_parallel=8, expert_parallel=8, weights_format="fp8", attention="data"
    )
    assert shown.kv_cache_gb == pytest.approx(5.757 / 8, rel=0.001)


def test_adapters_take_memory_beside_the_model(memory):
    """Rank 32 on all projections of Llama-3.1-8B: 83.9e6 parameters each, 0.168 GB in 16 bit (arXiv 2106.09685)."""
    more = memory("Llama-3.1-8B", "h100-sxm-80", adapters=10).weights_gb
    assert more - memory("Llama-3.1-8B", "h100-sxm-80").weights_gb == pytest.approx(1.68, rel=0.01)


def test_rare_adapters_are_loaded_on_demand(memory):
    hundred, thousand = (memory("Llama-3.1-8B", "h100-sxm-80", adapters=n).weights_gb for n in (100, 1_000))
    assert hundred == thousand


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


@given(
    model=st.sampled_from(["Llama-3.1-8B", "gemma-3-27b", "gpt-oss-120b", "DeepSeek-V3", "Qwen3.5-27B"]),
    accelerator=st.sampled_from(["h100-sxm-80", "l4-24", "a100-sxm-80", "mi300x-192"]),
    engine=st.sampled_from(["vllm", "sglang", "tensorrt_llm", "llama.cpp", "other"]),
    tensor=st.sampled_from([1, 2, 8]), requests=st.integers(1, 2_000), prompt=st.integers(1, 30_000),
    adapters=st.integers(0, 50),
)  # fmt: skip
def test_parts_add_up_whatever_the_engine(
    models, catalog, deployment, model, accelerator, engine, tensor, requests, prompt, adapters
):
    hardware, made = deployment(accelerator, engine=engine, tensor_parallel=tensor, adapters=adapters)
    m = memory_per_gpu(models[model], hardware, made, requests, prompt, 100, catalog.figures)
    parts = m.weights_gb + m.kv_cache_gb + m.activations_gb + m.overhead_gb
    assert m.total_gb == pytest.approx(parts, rel=1e-12)
    assert m.kv_pool_gb == pytest.approx(m.usable_gb - (parts - m.kv_cache_gb), abs=1e-9)


@given(requests=st.integers(1, 2_000), prompt=st.integers(1, 30_000), more=st.integers(0, 30_000))
def test_more_tokens_or_requests_never_need_less(models, catalog, deployment, requests, prompt, more):
    accelerator, made = deployment("h100-sxm-80")
    small = memory_per_gpu(models["gemma-3-27b"], accelerator, made, requests, prompt, 100, catalog.figures)
    large = memory_per_gpu(models["gemma-3-27b"], accelerator, made, requests + 1, prompt + more, 100, catalog.figures)
    assert large.kv_cache_gb > small.kv_cache_gb
    assert large.kv_pool_gb == small.kv_pool_gb
