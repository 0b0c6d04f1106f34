"""Parts of a training step against published arithmetic."""

from itertools import pairwise

import pytest
from tests.sizing.training_case import CATALOG, model, trained
from wizard.domain.errors import CodedError
from wizard.sizing.training_data import loading, supplied
from wizard.sizing.training_goodput import goodput
from wizard.sizing.training_memory import Layout
from wizard.sizing.training_predict import predict_training
from wizard.sizing.training_speed import performance
from wizard.sizing.training_stated import stated_compute
from wizard.sizing.training_step import step
from wizard.sizing.training_work import token_work

LLAMA = "meta-llama/Llama-3.1-8B-Instruct"
MOE = "Qwen/Qwen3-30B-A3B"
H100 = CATALOG.accelerators["h100-sxm-80"]


def test_products_hold_the_parameters_of_the_layers() -> None:
    """R084: two operations a weight: 32 layers of 218,103,808 weights, norms left out (Llama 3, arXiv 2407.21783)."""
    work = token_work(model(LLAMA), 4096, 1)
    assert sum(p.count * p.width * p.depth for p in work.products) == 32 * 218_103_808
    assert work.head.width * work.head.depth == 128_256 * 4096


def test_attention_counts_half_of_the_square() -> None:
    """Causal mask, arXiv 2307.08691: 4 · sequence² · hidden / 2 operations forward, 32 layers of width 4096."""
    assert token_work(model(LLAMA), 8192, 1).attention == pytest.approx(32 * 4 * 8192 * 4096 / 2)


def test_tensor_parallel_divides_products() -> None:
    """arXiv 1909.08053: each of t GPUs multiplies one t-th."""
    whole, part = (token_work(model(LLAMA), 4096, tensor) for tensor in (1, 4))
    sizes = [sum(p.count * p.width * p.depth for p in work.products) for work in (whole, part)]
    assert sizes[0] / sizes[1] == pytest.approx(4)


@pytest.mark.parametrize(("stages", "virtual", "micro_batches"), [(8, 1, 16), (8, 4, 16), (4, 5, 32)])
def test_the_bubble_of_an_interleaved_pipeline(stages: int, virtual: int, micro_batches: int) -> None:
    """arXiv 2104.04473, section 2.2: (p − 1)/(m · v)."""
    run = trained(model("meta-llama/Llama-2-70b-chat-hf"), method="scratch", global_batch=micro_batches)
    found = step(run, H100, Layout(1, stages, 1, 0, 1, virtual_stages=virtual))
    assert found.bubble == pytest.approx((stages - 1) / (micro_batches * virtual))


def test_the_parts_of_a_step_add_up() -> None:
    run = trained(model(MOE), method="scratch", global_batch=1024, recompute="selective")
    found = step(run, H100, Layout(1, 2, 8, 1, 1, expert_parallel=8, virtual_stages=12))
    assert sum(share for _part, share in found.shares()) == pytest.approx(1)
    rate = found.tokens / found.seconds / 16
    assert predict_training(run, H100, Layout(1, 2, 8, 1, 1, expert_parallel=8)).parts
    assert rate == pytest.approx(9058, rel=0.3), "Megatron-Bridge 26.02.01, Qwen3 30B-A3B, 16 H100, FP8: 9,058 tokens/s"


def test_experts_within_a_server_exchange_faster_than_across_servers() -> None:
    """Megatron-Bridge 26.02, GPT-OSS 120B on 64 B200: 13,722 tokens/s with EP8, 8,047 with EP64."""
    run = trained(model("openai/gpt-oss-120b"), method="scratch", global_batch=1280, recompute="selective")
    card = CATALOG.accelerators["b200-sxm-180"]
    near, far = (
        performance(run, card, Layout(1, 1, 64, 1, 4, expert_parallel=ranks)).tokens_per_s_per_gpu for ranks in (8, 64)
    )
    assert near / far == pytest.approx(13_722 / 8_047, rel=0.25)


def test_a_large_batch_hides_the_optimizer_and_a_small_cluster_the_network() -> None:
    """R058: gradient accumulation costs no speed once the micro-batch fills the GPU."""
    rates = [
        performance(trained(model(LLAMA), global_batch=batch), H100, Layout(1, 1, 8, 1, 1)).tokens_per_s_per_gpu
        for batch in (8, 64, 512)
    ]
    assert all(later >= earlier for earlier, later in pairwise(rates))
    assert rates[2] / rates[1] < 1.02


def test_failures_take_the_share_llama_3_reports() -> None:
    """R051: arXiv 2407.21783, section 3.3.4: 419 interruptions in 54 days on 16,384 GPUs, over 90 % in steps."""
    run = trained(model("meta-llama/Llama-3.1-405B-Instruct"), method="scratch")
    found = goodput(run, Layout(8, 16, 128, 1, 1))
    assert found.failures_per_day == pytest.approx(419 / 54, rel=0.03)
    assert found.share.low < 0.9 < found.share.high
    assert 0.75 < found.share.value < 0.95


def test_a_failure_on_eight_cards_is_rare() -> None:
    assert goodput(trained(model(LLAMA)), Layout(data_parallel=8)).failures_per_day < 0.01


def test_a_measured_rate_stands_instead_of_a_prediction() -> None:
    """R035 R050: what the client measured in this layout, with a narrow interval."""
    run = trained(model(LLAMA), tokens=1e9)
    run.measured_rate = 5605.0
    found = predict_training(run, H100, Layout(data_parallel=128, zero_stage=3, micro_batch=2))
    assert found.performance is not None
    assert found.performance.tokens_per_s_per_gpu == 5605
    low, high = found.interval["tokens_per_s_per_gpu"]
    assert high / low < 1.15
    assert found.evidence == "measured"


def test_slow_storage_limits_what_reads_much() -> None:
    """R052 R101: ResNet-50 reads about 0.1 MB an image; token ids are 4 bytes."""
    run = trained(model(LLAMA))
    assert loading(run, 80_000).read_gb_s == pytest.approx(80_000 * 4 / 1e9)
    run.supply = supplied(run, 1e-4, None)
    found = predict_training(run, H100, Layout(data_parallel=8, zero_stage=3))
    assert found.performance is not None
    assert found.performance.tokens_per_s_per_gpu * 8 == pytest.approx(1e-4 * 1e9 / 4)
    assert found.bottleneck == "data"


def test_glm_130b_used_a_quarter_of_the_peak() -> None:
    """https://github.com/zai-org/GLM-130B/issues/75: 6·130e9·400e9 / (768 · 312 TFLOPS · 60 days) = 25 %."""
    found = stated_compute(
        CATALOG.accelerators["a100-sxm-40"], 768 * 60 * 24, None, active_parameters=130e9, tokens=4e11,
        precision="bf16_mixed", facts=CATALOG.figures,
    )  # fmt: skip
    assert found is not None
    assert found.implied_mfu == pytest.approx(0.25, abs=0.005)


@pytest.mark.parametrize(
    ("name", "layout", "code"),
    [
        (LLAMA, Layout(data_parallel=8, expert_parallel=8), "E131"),
        (MOE, Layout(data_parallel=8, expert_parallel=3), "E131"),
        (LLAMA, Layout(data_parallel=8, context_parallel=0), "E121"),
        (LLAMA, Layout(1, 8, 1, virtual_stages=5), "E125"),
    ],
)
def test_impossible_degrees_are_refused(name: str, layout: Layout, code: str) -> None:
    with pytest.raises(CodedError, match=code):
        predict_training(trained(model(name)), H100, layout)
