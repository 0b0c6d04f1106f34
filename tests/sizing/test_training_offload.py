"""States and activations in main memory take time: the link and the processors are slower than the GPU."""

from dataclasses import replace

import pytest
from tests.sizing.training_case import CATALOG, model, task
from wizard.sizing.training_memory import Layout, Trained
from wizard.sizing.training_offload import host_link
from wizard.sizing.training_recipe import Recipe
from wizard.sizing.training_speed import intervals, performance
from wizard.sizing.training_step import Step, step

LLAMA = model("meta-llama/Llama-3.1-8B-Instruct")
CARD = CATALOG.accelerators["rtx-4090-24"]
ONE = Layout()
EIGHT = Layout(data_parallel=8, zero_stage=3)


def run(recipe: Recipe | None = None, **changed: object) -> Trained:
    return Trained(LLAMA, task(**{"global_batch": 1, **changed}), CATALOG.figures, recipe=recipe or Recipe())


def seconds(found: Step, *names: str) -> float:
    return sum(part.seconds for part in (*found.parts, *found.once) if part.name in names)


def test_a_slot_of_pcie_4_carries_32_gb_a_second() -> None:
    """PCI-SIG: 16 GT/s, 128b/130b, 16 lanes."""
    assert host_link(CARD, CATALOG.figures) == pytest.approx(31.5e9, rel=0.01)


def test_the_optimizer_of_eight_billion_in_main_memory_takes_seconds() -> None:
    """Gradients and weights of 2 bytes over PCIe 4, and Adam over two channels of DDR5, on one RTX 4090."""
    found = step(run(Recipe(offload="optimizer")), CARD, ONE)
    assert seconds(found, "states_link") >= 8.03e9 * 4 / 31.5e9
    assert seconds(found, "states_link", "host_optimizer") > 1.3
    assert seconds(found, "optimizer") == 0.0


@pytest.mark.parametrize(
    ("recipe", "changed"),
    [
        (Recipe(offload="optimizer"), {}),
        (Recipe(offload="all"), {}),
        (Recipe(offload_activations=True), {}),
        (Recipe(), {"optimizer": "adamw_paged"}),
        (Recipe(), {"optimizer": "adamw_paged_8bit"}),
    ],
)
def test_waiting_in_main_memory_is_never_free(recipe: Recipe, changed: dict[str, object]) -> None:
    here = run(optimizer="adamw_8bit" if "8bit" in str(changed.get("optimizer")) else "adamw", global_batch=8)
    away = run(recipe, global_batch=8, **changed)
    slower, faster = (step(one, CARD, EIGHT).seconds for one in (away, here))
    assert slower > faster


def test_weights_in_main_memory_come_for_every_pass() -> None:
    """arXiv 2104.07857: forward and backward, and once more with full recomputation."""
    kept, again = (
        step(run(Recipe(offload="all"), recompute=how, global_batch=8), CARD, EIGHT) for how in ("none", "full")
    )
    assert seconds(again, "weights_link") / seconds(kept, "weights_link") == pytest.approx(1.5)


def test_more_gpus_share_the_optimizer_but_not_the_main_memory() -> None:
    one, eight = (
        step(run(Recipe(offload="optimizer"), global_batch=8), CATALOG.accelerators["h100-sxm-80"], layout)
        for layout in (ONE, EIGHT)
    )
    assert seconds(eight, "host_optimizer") == pytest.approx(seconds(one, "host_optimizer"))
    assert seconds(eight, "states_link") == pytest.approx(seconds(one, "states_link") / 8)


def test_the_interval_is_wider_with_states_in_main_memory() -> None:
    widths = []
    for offload in ("none", "optimizer"):
        trained = run(replace(Recipe(), offload=offload))
        low, high = intervals(trained, CARD, ONE, performance(trained, CARD, ONE))["step_time_ms"]
        widths.append(high / low)
    assert widths[1] > 1.2
