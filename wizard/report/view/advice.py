"""Advice by topic, and the roadmap with the numbers that decide its steps."""

from wizard.domain.result import Result
from wizard.domain.roadmap import quarters
from wizard.report.view.model import AdviceView, Cell, Column, Row, Table
from wizard.report.view.pen import Pen


def advice_views(pen: Pen, result: Result) -> tuple[AdviceView, ...]:
    return tuple(
        AdviceView(
            anchor=f"advice-{section.topic}",
            title=pen.say(section.title),
            items=tuple(
                (pen.say(i.text), pen.say(i.because) if i.because else "", pen.source(i.source, 200))
                for i in section.items
            ),
        )
        for section in result.advice
    )


def roadmap_table(pen: Pen, result: Result) -> Table | None:
    """When, what, and which numbers decide it."""
    _ = pen.translate
    steps = result.recommendation.roadmap_steps
    if not steps:
        return None
    rows = tuple(
        Row((Cell(str(n)), Cell(quarters(s)), Cell(pen.say(s.text)), Cell(" ".join(pen.says(s.numbers)) or "–")))
        for n, s in enumerate(steps, start=1)
    )
    columns = (
        Column("", numeric=True, width=5),
        Column(_("When"), width=16),
        Column(_("Step"), width=38),
        Column(_("What it is decided by")),
    )
    note = _(
        "Times count from the day of this evaluation. Pilot, measurement and move are planning values; the delivery "
        "time comes from the catalogue."
    )
    return Table(_("From here to running hardware"), columns, rows, note)
