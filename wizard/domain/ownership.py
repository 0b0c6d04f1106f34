"""How much a client owns: the split between own and rented machines, and what is ordered in which year."""

from wizard.domain.base import Frozen
from wizard.domain.language import Text


class LoadPoint(Frozen):
    share_of_hours: float
    """Of all hours of the month, in which more than ``machines`` are in use."""
    machines: float


class LoadCurve(Frozen):
    """How long how many machines are in use in one month."""

    month: int
    points: tuple[LoadPoint, ...]


class HybridSplit(Frozen):
    """How a hybrid option divides the load, fixed before sampling."""

    owned_machines: int
    owned_gpus: int
    burst_gpus_peak: float
    """GPUs rented at the busiest hour, at the middle values."""
    critical_fractile: float
    """Own a machine as long as the share of hours that need it exceeds this: fixed cost / (rent − own running cost)."""
    owned_share: float
    """Of the served load."""
    owned_utilisation: float
    curves: tuple[LoadCurve, ...] = ()
    """Load duration curves of the first and of the last month."""


class PurchaseYear(Frozen):
    """Own machines of one year, as the cheapest orders have them."""

    year: int
    machines_needed: int
    """At the peak of the year."""
    mean_in_use: float
    """Over all hours of the year, own and rented."""
    ordered: int
    machines: int
    """At the end of the year."""
    rented_mean: float
    rented_peak: float
    spend_eur: float
    """For the order, not discounted."""


class PhasedPurchase(Frozen):
    """In which years own machines are best ordered, at the middle values: advice beside the priced plan.

    Present values in euro of machines, parts and rent, with the staff that owning takes beyond renting and a second
    platform where both are used.
    """

    gpus_per_machine: int
    years: tuple[PurchaseYear, ...]
    """Empty: budget or power cannot carry the load; ``notes`` say in which year and what would help."""
    npv_eur: float | None
    owned_for_the_peak_eur: float | None
    nothing_bought_eur: float | None
    """None: nothing may be rented."""
    notes: tuple[Text, ...] = ()
