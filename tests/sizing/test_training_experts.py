"""Memory of a training whose experts are spread over GPUs: all of them together hold every state once."""

from math import prod

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.sizing.training_case import CATALOG, model, task, trained
from wizard.domain.errors import CodedError
from wizard.sizing.explain_training_memory import explain_memory
from wizard.sizing.training_architecture import architecture_of_size
from wizard.sizing.training_checks import check_layout
from wizard.sizing.training_errors import TrainingError
from wizard.sizing.training_memory import Layout, gpu_memory
from wizard.sizing.training_recipe import USUAL
from wizard.sizing.training_run import Trained
from wizard.sizing.training_shares import expert_groups

MIXTRAL, DEEPSEEK, QWEN = "mistralai/Mixtral-8x7B-Instruct-v0.1", "deepseek-ai/DeepSeek-V3", "Qwen/Qwen3-30B-A3B"
H100 = CATALOG.accelerators["h100-sxm-80"]
BILLIONS = {MIXTRAL: 46.7, DEEPSEEK: 671.0, QWEN: 30.5}
"""Parameters by the model cards (huggingface.co, read 2026-12-01)."""
RUNS = {name: trained(model(name), global_batch=1_000_000) for name in BILLIONS}


def states_gb(run: Trained, layout: Layout) -> float:
    found = gpu_memory(run, layout)
    return (found.weights + found.gradients + found.optimizer) / 1e9


@pytest.mark.parametrize(("name", "gpus"), [(DEEPSEEK, 64), (MIXTRAL, 8)])
def test_states_of_a_mixture_spread_over_all_gpus(name: str, gpus: int) -> None:
    """16 bytes a parameter (arXiv 1910.02054): 671e9 · 16 / 64 = 168 GB and 46.7e9 · 16 / 8 = 93 GB a GPU."""
    layout = Layout(data_parallel=gpus, zero_stage=3, expert_parallel=gpus)
    assert states_gb(RUNS[name], layout) == pytest.approx(BILLIONS[name] * 16 / gpus, rel=0.01)


layouts = st.builds(
    Layout, st.sampled_from([1, 2, 4, 8]), st.sampled_from([1, 2, 4]), st.sampled_from([1, 2, 3, 4, 6, 8, 17, 32, 64]),
    st.integers(0, 3), context_parallel=st.sampled_from([1, 2]),
    expert_parallel=st.sampled_from([1, 2, 4, 8, 16, 32, 64]),
)  # fmt: skip


def possible(name: str, layout: Layout) -> bool:
    try:
        check_layout(model(name), layout)
    except CodedError:
        return False
    return True


@settings(max_examples=200, deadline=None)
@given(name=st.sampled_from(sorted(BILLIONS)), layout=layouts)
def test_all_gpus_together_hold_every_divided_state(name: str, layout: Layout) -> None:
    """R065: 12 bytes of the optimizer from ZeRO 1 on, gradients 2 from 2 on, weights 2 from 3 on."""
    assume(possible(name, layout))
    found, parameters = gpu_memory(RUNS[name], layout), RUNS[name].total
    held = {1: found.optimizer, 2: found.gradients, 3: found.weights}
    for stage, size in {1: 12, 2: 2, 3: 2}.items():
        if layout.zero_stage >= stage:
            assert held[stage] * layout.gpus >= parameters * size * (1 - 1e-9)


@settings(max_examples=100, deadline=None)
@given(name=st.sampled_from(sorted(BILLIONS)), layout=layouts)
def test_every_gpu_has_its_place_among_those_that_share_experts(name: str, layout: Layout) -> None:
    assume(possible(name, layout))
    groups = expert_groups(layout, layout.expert_parallel)
    wide = layout.expert_parallel > layout.shards
    assert groups * layout.expert_parallel == layout.shards * (layout.tensor_parallel if wide else 1)


def test_ranks_that_do_not_divide_the_data_parallel_gpus_are_refused() -> None:
    """Eight ranks over 17 GPUs that hold the same slice leave one over."""
    with pytest.raises(CodedError) as refused:
        check_layout(model(QWEN), Layout(8, 1, 17, 1, expert_parallel=8))
    assert refused.value.error is TrainingError.EXPERTS
    assert refused.value.details["possible"] == "1"


def test_adapters_beside_no_expert_stay_on_every_gpu() -> None:
    """LoRA's usual targets are projections of attention: spreading the experts moves none of them."""
    run = trained(model(QWEN), method="lora", global_batch=1_000_000)
    one, eight = (gpu_memory(run, Layout(data_parallel=8, expert_parallel=ranks)) for ranks in (1, 8))
    assert one.optimizer == eight.optimizer
    assert eight.weights < one.weights


def test_plain_models_do_not_move() -> None:
    """Stage 3 divides 16 bytes of 7.5e9 parameters over 64 GPUs: 1.9 GB (arXiv 1910.02054, figure 1)."""
    run = trained(architecture_of_size(7.5), global_batch=1_000_000)
    assert states_gb(run, Layout(data_parallel=64, zero_stage=3)) == pytest.approx(1.88, rel=0.01)


@pytest.mark.parametrize("optimizer", ["adamw", "muon", "adamw_8bit"])
@pytest.mark.parametrize("layout", [Layout(2, 1, 32, 1, expert_parallel=8), Layout(1, 1, 8, 0, expert_parallel=8)])
def test_moments_and_copy_follow_from_their_inputs(layout: Layout, optimizer: str) -> None:
    """R016: the factors shown, multiplied, are the figure shown."""
    run = trained(model(QWEN), optimizer=optimizer, global_batch=1_000_000)
    held = explain_memory("optimizer_gb", run, layout, H100).inputs[0]
    assert prod(float(one.value) for one in held.inputs) / 1e9 == pytest.approx(gpu_memory(run, layout).optimizer / 1e9)


def test_the_work_of_the_step_follows_from_its_inputs() -> None:
    """PyTorch's foreach AdamW takes a copy of what it updates: here the peak is its step."""
    run = Trained(model(QWEN), task(seq_len=512, global_batch=8), CATALOG.figures, recipe=USUAL["hf"])
    layout = Layout(data_parallel=8, zero_stage=1, expert_parallel=8)
    step = explain_memory("optimizer_gb", run, layout, H100).inputs[1]
    assert gpu_memory(run, layout).moment == "step"
    assert prod(float(one.value) for one in step.inputs) == pytest.approx(gpu_memory(run, layout).step)
