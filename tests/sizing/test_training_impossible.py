"""What a training is told that cannot be, and what it is warned of."""

import pytest
from tests.sizing.training_case import CATALOG, model, trained
from wizard.domain.errors import CodedError
from wizard.sizing.training_memory import Layout, Trained
from wizard.sizing.training_predict import predict_training

LLAMA = "meta-llama/Llama-3.1-8B-Instruct"
EIGHT = Layout(data_parallel=8, zero_stage=3)


def said(run: Trained, card: str, layout: Layout = EIGHT) -> str:
    found = predict_training(run, CATALOG.accelerators[card], layout)
    assert found.why_not == ()
    return " ".join(warning.en for warning in found.warnings)


@pytest.mark.parametrize("rate", [1e12, 1e300, 30_000])
def test_a_measured_rate_beyond_the_peak_is_refused(rate: float) -> None:
    """6 · 8.03e9 operations and half of 12 · 32 · 4096 · 4096 a token: at most 19,243 tokens/s at 989.4 TFLOPS."""
    run = trained(model(LLAMA))
    run.measured_rate = rate
    with pytest.raises(CodedError, match="E138") as refused:
        predict_training(run, CATALOG.accelerators["h100-sxm-80"], EIGHT)
    assert "19,2" in refused.value.message("en")


def test_virtual_stages_need_a_pipeline() -> None:
    with pytest.raises(CodedError, match="E137"):
        predict_training(
            trained(model(LLAMA)), CATALOG.accelerators["h100-sxm-80"], Layout(data_parallel=8, virtual_stages=2)
        )


@pytest.mark.parametrize(("precision", "warned"), [("bf16_mixed", True), ("fp16_mixed", False)])
def test_volta_has_no_brain_float(precision: str, warned: bool) -> None:
    """NVIDIA V100 white paper: tensor cores multiply FP16; BF16 came with Ampere."""
    run = trained(model(LLAMA), method="qlora", precision=precision)
    assert ("no hardware for BF16" in said(run, "v100-sxm-32")) is warned


@pytest.mark.parametrize(("length", "warned"), [(4096, False), (8192, True)])
def test_a_sequence_beyond_the_context(length: int, warned: bool) -> None:
    """Llama 2 was trained with 4,096 tokens (arXiv 2307.09288)."""
    run = trained(model("meta-llama/Llama-2-7b-chat-hf"), seq_len=length)
    assert ("longer than the 4,096" in said(run, "h100-sxm-80")) is warned


@pytest.mark.parametrize(("card", "warned"), [("gb200-nvl72", False), ("h100-sxm-80", True)])
def test_one_rack_of_72_is_one_domain(card: str, warned: bool) -> None:
    """NVIDIA GB200 NVL72 data sheet: 72 GPUs in one NVLink domain; DGX H100: eight."""
    run = trained(model(LLAMA), global_batch=64)
    assert ("NVLink ends at the server" in said(run, card, Layout(data_parallel=64, zero_stage=1))) is warned


def test_tensor_parallel_16_stays_inside_the_rack() -> None:
    run = trained(model(LLAMA), global_batch=64)
    found = predict_training(run, CATALOG.accelerators["gb200-nvl72"], Layout(tensor_parallel=16, zero_stage=0))
    assert found.performance is not None


@pytest.mark.parametrize(
    ("name", "words"), [("black-forest-labs/FLUX.1-dev", "not its attention"), ("bigscience/mt0-xxl", "encoder")]
)
def test_what_is_known_by_its_size_says_so(name: str, words: str) -> None:
    run = trained(model(name), seq_len=1024, global_batch=8)
    assert words in said(run, "h200-sxm-141")


def test_adapters_of_projections_nobody_described_are_refused() -> None:
    with pytest.raises(CodedError, match="E139"):
        predict_training(
            trained(model("black-forest-labs/FLUX.1-dev"), method="lora"), CATALOG.accelerators["h100-sxm-80"], EIGHT
        )
