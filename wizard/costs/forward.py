"""The yearly change of rents that a price list implies by itself: one year committed against three years."""

import math

_LEAST_RATIO = 1.0 / 3.0
"""Below it three years cost less than one: no price path explains that."""


def implied_ratio(one_year: float, three_years: float) -> float | None:
    """Price ratio r from year to year with p1 · (1 + r + r²) = 3 · p3, prices an hour; None where none fits.

    A buyer of three one-year terms pays p1, p1 · r and p1 · r²; whoever sells three years for less expects that.
    """
    if one_year <= 0.0 or three_years <= 0.0 or three_years / one_year <= _LEAST_RATIO:
        return None
    return (math.sqrt(12.0 * three_years / one_year - 3.0) - 1.0) / 2.0
