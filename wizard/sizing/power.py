"""Power of a machine by what its accelerators do.

``full load = cards · min(rated · share, limit) + (rating − cards · rated) · share of the rest``; the share of the cards
is measured (ML.ENERGY), that of the rest derived from whole machines; training has shares of its own (Latif et al.).
Between idle and full load power follows the share of the time in which the accelerators compute. Circuits are laid for
the rating, never for the expected load.
"""

from dataclasses import dataclass

from wizard.domain.fleet import LoadPoint
from wizard.domain.hardware import Accelerator, Server
from wizard.domain.provenance import Figure
from wizard.domain.quantities import Range
from wizard.sizing.figures import Facts, pick

_WATTS_PER_KW = 1_000.0
TRAINING = "training"
BUSY_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True)
class MachinePower:
    """One machine in kW."""

    idle: Range
    full_load: Range
    rated: Range

    def at(self, busy: float) -> Range:
        """Mean power when the accelerators compute ``busy`` of the time, 0 to 1."""
        idle, full = self.idle, self.full_load
        return Range(
            low=_between(idle.low, full.low, busy),
            value=_between(idle.value, full.value, busy),
            high=_between(idle.high, full.high, busy),
        )


def machine_power(
    server: Server, accelerator: Accelerator, facts: Facts, limit_w: float | None = None, *, trains: bool = False
) -> MachinePower:
    """Idle, expected full load and rating of one machine.

    Args:
        limit_w: power limit of one card; None: its rating.
        trains: a training is part of the load, and draws more than serving does.
    """
    rated, share = server.max_power_kw.range(), server.idle_power_share.range()
    idle = Range(low=rated.value * share.low, value=rated.value * share.value, high=rated.value * share.high)
    load = TRAINING if trains else None
    cards, rest = (pick(facts, name, load).range() for name in ("card_power_share", "rest_power_share"))
    ends = (
        _full_load(server, accelerator, part, other, limit_w)
        for part, other in ((cards.low, rest.low), (cards.value, rest.value), (cards.high, rest.high))
    )
    low, value, high = (max(end, idle.value) for end in ends)
    return MachinePower(idle=idle, full_load=Range(low=low, value=value, high=high), rated=rated)


def cards_kw(server: Server, tdp_w: Figure | None) -> float:
    """Rated power of all cards; without a published one they take the whole machine's."""
    return server.max_power_kw.value if tdp_w is None else server.accelerators * tdp_w.value / _WATTS_PER_KW


def load_curve(power: MachinePower, nodes: int) -> tuple[LoadPoint, ...]:
    """Power of ``nodes`` machines from idle to fully busy."""
    found = []
    for busy in BUSY_SHARES:
        one = power.at(busy)
        found.append(LoadPoint(busy=busy, power_kw=nodes * one.value, low_kw=nodes * one.low, high_kw=nodes * one.high))
    return tuple(found)


def _full_load(
    server: Server, accelerator: Accelerator, card_share: float, rest_share: float, limit_w: float | None
) -> float:
    cards = min(cards_kw(server, accelerator.tdp_w), server.max_power_kw.value)
    drawn = cards * card_share
    if limit_w is not None:
        drawn = min(drawn, server.accelerators * limit_w / _WATTS_PER_KW)
    return min(drawn + (server.max_power_kw.value - cards) * rest_share, server.max_power_kw.value)


def _between(idle: float, full: float, busy: float) -> float:
    return idle + (full - idle) * min(1.0, max(0.0, busy))
