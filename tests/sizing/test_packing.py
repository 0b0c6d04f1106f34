"""Packing: nothing is overfilled, nothing is lost, and the machines are those the cost engine counts."""

from math import ceil

from hypothesis import given, settings
from hypothesis import strategies as st
from wizard.sizing.packing import Geometry, Machine, Tenant, gpus_used, overfull, pack

USABLE = 80.0
MIG = Geometry(7, 8)
SLICES = {"1g": (Geometry(1, 1), 1 / 7, 9.0), "2g": (Geometry(2, 2), 1 / 3, 18.0), "3g": (Geometry(3, 4), 1 / 2, 38.0)}
"""Slices, share of a GPU when only such ones are cut, memory: NVIDIA MIG user guide, H100 of 80 GB."""


def whole(name: str, gpus: int, memory: float = 50.0, **fields: object) -> Tenant:
    return Tenant(name, gpus, memory, **fields)  # type: ignore[arg-type]


def part(name: str, profile: str) -> Tenant:
    slices, _share, memory = SLICES[profile]
    return Tenant(name, 1, memory, slices=slices, partition=profile)


def share(tenant: Tenant, accelerators: int) -> float:
    """What the cost engine counts a replica with."""
    if tenant.slices is not None:
        return SLICES[tenant.partition][1] / accelerators
    if tenant.gpus >= accelerators:
        return float(ceil(tenant.gpus / accelerators))
    return 1 / (accelerators // tenant.gpus)


wholes = st.builds(
    whole, st.sampled_from("abcd"), st.sampled_from([1, 2, 4, 8]), st.floats(1.0, USABLE),
    hours=st.sampled_from(["always", "day", "night"]), pool=st.sampled_from(["", "training"]),
)  # fmt: skip
parts = st.builds(part, st.sampled_from("xyz"), st.sampled_from(list(SLICES)))
tenants = st.lists(st.one_of(wholes, parts), max_size=24)
sizes = st.sampled_from([1, 2, 4, 8])


def content(machines: list[Machine]) -> list[list[list[Tenant]]]:
    return [[slot.tenants for slot in machine.slots] for machine in machines]


@given(tenants, sizes)
@settings(deadline=None)
def test_no_gpu_is_overfilled(asked: list[Tenant], accelerators: int) -> None:
    """R151"""
    assert overfull(pack(asked, accelerators, MIG), USABLE) == []


@given(tenants, sizes)
@settings(deadline=None)
def test_slices_of_a_gpu_never_exceed_it(asked: list[Tenant], accelerators: int) -> None:
    slots = [slot for machine in pack(asked, accelerators, MIG) for slot in machine.slots]
    assert all(used <= MIG.compute for slot in slots for used in slot.compute)
    assert all(used <= MIG.memory for slot in slots for used in slot.memory)


@given(tenants, sizes)
@settings(deadline=None)
def test_every_replica_sits_on_all_its_gpus(asked: list[Tenant], accelerators: int) -> None:
    placed = [t for machine in content(pack(asked, accelerators, MIG)) for slot in machine for t in slot]
    assert sorted(map(repr, placed)) == sorted(repr(t) for t in asked for _ in range(t.gpus))


@given(st.permutations(range(6)), st.lists(st.one_of(wholes, parts), min_size=6, max_size=6), sizes)
@settings(deadline=None)
def test_the_order_of_the_workloads_does_not_matter(order: list[int], asked: list[Tenant], accelerators: int) -> None:
    assert content(pack([asked[n] for n in order], accelerators, MIG)) == content(pack(asked, accelerators, MIG))


@given(tenants, st.one_of(wholes, parts), sizes)
@settings(deadline=None)
def test_a_further_workload_never_shrinks_the_fleet(asked: list[Tenant], further: Tenant, accelerators: int) -> None:
    before, after = pack(asked, accelerators, MIG), pack([*asked, further], accelerators, MIG)
    assert len(after) >= len(before)


@given(st.lists(wholes, max_size=24), sizes)
@settings(deadline=None)
def test_sharing_never_needs_more_machines_than_pools(asked: list[Tenant], accelerators: int) -> None:
    """R172"""
    together = [whole(t.workload_id, t.gpus, t.memory_gb) for t in asked]
    apart = [whole(t.workload_id, t.gpus, t.memory_gb, pool=t.pool) for t in asked]
    assert len(pack(together, accelerators)) <= len(pack(apart, accelerators))


@given(tenants, sizes)
@settings(deadline=None)
def test_the_machines_the_cost_engine_counts_hold_everything(asked: list[Tenant], accelerators: int) -> None:
    """The cost engine counts ``ceil(always + max(day, night))`` of each pool."""
    counted = 0
    for pool in {t.pool for t in asked}:
        always, day, night = (
            sum(share(t, accelerators) for t in asked if t.pool == pool and t.hours == hours)
            for hours in ("always", "day", "night")
        )
        counted += ceil(always + max(day, night) - 1e-9)
    assert len(pack(asked, accelerators, MIG)) <= counted


def test_a_big_model_and_small_ones_worked_by_hand() -> None:
    """R154: two replicas on four GPUs, one on two and three on one fill 13 GPUs of two machines with eight."""
    machines = pack([whole("a", 4)] * 2 + [whole("b", 2)] + [whole("c", 1)] * 3, 8)
    assert (len(machines), gpus_used(machines)) == (2, 13)
    assert [[s.tenants[0].workload_id for s in m.slots if s.tenants] for m in machines] == [
        ["a"] * 8, ["b"] * 2 + ["c"] * 3,
    ]  # fmt: skip


def test_mig_slices_worked_by_hand() -> None:
    """3g + 2g + 2g fill the seven slices of one GPU (3 + 2 + 2); a further 1g opens the next."""
    machines = pack([part("a", "3g"), part("b", "2g"), part("c", "2g"), part("d", "1g")], 2, MIG)
    first, second = machines[0].slots
    assert {t.workload_id for t in first.tenants} == {"a", "b", "c"}
    assert {t.workload_id for t in second.tenants} == {"d"}


def test_two_halves_leave_no_memory_slice() -> None:
    """Two 3g take all eight memory slices, though one of seven compute slices is left."""
    assert gpus_used(pack([part("a", "3g"), part("b", "3g"), part("c", "1g")], 2, MIG)) == 2


def test_day_and_night_take_turns_on_the_same_gpus() -> None:
    """R172: eight GPUs of services by day, six of training at night, memory is that of the fuller time."""
    (machine,) = pack([whole("chat", 8, 30.0, hours="day"), whole("training", 6, 70.0, hours="night")], 8)
    assert [slot.memory_gb for slot in machine.slots] == [70.0] * 6 + [30.0] * 2


def test_a_run_over_two_machines_takes_them_whole() -> None:
    machines = pack([whole("run", 16), whole("chat", 1)], 8)
    assert [machine.used for machine in machines] == [8, 8, 1]
