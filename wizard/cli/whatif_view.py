"""A comparison of two results as text for a terminal: what was changed, both results, what moved and why."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from wizard.cli.figures import rough_money, signed_money
from wizard.cli.table import section, table, wrapped
from wizard.i18n.catalog import Translate, translator
from wizard.i18n.format import format_number, format_percent
from wizard.report.labels import Labels
from wizard.report.view.names import component_name, option_name, severity_word, verdict_word
from wizard.report.view.pen import Pen

if TYPE_CHECKING:
    from wizard.cli.whatif_changed import Changed
    from wizard.domain.result import BreakEven, Finding, Percentiles, Result
    from wizard.engine.compare import AssumptionMove, Comparison, GateMove, Lead, Machines, OptionMove
    from wizard.session.view import View

_ARROW = " → "
_SHOWN_COMPONENTS = 4
_FEASIBLE = {"yes": "✓", "no": "✗", "open": "?"}
_GATE_SIGNS = {"pass": "✓", "fail": "✗", "open": "?", None: "–"}


def comparison_lines(
    changes: "Sequence[Changed]", comparison: "Comparison", after: "Result", session: "View", language: str
) -> Iterator[str]:
    """The whole view, line by line."""
    _, pen = translator(language, "cli"), Pen(language, Labels.of(session.questionnaire, session.catalog()))
    yield _("What if – nothing was written")
    for change in changes:
        yield from wrapped(_change(change, _), first="· ", indent="  ")
    yield from section(_("Result"), _results(comparison, language))
    yield from section(_("Options"), _options(comparison, language))
    yield from section(_("GPUs per workload"), _placements(comparison, pen, language))
    yield from section(_("What moved and why"), _why(changes, comparison, after, pen, language))
    yield from section(_("Gates that changed"), _gates(comparison, language))
    yield from section(_("Findings that came or went"), _findings(comparison, language))


def _change(change: "Changed", _: Translate) -> str:
    place = f"{change.workload} " if change.workload else ""
    assumed = f" ({_('assumed')})" if change.assumed_before else ""
    return f"{place}{change.title}: {change.before}{assumed}{_ARROW}{change.after}"


def _results(comparison: "Comparison", language: str) -> list[str]:
    _ = translator(language, "cli")
    rows = [
        ["", _("saved"), _("changed")],
        [_("recommendation"), _lead(comparison.before, language), _lead(comparison.after, language)],
        [
            _("break-even"),
            _break_even(comparison.break_even_before, language),
            _break_even(comparison.break_even_after, language),
        ],
    ]
    return table(rows)


def _lead(lead: "Lead", language: str) -> str:
    names = translator(language, "report")
    word, _symbol = verdict_word(names, lead.verdict)
    if lead.option is None:
        return word
    chance = "" if lead.p_best is None else f" ({format_percent(lead.p_best, language)})"
    return f"{word}: {option_name(names, lead.option)}{chance}"


def _break_even(point: "BreakEven | None", language: str) -> str:
    _ = translator(language, "cli")
    if point is None or point.discounted_months is None:
        return "–"
    if point.discounted_months == "never":
        return _("not within the horizon")
    return _("after {months} months").format(months=format_number(point.discounted_months, language, 0))


def _options(comparison: "Comparison", language: str) -> list[str]:
    _ = translator(language, "cli")
    head = ["", _("option"), "", _("cost (NPV)"), _("90% interval"), _("best")]
    rows = [head]
    for option in comparison.options:
        name = option_name(translator(language, "report"), option.id)
        rows += [_saved(option, name, language), _changed(option, language)]
    return table(rows, right=[3, 4, 5])


def _saved(option: "OptionMove", name: str, language: str) -> list[str]:
    facts = _facts(option.feasible_before, option.npv_before, option.p_best_before, language)
    return [translator(language, "cli")("saved"), name, *facts]


def _changed(option: "OptionMove", language: str) -> list[str]:
    facts = _facts(option.feasible_after, option.npv_after, option.p_best_after, language)
    return [translator(language, "cli")("changed"), "", *facts]


def _facts(feasible: str | None, npv: "Percentiles | None", chance: float | None, language: str) -> list[str]:
    mark = "–" if feasible is None else _FEASIBLE[feasible]
    middle, spread = "–", "–"
    if npv is not None:
        middle = rough_money(npv.p50, language)
        spread = f"{rough_money(npv.p5, language)} – {rough_money(npv.p95, language)}"
    return [mark, middle, spread, "–" if chance is None else format_percent(chance, language)]


def _placements(comparison: "Comparison", pen: Pen, language: str) -> list[str]:
    """Of the options that either result recommends, and wherever something moved."""
    names = translator(language, "report")
    leaders = {comparison.before.option, comparison.after.option}
    shown = [p for p in comparison.placements if p.moved or p.option in leaders]
    lines: list[str] = []
    for p in shown:
        arrow = _ARROW.strip() if p.moved else "="
        said = f"{option_name(names, p.option)}: {_machines(p.before, pen)} {arrow} {_machines(p.after, pen)}"
        lines += wrapped(said, first=f"{p.workload} ", indent="   ")
    return lines


def _machines(machines: "Machines | None", pen: Pen) -> str:
    return "–" if machines is None else f"{machines.gpus} × {pen.hardware(machines.accelerator)}"


def _why(
    changes: "Sequence[Changed]", comparison: "Comparison", after: "Result", pen: Pen, language: str
) -> Iterator[str]:
    yield from _turned(comparison, after, language)
    if len(changes) > 1:
        yield from _each_alone(changes, comparison, language)
    for option in comparison.options:
        yield from _cost_moved(option, language)
    yield from _assumptions(comparison, pen, language)
    yield from _unmoved(comparison, language)


def _turned(comparison: "Comparison", after: "Result", language: str) -> Iterator[str]:
    """Options that opened or closed with the gate that decides; then the reasons of a new recommendation."""
    _, names = translator(language, "cli"), translator(language, "report")
    for option in comparison.options:
        name = option_name(names, option.id)
        if option.became_infeasible:
            reason = _texts(option.gates, "fail", language)
            yield from wrapped(
                _("Excluded now: {option} – {reason}").format(option=name, reason=reason), first="· ", indent="  "
            )
        elif option.became_feasible:
            told = _("No longer excluded: {option} – {reason}")
            yield from wrapped(
                told.format(option=name, reason=_texts(option.gates, None, language)), first="· ", indent="  "
            )
    if comparison.before.option != comparison.after.option:
        for because in after.recommendation.because:
            yield from wrapped(because.in_language(language), first="· ", indent="  ")


def _texts(gates: "Sequence[GateMove]", verdict: str | None, language: str) -> str:
    """Texts of the gates that closed (``fail``), or of those that were failed before (None)."""
    wanted = [g for g in gates if (g.after == verdict if verdict else g.before == "fail")]
    return "; ".join(f"{gate.rule}: {gate.text.in_language(language)}" for gate in wanted) or "–"


def _each_alone(changes: "Sequence[Changed]", comparison: "Comparison", language: str) -> Iterator[str]:
    _, names = translator(language, "cli"), translator(language, "report")
    known = [change for change in changes if change.alone_eur is not None]
    if comparison.after.option is None or not known:
        return
    yield _("Each change by itself moves the median cost of {option} by:").format(
        option=option_name(names, comparison.after.option)
    )
    rows = [[f"  {change.title}", signed_money(change.alone_eur or 0.0, language)] for change in known]
    yield from table(rows, right=[1])


def _cost_moved(option: "OptionMove", language: str) -> Iterator[str]:
    _, names = translator(language, "cli"), translator(language, "report")
    if option.nominal_before is None or option.nominal_after is None or not option.components:
        return
    moves = [(component_name(names, move.component), move.by_eur) for move in option.components]
    rest = sum(amount for _name, amount in moves[_SHOWN_COMPONENTS:])
    shown = [f"{name} {signed_money(amount, language)}" for name, amount in moves[:_SHOWN_COMPONENTS]]
    shown += [f"{_('other')} {signed_money(rest, language)}"] if len(moves) > _SHOWN_COMPONENTS else []
    line = _("{option}: {total} over the horizon, of which {parts}").format(
        option=option_name(names, option.id),
        total=signed_money(option.nominal_after - option.nominal_before, language),
        parts=", ".join(shown),
    )
    yield from wrapped(line, first="· ", indent="  ")


def _assumptions(comparison: "Comparison", pen: Pen, language: str) -> Iterator[str]:
    _ = translator(language, "cli")
    for move in comparison.assumptions:
        place = f"{move.workload} " if move.workload else ""
        name = pen.say(move.label) if move.label is not None else pen.question(move.question)
        values = _ARROW.join(_assumed(move, value, pen) for value in (move.before, move.after))
        yield from wrapped(f"{_('assumption')} {place}{name}: {values}", first="· ", indent="  ")


def _assumed(move: "AssumptionMove", value: str | None, pen: Pen) -> str:
    if value is None:
        return "–"
    return pen.parts(move.question, value) if "=" in value else pen.stored(move.question, value, move.unit)


def _unmoved(comparison: "Comparison", language: str) -> Iterator[str]:
    _ = translator(language, "cli")
    still = [o for o in comparison.options if not o.components and o.npv_before == o.npv_after and not o.gates]
    if len(still) == len(comparison.options):
        yield _("The change moves neither cost nor feasibility of any option.")


def _gates(comparison: "Comparison", language: str) -> Iterator[str]:
    names = translator(language, "report")
    for option in comparison.options:
        # An option that one result does not have has no gates there: only what closes it is news.
        appeared = option.feasible_before is None or option.feasible_after is None
        for gate in (g for g in option.gates if not appeared or g.after == "fail"):
            signs = f"{_GATE_SIGNS[gate.before]} → {_GATE_SIGNS[gate.after]}"
            lead = f"{signs}  {option_name(names, option.id)} · {gate.rule}: "
            yield from wrapped(gate.text.in_language(language), first=lead, indent="  ")


def _findings(comparison: "Comparison", language: str) -> Iterator[str]:
    for sign, findings in (("+", comparison.findings_new), ("−", comparison.findings_gone)):
        for finding in findings:
            yield from wrapped(
                finding.title.in_language(language), first=_finding(sign, finding, language), indent="  "
            )


def _finding(sign: str, finding: "Finding", language: str) -> str:
    return f"{sign} {finding.id} [{severity_word(translator(language, 'report'), finding.severity)}] "
