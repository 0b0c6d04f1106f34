"""Values of the rules about the leading option: its hardware, provider, use and chance of being best."""

from collections.abc import Mapping, Sequence
from typing import Any

from wizard.domain.economics import CapacityNeed
from wizard.domain.quantities import HOURS_PER_MONTH
from wizard.engine.finding_seen import Seen
from wizard.engine.options import PricedOption
from wizard.engine.plan_parts import contract, own_part

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
    if plan.needs:
        found |= _of_needs(plan.needs)
    lead = leading.facts.lead_weeks
    if lead is not None:
        found["calc.lead_time_weeks"] = lead.value
    if leading.facts.facility_kw is not None:
        found["calc.facility_kw"] = leading.facts.facility_kw.value
    if leading.facts.heat_kw is not None:
        found["calc.it_kw_total"] = leading.facts.heat_kw.value
    own, signed = own_part(plan), contract(plan)
    if own is not None:
        found |= {"rec.server_kw": own.server.max_power_kw.value, "rec.ram_gb": float(own.server.ram_gb)}
        if fleet is not None:
            found["rec.vram_node_gb"] = fleet.ram_gb / fleet.nodes
    found["rec.us_group"] = signed is not None and signed.operator_law == "US"
    if signed is not None and "c5_type2" in signed.attestations:
        found["rec.c5_type2"] = True
    return found


def _of_needs(needs: Sequence[CapacityNeed]) -> Mapping[str, Any]:
    used = sum(n.in_flight_mean / n.in_flight_peak * n.active_hours_per_month / HOURS_PER_MONTH for n in needs)
    share = used / len(needs)
    return {
        "calc.utilisation": share, "calc.utilisation_pct": share * PERCENT, "calc.gpu_name": needs[0].accelerator,
    }  # fmt: skip
