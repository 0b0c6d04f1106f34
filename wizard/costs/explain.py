"""Explains every number of a cost result: the value again, its formula, and where the inputs come from."""

from collections.abc import Callable

import numpy as np

from wizard.costs.engine import CostTable, PricedPlan
from wizard.costs.errors import CostError
from wizard.costs.explain_capacity import driver
from wizard.costs.explain_components import LABELS, component
from wizard.costs.explain_hybrid import explain_curve, explain_split
from wizard.costs.explain_outputs import explain_depreciation, per_use
from wizard.costs.explain_rent import committed_terms
from wizard.costs.flows import INVESTMENT
from wizard.costs.inputs import BOUNDS, Array
from wizard.costs.leaves import constant, input_leaf, step
from wizard.costs.summary import MILLION
from wizard.domain.economics import ApiPlan, Plan
from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation
from wizard.domain.quantities import MONTHS_PER_YEAR
from wizard.domain.result import Percentiles

_DISCOUNTED = "Σ_m flow_m · (1 + r)^−((m + 0.5)/12)"


def explain_cost(table: CostTable, plan_index: int, path: str) -> Derivation:
    """The derivation of one number of ``cost``, ``items`` or ``split``, e.g. ``cost.npv_eur.p50``.

    Raises:
        CodedError: ``E212`` for a path that names no number.
    """
    table, priced = table.of_plan(plan_index), table.plans[plan_index]
    try:
        match path.split("."):
            case ["cost", "npv_eur", level]:
                return _npv(table, priced, level, getattr(priced.cost.npv_eur, level))
            case ["cost", "cumulative_eur", month, level]:
                return _cumulative(table, priced, int(month), level)
            case ["cost", "by_year_eur", year]:
                return _year(table, priced, int(year))
            case ["cost", "breakdown", name]:
                return component(table, priced, name)
            case ["cost", "depreciation_by_year_eur", year]:
                return explain_depreciation(table, priced, int(year))
            case ["items", number, field]:
                return _item(table, priced, int(number), field)
            case ["split", "curves", curve, *rest]:
                return explain_curve(priced, int(curve), rest)
            case ["split", field]:
                return explain_split(table, priced, field)
            case ["cost", name]:
                return _SINGLE[name](table, priced)
            case _:
                raise KeyError(path)
    except (KeyError, IndexError, ValueError, AttributeError, TypeError):
        raise CodedError(CostError.NOT_EXPLAINED, path=path) from None


def _sum(
    label: Text, amounts: dict[str, float], formula: str, value: float, table: CostTable, priced: PricedPlan
) -> Derivation:
    """A sum over components; each opens into its own derivation."""
    parts = [
        step(LABELS[name], amount, "EUR", formula, [component(table, priced, name)])
        for name, amount in amounts.items()
        if amount != 0.0
    ]
    return step(label, value, "EUR", " + ".join(part.label.en for part in parts) or "0", parts)


def _of_months(priced: PricedPlan, months: slice, weights: Array | None = None) -> dict[str, float]:
    scale = 1.0 if weights is None else weights
    return {name: float((flow * scale)[months].sum()) for name, flow in priced.flows.items()}


def _npv(table: CostTable, priced: PricedPlan, level: str, value: float) -> Derivation:
    world = table.middle_world()
    middle = _of_months(priced, slice(None), world.discount[:, 0])
    label = text("Net present value at the middle values", "Kapitalwert bei den mittleren Werten")
    inputs = [_sum(label, middle, "Σ_m d_m · flow_m", sum(middle.values()), table, priced)]
    inputs += [input_leaf(table.question, key) for key in BOUNDS if _uncertain(table, key)]
    name = text("Net present value of all costs", "Kapitalwert aller Kosten")
    return step(name, value, "EUR", f"{_percentile(table, level)} of {_DISCOUNTED}", inputs)


def _percentile(table: CostTable, level: str) -> str:
    return f"{level.upper()} over {table.question.samples} samples (seed {table.question.seed})"


def _uncertain(table: CostTable, key: str) -> bool:
    span = table.question.inputs[key].range
    return span.low != span.high


def _cumulative(table: CostTable, priced: PricedPlan, month: int, level: str) -> Derivation:
    found: Percentiles = priced.cost.cumulative_eur[month]
    until = _of_months(priced, slice(0, month + 1))
    label = text(f"Paid by the end of month {month + 1}", f"Gezahlt bis Ende von Monat {month + 1}")
    middle = _sum(label, until, f"Σ flow, months 1 to {month + 1}", sum(until.values()), table, priced)
    return step(label, getattr(found, level), "EUR", f"{_percentile(table, level)} of Σ_k≤m flow_k", [middle])


def _year(table: CostTable, priced: PricedPlan, year: int) -> Derivation:
    first = year * MONTHS_PER_YEAR
    last = min(first + MONTHS_PER_YEAR, table.question.horizon_months)
    label = text(f"Cost of year {year + 1}", f"Kosten von Jahr {year + 1}")
    amounts = _of_months(priced, slice(first, last))
    formula = f"Σ flow, months {first + 1} to {last}"
    return _sum(label, amounts, formula, priced.cost.by_year_eur[year], table, priced)


def _nominal(table: CostTable, priced: PricedPlan) -> Derivation:
    label = text("Nominal cost over the horizon", "Nominale Kosten im Planungszeitraum")
    parts = [component(table, priced, name) for name in priced.cost.breakdown]
    return step(label, priced.cost.nominal_eur, "EUR", " + ".join(part.label.en for part in parts), parts)


def _capex(table: CostTable, priced: PricedPlan) -> Derivation:
    parts = [component(table, priced, name) for name in priced.cost.breakdown if name in INVESTMENT]
    formula = " + ".join(part.label.en for part in parts) or "nothing is bought"
    return step(text("Investment", "Investition"), priced.cost.capex_eur, "EUR", formula, parts)


def _peak(table: CostTable, priced: PricedPlan) -> Derivation:
    month = int(np.sum(list(priced.flows.values()), axis=0).argmax())
    label = text(
        f"Highest outflow of a month (month {month + 1})", f"Höchster Abfluss eines Monats (Monat {month + 1})"
    )
    amounts = _of_months(priced, slice(month, month + 1))
    return _sum(label, amounts, f"flow of month {month + 1}", priced.cost.peak_cash_eur, table, priced)


def _per_tokens(table: CostTable, priced: PricedPlan) -> Derivation:
    value = _present(priced.cost.per_million_output_tokens_eur)
    needs = [
        constant(text(f"Output tokens a month, {workload}", f"Ausgabetoken je Monat, {workload}"),
                 tokens, "token", f"sizing: workload {workload}")
        for workload, tokens in _tokens(priced.plan)
    ]  # fmt: skip
    keys = ("demand_factor", "growth_per_year", "lead_months")
    millions = step(
        text("Million output tokens", "Millionen Ausgabetoken"),
        priced.output_tokens / MILLION,
        "1e6",
        "Σ_m tokens a month · demand · (1 + growth)^(m/12) / 10^6",
        [*needs, *(input_leaf(table.question, key) for key in keys)],
    )
    label = text("Cost per million output tokens", "Kosten je Million Ausgabetoken")
    return step(label, value, "EUR", "nominal cost / million output tokens", [_nominal(table, priced), millions])


def _tokens(plan: Plan) -> list[tuple[str, float]]:
    if isinstance(plan, ApiPlan):
        return [(use.workload_id, use.output_tokens_per_month) for use in plan.uses]
    return [(need.workload_id, need.output_tokens_per_month) for need in plan.needs]


def _per_gpu_hour(table: CostTable, priced: PricedPlan) -> Derivation:
    value = _present(priced.cost.per_gpu_hour_eur)
    inputs = [_nominal(table, priced), driver(table, priced, "gpu_hours")]
    return step(text("Cost per GPU hour", "Kosten je GPU-Stunde"), value, "EUR", "nominal cost / GPU hours", inputs)


def _present(value: float | None) -> float:
    if value is None:
        raise KeyError
    return value


def _per(of: str) -> Callable[[CostTable, PricedPlan], Derivation]:
    return lambda table, priced: per_use(table, priced, of, _nominal(table, priced))


_SINGLE = {
    "nominal_eur": _nominal,
    "capex_eur": _capex,
    "peak_cash_eur": _peak,
    "per_million_output_tokens_eur": _per_tokens,
    "per_gpu_hour_eur": _per_gpu_hour,
    "per_useful_gpu_hour_eur": _per("gpu_hours"),
    "per_user_month_eur": _per("user_months"),
    "per_training_run_eur": _per("runs"),
}


def _item(table: CostTable, priced: PricedPlan, number: int, field: str) -> Derivation:
    line = priced.lines[number]
    item = line.item
    if field == "unit_price":
        source = f"{item.source} ({item.retrieved_on})"
        return constant(text("Unit price", "Einzelpreis"), item.unit_price, item.currency, source)
    if field == "age_days" and table.question.starts_on is not None:
        days = (table.question.starts_on - item.retrieved_on).days
        label = text("Age of the price", "Alter des Preises")
        return constant(label, float(days), "d", f"as-of date − {item.retrieved_on} ({item.source})")
    if field != "quantity":
        raise KeyError(field)
    label = text(f"Quantity of {item.ref}", f"Menge von {item.ref}")
    if line.commitment is not None:
        terms = [term for term in committed_terms(table, priced) if line.commitment in str(term.inputs[1].source)]
        return step(label, item.quantity, item.unit, "Σ_terms machines · months · 730", terms)
    inputs = [driver(table, priced, line.driver)]
    if line.piece is not None:
        each = text("Parts for each", "Teile je Einheit")
        inputs.append(constant(each, line.piece.planned.quantity, "", f"sizing: {item.ref}"))
    if line.tokens is not None:
        source = f"workloads.{line.tokens.use.workload_id}: tokens a month at today's middle demand"
        monthly = text("Million tokens a month", "Millionen Token je Monat")
        inputs.append(constant(monthly, line.tokens.millions, "1e6", source))
    return step(label, item.quantity, item.unit, "at the middle values", inputs)
