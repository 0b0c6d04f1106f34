"""The shipped offers beside machines: matched exactly, dated, and priced by the engine."""

import pytest
from wizard.catalogs.load import load_catalog
from wizard.costs.engine import price_plans
from wizard.domain.economics import ApiPlan, ApiUse, SeatPlan

from .cases import own, question

CATALOG = load_catalog()


@pytest.mark.parametrize("offer", CATALOG.apis.values(), ids=lambda offer: offer.id)
def test_a_model_behind_an_api_names_models_and_sizes_that_exist(offer) -> None:
    """An entry that names neither lists a price and enters no result."""
    assert offer.model is None or offer.model in CATALOG.models
    assert set(offer.stands_for) <= CATALOG.model_classes.keys()


@pytest.mark.parametrize("offer", CATALOG.apis.values(), ids=lambda offer: offer.id)
def test_cached_input_is_no_dearer_and_output_no_cheaper(offer) -> None:
    cached = offer.cached_input_per_million
    assert cached is None or cached.value <= offer.input_per_million.value
    assert offer.output_per_million.value >= offer.input_per_million.value


def test_german_operators_offer_an_open_model() -> None:
    found = {offer.provider for offer in CATALOG.apis.values() if offer.country == "DE" and offer.operator_law == "EU"}
    assert {"IONOS AI Model Hub", "STACKIT AI Model Serving", "T-Systems LLM Hub"} <= found


def test_native_prices_in_euro_stay_in_euro() -> None:
    """IONOS: 0.65 EUR for a million tokens of Llama 3.3 70B, whatever the dollar list says."""
    offer = CATALOG.apis["ionos-llama-3.3-70b"]
    assert (offer.currency, offer.input_per_million.value, offer.output_per_million.value) == ("EUR", 0.65, 0.65)


def test_every_offer_can_be_priced() -> None:
    uses = [
        ApiUse(workload_id="w1", offer=offer, input_tokens_per_month=1e9, cached_share=0.2, output_tokens_per_month=1e8)
        for offer in CATALOG.apis.values()
    ]
    plans = [ApiPlan(option="api", uses=(use,)) for use in uses]
    seats = [SeatPlan(option="seats", offer=offer, users=10.0) for offer in CATALOG.seats.values()]
    racks = [
        own().model_copy(update={"option": "colocation", "colocation": site}) for site in CATALOG.colocation.values()
    ]
    rates = {code: figure.value for code, figure in CATALOG.eur_per_unit.items()}
    asked = question(samples=1).model_copy(update={"eur_per_unit": rates})
    assert all(plan.cost.nominal_eur > 0.0 for plan in price_plans([*plans, *seats, *racks], asked).plans)


def test_no_german_colocation_price_is_claimed() -> None:
    assert all("quote" in site.notes.en and site.per_kw_month.low < site.per_kw_month.value < site.per_kw_month.high
               for site in CATALOG.colocation.values())  # fmt: skip
