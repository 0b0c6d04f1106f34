"""Which workload of an option sits on which GPUs, at the highest need of the first year, and what comes after.

Machines are those the cost engine counts; the packing shows that they hold everything and what stays free.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from wizard.costs.capacity import machines_at_peak, replicas
from wizard.costs.engine import CostTable, PricedPlan
from wizard.costs.world import World
from wizard.decision.wording import filled, number
from wizard.domain.catalog import Catalog
from wizard.domain.economics import CapacityNeed, HybridPlan, OwnPlan, RentPlan
from wizard.domain.language import Text, text
from wizard.domain.layout import (
    FleetLayout,
    GpuShare,
    GpuUse,
    MachineUse,
    NightTraining,
    PoolName,
    PoolPlan,
    Redundancy,
    YearNeed,
)
from wizard.domain.part_names import WAYS
from wizard.domain.quantities import GB, GIB, MONTHS_PER_YEAR
from wizard.engine.plan_parts import machine_of
from wizard.engine.plans_arrangement import TRAINING, Arrangement, separated, service_gpus, without_turns
from wizard.engine.plans_failure import Failure
from wizard.engine.plans_growth import Today, growth
from wizard.engine.plans_loading import models_in_turns
from wizard.engine.plans_mixed import mixed_classes
from wizard.engine.plans_night import night_training
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.resolve import Values
from wizard.sizing.packing import Geometry, Machine, Slot, Tenant, gpus_used, pack
from wizard.sizing.partition import Method, geometry

MOST_REPLICAS = 4_000
"""A layout of more is no plan anybody reads."""


@dataclass(frozen=True)
class LayoutBuilder:
    """Lays out the options of one evaluation."""

    values: Values
    catalog: Catalog
    sized: tuple[SizedWorkload, ...]
    arrangement: Arrangement

    def of(self, priced: PricedPlan, table: CostTable, nodes: int, link_gbit_s: float) -> FleetLayout | None:
        """The layout of bought or rented machines; None for services, and for a mix of own and rented machines.

        Args:
            nodes: machines of the first year.
            link_gbit_s: of one machine to its users and storage.
        """
        plan = priced.plan
        if isinstance(plan, HybridPlan) or not isinstance(plan, OwnPlan | RentPlan) or not nodes:
            return None
        world = table.middle_world()
        case = _Case(self, plan, world, nodes, link_gbit_s)
        return case.layout() if case.replicas <= MOST_REPLICAS else None


@dataclass(frozen=True)
class _Case:
    builder: LayoutBuilder
    plan: OwnPlan | RentPlan
    world: World
    nodes: int
    link_gbit_s: float

    @property
    def needs(self) -> tuple[CapacityNeed, ...]:
        return self.plan.needs

    @property
    def accelerators(self) -> int:
        return machine_of(self.plan).accelerators

    @property
    def method(self) -> Method | None:
        return self.builder.arrangement.method

    @property
    def trained(self) -> set[str]:
        return {w.result.id for w in self.builder.sized if w.run is not None}

    @property
    def month(self) -> int:
        """The month of the first year that needs most."""
        return int(np.argmax(self.world.demand[:MONTHS_PER_YEAR, 0]))

    @property
    def replicas(self) -> int:
        return sum(serving + need.spare_replicas for need, serving in self._counts(self.month))

    def layout(self) -> FleetLayout:
        tenants = list(self.tenants(self.month))
        machines = self._packed(tenants)
        missing = self.nodes - len(machines)
        machines += [Machine("", [Slot() for _ in range(self.accelerators)]) for _ in range(missing)]
        used = gpus_used(machines)
        pools = self.builder.arrangement.plan(self.needs, self.builder.sized)
        separate = self._machines(separated(self.needs, self.trained), self.month)
        years = tuple(self._years())
        redundancy = self._redundancy(tenants)
        mixed = mixed_classes(
            self.builder.values, self.builder.catalog, self.builder.sized, self.plan, self._at(self.month), self.nodes
        )
        return FleetLayout(
            pools=pools, pools_why=self._pools_why(pools, separate),
            answered=pools == "one" or self.builder.arrangement.pools == pools,
            machines=tuple(self._grouped(machines)), gpus_used=used,
            gpus_free=self.nodes * self.accelerators - used, machines_if_separate=separate, years=years,
            redundancy=redundancy, night=self._night(), mixed=mixed,
            scaling=growth(
                Today(self.plan, self.accelerators, self.world, self.month, self.nodes, used), years, mixed,
                redundancy, self.builder.catalog, self.builder.sized,
            ),
            sharing_why=self._sharing_why(),
            in_turns=models_in_turns(
                self.builder.values, self.builder.catalog, self.builder.sized, self.needs, self.link_gbit_s
            ),
        )  # fmt: skip

    def _packed(self, tenants: Sequence[Tenant]) -> list[Machine]:
        """Spare replicas on machines of their own where one may fail and the machines are enough for it."""
        if any(need.survives for need in self.needs):
            serving, spare = (
                pack([t for t in tenants if t.spare is standing_by], self.accelerators, self._geometry())
                for standing_by in (False, True)
            )
            if len(serving) + len(spare) <= self.nodes:
                return [*serving, *spare]
        return pack(tenants, self.accelerators, self._geometry())

    def tenants(self, month: int) -> Iterator[Tenant]:
        """Every replica of every workload at the demand of a month."""
        by_id = {w.result.id: w for w in self.builder.sized}
        for need, serving in self._counts(month):
            workload = by_id[need.workload_id]
            configuration, part = workload.configuration(need.configuration_id), workload.part_of(need.configuration_id)
            one = Tenant(
                need.workload_id, need.gpus_per_replica, configuration.memory.total_gb, need.pool, need.hours,
                slices=part.slices if part is not None else None,
                partition=part.profile if part is not None else "",
            )  # fmt: skip
            yield from [one] * serving
            yield from [replace(one, spare=True)] * need.spare_replicas

    def _counts(self, month: int) -> list[tuple[CapacityNeed, int]]:
        at = self._at(month)
        return [(need, int(replicas(need, at)[0, 0])) for need in self.needs]

    def _at(self, month: int) -> World:
        """One month of the middle case."""
        return replace(self.world, months=1, demand=self.world.demand[month : month + 1, :1])

    def _machines(self, needs: tuple[CapacityNeed, ...], month: int) -> int:
        return int(machines_at_peak(needs, self.accelerators, self._at(month))[0, 0])

    def _geometry(self) -> Geometry:
        card = self.builder.catalog.accelerators[machine_of(self.plan).accelerator]
        return geometry(card, self.method)

    def _grouped(self, machines: Sequence[Machine]) -> Iterator[MachineUse]:
        """Machines with equal content as one entry."""
        contents: list[tuple[str, tuple[GpuUse, ...]]] = [(m.pool, tuple(self._gpus(m))) for m in machines]
        first = 0
        while first < len(contents):
            last = first
            while last + 1 < len(contents) and contents[last + 1] == contents[first]:
                last += 1
            pool, gpus = contents[first]
            named: PoolName = "training" if pool == TRAINING else "services" if pool else "all"
            yield MachineUse(first=first + 1, count=last - first + 1, pool=named, gpus=gpus)
            first = last + 1

    def _gpus(self, machine: Machine) -> Iterator[GpuUse]:
        """GPUs with equal content as one entry."""
        card = self.builder.catalog.accelerators[machine_of(self.plan).accelerator]
        usable = card.usable_gib.value * GIB / GB
        found: list[GpuUse] = []
        for slot in machine.slots:
            shares = self._shares(slot)
            memory = slot.memory_gb
            if found and found[-1].shares == shares:
                found[-1] = found[-1].model_copy(update={"count": found[-1].count + 1})
            else:
                found.append(
                    GpuUse(count=1, memory_gb=memory, usable_gb=usable, headroom_gb=usable - memory, shares=shares)
                )
        yield from found

    def _shares(self, slot: Slot) -> tuple[GpuShare, ...]:
        whole = self._geometry()
        counted: dict[Tenant, int] = {}
        for tenant in slot.tenants:
            counted[tenant] = counted.get(tenant, 0) + 1
        return tuple(
            GpuShare(
                workload_id=t.workload_id, memory_gb=t.memory_gb * count, replicas=count, spare=t.spare,
                part=1.0 if t.slices is None else count * t.slices.memory / whole.memory,
                partition=t.partition, hours=t.hours,
            )
            for t, count in counted.items()
        )  # fmt: skip

    def _years(self) -> Iterator[YearNeed]:
        """The end of each year of the horizon."""
        machines = machines_at_peak(self.needs, self.accelerators, self.world)[:, 0]
        before = 0.0
        for start in range(0, self.world.months, MONTHS_PER_YEAR):
            months = machines[start : start + MONTHS_PER_YEAR]
            end = start + len(months) - 1
            there = max(int(months.max()), int(before))
            more = next((start + n + 1 for n, m in enumerate(months) if m > before), None) if start else None
            used = gpus_used(pack(self.tenants(end), self.accelerators, self._geometry()))
            yield YearNeed(
                year=start // MONTHS_PER_YEAR + 1, demand_factor=float(self.world.demand[end, 0]), gpus_used=used,
                gpus_free=there * self.accelerators - used, machines=there, more_from_month=more,
            )  # fmt: skip
            before = float(there)

    def _redundancy(self, tenants: Sequence[Tenant]) -> Redundancy:
        return Failure(
            self.builder.values, self.builder.catalog, self.builder.sized, self.plan, self.nodes, tenants,
            self._at(self.month), self._geometry(),
        ).redundancy()  # fmt: skip

    def _night(self) -> NightTraining | None:
        needs = without_turns(self.needs)
        return night_training(
            self.builder.values, self.builder.catalog, self.builder.sized, needs, service_gpus(needs, self.trained)
        )

    def _sharing_why(self) -> Text | None:
        divided = [n.workload_id for n in self.needs if n.part_of_gpu < 1.0]
        if self.method is None:
            return self.builder.arrangement.sharing_why
        if divided:
            return filled(_DIVIDED_GPUS, way=WAYS[self.method], names=", ".join(self._label(name) for name in divided))
        return _NOTHING_TO_SHARE

    def _label(self, workload_id: str) -> str:
        return next(w.result.label for w in self.builder.sized if w.result.id == workload_id) or workload_id

    def _pools_why(self, pools: PoolPlan, separate: int) -> Text:
        arrangement = self.builder.arrangement
        if pools == "one":
            return _ONE_POOL
        if arrangement.pools is not None and arrangement.pools == pools:
            return filled(_ANSWERED[pools], there=number(self.nodes, 0), separate=number(separate, 0))
        night = self._night()
        if arrangement.pools == "shared" and night is not None and night.verdict == "yes":
            return _NOT_BY_THE_HOUR
        if arrangement.pools == "shared" and night is not None:
            return filled(_NOT_SHARED, why=night.why[0])
        if separate <= self.nodes:
            return filled(_SEPARATE_IS_FREE, there=number(self.nodes, 0))
        return filled(_DIVIDED, there=number(self.nodes, 0), separate=number(separate, 0))


_ONE_POOL = text(
    "Only services or only training: one pool.", "Nur Dienste oder nur Training: ein Pool."
)  # fmt: skip
_ANSWERED: Mapping[PoolPlan, Text] = {
    "separate": text(
        "Machines of their own for services and training, as answered: {there} together.",
        "Eigene Maschinen für Dienste und Training, wie beantwortet: zusammen {there}.",
    ),
    "divided": text(
        "The same machines with fixed GPUs, as answered: {there}; machines of their own would be {separate}.",
        "Dieselben Maschinen mit festen GPUs, wie beantwortet: {there}; mit eigenen Maschinen wären es {separate}.",
    ),
    "shared": text(
        "Training in the free hours of the services' GPUs, as answered: {there} machines; machines of their own would "
        "be {separate}.",
        "Training in den freien Stunden der Dienste-GPUs, wie beantwortet: {there} Maschinen; mit eigenen Maschinen "
        "wären es {separate}.",
    ),
}
_NOT_SHARED = text(
    "Fixed GPUs, although shared ones were asked for: {why}",
    "Feste GPUs, obwohl gemeinsame gewünscht sind: {why}",
)
_NOT_BY_THE_HOUR = text(
    "GPUs of their own, although shared ones were asked for: machines by the hour are given back while they rest, so "
    "that turns would save nothing.",
    "Eigene GPUs, obwohl gemeinsame gewünscht sind: Stundenweise gemietete Maschinen werden in der Ruhezeit "
    "zurückgegeben, ein Wechsel spart nichts.",
)
_SEPARATE_IS_FREE = text(
    "Advice: machines of their own for services and training; the {there} machines are enough for it.",
    "Rat: eigene Maschinen für Dienste und Training; die {there} Maschinen reichen dafür.",
)
_DIVIDED = text(
    "Advice: fixed GPUs for services and training on the same {there} machines; machines of their own would be "
    "{separate}.",
    "Rat: feste GPUs für Dienste und Training auf denselben {there} Maschinen; mit eigenen Maschinen wären es "
    "{separate}.",
)
_DIVIDED_GPUS = text(
    "{names}: on a part of a GPU ({way}), as answered; model and latency target are those of a whole one.",
    "{names}: auf einem Teil einer GPU ({way}), wie beantwortet; Modell und Latenzziel sind die einer ganzen.",
)
_NOTHING_TO_SHARE = text(
    "No workload takes less than a GPU of this kind within its target; none is divided.",
    "Kein Workload kommt innerhalb seines Ziels mit weniger als einer GPU dieser Art aus; keine wird geteilt.",
)
