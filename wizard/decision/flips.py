"""At which priority the recommendation turns: closed form, one group of criteria at a time.

With d = V_a - V_b, the group's weight W and its difference Δ = u_a - u_b, all other weights rescaled:
D = (d - W·Δ)/(1 - W), turning weight t = D/(D - Δ).
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from wizard.decision.value import Array, over_known, stated_weights
from wizard.domain.catalog import Anchor
from wizard.domain.result import Flip, OptionId

POINTS = 100.0


def flip_weight(weight: float, lead: float, difference: float) -> float | None:
    """The weight at which two options tie; None when none between 0 and 1 does.

    ``lead`` is the winner's value minus the other's, ``difference`` the same within the criterion.
    """
    if weight >= 1.0:
        return None
    rest = (lead - weight * difference) / (1.0 - weight)
    if rest == difference:
        return None
    turning = rest / (rest - difference)
    return turning if 0.0 < turning < 1.0 else None


def flips(
    anchors: Sequence[Anchor],
    known: npt.NDArray[np.bool_],
    priorities: Mapping[str, float],
    central: Mapping[OptionId, Array],
    winner: OptionId | None,
    competing: Sequence[OptionId],
) -> tuple[Flip, ...]:
    """Priorities (points of 100, the others keeping their proportions) from which another option leads."""
    if winner is None:
        return ()
    weights = over_known(stated_weights(anchors, priorities), known)
    total = sum(priorities.values())
    found: list[Flip] = []
    for other in competing:
        difference = central[winner] - central[other]
        lead = float(weights @ difference)
        if other == winner or lead <= 0.0:
            continue
        for group in dict.fromkeys(anchor.group for anchor in anchors):
            turning = _turning_points(group, anchors, known, weights, priorities, lead, difference)
            if turning is not None:
                now = priorities.get(group, 0.0) * POINTS / total
                found.append(Flip(input=f"project.priorities.{group}", from_=now, to=turning, becomes=other))
    return tuple(sorted(found, key=lambda flip: abs(flip.to - flip.from_)))


def _turning_points(
    group: str,
    anchors: Sequence[Anchor],
    known: npt.NDArray[np.bool_],
    weights: Array,
    priorities: Mapping[str, float],
    lead: float,
    difference: Array,
) -> float | None:
    share = _known_share(group, anchors, known)
    if share <= 0.0:
        return None
    inside = np.array([a.share if a.group == group and k else 0.0 for a, k in zip(anchors, known, strict=True)])
    weight = sum(float(w) for w, a in zip(weights, anchors, strict=True) if a.group == group)
    turning = flip_weight(weight, lead, float(inside @ difference) / float(inside.sum()))
    return None if turning is None else _as_points(turning, group, anchors, known, priorities)


def _as_points(
    turning: float,
    group: str,
    anchors: Sequence[Anchor],
    known: npt.NDArray[np.bool_],
    priorities: Mapping[str, float],
) -> float:
    """Points of the group that give it the weight ``turning`` among the known criteria."""
    share = _known_share(group, anchors, known)
    others = {g: p for g, p in priorities.items() if g != group}
    reach = sum(p * _known_share(g, anchors, known) for g, p in others.items()) / sum(others.values())
    return POINTS * turning * reach / (share * (1.0 - turning) + turning * reach)


def _known_share(group: str, anchors: Sequence[Anchor], known: npt.NDArray[np.bool_]) -> float:
    shares = [
        (anchor.share, bool(is_known)) for anchor, is_known in zip(anchors, known, strict=True) if anchor.group == group
    ]
    total = sum(share for share, _ in shares)
    return sum(share for share, is_known in shares if is_known) / total if total > 0.0 else 0.0
