"""Which rented machines are worth a closer look: one that another beats in every respect can never be the kept one.

Respects are all that the choice among plans looks at, gates and cost: kind, accelerator and count, place as the gates
tell places apart, operator's law, attestations, minimum term, and every price with the span its age gives it. An offer
that differs in one of them stays; so does a quoted one, which neither a client's discount nor its age moves.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from math import inf

from wizard.costs.engine import CostTable
from wizard.domain.catalog import Catalog
from wizard.domain.economics import RentPlan
from wizard.domain.hardware import Offer
from wizard.domain.places import EEA
from wizard.domain.provenance import Figure
from wizard.engine.offer_age import drift
from wizard.engine.plans import PRICES
from wizard.engine.quoted import is_quoted

_CLOSE = 0.01
"""Share of the lowest median of the trial samples: more than they and all samples differ about two rented machines."""


@dataclass(frozen=True)
class _Terms:
    """An offer as numbers of which less is better, euro."""

    offer: Offer
    attestations: frozenset[str]
    costs: tuple[float, ...]

    def beats(self, other: "_Terms") -> bool:
        """No worse anywhere; of equals, the first one stays."""
        return self.attestations >= other.attestations and all(
            mine <= theirs for mine, theirs in zip(self.costs, other.costs, strict=True)
        )


def worth_pricing(catalog: Catalog, as_of: date, home: str | None) -> tuple[Offer, ...]:
    """Offers that no other one beats, in catalogue order.

    Args:
        home: country of the client, where rules may want the data to stay.
    """
    groups: dict[tuple[object, ...], list[_Terms]] = defaultdict(list)
    kept = {offer.id for offer in catalog.offers.values() if _quoted(offer)}
    for offer in catalog.offers.values():
        if offer.id in kept:
            continue
        terms = _terms(offer, catalog, as_of)
        rivals = groups[_alike(offer, catalog, home)]
        if not any(rival.beats(terms) for rival in rivals):
            rivals[:] = [rival for rival in rivals if not terms.beats(rival)] + [terms]
    kept |= {terms.offer.id for group in groups.values() for terms in group}
    return tuple(offer for offer in catalog.offers.values() if offer.id in kept)


def _alike(offer: Offer, catalog: Catalog, home: str | None) -> tuple[object, ...]:
    """Only offers that agree in this are compared; an unknown price of traffic is neither dear nor cheap."""
    own_currency = None if offer.currency in catalog.eur_per_unit else offer.currency
    return (
        offer.kind, offer.accelerator, offer.accelerators, *_place(offer, home), own_currency,
        offer.egress_per_tb is None,
    )  # fmt: skip


def _quoted(offer: Offer) -> bool:
    return any(is_quoted(getattr(offer, field)) for field in PRICES.values())


def _terms(offer: Offer, catalog: Catalog, as_of: date) -> _Terms:
    rate = catalog.eur_per_unit[offer.currency].value if offer.currency in catalog.eur_per_unit else 1.0
    costs = [float(offer.minimum_months), _value(offer.setup_fee, 0.0) * rate, _value(offer.egress_per_tb, 0.0) * rate]
    prices = [_value(getattr(offer, field), inf) * rate for field in PRICES.values()]
    for kind, field in PRICES.items():
        # All prices of one plan move with the oldest among them, also what a commitment leaves to rent on demand.
        span = drift(offer, kind, catalog, as_of)
        has_it = getattr(offer, field) is not None
        costs += [price * end if has_it else inf for price in prices for end in (span.low, span.value, span.high)]
    return _Terms(offer, frozenset(offer.attestations), tuple(costs))


def _value(figure: Figure | None, missing: float) -> float:
    return missing if figure is None else figure.value


def worth_judging(table: CostTable, catalog: Catalog, home: str | None) -> frozenset[int]:
    """Places of the plans whose gates must be looked at: of rented ones that no gate tells apart, the cheapest ones.

    Gates on amounts only let more through when a plan costs less. Those close to the cheapest stay too: with more
    samples one of them may be cheaper.
    """
    alike: dict[object, list[int]] = defaultdict(list)
    for index, priced in enumerate(table.plans):
        plan = priced.plan
        alike[_told_apart(plan, catalog, home) if isinstance(plan, RentPlan) else index].append(index)
    medians = [priced.cost.npv_eur.p50 for priced in table.plans]
    lowest = {kind: min(medians[index] for index in places) for kind, places in alike.items()}
    return frozenset(
        index
        for kind, places in alike.items()
        for index in places
        if medians[index] - lowest[kind] <= abs(lowest[kind]) * _CLOSE
    )


def _told_apart(plan: RentPlan, catalog: Catalog, home: str | None) -> tuple[object, ...]:
    """What gates and the choice of the reference see of a rented machine beside its cost."""
    card = catalog.accelerators[plan.offer.accelerator]
    return (
        plan.option, *_place(plan.offer, home), frozenset(plan.offer.attestations), card.vendor,
        card.data_center_licence, plan.commitment == "on_demand",
    )  # fmt: skip


def _place(offer: Offer, home: str | None) -> tuple[object, ...]:
    """A place and a law as the gates tell them apart."""
    return offer.country is None, offer.country == home, offer.country in EEA, offer.operator_law
