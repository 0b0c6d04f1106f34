"""A bare world for sums without an assessment: one machine with one GPU, in use all hours, nothing but what is named.

The cash-flow engine then answers with exactly the components a published calculation holds.
"""

from datetime import date

from wizard.costs.engine import CostTable, price_plans
from wizard.costs.inputs import BOUNDS
from wizard.domain.economics import (
    ApiPlan,
    ApiUse,
    CapacityNeed,
    CostQuestion,
    OwnPlan,
    Plan,
    RentPlan,
    SeatPlan,
    UncertainInput,
)
from wizard.domain.hardware import Offer, Server
from wizard.domain.language import text
from wizard.domain.offers import ApiOffer, SeatOffer
from wizard.domain.provenance import Confidence, Evidence, Figure
from wizard.domain.quantities import HOURS_PER_MONTH, Range

_NEUTRAL = {
    "demand_factor": 1.0, "pue": 1.0, "pue_hosted": 1.0, "hardware_price_factor": 1.0, "cloud_price_factor": 1.0,
    "colo_price_factor": 1.0, "api_price_factor": 1.0, "power_utilisation": 1.0,
}  # fmt: skip
"""Everything else is 0."""
_AS_PRINTED = text("as printed", "wie gedruckt")


def bare_table(*plans: Plan, months: int, **values: float) -> CostTable:
    """Prices the plans with nothing but the named inputs; money in one currency, taken as it stands.

    Raises:
        CodedError: as ``price_plans``.
    """
    inputs = {
        key: UncertainInput(
            key=key, label=text(key, key), range=Range.exact(values.get(key, _NEUTRAL.get(key, 0.0))), unit="",
            evidence=Evidence.STATED, basis=_AS_PRINTED,
        )
        for key in BOUNDS
    }  # fmt: skip
    return price_plans(plans, CostQuestion(horizon_months=months, inputs=inputs, eur_per_unit={"EUR": 1.0}, samples=1))


def figure(value: float) -> Figure:
    """A printed number."""
    return Figure(value=value, unit="", basis="quote", source="as printed", retrieved_on=date.min,
                  confidence=Confidence.LOW, layer="client")  # fmt: skip


def bare_need(hours: float = float(HOURS_PER_MONTH), gpus: int = 1) -> CapacityNeed:
    """One replica that fills the machine for these hours a month."""
    return CapacityNeed(
        workload_id="w1", configuration_id="c1", accelerator="as printed", gpus_per_replica=gpus,
        slots_per_replica=1.0, in_flight_peak=1.0, in_flight_mean=1.0, spare_replicas=0,
        active_hours_per_month=hours, output_tokens_per_month=0.0,
    )  # fmt: skip


def bare_own(price: float, kw: float = 0.0, gpus: int = 1) -> OwnPlan:
    """A bought machine that draws ``kw`` in every hour."""
    server = Server(
        id="own", name="own", vendor="", accelerator="as printed", accelerators=gpus, form_factor="rack",
        rack_units=figure(1.0), price=figure(price), price_currency="EUR", cpu_cores=1, ram_gb=1, nvme_tb=0.0,
        max_power_kw=figure(kw), idle_power_share=figure(1.0), cooling="air",
    )  # fmt: skip
    return OwnPlan(option="on_premises", server=server, needs=(bare_need(gpus=gpus),))


def bare_rent(per_hour: float, hours: float = float(HOURS_PER_MONTH), gpus: int = 1) -> RentPlan:
    """A machine rented on demand for so many hours a month."""
    offer = Offer(
        id="rented", provider="", name="rented", kind="cloud", accelerator="as printed", accelerators=gpus,
        region="", operator_law="OTHER", currency="EUR", on_demand_per_hour=figure(per_hour),
    )  # fmt: skip
    return RentPlan(option="cloud", offer=offer, needs=(bare_need(hours, gpus),), commitment="on_demand")


def bare_api(input_tokens: float, output_tokens: float, price_in: float, price_out: float) -> ApiPlan:
    """Tokens a month at prices for a million."""
    offer = ApiOffer(
        id="api", provider="", name="api", operator_law="OTHER", currency="EUR", input_per_million=figure(price_in),
        output_per_million=figure(price_out),
    )  # fmt: skip
    use = ApiUse(
        workload_id="w1", offer=offer, input_tokens_per_month=input_tokens, cached_share=0.0,
        output_tokens_per_month=output_tokens,
    )  # fmt: skip
    return ApiPlan(option="api", uses=(use,))


def bare_seats(users: float, per_month: float) -> SeatPlan:
    """Seats paid by the month."""
    offer = SeatOffer(
        id="seats", provider="", name="seats", kinds=("llm_chat",), operator_law="OTHER", currency="EUR",
        per_seat_month=figure(per_month), minimum_months=1,
    )  # fmt: skip
    return SeatPlan(option="seats", offer=offer, users=users)
