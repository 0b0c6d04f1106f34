"""The additive value model on fixed anchors: V = Σ w_j · u_j, u from 0 (worst acceptable) to 1 (target).

Fixed anchors instead of the span of the options present: adding an option then never reorders the others. Weights are
sampled around the stated ones (stochastic multicriteria acceptability, R. Lahdelma and P. Salminen, "SMAA-2",
Operations Research 49 (2001)).
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from wizard.decision.errors import DecisionError
from wizard.domain.catalog import Anchor, DecisionSettings
from wizard.domain.errors import CodedError

Array = npt.NDArray[np.float64]
References = Mapping[str, float]
"""Amounts that turn relative anchors into absolute ones: ``reference_cost``, ``budget``, ``horizon``.

They are fixed before options are compared and must not depend on which options are present.
"""


def anchor_scale(anchor: Anchor, references: References) -> float | None:
    """What one unit of the anchors stands for; None when the amount is not known."""
    if anchor.relative_to == "absolute":
        return 1.0
    amount = references.get(anchor.relative_to)
    return amount if amount is not None and amount > 0.0 else None


def utility(values: Array, anchor: Anchor, scale: float) -> Array:
    """u = clip((x - worst) / (target - worst), 0, 1) with both anchors times ``scale``.

    Raises:
        CodedError: ``E303`` when the anchors coincide.
    """
    if anchor.worst == anchor.target:
        raise CodedError(DecisionError.ANCHOR, criterion=anchor.criterion, value=anchor.worst)
    return np.clip((values / scale - anchor.worst) / (anchor.target - anchor.worst), 0.0, 1.0)


def score(value: float | None, anchor: Anchor, references: References) -> float | None:
    """The utility of one value; None stays None, as does a value whose reference is not known."""
    scale = anchor_scale(anchor, references)
    if value is None or scale is None:
        return None
    return float(utility(np.array([value]), anchor, scale)[0])


def ordered(settings: DecisionSettings) -> tuple[Anchor, ...]:
    """Anchors by name, so that the order of the file decides nothing."""
    return tuple(sorted(settings.anchors, key=lambda anchor: anchor.criterion))


def stated_weights(anchors: Sequence[Anchor], priorities: Mapping[str, float]) -> Array:
    """Weight of each criterion: points of its group times its share in the group; the sum is 1.

    Raises:
        CodedError: ``E301`` or ``E302``.
    """
    for group, points in priorities.items():
        if not points >= 0.0:
            raise CodedError(DecisionError.NEGATIVE_PRIORITY, group=group, points=points)
    shares: dict[str, float] = {}
    for anchor in anchors:
        shares[anchor.group] = shares.get(anchor.group, 0.0) + anchor.share
    raw = np.array([priorities.get(a.group, 0.0) * a.share / shares[a.group] for a in anchors])
    if not raw.sum() > 0.0:
        raise CodedError(DecisionError.PRIORITIES)
    weights: Array = raw / raw.sum()
    return weights


def over_known(weights: Array, known: npt.NDArray[np.bool_]) -> Array:
    """Weights (last axis: criteria) spread over the known criteria, equally for all options."""
    kept = np.where(known, weights, 0.0)
    total = kept.sum(axis=-1, keepdims=True)
    if not (total > 0.0).all():
        raise CodedError(DecisionError.PRIORITIES)
    result: Array = kept / total
    return result


def sampled_weights(weights: Array, known: npt.NDArray[np.bool_], settings: DecisionSettings, seed: int) -> Array:
    """Dirichlet samples around the stated weights, one row a sample.

    All criteria are drawn, known or not: what else is known then changes no draw of the others.
    """
    generator = np.random.default_rng([seed, 1])
    shape = (settings.weight_samples, len(weights))
    gammas = generator.standard_gamma(weights * settings.concentration, size=shape)
    kept = np.where(known, np.maximum(gammas, np.finfo(np.float64).tiny), 0.0) * (weights > 0.0)
    return over_known(kept, known)
