"""The uncertain inputs of the cost model: their names, bounds and draws."""

import math
from collections.abc import Collection, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from wizard.costs.errors import CostError
from wizard.costs.normal import normal_quantile, normal_share
from wizard.costs.sobol import MOST_POINTS, sobol_points
from wizard.domain.economics import Correlation, CostQuestion, UncertainInput
from wizard.domain.errors import CodedError
from wizard.domain.quantities import Range

Array = npt.NDArray[np.float64]

_ANY = math.inf
BOUNDS: dict[str, tuple[float, float]] = {
    "demand_factor": (0.0, _ANY),
    "growth_per_year": (-0.99, _ANY),
    "electricity_eur_per_kwh": (0.0, _ANY),
    "pue": (1.0, _ANY),
    "discount_rate": (0.0, 1.0),
    "hardware_price_factor": (0.0, _ANY),
    "cloud_price_factor": (0.0, _ANY),
    "cloud_price_change_per_year": (-0.99, _ANY),
    "residual_share": (0.0, 1.0),
    "maintenance_share_per_year": (0.0, 1.0),
    "insurance_share_per_year": (0.0, 1.0),
    "install_share": (0.0, _ANY),
    "staff_fte_own": (0.0, _ANY),
    "staff_fte_rented": (0.0, _ANY),
    "fte_eur_per_year": (0.0, _ANY),
    "licence_eur_per_gpu_year": (0.0, _ANY),
    "egress_tb_per_month": (0.0, _ANY),
    "egress_eur_per_tb": (0.0, _ANY),
    "power_utilisation": (0.0, 1.0),
    "lead_months": (0.0, _ANY),
    "network_storage_share": (0.0, _ANY),
    "colo_price_factor": (0.0, _ANY),
    "pue_hosted": (1.0, _ANY),
    "remote_hands_hours_per_server_month": (0.0, _ANY),
    "staff_fte_hosted": (0.0, _ANY),
    "api_price_factor": (0.0, _ANY),
    "api_price_change_per_year": (-0.99, _ANY),
    "seat_price_change_per_year": (-0.99, _ANY),
    "hybrid_fixed_eur_per_month": (0.0, _ANY),
    "vat_unrecoverable_share": (0.0, 1.0),
    "spares_share": (0.0, _ANY),
    "cloud_support_share": (0.0, _ANY),
    "idle_share": (0.0, _ANY),
    "spot_overhead_share": (0.0, _ANY),
    "migration_days": (0.0, _ANY),
    "exit_days": (0.0, _ANY),
    "stored_tb": (0.0, _ANY),
    "storage_eur_per_tb_month": (0.0, _ANY),
}
"""Every key of the model with the span it may have."""
_FOREMOST = (
    "demand_factor", "staff_fte_own", "cloud_price_change_per_year", "growth_per_year", "staff_fte_rented",
    "hardware_price_factor", "cloud_price_factor", "residual_share", "maintenance_share_per_year",
    "power_utilisation", "fte_eur_per_year", "lead_months", "idle_share", "api_price_change_per_year",
    "network_storage_share", "discount_rate",
)  # fmt: skip
"""What moves costs most takes the first Sobol dimensions, which cover the cube best in twos and threes."""
DIMENSIONS: dict[str, int] = {
    key: place for place, key in enumerate((*_FOREMOST, *(key for key in BOUNDS if key not in _FOREMOST)))
}
"""Sobol dimension of each input, the same in every run; new inputs go to the end of ``BOUNDS``."""


def check_inputs(inputs: Mapping[str, UncertainInput]) -> None:
    """Refuses missing keys and impossible spans.

    Raises:
        CodedError: ``E203`` or ``E204``.
    """
    for key, (least, most) in BOUNDS.items():
        if key not in inputs:
            raise CodedError(CostError.MISSING_INPUT, key=key)
        span = inputs[key].range
        if not (least <= span.low and span.high <= most and math.isfinite(span.high)):
            place = inputs[key].question or ""
            raise CodedError(
                CostError.OUT_OF_BOUNDS, place=place, key=key, low=span.low, high=span.high, least=least, most=most
            )


def middle_values(inputs: Mapping[str, UncertainInput]) -> dict[str, Array]:
    """The likely value of every input, as columns of length one."""
    return {key: np.array([inputs[key].range.value]) for key in BOUNDS}


def check_correlations(correlations: Sequence[Correlation]) -> None:
    """Refuses what is no correlation: unknown inputs, a follower with two leaders or followers, a coefficient of ±1.

    Raises:
        CodedError: ``E221``.
    """
    leaders = {entry.leader for entry in correlations}
    seen: set[str] = set()
    for entry in correlations:
        known = entry.leader in BOUNDS and entry.follower in BOUNDS
        if not known or entry.follower in leaders | seen or not -1.0 < entry.coefficient < 1.0:
            raise CodedError(
                CostError.CORRELATION, leader=entry.leader, follower=entry.follower, coefficient=entry.coefficient
            )
        seen.add(entry.follower)


def draw(question: CostQuestion, keys: Collection[str] = BOUNDS) -> dict[str, Array]:
    """One column of samples for each input, the same for all plans (common random numbers).

    A certain input is constant. An input keeps its dimension whatever the others do, so that measuring one input
    does not shuffle the draws of the rest; a plan with a span of its own is drawn at the same points.

    Args:
        keys: only these inputs.

    Raises:
        CodedError: ``E202``.
    """
    if not 1 <= question.samples <= MOST_POINTS:
        raise CodedError(CostError.SAMPLES, samples=question.samples, limit=MOST_POINTS)
    points = sobol_points(question.samples, len(BOUNDS), question.seed)
    shares = {key: points[:, place] for key, place in DIMENSIONS.items()}
    return values_at(question, shares, keys)


def values_at(question: CostQuestion, shares: Mapping[str, Array], keys: Collection[str] = BOUNDS) -> dict[str, Array]:
    """Values of the inputs at independent shares in (0, 1) of their distributions, correlations applied."""
    linked = _linked(question, shares, keys)
    return {key: quantile(linked.get(key, shares[key]), question.inputs[key]) for key in BOUNDS if key in keys}


def _linked(question: CostQuestion, shares: Mapping[str, Array], keys: Collection[str]) -> dict[str, Array]:
    """Shares of the followers, by a Gaussian copula: z = ρ · z(leader) + √(1 - ρ²) · z(own)."""
    linked: dict[str, Array] = {}
    scores: dict[str, Array] = {}
    for entry in question.correlations:
        span = question.inputs[entry.follower].range
        if entry.follower not in keys or span.low == span.high:
            continue
        if entry.leader not in scores:
            scores[entry.leader] = normal_quantile(shares[entry.leader])
        own = normal_quantile(shares[entry.follower]) * math.sqrt(1.0 - entry.coefficient**2)
        linked[entry.follower] = normal_share(entry.coefficient * scores[entry.leader] + own)
    return linked


def quantile(u: Array, entry: UncertainInput) -> Array:
    """Inverse distribution function of one input at ``u`` in (0, 1)."""
    span = entry.range
    if not entry.in_logarithms or span.low <= 0.0 or span.low == span.high:
        return triangular(u, span)
    logarithms = Range(low=math.log(span.low), value=math.log(span.value), high=math.log(span.high))
    drawn: Array = np.exp(triangular(u, logarithms))
    return drawn


def triangular(u: Array, span: Range) -> Array:
    """Inverse distribution function of the triangular distribution (low, likely, high) at ``u`` in (0, 1)."""
    width = span.high - span.low
    if width == 0.0:
        return np.full_like(u, span.value)
    mode = (span.value - span.low) / width
    rising = span.low + np.sqrt(u * width * (span.value - span.low))
    falling = span.high - np.sqrt((1.0 - u) * width * (span.high - span.value))
    return np.where(u < mode, rising, falling)
