"""Cover and decision page."""

import math

from wizard.domain.assessment import Assessment
from wizard.domain.language import Text
from wizard.domain.result import Flip, Option, Percentiles, Result
from wizard.domain.roadmap import quarters
from wizard.i18n.money_note import currency_note, vat_basis
from wizard.report.brand import Brand
from wizard.report.plain_text import plain
from wizard.report.view.model import Cell, Column, Cover, Decision, Row, Table, Tile
from wizard.report.view.names import feasibility, lead_word, option_name, step_name, verdict_word
from wizard.report.view.pen import Pen

CLIENT_NAME = "client.name"
REASONS_SHOWN, CHANGES_SHOWN, MEASURES_SHOWN, STEPS_SHOWN, TILES = 3, 3, 2, 4, 4
"""The decision stays on one page; what is left out stands in the result file."""


def client_name(assessment: Assessment) -> str:
    answer = assessment.answer(CLIENT_NAME)
    return plain(str(answer.value), 120) if answer and answer.state.has_value and answer.value else ""


def cover(pen: Pen, assessment: Assessment, result: Result, brand: Brand, *, draft: bool) -> Cover:
    _ = pen.translate
    provenance = result.provenance
    known = result.completeness
    return Cover(
        kicker=_("Sizing, cost and decision for AI hardware"),
        title=plain(assessment.title, 160) or _("Assessment of AI hardware"),
        client=client_name(assessment),
        date=pen.date(provenance.as_of),
        prepared_by=pen.listing([p for p in (brand.contact.name, brand.name) if p]),
        marking=pen.say(brand.confidentiality, 120),
        draft=_("Draft") if draft else "",
        facts=(
            (_("As of"), pen.date(provenance.as_of)),
            (_("Prices and facts"), _("Catalogue {version}").format(version=plain(provenance.catalog_version, 40))),
            (
                _("Basis"),
                _("{answered} of {all} questions answered").format(
                    answered=pen.number(known.answered, 0), all=pen.number(known.answered + known.unknown, 0)
                ),
            ),
        ),
    )


def no_gpu_needed(result: Result) -> bool:
    """Whether processors carry every workload."""
    return bool(result.workloads) and not any(w.gpu_needed or w.open for w in result.workloads)


def imprint(brand: Brand) -> str:
    contact = brand.contact
    return " · ".join(
        x for x in (brand.name, contact.name, contact.address, contact.phone, contact.email, contact.web) if x
    )


def decision(pen: Pen, result: Result) -> Decision:
    _ = pen.translate
    advice = result.recommendation
    best = result.option(advice.option) if advice.option else None
    word, symbol = verdict_word(_, advice.verdict)
    return Decision(
        headline=_headline(pen, result, best),
        machine=_machine(pen, best),
        verdict=word,
        verdict_symbol=symbol,
        verdict_explained=_verdict_explained(pen, result, best),
        tiles=_tiles(pen, result, best),
        money_basis=money_basis(pen, result),
        reasons=pen.says(_weightiest(advice.because)),
        changes=tuple(_change(pen, result, i) for i in range(len(advice.flips[:CHANGES_SHOWN]))),
        unchanged=_("No weighting of the priorities turns the answer.")
        if best is not None and (best.cost is not None or no_gpu_needed(result))
        else _("This can be told once the options are priced."),
        measure_first=tuple(
            f"{pen.question(m.question)} – {pen.say(m.why)}"
            + (" " + _("Worth up to {money}.").format(money=pen.compact(m.value_eur)) if m.value_eur else "")
            for m in advice.measure_first[:MEASURES_SHOWN]
        ),
        next_steps=_next_steps(pen, result),
        ranking=_ranking(pen, result),
    )


def _weightiest(because: tuple[Text, ...]) -> tuple[Text, ...]:
    """The first reasons and the last one, which speaks against: the decision has to stay on one page."""
    return because if len(because) <= REASONS_SHOWN else (*because[: REASONS_SHOWN - 1], because[-1])


def _next_steps(pen: Pen, result: Result) -> tuple[str, ...]:
    """In a few words; the chapter with the roadmap has the numbers."""
    _ = pen.translate
    advice = result.recommendation
    if not advice.roadmap_steps:
        return pen.says(advice.roadmap[:STEPS_SHOWN])
    return tuple(f"{quarters(s)}: {step_name(_, s.id)}" for s in advice.roadmap_steps[:STEPS_SHOWN])


def money_basis(pen: Pen, result: Result) -> str:
    """Currency, VAT and time basis of every amount; stands wherever money stands."""
    _ = pen.translate
    vats = {o.cost.vat for o in result.options if o.cost}
    months = max((len(o.cost.cumulative_eur) for o in result.options if o.cost), default=0)
    horizon = months or max((12 * len(o.cost.by_year_eur) for o in result.options if o.cost), default=0)
    if not vats and no_gpu_needed(result):
        return _("Nothing is to be bought or rented for AI; the servers at hand are paid for already.")
    if not vats:
        return _("No option could be priced yet.")
    basis = vat_basis(result)
    said = _("All amounts in {currency}, {basis}; planning horizon {months} months; P5–P95 is the 90% range.").format(
        currency=pen.say(currency_note(result.currency)), basis=pen.say(basis) if basis else "",
        months=pen.number(horizon, 0),
    )  # fmt: skip
    unsized = [plain(w.label, 60) or w.id for w in result.workloads if w.open is not None]
    if unsized:
        said += " " + _("Not included, because not sized: {workloads}.").format(workloads=pen.listing(unsized))
    return said


def _headline(pen: Pen, result: Result, best: Option | None) -> str:
    """What is recommended, from whom and how many; no firmer than the verdict."""
    _ = pen.translate
    if best is None:
        return _("No option can be recommended yet")
    if no_gpu_needed(result):
        return _("No GPU needed: ordinary servers carry the load")
    patterns = {
        "clear": _("We recommend: {what}"),
        "leaning": _("We lean towards: {what}"),
        "open": _("Not decided yet; ahead: {what}"),
        "last": _("The only option left: {what}"),
    }
    verdict: str = result.recommendation.verdict
    if verdict != "clear" and len(result.options) > 1 and all(o.feasible == "no" for o in result.options if o != best):
        verdict = "last"
    name, provider, gpus = option_name(_, best.id), _provider(best), gpu_count(pen, best)
    what = _("{option} at {provider}").format(option=name, provider=provider) if provider else name
    if gpus:
        what = _("{option} with {gpus}").format(option=what, gpus=gpus)
    return patterns[verdict].format(what=what)


def _provider(option: Option) -> str:
    """Who rents out machines, sells tokens or seats; empty where the first thing to buy is a server."""
    first = option.items[0] if option.items else None
    return plain(first.provider, 60) if first is not None and first.unit != "server" else ""


def _machine(pen: Pen, best: Option | None) -> str:
    """Machine, count and growth in one sentence."""
    _ = pen.translate
    if best is None or best.fleet is None or not best.items:
        return ""
    item, fleet = best.items[0], best.fleet
    place = f" ({pen.place(item.region)})" if item.region else ""
    if fleet.nodes == 1:
        pattern = (
            _("One server “{machine}”{place} at the end of the first year")
            if item.unit == "server"
            else _("One machine “{machine}”{place} at the end of the first year")
        )
    elif item.unit == "server":
        pattern = _("{count} servers “{machine}”{place} at the end of the first year")
    else:
        pattern = _("{count} machines “{machine}”{place} at the end of the first year")
    said = pattern.format(count=pen.number(fleet.nodes, 0), machine=pen.hardware(item.ref), place=place)
    if fleet.by_year and fleet.by_year[-1] != fleet.by_year[0]:
        said += ", " + _("{count} GPUs at the end of the planning horizon").format(
            count=pen.number(fleet.by_year[-1], 0)
        )
    return said + "."


def gpu_count(pen: Pen, option: Option) -> str:
    """``4 × H100 SXM5 80GB``; empty without a fleet."""
    gpus = option.fleet.gpus if option.fleet else {}
    return pen.listing([f"{pen.number(n, 0)} × {pen.hardware(name)}" for name, n in gpus.items()])


def _verdict_explained(pen: Pen, result: Result, best: Option | None) -> str:
    _ = pen.translate
    advice = result.recommendation
    if best is not None and no_gpu_needed(result):
        return _("Nothing is to be bought or rented for AI.")
    if best is None or best.p_best is None:
        return _("What is missing stands under “Open questions”.")
    share = pen.percent(best.p_best)
    if advice.runner_up:
        return _("{share} probability of being the best option; next best: {runner_up}.").format(
            share=share, runner_up=option_name(_, advice.runner_up)
        )
    return _("{share} probability of being the best option.").format(share=share)


def _tiles(pen: Pen, result: Result, best: Option | None) -> tuple[Tile, ...]:
    if best is None:
        return ()
    tiles = [
        _month_tile(pen, best), _cost_tile(pen, best), _capital_tile(pen, best), _break_even_tile(pen, result),
        _probability(pen, best),
    ]  # fmt: skip
    return tuple(t for t in tiles if t)[:TILES]


def _month_tile(pen: Pen, best: Option) -> Tile | None:
    _ = pen.translate
    month = monthly(best)
    if month is None:
        return None
    return Tile(
        label=_("Cost per month"),
        value=pen.compact(month.p50),
        detail=_("P5–P95: {span}").format(span=pen.money_span(month)),
    )


def monthly(option: Option) -> Percentiles | None:
    """Undiscounted euro a month, the mean over the planning horizon."""
    if option.cost is None or not option.cost.cumulative_eur:
        return None
    end, months = option.cost.cumulative_eur[-1], len(option.cost.cumulative_eur)
    return Percentiles(p5=end.p5 / months, p50=end.p50 / months, p95=end.p95 / months)


def _cost_tile(pen: Pen, best: Option) -> Tile | None:
    _ = pen.translate
    if best.cost is None:
        return None
    return Tile(
        label=_("Net present value of the cost"),
        value=pen.compact(best.cost.npv_eur.p50),
        detail=_("P5–P95: {span}").format(span=pen.money_span(best.cost.npv_eur)),
    )


def _capital_tile(pen: Pen, best: Option) -> Tile | None:
    _ = pen.translate
    if best.cost is None:
        return None
    return Tile(
        label=_("Investment"),
        value=pen.compact(best.cost.capex_eur),
        detail=_("highest outflow of a month {money}").format(money=pen.compact(best.cost.peak_cash_eur)),
    )


def _break_even_tile(pen: Pen, result: Result) -> Tile | None:
    _ = pen.translate
    even = result.break_even
    against_option = result.option(even.against) if even is not None else None
    if even is None or even.simple_months is None or against_option is None or against_option.feasible == "no":
        return None
    against = _("against {option}").format(option=option_name(_, even.against))
    if even.simple_months == "never":
        return Tile(
            _("Break-even of own premises"), _("never"), _("within the horizon, {against}").format(against=against)
        )
    months = _("{months} months").format(months=pen.number(even.simple_months, 0))
    if isinstance(even.discounted_months, float):
        against = _("{against}; discounted {months} months").format(
            against=against, months=pen.number(even.discounted_months, 0)
        )
    return Tile(_("Break-even of own premises"), months, against)


def _probability(pen: Pen, best: Option) -> Tile | None:
    _ = pen.translate
    if best.p_best is None:
        return None
    return Tile(_("Probability of being best"), pen.percent(best.p_best), _("over all open assumptions"))


def _change(pen: Pen, result: Result, index: int) -> str:
    _ = pen.translate
    flip = result.recommendation.flips[index]
    return _("{input}: with {to} instead of {value} of 100 points, the option “{becomes}” would lead.").format(
        input=pen.question(flip.input),
        to=_points(pen, flip),
        value=pen.number(flip.from_, 0),
        becomes=option_name(_, flip.becomes),
    )


def _points(pen: Pen, flip: Flip) -> str:
    """Whole points, on the far side of the turning point."""
    return pen.number(math.ceil(flip.to) if flip.to > flip.from_ else math.floor(flip.to), 0)


def _ranking(pen: Pen, result: Result) -> Table | None:
    _ = pen.translate
    if not result.options:
        return None
    columns = (
        Column(_("Option"), width=26),
        Column(_("Gates"), width=15),
        Column(_("Cost per month"), numeric=True, width=12),
        Column(_("Cost (NPV, median)"), numeric=True, width=14),
        Column(_("P5–P95"), numeric=True, width=18),
        Column(_("Best with probability"), numeric=True, width=15),
    )
    rows = tuple(_ranking_row(pen, result, o) for o in result.options)
    return Table(_("The options at a glance"), columns, rows, compact=True)


def _offer(pen: Pen, option: Option) -> str:
    """Provider and machine, or the server to buy."""
    if not option.items:
        return ""
    machine = pen.hardware(option.items[0].ref)
    provider = _provider(option)
    return f"{provider}, {machine}" if provider else machine


def _ranking_row(pen: Pen, result: Result, option: Option) -> Row:
    _ = pen.translate
    verdict = result.recommendation.verdict
    recommended = option.id == result.recommendation.option
    word, symbol = feasibility(_, option.feasible)
    cost, month = option.cost, monthly(option)
    mark = lead_word(_, verdict) if recommended else ""
    return Row(
        (
            Cell(
                option_name(_, option.id), sub=" · ".join(x for x in (mark, _offer(pen, option)) if x and recommended)
            ),
            Cell(word, symbol=symbol),
            Cell(pen.compact(month.p50) if month else "–"),
            Cell(pen.compact(cost.npv_eur.p50) if cost else _("not priced")),
            Cell(pen.money_span(cost.npv_eur) if cost else "–"),
            Cell(pen.percent(option.p_best)),
        ),
        emphasis=recommended,
    )
