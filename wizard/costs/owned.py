"""Own machines month by month: which are there, which are bought, which run."""

from dataclasses import dataclass

import numpy as np

from wizard.costs.capacity import machines_at_peak
from wizard.costs.inputs import Array
from wizard.costs.world import World
from wizard.domain.economics import OwnPlan


@dataclass(frozen=True)
class Owned:
    """Whole machines; arrays are (months, cases)."""

    needed: Array
    """To carry the peak of the month."""
    held: Array
    """There or ordered: never fewer than in the month before."""
    bought: Array
    """Ordered in the month."""
    running: Array
    """Mean over the month; ordered machines run from their delivery."""

    @property
    def away(self) -> Array:
        """Share of the held machines that has not arrived."""
        share: Array = 1.0 - self.running / np.maximum(self.held, 1.0)
        return np.where(self.held > 0.0, share, 0.0)


def owned_machines(plan: OwnPlan, world: World, limit: Array | None = None) -> Owned:
    """Machines follow the highest need so far, up to ``limit``; those already there need no order and no delivery.

    The status quo holds what is there, whatever is needed.
    """
    needed = machines_at_peak(plan.needs, plan.server.accelerators, world)
    there = float(plan.owned_machines)
    if plan.option == "status_quo":
        held = np.full_like(needed, there)
        return Owned(needed, held, np.zeros_like(held), held)
    held = np.maximum.accumulate(needed, axis=0)
    if limit is not None:
        held = np.minimum(held, limit)
    ordered = np.maximum(held - there, 0.0)
    bought = np.diff(ordered, axis=0, prepend=0.0)
    return Owned(needed, held, bought, held - ordered * world.waiting())


def one_machine(world: World) -> Owned:
    """A single machine, bought in the first month: what each further one costs."""
    held = np.ones_like(world.demand)
    bought = np.diff(held, axis=0, prepend=0.0)
    return Owned(held, held, bought, held - world.waiting())
