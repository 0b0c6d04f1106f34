"""What is said of a training that does not fit, and of one that needs more than it had to."""

from dataclasses import replace

import pytest
from tests.sizing.training_case import CATALOG, model, searched, trained
from wizard.sizing.training_memory import Layout, gpu_memory
from wizard.sizing.training_predict import predict_training

LLAMA = "meta-llama/Llama-3.1-8B-Instruct"
H100 = CATALOG.accelerators["h100-sxm-80"]


def test_a_number_of_cards_that_hold_it_comes_with_its_layout() -> None:
    """Eight cards with micro-batches of 16 fail where two hold it: only with the way to spread it is that advice."""
    run = trained(model(LLAMA), seq_len=8192, global_batch=128)
    (reason,) = predict_training(run, H100, Layout(data_parallel=8, zero_stage=1, micro_batch=16)).why_not
    assert "2 cards hold it, spread as TP 2 with a micro-batch of 1." in reason.en
    assert "2 Karten fassen es, verteilt als TP 2 mit einem Micro-Batch von 1." in reason.de


@pytest.mark.parametrize("length", [18_432, 131_072])
def test_what_is_not_held_meets_no_deadline(length: int) -> None:
    """Four cards of 24 GB without reserve, and far too little memory."""
    run = trained(model("meta-llama/Llama-3.2-3B-Instruct"), seq_len=length, deadline_h=1e6)
    (found,) = searched(run, ["rtx-4090-24"])
    assert found.why_not
    assert found.slo_met is None
    assert found.bottleneck == "capacity"


def test_memory_that_lacks_only_the_reserve_is_not_called_too_little() -> None:
    run = trained(model("meta-llama/Llama-3.2-3B-Instruct"), seq_len=18_432, deadline_h=1e6)
    (found,) = searched(run, ["rtx-4090-24"])
    assert found.memory.total_gb <= found.memory.usable_gb
    assert "without reserve" in found.why_not[0].en


def test_a_stage_that_gathers_more_than_it_divides_is_told() -> None:
    """torchtitan's FSDP under a pipeline keeps a stage gathered and adds gradients up in 32 bit."""
    run = trained(model(LLAMA), global_batch=64)
    high = Layout(1, 4, 2, 3)
    low = replace(high, zero_stage=1)
    assert gpu_memory(run, low).total < gpu_memory(run, high).total
    assert any("ZeRO stage 1 needs less" in one.en for one in predict_training(run, H100, high).warnings)
    assert not any("needs less" in one.en for one in predict_training(run, H100, low).warnings)
