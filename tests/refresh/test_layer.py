"""A refreshed file lies between the shipped figures and a client's, and never breaks a result."""

from pathlib import Path

import pytest
from wizard.catalogs.load import load_catalog, shipped_catalog
from wizard.catalogs.refreshed import forget_reading, refreshed_fault, refreshed_file, shipped_only
from wizard.domain.catalog import Catalog

P5 = "aws-p5-48xlarge-us-east-1"


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    forget_reading()


def with_file(content: str) -> Catalog:
    file = refreshed_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content, encoding="utf-8")
    forget_reading()
    return load_catalog()


def p5(value: float, day: str = "2026-11-30", unit: str = "USD/h") -> str:
    figure = f"value: {value}, unit: {unit}, basis: list, source: [aws], retrieved_on: {day}, confidence: high"
    return f"sources:\n  aws: AWS list\noffers:\n  {P5}:\n    on_demand_per_hour: {{{figure}}}\n"


def test_a_refreshed_price_counts_and_names_its_layer() -> None:
    price = with_file(p5(49.5)).offers[P5].on_demand_per_hour
    assert price is not None
    assert (price.value, price.layer, price.source) == (49.5, "refreshed", "AWS list")


def test_the_version_says_that_refreshed_prices_are_in_use() -> None:
    assert with_file(p5(49.5)).version.startswith(f"{shipped_catalog().version}+refreshed.")


def test_other_bytes_are_another_version() -> None:
    assert with_file(p5(49.5)).version != with_file(p5(49.6)).version


def test_the_same_bytes_are_the_same_version() -> None:
    assert with_file(p5(49.5)).version == with_file(p5(49.5)).version


def test_the_date_of_the_catalogue_is_that_of_its_newest_price() -> None:
    assert with_file(p5(49.5, "2026-12-24")).as_of.isoformat() == "2026-12-24"


def test_a_refreshed_price_older_than_the_shipped_one_loses() -> None:
    assert with_file(p5(49.5, "2026-11-08")) is shipped_catalog()


def test_an_assessment_lies_over_a_refreshed_price() -> None:
    with_file(p5(49.5))
    quote = {"basis": "quote", "source": "offer 4711", "retrieved_on": "2026-11-20", "confidence": "high"}
    catalog = load_catalog({"provenance": quote, "offers": {P5: {"on_demand_per_hour": 41.0}}})
    price = catalog.offers[P5].on_demand_per_hour
    assert price is not None
    assert (price.value, price.layer) == (41.0, "client")


def test_a_commitment_derived_as_a_discount_follows_the_refreshed_list_price() -> None:
    """77.43 / 98.32 of the list price, Lenovo Press LP2225."""
    price = with_file(p5(50.0)).offers[P5].committed_1y_per_hour
    assert price is not None
    assert price.value == pytest.approx(50.0 * 77.43 / 98.32, abs=0.01)


def test_the_ways_of_paying_for_a_list_price_move_along() -> None:
    """GEX131: 2.0511 an hour by the month, 2.3995 by the hour; a rent 10 % higher moves both."""
    figure = "value: 2.25621, unit: EUR/h, basis: list, source: trial, retrieved_on: 2026-11-30, confidence: high"
    price = with_file(f"offers:\n  hetzner-gex131:\n    on_demand_per_hour: {{{figure}}}\n").offers["hetzner-gex131"]
    assert price.on_demand_per_hour is not None
    assert price.on_demand_per_hour.range().low == pytest.approx(2.25621)
    assert price.on_demand_per_hour.range().high == pytest.approx(2.3995 * 1.1)


def test_a_price_that_was_only_derived_gives_up_its_span() -> None:
    """The middle of 2.29 and 4.49 for a Verda H100 is replaced by the list price itself."""
    figure = "value: 3.39, unit: USD/h, basis: list, source: trial, retrieved_on: 2026-11-30, confidence: high"
    offer = with_file(f"offers:\n  verda-h100-1x:\n    on_demand_per_hour: {{{figure}}}\n").offers["verda-h100-1x"]
    assert offer.on_demand_per_hour is not None
    assert (offer.on_demand_per_hour.low, offer.on_demand_per_hour.high) == (None, None)


def test_shipped_only_leaves_refreshed_prices_out() -> None:
    with_file(p5(49.5))
    with shipped_only():
        assert load_catalog() is shipped_catalog()


def test_an_entry_the_program_no_longer_has_is_left_out() -> None:
    assert with_file(p5(49.5).replace(P5, "gone")) is shipped_catalog()


def test_a_price_in_another_currency_than_the_entry_is_left_out() -> None:
    assert with_file(p5(49.5, unit="EUR/h")) is shipped_catalog()


@pytest.mark.parametrize(
    "damage",
    [
        "offers: [1",
        "- a list",
        "servers: {}\n",
        "offers: 3\n",
        "sources: 3\n",
        "eur_per_unit: {USD: {value: ten}}\n",
        p5(49.5).replace("49.5", "-1"),
        p5(49.5).replace("[aws]", "[unknown]"),
        p5(49.5).replace("on_demand_per_hour", "provider"),
        "\x00\x01",
    ],
)
def test_a_damaged_file_is_told_and_the_shipped_prices_are_used(damage: str) -> None:
    assert with_file(damage) is shipped_catalog()
    fault = refreshed_fault()
    assert fault is not None
    assert "[C046]" in str(fault)
    assert "catalog refresh" in fault.in_language("de")


def test_a_folder_in_the_place_of_the_file_is_told() -> None:
    refreshed_file().mkdir(parents=True)
    forget_reading()
    assert load_catalog() is shipped_catalog()
    assert refreshed_fault() is not None


def test_without_a_file_nothing_is_wrong() -> None:
    assert load_catalog() is shipped_catalog()
    assert refreshed_fault() is None
