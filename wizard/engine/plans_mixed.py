"""Whether two server classes cost less than one: small cards for small workloads beside the big ones.

Prices are list prices of the machines at the highest need of the first year; every workload keeps model, load and
latency target, because each class runs the configuration the same search found for it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil
from typing import Literal

from wizard.costs.capacity import replicas, share_of_machine
from wizard.costs.world import World
from wizard.decision.wording import filled, number
from wizard.domain.catalog import Catalog
from wizard.domain.economics import CapacityNeed, OwnPlan, RentPlan
from wizard.domain.hardware import Server
from wizard.domain.language import Text, text
from wizard.domain.layout import MixedClasses
from wizard.engine.plans import RACKED, Machine, needs_on
from wizard.engine.quoted import in_place_of_classes
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.resolve import Values

MOST_WORKLOADS = 6
"""Above it only single workloads are moved to the other class."""
_SCHEDULERS = ("kubernetes", "nomad", "slurm", "managed")
"""Platforms that place work by class of GPU."""
_ROUNDING = 1e-9


@dataclass(frozen=True)
class _Split:
    server: Server
    moved: tuple[str, ...]
    big: int
    small: int
    price_eur: float


def mixed_classes(
    values: Values, catalog: Catalog, sized: Sequence[SizedWorkload], plan: OwnPlan | RentPlan, world: World, nodes: int
) -> MixedClasses | None:
    """The cheapest second class; None where nothing is bought or one workload is alone.

    Args:
        world: one month of the middle case.
        nodes: machines of the one class.
    """
    if not isinstance(plan, OwnPlan) or plan.option == "status_quo" or len(plan.needs) < 2:
        return None
    found = min(_splits(catalog, sized, plan, world), key=lambda s: (s.price_eur, s.server.id, s.moved), default=None)
    if found is None:
        return None
    price = nodes * price_eur(plan.server, catalog)
    verdict, why = _verdict(values, plan, found, price, nodes, sized)
    return MixedClasses(
        verdict=verdict, server=found.server.id, workloads=found.moved, machines=nodes, machines_big=found.big,
        machines_small=found.small, price_eur=price, mixed_price_eur=found.price_eur,
        saved_eur=price - found.price_eur, why=(why,),
    )  # fmt: skip


def price_eur(server: Server, catalog: Catalog) -> float:
    """List price of one server in euro."""
    rate = catalog.eur_per_unit[server.price_currency].value if server.price_currency != "EUR" else 1.0
    return server.price.value * rate


def comparable(catalog: Catalog, server: Server) -> Iterator[Server]:
    """Other classes that stand where this one would: racked or not, cooled no harder, licensed as well."""
    card = catalog.accelerators[server.accelerator]
    for other in in_place_of_classes(catalog.servers.values()):
        same_place = (other.form_factor in RACKED) == (server.form_factor in RACKED)
        cooled = other.cooling == "air" or server.cooling == "liquid"
        licensed = catalog.accelerators[other.accelerator].data_center_licence or not card.data_center_licence
        if other.id != server.id and same_place and cooled and licensed:
            yield other


def _splits(catalog: Catalog, sized: Sequence[SizedWorkload], plan: OwnPlan, world: World) -> Iterator[_Split]:
    by_id = {w.result.id: w for w in sized}
    names = [need.workload_id for need in plan.needs]
    here = {n.workload_id: _blocked(plan.server, n, world) for n in plan.needs}
    price = price_eur(plan.server, catalog)
    for server in comparable(catalog, plan.server):
        if server.accelerator == plan.server.accelerator:
            continue
        machine, other = Machine(server.accelerator, server.accelerators), price_eur(server, catalog)
        there = {
            name: _blocked(server, needs[0], world) for name in names if (needs := needs_on(machine, [by_id[name]]))
        }
        most = len(names) - 1 if len(names) <= MOST_WORKLOADS else 1
        for size in range(1, most + 1):
            for moved in combinations([name for name in names if name in there], size):
                big = ceil(sum(here[n] for n in names if n not in moved) - _ROUNDING)
                small = ceil(sum(there[n] for n in moved) - _ROUNDING)
                yield _Split(server, moved, big, small, big * price + small * other)


def _blocked(server: Server, need: CapacityNeed, world: World) -> float:
    """Machines of this class that a workload blocks, not yet whole."""
    share = share_of_machine(need, server.accelerators)
    return float((replicas(need, world)[0, 0] + need.spare_replicas) * share)


def _verdict(
    values: Values, plan: OwnPlan, split: _Split, price: float, nodes: int, sized: Sequence[SizedWorkload]
) -> tuple[Literal["yes", "no", "open"], Text]:
    parts: dict[str, Text | str] = {
        "small": number(split.small, 0), "server": split.server.name, "big": number(split.big, 0),
        "own": plan.server.name, "mixed": number(_rounded(split.price_eur), 0), "price": number(_rounded(price), 0),
        "nodes": number(nodes, 0),
        "names": ", ".join(w.result.label or w.result.id for w in sized if w.result.id in split.moved),
    }  # fmt: skip
    if split.price_eur >= price:
        return "no", filled(_DEARER, **parts)
    platform = values.given("ops.orchestration")
    if not platform.known:
        return "open", filled(_OPEN, **parts)
    if platform.value in _SCHEDULERS:
        return "yes", filled(_CHEAPER, **parts)
    return "no", filled(_NO_SCHEDULER, **parts)


def _rounded(euro: float) -> float:
    """A list price is not known to the euro."""
    return float(f"{euro:.3g}")


_CHEAPER = text(
    "{small} × {server} for {names} beside {big} × {own} cost about €{mixed} to buy; {nodes} × {own} for everything "
    "cost €{price}.",
    "{small} × {server} für {names} neben {big} × {own} kosten in der Anschaffung etwa {mixed} €; {nodes} × {own} für "
    "alles kosten {price} €.",
)
_OPEN = text(
    _CHEAPER.en
    + " Two classes need a platform that places work by class of GPU; which one runs has not been answered.",
    _CHEAPER.de + " Zwei Klassen brauchen eine Plattform, die nach GPU-Klasse zuteilt; welche läuft, ist nicht "
    "beantwortet.",
)
_NO_SCHEDULER = text(
    _CHEAPER.en + " Without a platform that places work by class of GPU one class is easier to run.",
    _CHEAPER.de + " Ohne Plattform, die nach GPU-Klasse zuteilt, ist eine Klasse leichter zu betreiben.",
)
_DEARER = text(
    "A second class saves nothing: the nearest, {small} × {server} for {names} beside {big} × {own}, costs about "
    "€{mixed} to buy instead of €{price}.",
    "Eine zweite Klasse spart nichts: Die nächstliegende, {small} × {server} für {names} neben {big} × {own}, kostet "
    "in der Anschaffung etwa {mixed} € statt {price} €.",
)
