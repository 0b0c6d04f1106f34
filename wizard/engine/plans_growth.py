"""How an option grows: into free GPUs, into a larger machine, over more machines, or over several classes.

Rules (R153 to R155): what is free carries the growth, where it is enough; one larger machine, where it carries the end
of the horizon for less than more of the same and no outage hurts; else more machines, which every workload can use
whose replica fits into one; two classes, where they cost less and can be run.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from wizard.costs.capacity import active_hours, machines_at_peak, replicas
from wizard.costs.world import World
from wizard.decision.wording import filled, number
from wizard.domain.catalog import Catalog
from wizard.domain.economics import CapacityNeed, OwnPlan, RentPlan
from wizard.domain.hardware import Server
from wizard.domain.language import Text, text
from wizard.domain.layout import Direction, MixedClasses, Redundancy, Scaling, YearNeed
from wizard.engine.plans import Machine, needs_on
from wizard.engine.plans_mixed import comparable, price_eur
from wizard.engine.sized import SizedWorkload

MOST_STEPS = 256
"""Replicas looked ahead for each workload."""


@dataclass(frozen=True)
class Today:
    """The machines of the first year and what they are used for."""

    plan: OwnPlan | RentPlan
    accelerators: int
    world: World
    month: int
    """Of the first year, with the highest need."""
    nodes: int
    gpus_used: int

    @property
    def needs(self) -> tuple[CapacityNeed, ...]:
        return self.plan.needs

    @property
    def demand(self) -> float:
        return float(self.world.demand[self.month, 0])

    @property
    def most(self) -> float:
        """Highest demand of the horizon."""
        return float(self.world.demand[:, 0].max())


def growth(
    today: Today, years: Sequence[YearNeed], mixed: MixedClasses | None, redundancy: Redundancy, catalog: Catalog,
    sized: Sequence[SizedWorkload],
) -> Scaling:  # fmt: skip
    """The direction with its numbers."""
    carried = load_factor(today)
    asked = today.most / today.demand
    machines_end = max((year.machines for year in years), default=today.nodes)
    free = today.nodes * today.accelerators - today.gpus_used
    numbers = {
        "carried": number(carried), "asked": number(asked), "now": number(today.nodes, 0),
        "end": number(machines_end, 0), "free": number(free, 0),
    }  # fmt: skip
    larger = _larger(today, machines_end, catalog, sized) if machines_end > today.nodes else None
    direction: Direction
    why: list[Text]
    if mixed is not None and mixed.verdict == "yes":
        direction, why = "hybrid", [filled(_HYBRID, **numbers), *mixed.why]
    elif machines_end <= today.nodes:
        direction, why = "none", [filled(_NONE, **numbers)]
    elif larger is not None and not redundancy.critical:
        price = larger[1] / (machines_end * price_eur(larger[2], catalog))
        direction = "vertical"
        why = [filled(_VERTICAL, server=larger[0].name, share=number(100 * price, 0), **numbers)]
    else:
        direction, why = "horizontal", [filled(_HORIZONTAL, **numbers)]
        if larger is not None:
            why.append(filled(_NOT_ONE, server=larger[0].name))
    if any(n.gpus_per_replica > today.accelerators for n in today.needs):
        why.append(_SPANS)
    return Scaling(
        direction=direction, load_factor_now=carried, load_factor_end=asked, gpus_free=free, machines_now=today.nodes,
        machines_end=machines_end, why=tuple(why),
    )  # fmt: skip


def load_factor(today: Today) -> float:
    """Times the highest demand of the first year that its machines carry, all workloads growing alike.

    Need changes only where a workload takes another replica, so that the demand just before each such step is tried.
    """
    at = replace(today.world, months=1, demand=np.full((1, 1), today.demand))
    steps = [today.demand]
    for need in today.needs:
        each = need.in_flight_peak / need.slots_per_replica
        if need.stretches:
            each *= active_hours(need) / need.window_hours
        if each > 0.0:
            serving = int(replicas(need, at)[0, 0])
            steps += [(serving + n) / each for n in range(MOST_STEPS)]
    tried = np.array(sorted(step for step in steps if step >= today.demand))
    needed = machines_at_peak(
        today.needs, today.accelerators, replace(today.world, months=1, demand=tried[None, :])
    )[0]  # fmt: skip
    carried = tried[needed <= today.nodes]
    return float(carried.max()) / today.demand if len(carried) else 1.0


def _larger(
    today: Today, machines_end: int, catalog: Catalog, sized: Sequence[SizedWorkload]
) -> tuple[Server, float, Server] | None:
    """The cheapest class of which one machine carries the end of the horizon for less than more of the same."""
    plan = today.plan
    if not isinstance(plan, OwnPlan) or plan.option == "status_quo" or today.nodes > 1:
        return None
    end = replace(today.world, months=1, demand=np.full((1, 1), today.most))
    found = []
    for server in comparable(catalog, plan.server):
        needs = needs_on(Machine(server.accelerator, server.accelerators), sized)
        if needs and machines_at_peak(needs, server.accelerators, end)[0, 0] <= 1:
            found.append((price_eur(server, catalog), server.id, server))
    if not found:
        return None
    price, _id, server = min(found)
    return (server, price, plan.server) if price < machines_end * price_eur(plan.server, catalog) else None


_NONE = text(
    "The machines of the first year carry {carried} times their load; the horizon asks for {asked} times. Nothing has "
    "to be added.",
    "Die Maschinen des ersten Jahres tragen das {carried}-Fache ihrer Last; der Zeitraum verlangt das {asked}-Fache. "
    "Nichts muss hinzukommen.",
)
_VERTICAL = text(
    "Vertical: one {server} carries the {asked} times the load of the end for {share}% of the price of {end} machines "
    "like today's; more than one machine it cannot become.",
    "Vertikal: Ein {server} trägt die {asked}-fache Last am Ende für {share} % des Preises von {end} Maschinen wie "
    "heute; mehr als eine Maschine wird daraus nicht.",
)
_HORIZONTAL = text(
    "Horizontal: the machines of the first year carry {carried} times their load, the horizon asks for {asked} times; "
    "from {now} to {end} machines of the same class behind a load balancer.",
    "Horizontal: Die Maschinen des ersten Jahres tragen das {carried}-Fache ihrer Last, der Zeitraum verlangt das "
    "{asked}-Fache; von {now} auf {end} Maschinen derselben Klasse hinter einem Lastverteiler.",
)
_NOT_ONE = text(
    "One {server} would carry the end for less, but would be down as a whole: an outage hurts here.",
    "Ein {server} trüge die Last am Ende günstiger, fiele aber als Ganzes aus: Ein Ausfall schadet hier.",
)
_HYBRID = text(
    "Hybrid: a class of its own for small workloads; the machines of one class would carry {carried} times their load, "
    "the horizon asks for {asked} times.",
    "Hybrid: eine eigene Klasse für kleine Workloads; die Maschinen einer Klasse trügen das {carried}-Fache ihrer "
    "Last, der Zeitraum verlangt das {asked}-Fache.",
)
_SPANS = text(
    "One workload spans several machines; more of them only help in whole sets.",
    "Ein Workload reicht über mehrere Maschinen; weitere helfen nur in ganzen Sätzen.",
)
