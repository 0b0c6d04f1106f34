"""How a hybrid divides the load at the middle values, and the critical fractile behind it.

Own the K-th machine as long as the share of hours that need it exceeds c_f/(p - v): what a machine costs at rest over
what rent costs more than running it.
"""

import numpy as np

from wizard.costs.breakeven import needed_utilisation
from wizard.costs.capacity import Load, load
from wizard.costs.commitment import share_of_hours_above
from wizard.costs.flows import Flows
from wizard.costs.hybrid import HybridTerms, Shares
from wizard.costs.inputs import Array
from wizard.costs.owned import Owned, one_machine
from wizard.costs.owning import add_own_costs
from wizard.costs.world import World
from wizard.domain.economics import HybridPlan
from wizard.domain.ownership import HybridSplit, LoadCurve, LoadPoint
from wizard.domain.quantities import HOURS_PER_MONTH, HOURS_PER_YEAR

CURVE_POINTS = 25
NEVER = 1.0
"""Fractile where no rented hour costs more than a running own one: no share of hours exceeds it."""


def split_of(
    plan: HybridPlan, terms: HybridTerms, flows: Flows, middle: World, vat_factor: float
) -> HybridSplit | None:
    """The split of a priced hybrid; None in a corner, where all is own or all is rented."""
    if not terms.mixed:
        return None
    drivers = flows.drivers
    own_use, capacity = float(drivers["own_use"].sum()), float(drivers["running"].sum()) * HOURS_PER_MONTH
    at_rest, busy, rented = hourly_costs(plan, terms, middle, vat_factor)
    fractile = needed_utilisation(at_rest, rented, busy)
    return HybridSplit(
        owned_machines=terms.limit,
        owned_gpus=terms.limit * plan.own.server.accelerators,
        burst_gpus_peak=float(drivers["burst_machines"].max()) * plan.burst.offer.accelerators,
        critical_fractile=NEVER if fractile is None else fractile,
        owned_share=own_use / float(drivers["all_use"].sum()),
        owned_utilisation=own_use / capacity if capacity > 0.0 else 0.0,
        curves=_curves(plan, middle),
    )


def _curves(plan: HybridPlan, middle: World) -> tuple[LoadCurve, ...]:
    """Of the first and the last month; one where they are the same."""
    use = load(plan.own.needs, plan.own.server.accelerators, middle)
    found = [_curve(use, month) for month in (0, middle.months - 1)]
    return tuple(found) if found[0].points != found[1].points else (found[0],)


def _curve(use: Load, month: int) -> LoadCurve:
    """Points from the floor, reached in all active hours, to the peak."""
    floor, mean, peak, hours = (float(path[month, 0]) for path in (use.floor, use.mean, use.peak, use.hours))
    machines = np.linspace(floor, peak, CURVE_POINTS) if peak > floor else np.array([peak])
    shares = share_of_hours_above(machines, floor, mean, peak) * (hours / HOURS_PER_MONTH)
    points = (LoadPoint(share_of_hours=float(x), machines=float(y)) for x, y in zip(shares, machines, strict=True))
    return LoadCurve(month=month + 1, points=tuple(points))


def hourly_costs(plan: HybridPlan, terms: HybridTerms, middle: World, vat_factor: float) -> tuple[float, float, float]:
    """Euro an hour of one own machine at rest, what running adds to it, and rent in its place.

    Discounted over the hours after delivery; the machine is bought in the first month.
    """
    one = one_machine(middle)
    hours = middle.present_value(one.running * float(HOURS_PER_MONTH))[0]
    if hours <= 0.0:
        return np.inf, 0.0, 0.0
    shares = Shares.of(plan, middle, np.array([float(terms.all_owned)]))
    in_use = shares.hours * shares.own_mean
    utilisation = middle.values["power_utilisation"] * float(HOURS_PER_MONTH) * shares.owned.held / in_use
    resting = _one(plan, terms, one, np.zeros_like(utilisation), middle, vat_factor)
    running = _one(plan, terms, one, np.minimum(utilisation, 1.0), middle, vat_factor)
    rent = middle.present_value(one.running * HOURS_PER_MONTH * rent_per_hour(plan, terms, middle, vat_factor))[0]
    return float(resting / hours), float((running - resting) / hours), float(rent / hours)


def _one(plan: HybridPlan, terms: HybridTerms, one: Owned, power_use: Array, middle: World, vat_factor: float) -> float:
    flows = Flows(middle, vat_factor)
    add_own_costs(flows, plan.own, terms.own.per_machine, one, power_use)
    return float(middle.present_value(flows.total)[0])


def rent_per_hour(plan: HybridPlan, terms: HybridTerms, middle: World, vat_factor: float) -> Array:
    """Euro for what replaces an own machine for an hour, by month, licences and egress included."""
    values, offer = middle.values, plan.burst.offer
    shares = Shares.of(plan, middle, np.array([float(terms.all_owned)]))
    paid = 1.0 + values["idle_share"]
    hour = middle.cloud_price * (terms.burst.per_hour * paid * (1.0 + values["cloud_support_share"]))
    hour = hour + values["licence_eur_per_gpu_year"] * (paid * offer.accelerators / HOURS_PER_YEAR)
    egress = terms.burst.egress(middle)
    rent: Array = (hour * shares.burst_mean / shares.own_mean + egress / (shares.own_mean * shares.hours)) * vat_factor
    return rent
