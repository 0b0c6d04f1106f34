"""Training of one workload: what carries it, its states beside the rule of thumb, and stated computing time checked."""

from wizard.domain.configuration import Configuration
from wizard.domain.workload_result import StatedCompute, TrainingMemory, WorkloadResult
from wizard.report.brand import Brand
from wizard.report.figures.states import StateBar, StateTexts, state_bars
from wizard.report.view.demand import workload_title
from wizard.report.view.model import Cell, Column, Figure, Row, Table
from wizard.report.view.names import bottleneck_name, evidence_word, format_name
from wizard.report.view.pen import Pen
from wizard.report.view.replicas import layout, target

NEAR_PEAK, BEST_MFU, LEAST_MFU = 0.95, 0.65, 0.2
"""Stated arithmetic this close to the peak was multiplied, not measured; published runs use between the other two."""
FULL_SHARE = 0.5
"""Share of trained parameters from which a training counts as one of all weights."""


def run_table(pen: Pen, shown: list[Configuration], chosen: str | None, method: str) -> Table | None:
    """Configurations that finish the run, fastest figures with their spans."""
    _ = pen.translate
    if not shown:
        return None
    counted = _("Samples/s per GPU") if method == "other" else _("Tokens/s per GPU")
    columns = (
        Column(_("Configuration"), width=25),
        Column(_("GPUs"), numeric=True, width=8),
        Column(_("Memory per GPU, GB"), numeric=True, width=10),
        Column(_("Step, s"), numeric=True, width=8),
        Column(counted, numeric=True, width=12),
        Column(_("MFU"), numeric=True, width=8),
        Column(_("Duration, h"), numeric=True, width=11),
        Column(_("GPU hours"), numeric=True, width=10),
        Column(_("Deadline"), width=11),
    )
    rows = tuple(_run_row(pen, c, recommended=c.id == chosen) for c in shown)
    note = _(
        "Small print under the GPUs: runs at the same time × GPUs each; under memory: usable; under speed and times: "
        "90% interval. DP, TP, PP, ZeRO: how a run is spread. MFU: share of the dense peak that the arithmetic of the "
        "model uses. Times of one run."
    )
    return Table(_("Configurations that carry the training"), columns, rows, note, compact=True)


def _run_row(pen: Pen, c: Configuration, *, recommended: bool) -> Row:
    p = c.training
    parts = (format_name(c.weights_format), _split(c), bottleneck_name(pen.translate, c.bottleneck))
    detail = " · ".join(p for p in parts if p)
    return Row(
        (
            Cell(pen.hardware(c.accelerator), sub=f"{detail} · {evidence_word(pen.translate, c.evidence)}"),
            Cell(pen.number(c.total_gpus, 0), sub=layout(pen, c)),
            Cell(pen.gigabytes(c.memory.total_gb), sub=pen.gigabytes(c.memory.usable_gb)),
            Cell(pen.significant(p.step_time_ms / 1000) if p else "–"),
            Cell(pen.significant(p.tokens_per_s_per_gpu) if p else "–", sub=pen.interval(c, "tokens_per_s_per_gpu")),
            Cell(pen.percent(p.mfu) if p else "–", sub=_percent_interval(pen, c)),
            Cell(pen.significant(p.duration_h) if p else "–", sub=pen.interval(c, "duration_h")),
            Cell(pen.significant(p.gpu_hours) if p else "–", sub=pen.interval(c, "gpu_hours")),
            target(pen, c),
        ),
        emphasis=recommended,
    )


def _split(c: Configuration) -> str:
    """``DP 8, TP 2, ZeRO 3``: how one run is spread over its GPUs."""
    if c.layout is None or c.gpus_per_replica == 1:
        return ""
    ways = (("DP", c.layout.data_parallel), ("TP", c.tensor_parallel), ("PP", c.pipeline_parallel))
    named = [f"{name}\u202f{n}" for name, n in ways if n > 1]
    return ", ".join([*named, *([f"ZeRO\u202f{c.layout.zero_stage}"] if c.layout.zero_stage else [])])


def _percent_interval(pen: Pen, c: Configuration) -> str:
    low_high = c.interval.get("mfu")
    return f"{pen.number(100 * low_high[0], 0)}–{pen.number(100 * low_high[1], 0)}" if low_high else ""


def states_figure(pen: Pen, workload: WorkloadResult, states: TrainingMemory, brand: Brand) -> Figure:
    """The states of the training beside weights plus 30 to 40 %."""
    _ = pen.translate
    title = _("States of the training and the rule of thumb: {workload}").format(workload=workload_title(pen, workload))
    low, high = states.rule_low_gb - states.weights_gb, states.rule_high_gb - states.weights_gb
    fixed = (states.weights_gb, states.gradients_gb, states.optimizer_gb)
    more = states.states_high_gb - states.states_gb
    bars = [
        StateBar(_("Rule of thumb"), _("weights + 30 to 40%"), (states.weights_gb, 0.0, 0.0, low, high - low),
                 pen.span(pen.volume(states.rule_low_gb), pen.volume(states.rule_high_gb))),
        StateBar(_("Sum of the parts"), _each(pen, states.bytes_per_parameter), (*fixed, 0.0, 0.0),
                 pen.volume(states.states_gb)),
    ]  # fmt: skip
    if more > 0:
        bars.append(
            StateBar(_("Gradients in 32 bit"), _each(pen, states.bytes_per_parameter_high),
                     (states.weights_gb, states.gradients_gb + more, states.optimizer_gb, 0.0, 0.0),
                     pen.volume(states.states_high_gb))
        )  # fmt: skip
    parts = (_("Weights"), _("Gradients"), _("Optimizer"), _("Extra, 30%"), _("up to 40%"))
    described = ". ".join(f"{b.label}: {b.total}" for b in bars)
    svg = state_bars(bars, StateTexts(title, described, parts, _("GB over all GPUs, without activations")),
                     brand.series, pen.significant, name=f"states-{workload.id}")  # fmt: skip
    return Figure(svg, title, _states_table(pen, states))


def _each(pen: Pen, value: float) -> str:
    return pen.translate("{number} bytes per parameter").format(number=pen.significant(float(f"{value:.3g}")))


def _states_table(pen: Pen, states: TrainingMemory) -> Table:
    _ = pen.translate
    columns = (
        Column(_("GB over all GPUs")),
        *(Column(t, numeric=True) for t in (_("Weights"), _("Gradients"), _("Optimizer"), _("Total"), _("Bytes each"))),
    )
    more = states.states_high_gb - states.states_gb
    number = pen.gigabytes
    rule = f"{number(states.rule_low_gb)}–{number(states.rule_high_gb)}"
    bytes_each = 1e9 * states.parameters_b
    rule_each = f"{number(states.rule_low_gb * 1e9 / bytes_each)}–{number(states.rule_high_gb * 1e9 / bytes_each)}"
    rows = [
        (_("Rule of thumb: weights + 30 to 40%"), number(states.weights_gb), "–", "–", rule, rule_each),
        (_("Sum of the parts"), number(states.weights_gb), number(states.gradients_gb), number(states.optimizer_gb),
         number(states.states_gb), number(states.bytes_per_parameter)),
    ]  # fmt: skip
    if more > 0:
        rows.append(
            (_("The same with gradients in 32 bit"), number(states.weights_gb), number(states.gradients_gb + more),
             number(states.optimizer_gb), number(states.states_high_gb), number(states.bytes_per_parameter_high))
        )  # fmt: skip
    return Table("", columns, tuple(Row(tuple(Cell(t) for t in row)) for row in rows), compact=True)


def states_explained(pen: Pen, states: TrainingMemory) -> str:
    """Why the two figures differ, and when the rule is good enough."""
    _ = pen.translate
    rule = pen.span(pen.volume(states.rule_low_gb), pen.volume(states.rule_high_gb))
    parts = pen.span(pen.volume(states.states_gb), pen.volume(states.states_high_gb))
    if states.trained_b >= FULL_SHARE * states.parameters_b:
        return _(
            "The rule of thumb “weights plus 30 to 40%” gives {rule}. Training of all weights keeps far more than the "
            "weights: their gradients, a master copy and two moments of the optimizer, together {low} to {high} bytes "
            "per parameter, so {parts}, and activations on top. The rule fits adapters on a frozen base model and "
            "inference at best; this report sizes with the sum of the parts. Sharding over GPUs, 8-bit optimizers or "
            "adapters lower the need."
        ).format(
            rule=rule, parts=parts, low=pen.number(states.bytes_per_parameter, 0),
            high=pen.number(states.bytes_per_parameter_high, 0),
        )  # fmt: skip
    return _(
        "Only {trained} million of {all} billion parameters are trained: gradients and optimizer stay small, the sum "
        "of the parts is {parts}. The rule of thumb “weights plus 30 to 40%” gives {rule}; for adapters it is close "
        "enough, for training of all weights it would be far too low (16 to 18 bytes per parameter)."
    ).format(
        trained=pen.significant(float(f"{1000 * states.trained_b:.3g}")), all=pen.number(states.parameters_b, 1),
        parts=parts, rule=rule,
    )  # fmt: skip


def check_facts(pen: Pen, stated: StatedCompute) -> tuple[tuple[str, str], ...]:
    """Stated computing time against the arithmetic."""
    _ = pen.translate
    facts = [
        (_("Stated computing time"), _("{hours} GPU hours").format(hours=pen.count(stated.gpu_hours))),
        (_("Accelerator"), pen.hardware(stated.accelerator)),
        (_("Dense peak of these hours"), pen.power(stated.peak_flops, "FLOP")),
    ]
    if stated.stated_flops is not None and stated.share_of_peak is not None:
        facts.append((_("Stated arithmetic"), pen.power(stated.stated_flops, "FLOP")))
        facts.append((_("Share of the dense peak"), pen.percent(stated.share_of_peak)))
    facts.append((_("MFU from 6 · N · D"), pen.percent(stated.implied_mfu)))
    return tuple(facts)


def check_explained(pen: Pen, stated: StatedCompute) -> str:
    """What the check says."""
    _ = pen.translate
    if stated.share_of_peak is not None and stated.share_of_peak > NEAR_PEAK:
        return _(
            "The stated arithmetic is {share} of the dense peak: it was computed from hours and peak, not measured. "
            "The model itself needs so much that {mfu} of the peak was used; 30 to 50% are usual."
        ).format(share=pen.percent(stated.share_of_peak), mfu=pen.percent(stated.implied_mfu))
    if stated.implied_mfu > BEST_MFU:
        return _(
            "The stated hours would mean {mfu} of the dense peak, more than the best published runs reach: the hours "
            "are too few or belong to another model."
        ).format(mfu=pen.percent(stated.implied_mfu))
    if stated.implied_mfu < LEAST_MFU:
        return _(
            "The stated hours mean only {mfu} of the dense peak; 30 to 50% are usual for large runs. The hours hold "
            "more than this run (trials, restarts, other work), or the run computes more than 6 · N · D says."
        ).format(mfu=pen.percent(stated.implied_mfu))
    return _("The stated hours mean {mfu} of the dense peak; 30 to 50% are usual for large runs.").format(
        mfu=pen.percent(stated.implied_mfu)
    )
