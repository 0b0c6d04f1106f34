"""The memory figure of a workload with its data table."""

from wizard.domain.configuration import Configuration
from wizard.domain.workload_result import WorkloadResult
from wizard.report.brand import Brand
from wizard.report.figures.memory import MemoryBar, MemoryTexts, memory_bars
from wizard.report.view.demand import workload_title
from wizard.report.view.model import Cell, Column, Figure, Row, Table
from wizard.report.view.names import format_name
from wizard.report.view.pen import Pen


def memory_figure(pen: Pen, workload: WorkloadResult, shown: list[Configuration], brand: Brand) -> Figure:
    """One bar a configuration; parts that no configuration has are left out."""
    _ = pen.translate
    parts = _parts(pen, shown)
    title = _("GPU memory per GPU: {workload}").format(workload=workload_title(pen, workload))
    texts = MemoryTexts(
        title=title,
        description=_describe_memory(pen, shown, parts),
        parts=tuple(parts.values()),
        free=_("free"),
        usable=_("usable"),
        missing=_("{amount} GB missing"),
        axis=_("GB per GPU"),
    )
    bars = [
        MemoryBar(
            label=pen.hardware(c.accelerator),
            detail=f"{pen.number(c.gpus_per_replica, 0)} × GPU · {format_name(c.weights_format)}",
            parts=_values(c, parts),
            usable=c.memory.usable_gb,
        )
        for c in shown
    ]
    rows = tuple(
        Row(
            (
                Cell(pen.hardware(c.accelerator), sub=format_name(c.weights_format)),
                *(Cell(pen.gigabytes(x)) for x in _values(c, parts)),
                Cell(pen.gigabytes(c.memory.total_gb)),
                Cell(pen.gigabytes(c.memory.usable_gb)),
            )
        )
        for c in shown
    )
    columns = (
        Column(_("GB per GPU")),
        *(Column(p, numeric=True) for p in parts.values()),
        Column(_("Total"), numeric=True),
        Column(_("Usable"), numeric=True),
    )
    svg = memory_bars(bars, texts, brand.series, pen.significant, name=f"memory-{workload.id}")
    return Figure(svg, title, Table("", columns, rows, compact=True))


def _parts(pen: Pen, shown: list[Configuration]) -> dict[str, str]:
    """Field of the memory → its name."""
    _ = pen.translate
    names = {
        "weights_gb": _("Weights"),
        "kv_cache_gb": _("KV cache"),
        "gradients_gb": _("Gradients"),
        "optimizer_gb": _("Optimizer"),
        "activations_gb": _("Activations"),
        "overhead_gb": _("Overhead"),
    }
    return {field: name for field, name in names.items() if any(getattr(c.memory, field) for c in shown)}


def _values(c: Configuration, parts: dict[str, str]) -> tuple[float, ...]:
    return tuple(getattr(c.memory, field) for field in parts)


def _describe_memory(pen: Pen, shown: list[Configuration], parts: dict[str, str]) -> str:
    _ = pen.translate
    line = _("{name}: {total} of {usable} GB used ({parts})")
    return ". ".join(
        line.format(
            name=pen.hardware(c.accelerator),
            total=pen.gigabytes(c.memory.total_gb),
            usable=pen.gigabytes(c.memory.usable_gb),
            parts=", ".join(
                f"{name} {pen.gigabytes(value)}" for name, value in zip(parts.values(), _values(c, parts), strict=True)
            ),
        )
        for c in shown
    )
