"""Host, storage, network and power of the options side by side, and the parts beside the machines."""

from collections.abc import Callable

from wizard.domain.fleet import HostNeed, StorageNeed
from wizard.domain.result import Fleet, Option, Result
from wizard.report.view.model import Cell, Column, Row, Table
from wizard.report.view.names import option_name
from wizard.report.view.pen import Pen

CLUSTER_GB = 10_000

_Shown = Callable[[Fleet], str]
_Line = tuple[str, _Shown] | tuple[str, _Shown, _Shown]
"""Label, value, and in small print its 90 % range."""


def infrastructure_table(pen: Pen, result: Result) -> Table | None:
    """A column an option with machines, a row a quantity; rows nobody needs are left out."""
    _ = pen.translate
    fleets = [(o, o.fleet) for o in result.options if o.fleet is not None and o.fleet.nodes]
    if not fleets:
        return None
    rows = []
    for label, shown, *span in _lines(pen):
        cells = [Cell(shown(f) or "–", sub=span[0](f) if span else "") for _option, f in fleets]
        if any(cell.text != "–" for cell in cells):
            rows.append(Row((Cell(label), *cells)))
    columns = (Column(_("Machines of the first year"), width=28), *(_column(pen, o) for o, _fleet in fleets))
    note = _(
        "Rented machines: as far as the provider states it; storage, network and power stand with the provider. Power "
        "of own machines: mean use; the feed carries the peak with cooling. An electrician decides about the circuits. "
        "Small print: 90% range, from the spans of the figures behind it."
    )
    return Table(_("Hosts, storage, network and power"), columns, tuple(rows), note, compact=True)


def _column(pen: Pen, option: Option) -> Column:
    return Column(option_name(pen.translate, option.id), numeric=True)


def _lines(pen: Pen) -> tuple[_Line, ...]:
    return (*_machine_lines(pen), *_storage_lines(pen), *_network_lines(pen), *_room_lines(pen))


def _quantity(pen: Pen, value: float | None, unit: str) -> str:
    return pen.quantity(float(f"{value:.3g}"), unit) if value else ""


def _range(pen: Pen, need: HostNeed | StorageNeed | None, field: str, unit: str) -> str:
    """``1,1–3,1 TB``; empty where nothing moves the value."""
    ends = need.interval.get(field) if need is not None else None
    if ends is None:
        return ""
    low, high = (pen.significant(float(f"{end:.2g}")) for end in ends)
    return f"{low}–{high} {unit}".strip()


def _memory(pen: Pen, gigabytes: float | None) -> str:
    """In gigabytes as one server is bought; of whole clusters in terabytes."""
    return (pen.volume(gigabytes) if gigabytes >= CLUSTER_GB else _quantity(pen, gigabytes, "GB")) if gigabytes else ""


def _rate(pen: Pen, gb_per_s: float) -> str:
    """Below a gigabyte in megabytes; below one of them it does not matter."""
    if gb_per_s >= 1:
        return _quantity(pen, gb_per_s, "GB/s")
    megabytes = round(1000 * gb_per_s)
    return _quantity(pen, megabytes, "MB/s") if megabytes >= 1 else ""


def _machine_lines(pen: Pen) -> tuple[_Line, ...]:
    _ = pen.translate
    return (
        (_("Servers"), lambda f: pen.number(f.nodes, 0)),
        (_("CPU cores"), lambda f: pen.number(f.cpu_cores, 0) if f.cpu_cores else ""),
        (
            _("Cores needed per server"),
            lambda f: pen.number(f.host.cpu_cores, 0) if f.host else "",
            lambda f: _range(pen, f.host, "cpu_cores", ""),
        ),
        (_("Main memory (RAM)"), lambda f: _memory(pen, f.ram_gb)),
        (_("Main memory needed per server"), lambda f: _quantity(pen, f.host.ram_gb, "GB") if f.host else ""),
        (_("PCIe lanes per server"), lambda f: _lanes(pen, f)),
        (_("Memory domains (NUMA) per server"), lambda f: _domains(pen, f)),
    )


def _storage_lines(pen: Pen) -> tuple[_Line, ...]:
    _ = pen.translate
    return (
        (_("NVMe storage"), lambda f: _quantity(pen, f.nvme_tb, "TB")),
        (
            _("Fast storage needed"),
            lambda f: _quantity(pen, f.storage.hot_tb, "TB") if f.storage else "",
            lambda f: _range(pen, f.storage, "hot_tb", "TB"),
        ),
        (_("Shared by several servers"), lambda f: _quantity(pen, f.storage.shared_tb, "TB") if f.storage else ""),
        (
            _("Capacity storage"),
            lambda f: _quantity(pen, f.capacity_tb, "TB"),
            lambda f: _range(pen, f.storage, "capacity_tb", "TB"),
        ),
        (_("Read rate"), lambda f: _rate(pen, f.storage.read_gb_s) if f.storage else ""),
        (_("File accesses (IOPS)"), lambda f: _accesses(pen, f)),
        (_("Write rate for checkpoints"), lambda f: _rate(pen, f.storage.write_gb_s) if f.storage else ""),
        (_("Largest checkpoint"), lambda f: _memory(pen, f.storage.checkpoint_gb) if f.storage else ""),
        (_("Time to load a model"), lambda f: _quantity(pen, f.storage.model_load_s, "s") if f.storage else ""),
    )


def _network_lines(pen: Pen) -> tuple[_Line, ...]:
    _ = pen.translate
    return (
        (_("Network per server"), lambda f: _quantity(pen, f.network_gbit_s / f.nodes, "Gbit/s")),
        (
            _("Between servers (RDMA)"),
            lambda f: _quantity(pen, f.network.internode_gbit_s, "Gbit/s") if f.network else "",
        ),
        (_("Exchange between servers"), lambda f: _exchange(pen, f)),
        (_("Storage outside the server"), lambda f: _outside(pen, f)),
        (_("Switches"), lambda f: _switches(pen, f)),
        (_("Cables, with remote control"), lambda f: pen.number(f.network.cables, 0) if f.network else ""),
    )


def _lanes(pen: Pen, fleet: Fleet) -> str:
    return pen.number(fleet.host.pcie_lanes, 0) if fleet.host and fleet.host.pcie_lanes else ""


def _domains(pen: Pen, fleet: Fleet) -> str:
    return pen.number(fleet.host.numa_nodes, 0) if fleet.host and fleet.host.numa_nodes else ""


def _accesses(pen: Pen, fleet: Fleet) -> str:
    """Below one a second nobody has to look at them."""
    needed = fleet.storage.iops if fleet.storage else 0.0
    return pen.significant(float(f"{needed:.2g}")) if needed >= 1.0 else ""


def _outside(pen: Pen, fleet: Fleet) -> str:
    return _quantity(pen, fleet.network.storage_gbit_s, "Gbit/s") if fleet.network else ""


def _exchange(pen: Pen, fleet: Fleet) -> str:
    return _quantity(pen, fleet.network.internode_needed_gbit_s, "Gbit/s") if fleet.network else ""


def _switches(pen: Pen, fleet: Fleet) -> str:
    count = fleet.network.frontend_switches + fleet.network.fabric_switches if fleet.network else 0
    return pen.number(count, 0) if count else ""


def _room_lines(pen: Pen) -> tuple[_Line, ...]:
    _ = pen.translate
    return (
        (_("Power, mean"), lambda f: _quantity(pen, f.power_kw, "kW")),
        (_("Power, peak"), lambda f: _quantity(pen, f.facility.peak_power_kw, "kW") if f.facility else ""),
        (_("Feed with cooling"), lambda f: _quantity(pen, f.facility.feed_kw, "kW") if f.facility else ""),
        (
            _("Cooling to be laid out for"),
            lambda f: _quantity(pen, f.facility.peak_power_kw, "kW") if f.facility else "",
            lambda f: _quantity(pen, f.facility.heat_btu_per_h, "BTU/h") if f.facility else "",
        ),
        (_("UPS"), lambda f: _quantity(pen, f.facility.ups_kva, "kVA") if f.facility else ""),
        (_("Circuits"), lambda f: _circuits(pen, f)),
        (_("Rack units"), lambda f: pen.number(f.rack_units, 0) if f.rack_units else ""),
        (_("Racks"), lambda f: pen.number(f.facility.racks, 0) if f.facility and f.facility.racks else ""),
        (_("Floor load of a rack"), lambda f: _quantity(pen, f.facility.floor_kg_m2, "kg/m²") if f.facility else ""),
        (_("Noise of one server"), lambda f: _quantity(pen, f.facility.noise_dba, "dB(A)") if f.facility else ""),
    )


def _circuits(pen: Pen, fleet: Fleet) -> str:
    if fleet.facility is None or not fleet.facility.circuits:
        return ""
    return f"{pen.number(fleet.facility.circuits, 0)} × {_quantity(pen, fleet.facility.circuit_kw, 'kW')}"


def parts_table(pen: Pen, fleet: Fleet) -> Table | None:
    """The bill of materials beside the machines."""
    _ = pen.translate
    if not fleet.parts:
        return None
    per = {"site": _("per site"), "node": _("per server")}
    rows = tuple(
        Row(
            (
                Cell(pen.hardware(p.ref)),
                Cell(pen.significant(p.quantity), sub=per[p.per]),
                Cell(
                    _("priced") if p.priced else _("no published price; covered by the share for network and storage")
                ),
            )
        )
        for p in fleet.parts
    )
    columns = (Column(_("Part")), Column(_("Quantity"), numeric=True, width=14), Column(_("Price"), width=40))
    return Table(_("Parts beside the machines"), columns, rows, compact=True)
