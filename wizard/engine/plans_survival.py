"""For which services one machine may fail, as the answers demand.

Demanded where an outage hurts (``w.criticality``) or where the availability target lies above what one machine gives
(``w.availability_pct``); training waits for the repair. By the hour nothing is held in reserve: a failed machine is
replaced by another one of the provider.
"""

from collections.abc import Iterable
from typing import Literal

from wizard.domain.catalog import Catalog
from wizard.domain.economics import CapacityNeed
from wizard.questionnaire.resolve import Values

Demand = Literal["yes", "no", "open"]
NODE_AVAILABILITY = "operations.node_availability"
_CRITICAL = ("business", "safety")
_PERCENT = 100.0


def demanded(values: Values, catalog: Catalog, workload_id: str) -> Demand:
    """Whether the answers for one service demand that one machine may fail; ``open``: neither question is answered."""
    criticality = values.given("w.criticality", workload_id)
    target = values.given("w.availability_pct", workload_id)
    if criticality.known and criticality.value in _CRITICAL:
        return "yes"
    if target.known and isinstance(target.value, int | float):
        return "yes" if target.value > catalog.figure(NODE_AVAILABILITY).value * _PERCENT else "no"
    return "no" if criticality.known else "open"


def surviving(
    values: Values, catalog: Catalog, needs: Iterable[CapacityNeed], trained: set[str]
) -> tuple[CapacityNeed, ...]:
    """The needs with those marked whose machine may fail."""
    return tuple(
        n.model_copy(update={"survives": True})
        if n.workload_id not in trained and demanded(values, catalog, n.workload_id) == "yes"
        else n
        for n in needs
    )


def not_surviving(needs: Iterable[CapacityNeed]) -> tuple[CapacityNeed, ...]:
    """The needs without a machine in reserve."""
    return tuple(n.model_copy(update={"survives": False}) for n in needs)
