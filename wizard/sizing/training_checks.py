"""Refuses training tasks and layouts that no hardware could make meaningful."""

from wizard.domain.errors import CodedError
from wizard.domain.model import ModelArchitecture
from wizard.domain.workload import TrainingTask
from wizard.sizing.errors import SizingError
from wizard.sizing.limits import undivided_heads
from wizard.sizing.training_errors import TrainingError
from wizard.sizing.training_memory import Layout
from wizard.sizing.training_states import state_bytes

MOST_TOKENS = 2_000_000
MOST_SAMPLES = 10_000_000
MOST_GPUS = 100_000
MOST_RANK = 4096
MOST_MICRO = 65_536
MOST_AMOUNT = 1e30
"""Tokens, passes or hours up to which every product of them is a number."""


def check_task(arch: ModelArchitecture, task: TrainingTask) -> None:
    """Raises:
    CodedError: E108 no architecture, E121 counts, E126 names, E129 amounts.
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


def check_layout(arch: ModelArchitecture, layout: Layout) -> None:
    """Raises:
    CodedError: E121 counts, E122 stage, E124 heads, E125 pipeline stages.
    """
    counts = {
        "tensor_parallel": layout.tensor_parallel, "pipeline_parallel": layout.pipeline_parallel,
        "data_parallel": layout.data_parallel,
    }  # fmt: skip
    for what, value in counts.items():
        check_count(what, value, MOST_GPUS)
    check_count("micro_batch", layout.micro_batch, MOST_MICRO)
    if layout.zero_stage not in range(4):
        raise CodedError(TrainingError.STAGE, value=layout.zero_stage)
    heads = undivided_heads(arch, layout.tensor_parallel)
    if heads is not None:
        raise CodedError(TrainingError.HEADS, heads=heads, tp=layout.tensor_parallel)
    if layout.pipeline_parallel > arch.layer_count:
        raise CodedError(TrainingError.STAGES, pp=layout.pipeline_parallel, layers=arch.layer_count)


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
