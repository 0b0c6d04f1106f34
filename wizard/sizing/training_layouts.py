"""Ways to spread a training over GPUs, and the sizes clusters have."""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil

from wizard.domain.hardware import Accelerator
from wizard.sizing.figures import Facts
from wizard.sizing.limits import node_size, undivided_heads
from wizard.sizing.training_facts import fact
from wizard.sizing.training_memory import Layout, Trained, gpu_memory, usable_bytes
from wizard.sizing.training_speed import SERVER

TENSOR_SIZES = (1, 2, 4, 8)
PIPELINES = (1, 2, 4, 8, 16)
_STAGES = {"none": 0, "zero1": 1, "zero2": 2, "zero3": 3, "fsdp": 3}


def sizes(accelerator: Accelerator, facts: Facts) -> Iterator[int]:
    """GPUs of a cluster in steps of two; only data-centre cards go beyond one server."""
    node = node_size(accelerator, facts)
    size = 1
    limit = fact(facts, "ceiling_gpus").value if accelerator.tier == "datacenter" else node
    while size <= limit:
        yield size
        size *= 2


def next_size(accelerator: Accelerator, gpus: int, wanted: float, facts: Facts) -> int | None:
    """The allowed size at or above ``wanted`` and above ``gpus``."""
    small = [size for size in sizes(accelerator, facts) if size <= SERVER]
    inside = next((size for size in small if size > gpus and size >= wanted), None)
    if inside is not None:
        return inside
    if accelerator.tier != "datacenter":
        return small[-1] if small[-1] > gpus else None
    ceiling = int(fact(facts, "ceiling_gpus").value)
    size = max(ceil(wanted / SERVER), gpus // SERVER + 1) * SERVER
    if size <= ceiling:
        return size
    return ceiling if gpus < ceiling else None


def holding_layout(trained: Trained, accelerator: Accelerator, gpus: int, *, spare: bool = True) -> Layout | None:
    """The first layout of this many GPUs that fits; None: none fits."""
    return next(holding_layouts(trained, accelerator, gpus, spare=spare), None)


def holding_layouts(
    trained: Trained, accelerator: Accelerator, gpus: int, *, spare: bool = True
) -> Iterator[Layout]:  # fmt: skip
    """Layouts of this many GPUs that fit, the simplest first, with the largest micro-batch that does.

    ``spare`` leaves a little memory free, so that what is bought is not too small by a hair.
    """
    usable = usable_bytes(accelerator) * (trained.figure("fit_share").value if spare else 1.0)
    for most in layouts(trained, accelerator, gpus):
        if gpu_memory(trained, most).total > usable:
            continue
        lighter = (replace(most, zero_stage=stage) for stage in range(most.zero_stage))
        layout = next((one for one in lighter if _at_ease(trained, one, usable)), most)
        yield _widened(trained, layout, usable)


def layouts(trained: Trained, accelerator: Accelerator, gpus: int) -> Iterator[Layout]:
    """Ways to spread a run, the simplest first, each with the states divided as far as allowed."""
    node = min(node_size(accelerator, trained.facts), gpus)
    most = max((_STAGES[name] for name in trained.task.sharding), default=0)
    for pipeline in PIPELINES:
        for tensor in TENSOR_SIZES:
            if pipeline > 1 and tensor != node:
                continue
            if tensor > node or gpus % (tensor * pipeline) or pipeline > trained.stages:
                continue
            if undivided_heads(trained.arch, tensor) is not None:
                continue
            data = gpus // (tensor * pipeline)
            # A pipeline passes over its weights once a micro-batch: gathering them each time is not done.
            stage = min(most, 1) if pipeline > 1 else most
            yield Layout(tensor, pipeline, data, stage if data > 1 else 0)


def _widened(trained: Trained, layout: Layout, usable: float) -> Layout:
    most_tokens = trained.figure("micro_batch_tokens").value
    while True:
        wider = replace(layout, micro_batch=layout.micro_batch * 2)
        samples = wider.micro_batch * wider.data_parallel
        too_many = samples > trained.task.global_batch or wider.micro_batch * trained.task.seq_len > most_tokens
        if too_many or not _at_ease(trained, wider, usable):
            return layout
        layout = wider


def _at_ease(trained: Trained, layout: Layout, usable: float) -> bool:
    """Memory is spent on speed only where plenty is left."""
    return gpu_memory(trained, layout).total <= usable * trained.figure("ease_share").value


def engine_name(layout: Layout) -> str:
    """How the software is called that divides the states so."""
    return "pytorch" if layout.zero_stage == 0 else "fsdp" if layout.zero_stage == 3 else f"zero{layout.zero_stage}"
