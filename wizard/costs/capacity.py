"""From the needs of the workloads to whole machines, month by month.

Replicas at peak = ceil(in_flight_peak · demand / slots) + spare. A machine with G accelerators holds floor(G/g)
replicas of g accelerators; a larger replica fills ceil(g/G) machines, one on a part of a GPU that part of it. Pools
share no machine; what runs by day and what runs by night take turns on the same machines. Where one machine may fail,
a pool has at least one more than hold the replicas that must go on serving, spare ones aside.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from wizard.costs.errors import CostError
from wizard.costs.inputs import Array
from wizard.costs.world import World
from wizard.domain.economics import CapacityNeed
from wizard.domain.errors import CodedError
from wizard.domain.fleet import Hours
from wizard.domain.quantities import HOURS_PER_MONTH

_ROUNDING = 1e-9
_LEAST_HOURS = 1e-6
"""Keeps the mean use of runs defined where no demand is left."""


@dataclass(frozen=True)
class Load:
    """Machines in use while the service is up, between a floor and a peak, around a mean."""

    peak: Array
    """Whole machines at peak, spare replicas included."""
    mean: Array
    floor: Array
    """Whole machines that run as long as any workload is up: one replica each and the spare ones."""
    hours: Array
    """Hours a month in which any workload is up; training runs may fill more of them as demand grows."""


def check_needs(needs: tuple[CapacityNeed, ...], accelerator: str, place: str) -> None:
    """Refuses needs that no plan can serve.

    Raises:
        CodedError: ``E208``, ``E209`` or ``E210``.
    """
    if not needs:
        raise CodedError(CostError.NO_NEED, place=place)
    for need in needs:
        if need.accelerator != accelerator:
            raise CodedError(
                CostError.OTHER_ACCELERATOR, place=need.workload_id, wanted=need.accelerator, has=accelerator
            )
        _check_range(need, "gpus_per_replica", need.gpus_per_replica, at_least=1)
        _check_range(need, "spare_replicas", need.spare_replicas, at_least=0)
        _check_range(need, "slots_per_replica", need.slots_per_replica, above=0.0)
        _check_range(need, "in_flight_peak", need.in_flight_peak, at_least=0.0)
        _check_range(need, "in_flight_mean", need.in_flight_mean, at_least=0.0)
        _check_range(need, "output_tokens_per_month", need.output_tokens_per_month, at_least=0.0)
        _check_range(need, "active_hours_per_month", need.active_hours_per_month, above=0.0)
        _check_range(need, "part_of_gpu", need.part_of_gpu, above=0.0)
        _check_range(need, "window_hours", need.window_hours, above=0.0)


def _check_range(
    need: CapacityNeed, field: str, value: float, *, at_least: float | None = None, above: float | None = None
) -> None:
    good = math.isfinite(value) and (at_least is None or value >= at_least) and (above is None or value > above)
    if not good:
        wanted = f">= {at_least:g}" if at_least is not None else f"> {above:g}"
        raise CodedError(CostError.NEED, place=need.workload_id, field=field, value=value, wanted=wanted)


def replicas(need: CapacityNeed, world: World) -> Array:
    """Replicas that carry the peak, without spare ones; at least one.

    Runs that follow one another take a second set of GPUs only when they no longer fit into the hours of a month.
    """
    asked = need.in_flight_peak / need.slots_per_replica
    if need.stretches:
        asked *= active_hours(need) / need.window_hours
    carried: Array = np.maximum(np.ceil(asked * world.demand - _ROUNDING), 1.0)
    return carried


def active_hours(need: CapacityNeed) -> float:
    """Hours a month in which the workload is up at today's demand, a month at most."""
    return min(need.active_hours_per_month, float(HOURS_PER_MONTH))


def machines_per_replica(gpus: int, accelerators: int) -> float:
    """Share of a machine one replica blocks; above one when it spans machines."""
    if gpus >= accelerators:
        return float(math.ceil(gpus / accelerators))
    return 1.0 / (accelerators // gpus)


def share_of_machine(need: CapacityNeed, accelerators: int) -> float:
    """Share of a machine one replica of this workload blocks."""
    return machines_per_replica(need.gpus_per_replica, accelerators) * need.part_of_gpu


def machines_at_peak(needs: tuple[CapacityNeed, ...], accelerators: int, world: World) -> Array:
    """Whole machines that carry the peaks of all workloads at once, with their spare replicas.

    A pool in which one machine may fail has at least one more than hold what must go on serving.
    """
    shares: dict[tuple[str, Hours], Array] = {}
    surviving: dict[tuple[str, Hours], Array] = {}
    for need in needs:
        share, serving = share_of_machine(need, accelerators), replicas(need, world)
        key = (need.pool, need.hours)
        shares[key] = shares.get(key, 0.0) + (serving + need.spare_replicas) * share
        if need.survives:
            surviving[key] = surviving.get(key, 0.0) + serving * share
    left = by_pool(surviving)
    whole = {pool: np.ceil(blocked - _ROUNDING) for pool, blocked in by_pool(shares).items()}
    total: Array = np.zeros_like(world.demand)
    for pool, machines in whole.items():
        total = total + (np.maximum(machines, np.ceil(left[pool] - _ROUNDING) + 1.0) if pool in left else machines)
    return total


def by_pool(shares: Mapping[tuple[str, Hours], Array]) -> dict[str, Array]:
    """Machines each pool blocks, not yet whole: ``always + max(day, night)``."""
    found = {}
    for pool in dict.fromkeys(name for name, _hours in shares):
        always, day, night = (shares.get((pool, hours), 0.0) for hours in ("always", "day", "night"))
        found[pool] = np.asarray(always + np.maximum(day, night))
    return found


@dataclass(frozen=True)
class _Use:
    """One workload: replicas that carry its peak and run on average while it is up, and for how long it is up."""

    carrying: Array
    running: Array
    hours: Array | float

    @classmethod
    def of(cls, need: CapacityNeed, world: World) -> Self:
        carrying = replicas(need, world)
        if not need.stretches:
            running = np.maximum(carrying * mean_to_peak(need), 1.0)
            return cls(carrying, running, active_hours(need))
        asked = need.in_flight_peak / need.slots_per_replica * active_hours(need)
        busy = np.maximum(asked * world.demand, _LEAST_HOURS)
        hours = np.minimum(busy, need.window_hours)
        return cls(carrying, busy / hours, hours)


def load(needs: tuple[CapacityNeed, ...], accelerators: int, world: World) -> Load:
    """Machines in use when they start and stop with the load.

    The part that carries load follows mean over peak within the active hours, never below one replica; spare
    replicas run all active hours. Runs that follow one another are up for their own hours times demand.
    """
    uses = [_Use.of(need, world) for need in needs]
    hours = _hours_up(needs, uses)
    shares: dict[tuple[str, Hours], Array] = {}
    mean: Array = np.zeros_like(world.demand)
    lowest: Array | float = 0.0
    for need, use in zip(needs, uses, strict=True):
        share, key = share_of_machine(need, accelerators), (need.pool, need.hours)
        up = use.hours / hours
        blocked = (use.carrying + need.spare_replicas) * share
        shares[key] = shares[key] + blocked if key in shares else blocked
        mean += (use.running + need.spare_replicas) * (share * up)
        lowest = lowest + np.where(up >= 1.0 - _ROUNDING, (1 + need.spare_replicas) * share, 0.0)
    pools = list(by_pool(shares).values())
    whole: Array = sum((np.ceil(pool - _ROUNDING) for pool in pools), start=np.zeros_like(world.demand))
    floor: Array = np.minimum(np.ceil(lowest - _ROUNDING), whole)
    mean = np.clip(mean * whole / sum(pools), floor, whole)
    return Load(peak=whole, mean=mean, floor=floor, hours=np.broadcast_to(np.asarray(hours), whole.shape))


def gpu_hours_under_load(need: CapacityNeed, world: World) -> Array:
    """GPU hours a month that carry load, by month and case; spare replicas and full machines do not count."""
    use = _Use.of(need, world)
    hours: Array = use.running * use.hours * (need.gpus_per_replica * need.part_of_gpu)
    return hours


def _hours_up(needs: Sequence[CapacityNeed], uses: Sequence[_Use]) -> Array | float:
    """Hours a month in which any workload is up: those by day and those by night follow one another."""
    longest: dict[str, Array | float] = {}
    for need, use in zip(needs, uses, strict=True):
        longest[need.hours] = np.maximum(longest.get(need.hours, 0.0), use.hours)
    turns = np.minimum(longest.get("day", 0.0) + longest.get("night", 0.0), float(HOURS_PER_MONTH))
    up: Array = np.maximum(longest.get("always", 0.0), turns)
    return up


def mean_to_peak(need: CapacityNeed) -> float:
    """Mean over peak requests in the active hours, 0..1."""
    return min(need.in_flight_mean / need.in_flight_peak, 1.0) if need.in_flight_peak > 0.0 else 1.0
