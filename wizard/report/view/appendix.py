"""Findings, open questions, assumptions, sources, method and the consultant's remarks."""

from wizard.domain.assessment import Answer, Assessment
from wizard.domain.result import Assumption, Finding, Result
from wizard.report.brand import Brand
from wizard.report.figures.tornado import TornadoBar, TornadoTexts, tornado
from wizard.report.labels import KIND
from wizard.report.plain_text import plain
from wizard.report.view.demand import workload_title
from wizard.report.view.model import Cell, Column, Figure, FindingView, Row, Table
from wizard.report.view.names import evidence_word, impact_word, price_name, severity_word
from wizard.report.view.pen import SHARES, Pen

SWINGS_SHOWN = 10


HEAVY = ("blocker", "high")
"""Severities that get a section of their own; the others stand in one table."""


def findings(pen: Pen, result: Result) -> tuple[FindingView, ...]:
    """Findings of high weight."""
    return tuple(
        FindingView(
            severity=severity_word(pen.translate, f.severity),
            symbol=f.severity,
            title=pen.say(f.title),
            text=pen.say(f.text),
            advice=pen.say(f.advice),
            basis=_basis(pen, f),
        )
        for f in result.findings
        if not f.questions and f.severity in HEAVY
    )


def minor(pen: Pen, result: Result) -> Table | None:
    """Findings of lesser weight, one row each."""
    _ = pen.translate
    rows = tuple(
        Row(
            (
                Cell(severity_word(_, f.severity), symbol=f.severity),
                Cell(pen.say(f.title), sub=pen.say(f.text)),
                Cell(pen.say(f.advice), sub=_basis(pen, f)),
            )
        )
        for f in result.findings
        if not f.questions and f.severity not in HEAVY
    )
    if not rows:
        return None
    columns = (Column(_("Weight"), width=15), Column(_("Finding"), width=41), Column(_("Advice")))
    return Table(_("Further findings"), columns, rows)


def _basis(pen: Pen, finding: Finding) -> str:
    _ = pen.translate
    basis = evidence_word(_, finding.evidence)
    if not finding.source:
        return basis
    return _("{evidence}; source: {source}").format(evidence=basis, source=pen.source(finding.source, 240))


def to_check(pen: Pen, result: Result) -> Table | None:
    """Rules that missing answers leave open: one line each instead of the same sentence again and again."""
    _ = pen.translate
    rows = tuple(
        Row(
            (
                Cell(pen.say(f.title).replace(_("To check: "), "")),
                Cell(pen.say(f.advice)),
                Cell(pen.listing([pen.question(q) for q in f.questions])),
            )
        )
        for f in result.findings
        if f.questions
    )
    if not rows:
        return None
    columns = (Column(_("Finding"), width=28), Column(_("Advice, if it applies")), Column(_("Rests on"), width=28))
    return Table(_("To check once the answers are there"), columns, rows, compact=True)


def questions(pen: Pen, result: Result) -> Table | None:
    _ = pen.translate
    asked = result.completeness.open_questions
    if not asked:
        return None
    labels = {w.id: workload_title(pen, w) for w in result.workloads}
    alike: dict[tuple[str, str, str], list[str]] = {}
    for q in asked:
        names = alike.setdefault((pen.question(q.id), pen.say(q.why), q.impact), [])
        names += [labels.get(q.workload, q.workload)] if q.workload else []
    rows = tuple(
        Row((Cell(question, sub=pen.listing(names)), Cell(why), Cell(impact_word(_, impact))))
        for (question, why, impact), names in alike.items()
    )
    columns = (Column(_("Question"), width=34), Column(_("Why it matters")), Column(_("Weight"), width=20))
    return Table(_("Open questions, weightiest first"), columns, rows)


def assumptions(pen: Pen, result: Result) -> tuple[Table, ...]:
    """First what moves the cost, then the rest, which shapes sizing, gates and findings only."""
    _ = pen.translate
    moving = [a for a in result.assumptions if a.impact_eur]
    others = [a for a in result.assumptions if not a.impact_eur]
    tables = []
    if moving:
        columns = (
            Column(_("Assumption"), width=24),
            Column(_("Value"), numeric=True, width=19),
            Column(_("Range"), numeric=True, width=18),
            Column(_("Basis")),
            Column(_("Effect on NPV"), numeric=True, width=13),
        )
        rows = tuple(_moving_row(pen, result, a) for a in moving)
        note = _(
            "Effect: net present value of the leading option's cost at the high value minus that at the low value, "
            "all other assumptions in the middle."
        )
        tables.append(Table(_("Assumptions that move the cost"), columns, rows, note))
    if others:
        title = _("Further assumptions, without effect on the cost of the leading option") if moving else ""
        tables.append(_others(pen, result, others, title))
    return tuple(tables)


def _assumed_cell(pen: Pen, result: Result, a: Assumption) -> Cell:
    labels = {w.id: workload_title(pen, w) for w in result.workloads}
    several = len(result.workloads) > 1
    return Cell(pen.assumed(a), sub=labels.get(a.workload, a.workload) if a.workload and several else "")


def _moving_row(pen: Pen, result: Result, a: Assumption) -> Row:
    cells = (Cell(_stated(pen, a)), Cell(assumed_range(pen, a)), Cell(pen.say(a.basis)))
    return Row((_assumed_cell(pen, result, a), *cells, Cell(pen.signed(a.impact_eur or 0.0))))


def _others(pen: Pen, result: Result, others: list[Assumption], title: str) -> Table:
    """One line an assumption; bases are numbered and stand once below the table."""
    _ = pen.translate
    columns = (
        Column(_("Assumption"), width=47),
        Column(_("Value"), width=25),
        Column(_("Range"), numeric=True, width=19),
        Column(_("Basis"), numeric=True, width=9),
    )
    bases = list(dict.fromkeys(pen.say(a.basis) for a in others))
    rows = tuple(_other_row(pen, result, same, bases) for same in _alike(pen, others))
    listed = " ".join(f"[{number}] {basis}." for number, basis in enumerate(bases, start=1))
    return Table(title or _("Assumptions"), columns, rows, _("Basis: {listed}").format(listed=listed), compact=True)


def _alike(pen: Pen, assumptions: list[Assumption]) -> list[list[Assumption]]:
    """The same assumption with the same value and range for several workloads takes one row."""
    rows: dict[tuple[str, str, str, str], list[Assumption]] = {}
    for a in assumptions:
        rows.setdefault((a.question, _stated(pen, a), assumed_range(pen, a), pen.say(a.basis)), []).append(a)
    return list(rows.values())


def _other_row(pen: Pen, result: Result, alike: list[Assumption], bases: list[str]) -> Row:
    first = alike[0]
    labels = {w.id: workload_title(pen, w) for w in result.workloads}
    named = [labels.get(a.workload, a.workload) for a in alike if a.workload]
    sub = pen.listing(named) if named and len(named) < len(result.workloads) else ""
    basis = f"[{bases.index(pen.say(first.basis)) + 1}]"
    stated = Cell(_stated(pen, first))
    return Row((Cell(pen.assumed(first), sub=sub), stated, Cell(assumed_range(pen, first)), Cell(basis)))


def _stated(pen: Pen, a: Assumption) -> str:
    return pen.parts(a.question, a.value) if "=" in a.value else pen.stored(a.question, a.value, a.unit)


def assumed_range(pen: Pen, a: Assumption) -> str:
    if a.low is None or a.high is None or a.low == a.high:
        return "–"
    low = pen.significant(float(f"{100 * a.low:.3g}")) if a.unit in SHARES else pen.significant(a.low)
    high = pen.with_unit(a.high, a.unit)
    return pen.span(low, high) if a.low < 0 else f"{low}–{high}"


def _where_and_range(pen: Pen, result: Result, a: Assumption) -> str:
    """The range, behind the workload's name where there are several."""
    where = _assumed_cell(pen, result, a).sub
    return f"{where} · {assumed_range(pen, a)}" if where else assumed_range(pen, a)


def swings(pen: Pen, result: Result, brand: Brand) -> Figure | None:
    _ = pen.translate
    moving = sorted((a for a in result.assumptions if a.impact_eur), key=lambda a: -abs(a.impact_eur or 0.0))
    if not moving:
        return None
    title = _("What moves the net present value of the leading option most")
    bars = [
        TornadoBar(
            pen.assumed(a), _where_and_range(pen, result, a), abs(a.impact_eur or 0.0), pen.signed(a.impact_eur or 0.0)
        )
        for a in moving[:SWINGS_SHOWN]
    ]
    texts = TornadoTexts(
        title=title,
        description=". ".join(f"{b.label} ({b.span}): {b.shown}" for b in bars),
        axis=_("Swing of the net present value, one assumption at a time"),
    )
    return Figure(tornado(bars, texts, brand.primary_text, pen.compact), title)


def sources(pen: Pen, result: Result) -> Table | None:
    _ = pen.translate
    if not result.price_ages:
        return None
    rows = tuple(
        Row(
            (
                Cell(price_name(_, p.ref), sub=pen.source(p.source)),
                Cell(pen.date(p.retrieved_on)),
                Cell(pen.number(p.age_days, 0)),
                Cell(pen.number(p.limit_days, 0)),
                Cell(_("expired"), symbol="fail") if p.expired else Cell(_("valid"), symbol="pass"),
            )
        )
        for p in result.price_ages
    )
    columns = (
        Column(_("Price and source")),
        Column(_("Retrieved"), numeric=True, width=12),
        Column(_("Age, days"), numeric=True, width=10),
        Column(_("Limit, days"), numeric=True, width=10),
        Column(_("State"), width=14),
    )
    return Table(_("Age of every price used"), columns, rows)


def expired_banner(pen: Pen, result: Result) -> str:
    _ = pen.translate
    expired = [p for p in result.price_ages if p.expired]
    if not expired:
        return ""
    return _("Prices older than their limit: {count} of {all}. Ask for new quotes before you decide.").format(
        count=pen.number(len(expired), 0), all=pen.number(len(result.price_ages), 0)
    )


def catalogue(pen: Pen, result: Result) -> tuple[tuple[str, str], ...]:
    _ = pen.translate
    p = result.provenance
    return (
        (_("Catalogue"), f"{plain(p.catalog_version, 40)} ({pen.date(p.catalog_as_of)})"),
        (_("Evaluated as of"), pen.date(p.as_of)),
        (_("Engine"), f"Rechenwerk {plain(p.engine_version, 40)}"),
        (_("Samples"), pen.number(p.samples, 0)),
        (_("Seed"), str(p.seed)),
    )


def notes(pen: Pen, assessment: Assessment) -> tuple[tuple[str, str], ...]:
    """Remarks marked for the report; internal ones never reach this point."""
    found = [(pen.question(q), _remark(a)) for q, a in assessment.answers.items()]
    for workload in assessment.workloads:
        kind = workload.answers.get(KIND)
        label = plain(workload.label, 60) or pen.kind(str(kind.value) if kind else workload.id)
        found += [(f"{pen.question(q)} ({label})", _remark(a)) for q, a in workload.answers.items()]
    return tuple((question, remark) for question, remark in found if remark)


def _remark(answer: Answer) -> str:
    note = answer.note
    return plain(note.text, 2000) if note and note.visibility == "report" else ""
