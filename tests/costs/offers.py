"""Services and hosting for the cost tests, beside the machines of ``cases``."""

from typing import Any

from wizard.domain.economics import ApiPlan, ApiUse, HybridPlan, OwnPlan, PlannedPart, RentPlan, SeatPlan
from wizard.domain.offers import ApiOffer, Colocation, SeatOffer
from wizard.domain.parts import Part

from .cases import figure


def api_offer(price_in: float = 1.0, price_out: float = 4.0, **changes: Any) -> ApiOffer:
    fields: dict[str, Any] = {
        "id": "api",
        "provider": "provider",
        "name": "model",
        "operator_law": "EU",
        "currency": "EUR",
        "input_per_million": figure(price_in, "EUR/1e6"),
        "output_per_million": figure(price_out, "EUR/1e6"),
    }
    return ApiOffer(**{**fields, **changes})


def use(tokens_in: float = 1e9, tokens_out: float = 1e8, cached: float = 0.0, **offer: Any) -> ApiUse:
    return ApiUse(
        workload_id=offer.pop("workload_id", "w1"),
        offer=api_offer(**offer),
        input_tokens_per_month=tokens_in,
        cached_share=cached,
        output_tokens_per_month=tokens_out,
    )


def api(*uses: ApiUse) -> ApiPlan:
    return ApiPlan(option="api", uses=uses or (use(),))


def seats(users: float = 100.0, price: float = 20.0, **changes: Any) -> SeatPlan:
    fields: dict[str, Any] = {
        "id": "seats",
        "provider": "provider",
        "name": "assistant",
        "kinds": ("llm_chat",),
        "operator_law": "US",
        "currency": "EUR",
        "per_seat_month": figure(price, "EUR/month"),
        "minimum_months": 1,
    }
    return SeatPlan(option="seats", offer=SeatOffer(**{**fields, **changes}), users=users)


def site(price: float = 200.0, *, power_included: bool = False, **changes: Any) -> Colocation:
    fields: dict[str, Any] = {
        "id": "colo",
        "provider": "provider",
        "region": "FRA",
        "country": "DE",
        "operator_law": "EU",
        "currency": "EUR",
        "per_kw_month": figure(price, "EUR/kW/month"),
        "power_included": power_included,
    }
    return Colocation(**{**fields, **changes})


def colocated(plan: OwnPlan, **changes: Any) -> OwnPlan:
    return plan.model_copy(update={"option": "colocation", "colocation": site(**changes)})


def hybrid(own: OwnPlan, burst: RentPlan) -> HybridPlan:
    return HybridPlan(option="hybrid", own=own, burst=burst)


def part(identity: str, category: Any, price: float | None, per: Any = "node", quantity: float = 1.0) -> PlannedPart:
    found = None if price is None else figure(price, "EUR", "street")
    ordered = Part(id=identity, name=identity, category=category, price=found, currency="EUR" if found else None)
    return PlannedPart(part=ordered, quantity=quantity, per=per)
