"""DeepSpeed's estimators, against what its documentation prints (Memory Requirements, 0cca539, read 2026-12-01).

A model of 2,851e6 parameters with a largest layer of 32e6 on one server of eight GPUs.
"""

import pytest
from tests.sizing.training_case import CATALOG, model, task
from wizard.sizing.training_deepspeed import deepspeed_estimate, zero2_estimate, zero3_estimate
from wizard.sizing.training_memory import Layout, Trained

T5, LAYER = 2851e6, 32e6


@pytest.mark.parametrize(("offload", "host", "gpu"), [(True, 127.45, 5.31), (False, 127.45, 15.93)])
def test_stage_two(offload: bool, host: float, gpu: float) -> None:
    found = zero2_estimate(T5, 8, offload=offload)
    assert (found.host_gib, found.gpu_gib) == pytest.approx((host, gpu), abs=0.005)


@pytest.mark.parametrize(
    ("weights", "optimizer", "divided", "host", "gpu"),
    [
        (True, True, True, 71.69, 0.12), (True, True, False, 127.45, 0.12), (False, True, True, 63.72, 0.78),
        (False, True, False, 127.45, 0.78), (False, False, True, 1.43, 6.09), (False, False, False, 127.45, 6.09),
    ],
)  # fmt: skip
def test_stage_three(weights: bool, optimizer: bool, divided: bool, host: float, gpu: float) -> None:
    """R007: 18 bytes a parameter, named as DeepSpeed's convention."""
    found = zero3_estimate(
        T5, LAYER, 8, optimizer_offload=optimizer, weight_offload=weights, divided_start=divided
    )  # fmt: skip
    assert (found.host_gib, found.gpu_gib) == pytest.approx((host, gpu), abs=0.005)


def test_adapters_and_tensor_parallelism_have_no_such_estimate() -> None:
    llama = model("meta-llama/Llama-3.1-8B-Instruct")
    lora = Trained(llama, task(method="lora"), CATALOG.figures)
    full = Trained(llama, task(), CATALOG.figures)
    assert deepspeed_estimate(lora, Layout(data_parallel=8, zero_stage=3), 8) is None
    assert deepspeed_estimate(full, Layout(2, 1, 4, 3), 8) is None
    assert deepspeed_estimate(full, Layout(data_parallel=8, zero_stage=3), 8) is not None
