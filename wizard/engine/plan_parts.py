"""The parts any plan consists of: own machines, rented ones, and contracts with somebody else."""

from dataclasses import dataclass

from wizard.domain.economics import ApiPlan, HybridPlan, OwnPlan, Plan, RentPlan, SeatPlan
from wizard.domain.hardware import Offer, Server
from wizard.domain.offers import ApiOffer, Colocation, OperatorLaw, SeatOffer

Party = Offer | ApiOffer | SeatOffer | Colocation


@dataclass(frozen=True)
class Contract:
    """Who else runs machines or a service, taken over all parties of a plan."""

    provider: str
    country: str | None
    """None where a party does not publish it, or where several differ."""
    operator_law: OperatorLaw
    """US law outweighs every other, because it reaches whatever else is agreed."""
    attestations: tuple[str, ...]
    """Those that every party holds."""


def own_part(plan: Plan) -> OwnPlan | None:
    """The machines of the client, bought or there already."""
    if isinstance(plan, HybridPlan):
        return plan.own
    return plan if isinstance(plan, OwnPlan) else None


def rented_part(plan: Plan) -> RentPlan | None:
    """The rented machines of the regular service; capacity rented until delivery does not count."""
    if isinstance(plan, HybridPlan):
        return plan.burst
    return plan if isinstance(plan, RentPlan) else None


def parties(plan: Plan) -> tuple[Party, ...]:
    """Everybody the client would sign with beside the seller of hardware."""
    if isinstance(plan, ApiPlan):
        return tuple({use.offer.id: use.offer for use in plan.uses}.values())
    if isinstance(plan, SeatPlan):
        return (plan.offer,)
    found: list[Party] = []
    own, rented = own_part(plan), rented_part(plan)
    if own is not None and own.colocation is not None:
        found.append(own.colocation)
    if rented is not None:
        found.append(rented.offer)
    return tuple(found)


def contract(plan: Plan) -> Contract | None:
    """All parties as one; None where the client deals with nobody."""
    signed = parties(plan)
    if not signed:
        return None
    countries = {party.country for party in signed}
    laws: list[OperatorLaw] = [party.operator_law for party in signed]
    held = set(signed[0].attestations).intersection(*(party.attestations for party in signed))
    return Contract(
        provider=", ".join(dict.fromkeys(party.provider for party in signed)),
        country=countries.pop() if len(countries) == 1 else None,
        operator_law="US" if "US" in laws else next((law for law in laws if law != "EU"), laws[0]),
        attestations=tuple(name for name in signed[0].attestations if name in held),
    )


def accelerators_of(plan: Plan) -> tuple[str, ...]:
    """Catalogue ids of the accelerators the client would run on; empty for services by the token or seat."""
    own, rented = own_part(plan), rented_part(plan)
    named = [own.server.accelerator] if own is not None else []
    named += [rented.offer.accelerator] if rented is not None else []
    return tuple(dict.fromkeys(named))


def machine_of(plan: Plan) -> Server | Offer:
    """The machine of a plan that has one; the own one where there are two.

    Raises:
        TypeError: a service by the token or seat has none.
    """
    own, rented = own_part(plan), rented_part(plan)
    if own is not None:
        return own.server
    if rented is None:
        raise TypeError(plan.option)
    return rented.offer
