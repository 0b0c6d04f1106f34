"""The pages of the result as content, made from the result alone."""

from collections.abc import Callable
from math import ceil, floor
from typing import TYPE_CHECKING

from textual.content import Content

from wizard.i18n.catalog import Translate
from wizard.i18n.format import format_number, format_percent
from wizard.i18n.money_note import money_note
from wizard.i18n.sources import source_in
from wizard.tui.display import shown
from wizard.tui.lines import cell, hung, right
from wizard.tui.live_rows import Named, money, monthly_eur, offer_of, verdict_line
from wizard.tui.names import COST_COMPONENTS, FEASIBLE, GATES, OPTIONS, SEVERITIES

if TYPE_CHECKING:
    from wizard.domain.result import Flip, Option, Result

_NAME = 19
_POSSIBLE = 15
_NUMBER_CELLS = (13, 14, 14, 7)
_NARROW_NUMBER_CELLS = (10, 11, 12, 5)
_WIDE = 100


def options_page(
    result: "Result", language: str, say: Translate, width: int, input_name: Callable[[str], str], named: Named
) -> Content:
    """Recommendation, then all options ranked, with probability, cost and GPUs."""
    lines = [shown(verdict_line(result, language, say), "bold $accent")]
    best = result.option(result.recommendation.option or "")
    if best is not None:
        lines += [hung("", line, width) for line in _to_procure(best, say, named)]
    lines += [hung("", reason.in_language(language), width) for reason in result.recommendation.because]
    lines.append(Content(""))
    columns = (say("Option"), say("Possible"), say("Best with"), say("Per month"), say("NPV, middle"), "GPUs")
    lines.append(_table_line(columns, "$quiet", width))
    lines += [_option_line(option, language, say, width) for option in result.options]
    lines.append(Content(""))
    for option in result.options:
        lines += _split(option, language, say, width)
        for note in option.notes:
            lines.append(hung("", f"{say(OPTIONS[option.id])}: {note.in_language(language)}", width, "$quiet"))
    if result.recommendation.flips:
        lines.append(shown(say("What would change the recommendation"), "bold"))
        lines += [hung("", _turning_point(flip, say, input_name), width) for flip in result.recommendation.flips]
    return Content("\n").join(lines)


def _to_procure(best: "Option", say: Translate, named: Named) -> list[str]:
    """Who delivers which machine with how many GPUs, now and at the end."""
    offered = offer_of(best, named)
    if not offered or best.fleet is None:
        return [offered] if offered else []
    gpus = ", ".join(f"{count} × {named(name)}" for name, count in best.fleet.gpus.items())
    grown = best.fleet.by_year[-1] if best.fleet.by_year else 0
    pattern = say("{gpus} at the end of the first year, {count} GPUs at the end of the planning horizon")
    return [offered, pattern.format(gpus=gpus, count=grown) if grown > sum(best.fleet.gpus.values()) else gpus]


def _turning_point(flip: "Flip", say: Translate, input_name: Callable[[str], str]) -> str:
    """In whole points, on the far side of the turning point."""
    to = ceil(flip.to) if flip.to > flip.from_ else floor(flip.to)
    return say("{input}: with {to} instead of {value} of 100 points, “{option}” would lead").format(
        input=input_name(flip.input),
        to=to,
        value=round(flip.from_),
        option=say(OPTIONS.get(flip.becomes, flip.becomes)),
    )


def gates_page(result: "Result", language: str, say: Translate, width: int) -> Content:
    """Every hard rule with its text, by option."""
    lines: list[Content] = []
    for option in result.options:
        symbol, word, style = FEASIBLE[option.feasible]
        lines.append(shown(say(OPTIONS[option.id]), "bold") + shown(f"  {symbol} {say(word)}", style))
        for gate in option.gates:
            symbol, word, style = GATES[gate.verdict]
            lines.append(
                hung(cell(f"{symbol} {say(word)}", 15), gate.text.in_language(language), width, lead_style=style)
            )
        lines.append(Content(""))
    return Content("\n").join(lines)


def costs_page(result: "Result", language: str, say: Translate, width: int) -> Content:
    """Net present value with its span and the cost by component, by option."""
    lines: list[Content] = []
    bar_room = max(8, min(40, width - 52))
    for option in result.options:
        if option.cost is None:
            continue
        npv = option.cost.npv_eur
        low, middle, high = (money(value, language, result.currency) for value in (npv.p5, npv.p50, npv.p95))
        lines.append(shown(say(OPTIONS[option.id]), "bold"))
        lines.append(shown(f"  {say('NPV')}: {middle}  ({low} – {high})", "$quiet"))
        largest = max((abs(value) for value in option.cost.breakdown.values()), default=0.0) or 1.0
        for component, value in sorted(option.cost.breakdown.items(), key=lambda item: -abs(item[1])):
            euro = money(value, language, result.currency)
            name = say(COST_COMPONENTS.get(component, component.replace("_", " ")))
            lines.append(shown(f"  {cell(name, 28)}{euro:>14} ")
                         + shown("▇" * round(bar_room * abs(value) / largest), "$accent"))  # fmt: skip
        lines.append(Content(""))
    if not lines:
        return shown(say("No option can be priced yet."))
    return Content("\n").join([shown(money_note(result, language) or "", "$quiet"), Content(""), *lines])


def findings_page(result: "Result", language: str, say: Translate, width: int) -> Content:
    """What the consultant should point out; what is still to be checked stands among the open questions."""
    lines: list[Content] = []
    for finding in result.findings:
        if finding.questions:
            continue
        symbol, word, style = SEVERITIES[finding.severity]
        lines.append(shown(f"{symbol} {say(word)}  ", style) + shown(finding.title.in_language(language), "bold"))
        lines.append(hung("", finding.text.in_language(language), width))
        lines.append(hung("→", finding.advice.in_language(language), width))
        lines.append(hung("", source_in(language, finding.source), width, "$quiet"))
        lines.append(Content(""))
    return Content("\n").join(lines) if lines else shown(say("No findings with the answers so far."))


def _split(option: "Option", language: str, say: Translate, width: int) -> list[Content]:
    """How a hybrid divides the load."""
    split = option.split
    if split is None:
        return []
    said = say("{gpus} own GPUs carry {share} of the load, up to {burst} GPUs are rented at the peak").format(
        gpus=split.owned_gpus, share=format_percent(split.owned_share, language),
        burst=format_number(float(f"{split.burst_gpus_peak:.3g}"), language),
    )  # fmt: skip
    return [hung("", f"{say(OPTIONS[option.id])}: {said}", width, "$quiet")]


def _option_line(option: "Option", language: str, say: Translate, width: int) -> Content:
    symbol, word, style = FEASIBLE[option.feasible]
    month = monthly_eur(option)
    cells = (
        say(OPTIONS[option.id]),
        f"{symbol} {say(word)}",
        "–" if option.p_best is None else format_percent(option.p_best, language),
        "–" if month is None else money(month, language),
        "–" if option.cost is None else money(option.cost.npv_eur.p50, language),
        str(sum(option.fleet.gpus.values())) if option.fleet else "–",
    )
    return _table_line(cells, "" if option.feasible == "yes" else style, width)


def _table_line(cells: tuple[str, ...], style: str, width: int) -> Content:
    first, second, *rest = cells
    numbers = _NUMBER_CELLS if width >= _WIDE else _NARROW_NUMBER_CELLS
    columns = "".join(right(number, room) for number, room in zip(rest, numbers, strict=True))
    return shown(cell(first, _NAME) + cell(second, _POSSIBLE) + columns, style)
