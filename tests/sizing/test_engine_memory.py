"""What engines take beside weights and cache, against their start-up logs and documented rules."""

import pytest
from wizard.domain.quantities import GIB
from wizard.sizing.engine_memory import activation_bytes, pool_range
from wizard.sizing.figures import Facts
from wizard.sizing.memory import memory_budget, memory_per_gpu


def with_settings(facts: Facts, **values: float) -> Facts:
    """The figures with settings an engine was started with, in every variant."""
    changed = dict(facts)
    for name, value in values.items():
        for key in facts:
            if f"{key}.".startswith(f"sizing.{name}."):
                changed[key] = facts[key].model_copy(update={"value": value, "low": None, "high": None})
    return changed


@pytest.mark.parametrize(
    ("model", "accelerator", "flags", "logged"),
    [
        ("Qwen2.5-7B", "rtx-4060-8", {"batched_tokens": 4_096}, 1.42),
        ("Llama-3.1-8B", "t4-16", {"profiled_requests": 160, "batched_tokens": 1_024}, 0.74),
        ("Llama-3.1-8B", "rtx-3090-24", {"batched_tokens": 20_000}, 2.07),
    ],
)
def test_the_profiling_run_is_as_large_as_logged(
    models, catalog, deployment, model, accelerator, flags, logged
):  # fmt: skip
    """GiB in vllm#13882, unslothai/notebooks@bdda2ef and vllm#10517: sampler, sampler, layers decide."""
    found = activation_bytes(models[model], *deployment(accelerator), with_settings(catalog.figures, **flags))
    assert found / GIB == pytest.approx(logged, rel=0.12)


def test_large_cards_profile_more_requests(models, catalog, deployment):
    """vLLM runs 1,024 requests on an H100 and 256 on an A100; the sampler of 1,024 takes gigabytes."""
    h100, a100 = (
        activation_bytes(models["Llama-3.1-8B"], *deployment(card), catalog.figures)
        for card in ("h100-sxm-80", "a100-sxm-80")
    )
    assert h100 > 3.5 * a100


def test_gpt_oss_120b_does_not_hold_its_context_on_one_card(models, catalog, deployment):
    """vllm#27508: refused to start on 80 GB with 131,072 tokens, 95 % and 1,024 tokens a step; 1.71 GiB were left."""
    flags = {"memory_utilisation": 0.95, "batched_tokens": 1_024, "least_cache_share": -1.0}
    facts = with_settings(catalog.figures, **flags)
    m = memory_per_gpu(
        models["gpt-oss-120b"], *deployment("h100-sxm-80", weights_format="fp4"), 1, 130_816, 256, facts
    )  # fmt: skip
    assert m.kv_pool_gb < m.kv_cache_gb


def test_a_model_that_fills_the_card_is_started_for_fewer_requests(models, catalog, deployment):
    """Llama-3.1-70B in 16 bit stands on two H100 (141 of 160 GB), with little room for the cache."""
    m = memory_per_gpu(
        models["Llama-3.1-70B"], *deployment("h100-sxm-80", tensor_parallel=2), 1, 1_024, 256, catalog.figures
    )  # fmt: skip
    assert 0 < m.kv_pool_gb < 0.1 * m.usable_gb


def test_gpt_oss_120b_does_not_hold_its_context_with_default_settings(models, catalog, deployment):
    """Short requests run on one card (GPUStack performance lab@47277d7, 32,000 tokens), the whole context does not."""
    card = deployment("h100-sxm-80", weights_format="fp4")
    whole, short = (
        memory_per_gpu(models["gpt-oss-120b"], *card, 1, tokens, 100, catalog.figures) for tokens in (130_816, 32_000)
    )
    assert whole.kv_pool_gb < whole.kv_cache_gb
    assert short.kv_pool_gb > short.kv_cache_gb


def test_experts_in_four_bit_floats_are_padded(models, catalog, deployment):
    """vLLM 0.14.1 reported 64.38 GiB of weights for a checkpoint of 60.8 GiB (vllm#33155)."""
    m = memory_per_gpu(
        models["gpt-oss-120b"], *deployment("h100-sxm-80", weights_format="fp4"), 1, 1_024, 256, catalog.figures
    )  # fmt: skip
    assert m.weights_gb * 1e9 / GIB == pytest.approx(64.38, rel=0.03)


def test_a_negative_cache_in_the_log_does_not_fit(models, catalog, deployment):
    """vllm#13882: -1.05 GiB for a 7B model in 4 bit at 70 % of 8 GB."""
    flags = {"memory_utilisation": 0.7, "batched_tokens": 4_096, "least_cache_share": -1.0}
    facts = with_settings(catalog.figures, **flags)
    m = memory_per_gpu(
        models["Qwen2.5-7B"], *deployment("rtx-4060-8", weights_format="int4"), 1, 1_024, 256, facts
    )  # fmt: skip
    assert m.kv_pool_gb * 1e9 / GIB == pytest.approx(-1.05, abs=0.3)


def test_sglang_runs_in_what_its_share_leaves(models, catalog, deployment):
    """--mem-fraction-static: weights and cache fill the share, however large the profiling run."""
    m = memory_per_gpu(
        models["Llama-3.1-8B"], *deployment("h100-sxm-80", engine="sglang"), 1, 1_024, 256, catalog.figures
    )  # fmt: skip
    share = catalog.figures["sizing.memory_utilisation.sglang"].value
    assert m.weights_gb + m.kv_pool_gb == pytest.approx(share * m.usable_gb)


def test_tensorrt_llm_gives_the_cache_a_share_of_what_is_free(models, catalog, deployment):
    """free_gpu_memory_fraction 0.9: a tenth of the free memory stays, not a tenth of the card."""
    m = memory_per_gpu(
        models["Llama-3.1-70B"], *deployment("h200-sxm-141", engine="tensorrt_llm"), 1, 1_024, 256, catalog.figures
    )  # fmt: skip
    free = m.usable_gb - m.weights_gb - m.activations_gb
    assert 0.7 * free < m.kv_pool_gb < 0.9 * free


def test_the_span_of_the_room_holds_its_value(models, catalog, deployment):
    arch, (accelerator, made) = models["Llama-3.1-8B"], deployment("rtx-4090-24")
    budget = memory_budget(arch, accelerator, made, catalog.figures)
    room = pool_range(arch, accelerator, made, budget.pool, catalog.figures)
    assert room.low < 41_408 * 131_072 < room.high
    assert room.low < room.value == budget.pool < room.high
