"""The page of the result that shows what carries each workload: by its kind, or processors alone."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from textual.content import Content

from wizard.i18n.catalog import Translate
from wizard.i18n.format import format_count, format_number, format_percent, format_power
from wizard.tui.display import shown
from wizard.tui.lines import hung
from wizard.tui.live_rows import Named
from wizard.tui.names import SERVICE_UNITS, workload_name

if TYPE_CHECKING:
    from wizard.domain.configuration import Configuration
    from wizard.domain.language import Text
    from wizard.domain.layout import FleetLayout, GpuShare
    from wizard.domain.result import Result
    from wizard.domain.workload_result import TrainingMemory, WorkloadResult

_SHOWN_FEASIBLE, _SHOWN_OTHERS = 8, 6


def sizing_page(
    result: "Result", language: str, say: Translate, width: int, named: Named, model_name: Callable[[str, str], str]
) -> Content:
    """Sized configurations by workload, and why others do not fit."""
    lines: list[Content] = []
    for workload in result.workloads:
        name = workload_name(workload.label, workload.id, say)
        lines.append(shown(name, "bold") + shown(f"  {model_name(workload.model.ref, language)}", "$quiet"))
        lines += _asked(workload, language, say, width)
        if workload.gpu_needed:
            lines += _configurations(workload, language, say, width, named)
        lines.append(Content(""))
    lines += _together(result, language, say, width)
    return Content("\n").join(lines)


def _together(result: "Result", language: str, say: Translate, width: int) -> list[Content]:
    """How the workloads share the machines of the best option, and how that grows."""
    best = result.option(result.recommendation.option or "")
    layout = best.fleet.layout if best is not None and best.fleet is not None else None
    if layout is None:
        mixed = best is not None and best.id == "hybrid"
        return [hung("", note.in_language(language), width, "$quiet") for note in best.notes] if mixed and best else []
    lines = [shown(say("All workloads together"), "bold")]
    for use in layout.machines:
        for gpus in use.gpus:
            names = ", ".join(_on_gpu(result, share, say) for share in gpus.shares) or say("unused")
            room = f"{_brief(gpus.memory_gb, language)} / {_brief(gpus.usable_gb, language)} GB"
            lines.append(hung("", f"{gpus.count * use.count} × GPU: {names}, {room}", width))
    for name, said in _said(result, layout, say, language):
        lines += [shown(f"  {name}"), hung("  ", said, width, "$quiet")]
    return lines


def _said(result: "Result", layout: "FleetLayout", say: Translate, language: str) -> Iterator[tuple[str, str]]:
    """What the workloads share, what a failure does and how the machines grow, each with its name."""

    def joined(*texts: "Text") -> str:
        return " ".join(text.in_language(language) for text in texts)

    if layout.pools != "one":
        yield say("Training and services"), joined(layout.pools_why)
    if layout.sharing_why is not None and len(result.workloads) > 1:
        yield say("Several workloads on one GPU"), joined(layout.sharing_why)
    if layout.night is not None:
        yield say("Training in free hours"), joined(*layout.night.why)
    for model in layout.in_turns:
        if model.verdict != "no":
            yield say("In turns: {name}").format(name=_sharer(result, model.workload_id, say)), joined(model.why)
    if layout.redundancy is not None and layout.redundancy.why is not None:
        yield say("When a machine fails"), joined(layout.redundancy.why)
    if layout.scaling is not None:
        yield say("Scaling"), joined(*layout.scaling.why)
    if layout.mixed is not None:
        yield say("A second class of GPUs"), joined(*layout.mixed.why)


def _on_gpu(result: "Result", share: "GpuShare", say: Translate) -> str:
    """One workload on a GPU, with what it is there for."""
    name = _sharer(result, share.workload_id, say)
    count = f" × {share.replicas}" if share.replicas > 1 else ""
    return f"{name}{count} ({say('reserve')})" if share.spare else f"{name}{count}"


def _sharer(result: "Result", workload_id: str, say: Translate) -> str:
    label = next((w.label for w in result.workloads if w.id == workload_id), "")
    return workload_name(label, workload_id, say)


def _asked(workload: "WorkloadResult", language: str, say: Translate, width: int) -> list[Content]:
    """What is asked for and what holds whatever the hardware."""
    lines = []
    if workload.open:
        lines.append(hung("?", workload.open.in_language(language), width, "$text-warning"))
    if workload.service:
        unit = SERVICE_UNITS.get(workload.service.unit, workload.service.unit)
        rate = _brief(workload.service.per_s_peak, language)
        text = say("{rate} {unit} per second at the peak").format(rate=rate, unit=say(unit))
        lines.append(hung("", text, width, "$quiet"))
    lines += _training(workload, language, say, width)
    if workload.cpu:
        style = "" if workload.gpu_needed else "$text-success"
        lead = "·" if workload.gpu_needed else "✓"
        lines.append(hung(lead, workload.cpu.basis.in_language(language), width, style))
    lines += [hung("!", text.in_language(language), width, "$text-warning") for text in workload.warnings]
    return lines


def _training(workload: "WorkloadResult", language: str, say: Translate, width: int) -> list[Content]:
    """A run's size, its states beside the rule of thumb, and stated computing time checked."""
    said = []
    if workload.training:
        task = workload.training
        pattern = say("one run: {tokens} tokens, {flops}, {runs} runs a month")
        tokens, flops = format_count(task.tokens_per_run, language), format_power(task.flops_per_run, "FLOP", language)
        said.append(pattern.format(tokens=tokens, flops=flops, runs=_brief(task.runs_per_month, language)))
    if workload.training_memory:
        said += _states(workload.training_memory, language, say)
    if workload.stated_compute:
        said.append(say("stated hours: {mfu} of the dense peak by 6 · N · D").format(
            mfu=format_percent(workload.stated_compute.implied_mfu, language)))  # fmt: skip
    return [hung("", text, width, "$quiet") for text in said]


def _states(states: "TrainingMemory", language: str, say: Translate) -> list[str]:
    """The sum of the parts, and the rule of thumb beside it."""
    parts = say("states {low} to {high} GB, {bytes} to {more} bytes per parameter").format(
        low=_brief(states.states_gb, language), high=_brief(states.states_high_gb, language),
        bytes=_brief(states.bytes_per_parameter, language), more=_brief(states.bytes_per_parameter_high, language),
    )  # fmt: skip
    rule = say("rule of thumb, weights + 30 to 40%: {low} to {high} GB").format(
        low=_brief(states.rule_low_gb, language), high=_brief(states.rule_high_gb, language)
    )
    return [parts, rule]


def _configurations(
    workload: "WorkloadResult", language: str, say: Translate, width: int, named: Named
) -> list[Content]:
    """The first ones that carry the load and the first that do not, the client's own always."""
    lines: list[Content] = []
    for feasible, most in ((True, _SHOWN_FEASIBLE), (False, _SHOWN_OTHERS)):
        alike = sorted(
            (c for c in workload.configurations if c.feasible is feasible), key=lambda c: c.origin != "client"
        )
        for configuration in alike[:most]:
            lines += _configuration_lines(configuration, language, say, width, named)
        if len(alike) > most:
            lines.append(shown("    " + say("… and {n} more").format(n=len(alike) - most), "$quiet"))
    return lines


def _configuration_lines(
    configuration: "Configuration", language: str, say: Translate, width: int, named: Named
) -> list[Content]:
    memory = configuration.memory
    symbol, style = ("✓", "$text-success") if configuration.feasible else ("✗", "$text-error")
    gpus = f"{configuration.total_gpus} × {named(configuration.accelerator)}"
    name = f"{gpus} · {configuration.weights_format.upper()}"
    used = (
        f"{format_number(memory.total_gb, language, digits=1)} / {format_number(memory.usable_gb, language, digits=1)}"
    )
    lines = [shown(f"  {symbol} ", style) + shown(name) + shown(f"  {used} GB {say('per GPU')}", "$quiet")]
    speed = _speed(configuration, language, say)
    if speed:
        lines.append(hung("    ", speed, width, "$quiet"))
    lines += [hung("    ", reason.in_language(language), width) for reason in configuration.why_not]
    lines += [hung("    !", text.in_language(language), width, "$text-warning") for text in configuration.warnings]
    return lines


def _speed(configuration: "Configuration", language: str, say: Translate) -> str:
    """The figures of its kind of workload; empty where it cannot run."""
    if configuration.serving:
        serving = configuration.serving
        return say("first token {ttft} ms, each further {tpot} ms (p95), {rate} tokens/s in all").format(
            ttft=format_number(serving.ttft_ms_p95, language, digits=0),
            tpot=format_number(serving.tpot_ms_p95, language, digits=1),
            rate=format_number(serving.output_tokens_per_s, language, digits=0),
        )
    if configuration.training:
        run = configuration.training
        return say("one run {hours} h ({span}), {gpu_hours} GPU hours, MFU {mfu}").format(
            hours=_brief(run.duration_h, language), span=_span(configuration, "duration_h", language),
            gpu_hours=_brief(run.gpu_hours, language), mfu=format_percent(run.mfu, language),
        )  # fmt: skip
    if configuration.service:
        service = configuration.service
        return say("up to {rate} per second, {load} busy at the peak").format(
            rate=_brief(service.units_per_s, language), load=format_percent(service.utilisation, language)
        )
    return ""


def _span(configuration: "Configuration", metric: str, language: str) -> str:
    low_high = configuration.interval.get(metric)
    return "–" if low_high is None else f"{_brief(low_high[0], language)}–{_brief(low_high[1], language)}"


def _brief(value: float, language: str) -> str:
    """Three significant digits."""
    return format_number(float(f"{value:.3g}"), language)
