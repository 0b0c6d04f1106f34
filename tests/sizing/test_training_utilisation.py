"""Utilisation of the peak: counted work and time are of the same work, for every model and card of the catalogue."""

import pytest
from tests.sizing.training_case import CATALOG, model, trained
from wizard.sizing.training_memory import Layout
from wizard.sizing.training_speed import compute_format, intervals, peak_flops, performance
from wizard.sizing.training_step import step

MEASURED_BEST = 0.75
"""The best published runs reach about 0.7 of the dense peak (NVIDIA Megatron-Bridge, performance summary)."""
EIGHT = Layout(data_parallel=8, zero_stage=3, micro_batch=4)
H100 = CATALOG.accelerators["h100-sxm-80"]


@pytest.mark.parametrize("precision", ["bf16_mixed", "fp8_mixed", "fp32"])
@pytest.mark.parametrize("card", ["h100-sxm-80", "a100-sxm-80", "b200-sxm-180", "rtx-4090-24", "v100-sxm-32", "h20-96"])
def test_no_model_uses_more_of_a_card_than_was_ever_measured(card: str, precision: str) -> None:
    accelerator = CATALOG.accelerators[card]
    if compute_format(precision, accelerator) is None:
        return
    runs = (
        trained(one.architecture, precision=precision, recompute="none", global_batch=256)
        for one in CATALOG.models.values() if one.architecture.layers
    )  # fmt: skip
    high = {run.arch.ref: mfu for run in runs if (mfu := performance(run, accelerator, EIGHT).mfu) > MEASURED_BEST}
    assert high == {}


@pytest.mark.parametrize("name", ["black-forest-labs/FLUX.1-dev", "bigscience/mt0-xxl", "openai/whisper-large-v3"])
def test_the_products_take_the_time_of_their_operations(name: str) -> None:
    """arXiv 2001.08361: six operations a parameter and token, which no card does faster than its peak."""
    run = trained(model(name), recompute="none", global_batch=32)
    found = step(run, H100, EIGHT)
    seconds = sum(part.seconds for part in found.parts if part.name in ("products", "head"))
    looked_up = 0 if run.counted.head == 0 else run.counted.embedding
    operations = 6 * (run.total - looked_up) * 4 * 4096
    assert seconds >= 0.95 * operations / peak_flops("bf16_mixed", H100, CATALOG.figures)


def test_a_model_of_images_is_computed_by_its_parameters() -> None:
    """FLUX.1: 11.9e9 parameters (model card of black-forest-labs/FLUX.1-dev: 12 billion)."""
    found = step(trained(model("black-forest-labs/FLUX.1-dev")), H100, EIGHT)
    (products,) = (part for part in found.parts if part.name == "products")
    assert products.amount >= 6 * 11.8e9 * 4 * 4096
    assert max(found.shares(), key=lambda one: one[1])[0].name == "products"


def test_tables_that_are_looked_up_are_no_work() -> None:
    """Gemma 4 E2B: effective 2.3 billion of 5.1 billion parameters with embeddings (its model card)."""
    assert trained(model("google/gemma-4-E2B-it")).flops.parameters == pytest.approx(2.3e9, rel=0.05)


def test_the_fast_end_stays_below_the_peak() -> None:
    run = trained(model("meta-llama/Llama-3.1-8B-Instruct"), recompute="none", global_batch=256)
    run.software = "megatron"
    speed = performance(run, H100, EIGHT)
    assert intervals(run, H100, EIGHT, speed)["mfu"][1] <= 1.0


def test_volta_has_no_tf32() -> None:
    """NVIDIA V100 data sheet: 15.7 TFLOPS in single precision; A100: TF32 156, half of 312."""
    volta, ampere = CATALOG.accelerators["v100-sxm-32"], CATALOG.accelerators["a100-sxm-80"]
    assert peak_flops("fp32", volta, CATALOG.figures) == pytest.approx(15.7e12, rel=0.01)
    assert peak_flops("fp32", ampere, CATALOG.figures) == pytest.approx(156e12)


def test_a_card_with_much_power_for_its_peak_reaches_no_more_of_it() -> None:
    """H20: 148 TFLOPS at the power of an H100 class card; the best matrix kernels reach 0.85 of a dense peak."""
    run = trained(model("meta-llama/Llama-3.1-8B-Instruct"), method="scratch", recompute="none", global_batch=512)
    run.software = "megatron"
    assert performance(run, CATALOG.accelerators["h20-96"], EIGHT).mfu <= MEASURED_BEST
