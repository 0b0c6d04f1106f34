"""Searches on published requests: how many cards, what does not work and why."""

import pytest
from wizard.domain.errors import CodedError
from wizard.domain.quantities import Range
from wizard.domain.workload import Deployment, InferenceLoad, ServiceTarget, TokenLengths
from wizard.sizing.cards import cards_by_tokens
from wizard.sizing.search import ClientHardware, size_workload

CHAT = ServiceTarget(name="chat", ttft_p95_ms=2_000, tpot_p95_ms=80)


def load(rate=None, in_flight=None, *, prompt=1_000, output=250, context=2_048, burst=1.5) -> InferenceLoad:
    return InferenceLoad(
        requests_per_s=None if rate is None else Range.exact(rate),
        in_flight=None if in_flight is None else Range.exact(in_flight),
        burst_factor=Range.exact(burst),
        input_tokens=TokenLengths(typical=prompt, p95=prompt),
        output_tokens=TokenLengths(typical=output, p95=output),
        context_max=context,
        active_hours_per_month=200,
        mean_to_peak=0.4,
    )


@pytest.fixture(scope="session")
def search(models, catalog):
    def made(
        model, wanted, *accelerators, formats=("bf16",), client=(), target=None, spare=0, kv="auto", engine="vllm"
    ):
        return size_workload(
            models[model], wanted, target, [catalog.accelerators[a] for a in accelerators],
            facts=catalog.figures, formats=formats, kv_format=kv, engine=engine, spare_replicas=spare,
            client=[ClientHardware(catalog.accelerators[a], n) for a, n in client],
        )  # fmt: skip

    return made


def only(found, **fields):
    return next(c for c in found if all(getattr(c, k) == v for k, v in fields.items()))


def test_ids_are_stable_and_feasible_ones_come_first(search):
    found = search("Llama-3.1-8B", load(5), "l4-24", "h100-sxm-80", "a100-sxm-80", formats=("bf16", "fp8"), target=CHAT)
    assert [c.id for c in found] == [f"c{n}" for n in range(1, len(found) + 1)]
    feasible = [c.feasible for c in found]
    assert feasible == sorted(feasible, reverse=True)
    assert found == search(
        "Llama-3.1-8B", load(5), "l4-24", "h100-sxm-80", "a100-sxm-80", formats=("bf16", "fp8"), target=CHAT
    )


def test_feasible_configurations_meet_the_target_at_the_asked_load(search):
    """R042"""
    found = search("Llama-3.1-8B", load(20), "l4-24", "h100-sxm-80", "l40s-48", formats=("bf16", "fp8"), target=CHAT)
    feasible = [c for c in found if c.feasible]
    assert feasible
    for c in feasible:
        assert c.slo_met is True
        assert c.performance.requests_per_s == pytest.approx(20)


def test_totals_are_replicas_and_spares_times_their_size(search):
    for c in search("Llama-3.1-70B", load(5), "h100-sxm-80", "l40s-48", formats=("fp8",), target=CHAT, spare=1):
        assert c.total_gpus == (c.replicas + c.spare_replicas) * c.gpus_per_replica
        assert c.gpus_per_replica == c.tensor_parallel * c.pipeline_parallel
        assert c.spare_replicas == (1 if c.feasible else 0)


def test_a_burst_needs_more_than_the_mean(search):
    calm = search("Llama-3.1-70B", load(10, burst=1), "h100-sxm-80", formats=("fp8",), target=CHAT)[0]
    wild = search("Llama-3.1-70B", load(10, burst=4), "h100-sxm-80", formats=("fp8",), target=CHAT)[0]
    assert wild.total_gpus > calm.total_gpus


def test_forty_requests_are_decomposed_into_replicas(search):
    """A sum of memory over cards is no replica: each copy holds the whole model."""
    c = search("Llama-3.1-70B", load(in_flight=400, prompt=4_000, output=500, context=8_192), "h200-sxm-141")[0]
    held = c.memory.kv_capacity_tokens / 4_500
    assert c.replicas * held >= 400
    assert c.memory.total_gb <= c.memory.usable_gb


def test_two_a100_and_llama_2_70b(search):
    """R016, R017: weights fit, cache does not; four cards or four bits do (text-generation-inference#734)."""
    found = search(
        "Llama-2-70B", load(in_flight=64), "a100-sxm-80", formats=("fp16", "int4"), client=[("a100-sxm-80", 2)]
    )
    given = only(found, origin="client", weights_format="fp16")
    assert not given.feasible
    assert given.total_gpus == 2
    assert "The weights fit, but there is room for only" in given.why_not[0].en
    assert only(found, origin="search", weights_format="fp16").total_gpus == 4
    assert only(found, origin="search", weights_format="int4").total_gpus <= 2
    assert only(found, origin="client", weights_format="int4").feasible


def test_deepseek_r1_stands_on_eight_h20(search):
    """Weights fit on 8 H20 with little room: 8 requests of 16k at once, 4 s (deepseek-ai/DeepSeek-R1#276)."""
    wanted = load(in_flight=2, prompt=16_384, output=500, context=16_884)
    found = search("DeepSeek-V3", wanted, "h20-96", formats=("native",), client=[("h20-96", 8)], engine="sglang")
    given = only(found, origin="client")
    assert given.weights_format == "fp8"
    assert given.memory.weights_gb * 8 > 671
    assert any("full-length requests" in w.en for w in given.warnings)
    assert any("started to fill" in w.en for w in given.warnings)
    assert 8 / 2 <= given.performance.max_concurrency <= 8 * 2
    assert 4_000 / 2 <= given.performance.ttft_ms_mean <= 4_000 * 2


def test_full_windows_cost_more_than_people(search):
    """Five people are not five full windows of 128k (vllm#12400)."""
    short, full = (
        search(
            "Llama-3.1-70B", load(in_flight=5, prompt=p, output=500, context=131_072), "h100-sxm-80", formats=("fp8",)
        )[0]
        for p in (2_000, 130_000)
    )
    assert full.memory.kv_cache_gb * full.total_gpus > 10 * short.memory.kv_cache_gb * short.total_gpus
    assert full.total_gpus > short.total_gpus


def test_the_longest_request_must_fit_once(search):
    found = search("Llama-3.1-8B", load(in_flight=1, prompt=500, context=131_072), "l4-24", "rtx-4090-24")
    one_card = [c for c in found if c.gpus_per_replica == 1]
    assert one_card == []


def test_a_context_beyond_the_model_is_refused_everywhere(search):
    found = search("Qwen3-0.6B", load(1, context=100_000), "h100-sxm-80")
    assert "exceed the model's context" in found[0].why_not[0].en


def test_stages_only_where_a_server_is_too_small(search):
    """R017: Llama-3.1-70B fits one server of eight; DeepSeek-V3 in 16 bit does not."""
    wanted = load(in_flight=4)
    assert search("Llama-3.1-70B", wanted, "h100-sxm-80")[0].pipeline_parallel == 1
    large = search("DeepSeek-V3", wanted, "h100-sxm-80")[0]
    assert (large.tensor_parallel, large.pipeline_parallel) == (8, 4)


def test_a_model_too_large_for_all_says_so(search):
    found = search("DeepSeek-V3", load(in_flight=4), "t4-16", formats=("bf16",))
    assert {c.feasible for c in found} == {False}
    assert any("Does not fit" in r.en for c in found for r in c.why_not)


def test_half_precision_is_offered_where_brain_floats_are_missing(search):
    """T4 has no BF16: that is said, and FP16 of the same size is shown beside it."""
    found = search("Llama-3.2-1B", load(in_flight=1), "t4-16")
    assert only(found, weights_format="fp16").feasible
    assert "nearest possible format: FP16" in only(found, weights_format="bf16").why_not[0].en


def test_an_unreachable_target_shows_the_best_single_request(search):
    hopeless = ServiceTarget(name="x", tpot_p95_ms=0.1, ttft_p95_ms=None)
    c = search("Llama-3.1-70B", load(1), "h100-sxm-80", target=hopeless)[0]
    assert not c.feasible
    assert c.performance.concurrency == 1
    assert any("Misses the target: TPOT" in r.en for r in c.why_not)


def test_client_hardware_is_never_extended(search):
    found = search("Llama-3.1-70B", load(200), client=[("h100-sxm-80", 4)], formats=("fp8",), target=CHAT)
    assert [c.total_gpus for c in found] == [4]
    assert any("are too few for the load" in r.en for r in found[0].why_not)
    assert "reichen für die Last nicht" in found[0].why_not[-1].de


def test_client_hardware_too_small_for_the_longest_request_says_so(search):
    c = search("Llama-3.1-8B", load(in_flight=1, context=131_072), client=[("rtx-4090-24", 1)])[0]
    assert "tokens of cache where 131,072 are needed" in c.why_not[0].en


def test_waiting_in_the_queue_adds_replicas(search):
    """A cache of few requests: replicas that carry the mean rate would let the next one wait too long."""
    target = ServiceTarget(name="long", ttft_p95_ms=60_000, tpot_p95_ms=None)
    wanted = load(0.03, prompt=60_000, output=500, context=60_500, burst=1)
    c = search("Llama-3.1-8B", wanted, "l4-24", target=target)[0]
    assert c.replicas > 1
    assert c.slo_met is True
    assert c.performance.utilisation < 0.5


def test_heads_that_eight_does_not_divide_stay_within_four(search):
    """Qwen2.5-7B has 28 heads: 1, 2 and 4 are tried, 8 and stages over whole servers are not."""
    found = search("Qwen2.5-7B", load(in_flight=2), "t4-16", formats=("fp16",))
    assert {c.tensor_parallel for c in found} <= {1, 2, 4}


def test_client_hardware_that_suffices_is_feasible(search):
    c = search("Llama-3.1-8B", load(2), client=[("l40s-48", 2)], target=CHAT)[0]
    assert (c.feasible, c.origin, c.total_gpus) == (True, "client", 2)


def test_client_hardware_keeps_its_own_format(models, catalog):
    hardware = ClientHardware(catalog.accelerators["h100-sxm-80"], 1, "fp8")
    found = size_workload(
        models["Llama-3.1-8B"], load(1), None, [], facts=catalog.figures, formats=("bf16",), kv_format="auto",
        engine="vllm", spare_replicas=0, client=[hardware],
    )  # fmt: skip
    assert [c.weights_format for c in found] == ["fp8"]


def test_client_hardware_too_small_for_the_weights_says_so(search):
    c = search("Llama-3.1-70B", load(1), client=[("l4-24", 2)])[0]
    assert c.performance is None
    assert "Does not fit" in c.why_not[0].en


def test_no_client_hardware_is_an_error(search):
    with pytest.raises(CodedError, match="E103"):
        search("Llama-3.1-8B", load(1), client=[("h100-sxm-80", 0)])


def test_no_load_is_an_error(search):
    with pytest.raises(CodedError, match="E107"):
        search("Llama-3.1-8B", load(), "h100-sxm-80")


def test_an_unknown_format_is_an_error(search):
    with pytest.raises(CodedError, match="E104"):
        search("Llama-3.1-8B", load(1), "h100-sxm-80", formats=("int3",))


@pytest.fixture
def cards(models, catalog):
    def made(model, accelerator, requests, **settings):
        made = Deployment(accelerator=accelerator, **settings)
        return cards_by_tokens(models[model], catalog.accelerators[accelerator], made, requests, catalog.figures)

    return made


def test_cards_for_a_hundred_depend_on_their_tokens(cards):
    """R042: Llama-2-13B FP16 on A100: 64 a card and two for 100 hold only near 900 tokens (h2ogpt#997)."""
    rows = {r.tokens_per_request: r for r in cards("Llama-2-13B", "a100-sxm-80", 100, weights_format="fp16")}
    assert rows[900].requests_per_replica == pytest.approx(64, rel=0.15)
    assert (rows[900].gpus, rows[900].gpus_with_spare) == (2, 3)
    assert rows[2_048].gpus >= 4
    assert rows[4_096].gpus >= 7


def test_the_table_ends_with_the_model_or_the_card(cards):
    assert cards("Llama-2-13B", "a100-sxm-80", 100)[-1].tokens_per_request == 4_096
    assert cards("Llama-3.1-70B", "l4-24", 1) == ()


def test_no_replica_runs_more_requests_than_its_engine(cards):
    """256 running requests on a card below 70 GiB: vllm v0.25.1, EngineArgs.get_batch_defaults."""
    rows = {r.tokens_per_request: r for r in cards("Llama-3.1-8B", "l40s-48", 1_000)}
    assert rows[256].requests_per_replica == 256
    assert rows[256].gpus == 4  # 1,000 / 256


def test_a_model_with_a_constant_state_needs_no_more_cards(cards):
    rows = cards("Nemotron-3-Nano", "h100-sxm-80", 50)
    assert rows[0].gpus == rows[6].gpus == 1


def test_adapters_of_the_load_are_weights_of_every_configuration(search):
    """Ten adapters of rank 32 on Llama-3.1-8B: 1.68 GB."""
    plain, adapted = (
        search("Llama-3.1-8B", load(in_flight=1).model_copy(update={"adapters": n}), "h100-sxm-80")[0] for n in (0, 10)
    )
    assert adapted.memory.weights_gb - plain.memory.weights_gb == pytest.approx(1.68, rel=0.01)
