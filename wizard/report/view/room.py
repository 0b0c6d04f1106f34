"""Where own machines could stand, what they draw by load, and which connections carry them."""

from wizard.domain.fleet import Facility
from wizard.domain.result import Fleet, Option, Result
from wizard.report.view.links import links_table, loads_table
from wizard.report.view.model import Cell, Column, Row, Table
from wizard.report.view.names import gate_verdict, option_name
from wizard.report.view.pen import Pen

_OWN = ("on_premises", "hybrid", "colocation", "status_quo")
"""Options with machines of one's own, those of an own room first."""


def room_tables(pen: Pen, result: Result) -> tuple[Table, ...]:
    """Tables about the machines of one option: the leading one's where it has some, else an own room's."""
    shown = _shown(result)
    if shown is None or shown.fleet is None:
        return ()
    found = [links_table(pen, shown, shown.fleet), loads_table(pen, shown, shown.fleet)]
    if shown.fleet.facility is not None:
        room = shown.fleet.facility
        found += [_power(pen, shown, room), _supplies(pen, shown, room), _places(pen, shown, shown.fleet, room)]
    return tuple(table for table in found if table is not None)


def _shown(result: Result) -> Option | None:
    with_machines = [o for o in result.options if o.fleet is not None and o.fleet.nodes and o.id != "status_quo"]
    owned = [o for o in with_machines if o.fleet is not None and o.fleet.facility is not None]
    owned.sort(key=lambda o: _OWN.index(o.id) if o.id in _OWN else len(_OWN))
    return next(iter(owned or with_machines), None)


def machines(pen: Pen, option: Option, fleet: Fleet) -> str:
    """``Eigener Betrieb: 8 × H100 NVL 94 GB in 1 Server``."""
    _ = pen.translate
    cards = pen.listing([f"{pen.number(count, 0)} × {pen.hardware(name)}" for name, count in fleet.gpus.items()])
    word = _("{cards} in 1 server") if fleet.nodes == 1 else _("{cards} in {nodes} servers")
    return f"{option_name(_, option.id)}: {word.format(cards=cards, nodes=pen.number(fleet.nodes, 0))}"


def _kw(pen: Pen, value: float) -> str:
    return pen.quantity(float(f"{value:.3g}"), "kW")


def _power(pen: Pen, option: Option, room: Facility) -> Table | None:
    _ = pen.translate
    if not room.load_curve or option.fleet is None:
        return None
    rows = [
        Row(
            (
                Cell(_("Accelerators compute {share} of the time").format(share=pen.percent(point.busy))),
                Cell(_kw(pen, point.power_kw)),
                Cell(pen.span(_kw(pen, point.low_kw), _kw(pen, point.high_kw))),
            )
        )
        for point in room.load_curve
    ]
    rows.append(
        Row((Cell(_("Planned mean of the cost calculation")), Cell(_kw(pen, option.fleet.power_kw)), Cell("–")))
    )
    rows.append(Row((Cell(_("Rating, for circuits and UPS")), Cell(_kw(pen, room.peak_power_kw)), Cell("–"))))
    note = _(
        "Full load: rated power of the cards times the share measured while serving (ML.ENERGY, 108 runs), and half of "
        "what the rest of the machine is rated for. Circuits, UPS and cooling are laid for the rating. The mean of the "
        "cost calculation is kept near full load so that electricity is not underestimated."
    )
    if room.airflow_m3_per_h is not None:
        note += " " + _("Cold air at the rating: {flow}.").format(
            flow=pen.quantity(float(f"{room.airflow_m3_per_h:.2g}"), "m³/h")
        )
    if room.cooling_reason is not None:
        note += " " + pen.say(room.cooling_reason)
    columns = (Column(_("Load")), Column(_("Power"), numeric=True, width=18), Column(_("90% range"), width=30))
    caption = _("Power by load – {machines}").format(machines=machines(pen, option, option.fleet))
    return Table(caption, columns, tuple(rows), note, compact=True)


def _supplies(pen: Pen, option: Option, room: Facility) -> Table | None:
    _ = pen.translate
    if not room.supplies or option.fleet is None:
        return None
    rows = tuple(
        Row(
            (
                Cell(pen.say(supply.name)),
                Cell(_kw(pen, supply.circuit_kw)),
                Cell(_kw(pen, supply.continuous_kw)),
                Cell(pen.number(supply.circuits_per_machine, 0)),
                Cell(pen.number(supply.circuits, 0)),
            )
        )
        for supply in room.supplies
    )
    columns = (
        Column(_("Connection")), Column(_("At the fuse"), numeric=True), Column(_("Day and night"), numeric=True),
        Column(_("For one server"), numeric=True), Column(_("For all servers"), numeric=True),
    )  # fmt: skip
    note = _(
        "For the rating, without a second feed; with redundant power supplies every connection doubles. More than one "
        "connection for a server means that its power supplies share the load. An electrician decides."
    )
    caption = _("Connections that carry the servers – {machines}")
    return Table(
        caption.format(machines=machines(pen, option, option.fleet)), columns, rows, note, compact=True
    )  # fmt: skip


def _places(pen: Pen, option: Option, fleet: Fleet, room: Facility) -> Table | None:
    _ = pen.translate
    if not room.places:
        return None
    names = {
        "office": _("Office"), "server_room": _("Server room in the building"), "own_dc": _("Own data centre"),
        "colo": _("Colocation"),
    }  # fmt: skip
    words = {"pass": _("fits"), "fail": _("does not fit"), "open": _("to be checked")}
    rows = tuple(
        Row(
            (
                Cell(names[fit.place]),
                Cell(words[fit.verdict], symbol=gate_verdict(_, fit.verdict)[1]),
                Cell(" ".join(pen.says(fit.reasons))),
            )
        )
        for fit in room.places
    )
    columns = (Column(_("Place"), width=20), Column(_("Verdict"), width=18), Column(_("Reasons")))
    note = _(
        "In general, by noise, heat, power, floor and rack; the gates of the options judge the place you named. "
        "Sources: ASR A3.7 (noise), DIN EN 1991-1-1/NA (floor), maker or catalogue (power, weight). Orientation only."
    )
    caption = _("Where the servers could stand – {machines}").format(machines=machines(pen, option, fleet))
    return Table(caption, columns, rows, note, compact=True)
