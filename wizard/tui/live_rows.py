"""The lines of the live panel, made from a result. Pure: the panel compares them and repaints what differs."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from wizard.i18n.catalog import Translate
from wizard.i18n.format import format_compact_money, format_number, format_percent
from wizard.tui.names import OPTIONS, VERDICTS, workload_name

if TYPE_CHECKING:
    from wizard.domain.configuration import Configuration
    from wizard.domain.result import Option, Result, ShownCurrency
    from wizard.domain.workload_result import WorkloadResult

Named = Callable[[str], str]
"""Id of an accelerator, server or offer → its name."""
_MOST_WORKLOADS = 4
_MOST_RANKED = 5
"""Options with their probability: the first of the ranking."""


class LiveRow(NamedTuple):
    label: str
    value: str = ""
    bar: float | None = None
    """0…1, drawn below; above 1: does not fit."""
    heading: bool = False


def live_rows(result: "Result", language: str, say: Translate, named: Named) -> list[LiveRow]:
    """Memory per GPU, GPUs, monthly cost of the best option, verdict and open questions."""
    rows = [LiveRow(say("GPU memory per GPU"), heading=True)]
    rows += [_memory_row(workload, result, language, say) for workload in result.workloads[:_MOST_WORKLOADS]]
    best = result.option(result.recommendation.option or "")
    rows += [LiveRow(say("Best option"), heading=True), *_option_rows(best, result, language, say, named)]
    ranked = [option for option in result.options if option.p_best is not None][:_MOST_RANKED]
    if len(ranked) > 1:
        rows.append(LiveRow(say("Probability of rank 1"), heading=True))
        rows += [
            LiveRow(say(OPTIONS[option.id]), format_percent(option.p_best or 0.0, language), option.p_best)
            for option in ranked
        ]
    rows.append(LiveRow(say("Open questions"), str(len(result.completeness.open_questions))))
    return rows


def strip_line(result: "Result", language: str, say: Translate) -> str:
    """The same on one line, for narrow screens."""
    best = result.option(result.recommendation.option or "")
    parts = []
    first = next((w for w in result.workloads if w.gpu_needed), None)
    configuration = _chosen(first, result) if first else None
    if result.workloads and first is None:
        parts.append(say("no GPU needed"))
    if configuration:
        parts.append(f"{_gb(configuration, language)} GB")
    if best:
        if best.fleet:
            parts.append(f"{sum(best.fleet.gpus.values())} GPU")
        month = monthly_eur(best)
        if month is not None:
            parts.append(say("{money}/month").format(money=money(month, language, result.currency)))
        parts.append(verdict_line(result, language, say).replace(": ", " ").replace(" (", " ").rstrip(")"))
    else:
        parts.append(say("no recommendation yet"))
    parts.append(say("{count} open").format(count=len(result.completeness.open_questions)))
    return " · ".join(parts)


def monthly_eur(option: "Option") -> float | None:
    """Median of the undiscounted euro a month over the planning horizon; None when the option has no price."""
    if option.cost is None or not option.cost.cumulative_eur:
        return None
    return option.cost.cumulative_eur[-1].p50 / len(option.cost.cumulative_eur)


def money(euro: float, language: str, currency: "ShownCurrency | None" = None) -> str:
    """Three significant digits in the client's currency: a forecast is not known to the euro."""
    amount, code = (euro, "EUR") if currency is None else (currency.of(euro), currency.code)
    shown = format_compact_money(float(f"{amount:.3g}"), code, language)
    return shown.replace("-", "−", 1)


def offer_of(option: "Option", named: Named) -> str:
    """Provider and what it rents out or sells, or the server to buy; empty without a price."""
    if not option.items:
        return ""
    first = option.items[0]
    return named(first.ref) if first.unit == "server" else f"{first.provider}, {named(first.ref)}"


def verdict_line(result: "Result", language: str, say: Translate) -> str:
    """Option, verdict and probability: ``Cloud: clear (83 %)``."""
    recommendation = result.recommendation
    if recommendation.option is None:
        return say("no recommendation yet")
    option = result.option(recommendation.option)
    name, verdict = say(OPTIONS[recommendation.option]), say(VERDICTS[recommendation.verdict])
    if option is None or option.p_best is None:
        return f"{name}: {verdict}"
    return f"{name}: {verdict} ({format_percent(option.p_best, language)})"


def _memory_row(workload: "WorkloadResult", result: "Result", language: str, say: Translate) -> LiveRow:
    label = workload_name(workload.label, workload.id, say)
    if not workload.gpu_needed:
        return LiveRow(label, _without_gpu(workload, say))
    configuration = _chosen(workload, result)
    if configuration is None:
        reason = workload.open.in_language(language) if workload.open else say("no configuration fits")
        return LiveRow(label, reason)
    memory = configuration.memory
    usable = format_number(memory.usable_gb, language, digits=0)
    share = memory.total_gb / memory.usable_gb if memory.usable_gb else None
    return LiveRow(label, f"{_gb(configuration, language)} / {usable} GB", share)


def _without_gpu(workload: "WorkloadResult", say: Translate) -> str:
    cores = workload.cpu.cores if workload.cpu else None
    return say("no GPU needed") if cores is None else say("no GPU; CPU cores: {cores}").format(cores=cores)


def _option_rows(best: "Option | None", result: "Result", language: str, say: Translate, named: Named) -> list[LiveRow]:
    rows = [LiveRow(say("Verdict"), verdict_line(result, language, say))]
    if best is None:
        return rows
    if best.fleet and best.fleet.gpus:
        fleet = ", ".join(f"{count} × {named(name)}" for name, count in best.fleet.gpus.items())
        rows.append(LiveRow(say("GPUs"), fleet.replace("NVIDIA ", "")))
    rows += _use_rows(best, say)
    offered = offer_of(best, named)
    if offered:
        rows.append(LiveRow(say("Offer"), offered))
    month = monthly_eur(best)
    if month is not None:
        rows.append(LiveRow(say("Cost per month"), money(month, language, result.currency)))
    return rows


def _use_rows(best: "Option", say: Translate) -> list[LiveRow]:
    """GPUs in use at the highest need of the first year, and the month that needs more machines."""
    layout = best.fleet.layout if best.fleet else None
    if layout is None:
        return []
    there = layout.gpus_used + layout.gpus_free
    rows = [LiveRow(say("GPUs in use"), f"{layout.gpus_used} / {there}", layout.gpus_used / there if there else None)]
    month = next((year.more_from_month for year in layout.years if year.more_from_month), None)
    if month is not None:
        rows.append(LiveRow(say("More machines from month"), str(month)))
    return rows


def _chosen(workload: "WorkloadResult", result: "Result") -> "Configuration | None":
    """The configuration the best option runs; without a best option the search's first that fits."""
    best = result.option(result.recommendation.option or "")
    wanted = best.chosen.get(workload.id) if best else None
    configurations = workload.configurations
    named = next((c for c in configurations if c.id == wanted), None)
    return named or next((c for c in configurations if c.feasible), None)


def _gb(configuration: "Configuration", language: str) -> str:
    return format_number(configuration.memory.total_gb, language, digits=1)
