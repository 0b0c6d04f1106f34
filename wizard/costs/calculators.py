"""Quick calculators without an assessment: break-even of one purchase, and the split of an hourly load profile."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from wizard.costs.breakeven import Months, Payments, hours_until_cheaper, months_until_cheaper, needed_utilisation
from wizard.costs.errors import CostError
from wizard.costs.inputs import Array
from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.domain.quantities import HOURS_PER_MONTH, MONTHS_PER_YEAR

Paid = Literal["yearly", "monthly"]
MOST_UNITS = 1_000_000
"""Units of a profile's peak that are compared one by one."""


@dataclass(frozen=True)
class Purchase:
    """A purchase against renting the same; money in one currency, rates as shares a year."""

    capex: float
    own_per_hour: float
    """Running cost of owning, every hour, used or not."""
    cloud_per_hour: float
    """Paid while the machine is rented."""
    utilisation: float = 1.0
    """Share of the hours in which the machine would be rented; 1 for a machine that stays on."""
    discount_rate: float = 0.0
    months: int = 60
    residual: float = 0.0
    """Resale at the end of the months."""
    cloud_price_change: float = 0.0
    paid: Paid = "yearly"
    """When payments are discounted: at the end of each year, or in the middle of each month."""


@dataclass(frozen=True)
class PurchaseResult:
    """What speaks for owning; money in the currency of the purchase."""

    break_even_hours: Months
    """H = capex/(utilisation · cloud - own) at today's prices, whatever the horizon."""
    break_even_months_simple: Months
    break_even_months_discounted: Months
    npv_difference: float
    """Present value of renting less that of owning, resale included: above 0 owning is cheaper."""
    undiscounted_difference: float
    break_even_utilisation: float | None
    """Share of the hours from which owning is cheaper over the months at today's price; above 1 it never is."""


def break_even(purchase: Purchase) -> PurchaseResult:
    """Months count payments only: nobody holds the resale value before the end."""
    hours = purchase.months * HOURS_PER_MONTH
    plain, weights = np.ones(purchase.months), _weights(purchase)
    path = (1.0 + purchase.cloud_price_change) ** (np.arange(purchase.months) / MONTHS_PER_YEAR)
    own = np.full(purchase.months, purchase.own_per_hour * HOURS_PER_MONTH)
    rent = path * (purchase.cloud_per_hour * purchase.utilisation * HOURS_PER_MONTH)
    fixed = (purchase.capex - purchase.residual) / hours + purchase.own_per_hour
    last = float((1.0 + purchase.discount_rate) ** (-purchase.months / MONTHS_PER_YEAR))
    rented_hour = purchase.cloud_per_hour * purchase.utilisation
    return PurchaseResult(
        break_even_hours=hours_until_cheaper(purchase.capex, purchase.own_per_hour, rented_hour),
        break_even_months_simple=_months(purchase.capex, own, rent, plain),
        break_even_months_discounted=_months(purchase.capex, own, rent, weights),
        npv_difference=float(((rent - own) * weights).sum()) - purchase.capex + purchase.residual * last,
        undiscounted_difference=float((rent - own).sum()) - purchase.capex + purchase.residual,
        break_even_utilisation=needed_utilisation(fixed, purchase.cloud_per_hour, 0.0),
    )


def _weights(purchase: Purchase) -> Array:
    month = np.arange(purchase.months, dtype=np.float64)
    if purchase.paid == "monthly":
        when = (month + 0.5) / MONTHS_PER_YEAR
    else:
        when = np.minimum((month // MONTHS_PER_YEAR + 1.0) * MONTHS_PER_YEAR, purchase.months) / MONTHS_PER_YEAR
    weights: Array = (1.0 + purchase.discount_rate) ** -when
    return weights


def _months(capex: float, own: Array, rent: Array, weights: Array) -> Months:
    at_start = np.zeros_like(weights)
    at_start[0] = capex
    bought = Payments(at_start=at_start, during=own * weights)
    rented = Payments(at_start=np.zeros_like(weights), during=rent * weights)
    return months_until_cheaper(bought, rented)


@dataclass(frozen=True)
class UnitPrices:
    """Of one unit of capacity an hour: a GPU, a machine, a node."""

    own_fixed: float
    """Paid whether in use or not."""
    own_variable: float
    """On top while in use."""
    cloud: float
    committed: float | None = None
    """Paid whether in use or not."""


@dataclass(frozen=True)
class ProfileSplit:
    """Who carries which part of the load, and what it costs an hour on average."""

    owned_units: int
    committed_units: int
    cost_per_hour: float
    pure_own_per_hour: float
    """Owned up to the peak."""
    pure_cloud_per_hour: float
    owned_utilisation: float | None
    """None: nothing is owned."""
    critical_fractile: float | None
    """Own a unit as long as it is in use for a larger share of the hours; None: rent costs less than running."""

    @property
    def saving_share(self) -> float:
        """Against the better of the two pure ways."""
        better = min(self.pure_own_per_hour, self.pure_cloud_per_hour)
        return 1.0 - self.cost_per_hour / better if better > 0.0 else 0.0


def split_profile(demand: Array, prices: UnitPrices) -> ProfileSplit:
    """Each unit from the first to the last of the peak is carried in the cheapest way for the hours it is in use.

    For whole units this is exact: the k-th unit is in use for E[min(max(D - (k - 1), 0), 1)] of the hours, which only
    falls with k, so that owned units end where use falls below c_f/(p - v).

    Raises:
        CodedError: ``E216`` for a load that is empty, negative, not a number or above a million units.
    """
    if demand.size == 0 or not np.isfinite(demand).all() or demand.min() < 0.0 or not 0.0 < demand.max() <= MOST_UNITS:
        raise CodedError(CostError.PROFILE, most=_shown(MOST_UNITS))
    use = unit_use(demand)
    own = prices.own_fixed + prices.own_variable * use
    cloud = prices.cloud * use
    committed = np.full_like(use, math.inf if prices.committed is None else prices.committed)
    cheapest = np.argmin(np.stack([cloud, committed, own]), axis=0)
    owned, fixed = cheapest == 2, cheapest == 1
    mean = float(demand.mean())
    return ProfileSplit(
        owned_units=int(owned.sum()),
        committed_units=int(fixed.sum()),
        cost_per_hour=float(np.minimum(np.minimum(cloud, committed), own).sum()),
        pure_own_per_hour=len(use) * prices.own_fixed + prices.own_variable * mean,
        pure_cloud_per_hour=prices.cloud * mean,
        owned_utilisation=float(use[owned].mean()) if owned.any() else None,
        critical_fractile=needed_utilisation(prices.own_fixed, prices.cloud, prices.own_variable),
    )


def _shown(number: int) -> Text:
    english = f"{number:,}"
    return text(english, english.replace(",", "."))


def unit_use(demand: Array) -> Array:
    """Share of the hours in which each unit from the first to the last of the peak is in use."""
    ordered = np.sort(demand)
    levels = np.arange(math.ceil(ordered[-1]) + 1, dtype=np.float64)
    first = np.searchsorted(ordered, levels)
    above = np.concatenate([np.cumsum(ordered[::-1])[::-1], [0.0]])[first]
    beyond = (above - levels * (len(ordered) - first)) / len(ordered)
    use: Array = np.clip(-np.diff(beyond), 0.0, 1.0)
    return use
