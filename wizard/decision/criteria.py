"""Criteria of one option, each computed from facts. What cannot be computed is not known, never guessed."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from math import sqrt

from wizard.costs.engine import PricedPlan
from wizard.decision.exit_cost import FORMULA_OWN, FORMULA_RENTED, exit_cost
from wizard.decision.facts import Amount, OptionFacts
from wizard.decision.gates_law import EEA
from wizard.decision.value import References, score
from wizard.domain.catalog import Anchor, DecisionSettings
from wizard.domain.economics import CostQuestion, OwnPlan
from wizard.domain.provenance import Evidence, weakest
from wizard.domain.result import Criterion, OptionId

_DAYS_PER_WEEK = 7.0
_MILLION = 1_000_000.0
_LATE = 0.9


@dataclass(frozen=True)
class CriteriaFacts:
    """What the criteria need beside the gates' facts of the option."""

    option: OptionFacts
    priced: PricedPlan | None
    """None: the option could not be priced."""
    question: CostQuestion
    country: str | None
    """Of the client, ISO code."""
    exit_on: date
    """Date at which leaving is looked at, usually a year after the evaluation."""
    whole_machine: bool | None = None
    """A rented instance fills its host, so that nobody else shares it; None: not known."""
    stored_tb: float | None = None
    """Data that would have to be moved out."""
    energy_kwh: float | None = None
    """Over the horizon, cooling included. None: taken from the plan where hardware is owned, else not known."""
    demand_evidence: Evidence = Evidence.ASSUMED
    """Weakest evidence among the answers that shape the demand."""


@dataclass(frozen=True)
class Computed:
    """A criterion before it is scored."""

    value: float | None
    unit: str
    formula: str
    evidence: Evidence = Evidence.DOCUMENTED


def criteria(facts: CriteriaFacts, settings: DecisionSettings, references: References) -> dict[str, Criterion]:
    """One criterion for each anchor; without a way to compute it, value and score are None."""
    return {
        anchor.criterion: _scored(anchor, compute(anchor.criterion, facts), references) for anchor in settings.anchors
    }


def compute(name: str, facts: CriteriaFacts) -> Computed:
    """The value of one criterion with unit, formula and evidence."""
    rule = _RULES.get(name)
    if rule is None:
        return Computed(None, "", "not computed in this version", Evidence.ASSUMED)
    return rule(facts)


def _scored(anchor: Anchor, found: Computed, references: References) -> Criterion:
    return Criterion(
        value=found.value,
        unit=found.unit or anchor.unit,
        score=score(found.value, anchor, references),
        formula=found.formula,
        evidence=found.evidence,
    )


def _evidence(facts: CriteriaFacts, *keys: str) -> Evidence:
    inputs = (facts.question.inputs[key].evidence for key in keys or facts.question.inputs)
    return weakest(facts.demand_evidence, *inputs)


def _npv(facts: CriteriaFacts) -> Computed:
    value = facts.priced.cost.npv_eur.p50 if facts.priced else None
    return Computed(value, "EUR", "median over samples of Σ flow_m · (1 + r)^−((m + 0.5)/12)", _evidence(facts))


def _cost_risk(facts: CriteriaFacts) -> Computed:
    value = facts.priced.cost.npv_eur.p95 - facts.priced.cost.npv_eur.p50 if facts.priced else None
    return Computed(value, "EUR", "P95 − P50 of the net present value", _evidence(facts))


def _capital(facts: CriteriaFacts) -> Computed:
    value = facts.priced.cost.peak_cash_eur if facts.priced else None
    return Computed(value, "EUR", "highest outflow of a single month", _evidence(facts))


def _sovereignty(facts: CriteriaFacts) -> Computed:
    option = facts.option
    formula = "(location in EU/EEA or own country + operator under that law + hardware in own hands) / 3"
    if not option.has_provider:
        return Computed(1.0, "", formula)
    if option.location_country is None or option.operator_law is None:
        return Computed(None, "", formula, Evidence.ASSUMED)
    at_home = option.location_country in EEA or option.location_country == facts.country
    home_law = option.operator_law == "EU" or option.operator_law == facts.country
    return Computed((at_home + home_law + option.own_hardware) / 3.0, "", formula)


_FREEDOMS: dict[OptionId, int] = {
    "on_premises": 5, "colocation": 5, "dedicated": 4, "cloud": 3, "hybrid": 3, "api": 0, "seats": 0,
}  # fmt: skip
"""Of: own model, pinned versions, own kernel and driver, machine without neighbours, air gap."""


def _control(facts: CriteriaFacts) -> Computed:
    formula = "freedoms of five: own model, pinned versions, own driver, machine without neighbours, air gap"
    count = _FREEDOMS.get(facts.option.option)
    if count is None:
        return Computed(None, "", formula, Evidence.ASSUMED)
    alone = facts.option.option == "cloud" and facts.whole_machine is True
    return Computed((count + alone) / 5.0, "", formula)


def _time_to_capacity(facts: CriteriaFacts) -> Computed:
    lead = facts.option.lead_weeks
    value = None if lead is None else _late(lead) * _DAYS_PER_WEEK
    return Computed(value, "d", "90 % value of the lead time", _evidence(facts, "lead_months"))


def _late(lead: Amount) -> float:
    """90 % quantile of the triangular distribution (low, value, high)."""
    width = lead.high - lead.low
    if width <= 0.0:
        return lead.value
    if lead.value - lead.low >= _LATE * width:
        return lead.low + sqrt(_LATE * width * (lead.value - lead.low))
    return lead.high - sqrt((1.0 - _LATE) * width * (lead.high - lead.value))


_ENDS_WITH_USE = ("rent_on_demand", "interim_cloud", "egress")


def _elasticity(facts: CriteriaFacts) -> Computed:
    formula = "cost that ends within a month when the demand ends / nominal cost"
    priced = facts.priced
    if priced is None or priced.cost.nominal_eur <= 0.0:
        return Computed(None, "", formula, Evidence.ASSUMED)
    ends = sum(priced.cost.breakdown.get(name, 0.0) for name in _ENDS_WITH_USE)
    if getattr(priced.terms, "minimum_months", 0) == 1:
        ends += priced.cost.breakdown.get("rent_dedicated", 0.0)
    return Computed(min(ends / priced.cost.nominal_eur, 1.0), "", formula, _evidence(facts))


def _operations_load(facts: CriteriaFacts) -> Computed:
    key = "staff_fte_own" if facts.option.own_hardware else "staff_fte_rented"
    found = facts.question.inputs[key]
    return Computed(found.range.value, "FTE", "full-time staff that runs the platform", found.evidence)


def _exit(facts: CriteriaFacts) -> Computed:
    own = facts.priced is not None and isinstance(facts.priced.plan, OwnPlan)
    formula = FORMULA_OWN if own else FORMULA_RENTED
    if facts.priced is None:
        return Computed(None, "EUR", formula, Evidence.ASSUMED)
    inside = facts.option.location_country in EEA
    value = exit_cost(facts.priced, facts.question, facts.exit_on, facts.stored_tb, inside_eu=inside)
    return Computed(value, "EUR", formula, _evidence(facts, "residual_share", "egress_eur_per_tb"))


def _energy(facts: CriteriaFacts) -> Computed:
    formula = "kWh with cooling over the horizon / million output tokens"
    priced = facts.priced
    if priced is None or priced.output_tokens <= 0.0:
        return Computed(None, "kWh/1M tokens", formula, Evidence.ASSUMED)
    energy = facts.energy_kwh
    if energy is None and "energy_kwh" in priced.drivers:
        energy = float(priced.drivers["energy_kwh"].sum())
    value = None if energy is None else energy / (priced.output_tokens / _MILLION)
    return Computed(value, "kWh/1M tokens", formula, _evidence(facts, "pue", "power_utilisation"))


def _predictable(facts: CriteriaFacts) -> Computed:
    formula = "1 when no other customer shares the machine, else 0"
    alone = True if facts.option.option in ("on_premises", "colocation", "dedicated") else facts.whole_machine
    return Computed(None if alone is None else float(alone), "", formula)


def _availability(facts: CriteriaFacts) -> Computed:
    formula = "workloads with at least one spare replica / workloads"
    if facts.priced is None:
        return Computed(None, "", formula, Evidence.ASSUMED)
    needs = facts.priced.plan.needs
    return Computed(sum(need.spare_replicas >= 1 for need in needs) / len(needs), "", formula)


_RULES: dict[str, Callable[[CriteriaFacts], Computed]] = {
    "npv": _npv,
    "cost_risk": _cost_risk,
    "capital": _capital,
    "sovereignty": _sovereignty,
    "control": _control,
    "time_to_capacity": _time_to_capacity,
    "elasticity": _elasticity,
    "operations_load": _operations_load,
    "exit_cost": _exit,
    "energy_and_carbon": _energy,
    "predictable_performance": _predictable,
    "availability": _availability,
}
"""Latency to the users and obsolescence need facts this version does not ask for."""
