"""Memory of one GPU in training."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizing.training_case import CATALOG, judged, model, searched, trained
from wizard.domain.quantities import GIB
from wizard.domain.workload import TrainingMethod
from wizard.sizing.training_architecture import Shape, architecture_of_size
from wizard.sizing.training_memory import Layout, Trained, gpu_memory, memory_interval, memory_of
from wizard.sizing.training_recipe import USUAL, Recipe

A100 = CATALOG.accelerators["a100-sxm-80"]
LLAMA_70B = "meta-llama/Llama-2-70b-chat-hf"
NAMES = (
    "Qwen/Qwen3-0.6B", "meta-llama/Llama-3.2-3B-Instruct", "meta-llama/Llama-3.1-8B-Instruct", LLAMA_70B,
    "Qwen/Qwen3-30B-A3B", "openai/gpt-oss-120b", "deepseek-ai/DeepSeek-V3",
)  # fmt: skip
METHODS: tuple[TrainingMethod, ...] = ("full", "lora", "qlora", "rl", "scratch")


def test_eight_cards_do_not_hold_a_full_fine_tuning_of_70_billion() -> None:
    """R020 R082: https://github.com/epfLLM/Megatron-LLM/issues/52, 2023-08-28: eight A100-80G fail, 32 pass."""
    run = trained(model(LLAMA_70B))
    eight, thirty_two = judged(run, "a100-sxm-80", 8), judged(run, "a100-sxm-80", 32)
    (reason,) = eight.why_not
    assert "8 × 80 GB = 640 GB, needed 1." in reason.en
    assert "LoRA or QLoRA" in reason.en
    assert "640 GB" in reason.de
    assert thirty_two.feasible


def test_states_of_70_billion_are_1_1_to_1_3_terabytes() -> None:
    """R065: 16 to 18 bytes a parameter for 69e9 parameters."""
    run = trained(model(LLAMA_70B))
    found = gpu_memory(run, Layout(data_parallel=64, zero_stage=0))
    states = found.weights + found.gradients + found.optimizer
    assert states / 1e12 == pytest.approx(1.1, abs=0.05)
    assert (states + found.gradients) / 1e12 < 1.3


def test_qlora_of_65_billion_fits_on_one_card_of_48_gigabytes() -> None:
    """R055: Dettmers et al., arXiv 2305.14314, abstract."""
    arch = architecture_of_size(65.2, None, Shape(layers=80, hidden=8192, q_heads=64, kv_heads=64, vocab=32_000))
    found = judged(trained(arch, method="qlora", seq_len=512, global_batch=16), "rtx-a6000-48", 1)
    assert found.feasible
    assert found.memory.total_gb < 48


def test_small_models_need_no_data_centre_card() -> None:
    """R054: LoRA on 8e9 parameters runs on a card of 24 GB (torchtune: 16.2 GiB on an RTX 4090)."""
    run = trained(model("meta-llama/Llama-3.1-8B-Instruct"), method="lora", seq_len=2048)
    found = judged(run, "rtx-4090-24", 1)
    assert found.feasible
    recipe = Recipe("torchtune", logits="tiled", releases_gradients=True)
    tuned = Trained(run.arch, run.task, CATALOG.figures, recipe=recipe)
    assert gpu_memory(tuned, Layout(micro_batch=2)).allocated / GIB == pytest.approx(16.2, rel=0.1)


@pytest.mark.parametrize(
    ("method", "gpus", "stage", "length", "gib"),
    [("lora", 1, 0, 1024, 21.5), ("lora", 1, 0, 8192, 36.6), ("lora", 4, 2, 2048, 23.775), ("full", 2, 3, 256, 69.6),
     ("qlora", 1, 0, 4096, 16.9)],
)  # fmt: skip
def test_published_peaks_of_qwen_7b_lie_in_the_interval(
    method: TrainingMethod, gpus: int, stage: int, length: int, gib: float
) -> None:
    """R016 R057: QwenLM/Qwen README@2df8e8a, A100-80G, one sample a GPU, rank 64."""
    arch = architecture_of_size(7.72, None, Shape(layers=32, hidden=4096, q_heads=32, kv_heads=32, vocab=151_936))
    run = trained(arch, method=method, seq_len=length, lora_rank=64, global_batch=gpus)
    low, high = memory_interval(run, Layout(data_parallel=gpus, zero_stage=stage))
    assert low < gib * 1.0737 < high


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_each_stage_divides_one_more_part(stage: int) -> None:
    """Stage 1: 4 + 12/N, stage 2: 2 + 14/N, stage 3: 16/N bytes a parameter (arXiv 1910.02054), 7.5e9 on 64 GPUs."""
    run = trained(architecture_of_size(7.5))
    found = gpu_memory(run, Layout(data_parallel=64, zero_stage=stage))
    states = found.weights + found.gradients + found.optimizer
    assert states / 1e9 == pytest.approx({1: 31.4, 2: 16.6, 3: 1.9}[stage], abs=0.05)


@settings(max_examples=60, deadline=None)
@given(
    name=st.sampled_from(NAMES), method=st.sampled_from(METHODS), step=st.integers(0, 9),
    length=st.sampled_from([512, 4096, 32_768]),
)  # fmt: skip
def test_more_gpus_never_need_more_memory_each(name: str, method: TrainingMethod, step: int, length: int) -> None:
    """R017: under ZeRO-3 the states of one GPU only shrink; from one to two GPUs buffers come on top."""
    run = trained(model(name), method=method, seq_len=length)
    few, many = (gpu_memory(run, Layout(data_parallel=2 ** (step + n), zero_stage=3)) for n in (0, 1))
    states = [found.weights + found.gradients + found.optimizer for found in (few, many)]
    assert states[1] <= states[0] * (1 + 1e-9)
    if step > 0:
        assert many.total <= few.total * (1 + 1e-9)


@settings(max_examples=60, deadline=None)
@given(
    name=st.sampled_from(NAMES), method=st.sampled_from(METHODS), data=st.integers(1, 512),
    tensor=st.sampled_from([1, 2, 4, 8]), stage=st.integers(0, 3), micro=st.integers(1, 8),
    recompute=st.sampled_from(["none", "selective", "full"]),
)  # fmt: skip
def test_shown_parts_add_up_and_lie_in_their_interval(
    name: str, method: TrainingMethod, data: int, tensor: int, stage: int, micro: int, recompute: str
) -> None:
    run = trained(model(name), method=method, recompute=recompute)
    layout = Layout(tensor, 1, data, stage, micro)
    shown = memory_of(run, layout, A100)
    parts = shown.weights_gb + shown.gradients_gb + shown.optimizer_gb + shown.activations_gb + shown.overhead_gb
    low, high = memory_interval(run, layout)
    assert parts + shown.kv_cache_gb == pytest.approx(shown.total_gb)
    assert low <= shown.total_gb <= high


def test_recomputation_trades_memory_for_time() -> None:
    """R057: arXiv 2205.05198: less is kept, and the hardware computes a third more."""
    arch = model("meta-llama/Llama-3.1-8B-Instruct")
    kept = [trained(arch, recompute=name).activations.kept for name in ("none", "selective", "full")]
    assert kept == sorted(kept, reverse=True)
    assert trained(arch).flops.hardware / trained(arch, recompute="none").flops.hardware == pytest.approx(4 / 3)


def test_activations_of_a_gpt_layer() -> None:
    """Korthikanti et al.: 34 bytes a token and hidden value less two one-byte dropout masks, without the scores."""
    arch = architecture_of_size(13, None, Shape(layers=40, hidden=5120, q_heads=40, kv_heads=40, vocab=50_257))
    part = arch.layers[0].feed_forward
    assert part is not None
    plain = part.model_copy(update={"gated": False, "intermediate": 4 * 5120})
    group = arch.layers[0].model_copy(update={"feed_forward": plain})
    run = trained(arch.model_copy(update={"layers": (group,)}), recompute="none")
    assert run.activations.kept / 40 / 5120 == pytest.approx(32, rel=0.01)


def test_the_search_keeps_every_accelerator_with_its_reason() -> None:
    found = searched(trained(model(LLAMA_70B)))
    assert len(found) == len(CATALOG.accelerators)
    assert [c.id for c in found] == [f"c{n}" for n in range(1, len(found) + 1)]
    assert [c.feasible for c in found] == sorted((c.feasible for c in found), reverse=True)
    assert all(c.why_not or c.training is not None for c in found)


def test_megatron_adds_gradients_up_in_32_bit() -> None:
    """NVIDIA/Megatron-LM docs, dist_optimizer: 18 bytes a parameter, with the distributed optimizer 6 + 12/d."""
    run = Trained(architecture_of_size(7.5), trained(architecture_of_size(7.5)).task, CATALOG.figures,
                  recipe=USUAL["megatron"])  # fmt: skip
    for stage, each in ((0, 18.0), (1, 6 + 12 / 64)):
        found = gpu_memory(run, Layout(data_parallel=64, zero_stage=stage))
        assert (found.weights + found.gradients + found.optimizer) / 7.5e9 == pytest.approx(each)
