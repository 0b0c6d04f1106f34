"""A service of items, or a workload that processors carry alone."""

from wizard.domain.configuration import Configuration
from wizard.domain.workload_result import CpuNeed, ServiceDemand
from wizard.report.view.model import Cell, Column, Row, Table
from wizard.report.view.names import bottleneck_name, evidence_word, format_name
from wizard.report.view.pen import Pen
from wizard.report.view.replicas import layout, target
from wizard.sizing.service_wording import unit_name


def service_table(pen: Pen, shown: list[Configuration], chosen: str | None, asked: ServiceDemand) -> Table | None:
    """Configurations that carry the rate."""
    _ = pen.translate
    if not shown:
        return None
    unit = pen.say(unit_name(asked.unit))
    columns = (
        Column(_("Configuration"), width=25),
        Column(_("GPUs"), numeric=True, width=9),
        Column(_("Memory per GPU, GB"), numeric=True, width=11),
        Column(_("Highest rate, {unit}/s").format(unit=unit), numeric=True, width=13),
        Column(_("Per GPU"), numeric=True, width=10),
        Column(_("Latency P95, s"), numeric=True, width=10),
        Column(_("Load at the peak"), numeric=True, width=9),
        Column(_("Target"), width=13),
    )
    rows = tuple(_row(pen, c, asked, recommended=c.id == chosen) for c in shown)
    note = _(
        "Small print under the GPUs: replicas (+ spare) × GPUs each; under memory: usable; under rates: 90% interval. "
        "The load at the peak is the asked rate over the highest rate."
    )
    return Table(_("Configurations that carry the load"), columns, rows, note, compact=True)


def _row(pen: Pen, c: Configuration, asked: ServiceDemand, *, recommended: bool) -> Row:
    _ = pen.translate
    p = c.service
    detail = " · ".join((format_name(c.weights_format), bottleneck_name(_, c.bottleneck), evidence_word(_, c.evidence)))
    latency = pen.significant(p.latency_ms_p95 / 1000) if p and p.latency_ms_p95 is not None else _("not known")
    return Row(
        (
            Cell(pen.hardware(c.accelerator), sub=detail),
            Cell(pen.number(c.total_gpus, 0), sub=layout(pen, c)),
            Cell(pen.gigabytes(c.memory.total_gb), sub=pen.gigabytes(c.memory.usable_gb)),
            Cell(pen.significant(p.units_per_s) if p else "–", sub=pen.interval(c, "units_per_s")),
            Cell(pen.significant(p.units_per_s_per_gpu) if p else "–"),
            Cell(latency if p else "–"),
            Cell(pen.percent(p.utilisation) if p else "–"),
            Cell(_("open"), symbol="open") if c.slo_met is None and asked.latency_p95_s is not None else target(pen, c),
        ),
        emphasis=recommended,
    )


def cpu_facts(pen: Pen, cpu: CpuNeed, unit: str) -> tuple[tuple[str, str], ...]:
    """Cores, rate a core and main memory, where they are known."""
    _ = pen.translate
    facts = []
    if cpu.cores is not None:
        facts.append((_("CPU cores"), pen.number(cpu.cores, 0)))
    if cpu.units_per_s_per_core is not None:
        facts.append((_("Rate of one core"), pen.rate(cpu.units_per_s_per_core, unit)))
    if cpu.ram_gb is not None:
        facts.append((_("Main memory (RAM)"), pen.quantity(cpu.ram_gb, "GB")))
    return tuple(facts)
