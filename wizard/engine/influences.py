"""What moves the cost of each option, and what its lead over the next best hangs on."""

from wizard.costs.influence import Swing, influences
from wizard.domain.economics import CostQuestion
from wizard.domain.language import text
from wizard.domain.provenance import Derivation
from wizard.domain.result import Influence, Lead, OptionId
from wizard.engine.options import Priced


def by_option(priced: Priced | None) -> dict[OptionId, tuple[Influence, ...]]:
    """Tornado and total effects of every priced option."""
    if priced is None:
        return {}
    return {o.option: _shown(influences(priced.table, o.index), priced.seen_by(o.option)) for o in priced.options}


def lead(priced: Priced | None, winner: OptionId | None, runner_up: OptionId | None) -> Lead | None:
    """What the difference of the two best hangs on."""
    index = {o.option: o.index for o in priced.options} if priced else {}
    if priced is None or winner is None or runner_up is None or not {winner, runner_up} <= index.keys():
        return None
    found = influences(priced.table, index[winner], index[runner_up])
    return Lead(
        option=winner, against=runner_up, influences=_shown(found, priced.seen_by(winner), priced.seen_by(runner_up))
    )


def _shown(swings: tuple[Swing, ...], *asked: CostQuestion) -> tuple[Influence, ...]:
    return tuple(
        Influence(
            input=swing.key,
            label=asked[0].inputs[swing.key].label,
            unit=asked[0].inputs[swing.key].unit,
            p10=swing.at_low,
            p90=swing.at_high,
            low_eur=swing.npv_low,
            high_eur=swing.npv_high,
            total_effect=swing.total_effect,
        )
        for swing in swings
    )


def explain_influence(priced: Priced, found: Influence, options: tuple[OptionId, ...], field: str) -> Derivation:
    """One number of an influence, down to the span of its input.

    Args:
        options: the option, or the leading one and the one it is compared with.
    """
    inputs = tuple(
        Derivation(
            label=entry.label, value=entry.range.value, unit=entry.unit, source=entry.source or entry.basis.en,
            formula=f"{'triangular in logarithms' if entry.in_logarithms else 'triangular'} "
            f"({entry.range.low:g}, {entry.range.value:g}, {entry.range.high:g})",
            evidence=entry.evidence,
        )
        for entry in dict.fromkeys(priced.seen_by(option).inputs[found.input] for option in options)
    )  # fmt: skip
    value: float | None = getattr(found, field)
    if field in ("p10", "p90"):
        point = f"{field[1:]} % point of the distribution"
        return Derivation(label=found.label, value=value, unit=found.unit, formula=point, inputs=inputs)
    question = priced.table.question
    npv = "NPV" if len(options) == 1 else f"NPV({options[1]}) − NPV({options[0]})"
    if field == "total_effect":
        label = text(f"total effect of {found.label.en}", f"Gesamteffekt von {found.label.de}")
        formula = f"mean((f(A) − f(A with this input of B))²) / (2 · variance), f = {npv}, seed {question.seed}"
        return Derivation(label=label, value=value, unit="share", formula=formula, inputs=inputs)
    at = "p10" if field == "low_eur" else "p90"
    moved = Derivation(
        label=found.label, value=getattr(found, at), unit=found.unit, formula=f"{at[1:]} % point", inputs=inputs
    )
    label = text("net present value", "Kapitalwert")
    formula = f"{npv} with this input at its {at[1:]} % point, all others at their medians"
    return Derivation(label=label, value=value, unit="EUR", formula=formula, inputs=(moved,))
