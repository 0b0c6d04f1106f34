"""Explains any number of a training: configurations, demand, states and stated computing time."""

from wizard.domain.configuration import Configuration, Memory, TrainingLayout, TrainingPerformance
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation
from wizard.domain.workload_result import StatedCompute, TrainingDemand, TrainingMemory
from wizard.sizing.derive import figure_leaf, leaf, multiplied, result, stated
from wizard.sizing.errors import SizingError
from wizard.sizing.explain_training_memory import explain_memory, memory_range
from wizard.sizing.explain_training_parts import active, answers, degrees, figure
from wizard.sizing.explain_training_states import explain_states
from wizard.sizing.training_memory import Layout, Trained
from wizard.sizing.training_speed import (
    TERA,
    bubble,
    compute_format,
    efficiency,
    factors,
    goodput,
    peak_flops,
    samples_per_step,
    tokens_per_run,
)

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
        return _count(area, getattr(configuration, area), trained, layout)
    if area == "layout" and field in TrainingLayout.model_fields:
        return _count(field, getattr(configuration.layout, field), trained, layout)
    if area == "memory" and field in Memory.model_fields:
        return explain_memory(field, trained, layout, accelerator)
    speed = configuration.training
    if area == "performance" and speed is not None and field in TrainingPerformance.model_fields:
        return _performance(field, _Run(trained, accelerator, layout, speed))
    metric, _, side = field.rpartition(".")
    if area != "interval" or metric not in configuration.interval or side not in ("0", "1"):
        raise CodedError(SizingError.PATH, path=field_path)
    bound = configuration.interval[metric][int(side)]
    if metric == "total_gb":
        return memory_range(side, trained, layout, bound)
    assert speed is not None  # noqa: S101 - intervals of speeds exist only beside them
    return _range(metric, side, bound, _Run(trained, accelerator, layout, speed))


class _Run:
    """A run that was predicted."""

    def __init__(
        self, trained: Trained, accelerator: Accelerator, layout: Layout, speed: TrainingPerformance
    ) -> None:  # fmt: skip
        self.trained, self.accelerator, self.layout, self.speed = trained, accelerator, layout, speed


def _count(name: str, value: int, trained: Trained, layout: Layout) -> Derivation:
    label = Text(de=name, en=name)
    if name in ("gpus_per_replica", "total_gpus"):
        return result(label, value, "GPUs", "tensor · pipeline · data parallel", degrees(layout))
    if name in ("accumulation_steps", "samples_per_step"):
        micro = leaf(text("micro-batch", "Micro-Batch"), layout.micro_batch, "samples", "largest one that fits")
        inputs = [answers(trained)[1], micro, *degrees(layout)]
        formula = "⌈batch / (micro-batch · data parallel)⌉"
        return result(label, value, "1", formula if name == "accumulation_steps" else f"{formula} · both", inputs)
    fixed = {
        "replicas": "a run is one", "spare_replicas": "a run needs no spare; it restarts from a checkpoint",
        "expert_parallel": "experts stay together", "micro_batch": "largest power of two that fits into memory",
    }  # fmt: skip
    source = fixed.get(name, "smallest layout of the search that holds the training and meets its deadline")
    return leaf(label, value, "1", source)


def _performance(field: str, run: _Run) -> Derivation:
    trained, layout, speed = run.trained, run.layout, run.speed
    label, value = Text(de=field, en=field), getattr(speed, field)
    if value is None:
        raise CodedError(SizingError.PATH, path=f"performance.{field}")
    rate = _rate(run)
    gpus = leaf(text("GPUs", "GPUs"), layout.gpus, "GPUs", "layout of the configuration")
    if field == "tokens_per_s_per_gpu":
        return rate
    if field == "mfu":
        formula = "rate · operations a token, without recomputation / peak"
        return result(label, value, "share", formula, [rate, token_operations(trained), _peak(run)])
    if field == "step_time_ms":
        samples = _count("samples_per_step", samples_per_step(trained, layout), trained, layout)
        return result(
            label, value, "ms", "samples · positions / (rate · GPUs)", [samples, answers(trained)[0], rate, gpus]
        )
    share = _goodput(run)
    hours = result(
        text("duration of a run", "Dauer eines Laufs"), speed.duration_h, "h",
        "amount of data / (rate · GPUs) / share of the time in training steps", [amount(trained), rate, gpus, share],
    )  # fmt: skip
    if field == "duration_h":
        return hours
    total = multiplied(text("GPU hours", "GPU-Stunden"), "h", [hours, gpus])
    if field == "gpu_hours":
        return total
    power = run.accelerator.tdp_w
    assert power is not None  # noqa: S101 - without it no energy is stated
    inputs = [total, figure_leaf(text("rated power", "Nennleistung"), run.accelerator.id, power),
              figure(text("share the card draws", "Anteil der Karte"), trained, "card_power_share"),
              figure(text("share of the server", "Anteil des Servers"), trained, "host_power_share")]  # fmt: skip
    return result(label, value, "kWh", "GPU hours · rated power · (card + server)", inputs)


def _rate(run: _Run) -> Derivation:
    trained, layout = run.trained, run.layout
    found = factors(trained, run.accelerator, layout)
    reached = result(
        text("reached share of the peak", "erreichter Anteil der Spitzenleistung"), efficiency(found), "share",
        "product of the factors; generation and size together stay below the best that was measured; "
        "size (N / 7·10^9)^e, cluster (GPUs / 8)^-e",
        [figure_leaf(Text(de=f.name, en=f.name), f.name, f.figure) for f in found],
    )  # fmt: skip
    full = leaf(
        text("share of time the pipeline is full", "Zeitanteil mit voller Pipeline"), bubble(trained, layout), "share",
        "micro-batches / (micro-batches + stages − 1)",
    )  # fmt: skip
    inputs = [_peak(run), reached, full, token_operations(trained, hardware=True)]
    label = text("rate of one GPU", "Tempo einer GPU")
    unit = "samples/s" if trained.sample_kind else "tokens/s"
    if trained.sample_kind:
        inputs.append(
            leaf(text("positions a sample", "Positionen je Beispiel"), trained.positions, "1", "arXiv 2010.11929")
        )
    formula = "peak · reached share · pipeline / operations a token with recomputation"
    formula += " / positions a sample" if trained.sample_kind else ""
    return result(label, run.speed.tokens_per_s_per_gpu, unit, formula, inputs)


def _peak(run: _Run) -> Derivation:
    precision = run.trained.task.precision
    name = compute_format(precision, run.accelerator)
    assert name is not None  # noqa: S101 - a run that was predicted has a format
    read = figure_leaf(
        text(f"dense {name} peak", f"dichte {name}-Spitze"), run.accelerator.id, run.accelerator.dense_tflops[name]
    )
    label = text("peak in FLOP/s", "Spitzenleistung in FLOP/s")
    if precision != "fp32":
        return multiplied(label, "FLOP/s", [read], TERA)
    share = figure(text("share in 32 bit", "Anteil in 32 Bit"), run.trained, "fp32_peak_share")
    return multiplied(label, "FLOP/s", [read, share], TERA)


def token_operations(trained: Trained, *, hardware: bool = False) -> Derivation:
    """Operations of one token, with or without what is recomputed."""
    flops = trained.flops
    passes = leaf(
        text("passes", "Durchläufe"), flops.passes + (flops.recomputed if hardware else 0.0), "1",
        "forward 1, backward 2 (1 where the base is frozen); full recomputation 1 more, which only the hardware counts",
    )  # fmt: skip
    attention = leaf(
        text("attention, one pass", "Attention, ein Durchlauf"), flops.attention, "FLOP",
        "Σ layers 2 · heads · (key + value size) · sequence, arXiv 2204.02311",
    )  # fmt: skip
    value = flops.hardware if hardware else flops.model
    label = text("operations a token", "Rechenoperationen je Token")
    formula = "passes · (2 · parameters + attention)"
    return result(label, value, "FLOP", formula, [passes, active(trained), attention], "arXiv 2001.08361")


def amount(trained: Trained) -> Derivation:
    """Tokens of all epochs."""
    data = stated(text("data a pass", "Daten je Durchgang"), trained.task.tokens.value, "tokens", "w.train_tokens")
    epochs = stated(text("epochs", "Epochen"), trained.task.epochs, "1", "w.epochs")
    return multiplied(text("amount of data", "Datenmenge"), "tokens", [data, epochs])


def _goodput(run: _Run) -> Derivation:
    found = goodput(run.layout.gpus, run.trained.facts)
    return figure_leaf(text("share in training steps", "Anteil der Trainingsschritte"), "training.goodput", found)


def _range(metric: str, side: str, bound: float, run: _Run) -> Derivation:
    end = text("lower end, 90 %", "unteres Ende, 90 %") if side == "0" else text("upper end, 90 %", "oberes Ende, 90 %")
    value = _performance(metric, run)
    residual = figure(text("residual of the formulas", "Restfehler der Formeln"), run.trained, "residual_speed")
    formula = "value · exp(∓ √(Σ ln(span of each factor)² + residual²)); durations with the span of the data"
    return result(end, bound, value.unit, formula, [value, residual])


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
