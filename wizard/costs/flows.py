"""Cash flows of one plan: a total for every case, and the middle case by component."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from wizard.costs.inputs import Array
from wizard.costs.world import World

PURCHASES = frozenset({"hardware", "installation", "spares", "network_storage", "network", "storage", "facility"})
INVESTMENT = PURCHASES | {"leased"}
"""What is bought, less what a lessor pays for."""
AT_ONCE = INVESTMENT | {"setup_fee", "colocation_setup", "loan", "grant"}
"""Paid at the start of a month; everything else accrues over the month."""
RECEIVED = frozenset({"grant", "loan", "residual_value"})
FINANCING = frozenset({"leased", "loan", "instalments"})
OWN_WORK = frozenset({"staff", "migration", "exit"})
WITHOUT_VAT = OWN_WORK | FINANCING | {"grant", "tax_relief"}
"""Own staff costs no VAT, in no option; everything bought, rented or sold does. Financing pays for amounts that hold
it already."""


@dataclass
class Flows:
    """Costs are positive, income (residual value) is negative."""

    world: World
    vat_factor: float | Array
    """On net prices; one value a case where the share that can be reclaimed is not known."""
    total: Array = field(init=False)
    """(months, cases)."""
    capital: Array = field(init=False)
    """The purchases in it."""
    financing: Array = field(init=False)
    """Payments of and to a lender in it."""
    invested: Array = field(init=False)
    """Over all months, one value a case: what is bought, less what a lessor pays for."""
    received: Array = field(init=False)
    """The same of a grant, a loan paid out and what is sold at the end; negative."""
    middle: dict[str, Array] = field(default_factory=dict)
    """Component → months, of the last case."""
    drivers: dict[str, Array] = field(default_factory=dict)
    """What the components are computed from (machines, hours …), months of the last case."""

    def __post_init__(self) -> None:
        self.total = np.zeros_like(self.world.demand)
        self.capital = np.zeros_like(self.world.demand)
        self.financing = np.zeros_like(self.world.demand)
        self.invested = np.zeros(self.world.demand.shape[1])
        self.received = np.zeros(self.world.demand.shape[1])

    def add(self, component: str, amount: Array) -> None:
        """Adds net ``amount``: (months, cases), or one of the two where it is the same for the other."""
        factor = 1.0 if component in WITHOUT_VAT else self.vat_factor
        scaled = amount * factor
        self.total += scaled
        if component in PURCHASES:
            self.capital += scaled
        elif component in FINANCING:
            self.financing += scaled
        self._sum_up(component, scaled)
        self.middle[component] = self.middle.get(component, 0.0) + self._of_last(scaled)

    def add_once(self, component: str, month: int, amount: Array) -> None:
        """Adds net ``amount`` of running cost, one value a case, in a single month."""
        factor = 1.0 if component in WITHOUT_VAT else self.vat_factor
        scaled = amount * factor
        self.total[month] += scaled
        course = np.zeros(self.world.months)
        course[month] = scaled[-1]
        self.middle[component] = self.middle.get(component, 0.0) + course

    def note(self, driver: str, amount: Array) -> None:
        """Keeps the last case of a driver for bills and explanations."""
        self.drivers[driver] = self._of_last(amount)

    def _sum_up(self, component: str, amount: Array) -> None:
        """Keeps what budgets tell apart."""
        if component in INVESTMENT:
            self.invested += np.broadcast_to(amount, self.total.shape).sum(axis=0)
        elif component in RECEIVED:
            self.received += np.broadcast_to(amount, self.total.shape).sum(axis=0)

    def _of_last(self, amount: Array) -> Array:
        """The last case by month; what is the same for all cases or months is spread over them."""
        last: Array = np.zeros(self.world.months) + amount[..., -1]
        return last


def joined(runs: Sequence[Flows]) -> Flows:
    """The totals of all blocks of cases; everything else is that of the last block, which ends with the last case."""
    last = runs[-1]
    if len(runs) > 1:
        last.total = np.concatenate([run.total for run in runs], axis=1)
        last.invested = np.concatenate([run.invested for run in runs])
        last.received = np.concatenate([run.received for run in runs])
    return last
