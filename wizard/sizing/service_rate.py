"""Items a second of one accelerator: as measured on it, or scaled from measured ones by the limiting resource.

Between two measured cards the rate is interpolated in logarithms; beyond them it is proportional to the resource. The
interval is the span of the measurement, on other cards widened by ``service.other_card_factor``, by
``ratio^service.scaling_exponent`` and by ``service.other_vendor_factor`` for another vendor (all assumptions).
Where nothing is published: dense peak · share / arithmetic of one item.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log

from wizard.domain.hardware import Accelerator
from wizard.domain.provenance import Evidence, Figure, weakest
from wizard.domain.quantities import Range
from wizard.sizing.figures import Facts
from wizard.sizing.service_profiles import Profile

Cards = Mapping[str, Accelerator]
_NEAR = 2.0
"""Ratio of resources up to which a scaled rate counts as documented arithmetic."""


@dataclass(frozen=True)
class Item:
    """What one item and its model are, as far as the rate depends on them."""

    size: float | None
    """None: the usual size of the profile."""
    params_b: float | None


@dataclass(frozen=True)
class Anchor:
    """A published rate on one card."""

    key: str
    figure: Figure
    card: Accelerator
    resource: float


@dataclass(frozen=True)
class CardRate:
    """Items a second of one card at one batch size."""

    value: float
    low: float
    high: float
    batch: int
    evidence: Evidence
    anchors: tuple[Anchor, ...]
    """Those the rate stands on: one, or the two neighbours; none where it was computed from arithmetic."""
    factor: float
    """Of size and parameters against the measured item and model."""
    distance: float
    """Ratio of resources to the nearest measured card, at least 1."""

    @property
    def item_s(self) -> float:
        """Seconds a batch occupies the card."""
        return self.batch / self.value


def resource(profile: Profile, card: Accelerator) -> float | None:
    """TFLOPS (dense) or GB/s that limits the profile on this card; None: the card lacks the formats."""
    figure = limit(profile, card)
    return None if figure is None else figure.value


def limit(profile: Profile, card: Accelerator) -> Figure | None:
    """The figure of the card behind ``resource``, with the span in which its sources disagree."""
    if profile.limit == "memory_bandwidth":
        return card.memory_bandwidth_gb_per_s
    return next((card.dense_tflops[f] for f in profile.formats if f in card.dense_tflops), None)


def card_rates(profile: Profile, card: Accelerator, item: Item, cards: Cards, facts: Facts) -> tuple[CardRate, ...]:
    """The rate for each batch size something is published for, smallest batch first; empty: the card cannot run it.

    Args:
        cards: where measured cards are looked up, by id.
    """
    figure = limit(profile, card)
    if figure is None or not profile.on_gpu:
        return ()
    factor, own = item_factor(profile, item, facts), figure.range()
    if f"service.tflop.{profile.key}" in facts:
        return (_computed(profile, own, factor, facts),)
    found = _anchors(profile, cards, facts)
    return tuple(_scaled(card, own, batch, anchors, factor, facts) for batch, anchors in sorted(found.items()))


def item_factor(profile: Profile, item: Item, facts: Facts) -> float:
    """Rate of this item and model over that of the measured ones."""
    factor = 1.0
    rated = rated_size(profile, facts)
    if rated is not None and profile.size_exponent:
        factor *= (rated / item_size(profile, item, facts)) ** profile.size_exponent
    if profile.by_parameters and item.params_b:
        factor *= facts[f"service.params_b.{profile.key}"].value / item.params_b
    return factor


def item_size(profile: Profile, item: Item, facts: Facts) -> float:
    """Size of one item in the profile's measure: as stated, else the usual one."""
    return item.size or facts[f"service.size.{profile.key}"].value


def rated_size(profile: Profile, facts: Facts) -> float | None:
    """Size at which the profile's rates are given; None: they depend on no size."""
    found = facts.get(f"service.rated_size.{profile.key}") or facts.get(f"service.size.{profile.key}")
    return None if found is None else found.value


def _anchors(profile: Profile, cards: Cards, facts: Facts) -> dict[int, list[Anchor]]:
    """Published rates by batch size, by rising resource."""
    found: dict[int, list[Anchor]] = {}
    start = f"service.rate.{profile.key}."
    for key, figure in facts.items():
        if not key.startswith(start):
            continue
        name, _, batch = key.removeprefix(start).partition(".b")
        card = cards[name]
        amount = resource(profile, card)
        assert amount is not None  # noqa: S101 - a card on which the profile was measured can run it
        found.setdefault(int(batch or 1), []).append(Anchor(key, figure, card, amount))
    return {batch: sorted(anchors, key=lambda a: a.resource) for batch, anchors in found.items()}


def _scaled(
    card: Accelerator, reach: Range, batch: int, anchors: list[Anchor], factor: float, facts: Facts
) -> CardRate:  # fmt: skip
    own = reach.value
    used = _neighbours(card, own, anchors)
    spans = [a.figure.range() for a in used]
    middle = _between(own, used, [s.value for s in spans])
    distance = min(max(own / a.resource, a.resource / own) for a in used)
    exact = used[0].card.id == card.id
    width = 1.0 if exact else facts["service.other_card_factor"].value
    width *= distance ** facts["service.scaling_exponent"].value
    if all(a.card.vendor != card.vendor for a in used):
        width *= facts["service.other_vendor_factor"].value
    low = min(middle, _between(own, used, [s.low for s in spans])) / width
    high = max(middle, _between(own, used, [s.high for s in spans])) * width
    if not exact:  # what was measured on the card itself does not rest on its data sheet
        low, high = low * reach.low / own, high * reach.high / own
    evidence = weakest(*(a.figure.evidence for a in used))
    if factor != 1.0:
        evidence = weakest(evidence, Evidence.DOCUMENTED)
    if not exact:
        evidence = weakest(evidence, Evidence.DOCUMENTED if distance <= _NEAR else Evidence.ASSUMED)
    return CardRate(
        middle * factor, low * factor, high * factor, batch, evidence, tuple(used), factor, distance
    )  # fmt: skip


def _neighbours(card: Accelerator, own: float, anchors: list[Anchor]) -> list[Anchor]:
    """The measured card itself, else the two around it, else the nearest."""
    exact = [a for a in anchors if a.card.id == card.id]
    if exact:
        return exact
    below = [a for a in anchors if a.resource <= own]
    above = [a for a in anchors if a.resource > own]
    return [*below[-1:], *above[:1]]


def _between(own: float, used: list[Anchor], values: list[float]) -> float:
    if len(used) == 1:
        return values[0] * own / used[0].resource
    share = log(own / used[0].resource) / log(used[1].resource / used[0].resource)
    return exp(log(values[0]) + share * (log(values[1]) - log(values[0])))


def _computed(profile: Profile, own: Range, factor: float, facts: Facts) -> CardRate:
    """Dense peak · share / arithmetic of one item."""
    work, share = facts[f"service.tflop.{profile.key}"].range(), facts[f"service.flops_share.{profile.key}"].range()
    rate = Range(
        low=own.low * share.low / work.high,
        value=own.value * share.value / work.value,
        high=own.high * share.high / work.low,
    ).scaled(factor)
    return CardRate(rate.value, rate.low, rate.high, 1, Evidence.ASSUMED, (), factor, 1.0)
