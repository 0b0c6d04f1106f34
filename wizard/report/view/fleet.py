"""All workloads together on the machines of the recommended option: GPUs, pools, growth, reserve and scaling."""

from wizard.domain.layout import FleetLayout, GpuShare, GpuUse, MachineUse
from wizard.domain.part_names import profile_name
from wizard.domain.result import Option, Result
from wizard.report.view.demand import workload_title
from wizard.report.view.model import Cell, Column, FleetView, Row, Table
from wizard.report.view.names import gate_verdict, option_name
from wizard.report.view.pen import Pen

MOST_ROWS = 40


def fleet_view(pen: Pen, result: Result) -> FleetView | None:
    """The recommended option's fleet, else that of the best option that has one."""
    best = result.option(result.recommendation.option or "")
    ranked = ([best] if best is not None else []) + [o for o in result.options if o.feasible != "no"]
    shown = next((o for o in ranked if o.fleet is not None and o.fleet.layout is not None), None)
    if shown is None or shown.fleet is None or shown.fleet.layout is None:
        return None
    layout = shown.fleet.layout
    return FleetView(
        lead=_lead(pen, result, shown, layout), facts=_facts(pen, result, layout),
        gpus=_gpus(pen, result, layout), years=_years(pen, layout), in_turns=_in_turns(pen, result, layout),
    )  # fmt: skip


def _lead(pen: Pen, result: Result, option: Option, layout: FleetLayout) -> str:
    _ = pen.translate
    machines = sum(m.count for m in layout.machines)
    said = _("{option}, highest need of the first year. Machines: {machines}, GPUs in use: {used}, free: {free}.")
    lead = said.format(
        option=option_name(_, option.id), machines=pen.number(machines, 0), used=pen.number(layout.gpus_used, 0),
        free=pen.number(layout.gpus_free, 0),
    )  # fmt: skip
    if result.recommendation.option == "hybrid":
        return _("A mix of own and rented machines has no fixed layout; shown is the next option.") + f" {lead}"
    return lead


def _facts(pen: Pen, result: Result, layout: FleetLayout) -> Table:
    _ = pen.translate
    rows = tuple(Row((Cell(name), Cell(said))) for name, said in _said(pen, result, layout))
    columns = (Column(_("Subject"), width=26), Column(_("What is planned")))
    return Table(_("What the workloads share, and what happens when one machine fails"), columns, rows, compact=True)


def _said(pen: Pen, result: Result, layout: FleetLayout) -> list[tuple[str, str]]:
    _ = pen.translate
    facts = []
    if layout.pools != "one":
        facts.append((_("Training and services"), pen.say(layout.pools_why)))
    if layout.sharing_why is not None and len(result.workloads) > 1:
        facts.append((_("Several workloads on one GPU"), pen.say(layout.sharing_why)))
    if layout.night is not None:
        words = {"yes": _("possible"), "no": _("not possible"), "open": _("open")}
        night = layout.night
        said = _("{verdict}. {why} GPU hours a month: {needed} needed, {free} free.").format(
            verdict=words[night.verdict].capitalize(), why=" ".join(pen.says(night.why)),
            needed=pen.number(night.gpu_hours_needed, 0), free=pen.number(night.gpu_hours_free, 0),
        )  # fmt: skip
        facts.append((_("Training in free hours"), said))
    facts.append((_("When a machine fails"), _failure(pen, layout)))
    if layout.scaling is not None:
        facts.append((_("Scaling"), " ".join(pen.says(layout.scaling.why))))
    if layout.mixed is not None:
        facts.append((_("A second class of GPUs"), " ".join(pen.says(layout.mixed.why))))
    return facts


def _failure(pen: Pen, layout: FleetLayout) -> str:
    _ = pen.translate
    reserve = layout.redundancy
    if reserve is None or reserve.why is None:
        return "–"
    said = pen.say(reserve.why)
    if not reserve.spare_replicas:
        return said
    spare = _("Replicas in reserve: {count}.").format(count=pen.number(reserve.spare_replicas, 0))
    return f"{said} {spare}"


def _gpus(pen: Pen, result: Result, layout: FleetLayout) -> Table:
    _ = pen.translate
    rows = [
        Row(
            (
                Cell(_machines(pen, machine)), Cell(pen.number(gpus.count * machine.count, 0), sub=_each(pen, machine)),
                Cell(_content(pen, result, gpus)), Cell(pen.quantity(float(f"{gpus.memory_gb:.3g}"), "GB")),
                Cell(pen.quantity(float(f"{gpus.headroom_gb:.3g}"), "GB")),
            )
        )
        for machine in layout.machines
        for gpus in machine.gpus
    ]  # fmt: skip
    columns = (
        Column(_("Machine"), width=16), Column(_("GPUs"), numeric=True, width=10), Column(_("Workload")),
        Column(_("GPU memory taken"), numeric=True, width=16), Column(_("Headroom"), numeric=True, width=14),
    )  # fmt: skip
    note = _(
        "Memory: demand of the running requests at full length; a serving engine takes the headroom for its cache."
    )
    if len(rows) > MOST_ROWS:
        note = _("The first {count} rows; all of them stand in the JSON file.").format(count=MOST_ROWS) + f" {note}"
    return Table(_("Which workload sits on which GPUs"), columns, tuple(rows[:MOST_ROWS]), note, compact=True)


def _machines(pen: Pen, machine: MachineUse) -> str:
    first = pen.number(machine.first, 0)
    if machine.count == 1:
        return first
    return f"{first}–{pen.number(machine.first + machine.count - 1, 0)}"


def _each(pen: Pen, machine: MachineUse) -> str:
    words = {"services": pen.translate("services"), "training": pen.translate("training")}
    return words.get(machine.pool, "")


def _content(pen: Pen, result: Result, gpus: GpuUse) -> str:
    if not gpus.shares:
        return pen.translate("unused")
    return ", ".join(_share(pen, result, share) for share in gpus.shares)


def _share(pen: Pen, result: Result, share: GpuShare) -> str:
    _ = pen.translate
    name = next((workload_title(pen, w) for w in result.workloads if w.id == share.workload_id), share.workload_id)
    more = [f"{pen.number(share.replicas, 0)} × {profile_name(share.partition)}"] if share.partition else []
    more += [_("reserve")] if share.spare else []
    more += [{"day": _("by day"), "night": _("at night")}[share.hours]] if share.hours != "always" else []
    return f"{name} ({', '.join(more)})" if more else name


def _in_turns(pen: Pen, result: Result, layout: FleetLayout) -> Table | None:
    """Which models stay loaded; left out where every one does for the same reason."""
    _ = pen.translate
    if all(model.verdict == "no" for model in layout.in_turns) and len({m.why.en for m in layout.in_turns}) <= 1:
        return None
    words = {"yes": _("in turns"), "no": _("stays loaded"), "open": _("open")}
    symbols = {"yes": gate_verdict(_, "pass")[1], "open": gate_verdict(_, "open")[1]}
    rows = []
    for model in layout.in_turns:
        name = next((workload_title(pen, w) for w in result.workloads if w.id == model.workload_id), model.workload_id)
        drive = next(load for load in model.loads if load.source == "local_nvme")
        rows.append(
            Row(
                (
                    Cell(name, sub=pen.say(model.why)),
                    Cell(words[model.verdict], symbol=symbols.get(model.verdict)),
                    Cell(
                        pen.quantity(float(f"{drive.seconds:.2g}"), "s"),
                        sub=pen.span(f"{drive.low_s:.0f}", f"{drive.high_s:.0f}"),
                    ),
                    Cell(pen.quantity(float(f"{model.memory_gb:.3g}"), "GB") if model.memory_gb else "–"),
                )
            )
        )
    columns = (
        Column(_("Model")), Column(_("Loaded"), width=18), Column(_("Loading time from NVMe"), numeric=True, width=20),
        Column(_("GPU memory freed"), numeric=True, width=16),
    )  # fmt: skip
    return Table(_("Models that share GPUs in turns"), columns, tuple(rows), compact=True)


def _years(pen: Pen, layout: FleetLayout) -> Table | None:
    _ = pen.translate
    if len(layout.years) < 2:
        return None
    rows = tuple(
        Row(
            (
                Cell(pen.number(y.year, 0)), Cell(f"{pen.significant(y.demand_factor)}×"),
                Cell(pen.number(y.gpus_used, 0)), Cell(pen.number(y.gpus_free, 0)), Cell(pen.number(y.machines, 0)),
                Cell(pen.number(y.more_from_month, 0) if y.more_from_month else "–"),
            )
        )
        for y in layout.years
    )  # fmt: skip
    columns = (
        Column(_("End of year"), numeric=True), Column(_("Demand against today"), numeric=True),
        Column(_("GPUs in use"), numeric=True), Column(_("GPUs free"), numeric=True),
        Column(_("Machines"), numeric=True), Column(_("More from month"), numeric=True),
    )  # fmt: skip
    return Table(_("When growth needs more machines"), columns, rows, compact=True)
