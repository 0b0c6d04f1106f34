"""Values of the rules about the leading option: its hardware, provider, use and chance of being best."""

from collections.abc import Mapping
from typing import Any

from wizard.domain.economics import OwnPlan, RentPlan
from wizard.domain.quantities import HOURS_PER_MONTH
from wizard.engine.finding_seen import Seen
from wizard.engine.options import PricedOption

PERCENT = 100.0


def option_values(seen: Seen) -> Mapping[str, Any]:
    """Computed values of the rules; a name that is left out is unknown."""
    found: dict[str, Any] = {}
    decision, priced, break_even = seen.decision, seen.priced, seen.break_even
    if decision.winner is not None:
        probability = decision.p_best[decision.winner] or 0.0
        found |= {"rec.option": decision.winner, "calc.winner_probability": probability,
                  "calc.winner_probability_pct": probability * PERCENT}  # fmt: skip
    if priced is not None:
        found["calc.rental_feasible"] = priced.rental_feasible
        found["calc.horizon_months"] = float(priced.table.question.horizon_months)
    if break_even is not None and break_even.utilisation is not None:
        found["calc.breakeven_utilisation"] = break_even.utilisation
        found["calc.breakeven_utilisation_pct"] = break_even.utilisation * PERCENT
    if break_even is not None and isinstance(break_even.discounted_months, float):
        found["calc.breakeven_months"] = break_even.discounted_months
    if seen.leading is not None:
        found |= _of_plan(seen.leading)
    return found


def _of_plan(leading: PricedOption) -> Mapping[str, Any]:
    plan, fleet = leading.priced.plan, leading.fleet
    found: dict[str, Any] = {
        "rec.consumer_gpu": any(a.tier == "consumer" for a in leading.facts.accelerators),
    }
    need = plan.needs[0]
    used = sum(n.in_flight_mean / n.in_flight_peak * n.active_hours_per_month / HOURS_PER_MONTH for n in plan.needs)
    found["calc.utilisation"] = used / len(plan.needs)
    found["calc.utilisation_pct"] = found["calc.utilisation"] * PERCENT
    found["calc.gpu_name"] = need.accelerator
    lead = leading.facts.lead_weeks
    if lead is not None:
        found["calc.lead_time_weeks"] = lead.value
    if leading.facts.facility_kw is not None:
        found["calc.facility_kw"] = leading.facts.facility_kw.value
    if leading.facts.heat_kw is not None:
        found["calc.it_kw_total"] = leading.facts.heat_kw.value
    if isinstance(plan, OwnPlan):
        gpus = plan.server.accelerators
        found |= {"rec.server_kw": plan.server.max_power_kw.value, "rec.ram_gb": float(plan.server.ram_gb)}
        found["rec.vram_node_gb"] = fleet.ram_gb / fleet.nodes if gpus else 0.0
        found["rec.us_group"] = False
    if isinstance(plan, RentPlan):
        found["rec.us_group"] = plan.offer.operator_law == "US"
        if "c5_type2" in plan.offer.attestations:
            found["rec.c5_type2"] = True
    return found
