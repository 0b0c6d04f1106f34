"""The common ground of all plans: months down, cases across. A case is one sample or the middle values."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from wizard.costs.inputs import Array
from wizard.domain.quantities import MONTHS_PER_YEAR

BLOCK = 512
"""Cases computed at once: the paths of so many stay in the cache of a core."""


@dataclass(frozen=True)
class World:
    """Inputs of all cases and the paths that follow from them; arrays are (months, cases)."""

    months: int
    values: dict[str, Array]
    growth: Array
    """Demand against the first month, (1 + g)^(m/12)."""
    demand: Array
    """Demand against today's middle demand: demand factor times growth."""
    cloud_price: Array
    """Rented price against the list price of today."""
    discount: Array
    """d_m = (1 + r)^-((m + 0.5)/12)."""

    @classmethod
    def of(cls, months: int, values: dict[str, Array]) -> Self:
        """Builds the paths over ``months`` for cases given as columns by input key."""
        month = np.arange(months, dtype=np.float64)[:, None]
        growth = _compound(values["growth_per_year"], month)
        price = _compound(values["cloud_price_change_per_year"], month) * values["cloud_price_factor"]
        discount = _compound(values["discount_rate"], -(month + 0.5))
        return cls(
            months=months,
            values=values,
            growth=growth,
            demand=growth * values["demand_factor"],
            cloud_price=price,
            discount=discount,
        )

    @property
    def api_price(self) -> Array:
        """Price of a token against the list price of today."""
        change = self.values["api_price_change_per_year"]
        path: Array = _compound(change, self.month) * self.values["api_price_factor"]
        return path

    @property
    def seat_price(self) -> Array:
        """Price of a seat against the list price of today."""
        return _compound(self.values["seat_price_change_per_year"], self.month)

    def repeated(self, cases: int) -> "World":
        """The one case of this world, ``cases`` times over."""

        def wide(path: Array) -> Array:
            return np.broadcast_to(path, (self.months, cases))

        values = {key: np.broadcast_to(column, (cases,)) for key, column in self.values.items()}
        return World(
            months=self.months,
            values=values,
            growth=wide(self.growth),
            demand=wide(self.demand),
            cloud_price=wide(self.cloud_price),
            discount=wide(self.discount),
        )

    @property
    def month(self) -> Array:
        """Index of the months as a column, first month 0."""
        return np.arange(self.months, dtype=np.float64)[:, None]

    def waiting(self) -> Array:
        """Share of each month that passes before bought hardware arrives."""
        return np.clip(self.values["lead_months"] - self.month, 0.0, 1.0)

    def present_value(self, flows: Array) -> Array:
        """Sum of discounted flows for each case."""
        value: Array = np.einsum("mc,mc->c", flows, self.discount)
        return value


def blocks(months: int, values: dict[str, Array]) -> tuple[World, ...]:
    """The cases in order, in worlds of ``BLOCK`` each; the last one may hold one case more."""
    cases = len(values["demand_factor"])
    ends = [*range(BLOCK, cases - 1, BLOCK), cases]
    starts = [0, *ends[:-1]]
    return tuple(
        World.of(months, {key: column[start:end] for key, column in values.items()})
        for start, end in zip(starts, ends, strict=True)
    )


def _compound(rate: Array, month: Array) -> Array:
    path: Array = np.exp(np.log1p(rate) * (month / MONTHS_PER_YEAR))
    return path
