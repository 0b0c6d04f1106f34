"""Main memory of trainings whose states or activations wait there."""

import pytest
from tests.sizing.training_case import CATALOG, task
from wizard.sizing.training_architecture import architecture_of_size
from wizard.sizing.training_host import host_memory
from wizard.sizing.training_memory import Layout, Trained, gpu_memory
from wizard.sizing.training_recipe import Recipe

EIGHT = Layout(data_parallel=8, zero_stage=3)


def run(recipe: Recipe | None = None, **changed: object) -> Trained:
    return Trained(architecture_of_size(2.851), task(**changed), CATALOG.figures, recipe=recipe)


def test_a_training_on_its_gpus_takes_no_main_memory() -> None:
    assert host_memory(run(), EIGHT).total == 0.0


@pytest.mark.parametrize(("offload", "gib"), [("optimizer", 63.72), ("all", 71.69)])
def test_states_of_a_server_in_main_memory(offload: str, gib: float) -> None:
    """R017 R110: DeepSpeed's estimate for eight GPUs (0cca539): 16 and 18 bytes, half as much again."""
    recipe = Recipe("deepspeed", offload="optimizer" if offload == "optimizer" else "all")
    assert 8 * host_memory(run(recipe), EIGHT).total / 2**30 == pytest.approx(gib, rel=0.001)


def test_paged_moments_wait_in_main_memory() -> None:
    """arXiv 2305.14314, section 3: eight bytes a parameter and the copy leave the GPU."""
    held, away = run(global_batch=64), run(global_batch=64, optimizer="adamw_paged")
    assert gpu_memory(held, Layout()).optimizer == pytest.approx(2.851e9 * 12)
    assert gpu_memory(away, Layout()).optimizer == 0.0
    assert host_memory(away, Layout()).optimizer == pytest.approx(2.851e9 * 12)


def test_activations_in_main_memory_are_those_that_were_kept() -> None:
    """Full recomputation keeps one input a layer: layers · width · 2 bytes a token."""
    away = run(Recipe(offload_activations=True), seq_len=8192)
    width, layers = away.arch.hidden, away.arch.layer_count
    assert host_memory(away, Layout()).activations == 8192 * layers * width * 2


def test_muon_leaves_embedding_and_head_to_adamw() -> None:
    """kellerjordan.github.io/posts/muon: matrices of hidden layers keep one moment, everything else two."""
    muon = run(optimizer="muon")
    wide = muon.tables + muon.counted.norms
    assert muon.optimizer_bytes == pytest.approx(2.851e9 * 8 + wide * 4)
