"""Figures of the cost comparison with their data tables."""

from wizard.domain.result import BreakEven, Option, Result
from wizard.report.brand import Brand
from wizard.report.figures.components import ComponentTexts, CostBar, cost_components
from wizard.report.figures.cumulative import CumulativeTexts, Series, cumulative_cost
from wizard.report.view.front import no_gpu_needed
from wizard.report.view.model import Cell, Column, Costs, Figure, Row, Table
from wizard.report.view.names import component_name, option_name
from wizard.report.view.options import MOST_COLUMNS, in_parts
from wizard.report.view.pen import Pen


def costs(pen: Pen, result: Result, brand: Brand) -> Costs:
    _ = pen.translate
    priced = [o for o in result.options if o.cost]
    unpriced = [] if no_gpu_needed(result) else [option_name(_, o.id) for o in result.options if not o.cost]
    missing = _("Not priced: {options}. The reasons stand with each option.").format(options=pen.listing(unpriced))
    return Costs(
        cumulative=_cumulative(pen, result, priced, brand),
        years=_years(pen, priced),
        components=_components(pen, priced, brand),
        component_tables=_component_tables(pen, priced),
        open=missing if unpriced else "",
    )


def _cumulative(pen: Pen, result: Result, priced: list[Option], brand: Brand) -> Figure | None:
    _ = pen.translate
    drawn = [o for o in priced if o.cost and o.cost.cumulative_eur]
    if not drawn:
        return None
    series = [_series(pen, o) for o in drawn]
    title = _("Cumulative cost over the planning horizon")
    texts = CumulativeTexts(
        title=title,
        description=_describe(pen, series, result.break_even),
        x_axis=_("Months from the start"),
        y_axis=_("Euro, nominal; band P5–P95"),
        break_even=_break_even_label(pen, result.break_even),
    )
    own = next((i for i, o in enumerate(drawn) if o.id == "on_premises"), 0)
    month = _break_even_month(result.break_even)
    svg = cumulative_cost(series, month, texts, brand.series, pen.compact, marked=own)
    return Figure(svg, title, _cumulative_table(pen, series))


def _series(pen: Pen, option: Option) -> Series:
    points = option.cost.cumulative_eur if option.cost else ()
    return Series(
        label=option_name(pen.translate, option.id),
        low=tuple(p.p5 for p in points),
        middle=tuple(p.p50 for p in points),
        high=tuple(p.p95 for p in points),
    )


def _break_even_month(even: BreakEven | None) -> float | None:
    return even.simple_months if even and isinstance(even.simple_months, float) else None


def _break_even_label(pen: Pen, even: BreakEven | None) -> str:
    _ = pen.translate
    month = _break_even_month(even)
    return _("Break-even: month {month}").format(month=pen.number(month, 0)) if month is not None else ""


def _describe(pen: Pen, series: list[Series], even: BreakEven | None) -> str:
    _ = pen.translate
    line = _("{name}: {middle} at the end ({span})")
    parts = [
        line.format(
            name=s.label,
            middle=pen.compact(s.middle[-1]),
            span=pen.span(pen.compact(s.low[-1]), pen.compact(s.high[-1])),
        )
        for s in series
    ]
    return ". ".join([*parts, *([_break_even_label(pen, even)] if _break_even_month(even) is not None else [])])


def _cumulative_table(pen: Pen, series: list[Series]) -> Table:
    _ = pen.translate
    months = len(series[0].middle)
    stops = list(range(12, months + 1, 12)) or [months]
    if stops[-1] != months:
        stops.append(months)
    columns = (
        Column(_("Cumulative, median (P5–P95)")),
        *(Column(_("Month {number}").format(number=m), numeric=True) for m in stops),
    )
    rows = tuple(
        Row(
            (
                Cell(s.label),
                *(
                    Cell(
                        pen.compact(s.middle[m - 1]),
                        sub=f"{pen.compact(s.low[m - 1])}–{pen.compact(s.high[m - 1])}",
                    )
                    for m in stops
                    if m <= len(s.middle)
                ),
            )
        )
        for s in series
    )
    return Table("", columns, rows, compact=True)


def _years(pen: Pen, priced: list[Option]) -> Table | None:
    _ = pen.translate
    by_year = {o.id: o.cost for o in priced if o.cost and o.cost.by_year_eur}
    if not by_year:
        return None
    count = max(len(c.by_year_eur) for c in by_year.values())
    columns = (
        Column(_("Likely case, nominal")),
        *(Column(_("Year {number}").format(number=i + 1), numeric=True) for i in range(count)),
        Column(_("Total"), numeric=True),
    )
    rows = tuple(
        Row(
            (
                Cell(option_name(_, option)),
                *(Cell(pen.money(c.by_year_eur[i]) if i < len(c.by_year_eur) else "–") for i in range(count)),
                Cell(pen.money(c.nominal_eur), tone="strong"),
            )
        )
        for option, c in by_year.items()
    )
    note = _(
        "By year and by component the table shows the likely case: every assumption at its likely value. The median "
        "of all cases above lies higher where the ranges reach further up than down."
    )
    return Table(_("Cost by year"), columns, rows, note)


def _components(pen: Pen, priced: list[Option], brand: Brand) -> Figure | None:
    _ = pen.translate
    breakdowns: dict[str, dict[str, float]] = {
        str(o.id): o.cost.breakdown for o in priced if o.cost and any(o.cost.breakdown.values())
    }
    if not breakdowns:
        return None
    keys = _kinds(breakdowns)
    names = {k: component_name(_, k) for k in keys}
    title = _("Cost by component in the likely case, nominal over the planning horizon")
    bars = [
        CostBar(option_name(_, i), tuple(b.get(k, 0.0) for k in keys), pen.compact(sum(b.values())))
        for i, b in breakdowns.items()
    ]
    texts = ComponentTexts(
        title=title,
        description=". ".join(f"{bar.label}: {bar.total}" for bar in bars),
        components=tuple(names.values()),
        axis=_("Euro, nominal"),
    )
    svg = cost_components(bars, texts, brand.series, pen.compact)
    return Figure(svg, title)


def _kinds(breakdowns: dict[str, dict[str, float]]) -> list[str]:
    """Components that at least one option pays, in the order of their first appearance."""
    listed = dict.fromkeys(k for b in breakdowns.values() for k in b)
    return [k for k in listed if any(b.get(k) for b in breakdowns.values())]


def _component_tables(pen: Pen, priced: list[Option]) -> tuple[Table, ...]:
    _ = pen.translate
    paid = [o for o in priced if o.cost and any(o.cost.breakdown.values())]
    tables = []
    for part in in_parts(paid, MOST_COLUMNS):
        breakdowns: dict[str, dict[str, float]] = {str(o.id): o.cost.breakdown for o in part if o.cost}
        tables.append(_component_table(pen, breakdowns, {k: component_name(_, k) for k in _kinds(breakdowns)}))
    return tuple(tables)


def _component_table(pen: Pen, breakdowns: dict[str, dict[str, float]], names: dict[str, str]) -> Table:
    """Options as columns, components as rows; the last row is the sum of the rows above."""
    _ = pen.translate
    columns = (Column(_("Component")), *(Column(option_name(_, i), numeric=True) for i in breakdowns))
    rows = [
        Row((Cell(name), *(Cell(pen.money(b[k]) if k in b else "–") for b in breakdowns.values())))
        for k, name in names.items()
    ]
    total = Row((Cell(_("Total")), *(Cell(pen.money(sum(b.values()))) for b in breakdowns.values())), emphasis=True)
    return Table(_("Cost by component"), columns, (*rows, total), compact=True)
