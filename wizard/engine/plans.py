"""Every way to run all sized workloads on one kind of machine: bought or rented."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

from wizard.domain.catalog import Catalog
from wizard.domain.configuration import Configuration, ServicePerformance, TrainingPerformance
from wizard.domain.economics import CapacityNeed, OwnPlan, PriceKind, RentPlan
from wizard.domain.hardware import Offer
from wizard.domain.quantities import HOURS_PER_MONTH
from wizard.engine.paying import may_be_interrupted
from wizard.engine.plans_arrangement import Arrangement
from wizard.engine.quoted import in_place_of_classes, rented, server_spans, site_spans
from wizard.engine.sized import SizedWorkload

SECONDS_PER_HOUR = 3600
RACKED = ("rack", "sxm")
PRICES: dict[PriceKind, str] = {
    "on_demand": "on_demand_per_hour",
    "committed_1y": "committed_1y_per_hour",
    "committed_3y": "committed_3y_per_hour",
}


@dataclass(frozen=True)
class Machine:
    """Accelerator and count of one server or instance."""

    accelerator: str
    accelerators: int


def own_plans(catalog: Catalog, sized: Sequence[SizedWorkload], arrangement: Arrangement) -> Iterator[OwnPlan]:
    """One plan for each server class that can hold every workload; a quote stands in for its class."""
    for server in in_place_of_classes(catalog.servers.values()):
        needs = arrangement.arranged(needs_on(Machine(server.accelerator, server.accelerators), sized), sized)
        if needs:
            yield OwnPlan(option="on_premises", server=server, needs=needs, inputs=tuple(server_spans(server, catalog)))


def colocation_plans(catalog: Catalog, sized: Sequence[SizedWorkload], arrangement: Arrangement) -> Iterator[OwnPlan]:
    """One plan for each rack server and colocation provider; an air-cooled rack takes no liquid-cooled server."""
    racked = in_place_of_classes(s for s in catalog.servers.values() if s.form_factor in RACKED)
    for site in catalog.colocation.values():
        for server in racked:
            if server.cooling == "liquid" and site.liquid_cooling is False:
                continue
            needs = arrangement.arranged(needs_on(Machine(server.accelerator, server.accelerators), sized), sized)
            if needs:
                spans = (*server_spans(server, catalog), *site_spans(site, catalog))
                yield OwnPlan(option="colocation", server=server, needs=needs, colocation=site, inputs=spans)


def rent_plans(
    catalog: Catalog, offers: Iterable[Offer], sized: Sequence[SizedWorkload], horizon_months: int,
    arrangement: Arrangement,
) -> Iterator[RentPlan]:  # fmt: skip
    """One plan for each offer and price; a commitment never outlasts the horizon."""
    known: dict[Machine, tuple[CapacityNeed, ...]] = {}
    for offer in offers:
        machine = Machine(offer.accelerator, offer.accelerators)
        if machine not in known:
            known[machine] = needs_on(machine, sized)
        arrange = arrangement.pooled if offer.kind == "cloud" else arrangement.arranged
        needs = arrange(known[machine], sized)
        if not needs:
            continue
        for commitment in commitments(offer, horizon_months):
            plan = RentPlan(option=offer.kind, offer=offer, needs=needs, commitment=commitment)
            yield rented(plan, catalog)
            if offer.kind == "cloud" and offer.spot_per_hour is not None and may_be_interrupted(needs):
                yield rented(plan.model_copy(update={"spot": True}), catalog)


def commitments(offer: Offer, horizon_months: int) -> Iterator[PriceKind]:
    """Prices the offer has and the horizon allows."""
    if offer.kind == "cloud" and offer.on_demand_per_hour is None:
        return  # what a commitment does not cover is rented on demand
    longest = {"on_demand": 0, "committed_1y": 12, "committed_3y": 36}
    for kind in get_args(PriceKind):
        if getattr(offer, PRICES[kind]) is not None and longest[kind] <= horizon_months:
            yield kind


def needs_on(machine: Machine, sized: Sequence[SizedWorkload]) -> tuple[CapacityNeed, ...]:
    """What all workloads need on this machine; empty when one of them cannot run there."""
    needs = []
    for workload in sized:
        configuration = workload.on_part(machine.accelerator) or workload.best_on(
            machine.accelerator, machine.accelerators
        )
        if configuration is None:
            return ()
        needs.append(_placed(need(workload, configuration), workload, machine.accelerator))
    return tuple(needs)


def _placed(need: CapacityNeed, workload: SizedWorkload, accelerator: str) -> CapacityNeed:
    """A configuration on a part of a GPU takes that share of the GPU it is cut from."""
    part = workload.part_of(need.configuration_id)
    if part is None:
        return need
    return need.model_copy(update={"accelerator": accelerator, "part_of_gpu": part.share})


def need(workload: SizedWorkload, configuration: Configuration) -> CapacityNeed:
    """Capacity of one workload on one kind of machine."""
    if configuration.training is not None:
        return _training_need(workload, configuration, configuration.training)
    if configuration.service is not None:
        return _service_need(workload, configuration, configuration.service)
    return _serving_need(workload, configuration)


def _serving_need(workload: SizedWorkload, configuration: Configuration) -> CapacityNeed:
    """A language model in the replicas it was sized with.

    A request stays longer on slow or full hardware than the nominal service time of the demand says, so the peak is
    what the sized replicas hold, never the nominal number in flight. Machines follow the hours of the day, not single
    requests: in an average hour the same share is kept free for bursts as in the busiest one.
    """
    performance, load = configuration.serving, workload.load
    at_peak = configuration.replicas_at_peak
    assert performance is not None  # noqa: S101 - feasible
    assert load is not None and at_peak is not None  # noqa: S101, PT018 - sized
    mean_to_peak = load.load.mean_to_peak
    slots = performance.max_concurrency / configuration.replicas
    peak = at_peak * slots
    tokens = load.output_tokens_per_month
    if tokens == 0.0:
        hours = load.load.active_hours_per_month
        tokens = performance.output_tokens_per_s * mean_to_peak * SECONDS_PER_HOUR * hours
    return CapacityNeed(
        workload_id=workload.result.id,
        configuration_id=configuration.id,
        accelerator=configuration.accelerator,
        gpus_per_replica=configuration.gpus_per_replica,
        slots_per_replica=slots,
        in_flight_peak=peak,
        in_flight_mean=peak * mean_to_peak,
        spare_replicas=configuration.spare_replicas,
        active_hours_per_month=load.load.active_hours_per_month,
        output_tokens_per_month=tokens,
    )


def _training_need(
    workload: SizedWorkload, configuration: Configuration, performance: TrainingPerformance
) -> CapacityNeed:
    """Runs that follow one another; what does not fit into the month runs beside it on further GPUs."""
    assert workload.run is not None  # noqa: S101 - a training configuration has a task
    hours = performance.duration_h * workload.run.task.runs_per_month.value
    parallel = max(1.0, hours / HOURS_PER_MONTH)
    return CapacityNeed(
        workload_id=workload.result.id,
        configuration_id=configuration.id,
        accelerator=configuration.accelerator,
        gpus_per_replica=configuration.gpus_per_replica,
        slots_per_replica=1.0,
        in_flight_peak=parallel,
        in_flight_mean=parallel,
        spare_replicas=0,
        active_hours_per_month=min(hours, float(HOURS_PER_MONTH)),
        output_tokens_per_month=0.0,
        stretches=True,
    )


def _service_need(
    workload: SizedWorkload, configuration: Configuration, performance: ServicePerformance
) -> CapacityNeed:
    """A service of items: a slot is one item a second."""
    asked, service = workload.result.service, workload.service
    assert asked is not None and service is not None  # noqa: S101, PT018 - a service has a load
    return CapacityNeed(
        workload_id=workload.result.id,
        configuration_id=configuration.id,
        accelerator=configuration.accelerator,
        gpus_per_replica=configuration.gpus_per_replica,
        slots_per_replica=performance.units_per_s / max(configuration.replicas, 1),
        in_flight_peak=asked.per_s_peak,
        in_flight_mean=asked.per_s_mean,
        spare_replicas=configuration.spare_replicas,
        active_hours_per_month=service.load.active_hours_per_month,
        output_tokens_per_month=0.0,
    )
