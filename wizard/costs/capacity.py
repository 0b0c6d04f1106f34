"""From the needs of the workloads to whole machines, month by month.

Replicas at peak = ceil(in_flight_peak · demand / slots) + spare. A machine with G accelerators holds floor(G/g)
replicas of g accelerators; a larger replica fills ceil(g/G) machines.
"""

import math
from dataclasses import dataclass

import numpy as np

from wizard.costs.errors import CostError
from wizard.costs.inputs import Array
from wizard.costs.world import World
from wizard.domain.economics import CapacityNeed
from wizard.domain.errors import CodedError
from wizard.domain.quantities import HOURS_PER_MONTH

_ROUNDING = 1e-9


@dataclass(frozen=True)
class Load:
    """Machines in use while the service is up, between a floor and a peak, around a mean."""

    peak: Array
    """Whole machines at peak, spare replicas included."""
    mean: Array
    floor: Array
    """Whole machines that run as long as any workload is up: one replica each and the spare ones."""
    hours: float
    """Hours a month in which the service is up."""


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
    """Replicas that carry the peak, without spare ones; at least one."""
    asked = need.in_flight_peak / need.slots_per_replica
    carried: Array = np.maximum(np.ceil(asked * world.demand - _ROUNDING), 1.0)
    return carried


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


def load(needs: tuple[CapacityNeed, ...], accelerators: int, world: World) -> Load:
    """Machines in use when they start and stop with the load.

    The part that carries load follows mean over peak within the active hours, never below one replica; spare
    replicas run all active hours.
    """
    hours = max(min(need.active_hours_per_month, HOURS_PER_MONTH) for need in needs)
    peak: Array = np.zeros_like(world.demand)
    mean: Array = np.zeros_like(world.demand)
    lowest = 0.0
    for need in needs:
        share = machines_per_replica(need.gpus_per_replica, accelerators)
        carrying = replicas(need, world)
        up = min(need.active_hours_per_month, HOURS_PER_MONTH) / hours
        running = np.maximum(carrying * mean_to_peak(need), 1.0)
        peak += (carrying + need.spare_replicas) * share
        mean += (running + need.spare_replicas) * (share * up)
        if up >= 1.0 - _ROUNDING:
            lowest += (1 + need.spare_replicas) * share
    whole: Array = np.ceil(peak - _ROUNDING)
    floor: Array = np.minimum(math.ceil(lowest - _ROUNDING), whole)
    return Load(peak=whole, mean=np.clip(mean * whole / peak, floor, whole), floor=floor, hours=hours)


def mean_to_peak(need: CapacityNeed) -> float:
    """Mean over peak requests in the active hours, 0..1."""
    return min(need.in_flight_mean / need.in_flight_peak, 1.0) if need.in_flight_peak > 0.0 else 1.0
