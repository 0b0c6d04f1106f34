"""What may replace the last good price, and what may not. The limits are figures of the catalogue, ``refresh.*``."""

import math
from collections.abc import Sequence
from datetime import date, timedelta

import pytest
from wizard.catalogs.load import shipped_catalog
from wizard.domain.catalog import Catalog
from wizard.refresh.gate import Judged, judge
from wizard.refresh.source import Key, Price, Source

TODAY = date(2026, 12, 1)
P5, P4D, P4DE = "aws-p5-48xlarge-us-east-1", "aws-p4d-24xlarge-us-east-1", "aws-p4de-24xlarge-us-east-1"
LIST = "on_demand_per_hour"
FOUR = (P5, P4D, P4DE, "aws-p5en-48xlarge-us-east-1")


def source(*identities: str) -> Source:
    keys = tuple(Key("offers", identity, LIST) for identity in identities)
    return Source("trial", "a trial", ("prices.example.org",), lambda _catalog: keys, lambda *_: ())


def price(identity: str, value: float, field: str = LIST, day: date = TODAY, currency: str = "USD") -> Price:
    return Price(Key("offers", identity, field), value, currency, day, "a trial, https://prices.example.org")


def as_they_are(*identities: str) -> list[Price]:
    offers = (shipped_catalog().offers[identity] for identity in identities)
    return [price(o.id, o.on_demand_per_hour.value) for o in offers if o.on_demand_per_hour]


def judged(prices: Sequence[Price], *covered: str, catalog: Catalog | None = None) -> Judged:
    return judge(catalog or shipped_catalog(), source(*covered), prices, TODAY)


def refusals(outcome: Judged) -> dict[str, str]:
    return {f"{v.key.id}.{v.key.field}": v.refusal.error.code for v in outcome.verdicts if v.refusal}


def refusal_of(new: Price) -> str | None:
    """Among three others that stand as they were, so that the source as a whole is believed."""
    others = [one for one in as_they_are(*FOUR) if one.key != new.key]
    outcome = judged([new, *others], *FOUR)
    assert outcome.failure is None
    return refusals(outcome).get(f"{new.key.id}.{new.key.field}")


@pytest.mark.parametrize("value", [55.04, 40.0, 98.32])
def test_a_change_such_as_providers_make_is_taken(value: float) -> None:
    """p5 fell from 98.32 to 55.04 in June 2025."""
    assert refusal_of(price(P5, value)) is None


@pytest.mark.parametrize("value", [0.0, -55.04, math.nan, math.inf, -math.inf, 1e12])
def test_what_is_no_price_is_refused(value: float) -> None:
    assert refusal_of(price(P5, value)) == "C085"


@pytest.mark.parametrize("value", [55_040.0, 0.05504, 55.04 * 8, 55.04 / 8, 55.04 * 730])
def test_a_slip_of_the_unit_is_refused(value: float) -> None:
    """Cents, thousandths, one accelerator for eight, a month for an hour."""
    assert refusal_of(price(P5, value)) == "C084"


def test_another_currency_is_refused() -> None:
    assert refusal_of(price(P5, 55.04, currency="EUR")) == "C086"


def test_a_price_of_tomorrow_is_refused() -> None:
    assert refusal_of(price(P5, 55.04, day=TODAY + timedelta(days=1))) == "C087"


def test_a_price_older_than_the_one_at_hand_is_refused() -> None:
    """p5 was observed on 2026-11-09."""
    assert refusal_of(price(P5, 55.04, day=date(2026, 11, 8))) == "C087"


def test_a_machine_that_is_no_longer_listed_is_told() -> None:
    outcome = judged(as_they_are(P5, P4D, P4DE), *FOUR)
    assert refusals(outcome) == {f"aws-p5en-48xlarge-us-east-1.{LIST}": "C047"}
    assert len(outcome.taken) == 3


def test_a_machine_listed_twice_at_one_price_is_taken() -> None:
    assert not refusals(judged([*as_they_are(*FOUR), *as_they_are(P5)], *FOUR))


def test_a_machine_listed_twice_at_two_prices_is_refused() -> None:
    assert refusals(judged([*as_they_are(*FOUR), price(P5, 50.0)], *FOUR)) == {f"{P5}.{LIST}": "C048"}


def test_a_commitment_above_the_list_price_is_refused() -> None:
    assert refusal_of(price(P4D, 22.5, "committed_1y_per_hour")) == "C088"


def test_a_commitment_at_a_tenth_of_the_list_price_is_refused() -> None:
    assert refusal_of(price(P4D, 2.2, "committed_3y_per_hour")) == "C088"


def test_a_commitment_the_catalogue_did_not_know_is_taken() -> None:
    assert refusal_of(price(P4D, 14.0, "committed_1y_per_hour")) is None


def test_a_spot_price_above_the_list_price_is_refused() -> None:
    assert refusal_of(price(P4D, 30.0, "spot_per_hour")) == "C088"


def test_a_list_price_below_a_known_commitment_is_refused() -> None:
    """Azure H100: 62.92 an hour for a year's reservation stays, so 50 on demand does not fit."""
    azure = "azure-nd96isr-h100-v5-eastus"
    outcome = judged([price(azure, 50.0), *as_they_are(P5, P4D, P4DE)], azure, P5, P4D, P4DE)
    assert refusals(outcome) == {f"{azure}.{LIST}": "C088"}


def test_a_list_price_with_its_new_commitments_is_taken() -> None:
    azure = "azure-nd96isr-h100-v5-eastus"
    terms = [price(azure, 35.0, "committed_1y_per_hour"), price(azure, 25.0, "committed_3y_per_hour")]
    assert not refusals(judged([price(azure, 50.0), *terms, *as_they_are(P5, P4D)], azure, P5, P4D))


def test_a_larger_machine_dearer_for_each_accelerator_is_refused() -> None:
    """NC40ads with one H100 NVL costs 6.98; a listed exception allows the machine with two 1.27 times that for each."""
    two, one = "azure-nc80adis-h100-v5-eastus", "azure-nc40ads-h100-v5-eastus"
    outcome = judged([price(two, 25.0), *as_they_are(one, P5, P4D)], two, one, P5, P4D)
    assert refusals(outcome) == {f"{two}.{LIST}": "C088"}


def test_a_european_price_far_above_the_american_is_refused() -> None:
    europe = "aws-p5-48xlarge-eu-north-1"
    outcome = judged([price(europe, 55.04 * 1.6), *as_they_are(*FOUR)], europe, *FOUR)
    assert refusals(outcome) == {f"{europe}.{LIST}": "C088"}


def test_too_many_refusals_refuse_the_source() -> None:
    prices = [price(P5, 55_040.0), price(P4D, 21_957.0), *as_they_are(P4DE, FOUR[3])]
    outcome = judged(prices, *FOUR)
    assert outcome.failure is not None
    assert outcome.failure.error.code == "C089"
    assert outcome.taken == ()


def test_a_source_that_lists_nothing_any_more_is_refused() -> None:
    outcome = judged([], *FOUR)
    assert outcome.failure is not None
    assert outcome.failure.error.code == "C089"


def test_a_list_that_is_only_old_does_not_refuse_the_source() -> None:
    old = [price(identity, 20.0, day=date(2025, 1, 1)) for identity in FOUR]
    outcome = judged(old, *FOUR)
    assert outcome.failure is None
    assert set(refusals(outcome).values()) == {"C087"}


def exchange(value: float) -> Judged:
    rates = Source("trial", "t", ("a.b",), lambda _catalog: (Key("eur_per_unit", "USD"),), lambda *_: ())
    return judge(shipped_catalog(), rates, [Price(Key("eur_per_unit", "USD"), value, "EUR", TODAY, "trial")], TODAY)


@pytest.mark.parametrize(("value", "good"), [(0.86, True), (0.5, False), (89.5, False)])
def test_exchange_rates_move_less_than_prices(value: float, good: bool) -> None:
    """0.8951 EUR for a dollar in October 2026."""
    assert exchange(value).complete is good


@pytest.mark.parametrize(("value", "good"), [(0.05, True), (0.15, True), (0.4, True), (0.00015, False), (150.0, False)])
def test_prices_of_tokens_may_fall_further(value: float, good: bool) -> None:
    """Groups of a thousand tokens, or single ones, taken for a million are refused. 0.15 dollars at hand."""
    key = Key("apis", "groq-gpt-oss-120b", "input_per_million")
    list_of_one = Source("trial", "t", ("a.b",), lambda _catalog: (key,), lambda *_: ())
    new = Price(key, value, "USD", TODAY, "trial")
    assert judge(shipped_catalog(), list_of_one, [new], TODAY).complete is good


def test_every_refusal_speaks_both_languages_and_names_the_figure() -> None:
    prices = [
        price(P5, 0.0),
        price(P4D, 1e5),
        price(P4DE, 27.0, currency="\x1b[31mEUR"),
        price(P4DE, 26.0),
    ]
    for verdict in judged(prices, *FOUR).verdicts:
        assert verdict.refusal is not None
        assert verdict.refusal.place == str(verdict.key)
        assert verdict.refusal.message("de") != verdict.refusal.message("en")
