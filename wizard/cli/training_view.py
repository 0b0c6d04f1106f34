"""Training as text for a terminal: memory by component, speed, states beside the rule, stated computing time."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wizard.cli.card_names import card_name
from wizard.cli.figures import brief
from wizard.cli.table import table, wrapped
from wizard.domain.quantities import GB
from wizard.i18n.catalog import translator
from wizard.i18n.format import format_number, format_percent, format_power
from wizard.report.view.names import bottleneck_name, evidence_word

if TYPE_CHECKING:
    from wizard.domain.configuration import Configuration, Memory, TrainingPerformance
    from wizard.domain.hardware import Accelerator
    from wizard.domain.workload_result import StatedCompute, TrainingMemory
    from wizard.sizing.training_memory import Layout, Trained
    from wizard.sizing.training_predict import TrainingPrediction

_ENGINES = {"fsdp": "FSDP", "pytorch": "PyTorch", "zero1": "ZeRO-1", "zero2": "ZeRO-2"}
_WORTH_TELLING = 0.005
Interval = dict[str, tuple[float, float]]


def prediction_lines(
    trained: "Trained", accelerator: "Accelerator", layout: "Layout", prediction: "TrainingPrediction",
    states: "TrainingMemory", compute: "StatedCompute | None", language: str, *, duration: bool,
) -> Iterator[str]:  # fmt: skip
    """Everything one prediction says."""
    _ = translator(language, "cli")
    yield f"{trained.arch.ref} · {layout.gpus} × {accelerator.id} · {trained.task.precision} · {trained.task.optimizer}"
    yield _("memory per GPU, with 90% interval of the total")
    yield from training_memory_lines(prediction.memory, prediction.interval, language)
    yield "  " + _("these are the parts at the peak: {moment}").format(moment=_moments(language)[prediction.peak])
    if prediction.host.total > 0:
        yield _("main memory for each GPU: {amount} GB").format(
            amount=format_number(prediction.host.total / GB, language, 1)
        )
    if prediction.performance is not None:
        yield _("speed, with 90% intervals")
        yield from speed_lines(prediction.performance, prediction.interval, language, duration=duration)
        yield from reasons_lines(prediction, language, duration=duration)
    yield _("states of all GPUs together, before activations")
    yield from states_lines(states, language)
    if prediction.deepspeed is not None:
        said = _("DeepSpeed's own estimate, 18 bytes a parameter: {gpu} GiB a GPU, {host} GiB a server").format(
            gpu=format_number(prediction.deepspeed.gpu_gib, language, 2),
            host=format_number(prediction.deepspeed.host_gib, language, 2),
        )
        yield from wrapped(said, first="  ", indent="  ")
    if compute is not None:
        yield _("stated computing time")
        yield from stated_lines(compute, language)
    for reason in prediction.why_not:
        yield from wrapped(reason.in_language(language), first="✗ ", indent="  ")
    for warning in prediction.warnings:
        yield from wrapped(warning.in_language(language), first="! ", indent="  ")


def _moments(language: str) -> dict[str, str]:
    _ = translator(language, "cli")
    return {
        "loss": _("computing the loss"), "backward": _("the backward pass"), "step": _("the optimizer's step"),
    }  # fmt: skip


def reasons_lines(prediction: "TrainingPrediction", language: str, *, duration: bool) -> Iterator[str]:
    """Where the time of a step goes, what limits it, what a run loses and reads, and how firm all this is."""
    _ = translator(language, "cli")
    report = translator(language, "report")
    said = _("limited by: {bottleneck}; evidence: {evidence}").format(
        bottleneck=bottleneck_name(report, prediction.bottleneck),
        evidence=evidence_word(report, prediction.evidence) if prediction.evidence else "–",
    )
    yield from wrapped(said, first="  ", indent="  ")
    if prediction.parts:
        yield _("where the time of a step goes")
        rows = [
            [part.label.in_language(language), format_percent(share, language, 1)]
            for part, share in prediction.parts if share >= _WORTH_TELLING
        ]  # fmt: skip
        yield from table(rows, right=[1], indent="  ")
    losses, loading = prediction.losses, prediction.loading
    if losses is not None and duration:
        told = _(
            "{share} of the time goes into steps; a failure every {days} days, "
            "a checkpoint of {size} GB every {hours} h"
        ).format(
            share=format_percent(losses.share.value, language, 0), days=brief(1 / losses.failures_per_day, language),
            size=brief(losses.checkpoint_gb, language), hours=brief(losses.checkpoint_every_h, language),
        )  # fmt: skip
        yield from wrapped(told, first="  ", indent="  ")
    if loading is not None:
        told = _("data to read: {rate} MB/s").format(rate=brief(loading.read_gb_s * 1000, language))
        yield from wrapped(told, first="  ", indent="  ")


def training_memory_lines(memory: "Memory", interval: Interval, language: str) -> list[str]:
    """The parts as a sum."""
    _ = translator(language, "cli")
    parts = [
        (_("weights"), memory.weights_gb),
        (_("gradients"), memory.gradients_gb),
        (_("optimizer"), memory.optimizer_gb),
        (_("activations"), memory.activations_gb),
        (_("overhead"), memory.overhead_gb),
        (_("total"), memory.total_gb),
        (_("usable"), memory.usable_gb),
    ]
    rows = [[name, format_number(value, language, 2), "GB", ""] for name, value in parts]
    rows[-2][-1] = _span(interval.get("total_gb"), language)
    return table(rows, right=[1], indent="  ")


def speed_lines(
    speed: "TrainingPerformance", interval: Interval, language: str, *, duration: bool
) -> list[str]:  # fmt: skip
    """Rate, utilisation and, where the amount of data is known, duration."""
    _ = translator(language, "cli")
    metrics = [
        (_("tokens per second and GPU"), "tokens_per_s_per_gpu", "1/s"),
        (_("one optimizer step"), "step_time_ms", "ms"),
        (_("model FLOPs utilisation (MFU)"), "mfu", ""),
    ]
    if duration:
        metrics += [
            (_("duration of the run"), "duration_h", "h"),
            (_("one pass over the data"), "epoch_h", "h"),
            (_("optimizer steps"), "steps", ""),
            (_("GPU hours"), "gpu_hours", "h"),
            (_("energy without cooling"), "energy_kwh", "kWh"),
        ]
        if speed.energy_kwh is None:
            metrics.pop()
    rows = [
        [name, brief(getattr(speed, metric), language), unit, _span(interval.get(metric), language)]
        for name, metric, unit in metrics
    ]
    return table(rows, right=[1], indent="  ")


def states_lines(states: "TrainingMemory", language: str) -> list[str]:
    """Components beside the rule of thumb."""
    _ = translator(language, "cli")

    def span(low: float, high: float) -> str:
        ends = [brief(value, language) for value in (low, high)]
        return ends[0] if ends[0] == ends[1] else " – ".join(ends)

    rows = [
        [_("weights + gradients + optimizer"), span(states.states_gb, states.states_high_gb), "GB"],
        [_("bytes per parameter"), span(states.bytes_per_parameter, states.bytes_per_parameter_high), ""],
        [_("rule of thumb: weights + 30 to 40%"), span(states.rule_low_gb, states.rule_high_gb), "GB"],
    ]
    note = _("The upper figure counts gradients in 32 bit, as DeepSpeed's estimate of 18 bytes does.")
    return [*table(rows, right=[1], indent="  "), *wrapped(note, first="  ", indent="  ")]


def stated_lines(compute: "StatedCompute", language: str) -> list[str]:
    """What the stated hours imply."""
    _ = translator(language, "cli")
    rows = [[_("dense peak of the stated hours"), format_power(compute.peak_flops, "FLOP", language), ""]]
    if compute.share_of_peak is not None:
        rows.append([_("stated FLOPs as a share of it"), format_percent(compute.share_of_peak, language, 1), ""])
    rows.append([_("MFU that 6·N·D implies"), format_percent(compute.implied_mfu, language, 1), ""])
    return table(rows, right=[1], indent="  ")


def configuration_lines(configuration: "Configuration", language: str) -> Iterator[str]:
    """Cluster, memory and duration of one training configuration of a result."""
    _ = translator(language, "cli")
    yield _("{mark} {id}: {gpus} × {accelerator}, {format}, {engine}{own}").format(
        mark="✓" if configuration.feasible else "✗", id=configuration.id,
        gpus=format_number(configuration.total_gpus, language, 0),
        accelerator=card_name(configuration.accelerator), format=configuration.weights_format.upper(),
        engine=_ENGINES.get(configuration.engine, configuration.engine),
        own=f" · {_('hardware of the client')}" if configuration.origin == "client" else "",
    )  # fmt: skip
    memory, speed = configuration.memory, configuration.training
    yield "  " + _("per GPU: {total} of {usable} GB usable").format(
        total=format_number(memory.total_gb, language, 1), usable=format_number(memory.usable_gb, language, 1)
    )
    if speed is not None:
        span = configuration.interval.get("duration_h")
        yield "  " + _("one run: {hours} h {span}, {gpu_hours} GPU hours, MFU {mfu}").format(
            hours=brief(speed.duration_h, language), span=_span(span, language),
            gpu_hours=brief(speed.gpu_hours, language), mfu=format_percent(speed.mfu, language, 0),
        )  # fmt: skip


def _span(span: tuple[float, float] | None, language: str) -> str:
    return "" if span is None else f"({brief(span[0], language)} – {brief(span[1], language)})"
