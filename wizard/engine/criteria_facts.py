"""What the criteria need beside the gates' facts: availability, latency, energy and carbon of one option."""

from datetime import date

from wizard.decision.criteria import CriteriaFacts
from wizard.domain.catalog import Catalog
from wizard.domain.economics import CostQuestion, Plan, RentPlan
from wizard.domain.provenance import Evidence
from wizard.domain.quantities import HOURS_PER_YEAR, MONTHS_PER_YEAR
from wizard.engine.options import PricedOption
from wizard.engine.plan_parts import contract, own_part, rented_part
from wizard.engine.sized import SizedWorkload

_GRAMS_PER_KG = 1_000.0
_EEA_ROUND_TRIP = "load.network_round_trip_ms.eu"


def criteria_facts(
    found: PricedOption,
    question: CostQuestion,
    catalog: Catalog,
    sized: tuple[SizedWorkload, ...],
    *,
    country: str | None,
    as_of: date,
    demand_evidence: Evidence,
) -> CriteriaFacts:
    """Facts of a priced option; what no figure of the catalogue covers stays unknown.

    Args:
        country: of the client, None where only assumed.
        as_of: leaving is looked at half the horizon later.
    """
    plan = found.priced.plan
    place = place_of(plan) or country or "EU"
    grid = catalog.figures.get(f"carbon.grid_g_per_kwh.{place.lower()}") or catalog.figure("carbon.grid_g_per_kwh.eu")
    return CriteriaFacts(
        option=found.facts,
        priced=found.priced,
        question=question,
        country=country,
        exit_on=_later(as_of, question.horizon_months // 2),
        machine_availability=catalog.figure(availability_figure(plan)).value,
        kwh_per_gpu_year=_rented_kwh(plan, question, catalog),
        grid_kg_per_kwh=grid.value / _GRAMS_PER_KG,
        embodied_kg_per_gpu=catalog.figure("carbon.embodied_kg_per_gpu").value,
        latency_to_target=_latency(found, catalog, sized),
        demand_evidence=demand_evidence,
    )


def _later(start: date, months: int) -> date:
    total = start.year * MONTHS_PER_YEAR + start.month - 1 + months
    return date(total // MONTHS_PER_YEAR, total % MONTHS_PER_YEAR + 1, min(start.day, 28))


def place_of(plan: Plan) -> str | None:
    """Country whose grid feeds the machines; None: that of the client, or not published."""
    if own_part(plan) is not None and plan.option != "colocation":
        return None
    signed = contract(plan)
    return signed.country if signed is not None else None


def availability_figure(plan: Plan) -> str:
    """Name of the figure for the share of the year one machine, or the service, is up."""
    if own_part(plan) is not None:
        return "operations.node_availability"
    return f"operations.{'cloud' if rented_part(plan) is not None else 'api'}_availability"


def _rented_kwh(plan: Plan, question: CostQuestion, catalog: Catalog) -> float | None:
    """Energy of one rented GPU in a year, from a server class with the same GPU; None where none is catalogued.

    Own machines measure their energy in the cash flows.
    """
    if not isinstance(plan, RentPlan):
        return None
    servers = [s for s in catalog.servers.values() if s.accelerator == plan.offer.accelerator]
    if not servers:
        return None
    server = servers[-1]
    use = question.inputs["power_utilisation"].range.value
    idle = server.idle_power_share.value
    share = idle + (1 - idle) * use
    pue = catalog.figure("finance.pue.hosted").value
    return server.max_power_kw.value * share * pue * HOURS_PER_YEAR / server.accelerators


def _latency(found: PricedOption, catalog: Catalog, sized: tuple[SizedWorkload, ...]) -> float | None:
    """Worst workload: 95 % time to the first token with the network round trip, over the target."""
    plan = found.priced.plan
    if isinstance(plan, RentPlan):
        name = f"load.network_round_trip_ms.{(plan.offer.country or '').lower()}"
        trip = catalog.figures.get(name) or catalog.figure(_EEA_ROUND_TRIP)
    else:
        trip = catalog.figure("load.network_round_trip_ms.own")
    ratios = []
    for workload, need in zip(sized, plan.needs, strict=False):
        target = workload.load.target.ttft_p95_ms if workload.load else None
        performance = workload.configuration(need.configuration_id).serving
        if target is not None and performance is not None:
            ratios.append((performance.ttft_ms_p95 + trip.value) / target)
    return max(ratios, default=None)
