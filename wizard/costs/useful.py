"""What a plan delivers over the horizon at the middle values: GPU hours under load, months of users, training runs."""

from dataclasses import dataclass

import numpy as np

from wizard.costs.capacity import gpu_hours_under_load
from wizard.costs.inputs import Array
from wizard.costs.world import World
from wizard.domain.economics import ApiPlan, Plan, SeatPlan


@dataclass(frozen=True)
class Use:
    """Sums over the horizon."""

    gpu_hours: float
    """0 for services without machines of one's own."""
    training_share: float
    """Of the GPU hours."""
    user_months: float
    """0 where the number of users is not known."""
    runs: float

    @property
    def served_share(self) -> float:
        """Share of the cost that serves people."""
        return 1.0 - self.training_share


NOTHING_USED = Use(0.0, 0.0, 0.0, 0.0)


def useful(plan: Plan, drivers: dict[str, Array], middle: World) -> Use:
    """Over the months in which the plan serves: nothing runs before delivery where nothing is rented meanwhile."""
    served = np.zeros(middle.months) + served_share(drivers)
    demand = middle.demand[:, 0]
    if isinstance(plan, SeatPlan):
        return Use(0.0, 0.0, float(drivers["seats"].sum()), 0.0)
    if isinstance(plan, ApiPlan):
        users = sum(use.users for use in plan.uses)
        return Use(0.0, 0.0, float((users * demand * served).sum()), 0.0)
    hours = {need.workload_id: gpu_hours_under_load(need, middle)[:, 0] * served for need in plan.needs}
    total = float(sum(amount.sum() for amount in hours.values()))
    training = float(sum(hours[need.workload_id].sum() for need in plan.needs if need.runs_per_month > 0.0))
    users, runs = (sum(getattr(need, name) for need in plan.needs) for name in ("users", "runs_per_month"))
    return Use(
        gpu_hours=total,
        training_share=training / total if total > 0.0 else 0.0,
        user_months=float((users * demand * served).sum()),
        runs=float((runs * demand * served).sum()),
    )


def served_share(drivers: dict[str, Array]) -> Array | float:
    """Share of the demand that is served: without interim rental none before delivery, less where machines lack."""
    if "needed_machines" in drivers:
        share: Array = np.minimum(drivers["machines"] / np.maximum(drivers["needed_machines"], 1.0), 1.0)
        return share
    if "running" not in drivers or "interim_hours" in drivers:
        return 1.0
    arrived: Array = drivers["running"] / np.maximum(drivers["machines"], 1.0)
    return arrived
