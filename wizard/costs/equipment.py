"""Network, storage and facility parts bought by the piece beside the servers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from wizard.costs.flows import Flows
from wizard.costs.inputs import Array
from wizard.costs.money import in_euro
from wizard.domain.economics import PlannedPart
from wizard.domain.parts import PartCategory

Component = Literal["network", "storage", "facility"]
COMPONENTS: tuple[Component, ...] = ("network", "storage", "facility")
COMPONENT_OF: dict[PartCategory, Component] = {
    "switch": "network",
    "adapter": "network",
    "cable": "network",
    "storage": "storage",
    "power": "facility",
    "rack": "facility",
}


@dataclass(frozen=True)
class Piece:
    """A part with its price in euro, net."""

    planned: PlannedPart
    price: float

    @property
    def component(self) -> Component:
        return COMPONENT_OF[self.planned.part.category]

    @property
    def driver(self) -> str:
        """What its quantity follows: servers as they are bought, or the site that is set up once."""
        return "bought" if self.planned.per == "node" else "sites"


def price_parts(
    parts: Sequence[PlannedPart], eur_per_unit: dict[str, float]
) -> tuple[tuple[Piece, ...], tuple[str, ...]]:
    """The parts with their prices, and the ids of those without one.

    Raises:
        CodedError: ``E205``, ``E206``.
    """
    pieces: list[Piece] = []
    unpriced: list[str] = []
    for planned in parts:
        part = planned.part
        if part.price is None:
            unpriced.append(part.id)
        else:
            pieces.append(Piece(planned, in_euro(part.price, part.currency or "?", eur_per_unit, part.id)))
    return tuple(pieces), tuple(dict.fromkeys(unpriced))


def add_parts(flows: Flows, pieces: Sequence[Piece], bought: Array) -> None:
    """Pieces per server with each server, pieces per site once with the first; all at the level of hardware prices."""
    sites = _first(bought)
    flows.note("sites", sites)
    level = flows.world.values["hardware_price_factor"]
    for component in COMPONENTS:
        own = [piece for piece in pieces if piece.component == component]
        per = {name: sum(p.planned.quantity * p.price for p in own if p.driver == name) for name in ("bought", "sites")}
        if own:
            flows.add(component, (bought * per["bought"] + sites * per["sites"]) * level)


def _first(bought: Array) -> Array:
    """1 in the month of the first purchase, else 0."""
    begun = np.minimum(np.cumsum(bought, axis=0), 1.0)
    return np.diff(begun, axis=0, prepend=0.0)
