"""Sizing of each workload: what carries it, and why the others do not."""

from dataclasses import replace
from typing import Any

from wizard.domain.configuration import Configuration
from wizard.domain.result import Result
from wizard.domain.workload_result import WorkloadResult
from wizard.report.brand import Brand
from wizard.report.view.cards import cards
from wizard.report.view.demand import kind_beside, model_name, parameters, workload_title
from wizard.report.view.measured import accuracy_lines, measurements_table
from wizard.report.view.memory import memory_figure
from wizard.report.view.model import Cell, Column, Row, Table, WorkloadView
from wizard.report.view.names import bottleneck_name, evidence_word, format_name
from wizard.report.view.pen import Pen
from wizard.report.view.replicas import layout, target
from wizard.report.view.service import cpu_facts, service_table
from wizard.report.view.training import (
    check_explained,
    check_facts,
    run_table,
    states_explained,
    states_figure,
)
from wizard.sizing.service_wording import unit_name

SHOWN = 4
"""Feasible configurations in the table; the rest stands in the JSON."""
SHOWN_BARS = 3
SHOWN_REASONS = 5


def workload_view(pen: Pen, result: Result, workload: WorkloadResult, brand: Brand) -> WorkloadView:
    _ = pen.translate
    anchor, title = f"workload-{workload.id}", workload_title(pen, workload)
    intro = _intro(pen, workload)
    if workload.open is not None:
        return WorkloadView(anchor, title, intro, open=pen.say(workload.open))
    base = WorkloadView(
        anchor,
        title,
        intro,
        open="",
        warnings=pen.says(workload.warnings),
        cpu=pen.say(workload.cpu.basis) if workload.cpu else "",
    )
    if not workload.gpu_needed:
        return replace(base, answer=base.cpu or _("No GPU needed."), facts=_cpu(pen, workload))
    if not workload.configurations:
        return replace(base, open=_("No configuration could be computed from the answers so far."))
    chosen = _chosen(result, workload)
    shown = _shown(workload, chosen)
    return replace(
        base,
        configurations=_table(pen, workload, shown, chosen),
        chosen_note=_chosen_note(pen, workload, shown, chosen),
        warnings=(*base.warnings, *_warnings(pen, shown, chosen)),
        memory=memory_figure(pen, workload, _for_memory(workload, shown), brand),
        tokens=cards(pen, workload.token_table),
        why_not=_why_not(pen, workload),
        accuracy=accuracy_lines(pen, shown, chosen),
        measurements=measurements_table(pen, shown),
        **_states(pen, workload, brand),
    )


def _warnings(pen: Pen, shown: list[Configuration], chosen: str | None) -> tuple[str, ...]:
    """Of the recommended configuration (else of the best) and of the client's own hardware, which says so."""
    _ = pen.translate
    first = next((c for c in shown if c.id == chosen), shown[0] if shown else None)
    said = [pen.say(t) for t in first.warnings] if first else []
    others = [c for c in shown if c.origin == "client" and c is not first]
    said += [f"{pen.hardware(c.accelerator)}: {pen.say(t)}" for c in others for t in c.warnings]
    return tuple(dict.fromkeys(said))


def _intro(pen: Pen, workload: WorkloadResult) -> str:
    parts = [kind_beside(pen, workload), model_name(pen, workload)]
    if workload.model.params_b is not None or workload.demand is not None:
        parts.append(parameters(pen, workload))
    return " · ".join(p for p in parts if p)


def _cpu(pen: Pen, workload: WorkloadResult) -> tuple[tuple[str, str], ...]:
    if workload.cpu is None:
        return ()
    unit = workload.service.unit if workload.service else "requests"
    return cpu_facts(pen, workload.cpu, pen.say(unit_name(unit)))


def _table(pen: Pen, workload: WorkloadResult, shown: list[Configuration], chosen: str | None) -> Table | None:
    if workload.training is not None:
        return run_table(pen, shown, chosen, workload.training.method)
    if workload.service is not None:
        return service_table(pen, shown, chosen, workload.service)
    return _configurations(pen, shown, chosen)


def _states(pen: Pen, workload: WorkloadResult, brand: Brand) -> dict[str, Any]:
    """The parts that only a training has."""
    found: dict[str, Any] = {}
    if workload.training_memory is not None:
        states = workload.training_memory
        found["states"] = states_figure(pen, workload, states, brand)
        found["states_explained"] = states_explained(pen, states)
    if workload.stated_compute is not None:
        found["check"] = check_facts(pen, workload.stated_compute)
        found["check_explained"] = check_explained(pen, workload.stated_compute)
    return found


def _chosen(result: Result, workload: WorkloadResult) -> str | None:
    option = result.option(result.recommendation.option) if result.recommendation.option else None
    return option.chosen.get(workload.id) if option else None


def _shown(workload: WorkloadResult, chosen: str | None) -> list[Configuration]:
    """The recommended one, what the client asked about, and the best of the rest."""
    first = [c for c in workload.configurations if c.feasible and (c.id == chosen or c.origin == "client")]
    rest = [c for c in workload.configurations if c.feasible and c not in first]
    return (first + rest)[: max(SHOWN, len(first))]


def _for_memory(workload: WorkloadResult, shown: list[Configuration]) -> list[Configuration]:
    """Bars for the first feasible ones, and for what the client asked about even when it does not fit."""
    asked = [c for c in workload.configurations if c.origin == "client" and c not in shown]
    return (asked[:2] + shown)[:SHOWN_BARS] or list(workload.configurations[:3])


def _configurations(pen: Pen, shown: list[Configuration], chosen: str | None) -> Table | None:
    _ = pen.translate
    if not shown:
        return None
    columns = (
        Column(_("Configuration"), width=24),
        Column(_("GPUs"), numeric=True, width=8),
        Column(_("Memory per GPU, GB"), numeric=True, width=10),
        Column(_("TTFT P95, ms"), numeric=True, width=9),
        Column(_("TPOT P95, ms"), numeric=True, width=9),
        Column(_("Tokens/s"), numeric=True, width=10),
        Column(_("Bottleneck"), width=19),
        Column(_("Target"), width=11),
    )
    rows = tuple(_configuration(pen, c, recommended=c.id == chosen) for c in shown)
    note = _(
        "Small print under the GPUs: replicas (+ spare) × GPUs each; under memory: usable; "
        "under times and throughput: 90% interval; under the bottleneck: utilisation and evidence. "
        "TTFT: time to first token, TPOT: time per output token."
    )
    return Table(_("Configurations that carry the load"), columns, rows, note, compact=True)


def _configuration(pen: Pen, c: Configuration, *, recommended: bool) -> Row:
    _ = pen.translate
    p = c.serving

    formats = _("{weights} weights, {cache} cache").format(
        weights=format_name(c.weights_format), cache=format_name(c.kv_format)
    )
    return Row(
        (
            Cell(pen.hardware(c.accelerator), sub=formats),
            Cell(pen.number(c.total_gpus, 0), sub=layout(pen, c)),
            Cell(pen.gigabytes(c.memory.total_gb), sub=pen.gigabytes(c.memory.usable_gb)),
            Cell(pen.number(p.ttft_ms_p95, 0) if p else "–", sub=pen.interval(c, "ttft_ms_p95")),
            Cell(pen.number(p.tpot_ms_p95, 1) if p else "–", sub=pen.interval(c, "tpot_ms_p95")),
            Cell(pen.number(p.output_tokens_per_s, 0) if p else "–", sub=pen.interval(c, "output_tokens_per_s")),
            Cell(bottleneck_name(_, c.bottleneck), sub=_load_and_evidence(pen, c)),
            target(pen, c),
        ),
        emphasis=recommended,
    )


def _load_and_evidence(pen: Pen, c: Configuration) -> str:
    evidence = evidence_word(pen.translate, c.evidence)
    return f"{pen.percent(c.serving.utilisation)} · {evidence}" if c.serving else evidence


def _chosen_note(pen: Pen, workload: WorkloadResult, shown: list[Configuration], chosen: str | None) -> str:
    _ = pen.translate
    feasible = sum(c.feasible for c in workload.configurations)
    parts = []
    if feasible == 0:
        parts.append(_("No configuration carries this load within the target."))
    if any(c.id == chosen for c in shown):
        parts.append(_("The marked row is part of the recommendation."))
    if feasible > len(shown):
        parts.append(
            _("{count} further feasible configurations stand in the result file.").format(
                count=pen.number(feasible - len(shown), 0)
            )
        )
    return " ".join(parts)


def _why_not(pen: Pen, workload: WorkloadResult) -> Table | None:
    """One line an accelerator and format, client's own wishes first."""
    _ = pen.translate
    left_out = [c for c in workload.configurations if not c.feasible]
    left_out.sort(key=lambda c: c.origin != "client")
    seen: dict[tuple[str, str, str], Configuration] = {}
    for c in left_out:
        seen.setdefault((c.origin, c.accelerator, c.weights_format), c)
    if not seen:
        return None
    rows = tuple(
        Row(
            (
                Cell(
                    f"{pen.number(c.gpus_per_replica, 0)} × {pen.hardware(c.accelerator)}",
                    sub=format_name(c.weights_format) + (" · " + _("asked by you") if c.origin == "client" else ""),
                ),
                Cell(f"{pen.gigabytes(c.memory.total_gb)} / {pen.gigabytes(c.memory.usable_gb)}"),
                Cell(" ".join(pen.says(c.why_not))),
            )
        )
        for c in list(seen.values())[:SHOWN_REASONS]
    )
    columns = (
        Column(_("Configuration"), width=26),
        Column(_("Memory per GPU: needed / usable, GB"), numeric=True, width=20),
        Column(_("Why not, and what would help")),
    )
    more = len(seen) - len(rows)
    note = _("{count} more stand in the result file.").format(count=pen.number(more, 0)) if more else ""
    return Table(_("Why not the others"), columns, rows, note)
