"""Cash flows of one plan: a total for every case, and the middle case by component."""

from dataclasses import dataclass, field

import numpy as np

from wizard.costs.inputs import Array
from wizard.costs.world import World

INVESTMENT = frozenset({"hardware", "installation", "network_storage", "network", "storage", "facility"})
AT_ONCE = INVESTMENT | {"setup_fee", "colocation_setup"}
"""Paid at the start of a month; everything else accrues over the month."""
WITHOUT_VAT = frozenset({"staff"})
"""Own staff costs no VAT, in no option; everything bought, rented or sold does."""


@dataclass
class Flows:
    """Costs are positive, income (residual value) is negative."""

    world: World
    vat_factor: float
    total: Array = field(init=False)
    """(months, cases)."""
    middle: dict[str, Array] = field(default_factory=dict)
    """Component → months, of the last case."""
    drivers: dict[str, Array] = field(default_factory=dict)
    """What the components are computed from (machines, hours …), months of the last case."""

    def __post_init__(self) -> None:
        self.total = np.zeros_like(self.world.demand)

    def add(self, component: str, amount: Array) -> None:
        """Adds net ``amount``: (months, cases), or one of the two where it is the same for the other."""
        factor = 1.0 if component in WITHOUT_VAT else self.vat_factor
        scaled = amount * factor
        self.total += scaled
        self.middle[component] = self.middle.get(component, 0.0) + self._of_last(scaled)

    def note(self, driver: str, amount: Array) -> None:
        """Keeps the last case of a driver for bills and explanations."""
        self.drivers[driver] = self._of_last(amount)

    def _of_last(self, amount: Array) -> Array:
        """The last case by month; what is the same for all cases or months is spread over them."""
        last: Array = np.zeros(self.world.months) + amount[..., -1]
        return last
