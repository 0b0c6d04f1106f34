"""The amount that the cost anchors of the decision are multiples of."""

from collections.abc import Sequence

from wizard.costs.engine import PricedPlan
from wizard.domain.economics import ApiPlan, Plan, RentPlan, SeatPlan
from wizard.domain.language import Text, text
from wizard.engine.plan_parts import own_part


def reference_of(tried: Sequence[PricedPlan]) -> PricedPlan:
    """Cheapest list price on demand anywhere, whatever the gates say: it must not depend on who competes."""
    on_demand = [p for p in tried if isinstance(p.plan, RentPlan) and p.plan.commitment == "on_demand"]
    return min(on_demand or tried, key=lambda p: p.cost.npv_eur.p50)


def reference_text(plan: Plan) -> Text:
    """What the amount is the cost of."""
    if isinstance(plan, RentPlan):
        return text(
            f"median cost of the cheapest rented list price for the same demand: {plan.offer.provider} "
            f"{plan.offer.name}",
            f"mittlere Kosten des günstigsten Miet-Listenpreises für denselben Bedarf: {plan.offer.provider} "
            f"{plan.offer.name}",
        )
    name = _plan_name(plan)
    return text(f"median cost of {name}", f"mittlere Kosten von {name}")


def _plan_name(plan: Plan) -> str:
    if isinstance(plan, ApiPlan):
        return ", ".join(dict.fromkeys(f"{use.offer.provider} {use.offer.name}" for use in plan.uses))
    if isinstance(plan, SeatPlan):
        return f"{plan.offer.provider} {plan.offer.name}"
    own = own_part(plan)
    return own.server.name if own is not None else ""
