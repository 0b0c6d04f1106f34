"""An expired rent widens its own span, by the months beyond its days and the drift of rents in 2026, and says so."""

from datetime import timedelta

import pytest
from tests.engine.conftest import AS_OF, assessment
from wizard.catalogs.load import load_catalog
from wizard.domain.economics import RentPlan, UncertainInput
from wizard.engine import evaluate
from wizard.questionnaire.loader import load_questionnaire

CHAT = {"kind": "llm_chat", "model_ref": "mistralai/Mistral-7B-Instruct-v0.3", "users_total": 400}
FACTOR = "cloud_price_factor"


def factor(days: int, name: str = "verda-l40s-1x", **price: str) -> UncertainInput:
    """The factor on the price of the only offer there is, whose price was read so many days ago."""
    catalog = load_catalog()
    offer = catalog.offers[name]
    assert offer.on_demand_per_hour is not None
    seen = offer.on_demand_per_hour.model_copy(update={"retrieved_on": AS_OF - timedelta(days=days), **price})
    only = {offer.id: offer.model_copy(update={"on_demand_per_hour": seen})}
    made_up = catalog.model_copy(update={"offers": only})
    priced = evaluate(assessment(CHAT), made_up, load_questionnaire(), as_of=AS_OF, samples=16).priced
    assert priced is not None
    plan = next(o.priced.plan for o in priced.options if isinstance(o.priced.plan, RentPlan))
    return priced.table.question.of_plan(plan).inputs[FACTOR]


def test_a_price_within_its_30_days_keeps_the_common_span() -> None:
    span = factor(30).range
    assert (span.low, span.value, span.high) == (0.9, 1.0, 1.1)


def test_two_months_beyond_move_it_by_two_months_of_drift() -> None:
    """61 days are 2.004 months: 5 % a month (0 to 12), on top of 0.9 to 1.1."""
    span = factor(91).range
    assert (span.low, span.value, span.high) == pytest.approx((0.9, 1.1002, 1.1 * 1.2405), rel=1e-3)


def test_no_trend_is_drawn_beyond_six_months() -> None:
    span = factor(700).range
    assert (span.value, span.high) == pytest.approx((1.3, 1.1 * 1.72))


def test_a_hyperscaler_stays_fresh_for_90_days_and_hardly_moves() -> None:
    name = "aws-g6e-xlarge-us-east-1"
    assert factor(90, name).range.value == factor(151, name).range.value == 1.0
    assert factor(151, name).range.low == pytest.approx(0.9 * (1 - 2 * 0.02), rel=1e-3)


def test_the_age_is_told_with_its_day() -> None:
    basis = factor(91).basis
    assert "the price of 2026-08-31 has expired: since then +0 to +24 %" in basis.en
    assert "der Preis vom 31.08.2026 ist abgelaufen: seither +0 bis +24 %" in basis.de


def test_a_quote_keeps_the_span_of_a_quote_at_any_age() -> None:
    old, new = (factor(days, basis="quote", layer="client").range for days in (200, 0))
    assert old == new
    assert new.high - new.low < 0.2
