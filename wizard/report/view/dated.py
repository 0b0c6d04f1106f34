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
        Column(_("State"), width=25),
        Column(_("Known up to"), numeric=True, width=14),
        Column(_("Age and limit in days"), numeric=True, width=11),
        Column(_("Still to be relied on"), width=12),
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


def orientation(pen: Pen, result: Result) -> str:
    """What statements on law and tax are not; empty: the result makes none."""
    _ = pen.translate
    if not any(fact.pack == "law" for fact in result.dated_facts):
        return ""
    return _(
        "Statements on law and tax are orientation, not advice. Each names its source and the day up to which that "
        "speaks; the chapter on sources lists them with state and age."
    )


def _row(pen: Pen, fact: DatedFact) -> Row:
    _ = pen.translate
    return Row(
        (
            Cell(pen.say(fact.name, 120), sub=pen.source(fact.source, 240)),
            Cell(pen.say(fact.state, 120)),
            Cell(pen.date(fact.as_of)),
            Cell(_("{age} of {limit}").format(age=pen.number(fact.age_days, 0), limit=pen.number(fact.limit_days, 0))),
            _age(pen, fact),
        )
    )


def _age(pen: Pen, fact: DatedFact) -> Cell:
    _ = pen.translate
    if fact.expired:
        return Cell(_("expired"), symbol="fail")
    if fact.changed:
        return Cell(_("date passed"), symbol="open")
    return Cell(_("weak source"), symbol="open") if fact.weak else Cell(_("valid"), symbol="pass")
