"""Which figures a training's software has.

Megatron divides layers and experts over GPUs and hides most messages; PyTorch's FSDP with compiled models fuses what is
no product; recipes of fine-tuning run as they come.
"""

from wizard.sizing.training_memory import Layout, Trained

MEGATRON, COMPILED, EAGER, RECIPE = "megatron", "compiled", "eager", "recipe"
EARLIER = "megatron_2026_04"
"""Megatron-Bridge up to release 26.04, before experts were sorted and started in fewer kernels."""
_SCRATCH = ("scratch", "cpt")
_NAMES = (
    ("megatron_2026_04", EARLIER), ("megatron", MEGATRON), ("nemo", MEGATRON), ("torchtitan", COMPILED),
    ("fms", COMPILED), ("foundry", EAGER), ("composer", EAGER),
)  # fmt: skip


def software_of(trained: Trained, layout: Layout) -> str:
    """Of what is stated, else what is usual: Megatron for pre-training with divided layers, compiled FSDP without.

    Anything else is a recipe of fine-tuning.
    """
    if trained.software:
        name = trained.software.lower()
        return next((key for mark, key in _NAMES if mark in name), RECIPE)
    if trained.task.method not in _SCRATCH:
        return RECIPE
    divided = layout.tensor_parallel * layout.pipeline_parallel * layout.expert_parallel * layout.context_parallel
    return MEGATRON if divided > 1 else COMPILED
