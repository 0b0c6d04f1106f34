"""Explains any number of a training: configurations, demand, states and stated computing time."""

from wizard.domain.configuration import Configuration, Memory, TrainingLayout, TrainingPerformance
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation
from wizard.domain.workload_result import StatedCompute, TrainingDemand, TrainingMemory
from wizard.sizing.derive import leaf, multiplied, result, stated
from wizard.sizing.errors import SizingError
from wizard.sizing.explain_training_memory import explain_memory, memory_range
from wizard.sizing.explain_training_parts import active
from wizard.sizing.explain_training_speed import (
    Run,
    amount,
    count,
    explain_performance,
    explain_range,
    token_operations,
)
from wizard.sizing.explain_training_states import explain_states
from wizard.sizing.training_memory import Layout, Trained
from wizard.sizing.training_speed import compute_format, peak_flops, tokens_per_run

COUNTS = ("gpus_per_replica", "tensor_parallel", "pipeline_parallel", "expert_parallel", "replicas", "spare_replicas",
          "total_gpus")  # fmt: skip


def layout_of(configuration: Configuration) -> Layout:
    """The layout a configuration was computed with."""
    assert configuration.layout is not None  # noqa: S101 - training configurations carry their layout
    return Layout(
        tensor_parallel=configuration.tensor_parallel,
        pipeline_parallel=configuration.pipeline_parallel,
        data_parallel=configuration.layout.data_parallel,
        zero_stage=configuration.layout.zero_stage,
        micro_batch=configuration.layout.micro_batch,
        expert_parallel=configuration.expert_parallel,
    )


def explain_training(
    field_path: str, trained: Trained, accelerator: Accelerator, configuration: Configuration
) -> Derivation:  # fmt: skip
    """The tree behind ``memory.x``, ``performance.x``, ``interval.x.0`` or ``.1``, ``layout.x`` or a count.

    Raises:
        CodedError: E109, the configuration has no such number.
    """
    area, _, field = field_path.partition(".")
    layout = layout_of(configuration)
    if area in COUNTS and not field:
        return count(area, getattr(configuration, area), trained, layout)
    if area == "layout" and field in TrainingLayout.model_fields and field != "reason":
        return count(field, getattr(configuration.layout, field), trained, layout)
    if area == "memory" and field in Memory.model_fields:
        return explain_memory(field, trained, layout, accelerator)
    speed = configuration.training
    if area == "performance" and speed is not None and field in TrainingPerformance.model_fields:
        return explain_performance(field, Run(trained, accelerator, layout, speed))
    metric, _, side = field.rpartition(".")
    if area != "interval" or metric not in configuration.interval or side not in ("0", "1"):
        raise CodedError(SizingError.PATH, path=field_path)
    bound = configuration.interval[metric][int(side)]
    if metric == "total_gb":
        return memory_range(side, trained, layout, bound)
    assert speed is not None  # noqa: S101 - intervals of speeds exist only beside them
    return explain_range(metric, side, bound, Run(trained, accelerator, layout, speed))


def explain_training_demand(field: str, trained: Trained, shown: TrainingDemand) -> Derivation:
    """The tree behind one number of the demand.

    Raises:
        CodedError: E109.
    """
    label, data = Text(de=field, en=field), amount(trained)
    if field == "tokens_per_run":
        per = leaf(text("positions a sample", "Positionen je Beispiel"), trained.positions, "1", "arXiv 2010.11929")
        return result(label, shown.tokens_per_run, "tokens", "data · epochs / positions a sample", [data, per])
    if field == "flops_per_run":
        inputs = [token_operations(trained), data]
        return result(label, shown.flops_per_run, "FLOP", "operations a token · amount of data", inputs)
    if field == "runs_per_month":
        return stated(label, shown.runs_per_month, "1/month", "w.runs_per_month")
    if field != "deadline_h" or shown.deadline_h is None:
        raise CodedError(SizingError.PATH, path=field)
    return stated(label, shown.deadline_h, "h", "w.deadline_h")


def explain_training_memory(field: str, trained: Trained, shown: TrainingMemory) -> Derivation:
    """The tree behind one number of the states of all GPUs together.

    Raises:
        CodedError: E109.
    """
    if field not in TrainingMemory.model_fields:
        raise CodedError(SizingError.PATH, path=field)
    return explain_states(field, trained, shown)


def explain_stated(field: str, trained: Trained, accelerator: Accelerator, shown: StatedCompute) -> Derivation:
    """The tree behind one number of the stated computing time.

    Raises:
        CodedError: E109.
    """
    hours = stated(text("stated GPU hours", "genannte GPU-Stunden"), shown.gpu_hours, "h", "w.stated_compute")
    name = compute_format(trained.task.precision, accelerator)
    if name is None or field not in StatedCompute.model_fields:
        raise CodedError(SizingError.PATH, path=field)
    each = peak_flops(trained.task.precision, accelerator, trained.facts)
    one = text("peak of one GPU", "Spitzenleistung einer GPU")
    rate = leaf(one, each, "FLOP/s", accelerator.dense_tflops[name].source)
    peak = multiplied(text("peak of the hours", "Spitzenleistung der Stunden"), "FLOP", [hours, rate], 3600)
    label = Text(de=field, en=field)
    if field == "gpu_hours":
        return hours
    if field == "peak_flops":
        return peak
    if field == "implied_mfu":
        data = leaf(
            text("amount of data", "Datenmenge"), tokens_per_run(trained), "tokens", "answers w.train_tokens, w.epochs"
        )
        formula = "6 · parameters · tokens / peak of the hours"
        return result(label, shown.implied_mfu, "share", formula, [active(trained), data, peak], "arXiv 2001.08361")
    flops = stated(text("stated FLOPs", "genannte FLOPs"), shown.stated_flops or 0.0, "FLOP", "w.stated_compute")
    if field == "stated_flops":
        return flops
    return result(label, shown.share_of_peak or 0.0, "share", "stated FLOPs / peak of the hours", [flops, peak])
