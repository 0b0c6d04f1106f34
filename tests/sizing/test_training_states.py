"""States of training against the papers that define them."""

import pytest
from tests.sizing.training_case import CATALOG, model, task
from wizard.domain.errors import CodedError
from wizard.domain.workload import TrainingMethod
from wizard.domain.workload_result import TrainingMemory
from wizard.sizing.architecture import count_parameters
from wizard.sizing.training_architecture import Shape, architecture_of_size
from wizard.sizing.training_memory import Layout, Trained, gpu_memory
from wizard.sizing.training_recipe import Recipe
from wizard.sizing.training_states import adapter_parameters, state_bytes, training_memory

LLAMA = "meta-llama/Llama-3.1-8B-Instruct"


def states(size_b: float, method: TrainingMethod = "full", optimizer: str = "adamw") -> TrainingMemory:
    arch = architecture_of_size(size_b)
    return training_memory(arch, method, "bf16_mixed", optimizer, 16, CATALOG.figures)


def test_the_example_of_the_zero_paper() -> None:
    """R007: 7.5e9 parameters with Adam in mixed precision need 120 GB (arXiv 1910.02054, section 3.1)."""
    assert states(7.5).states_gb == pytest.approx(120.0, rel=1e-9)


def test_the_convention_of_deepspeed() -> None:
    """Its estimators count 18 bytes a parameter, with gradients in 32 bit: 135 GB for the same model."""
    assert states(7.5).states_high_gb == pytest.approx(135.0, rel=1e-9)
    assert states(7.5).bytes_per_parameter_high == pytest.approx(18.0)


def test_the_rule_of_thumb_stands_beside_the_components() -> None:
    """R020: 8e9 parameters: the rule says 20.8 to 22.4 GB, the components 128 to 144 GB."""
    found = states(8)
    assert (found.rule_low_gb, found.rule_high_gb) == pytest.approx((20.8, 22.4))
    assert (found.states_gb, found.states_high_gb) == pytest.approx((128.0, 144.0))


@pytest.mark.parametrize(
    ("optimizer", "each"),
    [("adamw", 16), ("adamw_8bit", 10), ("adafactor", 8), ("sgd", 12), ("muon", 12), ("other", 16)],
)
def test_bytes_a_parameter_by_optimizer(optimizer: str, each: int) -> None:
    """2 + 2 + 4 for weights, gradients and the 32-bit copy, and what the optimizer keeps (arXiv 2110.02861: 1 + 1)."""
    assert state_bytes("bf16_mixed", optimizer).low == each


def test_parts_add_up() -> None:
    found = states(70, "rl")
    assert found.weights_gb + found.gradients_gb + found.optimizer_gb == pytest.approx(found.states_gb)


@pytest.mark.parametrize(
    ("name", "rank", "count"), [(LLAMA, 16, 41_943_040), ("meta-llama/Llama-2-7b-chat-hf", 16, 39_976_960)]
)
def test_adapters_of_all_projections(name: str, rank: int, count: int) -> None:
    """Trainable parameters that peft prints for rank 16 on all seven projections (unsloth notebooks@bdda2ef)."""
    assert adapter_parameters(model(name), rank) == count


def test_qlora_holds_the_base_in_about_half_a_byte() -> None:
    """R055: 4.127 bits a weight (arXiv 2305.14314); embedding and head stay in 16 bit."""
    found = training_memory(model(LLAMA), "qlora", "bf16_mixed", "adamw", 16, CATALOG.figures)
    matrices = 8_030_261_248 - 2 * 128_256 * 4096 - 65 * 4096
    base = matrices * 4.127 / 8 + (8_030_261_248 - matrices) * 2
    assert found.weights_gb == pytest.approx((base + 41_943_040 * 2) / 1e9)


def test_unknown_names_are_refused_with_the_known_ones() -> None:
    with pytest.raises(CodedError, match=r"E126.*adafactor"):
        state_bytes("bf16_mixed", "lion")
    with pytest.raises(CodedError, match=r"E126.*fp16_mixed"):
        state_bytes("int8", "adamw")


@pytest.mark.parametrize(("total", "active"), [(130, 130), (100, 100), (0.001, 0.001), (671, 37), (120, 5.1), (30, 3)])
def test_an_assumed_architecture_has_exactly_the_stated_size(total: float, active: float) -> None:
    """R019: width and depth are assumed, the number of parameters is not."""
    counted = count_parameters(architecture_of_size(total, active))
    assert counted.total == round(total * 1e9)
    assert counted.active == pytest.approx(active * 1e9, rel=0.03)


def test_a_stated_shape_is_kept() -> None:
    """R041: GLM-130B has 70 layers of width 12,288 with 96 heads and a vocabulary of 150,528 (arXiv 2210.02414)."""
    arch = architecture_of_size(130, None, Shape(layers=70, hidden=12_288, q_heads=96, kv_heads=96, vocab=150_528))
    assert (arch.layer_count, arch.hidden, arch.layers[0].attention.heads, arch.vocab) == (70, 12_288, 96, 150_528)
    assert count_parameters(arch).total == 130_000_000_000


@pytest.mark.parametrize(
    ("total", "active", "code"), [(10, 20, "E127"), (float("nan"), None, "E127"), (10, -1, "E127")]
)
def test_impossible_sizes_are_refused(total: float, active: float | None, code: str) -> None:
    with pytest.raises(CodedError, match=code):
        architecture_of_size(total, active)


def test_a_shape_larger_than_the_size_is_refused() -> None:
    with pytest.raises(CodedError, match="E128"):
        architecture_of_size(1, None, Shape(layers=80, hidden=8192))


def test_stated_adapters_stand_instead_of_the_rank() -> None:
    """IA3 on Llama-3.2-3B trains 286,720 parameters (huggingface/peft method_comparison@5d602fd): 16 bytes of each."""
    recipe = Recipe(adapter_parameters=286_720)
    run = Trained(model("meta-llama/Llama-3.2-3B-Instruct"), task(method="lora"), CATALOG.figures, recipe=recipe)
    found = gpu_memory(run, Layout())
    assert run.trained == 286_720
    assert found.gradients + found.optimizer == pytest.approx(286_720 * 14)
