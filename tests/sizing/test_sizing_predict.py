"""Predictions against published arithmetic and against values other tools reached on measured kernels."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wizard.catalogs.hf_config import architecture_from_config
from wizard.domain.errors import CodedError
from wizard.domain.provenance import Evidence
from wizard.domain.workload import ServiceTarget
from wizard.sizing.architecture import count_parameters
from wizard.sizing.predict import predict


def test_llama_8b_on_one_h100(run):
    """1,024 in, 256 out, 64 at once; weights and cache by arithmetic, TPOT as measured kernels give it."""
    found = run("Llama-3.1-8B", "h100-sxm-80", load={"concurrency": 64})
    assert found.memory.weights_gb == pytest.approx(16.06, rel=0.005)
    assert found.memory.kv_cache_gb == pytest.approx(10.74, rel=0.005)
    assert found.performance.tpot_ms_mean == pytest.approx(15.0, rel=0.30)
    assert found.why_not == ()


@pytest.mark.parametrize(
    ("model", "accelerator", "settings", "tpot"),
    [
        ("Llama-3.1-70B", "h100-sxm-80", {"tensor_parallel": 4, "weights_format": "fp8", "kv_format": "fp8"}, 28.38),
        ("Mixtral-8x7B", "a100-sxm-80", {"tensor_parallel": 2}, 53.27),
        ("DeepSeek-V3", "h200-sxm-141", {"tensor_parallel": 8, "weights_format": "fp8"}, 47.83),
        ("Qwen2.5-7B", "l40s-48", {}, 43.11),
    ],
)
def test_tpot_is_near_measured_kernels(run, model, accelerator, settings, tpot):
    """aiconfigurator 0.12.0, vLLM, 64 at once, 1,024 in and 256 out."""
    found = run(model, accelerator, load={"concurrency": 64}, **settings)
    assert found.performance.tpot_ms_mean == pytest.approx(tpot, rel=0.40)


@pytest.mark.parametrize(
    ("concurrency", "tpot", "ttft", "each"),
    [(8, 12.8, 330.6, 74.6), (16, 17.2, 356.0, 111.9), (32, 25.6, 426.5, 151.1), (64, 34.6, 423.1, 223.6)],
)
def test_deepseek_r1_on_eight_h200_as_measured(run, concurrency, tpot, ttft, each):
    """SGLang, 1,024 in and out; times in ms, tokens a second and GPU (SemiAnalysisAI/InferenceX#870, 2026-03-05)."""
    found = run(
        "DeepSeek-V3", "h200-sxm-141", output=1_024, load={"concurrency": concurrency},
        tensor_parallel=8, weights_format="fp8", engine="sglang",
    )  # fmt: skip
    assert found.performance.tpot_ms_mean == pytest.approx(tpot, rel=0.15)
    assert found.performance.output_tokens_per_s / 8 == pytest.approx(each, rel=0.15)
    assert ttft / 2 <= found.performance.ttft_ms_mean <= ttft * 2


def test_a_large_batch_reads_all_experts(run):
    """Mixtral on two A100 at batch 64 cannot be near the 11.2 ms of a tool that reads only 2 of 8 experts."""
    found = run("Mixtral-8x7B", "a100-sxm-80", load={"concurrency": 64}, tensor_parallel=2)
    assert found.performance.tpot_ms_mean > 93.4e9 / 2 / 2_039e9 * 1_000


def test_parts_of_an_answer_add_up(run):
    """TPOT of a request = (e2e − TTFT) / (output tokens − 1)."""
    p = run("Llama-3.1-8B", "h100-sxm-80", load={"concurrency": 64}).performance
    assert (p.e2e_s_mean * 1_000 - p.ttft_ms_mean) / 255 == pytest.approx(p.tpot_ms_mean)


def test_littles_law_holds(run):
    p = run("Llama-3.1-8B", "h100-sxm-80", load={"concurrency": 64}).performance
    assert p.requests_per_s * p.e2e_s_mean == pytest.approx(64, rel=1e-3)
    assert p.output_tokens_per_s == pytest.approx(p.requests_per_s * 256)


def test_an_open_loop_serves_the_rate_it_is_offered(run):
    p = run("Llama-3.1-8B", "h100-sxm-80", load={"rate": 5}).performance
    assert p.requests_per_s == pytest.approx(5)
    assert p.concurrency == pytest.approx(5 * p.e2e_s_mean, rel=0.01)


def test_replicas_share_the_load(run):
    one = run("Llama-3.1-8B", "h100-sxm-80", load={"concurrency": 32}).performance
    two = run("Llama-3.1-8B", "h100-sxm-80", load={"concurrency": 64, "replicas": 2}).performance
    assert two.tpot_ms_mean == pytest.approx(one.tpot_ms_mean)
    assert two.output_tokens_per_s == pytest.approx(2 * one.output_tokens_per_s)
    assert two.max_concurrency == 2 * one.max_concurrency


def test_most_throughput_fills_the_replica(run):
    """R008: throughput and latency conflict; the fullest replica is the slowest for each request."""
    full = run("Llama-3.1-8B", "h100-sxm-80").performance
    light = run("Llama-3.1-8B", "h100-sxm-80", load={"concurrency": 8}).performance
    assert full.output_tokens_per_s > light.output_tokens_per_s
    assert full.tpot_ms_mean > light.tpot_ms_mean
    assert full.utilisation == pytest.approx(1.0)


def test_percentiles_are_ordered(run):
    p = run("Llama-3.1-8B", "h100-sxm-80", load={"rate": 10}).performance
    for metric in ("ttft_ms", "tpot_ms", "e2e_s"):
        values = [getattr(p, f"{metric}_{s}") for s in ("p50", "mean", "p95", "p99")]
        assert values == sorted(values)


def test_an_overload_says_what_can_be_served(run):
    found = run("Llama-3.1-8B", "h100-sxm-80", load={"rate": 500})
    assert found.bottleneck == "queue"
    assert found.performance.utilisation == 1
    assert found.performance.requests_per_s < 100
    assert "500.00 requests/s arrive" in found.why_not[0].en
    assert "500,00 Anfragen/s" in found.why_not[0].de


def test_waiting_grows_before_the_limit_is_reached(run):
    most = run("Llama-3.1-8B", "h100-sxm-80").performance.requests_per_s
    calm, busy = (run("Llama-3.1-8B", "h100-sxm-80", load={"rate": most * s}).performance for s in (0.5, 0.995))
    assert busy.ttft_ms_p99 > 2 * calm.ttft_ms_p99


def test_requests_beyond_the_engine_wait(run):
    """More simultaneous requests than the engine runs: the rest queues, and the report says so."""
    found = run("Llama-3.2-1B", "b200-sxm-180", prompt=100, output=100, load={"concurrency": 5_000})
    assert any("the others wait" in w.en for w in found.warnings)
    assert found.bottleneck == "queue"
    assert found.performance.requests_per_s * found.performance.e2e_s_mean == pytest.approx(5_000, rel=0.01)


def test_two_a100_hold_llama_2_70b_but_not_its_cache(run):
    """R016: 137.95 GB of weights in 171.8 GB; throughput is very poor by the maintainers' experience."""
    found = run("Llama-2-70B", "a100-sxm-80", load={"concurrency": 64}, tensor_parallel=2, weights_format="fp16")
    assert found.memory.weights_gb * 2 == pytest.approx(137.95, rel=0.001)
    assert found.memory.usable_gb == pytest.approx(85.9, rel=0.001)
    assert found.memory.weights_gb < found.memory.usable_gb
    assert "The weights fit, but there is room for only" in found.why_not[0].en
    assert found.bottleneck == "capacity"


@pytest.mark.parametrize(
    "settings", [{"tensor_parallel": 4, "weights_format": "fp16"}, {"tensor_parallel": 2, "weights_format": "int4"}]
)
def test_four_a100_or_four_bits_serve_it(run, settings):
    """R017"""
    assert run("Llama-2-70B", "a100-sxm-80", load={"concurrency": 64}, **settings).why_not == ()


def test_a_nearly_full_card_warns(run):
    found = run("Llama-2-70B", "a100-sxm-80", prompt=3_500, output=500, load={"concurrency": 4}, tensor_parallel=2)
    assert any("batching hardly helps" in w.en for w in found.warnings)


def test_weights_that_do_not_fit_say_how_many_cards_would(run):
    """R017"""
    found = run("Llama-3.1-70B", "a100-sxm-80", load={"concurrency": 1})
    assert found.performance is None
    assert "the weights alone need 141.1 GB per GPU" in found.why_not[0].en
    assert "2 of these accelerators per replica would do" in found.why_not[0].en
    assert "141,1 GB" in found.why_not[0].de


@pytest.mark.parametrize(
    ("model", "accelerator", "settings", "reason", "nearest"),
    [
        ("Llama-3.1-8B", "t4-16", {"weights_format": "fp8"}, "no hardware for FP8", "INT8"),
        ("Llama-3.1-8B", "h100-sxm-80", {"weights_format": "fp32"}, "no matrix rate", "BF16"),
        ("Llama-3.1-8B", "mi300x-192", {"engine": "tensorrt-llm"}, "does not run on", "vLLM"),
        ("Llama-3.1-8B", "tpu-v5e", {"engine": "ollama"}, "does not run on", "vLLM"),
        ("Llama-3.1-8B", "t4-16", {"weights_format": "fp16", "kv_format": "fp8"}, "keeps no cache in FP8", "16 bit"),
        (
            "Llama-3.1-8B",
            "rtx-4090-24",
            {"weights_format": "int4", "kv_format": "fp8", "engine": "ollama"},
            "keeps no cache in FP8",
            "INT8",
        ),
        ("Llama-3.1-8B", "t4-16", {"weights_format": "bf16"}, "no hardware for BF16", "FP16"),
        ("Llama-3.1-8B", "h100-sxm-80", {"weights_format": "fp4"}, "no hardware for FP4", "FP8"),
        ("Qwen2.5-7B", "h100-sxm-80", {"tensor_parallel": 8}, "28 attention heads cannot be divided", "1, 2, 4, 7"),
        ("Llama-3.1-70B", "h100-sxm-80", {"tensor_parallel": 16}, "leaves the server (at most 8)", "pipeline"),
        ("Llama-3.1-8B", "h100-sxm-80", {"pipeline_parallel": 33}, "33 pipeline stages", "at most 32"),
        ("Llama-3.1-8B", "h100-sxm-80", {"expert_parallel": 2}, "Expert parallelism of 2", "possible: 1"),
    ],
)
def test_what_cannot_run_names_the_nearest_that_can(run, model, accelerator, settings, reason, nearest):
    """R009, R017"""
    found = run(model, accelerator, load={"concurrency": 1}, **settings)
    assert found.performance is None
    assert reason in found.why_not[0].en
    assert nearest in found.why_not[0].en


def test_a_context_beyond_the_model_is_refused(run):
    found = run("Qwen3-0.6B", "h100-sxm-80", prompt=100_000, load={"concurrency": 1})
    assert "exceed the model's context of 40,960" in found.why_not[0].en
    assert "40.960" in found.why_not[0].de


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"prompt": 0}, "E102"),
        ({"output": -1}, "E102"),
        ({"prompt": math.inf}, "E102"),
        ({"load": {"concurrency": 0}}, "E103"),
        ({"load": {"rate": math.nan}}, "E103"),
        ({"load": {"rate": 1e12}}, "E103"),
        ({"load": {"rate": 1, "concurrency": 1}}, "E106"),
        ({"load": {"replicas": 0}}, "E105"),
        ({"tensor_parallel": 0}, "E105"),
        ({"weights_format": "int3"}, "E104"),
        ({"kv_format": "zip"}, "E104"),
    ],
)
def test_input_without_meaning_is_refused(run, changes, code):
    with pytest.raises(CodedError, match=code):
        run("Llama-3.1-8B", "h100-sxm-80", **changes)


def test_a_model_without_layers_is_refused(run, models):
    with pytest.raises(CodedError, match="E108"):
        run("", "h100-sxm-80", arch=models["Llama-3.1-8B"].model_copy(update={"layers": ()}))


def test_a_missing_figure_is_named(models, deployment):
    with pytest.raises(CodedError, match=r"E101.*sizing\."):
        predict(
            models["Llama-3.1-8B"], *deployment("h100-sxm-80"), input_tokens=1, output_tokens=1, facts={}
        )  # fmt: skip


def test_a_missed_target_is_named_with_what_was_reached(run):
    target = ServiceTarget(name="fast", tpot_p95_ms=1, ttft_p95_ms=10_000)
    found = run("Llama-3.1-8B", "h100-sxm-80", load={"concurrency": 64, "target": target})
    assert found.slo_met is False
    assert "TPOT" in found.why_not[0].en
    assert "instead of 1.0 ms" in found.why_not[0].en
    assert found.performance.max_concurrency == 0


def test_a_target_bounds_the_concurrency(run):
    """R042: users at once follow from the service level, not from memory alone."""
    strict = ServiceTarget(name="chat", tpot_p95_ms=20, ttft_p95_ms=2_000)
    found = run("Llama-3.1-8B", "h100-sxm-80", load={"concurrency": 16, "target": strict})
    free = run("Llama-3.1-8B", "h100-sxm-80", load={"concurrency": 16})
    assert found.slo_met is True
    assert 16 <= found.performance.max_concurrency < free.performance.max_concurrency
    at_most = {"concurrency": found.performance.max_concurrency, "target": strict}
    assert run("Llama-3.1-8B", "h100-sxm-80", load=at_most).slo_met is True


def test_without_limits_nothing_is_judged(run):
    found = run("Llama-3.1-8B", "h100-sxm-80", load={"concurrency": 1, "target": ServiceTarget(name="none")})
    assert found.slo_met is None


def test_the_interval_holds_the_value(run):
    found = run("Llama-3.1-70B", "h100-sxm-80", load={"concurrency": 16}, tensor_parallel=4, weights_format="fp8")
    for name, (low, high) in found.interval.items():
        value = getattr(found.performance, name, None) or found.memory.kv_capacity_tokens
        assert low < value < high, name


def test_an_unknown_engine_widens_the_interval(run):
    known = run("Llama-3.1-8B", "h100-sxm-80", load={"concurrency": 16})
    other = run("Llama-3.1-8B", "h100-sxm-80", load={"concurrency": 16}, engine="homemade")
    assert any("homemade" in w.en for w in other.warnings)
    width = [f.interval["ttft_ms_mean"][1] / f.performance.ttft_ms_mean for f in (known, other)]
    assert width[1] > width[0]


@pytest.mark.parametrize(
    ("model", "accelerator", "settings", "load", "expected"),
    [
        ("Llama-3.1-70B", "h200-sxm-141", {"weights_format": "fp8"}, {"concurrency": 1}, "memory_bandwidth"),
        ("Llama-3.1-8B", "l40s-48", {"prompt": 3_000, "output": 40}, {"concurrency": 24}, "compute"),
        (
            "Llama-3.1-8B",
            "l40s-48",
            {"tensor_parallel": 8, "prompt": 32, "output": 1_000},
            {"concurrency": 256},
            "communication",
        ),
        ("Llama-3.2-1B", "h200-sxm-141", {"prompt": 32, "output": 1_000}, {"concurrency": 64}, "host"),
    ],
)
def test_the_bottleneck_is_named(run, model, accelerator, settings, load, expected):
    """R012, R018, R121"""
    assert run(model, accelerator, load=load, **settings).bottleneck == expected


def test_a_checkpoint_published_in_four_bits_runs_unpacked(run):
    """gpt-oss-120b runs on H100, which has no FP4 hardware; other models would be refused."""
    found = run("gpt-oss-120b", "h100-sxm-80", load={"concurrency": 8}, weights_format="native", tensor_parallel=2)
    assert found.performance is not None
    assert any("unpacked to 16 bit" in w.en for w in found.warnings)


def test_native_is_the_format_of_the_checkpoint(run):
    native = run("DeepSeek-V3", "h200-sxm-141", load={"concurrency": 8}, weights_format="native", tensor_parallel=8)
    stated = run("DeepSeek-V3", "h200-sxm-141", load={"concurrency": 8}, weights_format="fp8", tensor_parallel=8)
    assert native == stated


def test_an_automatic_cache_is_sixteen_bit(run):
    automatic = run(
        "Llama-3.1-8B", "t4-16", prompt=200, load={"concurrency": 1}, weights_format="int4", kv_format="auto"
    )
    assert automatic.memory.kv_cache_gb == pytest.approx(464 * 131_072 / 1e9)


def test_experts_over_ranks_exchange_instead_of_reducing(run):
    spread = run("Mixtral-8x7B", "a100-sxm-80", load={"concurrency": 8}, tensor_parallel=2, expert_parallel=2)
    assert spread.performance is not None
    assert spread.why_not == ()


def test_pipeline_stages_run_across_servers(run):
    found = run(
        "DeepSeek-V3", "a100-sxm-80", load={"concurrency": 8}, tensor_parallel=8, pipeline_parallel=4,
        weights_format="bf16",
    )  # fmt: skip
    assert found.performance is not None


def test_a_single_output_token_is_prefill_only(run):
    """Embedding-like use: no token follows, TPOT is 0 and the rate is that of the prompts."""
    p = run("Llama-3.1-8B", "h100-sxm-80", output=1, load={"concurrency": 4}).performance
    assert p.tpot_ms_mean == 0
    assert p.requests_per_s * p.e2e_s_mean == pytest.approx(4)
    assert run("Llama-3.1-8B", "h100-sxm-80", output=1, load={"rate": 2}).performance.requests_per_s == pytest.approx(2)


def test_a_generation_without_own_figures_is_assumed(run, catalog, models, deployment):
    accelerator, made = deployment("h100-sxm-80")
    unknown = accelerator.model_copy(update={"architecture": "unheard-of"})
    found = predict(
        models["Llama-3.1-8B"], unknown, made, input_tokens=100, output_tokens=100, facts=catalog.figures, concurrency=1
    )
    assert found.evidence is Evidence.ASSUMED


def test_a_card_without_link_figures_uses_its_slot(run, catalog, models, deployment):
    accelerator, made = deployment("l40s-48", tensor_parallel=2)
    bare = accelerator.model_copy(update={"interconnect_gb_per_s": None, "pcie": None})
    results = [
        predict(
            models["Llama-3.1-8B"], a, made, input_tokens=900, output_tokens=100, facts=catalog.figures, concurrency=9
        )
        for a in (accelerator, bare)
    ]
    assert results[0].performance.tpot_ms_mean == pytest.approx(results[1].performance.tpot_ms_mean, rel=0.2)


def test_an_embedding_model_holds_no_cache(run):
    """BGE-M3, shape of XLM-RoBERTa large: 568 million parameters, no cache, limited by computing."""
    shape = {
        "model_type": "xlm-roberta", "hidden_size": 1_024, "num_hidden_layers": 24, "num_attention_heads": 16,
        "intermediate_size": 4_096, "vocab_size": 250_002, "max_position_embeddings": 8_194, "type_vocab_size": 1,
    }  # fmt: skip
    model = architecture_from_config(shape, "bge-m3")
    found = run("", "l4-24", arch=model, prompt=512, output=1, load={"concurrency": 16}, weights_format="fp16")
    assert count_parameters(model).total / 1e6 == pytest.approx(568, rel=0.005)
    assert (found.memory.kv_cache_gb, found.memory.kv_capacity_tokens) == (0, 0)
    assert found.performance.requests_per_s > 10


@given(first=st.integers(1, 300), more=st.integers(1, 300))
def test_more_at_once_never_speeds_a_request(run, first, more):
    few = run("Llama-3.1-8B", "h100-sxm-80", load={"concurrency": first}).performance
    many = run("Llama-3.1-8B", "h100-sxm-80", load={"concurrency": first + more}).performance
    assert many.tpot_ms_mean >= few.tpot_ms_mean * 0.999
    assert many.output_tokens_per_s >= few.output_tokens_per_s * 0.98


@given(prompt=st.integers(1, 8_000), more=st.integers(1, 8_000), output=st.integers(2, 2_000))
def test_longer_prompts_never_answer_sooner(run, prompt, more, output):
    settings = {"output": output, "load": {"concurrency": 8}}
    short = run("Llama-3.1-8B", "h100-sxm-80", prompt=prompt, **settings).performance
    long = run("Llama-3.1-8B", "h100-sxm-80", prompt=prompt + more, **settings).performance
    assert long.ttft_ms_mean >= short.ttft_ms_mean * 0.999
    assert long.e2e_s_mean >= short.e2e_s_mean * 0.999
