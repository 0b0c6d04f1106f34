"""Parts of a training that one GPU holds, before and after a ZeRO stage divides them.

Routed experts are spread over their ranks, and each rank's are divided over the fewer GPUs that hold the same ones
(DeepSpeed-MoE, arXiv 2201.05596, section 4; Megatron's expert data parallelism): all GPUs together hold the same states
as without the spreading.
"""

from wizard.sizing.training_run import Layout, Trained

OPTIMIZER_STAGE, GRADIENT_STAGE, WEIGHT_STAGE = 1, 2, 3


def spread(layout: Layout) -> float:
    """Part of a GPU's experts that stays on it when they are spread over their ranks.

    More ranks than data-parallel GPUs take the place of tensor parallelism in the experts (Megatron).
    """
    wide = layout.expert_parallel > layout.shards
    return (layout.tensor_parallel if wide else 1.0) / layout.expert_parallel


def expert_groups(layout: Layout, ranks: int) -> int:
    """Groups of GPUs of a pipeline stage that each share one set of experts; 0: so many ranks cannot be formed.

    Ranks divide the GPUs that hold the same slice of the model. More ranks than those take the tensor-parallel GPUs in.
    """
    there = layout.shards if ranks <= layout.shards else layout.shards * layout.tensor_parallel
    return 0 if there % ranks else there // ranks


def held_share(trained: Trained, layout: Layout) -> float:
    """Of the whole model, on the fullest GPU, before ZeRO divides it."""
    share = trained.share(layout.tensor_parallel, layout.pipeline_parallel)
    return share * (1 - trained.expert_share * (1 - spread(layout)))


def state_share(trained: Trained, layout: Layout, from_stage: int) -> float:
    """Of the whole model, on the fullest GPU, of what ZeRO divides from a stage on."""
    if layout.zero_stage < from_stage:
        return held_share(trained, layout)
    return trained.share(layout.tensor_parallel, layout.pipeline_parallel) / layout.shards


def updated_share(trained: Trained, layout: Layout, from_stage: int | None = None) -> float:
    """The same of the trained parameters, undivided without a stage; adapters stand beside no routed expert."""
    if from_stage is not None and layout.zero_stage >= from_stage:
        return state_share(trained, layout, from_stage)
    if trained.adapters:
        return trained.share(layout.tensor_parallel, layout.pipeline_parallel)
    return held_share(trained, layout)


def layer_parameters(trained: Trained, layout: Layout) -> float:
    """Of the largest layer with the experts that stay on the GPU, before tensor parallelism divides it."""
    return max(whole - experts * (1 - spread(layout)) for whole, experts in trained.layer_sizes)
