"""Cards against token length: the answer that a single card count hides."""

from wizard.domain.workload_result import CardsByTokens
from wizard.report.plain_text import plain
from wizard.report.view.model import Cell, Column, Row, Table
from wizard.report.view.pen import Pen


def cards(pen: Pen, table: tuple[CardsByTokens, ...]) -> Table | None:
    """Rows by token length; one configuration gets a column a figure, several get a column each."""
    _ = pen.translate
    keys = list(dict.fromkeys((c.accelerator, c.configuration) for c in table))[:5]
    if not keys:
        return None
    if len(keys) == 1:
        return _cards_of_one(pen, table)
    cells = {(c.accelerator, c.configuration, c.tokens_per_request): c for c in table}
    columns = (
        Column(_("Cached tokens per request"), numeric=True, width=22),
        *(Column(_card_name(pen, *k), numeric=True) for k in keys),
    )
    lengths = sorted({c.tokens_per_request for c in table})
    rows = tuple(Row((Cell(pen.number(t, 0)), *(_card_cell(pen, cells.get((*k, t))) for k in keys))) for t in lengths)
    note = _("GPUs needed without / with spare replica; small print: simultaneous requests one replica holds.")
    return Table(_("Cards by memory against token length"), columns, rows, f"{note} {_memory_only(pen)}", compact=True)


def _memory_only(pen: Pen) -> str:
    """Why the sizing beside it may name more."""
    _ = pen.translate
    return _(
        "Counted by memory and the engine's limit of running requests alone; where the sizing names more GPUs, "
        "response times or throughput decide."
    )


def _card_name(pen: Pen, accelerator: str, configuration: str) -> str:
    name = pen.hardware(accelerator)
    return f"{name} ({plain(configuration, 20)})" if configuration else name


def _card_cell(pen: Pen, entry: CardsByTokens | None) -> Cell:
    _ = pen.translate
    if entry is None or entry.requests_per_replica < 1:
        return Cell(_("does not fit"), tone="muted")
    return Cell(
        f"{pen.number(entry.gpus, 0)} / {pen.number(entry.gpus_with_spare, 0)}",
        sub=_("{count} per replica").format(count=pen.number(entry.requests_per_replica, 0)),
    )


def _cards_of_one(pen: Pen, table: tuple[CardsByTokens, ...]) -> Table:
    _ = pen.translate
    columns = (
        Column(_("Cached tokens per request"), numeric=True),
        Column(_("Simultaneous requests per replica"), numeric=True),
        Column(_("GPUs"), numeric=True),
        Column(_("GPUs with spare replica"), numeric=True),
    )
    rows = []
    for c in sorted(table, key=lambda c: c.tokens_per_request):
        fits = c.requests_per_replica >= 1
        figures = (c.requests_per_replica, c.gpus, c.gpus_with_spare)
        shown = tuple(Cell(pen.number(f, 0)) if fits else Cell(_("does not fit"), tone="muted") for f in figures)
        rows.append(Row((Cell(pen.number(c.tokens_per_request, 0)), *shown)))
    name = _card_name(pen, table[0].accelerator, table[0].configuration)
    title = _("Cards by memory against token length: {name}").format(name=name)
    return Table(title, columns, tuple(rows), _memory_only(pen), compact=True)
