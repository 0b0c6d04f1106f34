"""Speed and duration of training against published runs."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizing.training_case import CATALOG, judged, model, searched, trained
from wizard.domain.errors import CodedError
from wizard.domain.quantities import Range
from wizard.domain.workload import TrainingMethod
from wizard.sizing.training_architecture import architecture_of_size
from wizard.sizing.training_memory import Layout
from wizard.sizing.training_predict import predict_training
from wizard.sizing.training_samples import sample_class, trained_on_samples
from wizard.sizing.training_speed import intervals, performance
from wizard.sizing.training_stated import stated_compute

LLAMA = "meta-llama/Llama-3.1-8B-Instruct"
ROWS = 41_000
AIROBOROS = Range(low=ROWS * 300, value=ROWS * 800, high=ROWS * 2048)
"""41,000 rows; tokens a row are not stated: from a short turn to the padded length."""


@pytest.mark.parametrize(
    ("name", "method", "cards", "gpu_hours"),
    [("meta-llama/Llama-2-70b-chat-hf", "qlora", 1, 55.9), ("meta-llama/Llama-2-13b-chat-hf", "full", 4, 64),
     ("meta-llama/Llama-2-7b-chat-hf", "full", 4, 44)],
)  # fmt: skip
def test_gpu_hours_of_published_fine_tunings(name: str, method: TrainingMethod, cards: int, gpu_hours: float) -> None:
    """R054: https://github.com/jondurbin/airoboros/issues/14, 2023-08-03, on A100-80G; three epochs assumed."""
    run = trained(model(name), method=method, tokens=AIROBOROS, epochs=3, seq_len=2048)
    found = judged(run, "a100-sxm-80", cards)
    low, high = found.interval["gpu_hours"]
    assert low < gpu_hours < high


def test_a_pre_training_of_130_billion_on_768_cards_takes_60_days() -> None:
    """R074: https://github.com/zai-org/GLM-130B/issues/75, 2023-02-02: 400e9 tokens on 96 servers of 8 A100-40G."""
    run = trained(architecture_of_size(130), method="scratch", tokens=4e11, seq_len=2048, global_batch=4224)
    found = judged(run, "a100-sxm-40", 768)
    low, high = found.interval["duration_h"]
    assert low < 60 * 24 < high
    assert found.interval["mfu"][0] < 0.325 < found.interval["mfu"][1], "arXiv 2210.02414, section 2.3: 32.5 % MFU"
    assert any("checkpoints" in warning.en for warning in found.warnings)


def test_the_tender_counts_the_dense_peak() -> None:
    """A German university, 2025: 8.8e6 H100 hours · 989 TFLOPS = 3.133e25; 6·N·D = 7.2e24 is 23 % of it."""
    found = stated_compute(
        CATALOG.accelerators["h100-sxm-80"], 8.8e6, 3.133e25, active_parameters=100e9, tokens=12e12,
        precision="bf16_mixed", facts=CATALOG.figures,
    )  # fmt: skip
    assert found is not None
    assert found.share_of_peak == pytest.approx(1.0, abs=0.001)
    assert found.implied_mfu == pytest.approx(0.23, abs=0.001)


def _sharded(gpus: int, micro: int, tensor: int = 1) -> Layout:
    return Layout(tensor, 1, gpus // tensor, 3, micro)


@pytest.mark.parametrize(
    ("name", "precision", "card", "layout", "length", "recompute", "tokens_per_s"),
    [
        (LLAMA, "bf16_mixed", "h100-sxm-96-hbm2e-500w", _sharded(128, 2), 8192, "selective", 6514),
        (LLAMA, "fp8_mixed", "h100-sxm-96-hbm2e-500w", _sharded(128, 2), 8192, "selective", 8380),
        ("meta-llama/Llama-3.3-70B-Instruct", "fp8_mixed", "h100-sxm-96-hbm2e-500w", _sharded(256, 16, 8), 8192, "full",
         829),
        ("meta-llama/Llama-2-7b-chat-hf", "bf16_mixed", "a100-sxm-80", _sharded(128, 2), 4096, "none", 4550),
        ("meta-llama/Llama-2-13b-chat-hf", "bf16_mixed", "h100-sxm-80", _sharded(96, 2), 4096, "selective", 4850),
    ],
)  # fmt: skip
def test_published_rates_lie_in_the_interval(
    name: str, precision: str, card: str, layout: Layout, length: int, recompute: str, tokens_per_s: float
) -> None:
    """R086: torchtitan docs/performance.md@b5bcd76 (2024-12) and fms-fsdp README@5a296af, tokens a second and GPU."""
    run = trained(
        model(name), method="scratch", precision=precision, seq_len=length, recompute=recompute,
        global_batch=layout.micro_batch * layout.data_parallel,
    )  # fmt: skip
    accelerator = CATALOG.accelerators[card]
    speed = performance(run, accelerator, layout)
    low, high = intervals(run, accelerator, layout, speed)["tokens_per_s_per_gpu"]
    assert low < tokens_per_s < high
    assert speed.tokens_per_s_per_gpu == pytest.approx(tokens_per_s, rel=0.2)


def test_operations_of_a_token() -> None:
    """R084 R085: three forward passes for training, six operations a parameter (arXiv 2001.08361)."""
    flops = trained(model(LLAMA), recompute="none").flops
    assert flops.model == pytest.approx(6 * 8_030_261_248 + 12 * 32 * 32 * 128 * 4096)
    assert flops.model == pytest.approx(3 * (flops.forward + flops.attention))


def test_adapters_leave_out_the_gradients_of_the_base() -> None:
    """arXiv 2106.09685: a frozen base needs forward and the backward of the activations, four sixths."""
    arch = model(LLAMA)
    assert trained(arch, method="lora").flops.model / trained(arch).flops.model == pytest.approx(4 / 6)


def test_recomputation_is_time_but_no_utilisation() -> None:
    """A forward pass more is a third of products at most; head, loss, exchange and optimizer run once."""
    arch, card, layout = model(LLAMA), CATALOG.accelerators["h100-sxm-80"], Layout(data_parallel=8, zero_stage=3)
    plain, again = (performance(trained(arch, recompute=name), card, layout) for name in ("none", "full"))
    assert plain.mfu / again.mfu == pytest.approx(again.duration_h / plain.duration_h)
    assert 1.2 < again.duration_h / plain.duration_h < 4 / 3


def test_a_deadline_makes_the_cluster_larger() -> None:
    """R056: the smallest cluster in time, in whole servers beyond eight."""
    slow, fast = (
        searched(trained(model(LLAMA), tokens=5e9, deadline_h=hours), ["h100-sxm-80"])[0] for hours in (2000, 24)
    )
    assert slow.total_gpus < fast.total_gpus
    assert fast.slo_met
    assert fast.total_gpus <= 8 or fast.total_gpus % 8 == 0


def test_an_impossible_deadline_says_so() -> None:
    (found,) = searched(trained(model(LLAMA), tokens=1e14, deadline_h=24), ["rtx-4090-24"])
    assert not found.feasible
    (late,) = searched(trained(model(LLAMA), tokens=1e14, deadline_h=24), ["l40s-48"])
    assert any("Too slow" in reason.en and "h on 4,096 GPUs" in reason.en for reason in late.why_not)


def test_missing_hardware_for_a_format_is_named() -> None:
    (found,) = searched(trained(model(LLAMA), precision="fp8_mixed"), ["a100-sxm-80"])
    assert any("no hardware for FP8" in reason.en for reason in found.why_not)


def test_the_wanted_batch_is_kept_by_accumulation() -> None:
    """R058: gradient accumulation gives the same batch with less memory."""
    (found,) = searched(trained(model(LLAMA), global_batch=512), ["h100-sxm-80"])
    layout = found.layout
    assert layout is not None
    assert layout.micro_batch * layout.accumulation_steps * layout.data_parallel == layout.samples_per_step == 512


@settings(max_examples=40, deadline=None)
@given(gpus=st.sampled_from([1, 2, 4, 8, 16, 64, 512]), method=st.sampled_from(["full", "lora", "scratch", "rl"]))
def test_speed_and_duration_agree(gpus: int, method: TrainingMethod) -> None:
    """Hours · GPUs · rate carry the tokens, less checkpoints and restarts; every figure lies in its interval."""
    run = trained(model(LLAMA), method=method, tokens=1e9)
    card, layout = CATALOG.accelerators["b200-sxm-180"], Layout(data_parallel=gpus, zero_stage=3)
    speed = performance(run, card, layout)
    share = 1e9 / (speed.tokens_per_s_per_gpu * speed.gpu_hours * 3600)
    assert 0.6 < share <= 1
    assert 0 < speed.mfu < 1
    for metric, (low, high) in intervals(run, card, layout, speed).items():
        assert low <= getattr(speed, metric) <= high, metric


def test_images_are_counted_in_samples() -> None:
    """R069: ResNet-50 (25.6e6 parameters) at 224 pixels trains at 1,550 to 2,078 images/s on an A100 with 16 bit.

    lambdal/deeplearning-benchmark@aa5addb and NVIDIA/DeepLearningExamples@729963d.
    """
    kind = sample_class("class_vision", 224, CATALOG.figures)
    case = trained(architecture_of_size(0.0256), method="other", recompute="none", global_batch=256).task
    run = trained_on_samples(architecture_of_size(0.0256), case, kind, CATALOG.figures)
    card, layout = CATALOG.accelerators["a100-sxm-80"], Layout(micro_batch=256)
    speed = performance(run, card, layout)
    low, high = intervals(run, card, layout, speed)["tokens_per_s_per_gpu"]
    assert low < 1550 < high
    assert low < 2078 < high


@pytest.mark.parametrize(
    ("changed", "layout", "code"),
    [
        ({"seq_len": 0}, Layout(), "E121"),
        ({"global_batch": 0}, Layout(), "E121"),
        ({"tokens": 0}, Layout(), "E129"),
        ({"epochs": float("inf")}, Layout(), "E129"),
        ({"optimizer": "lion"}, Layout(), "E126"),
        ({}, Layout(zero_stage=4), "E122"),
        ({}, Layout(tensor_parallel=3), "E124"),
        ({}, Layout(pipeline_parallel=64), "E125"),
        ({}, Layout(micro_batch=0), "E121"),
    ],
)
def test_input_without_meaning_is_refused(changed: dict[str, object], layout: Layout, code: str) -> None:
    with pytest.raises(CodedError, match=code):
        predict_training(trained(model(LLAMA), **changed), CATALOG.accelerators["h100-sxm-80"], layout)
