"""The memory figure of a workload with its data table."""

from wizard.domain.result import Configuration, WorkloadResult
from wizard.report.brand import Brand
from wizard.report.figures.memory import MemoryBar, MemoryTexts, memory_bars
from wizard.report.view.demand import workload_title
from wizard.report.view.model import Cell, Column, Figure, Row, Table
from wizard.report.view.names import format_name
from wizard.report.view.pen import Pen


def memory_figure(pen: Pen, workload: WorkloadResult, shown: list[Configuration], brand: Brand) -> Figure:
    _ = pen.translate
    parts = (_("Weights"), _("KV cache"), _("Activations"), _("Overhead"))
    title = _("GPU memory per GPU: {workload}").format(workload=workload_title(pen, workload))
    texts = MemoryTexts(
        title=title,
        description=_describe_memory(pen, shown),
        parts=parts,
        free=_("free"),
        usable=_("usable"),
        missing=_("{amount} GB missing"),
        axis=_("GB per GPU"),
    )
    values = [(c.memory.weights_gb, c.memory.kv_cache_gb, c.memory.activations_gb, c.memory.overhead_gb) for c in shown]
    bars = [
        MemoryBar(
            label=pen.hardware(c.accelerator),
            detail=f"{pen.number(c.gpus_per_replica, 0)} × GPU · {format_name(c.weights_format)}",
            parts=v,
            usable=c.memory.usable_gb,
        )
        for c, v in zip(shown, values, strict=True)
    ]
    rows = tuple(
        Row(
            (
                Cell(pen.hardware(c.accelerator), sub=format_name(c.weights_format)),
                *(Cell(pen.gigabytes(x)) for x in v),
                Cell(pen.gigabytes(c.memory.total_gb)),
                Cell(pen.gigabytes(c.memory.usable_gb)),
            )
        )
        for c, v in zip(shown, values, strict=True)
    )
    columns = (
        Column(_("GB per GPU")),
        *(Column(p, numeric=True) for p in parts),
        Column(_("Total"), numeric=True),
        Column(_("Usable"), numeric=True),
    )
    svg = memory_bars(bars, texts, brand.series, pen.significant, name=f"memory-{workload.id}")
    return Figure(svg, title, Table("", columns, rows, compact=True))


def _describe_memory(pen: Pen, shown: list[Configuration]) -> str:
    _ = pen.translate
    line = _("{name}: {total} of {usable} GB used, weights {weights}, KV cache {cache}")
    return ". ".join(
        line.format(
            name=pen.hardware(c.accelerator),
            total=pen.gigabytes(c.memory.total_gb),
            usable=pen.gigabytes(c.memory.usable_gb),
            weights=pen.gigabytes(c.memory.weights_gb),
            cache=pen.gigabytes(c.memory.kv_cache_gb),
        )
        for c in shown
    )
