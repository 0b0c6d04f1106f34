"""Law and product states the report rests on, with their age."""

from wizard.domain.result import DatedFact, Result
from wizard.report.view.model import Cell, Column, Row, Table
from wizard.report.view.pen import Pen


def dated_table(pen: Pen, result: Result) -> Table | None:
    """One row an entry, law first; None where nothing dated was used."""
    _ = pen.translate
    if not result.dated_facts:
        return None
    columns = (
        Column(_("Rule or product, with source")),
        Column(_("State"), width=24),
        Column(_("Known up to"), numeric=True, width=12),
        Column(_("Read, days ago"), numeric=True, width=11),
        Column(_("Limit, days"), numeric=True, width=10),
        Column(_("Still to be relied on"), width=13),
    )
    note = _("Orientation, not legal or tax advice: let a lawyer or tax adviser confirm what a decision rests on.")
    rows = tuple(_row(pen, fact) for fact in result.dated_facts)
    return Table(_("Law and product status used, with age"), columns, rows, note)


def dated_banner(pen: Pen, result: Result) -> str:
    """What has to be read again before the report goes out; empty: nothing."""
    _ = pen.translate
    old = [fact for fact in result.dated_facts if fact.expired]
    if not old:
        return ""
    return _(
        "Law and product states older than their limit: {count} of {all}. Read them again before you decide."
    ).format(count=pen.number(len(old), 0), all=pen.number(len(result.dated_facts), 0))


def _row(pen: Pen, fact: DatedFact) -> Row:
    return Row(
        (
            Cell(pen.say(fact.name, 120), sub=pen.source(fact.source, 240)),
            Cell(pen.say(fact.state, 120)),
            Cell(pen.date(fact.as_of)),
            Cell(pen.number(fact.age_days, 0)),
            Cell(pen.number(fact.limit_days, 0)),
            _age(pen, fact),
        )
    )


def _age(pen: Pen, fact: DatedFact) -> Cell:
    _ = pen.translate
    if fact.expired:
        return Cell(_("expired"), symbol="fail")
    return Cell(_("date passed"), symbol="open") if fact.changed else Cell(_("valid"), symbol="pass")
