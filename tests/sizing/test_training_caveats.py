"""What is said beside the memory of a training, and the single change that makes a run fit."""

import pytest
from tests.sizing.training_case import CATALOG, judged, model, task, trained
from wizard.catalogs.find import find_accelerator
from wizard.sizing.training_memory import Layout, Trained
from wizard.sizing.training_predict import predict_training
from wizard.sizing.training_wording import slow_link

LLAMA = "meta-llama/Llama-3.1-8B-Instruct"
H100 = CATALOG.accelerators["h100-sxm-80"]


def test_a_4_bit_base_of_experts_may_stay_in_16_bit() -> None:
    """R055: unsloth/notebooks@bdda2ef: Gemma 4 26B-A4B holds 46.4 GiB after loading in 4 bit, not 14."""
    found = judged(trained(model("Qwen/Qwen3-30B-A3B"), method="qlora", seq_len=2048), "h100-sxm-80", 1)
    assert any("bitsandbytes" in warning.en and "58 GB" in warning.en for warning in found.warnings)
    dense = judged(trained(model(LLAMA), method="qlora", seq_len=2048), "h100-sxm-80", 1)
    assert not any("bitsandbytes" in warning.en for warning in dense.warnings)


@pytest.mark.parametrize(
    ("layout", "length", "said"),
    [
        (Layout(data_parallel=8, zero_stage=0), 8192, "ZeRO stage 3 or FSDP"),
        (Layout(data_parallel=8, zero_stage=3), 65_536, "never holds all logits"),
        (Layout(data_parallel=2, zero_stage=3), 8192, "optimizer in main memory"),
    ],
)
def test_a_run_that_does_not_fit_names_the_change_that_lets_it(layout: Layout, length: int, said: str) -> None:
    """R017 R020: 8e9 parameters in 16 bytes are 128 GB, 64 GB on each of two GPUs before anything else."""
    run = Trained(model(LLAMA), task(seq_len=length, global_batch=8), CATALOG.figures)
    found = predict_training(run, H100, layout)
    assert found.performance is None
    assert any(said in way.en for way in found.warnings)


def test_critics_and_references_are_told_apart() -> None:
    """R082: PPO, arXiv 1707.06347, trains a critic; DPO, arXiv 2305.18290, keeps a reference only."""
    found = judged(trained(model(LLAMA), method="rl"), "h100-sxm-80", 8)
    assert any("PPO" in warning.en and "DPO" in warning.de for warning in found.warnings)


@pytest.mark.parametrize("card", ["A30", "A100-PCIe-80GB", "A40", "RTX A6000"])
def test_an_optional_bridge_is_not_denied(card: str) -> None:
    """Data sheets: an NVLink bridge joins two cards; it is optional and not counted."""
    accelerator = find_accelerator(CATALOG, card)
    said = slow_link(accelerator.name, accelerator.bridge)
    assert all(word in said.en and word in said.de for word in ("NVLink", "optional"))
    assert "no NVLink" not in said.en


def test_a_card_without_a_bridge_has_no_nvlink() -> None:
    accelerator = find_accelerator(CATALOG, "L40S")
    assert "no NVLink" in slow_link(accelerator.name, accelerator.bridge).en
