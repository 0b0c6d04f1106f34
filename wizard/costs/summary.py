"""The cost result of one plan, from its flows in all cases. The last case holds the middle values."""

import numpy as np

from wizard.costs.flows import INVESTMENT, Flows
from wizard.costs.inputs import Array
from wizard.costs.useful import NOTHING_USED, served_share, useful
from wizard.costs.world import World
from wizard.costs.writing_off import linear, written_off
from wizard.domain.economics import ApiPlan, CostQuestion, Plan
from wizard.domain.quantities import MONTHS_PER_YEAR
from wizard.domain.result import Cost, Percentiles

LEVELS = (5.0, 50.0, 95.0)
MILLION = 1_000_000.0
_FEW = 1_024


def percentiles(sample: Array) -> Percentiles:
    """5 %, 50 % and 95 % of a sample."""
    p5, p50, p95 = (float(v) for v in _at_levels(sample))
    return Percentiles(p5=p5, p50=p50, p95=p95)


def _at_levels(sample: Array) -> list[Array]:
    """The levels along the last axis, linear between neighbours; sorting few samples beats selecting among them."""
    if sample.shape[-1] > _FEW:
        return list(np.percentile(sample, LEVELS, axis=-1))
    ordered = np.sort(sample, axis=-1)
    last = ordered.shape[-1] - 1
    found = []
    for level in LEVELS:
        place = level / 100.0 * last
        low = int(place)
        below, above = ordered[..., low], ordered[..., min(low + 1, last)]
        found.append(below + (above - below) * (place - low))
    return found


def summarise(
    flows: Flows, npv: Array, plan: Plan, question: CostQuestion, middle: World, *, course: bool = True
) -> Cost:
    """``npv`` holds the samples without the middle case, ``middle`` is that case alone; ``course`` asks for the cost
    month by month and for what it comes to per unit of use."""
    breakdown = {name: float(amount.sum()) for name, amount in flows.middle.items() if amount.any()}
    nominal = sum(breakdown.values())
    paid = flows.total[:, -1]
    gpu_hours = float(flows.drivers["gpu_hours"].sum())
    tokens = output_tokens(flows, plan)
    use = useful(plan, flows.drivers, middle) if course else NOTHING_USED
    capital = flows.capital[:, -1] if course else np.zeros(0)
    return Cost(
        npv_eur=percentiles(npv),
        nominal_eur=nominal,
        capex_eur=sum(amount for name, amount in breakdown.items() if name in INVESTMENT),
        peak_cash_eur=float(paid.max()),
        by_year_eur=by_year(paid),
        cumulative_eur=_cumulative(flows.total[:, :-1]) if course else (),
        per_million_output_tokens_eur=nominal / (tokens / MILLION) if tokens > 0.0 else None,
        per_gpu_hour_eur=nominal / gpu_hours if gpu_hours > 0.0 else None,
        per_useful_gpu_hour_eur=nominal / use.gpu_hours if use.gpu_hours > 0.0 else None,
        per_user_month_eur=nominal * use.served_share / use.user_months if use.user_months > 0.0 else None,
        per_training_run_eur=nominal * use.training_share / use.runs if use.runs > 0.0 else None,
        depreciation_by_year_eur=by_year(written_off(capital, linear(question.depreciation_years)))
        if capital.any()
        else (),
        breakdown=breakdown,
        vat=question.vat,
    )


def by_year(monthly: Array) -> tuple[float, ...]:
    """Sums of twelve months; the last year may be shorter."""
    return tuple(float(monthly[m : m + MONTHS_PER_YEAR].sum()) for m in range(0, len(monthly), MONTHS_PER_YEAR))


def output_tokens(flows: Flows, plan: Plan) -> float:
    """Output tokens served over the horizon in the middle case."""
    return float((tokens_per_month(plan) * flows.world.demand[:, -1] * served_share(flows.drivers)).sum())


def tokens_per_month(plan: Plan) -> float:
    """Output tokens of all workloads at today's middle demand."""
    if isinstance(plan, ApiPlan):
        return sum(use.output_tokens_per_month for use in plan.uses)
    return sum(need.output_tokens_per_month for need in plan.needs)


def _cumulative(total: Array) -> tuple[Percentiles, ...]:
    p5, p50, p95 = _at_levels(np.cumsum(total, axis=0))
    rows = zip(p5.tolist(), p50.tolist(), p95.tolist(), strict=True)
    return tuple(Percentiles(p5=low, p50=mid, p95=high) for low, mid, high in rows)
