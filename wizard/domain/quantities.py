"""Units and ranges. GB is 10^9 bytes, GiB is 2^30 bytes; a month is 730 hours, a year 8,760 hours."""

from typing import Self

from pydantic import model_validator

from wizard.domain.base import Frozen

GB = 1_000_000_000
GIB = 2**30
MIB = 2**20
TERA = 1_000_000_000_000
HOURS_PER_MONTH = 730
HOURS_PER_YEAR = 8_760
MONTHS_PER_YEAR = 12


class Range(Frozen):
    """A value with the span it may really have: ``low <= value <= high``, all in one unit."""

    low: float
    value: float
    high: float

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if not self.low <= self.value <= self.high:
            raise ValueError(f"low <= value <= high does not hold: {self.low}, {self.value}, {self.high}")
        return self

    @classmethod
    def exact(cls, value: float) -> Self:
        """A value without span."""
        return cls(low=value, value=value, high=value)

    def scaled(self, factor: float) -> Self:
        """The same range in another unit; ``factor`` must be positive."""
        return type(self)(low=self.low * factor, value=self.value * factor, high=self.high * factor)
