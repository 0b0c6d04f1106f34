"""Values of the rules about money: break-even, budget, offers, public computing time, age of prices."""

from collections.abc import Iterator, Mapping
from typing import Any

from wizard.catalogs.find import find_accelerator
from wizard.domain.errors import CodedError
from wizard.engine.finding_seen import Seen
from wizard.engine.forward_prices import forward_prices
from wizard.engine.options import PricedOption
from wizard.engine.prices import price_ages

PERCENT = 100.0
_BUDGET_GATES = ("FIN-CAPEX", "FIN-OPEX")
_SELF_HOSTED = ("on_premises", "colocation", "dedicated", "cloud", "hybrid")


def money_values(seen: Seen) -> Mapping[str, Any]:
    """A name that is left out is unknown."""
    return dict(_values(seen))


def _values(seen: Seen) -> Iterator[tuple[str, Any]]:
    decision = seen.decision
    if decision.winner is not None:
        probability = decision.p_best[decision.winner] or 0.0
        yield "calc.winner_probability", probability
        yield "calc.winner_probability_pct", probability * PERCENT
    if seen.priced is None:
        return
    months = float(seen.priced.table.question.horizon_months)
    yield "calc.rental_feasible", seen.priced.rental_feasible
    yield "calc.horizon_months", months
    yield from _break_even(seen)
    yield from _budget(seen, months)
    yield from _api(seen.priced.options, months)
    yield from _training(seen, months)
    yield from _prices(seen)
    yield from _forward(seen)
    yield from _offer(seen)


def _break_even(seen: Seen) -> Iterator[tuple[str, Any]]:
    found = seen.break_even
    if found is None:
        return
    if found.utilisation is not None:
        yield "calc.breakeven_utilisation", found.utilisation
        yield "calc.breakeven_utilisation_pct", found.utilisation * PERCENT
    if found.discounted_months is not None:
        yield "calc.breakeven_never", found.discounted_months == "never"
    if isinstance(found.simple_months, float):
        yield "calc.breakeven_simple_months", found.simple_months
    if isinstance(found.discounted_months, float):
        yield "calc.breakeven_months", found.discounted_months


def _budget(seen: Seen, months: float) -> Iterator[tuple[str, Any]]:
    """Both budgets over the horizon against the cheapest option that nothing but the budget excludes.

    While a budget gate of that option is only open, its cost says nothing yet and stays out.
    """
    capex, opex = (seen.values.given(name) for name in ("fin.capex_budget", "fin.opex_budget_month"))
    budget = None
    if capex.known and opex.known and capex.value is not None and opex.value is not None:
        budget = float(capex.value) + float(opex.value) * months
        yield "calc.budget", budget
    options = [o for o in (seen.priced.options if seen.priced else ()) if not _fails_otherwise(o)]
    cheapest = min(options, key=lambda o: o.priced.cost.nominal_eur, default=None)
    if cheapest is None or any(g.rule in _BUDGET_GATES and g.verdict == "open" for g in cheapest.gates):
        return
    cost = cheapest.priced.cost.nominal_eur
    yield "calc.cheapest_feasible_cost", cost
    if budget is not None:
        yield "calc.budget_gap", cost - budget


def _fails_otherwise(option: PricedOption) -> bool:
    return any(gate.verdict == "fail" and gate.rule not in _BUDGET_GATES for gate in option.gates)


def _api(options: tuple[PricedOption, ...], months: float) -> Iterator[tuple[str, Any]]:
    by_option = {o.option: o.priced.cost.nominal_eur / months for o in options if o.feasible != "no"}
    hosted = [cost for option, cost in by_option.items() if option in _SELF_HOSTED]
    if "api" in by_option and hosted:
        yield "calc.api_cost_month", by_option["api"]
        yield "calc.cheapest_hosting_month", min(hosted)


def _training(seen: Seen, months: float) -> Iterator[tuple[str, Any]]:
    needs = seen.leading.priced.plan.needs if seen.leading is not None else ()
    hours = 0.0
    for need in needs:
        workload = next(w for w in seen.workloads if w.result.id == need.workload_id)
        training = workload.configuration(need.configuration_id).training
        asked = workload.result.training
        if training is not None and asked is not None:
            hours += training.gpu_hours * asked.runs_per_month * months
    if hours:
        yield "calc.train_gpu_hours", hours


def _forward(seen: Seen) -> Iterator[tuple[str, Any]]:
    """What commitments imply about rents, beside what is calculated with."""
    found = [entry.change_per_year * PERCENT for entry in forward_prices(seen.catalog, seen.workloads)]
    yield "calc.forward_offers", len(found)
    if found and seen.priced is not None:
        assumed = seen.priced.table.question.inputs["cloud_price_change_per_year"].range
        yield "calc.forward_low_pct", min(found)
        yield "calc.forward_high_pct", max(found)
        yield "calc.assumed_rent_change_pct", assumed.value * PERCENT


def _prices(seen: Seen) -> Iterator[tuple[str, Any]]:
    ages = price_ages(seen.catalog, seen.priced, seen.as_of)
    expired = [age for age in ages if age.expired]
    yield "calc.prices_expired", len(expired)
    yield "calc.prices_used", len(ages)
    if expired:
        yield "cat.price_age_days", max(age.age_days for age in expired)


def _offer(seen: Seen) -> Iterator[tuple[str, Any]]:
    """A hardware offer of one kind of card against the sized need and the price span of its server class."""
    given = seen.values.given("proc.offer")
    rows = [r for r in given.value if r.get("gpu") and r.get("gpu_count")] if given.known and given.value else []
    names = {str(row["gpu"]) for row in rows}
    if len(names) != 1:
        return
    try:
        accelerator = find_accelerator(seen.catalog, names.pop())
    except CodedError:
        return
    offered = sum(int(row["gpu_count"]) for row in rows)
    sized = [w for w in seen.workloads if w.sized]
    best = [next((c for c in w.result.configurations if c.accelerator == accelerator.id and c.feasible and
                  c.origin == "search"), None) for w in sized]  # fmt: skip
    needed = sum(c.total_gpus for c in best if c is not None)
    if best and None not in best and needed:
        yield "calc.offer_gpus", offered
        yield "calc.offer_needed_gpus", needed
        yield "calc.offer_capacity_ratio", offered / needed
    highest = [
        s.price.range().high / s.accelerators * seen.catalog.eur_per_unit[s.price_currency].value
        for s in seen.catalog.servers.values()
        if s.accelerator == accelerator.id
    ]
    if highest and all(row.get("price") for row in rows):
        yield "calc.offer_price_ratio", sum(float(row["price"]) for row in rows) / (offered * max(highest))
