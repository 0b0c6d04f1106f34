"""Exchange between accelerators with the links it goes over, and how long the largest model takes to load."""

from wizard.domain.fleet import LinkNeed, ModelLoad
from wizard.domain.result import Fleet, Option
from wizard.report.plain_text import plain
from wizard.report.view.model import Cell, Column, Row, Table
from wizard.report.view.names import gate_verdict, option_name
from wizard.report.view.pen import Pen


def links_table(pen: Pen, option: Option, fleet: Fleet) -> Table | None:
    """One row an exchange; why a network between machines is needed or not stands below."""
    _ = pen.translate
    network = fleet.network
    if network is None or network.fabric_reason is None:
        return None
    reason = pen.say(network.fabric_reason)
    caption = _("Links between accelerators – {option}").format(option=option_name(_, option.id))
    if not network.links:
        return Table(caption, (Column(_("Network between servers")),), (Row((Cell(reason),)),), compact=True)
    columns = (
        Column(_("Exchange"), width=34), Column(_("Sent"), numeric=True), Column(_("Needed"), numeric=True),
        Column(_("Link"), numeric=True), Column(_("Verdict"), width=20),
    )  # fmt: skip
    return Table(caption, columns, tuple(_link(pen, link) for link in network.links), reason, compact=True)


def _link(pen: Pen, link: LinkNeed) -> Row:
    _ = pen.translate
    names = {
        "tensor": _("Tensor parallelism"), "pipeline": _("Pipeline parallelism"), "experts": _("Tokens to experts"),
        "gradients": _("Gradients"), "sharded_weights": _("Sharded weights and gradients"),
    }  # fmt: skip
    where = _("within a server") if link.scope == "machine" else _("between servers")
    words = {"pass": _("enough"), "fail": _("too slow"), "open": _("tight")}
    unknown = link.link_gb_s is None
    return Row(
        (
            Cell(names[link.pattern], sub=f"{plain(link.workload, 20)} · {pen.number(link.gpus, 0)} GPU · {where}"),
            Cell(_rate(pen, link.traffic_gb_s)),
            Cell(_rate(pen, link.needed_gb_s)),
            Cell("–" if link.link_gb_s is None else _rate(pen, link.link_gb_s)),
            Cell(_("ask the provider") if unknown else words[link.enough], symbol=gate_verdict(_, link.enough)[1]),
        )
    )


def loads_table(pen: Pen, option: Option, fleet: Fleet) -> Table | None:
    """The largest model from main memory, from the server's drives, and over the network."""
    _ = pen.translate
    storage = fleet.storage
    if storage is None or not storage.loads:
        return None
    judged = any(load.in_time is not None for load in storage.loads)
    columns = (
        Column(_("Model lies in")), Column(_("Rate"), numeric=True), Column(_("Until the first request"), numeric=True),
        Column(_("90% range"), numeric=True), *((Column(_("Verdict"), width=20),) if judged else ()),
    )  # fmt: skip
    rows = tuple(_load(pen, load, judged=judged) for load in storage.loads)
    note = _("With the start of the engine. Network: the link of the server; the storage behind it may be slower.")
    caption = _("Loading the largest model – {option}").format(option=option_name(_, option.id))
    return Table(caption, columns, rows, note, compact=True)


def _load(pen: Pen, load: ModelLoad, *, judged: bool) -> Row:
    _ = pen.translate
    names = {
        "page_cache": _("Main memory (page cache)"), "local_nvme": _("NVMe of the server"),
        "network": _("Storage in the network"),
    }  # fmt: skip
    words = {"pass": _("in time"), "fail": _("too slow"), "open": _("uncertain")}
    cells = [
        Cell(names[load.source]), Cell(_rate(pen, load.rate_gb_s)), Cell(_seconds(pen, load.seconds)),
        Cell(pen.span(_seconds(pen, load.low_s), _seconds(pen, load.high_s))),
    ]  # fmt: skip
    if judged and load.in_time is not None:
        cells.append(Cell(words[load.in_time], symbol=gate_verdict(_, load.in_time)[1]))
    return Row(tuple(cells))


def _rate(pen: Pen, gb_per_s: float) -> str:
    if gb_per_s >= 1.0:
        return pen.quantity(float(f"{gb_per_s:.3g}"), "GB/s")
    return pen.quantity(float(f"{1000 * gb_per_s:.2g}"), "MB/s")


def _seconds(pen: Pen, seconds: float) -> str:
    return pen.quantity(round(seconds), "s")
