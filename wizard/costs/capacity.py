"""From the needs of the workloads to whole machines, month by month.

Replicas at peak = ceil(in_flight_peak · demand / slots) + spare. A machine with G accelerators holds floor(G/g)
replicas of g accelerators; a larger replica fills ceil(g/G) machines.
"""

import math
from dataclasses import dataclass
from typing import Self

import numpy as np

from wizard.costs.errors import CostError
from wizard.costs.inputs import Array
from wizard.costs.world import World
from wizard.domain.economics import CapacityNeed
from wizard.domain.errors import CodedError
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
        asked *= active_hours(need) / HOURS_PER_MONTH
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


def machines_at_peak(needs: tuple[CapacityNeed, ...], accelerators: int, world: World) -> Array:
    """Whole machines that carry the peaks of all workloads at once, with their spare replicas."""
    total: Array = np.zeros_like(world.demand)
    for need in needs:
        share = machines_per_replica(need.gpus_per_replica, accelerators)
        total += (replicas(need, world) + need.spare_replicas) * share
    whole: Array = np.ceil(total - _ROUNDING)
    return whole


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
        hours = np.minimum(busy, float(HOURS_PER_MONTH))
        return cls(carrying, busy / hours, hours)


def load(needs: tuple[CapacityNeed, ...], accelerators: int, world: World) -> Load:
    """Machines in use when they start and stop with the load.

    The part that carries load follows mean over peak within the active hours, never below one replica; spare
    replicas run all active hours. Runs that follow one another are up for their own hours times demand.
    """
    uses = [_Use.of(need, world) for need in needs]
    hours = uses[0].hours
    for use in uses[1:]:
        hours = np.maximum(hours, use.hours)
    peak: Array = np.zeros_like(world.demand)
    mean: Array = np.zeros_like(world.demand)
    lowest: Array | float = 0.0
    for need, use in zip(needs, uses, strict=True):
        share = machines_per_replica(need.gpus_per_replica, accelerators)
        up = use.hours / hours
        peak += (use.carrying + need.spare_replicas) * share
        mean += (use.running + need.spare_replicas) * (share * up)
        lowest = lowest + np.where(up >= 1.0 - _ROUNDING, (1 + need.spare_replicas) * share, 0.0)
    whole: Array = np.ceil(peak - _ROUNDING)
    floor: Array = np.minimum(np.ceil(lowest - _ROUNDING), whole)
    mean = np.clip(mean * whole / peak, floor, whole)
    return Load(peak=whole, mean=mean, floor=floor, hours=np.broadcast_to(np.asarray(hours), whole.shape))


def mean_to_peak(need: CapacityNeed) -> float:
    """Mean over peak requests in the active hours, 0..1."""
    return min(need.in_flight_mean / need.in_flight_peak, 1.0) if need.in_flight_peak > 0.0 else 1.0
