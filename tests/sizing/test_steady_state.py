"""Continuous batching: work is conserved in closed loops, and bursts are replayed step by step."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wizard.domain.errors import CodedError
from wizard.sizing.predict import predict
from wizard.sizing.replay import Limits, Spread, replay_burst, spread_lengths
from wizard.sizing.steady import Load, closed_loop, open_loop
from wizard.sizing.steps import StepModel

LOAD = Load(1_000, 200)


@pytest.fixture(scope="module")
def model(models, catalog, deployment):
    accelerator, placed = deployment("h100-sxm-80", weights_format="bf16", kv_format="bf16", engine="vllm")
    return StepModel(models["Llama-3.1-8B"], accelerator, placed, catalog.figures)


@settings(deadline=None, max_examples=40)
@given(requests=st.floats(1, 400), prompt=st.integers(1, 20_000), output=st.integers(2, 4_000))
def test_a_closed_loop_holds_its_requests(model, requests, prompt, output):
    """Little's law, arrival rate times time in the system is the number in the system."""
    load = Load(prompt, output)
    state = closed_loop(model, load, requests)
    assert state.rate * (state.ttft + load.steps * state.tpot) == pytest.approx(requests, rel=1e-4)


@pytest.mark.parametrize("synchrony", [0.0, 0.5, 1.0])
def test_who_waits_for_prefills_does_not_change_their_work(model, synchrony, monkeypatch):
    """A cycle of N requests reads N prompts: waiting for the first token or between tokens takes equally long."""
    monkeypatch.setattr(model, "synchrony", synchrony)
    monkeypatch.setattr(model, "answered", {})
    state = closed_loop(model, LOAD, 32)
    alone, shared = model.prefill_alone(LOAD.prompt), model.prefill_shared(LOAD.prompt)
    cycle = alone + state.step.total / 2 + 31 * shared + LOAD.steps * state.step.total
    assert 32 / state.rate == pytest.approx(cycle, rel=1e-4)


def test_a_single_request_waits_for_nobody(model):
    state = closed_loop(model, LOAD, 1)
    assert state.tpot == pytest.approx(model.decode(1, LOAD.context).total)
    assert state.ttft == pytest.approx(model.prefill_alone(LOAD.prompt))


def test_both_loops_agree_where_the_queue_is_short(model):
    closed = closed_loop(model, LOAD, 8)
    opened = open_loop(model, LOAD, closed.rate)
    assert opened.tpot == pytest.approx(closed.tpot, rel=0.05)


@settings(deadline=None, max_examples=30)
@given(share=st.floats(0, 0.9))
def test_a_kept_prefix_is_not_read_again(model, share):
    """Prefix caching saves compute, never adds any; the time of a token already begun stays."""
    kept = replace(LOAD, cached=share * LOAD.prompt)
    assert model.prefill_shared(kept.prompt, kept.cached) <= model.prefill_shared(LOAD.prompt) * (1 + 1e-12)
    assert closed_loop(model, kept, 16).rate >= closed_loop(model, LOAD, 16).rate * (1 - 1e-9)


@settings(deadline=None, max_examples=50)
@given(mean=st.floats(2, 5_000), sigma=st.floats(0, 1.5), count=st.integers(1, 2_000))
def test_spread_lengths_keep_their_mean(mean, sigma, count):
    lengths = spread_lengths(mean, Spread(sigma, 6), count)
    assert len(lengths) == count
    assert (lengths >= 1).all()
    assert lengths.mean() == pytest.approx(mean, abs=max(1.0, 0.01 * mean))


def test_a_burst_of_one_is_a_request_alone(model):
    found = replay_burst(model, LOAD, 1, Limits(256, 1e6), Spread(0.0, 6))
    assert len(found.ttft) == 1
    decoding = sum(model.decode(1, LOAD.prompt + 1 + i).total for i in range(int(LOAD.steps)))
    assert found.e2e[0] - found.ttft[0] == pytest.approx(decoding, rel=1e-3)


def test_a_burst_serves_in_the_order_of_arrival_within_its_limits(model):
    found = replay_burst(model, LOAD, 64, Limits(8, 1e6), Spread(0.0, 6))
    assert (np.diff(found.ttft) >= 0).all()
    assert found.decoding <= 8
    assert found.seconds == pytest.approx(found.e2e.max())


@pytest.mark.parametrize("cache", [2_000.0, 20_000.0, 1e9])
def test_less_cache_never_ends_a_burst_earlier(model, cache):
    """Requests queue for pages of the cache as vLLM admits them (arXiv 2309.06180)."""
    whole = replay_burst(model, LOAD, 60, Limits(256, 1e9), Spread(0.6, 6)).seconds
    assert replay_burst(model, LOAD, 60, Limits(256, cache), Spread(0.6, 6)).seconds >= whole * (1 - 1e-9)


def test_a_few_long_answers_stretch_a_burst(model):
    """The same tokens with spread lengths take longer: the batch is small while the longest answers end."""
    equal = replay_burst(model, LOAD, 200, Limits(256, 1e9), Spread(0.0, 6)).seconds
    assert replay_burst(model, LOAD, 200, Limits(256, 1e9), Spread(1.0, 6)).seconds > 1.2 * equal


def test_a_burst_is_predicted_with_its_interval(models, catalog, deployment):
    found = predict(
        models["Llama-3.1-8B"], *deployment("h100-sxm-80", weights_format="bf16", kv_format="bf16", engine="vllm"),
        input_tokens=220, output_tokens=200, facts=catalog.figures, burst=500,
    )  # fmt: skip
    assert found.performance is not None
    low, high = found.interval["output_tokens_per_s"]
    assert low < found.performance.output_tokens_per_s < high
    assert found.performance.ttft_ms_p95 > found.performance.ttft_ms_p50 > 0


@pytest.mark.parametrize("burst", [0, -1, 20_001, float("nan")])
def test_an_absurd_burst_is_refused(models, catalog, deployment, burst):
    with pytest.raises(CodedError, match="burst"):
        predict(
            models["Llama-3.1-8B"], *deployment("h100-sxm-80", weights_format="bf16", kv_format="bf16", engine="vllm"),
            input_tokens=220, output_tokens=200, facts=catalog.figures, burst=burst,
        )  # fmt: skip
