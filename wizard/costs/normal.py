"""The normal distribution for whole columns, where the engine cannot do without: scipy is imported late or not at all.

Quantile: P. J. Acklam, "An algorithm for computing the inverse normal cumulative distribution function" (2003),
relative error below 1.2e-9. Distribution function: M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions
(1964), 26.2.17, error below 7.5e-8.
"""

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

_A = (
    -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.383577518672690e2, -3.066479806614716e1,
    2.506628277459239,
)  # fmt: skip
_B = (-5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1, 1.0)
_C = (
    -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968,
    2.938163982698783,
)  # fmt: skip
_D = (7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1.0)
_TAIL = 0.02425
_P = 0.2316419
_T = (1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.319381530, 0.0)


def normal_quantile(u: Array) -> Array:
    """z with P(Z ≤ z) = u, for u in (0, 1)."""
    q = u - 0.5
    r = q * q
    middle = q * np.polyval(_A, r) / np.polyval(_B, r)
    near = np.minimum(np.minimum(u, 1.0 - u), _TAIL)
    t = np.sqrt(-2.0 * np.log(near))
    outer = np.polyval(_C, t) / np.polyval(_D, t)
    found: Array = np.where(np.abs(q) <= 0.5 - _TAIL, middle, np.where(q < 0.0, outer, -outer))
    return found


def normal_share(z: Array) -> Array:
    """P(Z ≤ z)."""
    size = np.abs(z)
    beyond = np.exp(-0.5 * size * size) / np.sqrt(2.0 * np.pi) * np.polyval(_T, 1.0 / (1.0 + _P * size))
    found: Array = np.where(z < 0.0, beyond, 1.0 - beyond)
    return found
