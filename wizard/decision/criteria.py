"""Criteria of one option, each computed from facts. What cannot be computed is not known, never guessed."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from math import ceil, comb

from wizard.costs.engine import PricedPlan
from wizard.costs.renting import RentTerms
from wizard.decision.exit_cost import FORMULA_OWN, FORMULA_RENTED, exit_cost
from wizard.decision.facts import OptionFacts
from wizard.decision.value import References, score
from wizard.domain.catalog import Anchor, DecisionSettings
from wizard.domain.economics import ApiPlan, CapacityNeed, CostQuestion, HybridPlan, OwnPlan, SeatPlan
from wizard.domain.places import EEA
from wizard.domain.provenance import Evidence, weakest
from wizard.domain.quantities import HOURS_PER_YEAR, MONTHS_PER_YEAR
from wizard.domain.result import Criterion, OptionId

_WEEKS_PER_YEAR = 52.0


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
    """Date at which leaving is looked at: half the horizon after the evaluation."""
    stored_tb: float | None = None
    """Data that would have to be moved out."""
    machine_availability: float | None = None
    """Share of the year one machine is up."""
    kwh_per_gpu_year: float | None = None
    """Cooling included. None: taken from the plan where hardware is owned, else not known."""
    grid_kg_per_kwh: float | None = None
    embodied_kg_per_gpu: float | None = None
    """Emissions of making one GPU with its share of the server."""
    latency_to_target: float | None = None
    """95 % time to the first token with the network round trip, over the target."""
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
        return Computed(1.0, "share", formula)
    if option.location_country is None or option.operator_law is None:
        return Computed(None, "share", formula, Evidence.ASSUMED)
    at_home = option.location_country in EEA or option.location_country == facts.country
    home_law = option.operator_law == "EU" or option.operator_law == facts.country
    return Computed((at_home + home_law + option.own_hardware) / 3.0, "share", formula)


_FREEDOMS: dict[OptionId, int] = {
    "on_premises": 5, "colocation": 5, "dedicated": 4, "cloud": 3, "hybrid": 3, "api": 0, "seats": 0, "status_quo": 5,
}  # fmt: skip
"""Of: own model, fine-tuning, fixed versions, own driver and firmware, operation without a network."""


def _control(facts: CriteriaFacts) -> Computed:
    formula = "freedoms of five: own model, fine-tuning, fixed versions, own driver and firmware, no network needed"
    count = _FREEDOMS.get(facts.option.option)
    return Computed(None if count is None else count / 5.0, "share", formula)


def _time_to_capacity(facts: CriteriaFacts) -> Computed:
    option = facts.option
    lead = option.bridge_weeks if option.option == "hybrid" and option.bridge_weeks is not None else option.lead_weeks
    value = None if lead is None else lead.high * MONTHS_PER_YEAR / _WEEKS_PER_YEAR
    return Computed(value, "months", "upper end of the delivery or provisioning time", _evidence(facts, "lead_months"))


_ENDS_WITH_USE = ("rent_on_demand", "interim_cloud", "egress", "api_tokens")


def _elasticity(facts: CriteriaFacts) -> Computed:
    formula = "cost that ends within a month when the demand ends / nominal cost without staff"
    priced = facts.priced
    machines = 0.0 if priced is None else priced.cost.nominal_eur - priced.cost.breakdown.get("staff", 0.0)
    if priced is None or machines <= 0.0:
        return Computed(None, "share", formula, Evidence.ASSUMED)
    ends = sum(priced.cost.breakdown.get(name, 0.0) for name in _ENDS_WITH_USE)
    if isinstance(priced.terms, RentTerms) and priced.terms.minimum_months == 1:
        ends += priced.cost.breakdown.get("rent_dedicated", 0.0)
    return Computed(min(ends / machines, 1.0), "share", formula, _evidence(facts))


def _operations_load(facts: CriteriaFacts) -> Computed:
    key = "staff_fte_own" if facts.option.own_hardware else "staff_fte_rented"
    if not facts.option.runs_models:
        key = "staff_fte_hosted"
    found = facts.question.inputs[key]
    return Computed(found.range.value, "FTE", "full-time staff that runs the platform", found.evidence)


def _exit(facts: CriteriaFacts) -> Computed:
    formula = FORMULA_OWN if facts.option.own_hardware else FORMULA_RENTED
    if facts.priced is None:
        return Computed(None, "EUR", formula, Evidence.ASSUMED)
    inside = facts.option.location_country in EEA
    value = exit_cost(facts.priced, facts.question, facts.exit_on, facts.stored_tb, inside_eu=inside)
    return Computed(value, "EUR", formula, _evidence(facts, "residual_share", "egress_eur_per_tb"))


def _carbon(facts: CriteriaFacts) -> Computed:
    formula = "kWh per GPU and year with cooling · kg CO2 per kWh + manufacture / years of the horizon"
    energy = facts.kwh_per_gpu_year if facts.kwh_per_gpu_year is not None else _own_energy(facts)
    if energy is None or facts.grid_kg_per_kwh is None or facts.embodied_kg_per_gpu is None:
        return Computed(None, "kg/GPU/a", formula, Evidence.ASSUMED)
    years = facts.question.horizon_months / MONTHS_PER_YEAR
    value = energy * facts.grid_kg_per_kwh + facts.embodied_kg_per_gpu / years
    return Computed(value, "kg/GPU/a", formula, _evidence(facts, "pue", "power_utilisation"))


def _own_energy(facts: CriteriaFacts) -> float | None:
    drivers = facts.priced.drivers if facts.priced else {}
    if "energy_kwh" not in drivers:
        return None
    gpu_years = float(drivers["gpu_hours"].sum()) / HOURS_PER_YEAR
    return float(drivers["energy_kwh"].sum()) / gpu_years if gpu_years > 0.0 else None


_WHOLE_HOST = 8
"""Accelerators of a usual server: an instance with as many shares its host with nobody."""


def _predictable(facts: CriteriaFacts) -> Computed:
    formula = "parts of three that no other customer shares: GPU, host, network"
    if facts.priced is None:
        return Computed(None, "share", formula, Evidence.ASSUMED)
    plan = facts.priced.plan
    if isinstance(plan, OwnPlan):
        return Computed(1.0, "share", formula)
    if isinstance(plan, ApiPlan | SeatPlan):
        return Computed(0.0, "share", formula, Evidence.ASSUMED)
    rented = plan.burst if isinstance(plan, HybridPlan) else plan
    alone = rented.option == "dedicated" or rented.offer.accelerators >= _WHOLE_HOST
    shared_out = (1 + alone) / 3
    owned = facts.priced.split.owned_share if facts.priced.split is not None else 0.0
    return Computed(owned + (1.0 - owned) * shared_out, "share", formula, Evidence.ASSUMED)


def _latency(facts: CriteriaFacts) -> Computed:
    formula = "(95 % time to the first token + network round trip) / target"
    return Computed(facts.latency_to_target, "", formula, facts.demand_evidence)


def _availability(facts: CriteriaFacts) -> Computed:
    formula = "8,760 h · P(fewer than the needed replicas run), replicas failing on their own, worst workload"
    if facts.priced is None or facts.machine_availability is None:
        return Computed(None, "h/a", formula, Evidence.ASSUMED)
    up = facts.machine_availability
    needs = facts.priced.plan.needs
    down = max((_down_share(need, up) for need in needs), default=1.0 - up)
    return Computed(HOURS_PER_YEAR * down, "h/a", formula, facts.demand_evidence)


def _down_share(need: CapacityNeed, up: float) -> float:
    """Probability that more replicas are down than there are spare ones."""
    needed = max(1, ceil(need.in_flight_peak / need.slots_per_replica - 1e-9))
    spare = max(need.spare_replicas, int(need.survives))
    count = needed + spare
    enough = (comb(count, down) * (1.0 - up) ** down * up ** (count - down) for down in range(spare + 1))
    return max(0.0, 1.0 - sum(enough))


def _obsolescence(facts: CriteriaFacts) -> Computed:
    formula = "months in which today's hardware must be used"
    if facts.option.own_hardware:
        return Computed(float(facts.question.horizon_months), "months", formula)
    plan = facts.priced.plan if facts.priced else None
    if isinstance(plan, ApiPlan):
        return Computed(0.0, "months", formula)
    if isinstance(plan, SeatPlan):
        return Computed(float(plan.offer.minimum_months), "months", formula)
    if facts.priced is None or not isinstance(facts.priced.terms, RentTerms):
        return Computed(None, "months", formula, Evidence.ASSUMED)
    terms = facts.priced.terms
    bound = [term.months for term in terms.commitments]
    if facts.option.option == "dedicated":
        bound.append(terms.minimum_months)
    return Computed(float(max(bound, default=0)), "months", formula)


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
    "energy_and_carbon": _carbon,
    "predictable_performance": _predictable,
    "latency": _latency,
    "obsolescence": _obsolescence,
    "availability": _availability,
}
