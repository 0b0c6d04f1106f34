"""The price of electricity by country and consumption band. Official values are those of Eurostat nrg_pc_205."""

import pytest
from wizard.catalogs.load import load_catalog
from wizard.engine.electricity import band_of, price_figure

CATALOG = load_catalog()


@pytest.mark.parametrize(
    ("mwh", "band"),
    [(0, "IA"), (19.9, "IA"), (20, "IB"), (499, "IB"), (500, "IC"), (1_999, "IC"), (2_000, "ID"), (19_999, "ID"),
     (20_000, "IE"), (70_000, "IF"), (150_000, "IG")],
)  # fmt: skip
def test_bands_are_those_of_eurostat(mwh: float, band: str) -> None:
    assert band_of(mwh) == band


def test_nobody_knows_the_consumption() -> None:
    assert price_figure(CATALOG, "DE") == CATALOG.electricity["DE"]


def test_a_published_band_stands_for_itself() -> None:
    """Czechia publishes 0.1636 for band ID."""
    figure = price_figure(CATALOG, "CZ", 5_000)
    assert (figure.value, figure.basis) == (0.1636, "official")


def test_a_larger_customer_pays_less_and_a_smaller_one_more() -> None:
    prices = [price_figure(CATALOG, "DE", mwh).value for mwh in (10, 100, 1_000, 10_000, 100_000)]
    assert prices == sorted(prices, reverse=True)
    assert prices[2] == 0.2264
    assert len(set(prices)) == len(prices)


def test_a_band_without_a_value_says_that_it_is_derived() -> None:
    figure = price_figure(CATALOG, "DE", 10_000)
    assert (figure.basis, figure.confidence.value) == ("derived", "low")
    assert "band ID" in figure.source
    assert figure.range().low < figure.value < figure.range().high


@pytest.mark.parametrize("country", ["CH", "GR", "UK", "OTHER"])
def test_a_guess_is_never_refined(country: str) -> None:
    """R025: without an official value the wide span stands, whatever the consumption."""
    figure = price_figure(CATALOG, country, 10_000)
    assert figure == CATALOG.electricity[country]
    assert figure.range().high >= 1.2 * figure.value


def test_a_price_of_the_client_is_taken_as_it_is() -> None:
    own = {"value": 0.3, "basis": "quote", "source": "bill of 2026", "retrieved_on": "2026-11-01", "confidence": "high"}
    assert price_figure(load_catalog({"electricity": {"DE": own}}), "DE", 10_000).value == 0.3


def test_no_price_holds_value_added_tax() -> None:
    """0.2694 and 0.2383 are the German and Austrian values with VAT, 0.1920 that of the EU."""
    values = {round(figure.value, 4) for figure in CATALOG.electricity.values()}
    assert not values & {0.2694, 0.2383, 0.1920, 0.4029, 0.3343}
