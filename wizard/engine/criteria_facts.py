"""What the criteria need beside the gates' facts: availability, latency, energy and carbon of one option."""

from datetime import date

from wizard.decision.criteria import CriteriaFacts
from wizard.domain.catalog import Catalog
from wizard.domain.economics import CostQuestion, OwnPlan, RentPlan
from wizard.domain.provenance import Evidence
from wizard.domain.quantities import HOURS_PER_YEAR, MONTHS_PER_YEAR
from wizard.engine.options import PricedOption
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
    own = isinstance(plan, OwnPlan)
    place = plan.offer.country if isinstance(plan, RentPlan) else (country or "EU")
    grid = catalog.figures.get(f"carbon.grid_g_per_kwh.{place.lower()}") or catalog.figure("carbon.grid_g_per_kwh.eu")
    return CriteriaFacts(
        option=found.facts,
        priced=found.priced,
        question=question,
        country=country,
        exit_on=_later(as_of, question.horizon_months // 2),
        machine_availability=catalog.figure(f"operations.{'node' if own else 'cloud'}_availability").value,
        kwh_per_gpu_year=None if own else _rented_kwh(plan, question, catalog),
        grid_kg_per_kwh=grid.value / _GRAMS_PER_KG,
        embodied_kg_per_gpu=catalog.figure("carbon.embodied_kg_per_gpu").value,
        latency_to_target=_latency(found, catalog, sized),
        demand_evidence=demand_evidence,
    )


def _later(start: date, months: int) -> date:
    total = start.year * MONTHS_PER_YEAR + start.month - 1 + months
    return date(total // MONTHS_PER_YEAR, total % MONTHS_PER_YEAR + 1, min(start.day, 28))


def _rented_kwh(plan: OwnPlan | RentPlan, question: CostQuestion, catalog: Catalog) -> float | None:
    """Energy of one rented GPU in a year, from a server class with the same GPU; None where none is catalogued."""
    assert isinstance(plan, RentPlan)  # noqa: S101 - own plans measure their energy in the cash flows
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
        name = f"load.network_round_trip_ms.{plan.offer.country.lower()}"
        trip = catalog.figures.get(name) or catalog.figure(_EEA_ROUND_TRIP)
    else:
        trip = catalog.figure("load.network_round_trip_ms.own")
    ratios = []
    for workload, need in zip(sized, plan.needs, strict=True):
        target = workload.load.target.ttft_p95_ms if workload.load else None
        performance = workload.configuration(need.configuration_id).serving
        if target is not None and performance is not None:
            ratios.append((performance.ttft_ms_p95 + trip.value) / target)
    return max(ratios, default=None)
