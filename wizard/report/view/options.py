"""The options: gates, cost by year, fleet, price lines and criteria."""

from wizard.domain.ownership import HybridSplit
from wizard.domain.result import Criterion, Fleet, Gate, Item, Option, Result
from wizard.report.brand import Brand
from wizard.report.plain_text import plain
from wizard.report.view.front import gpu_count
from wizard.report.view.infrastructure import parts_table
from wizard.report.view.model import Cell, Column, OptionView, Row, Table
from wizard.report.view.names import (
    component_name,
    evidence_word,
    feasibility,
    gate_verdict,
    item_unit,
    lead_word,
    option_name,
    price_kind,
    provider_name,
)
from wizard.report.view.pen import Pen
from wizard.report.view.phased import pictures, shortages

MOST_COLUMNS = 4
"""Options side by side in one table on A4."""


def option_views(pen: Pen, result: Result, brand: Brand) -> tuple[OptionView, ...]:
    return tuple(_option(pen, result, o, brand) for o in result.options)


def _option(pen: Pen, result: Result, option: Option, brand: Brand) -> OptionView:
    _ = pen.translate
    word, symbol = feasibility(_, option.feasible)
    return OptionView(
        anchor=f"option-{option.id}",
        title=option_name(_, option.id),
        status=word,
        status_symbol=symbol,
        lead=lead_word(_, result.recommendation.verdict) if option.id == result.recommendation.option else "",
        notes=(*pen.says(option.notes), *shortages(pen, option)),
        gates=_gates(pen, tuple(g for g in _telling(option) if not _shared(result, g)), _("Gates")),
        facts=_facts(pen, option),
        items=_items(pen, option.items),
        parts=parts_table(pen, option.fleet) if option.fleet else None,
        pictures=pictures(pen, option, brand),
    )


def _telling(option: Option) -> tuple[Gate, ...]:
    """All gates; of an option that is excluded and has no price only those that exclude it."""
    if option.feasible == "no" and option.cost is None:
        return tuple(g for g in option.gates if g.verdict == "fail")
    return option.gates


def common_gates(pen: Pen, result: Result) -> Table | None:
    """Gates that every option meets or misses alike, once for all of them."""
    first = dict.fromkeys(g for o in result.options for g in o.gates if _shared(result, g))
    alike = {(g.rule, g.text.en): g for g in first}
    return _gates(pen, tuple(alike.values()), pen.translate("Gates that read alike for every option they apply to"))


def _shared(result: Result, gate: Gate) -> bool:
    """Whether several options have this rule, all with the same words."""
    same = [g for o in result.options for g in o.gates if g.rule == gate.rule]
    return len(same) > 1 and all((g.verdict, g.text) == (gate.verdict, gate.text) for g in same)


def _gates(pen: Pen, gates: tuple[Gate, ...], caption: str) -> Table | None:
    _ = pen.translate
    if not gates:
        return None
    rows = []
    for gate in gates:
        word, symbol = gate_verdict(_, gate.verdict)
        rows.append(
            Row(
                (
                    Cell(word, symbol=symbol),
                    Cell(pen.rule(gate.rule), sub=plain(gate.rule, 20)),
                    Cell(pen.say(gate.text), sub=_small_print(pen, gate)),
                )
            )
        )
    columns = (Column(_("Verdict"), width=14), Column(_("Gate"), width=22), Column(_("Rule and reason")))
    return Table(caption, columns, tuple(rows))


def _small_print(pen: Pen, gate: Gate) -> str:
    """What is still to be asked, and where the rule comes from."""
    _ = pen.translate
    said = []
    if gate.questions and gate.verdict == "open":
        said.append(_("ask: {questions}").format(questions=pen.listing([pen.question(q) for q in gate.questions])))
    if gate.source:
        said.append(_("source: {source}").format(source=pen.source(gate.source)))
    return " · ".join(said)


def _facts(pen: Pen, option: Option) -> tuple[tuple[str, str], ...]:
    facts = _cost_facts(pen, option)
    if option.fleet:
        facts += _fleet_facts(pen, option, option.fleet)
    if option.split:
        facts += _split_facts(pen, option.split)
    return tuple((label, value) for label, value in facts if value)


def _cost_facts(pen: Pen, option: Option) -> list[tuple[str, str]]:
    _ = pen.translate
    cost = option.cost
    if cost is None:
        return []
    facts = [
        (_("Net present value"), pen.compact(cost.npv_eur.p50)),
        (_("Net present value, P5–P95"), pen.money_span(cost.npv_eur)),
        (_("Nominal cost, likely case"), pen.compact(cost.nominal_eur)),
        (_("Investment"), pen.compact(cost.capex_eur)),
        (_("Highest outflow of a month"), pen.compact(cost.peak_cash_eur)),
    ]
    if cost.per_gpu_hour_eur is not None:
        facts.append((_("Per GPU hour"), pen.money(cost.per_gpu_hour_eur, digits=2)))
    if cost.per_useful_gpu_hour_eur is not None:
        facts.append((_("Per GPU hour under load"), pen.money(cost.per_useful_gpu_hour_eur, digits=2)))
    if cost.per_user_month_eur is not None:
        facts.append((_("Per user and month"), pen.money(cost.per_user_month_eur, digits=2)))
    if cost.per_training_run_eur is not None:
        facts.append((_("Per training run"), pen.compact(cost.per_training_run_eur)))
    if cost.per_million_output_tokens_eur is not None:
        facts.append((_("Per million output tokens"), pen.money(cost.per_million_output_tokens_eur, digits=2)))
    return facts


def _fleet_facts(pen: Pen, option: Option, fleet: Fleet) -> list[tuple[str, str]]:
    """GPUs and machines; host, storage, network and power of all options stand side by side in a table."""
    _ = pen.translate
    facts = [
        (_("GPUs"), gpu_count(pen, option)),
        (_("Servers"), pen.number(fleet.nodes, 0) if fleet.nodes else ""),
    ]
    if len(set(fleet.by_year)) > 1:
        facts.append((_("GPUs at the end of each year"), " · ".join(pen.number(n, 0) for n in fleet.by_year)))
    if fleet.host is not None and fleet.host.processor is not None:
        facts.append((_("Smallest processors that are enough"), pen.say(fleet.host.processor)))
    if fleet.products:
        facts.append((_("Machines of this class, as published"), " · ".join(pen.says(fleet.products))))
    return facts


def _split_facts(pen: Pen, split: HybridSplit) -> list[tuple[str, str]]:
    """How a hybrid option divides the load."""
    _ = pen.translate
    owned = _("{machines} servers, {gpus} GPUs").format(
        machines=pen.number(split.owned_machines, 0), gpus=pen.number(split.owned_gpus, 0)
    )
    return [
        (_("Owned for the base load"), owned),
        (_("Share of the load on own hardware"), pen.percent(split.owned_share)),
        (_("Use of the own hardware"), pen.percent(split.owned_utilisation)),
        (_("Rented at the peak"), _("{gpus} GPUs").format(gpus=pen.significant(float(f"{split.burst_gpus_peak:.3g}")))),
        (_("Owning pays from a share of hours of"), pen.percent(split.critical_fractile)),
    ]


def _aged(pen: Pen, item: Item) -> str:
    """The day of the price and its age."""
    _ = pen.translate
    day = pen.date(item.retrieved_on)
    if item.age_days is None:
        return day
    return _("{date}, {days} days old").format(date=day, days=pen.number(item.age_days, 0))


def _items(pen: Pen, items: tuple[Item, ...]) -> Table | None:
    _ = pen.translate
    if not items:
        return None
    rows = tuple(
        Row(
            (
                Cell(_item_name(pen, i), sub=_origin(pen, i)),
                Cell(pen.significant(i.quantity), sub=item_unit(_, i.unit)),
                Cell(pen.money(i.unit_price, i.currency, 2 if i.unit_price < 1000 else 0)),
                Cell(price_kind(_, i.price_kind), sub=_aged(pen, i)),
            )
        )
        for i in items
    )
    columns = (
        Column(_("Item")),
        Column(_("Quantity"), numeric=True, width=14),
        Column(_("Unit price"), numeric=True, width=12),
        Column(_("Price kind, date"), width=18),
    )
    return Table(_("Price lines"), columns, rows)


def _item_name(pen: Pen, item: Item) -> str:
    """A colocation contract has several prices: what each one pays for."""
    paid = {"kW_month": "facility", "rack": "colocation_setup", "hour": "remote_hands"}.get(item.unit)
    return component_name(pen.translate, paid) if paid else pen.hardware(item.ref)


def _origin(pen: Pen, item: Item) -> str:
    """Provider, region and source; a class of servers has no single maker."""
    _ = pen.translate
    source = _("source: {source}").format(source=pen.source(item.source)) if item.source else ""
    provider = provider_name(_, item.provider)
    return " · ".join(x for x in (provider, pen.place(item.region), source) if x)


def criteria_tables(pen: Pen, result: Result) -> tuple[Table, ...]:
    """Criteria as rows, a column an option: value, and in small print score and evidence; wide sets in two tables."""
    scored = [o for o in result.options if o.criteria]
    return tuple(_criteria(pen, part, first=n == 0) for n, part in enumerate(in_parts(scored, MOST_COLUMNS)))


def in_parts(options: list[Option], most: int) -> list[list[Option]]:
    """As few groups as fit ``most`` to a table, of nearly equal size."""
    if not options:
        return []
    groups = -(-len(options) // most)
    size = -(-len(options) // groups)
    return [options[start : start + size] for start in range(0, len(options), size)]


def _criteria(pen: Pen, scored: list[Option], *, first: bool) -> Table:
    """The first table explains each criterion; the next one need not."""
    _ = pen.translate
    names = list(dict.fromkeys(name for o in scored for name in o.criteria))
    columns = (Column(_("Criterion")), *(Column(option_name(_, o.id), numeric=True, width=17) for o in scored))
    rows = []
    for name in names:
        formula = next(o.criteria[name].formula for o in scored if name in o.criteria)
        explained = pen.criterion_formula(name, formula) if first else ""
        rows.append(
            Row((Cell(pen.criterion(name), sub=explained), *(_criterion(pen, o.criteria.get(name)) for o in scored)))
        )
    note = _("Small print: points from 0 (worst acceptable) to 1 (target), and how firmly the value is known.")
    return Table(_("The criteria compared"), columns, tuple(rows), note)


def _criterion(pen: Pen, criterion: Criterion | None) -> Cell:
    _ = pen.translate
    if criterion is None or criterion.value is None:
        return Cell(_("not known"), tone="open")
    sub = evidence_word(_, criterion.evidence)
    if criterion.score is not None:
        sub = f"{pen.number(criterion.score, 2)} · {sub}"
    return Cell(_value(pen, criterion.value, criterion.unit), sub=sub)


def _value(pen: Pen, value: float, unit: str) -> str:
    if unit in ("EUR", "€", "eur"):
        return pen.compact(value)
    if unit in ("share", "fraction"):
        return pen.percent(value)
    if unit == "× target":
        return pen.translate("{share} of the target").format(share=pen.percent(value))
    if unit == "kg/GPU/a":
        return pen.quantity(value, "kg")
    return pen.quantity(value, plain(unit, 30)) if unit else pen.significant(value)
