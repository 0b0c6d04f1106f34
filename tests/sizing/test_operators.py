"""The operators of a step against published formulas."""

import pytest
from wizard.sizing.operators import Links, joined
from wizard.sizing.steps import StepModel


@pytest.fixture(scope="module")
def model_of(models, catalog, deployment):
    def made(name, accelerator, **settings):
        card, placed = deployment(accelerator, kv_format="bf16", engine="vllm", **settings)
        return StepModel(models[name], card, placed, catalog.figures)

    return made


@pytest.mark.parametrize(
    ("model", "batch", "expected"),
    [
        ("Mixtral-8x7B", 1, 2 / 8),
        ("Mixtral-8x7B", 64, 0.99999),
        ("DeepSeek-V3", 1, 8 / 256),
        ("DeepSeek-V3", 64, 222.4 / 256),
    ],
)
def test_distinct_experts_of_a_batch(model_of, model, batch, expected):
    """E·(1 − (1 − k/E)^B): all 8 of Mixtral and about 222 of 256 of DeepSeek-V3 at 64 tokens."""
    found = model_of(model, "h200-sxm-141", tensor_parallel=8, weights_format="fp8")
    assert found.touched(batch) == pytest.approx(expected, rel=2e-3)


def test_a_ring_moves_each_byte_twice_less_its_own_share():
    """Thakur et al. 2005: 2·(t − 1)/t of the message crosses each link."""
    links = Links(tensor=8, rate=100e9, latency=0.0, exchange_rate=100e9, exchange_latency=0.0)
    assert links.all_reduce(1e9) == pytest.approx(2 * 7 / 8 * 1e9 / 100e9)
    assert links.exchange(1e9) == pytest.approx(2 * 7 / 8 * 1e9 / 100e9)


@pytest.mark.parametrize(("read", "compute"), [(1.0, 3.0), (3.0, 1.0), (2.0, 2.0), (0.0, 1.0), (1.0, 0.0)])
def test_reading_and_computing_overlap_in_part(read, compute):
    """Never less than the longer of both, never more than both one after the other."""
    beyond, computing = joined(read, compute, 2.0)
    assert max(read, compute) <= beyond + computing + 1e-12
    assert beyond + computing <= read + compute + 1e-12
    assert beyond >= 0


@pytest.mark.parametrize("experts", [2, 4, 8])
def test_a_token_crosses_to_each_rank_once(model_of, experts):
    """DeepSeek-V3 sends a token to at most as many ranks as hold one of its eight experts (arXiv 2412.19437)."""
    found = model_of(
        "DeepSeek-V3", "h200-sxm-141", tensor_parallel=experts, expert_parallel=experts, attention="data",
        weights_format="fp8",
    )  # fmt: skip
    assert found.experts is not None
    assert 1 <= found.experts.ranks_per_token <= experts


def test_latent_attention_is_not_divided(model_of):
    """The latent cache of DeepSeek-V3 is whole on each rank of tensor parallelism (arXiv 2405.04434)."""
    for tensor in (1, 8):
        found = model_of("DeepSeek-V3", "h200-sxm-141", tensor_parallel=tensor, weights_format="fp8")
        assert sum(g.bytes_per_token for g in found.cache_groups) == 61 * (512 + 64) * 2


def test_attention_by_requests_reads_whole_heads_of_fewer_requests(model_of):
    """Each rank holds all key-value heads, for its own share of the requests."""
    shared = model_of("Mixtral-8x7B", "h200-sxm-141", tensor_parallel=2, expert_parallel=2, weights_format="bf16")
    apart = model_of(
        "Mixtral-8x7B", "h200-sxm-141", tensor_parallel=2, expert_parallel=2, attention="data", weights_format="bf16"
    )  # fmt: skip
    whole, half = (sum(g.bytes_per_token for g in m.cache_groups) for m in (apart, shared))
    assert whole == 2 * half
    assert (apart.ranks, shared.ranks) == (2, 1)


@pytest.mark.parametrize("model", ["Llama-3.1-8B", "Mixtral-8x7B"])
def test_more_requests_take_a_step_longer_and_each_less(model_of, model):
    """R008: throughput and latency conflict."""
    found = model_of(model, "h200-sxm-141", weights_format="bf16")
    times = [found.decode(b, 1_000).total for b in (1, 4, 16, 64, 256)]
    assert times == sorted(times)
    each = [t / b for t, b in zip(times, (1, 4, 16, 64, 256), strict=True)]
    assert each == sorted(each, reverse=True)


def test_eight_bit_checkpoints_are_unpacked_on_ampere(model_of):
    """vLLM runs FP8 weights on A100 by Marlin: bytes of 8 bit, products in 16 bit."""
    units = model_of("Llama-3.1-8B", "a100-sxm-80", weights_format="fp8").units
    assert (units.peak, units.figures, units.stored_bits) == ("bf16", "unpacked", 8.0)


def test_engines_choose_larger_batches_on_large_cards(models, catalog, deployment):
    """vLLM documentation: 8,192 tokens a step and 1,024 sequences from 70 GiB on, 2,048 and 256 below and on A100."""
    found = {}
    for name in ("h100-sxm-80", "a100-sxm-80", "l40s-48"):
        card, placed = deployment(name, weights_format="bf16", kv_format="bf16", engine="vllm")
        found[name] = StepModel(models["Llama-3.1-8B"], card, placed, catalog.figures).chunk
    assert found == {"h100-sxm-80": 8_192, "a100-sxm-80": 2_048, "l40s-48": 2_048}


@pytest.mark.parametrize("accelerator", ["pro-w7800-32", "mi250x-gcd-64", "gaudi2-96", "v100-sxm-16"])
def test_eight_bit_floats_need_hardware_elsewhere(models, catalog, accelerator):
    """AMD calls its generations gfx1100 and the like: no compute capability of NVIDIA is read into that."""
    from wizard.sizing.formats import compute_format

    card = catalog.accelerators[accelerator]
    expected = "fp8" if "fp8" in card.dense_tflops else None
    assert compute_format(models["Llama-3.1-8B"], "fp8", card) == expected
