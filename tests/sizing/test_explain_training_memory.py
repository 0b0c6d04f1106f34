"""Every memory figure of a training can be taken apart, and its parts add up to it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizing.training_case import CATALOG, model, task
from wizard.domain.provenance import Derivation
from wizard.sizing.explain_training_memory import explain_memory, memory_range
from wizard.sizing.training_memory import Layout, Trained, memory_of
from wizard.sizing.training_recipe import USUAL, Recipe

A100 = CATALOG.accelerators["a100-sxm-80"]
PARTS = ("weights_gb", "gradients_gb", "optimizer_gb", "activations_gb", "overhead_gb")
NAMES = ("meta-llama/Llama-3.1-8B-Instruct", "Qwen/Qwen3-30B-A3B", "deepseek-ai/DeepSeek-V3")
RECIPES = [*USUAL.values(), Recipe("deepspeed", offload="optimizer"), Recipe(logits="fused", offload_activations=True)]
runs = st.builds(
    lambda name, recipe, **changed: Trained(
        model(name), task(**changed), CATALOG.figures, recipe=recipe
    ),
    name=st.sampled_from(NAMES), recipe=st.sampled_from(RECIPES),
    method=st.sampled_from(["full", "lora", "qlora", "rl", "scratch"]),
    optimizer=st.sampled_from(["adamw", "adamw_8bit", "adamw_paged", "muon", "sgd", "adafactor"]),
    recompute=st.sampled_from(["none", "selective", "full"]), global_batch=st.sampled_from([1, 512]),
)  # fmt: skip
layouts = st.builds(
    Layout, st.sampled_from([1, 2, 8]), st.sampled_from([1, 4]), st.integers(1, 64), st.integers(0, 3),
    st.integers(1, 4), context_parallel=st.sampled_from([1, 2]), expert_parallel=st.sampled_from([1, 2]),
)  # fmt: skip


def sums(tree: Derivation) -> None:
    """Wherever a formula is the sum of the labels below it, the numbers add up as well."""
    if tree.inputs and tree.formula == " + ".join(i.label.en for i in tree.inputs):
        assert sum(float(i.value) for i in tree.inputs) == pytest.approx(float(tree.value), abs=1e-9)
    for one in tree.inputs:
        sums(one)


@settings(max_examples=80, deadline=None)
@given(run=runs, layout=layouts)
def test_trees_add_up_to_what_is_shown(run: Trained, layout: Layout) -> None:
    """R016: shown figures are their explanations' figures, and no part is negative."""
    shown = memory_of(run, layout, A100)
    total = explain_memory("total_gb", run, layout, A100)
    assert total.value == pytest.approx(shown.total_gb)
    sums(total)
    for field, part in zip(PARTS, total.inputs, strict=True):
        assert part.value == pytest.approx(getattr(shown, field), abs=1e-9)
        assert all(float(one.value) >= -1e-9 for one in part.inputs)


def test_figures_of_an_end_are_named_with_their_source() -> None:
    run = Trained(model(NAMES[0]), task(), CATALOG.figures)
    found = memory_range("1", run, Layout(), 100.0)
    named = [one.source or "" for one in found.inputs]
    assert any("training.logit_bytes" in source for source in named)
    assert any("training.residual_memory" in source for source in named)
