"""Puts the replicas of all workloads on the GPUs of whole machines.

First fit, largest first: sizes are powers of two within a machine, for which it needs no machine too many. A replica
never shares a GPU unless it was sized on a part of one. What runs by day and what runs by night take turns on a GPU;
the one that rests is unloaded, so that the memory of the fuller time counts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from wizard.domain.fleet import Hours

_WINDOWS: dict[Hours, tuple[int, ...]] = {"always": (0, 1), "day": (0,), "night": (1,)}
_ROUNDING = 1e-6


@dataclass(frozen=True)
class Geometry:
    """Slices a GPU can be cut into. Whole GPUs only: one slice of each."""

    compute: int = 1
    memory: int = 1


@dataclass(frozen=True)
class Tenant:
    """One replica or training run that wants its place."""

    workload_id: str
    gpus: int
    memory_gb: float
    """On each of its GPUs."""
    pool: str = ""
    hours: Hours = "always"
    spare: bool = False
    slices: Geometry | None = None
    """Of one GPU; None: whole GPUs."""
    partition: str = ""


@dataclass
class Slot:
    """One GPU: what it holds, and the slices used by day and by night."""

    compute: list[int] = field(default_factory=lambda: [0, 0])
    memory: list[int] = field(default_factory=lambda: [0, 0])
    tenants: list[Tenant] = field(default_factory=list)

    def empty(self, hours: Hours) -> bool:
        return all(self.compute[w] == 0 for w in _WINDOWS[hours])

    def takes(self, tenant: Tenant, cut: Geometry, of: Geometry) -> bool:
        return all(
            self.compute[w] + cut.compute <= of.compute and self.memory[w] + cut.memory <= of.memory
            for w in _WINDOWS[tenant.hours]
        )

    def add(self, tenant: Tenant, cut: Geometry) -> None:
        for window in _WINDOWS[tenant.hours]:
            self.compute[window] += cut.compute
            self.memory[window] += cut.memory
        self.tenants.append(tenant)

    @property
    def memory_gb(self) -> float:
        """At the fuller time."""
        return max(sum(t.memory_gb for t in self.tenants if window in _WINDOWS[t.hours]) for window in (0, 1))


@dataclass
class Machine:
    pool: str
    slots: list[Slot]

    def free(self, hours: Hours) -> list[Slot]:
        return [slot for slot in self.slots if slot.empty(hours)]

    @property
    def used(self) -> int:
        """GPUs that hold anything."""
        return sum(bool(slot.tenants) for slot in self.slots)


def pack(tenants: Iterable[Tenant], accelerators: int, of: Geometry = Geometry()) -> list[Machine]:
    """Machines of ``accelerators`` GPUs with all tenants on them, in an order that depends on the tenants only.

    Raises:
        ValueError: a tenant's cut is larger than a GPU.
    """
    machines: list[Machine] = []
    placed: dict[str, list[Machine]] = {}
    starts: dict[tuple[object, ...], int] = {}
    for tenant in sorted(tenants, key=_order):
        own = placed.setdefault(tenant.pool, [])
        _place(tenant, own, accelerators, of, starts)
    for pool in sorted(placed):
        machines += placed[pool]
    return machines


def _order(tenant: Tenant) -> tuple[object, ...]:
    """Round the clock first, then the largest; spare replicas behind those that serve."""
    cut = tenant.slices or Geometry(0, 0)
    divided = tenant.slices is not None
    return (
        tenant.pool, tenant.hours, divided, -tenant.gpus, -cut.memory, -cut.compute, tenant.spare,
        tenant.workload_id, -tenant.memory_gb,
    )  # fmt: skip


def _place(
    tenant: Tenant, machines: list[Machine], accelerators: int, of: Geometry, starts: dict[tuple[object, ...], int]
) -> None:
    if tenant.slices is not None:
        _place_part(tenant, tenant.slices, machines, accelerators, of)
        return
    left = tenant.gpus
    while left > 0:
        wanted = min(left, accelerators)
        key = (tenant.pool, tenant.hours, wanted)
        start = starts.get(key, 0)
        while start < len(machines) and len(machines[start].free(tenant.hours)) < wanted:
            start += 1
        if start == len(machines):
            machines.append(_new(tenant.pool, accelerators))
        starts[key] = start
        for slot in machines[start].free(tenant.hours)[:wanted]:
            slot.add(tenant, of)
        left -= wanted


def _place_part(tenant: Tenant, cut: Geometry, machines: list[Machine], accelerators: int, of: Geometry) -> None:
    """On a GPU that is divided already where one has room, else on a free one."""
    if cut.compute > of.compute or cut.memory > of.memory:
        raise ValueError(f"{tenant.workload_id}: {cut} of {of}")
    slots = [slot for machine in machines for slot in machine.slots]
    divided = (s for s in slots if not s.empty(tenant.hours) and s.takes(tenant, cut, of))
    found = next(divided, None) or next((s for s in slots if s.empty(tenant.hours)), None)
    if found is None:
        machines.append(_new(tenant.pool, accelerators))
        found = machines[-1].slots[0]
    found.add(tenant, cut)


def _new(pool: str, accelerators: int) -> Machine:
    return Machine(pool, [Slot() for _ in range(accelerators)])


def gpus_used(machines: Sequence[Machine]) -> int:
    return sum(machine.used for machine in machines)


def overfull(machines: Sequence[Machine], usable_gb: float) -> list[Slot]:
    """GPUs whose tenants need more memory than there is; none where every tenant was sized for its part."""
    return [s for m in machines for s in m.slots if s.memory_gb > usable_gb + _ROUNDING]
