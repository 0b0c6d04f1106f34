"""The rules behind numbers that stand in rows: places a model loads from, exchanges, load curve, connections."""

from wizard.domain.language import Text, text
from wizard.engine.host_rule import Rule

_LOADED = "largest model / rate + start of the engine"
_BUSY = "idle + (full load − idle) · share of the time the accelerators compute"
_CARD = ("card_power_share:load", "rest_power_share:load")
_EXCHANGED = "by kind of exchange, see the sources of the links: bytes an accelerator sends / time"


def _load(label: Text, unit: str, formula: str = _LOADED) -> Rule:
    return Rule(
        label, unit, formula, figures=("cache_load_gb_s", "model_load_gb_s", "network_load_share", "engine_start_s"),
        files=True, of=("network.frontend_gbit_s",),
    )  # fmt: skip


def _point(label: Text, formula: str = _BUSY) -> Rule:
    return Rule(
        label, "kW", formula, machines=True, server=("max_power_kw", "idle_power_share"), card=("tdp_w",), figures=_CARD
    )


def _link(label: Text, unit: str, formula: str, *figures: str) -> Rule:
    return Rule(label, unit, formula, figures=figures, exchange=True, machines=True)


def _supply(label: Text, unit: str, formula: str) -> Rule:
    return Rule(
        label, unit, formula,
        figures=("site.supply_volt", "site.schuko_continuous_a", "site.supply_a.single16", "site.supply_a.cee16",
                 "site.supply_a.cee32", "site.supply_a.cee63", "site.circuit_continuous_share"),
        server=("max_power_kw",), machines=True,
    )  # fmt: skip


LIST_RULES: dict[str, Rule] = {
    "storage.loads.*.rate_gb_s": _load(
        text("load rate", "Laderate"), "GB/s",
        "page cache, one process from NVMe, or the link · share and at most NVMe: by place",
    ),
    "storage.loads.*.seconds": _load(text("loading time", "Ladezeit"), "s"),
    "storage.loads.*.low_s": _load(text("shortest loading time", "kürzeste Ladezeit"), "s", "same, best ends"),
    "storage.loads.*.high_s": _load(text("longest loading time", "längste Ladezeit"), "s", "same, worst ends"),
    "network.links.*.gpus": _link(
        text("accelerators that take part", "beteiligte Beschleuniger"), "", "of the layout of the configuration"
    ),
    "network.links.*.groups": _link(
        text("groups side by side in a machine", "Gruppen nebeneinander in einer Maschine"), "",
        "tensor · pipeline parallel, at most the accelerators of a machine",
    ),
    "network.links.*.traffic_gb_s": _link(
        text("sent by one accelerator", "Sendemenge eines Beschleunigers"), "GB/s", _EXCHANGED, "gradient_bytes"
    ),
    "network.links.*.needed_gb_s": _link(
        text("bandwidth needed", "nötige Bandbreite"), "GB/s", "traffic / accepted share of the time / reached share",
        "link_time_share", "overlap_time_share", "link_reached",
    ),
    "network.links.*.link_gb_s": Rule(
        text("bandwidth of the link", "Bandbreite der Verbindung"), "GB/s",
        "within a machine the accelerator's own link, else PCIe; between machines fabric / groups / 8",
        card=("interconnect_gb_per_s",), of=("network.internode_gbit_s",), machines=True,
    ),
    "network.links.*.share": _link(
        text("share of the link", "Anteil der Verbindung"), "share", "traffic / (link · reached share)", "link_reached"
    ),
    "facility.load_curve.*.busy": Rule(text("share of the time computing", "Zeitanteil mit Rechnen"), "share", "point"),
    "facility.load_curve.*.power_kw": _point(text("power", "Leistung")),
    "facility.load_curve.*.low_kw": _point(text("lowest power", "niedrigste Leistung"), "the same at the low ends"),
    "facility.load_curve.*.high_kw": _point(text("highest power", "höchste Leistung"), "the same at the high ends"),
    "facility.supplies.*.circuit_kw": _supply(
        text("one connection at its fuse", "ein Anschluss an der Sicherung"), "kW",
        "230 V · A; three phases √3 · 400 V · A",
    ),
    "facility.supplies.*.continuous_kw": _supply(
        text("one connection for days", "ein Anschluss auf Dauer"), "kW",
        "Schuko: 230 V · 10 A; CEE: fuse rating · continuous share",
    ),
    "facility.supplies.*.circuits": _supply(
        text("connections for all machines", "Anschlüsse für alle Maschinen"), "",
        "ceil(machines / machines a connection carries), or machines · connections of one",
    ),
    "facility.supplies.*.circuits_per_machine": _supply(
        text("connections of one machine", "Anschlüsse einer Maschine"), "", "ceil(maximum / continuous)"
    ),
}  # fmt: skip
