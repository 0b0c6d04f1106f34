"""Refuses training tasks and layouts that no hardware could make meaningful."""

from wizard.domain.errors import CodedError
from wizard.domain.model import ModelArchitecture
from wizard.domain.workload import TrainingTask
from wizard.sizing.errors import SizingError
from wizard.sizing.limits import undivided_heads
from wizard.sizing.training_errors import TrainingError
from wizard.sizing.training_flops import ADAPTERS
from wizard.sizing.training_run import Layout, Trained, accumulation
from wizard.sizing.training_shares import OPTIMIZER_STAGE, WEIGHT_STAGE, expert_groups
from wizard.sizing.training_states import state_bytes, trained_parameters

MOST_TOKENS = 2_000_000
MOST_SAMPLES = 10_000_000
MOST_GPUS = 100_000
MOST_RANK = 4096
MOST_MICRO = 65_536
MOST_AMOUNT = 1e30
"""Tokens, passes or hours up to which every product of them is a number."""


def check_task(arch: ModelArchitecture, task: TrainingTask) -> None:
    """Raises:
    CodedError: E108 no architecture, E121 counts, E126 names, E129 amounts, E139 adapters.
    """
    if not arch.layers:
        raise CodedError(SizingError.NO_LAYERS, ref=arch.ref)
    counts = {
        "seq_len": (task.seq_len, MOST_TOKENS), "global_batch": (task.global_batch, MOST_SAMPLES),
        "lora_rank": (task.lora_rank, MOST_RANK),
    }  # fmt: skip
    for what, (value, limit) in counts.items():
        check_count(what, value, limit)
    amounts = {"tokens": task.tokens.low, "epochs": task.epochs, "deadline_h": task.deadline_h}
    for name, amount in amounts.items():
        check_amount(name, amount)
    check_amount("tokens", task.tokens.high)
    state_bytes(task.precision, task.optimizer)
    if task.method in ADAPTERS and not trained_parameters(arch, task.method, task.lora_rank):
        raise CodedError(TrainingError.NO_PROJECTIONS, model=arch.ref)


def check_layout(arch: ModelArchitecture, layout: Layout) -> None:
    """Raises:
    CodedError: E121 counts, E122 stage, E124 heads, E125 pipeline stages, E131 experts, E137 virtual stages.
    """
    counts = {
        "tensor_parallel": layout.tensor_parallel, "pipeline_parallel": layout.pipeline_parallel,
        "data_parallel": layout.data_parallel, "context_parallel": layout.context_parallel,
        "expert_parallel": layout.expert_parallel, "virtual_stages": layout.virtual_stages,
    }  # fmt: skip
    for what, value in counts.items():
        check_count(what, value, MOST_GPUS)
    check_count("micro_batch", layout.micro_batch, MOST_MICRO)
    if layout.zero_stage not in range(4):
        raise CodedError(TrainingError.STAGE, value=layout.zero_stage)
    tensor = layout.tensor_parallel
    heads = undivided_heads(arch, tensor)
    if heads is not None:
        raise CodedError(TrainingError.HEADS, heads=heads, tp=tensor, nearest=nearest_divisors(heads, tensor))
    if layout.virtual_stages > 1 and layout.pipeline_parallel == 1:
        raise CodedError(TrainingError.VIRTUAL, vp=layout.virtual_stages)
    stages = layout.pipeline_parallel * layout.virtual_stages
    # Embedding and head may stand on virtual stages of their own, as in Megatron's recipe for Llama 3.1 405B.
    if layout.pipeline_parallel > arch.layer_count or stages > arch.layer_count + 2:
        raise CodedError(TrainingError.STAGES, pp=stages, layers=arch.layer_count)
    _check_experts(arch, layout)


def _check_experts(arch: ModelArchitecture, layout: Layout) -> None:
    parts = (group.feed_forward for group in arch.layers)
    experts = max((part.experts for part in parts if part is not None), default=0)
    possible = [n for n in range(1, max(1, experts) + 1) if n == 1 or (experts % n == 0 and expert_groups(layout, n))]
    if layout.expert_parallel not in possible:
        raise CodedError(
            TrainingError.EXPERTS, ep=layout.expert_parallel, experts=experts, data=layout.shards,
            tp=layout.tensor_parallel, possible=", ".join(map(str, possible)),
        )  # fmt: skip


def check_together(trained: Trained, layout: Layout) -> None:
    """What task, recipe and layout allow only together.

    Raises:
        CodedError: E130 sequence, E132 weights in main memory, E133 step in backward, E134 pipeline of DeepSpeed.
    """
    recipe, context, length = trained.recipe, layout.context_parallel, trained.task.seq_len
    # Each GPU takes a piece from the beginning and one from the end, so that the causal mask loads all alike.
    if context > 1 and length % (2 * context):
        below = length // (2 * context) * 2 * context
        nearest = ", ".join(str(n) for n in (below, below + 2 * context) if n)
        raise CodedError(TrainingError.CONTEXT, length=length, cp=context, nearest=nearest)
    if recipe.offload == "all" and (layout.zero_stage < WEIGHT_STAGE or layout.shards == 1):
        raise CodedError(TrainingError.WEIGHTS_AWAY, stage=layout.zero_stage, gpus=layout.gpus)
    steps = accumulation(trained, layout)
    if recipe.in_backward and steps > 1:
        batch = layout.micro_batch * layout.data_parallel
        raise CodedError(TrainingError.IN_BACKWARD, steps=steps, batch=batch)
    if recipe.live_window and layout.pipeline_parallel > 1 and layout.zero_stage > OPTIMIZER_STAGE:
        raise CodedError(TrainingError.PIPELINE_STAGE, stage=layout.zero_stage, pp=layout.pipeline_parallel)


def check_division(gpus: int, layout: Layout) -> None:
    """Raises:
    CodedError: E123, degrees whose product does not divide the GPUs, with the nearest numbers of GPUs that it does.
    """
    each = layout.tensor_parallel * layout.pipeline_parallel * layout.context_parallel
    if gpus % each:
        below = gpus // each * each
        nearest = ", ".join(str(n) for n in (below, below + each) if n)
        raise CodedError(
            TrainingError.LAYOUT, gpus=gpus, tp=layout.tensor_parallel, pp=layout.pipeline_parallel,
            cp=layout.context_parallel, nearest=nearest,
        )  # fmt: skip


def nearest_divisors(whole: int, wanted: int) -> str:
    """The divisors of ``whole`` next to ``wanted``, below and above."""
    below = next((n for n in range(min(wanted, whole), 0, -1) if whole % n == 0), 1)
    above = next((n for n in range(wanted + 1, min(whole, MOST_GPUS) + 1) if whole % n == 0), None)
    return str(below) if above is None else f"{below}, {above}"


def check_amount(what: str, value: float | None) -> None:
    """None is left to defaults.

    Raises:
        CodedError: E129.
    """
    if value is not None and not 0 < value <= MOST_AMOUNT:
        raise CodedError(TrainingError.AMOUNT, what=what, value=value)


def check_count(what: str, value: int, limit: int) -> None:
    if not 1 <= value <= limit:
        raise CodedError(TrainingError.COUNT, what=what, value=value, limit=limit)
