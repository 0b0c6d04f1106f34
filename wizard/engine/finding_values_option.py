"""Values of the rules about one option: its hardware, its provider, its use."""

from collections.abc import Iterator, Mapping
from typing import Any

from wizard.domain.economics import OwnPlan
from wizard.domain.quantities import HOURS_PER_MONTH
from wizard.engine.class_products import largest
from wizard.engine.finding_seen import Seen
from wizard.engine.finding_values_fleet import fleet_values
from wizard.engine.finding_values_spread import spread_values
from wizard.engine.options import PricedOption
from wizard.engine.plan_parts import contract, own_part, rented_part
from wizard.questionnaire.logic import NOT_APPLICABLE

PERCENT = 100.0
_OF_OWN_HARDWARE = (
    "rec.server_kw", "rec.form_factor", "rec.height_u", "rec.liquid_cooled", "rec.site_kw", "calc.facility_kw",
    "calc.it_kw_total", "calc.ops_fte_needed", "rec.noise_dba", "rec.depth_mm", "rec.inlet_temp_max_c",
    "rec.industrial",
)  # fmt: skip
_COMMITTED_YEARS = {"on_demand": 0, "committed_1y": 1, "committed_3y": 3}


def option_values(seen: Seen, found: PricedOption | None, option: str | None = None) -> Mapping[str, Any]:
    """Facts of a priced option, or of one that is known by name only.

    Args:
        option: its name where ``found`` is None; else the one the result leads with.
    """
    name = found.option if found is not None else option or seen.likely
    values: dict[str, Any] = {} if name is None else {"rec.option": name}
    if name is not None and name not in ("on_premises", "colocation", "hybrid", "status_quo"):
        values |= dict.fromkeys(_OF_OWN_HARDWARE, NOT_APPLICABLE)
    if found is not None:
        values |= dict(_priced(seen, found))
    return values


def _priced(seen: Seen, found: PricedOption) -> Iterator[tuple[str, Any]]:
    plan, fleet = found.priced.plan, found.fleet
    own, rented, signed = own_part(plan), rented_part(plan), contract(plan)
    yield "rec.us_group", signed is not None and signed.operator_law == "US"
    if signed is not None:
        yield "rec.provider", signed.provider
    if fleet is not None:
        yield from fleet_values(fleet)
    yield from _use(found)
    yield from spread_values(seen, found)
    yield from _growth(found)
    if found.facts.lead_weeks is not None:
        yield "calc.lead_time_weeks", found.facts.lead_weeks.value
    if rented is not None:
        yield "rec.commit_years", _COMMITTED_YEARS[rented.commitment]
        yield from _egress(found)
    if own is not None:
        yield from _own(seen, found, own)
    yield "calc.binds", own is not None or (rented is not None and rented.commitment != "on_demand")


def _use(found: PricedOption) -> Iterator[tuple[str, Any]]:
    """Mean use over the month of what the peak needs; runs that follow one another have no peak of their own."""
    needs = found.priced.plan.needs
    if not needs:
        return
    parts = [n.in_flight_mean / n.in_flight_peak * n.active_hours_per_month / HOURS_PER_MONTH for n in needs]
    used = sum(parts) / len(parts)
    yield "calc.utilisation", used
    yield "calc.utilisation_pct", used * PERCENT


def _growth(found: PricedOption) -> Iterator[tuple[str, Any]]:
    """The first month that needs more machines than the first stage has."""
    machines = found.priced.drivers.get("machines")
    if machines is None or not len(machines) or not machines.max():
        return
    started = machines[machines > 0][0]
    more = [month for month, count in enumerate(machines, 1) if count > started]
    yield "calc.machines_at_end", float(machines[-1])
    yield "calc.capacity_exhausted_month", more[0] if more else NOT_APPLICABLE


def _egress(found: PricedOption) -> Iterator[tuple[str, Any]]:
    cost = found.priced.cost
    if cost.nominal_eur > 0:
        yield "calc.egress_share_pct", cost.breakdown.get("egress", 0.0) / cost.nominal_eur * PERCENT


def _own(seen: Seen, found: PricedOption, plan: OwnPlan) -> Iterator[tuple[str, Any]]:
    server, facts = plan.server, found.facts
    yield "rec.system_name", server.name
    yield "rec.server_kw", server.max_power_kw.value
    yield "rec.form_factor", server.form_factor
    yield "rec.height_u", server.rack_units.value
    yield "rec.liquid_cooled", server.cooling == "liquid"
    yield "rec.industrial", False
    for name, figure in (("noise_dba", server.noise_dba), ("depth_mm", largest(seen.catalog, server, "depth_mm")),
                         ("inlet_temp_max_c", server.inlet_max_c)):  # fmt: skip
        if figure is not None:
            yield f"rec.{name}", figure.value
    yield "rec.gpus_per_node", server.accelerators
    if facts.facility_kw is not None:
        yield "calc.facility_kw", facts.facility_kw.value
        yield "rec.site_kw", facts.facility_kw.value
    if facts.heat_kw is not None:
        yield "calc.it_kw_total", facts.heat_kw.value
    if seen.priced is not None:
        yield "calc.ops_fte_needed", seen.priced.table.question.inputs["staff_fte_own"].range.value
