"""How a training is spread, and why."""

import pytest
from tests.sizing.training_case import CATALOG, model, searched, trained
from wizard.sizing.training_choice import chosen_layout
from wizard.sizing.training_memory import gpu_memory, usable_bytes
from wizard.sizing.training_speed import tokens_per_s

LLAMA = "meta-llama/Llama-3.1-8B-Instruct"
MOE = "Qwen/Qwen3-30B-A3B"


def test_a_small_model_stays_data_parallel() -> None:
    """R056: torchtitan trains Llama 3.1 8B on 8 to 128 H100 with FSDP alone (docs/performance.md@b5bcd76)."""
    choice = chosen_layout(
        trained(model(LLAMA), method="scratch", global_batch=512), CATALOG.accelerators["h100-sxm-80"], 8
    )
    assert choice is not None
    assert (choice.layout.tensor_parallel, choice.layout.pipeline_parallel) == (1, 1)
    assert "simplest" in choice.reason.en


def test_experts_are_spread_where_that_is_faster() -> None:
    """Megatron-Bridge 26.02 to 26.08 trains Qwen3 30B-A3B on eight GB200 with EP8, not with whole copies."""
    run = trained(model(MOE), method="scratch", global_batch=512)
    card = CATALOG.accelerators["gb200-nvl72"]
    choice = chosen_layout(run, card, 16)
    assert choice is not None
    assert choice.layout.expert_parallel > 1
    assert "faster" in choice.reason.en


def test_a_huge_model_is_divided_rather_than_its_batch_enlarged() -> None:
    """R058: Llama 3.1 405B on 256 GB300 runs TP 2 to 4 and PP 8 (Megatron-Bridge); 1,024 GPUs cannot each take a sample
    of a batch of 256."""
    run = trained(model("meta-llama/Llama-3.1-405B-Instruct"), method="scratch", global_batch=256, seq_len=8192)
    choice = chosen_layout(run, CATALOG.accelerators["h100-sxm-80"], 1024)
    assert choice is not None
    assert choice.layout.data_parallel <= 256


@pytest.mark.parametrize("name", [LLAMA, MOE])
def test_what_is_chosen_fits(name: str) -> None:
    for card in ("h100-sxm-80", "b200-sxm-180"):
        accelerator = CATALOG.accelerators[card]
        run = trained(model(name), method="scratch", global_batch=256)
        choice = chosen_layout(run, accelerator, 64)
        assert choice is not None
        assert choice.layout.gpus == 64
        assert gpu_memory(run, choice.layout).total <= usable_bytes(accelerator)
        assert tokens_per_s(run, accelerator, choice.layout) > 0


def test_a_configuration_tells_why_it_is_spread_so() -> None:
    (found,) = searched(trained(model(LLAMA), global_batch=512), ["h100-sxm-80"])
    assert found.layout is not None
    assert found.layout.reason is not None
    assert found.layout.reason.de != ""


def test_a_planning_value_condemns_no_new_cluster() -> None:
    """The tender of a German university: nobody stated 720 hours for 7.2e24 operations."""
    (found,) = searched(
        trained(model(LLAMA), tokens=1e14, deadline_h=24, deadline_stated=False), ["l40s-48"]
    )  # fmt: skip
    assert found.feasible
    assert any("planning value" in warning.en for warning in found.warnings)
