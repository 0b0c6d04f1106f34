"""What the lead of the best option over the next best hangs on: picture and table."""

from wizard.domain.result import Influence, Lead, Result
from wizard.report.brand import Brand
from wizard.report.figures.tornado import TornadoBar, TornadoTexts, tornado
from wizard.report.view.model import Cell, Column, Figure, Row, Table
from wizard.report.view.names import option_name
from wizard.report.view.pen import SHARES, Pen

SHOWN = 10


def lead_hangs_on(pen: Pen, result: Result, brand: Brand) -> Figure | None:
    """None where fewer than two options compete or nothing is uncertain."""
    ahead = result.lead
    if ahead is None or not ahead.influences:
        return None
    _ = pen.translate
    title = _("What the lead of “{best}” over “{next}” hangs on").format(
        best=option_name(_, ahead.option), next=option_name(_, ahead.against)
    )
    bars = [_bar(pen, entry) for entry in ahead.influences[:SHOWN]]
    texts = TornadoTexts(
        title=title,
        description=". ".join(f"{bar.label} ({bar.span}): {bar.shown}" for bar in bars),
        axis=_("Swing of the lead in euro, each input from its 10% to its 90% point"),
    )
    svg = tornado(bars, texts, brand.primary_text, pen.compact, name="lead-tornado")
    return Figure(svg, title, _table(pen, ahead, title))


def _bar(pen: Pen, entry: Influence) -> TornadoBar:
    swing = entry.high_eur - entry.low_eur
    return TornadoBar(pen.say(entry.label), _between(pen, entry), abs(swing), pen.signed(swing))


def _between(pen: Pen, entry: Influence) -> str:
    low = pen.significant(float(f"{100 * entry.p10:.3g}")) if entry.unit in SHARES else pen.significant(entry.p10)
    high = pen.with_unit(float(f"{entry.p90:.3g}"), entry.unit)
    return pen.span(low, high) if entry.p10 < 0 else f"{low}–{high}"


def _table(pen: Pen, ahead: Lead, title: str) -> Table:
    _ = pen.translate
    columns = (
        Column(_("Input"), width=38),
        Column(_("P10–P90"), numeric=True, width=20),
        Column(_("Lead at P10"), numeric=True, width=14),
        Column(_("Lead at P90"), numeric=True, width=14),
        Column(_("Total effect"), numeric=True, width=14),
    )
    rows = tuple(_row(pen, entry) for entry in ahead.influences[:SHOWN])
    note = _(
        "Lead: net present value of the second option's cost less that of the best; below zero the second is "
        "cheaper. All other inputs at their medians. Total effect: share of the variance of the lead that goes with "
        "the input, interactions included."
    )
    return Table(title, columns, rows, note)


def _row(pen: Pen, entry: Influence) -> Row:
    effect = pen.percent(entry.total_effect) if entry.total_effect is not None else "–"
    money = (Cell(pen.signed(entry.low_eur)), Cell(pen.signed(entry.high_eur)))
    return Row((Cell(pen.say(entry.label)), Cell(_between(pen, entry)), *money, Cell(effect)))
