"""Prices go stale by class."""

from datetime import date

import pytest
from wizard.catalogs.age import age_days, is_expired, offer_class
from wizard.catalogs.load import load_catalog


@pytest.mark.parametrize(
    ("offer", "field", "days_ok", "days_late"),
    [
        ("aws-p5-48xlarge-us-east-1", "on_demand_per_hour", 90, 91),
        ("runpod-secure-h100-sxm", "on_demand_per_hour", 30, 31),
        ("gcp-g2-standard-8-europe-west3", "spot_per_hour", 7, 8),
    ],
)
def test_a_price_expires_after_the_days_of_its_class(offer: str, field: str, days_ok: int, days_late: int) -> None:
    catalog = load_catalog()
    figure = getattr(catalog.offers[offer], field)
    observed = figure.retrieved_on.toordinal()
    kind = offer_class(catalog.offers[offer], field)
    assert not is_expired(catalog, figure, kind, date.fromordinal(observed + days_ok))
    assert is_expired(catalog, figure, kind, date.fromordinal(observed + days_late))


def test_age_counts_days_since_the_observation() -> None:
    figure = load_catalog().offers["aws-p5-48xlarge-us-east-1"].on_demand_per_hour
    assert figure is not None
    assert age_days(figure, date(2026, 11, 30)) == 21


def test_a_figure_from_the_future_has_no_age() -> None:
    figure = load_catalog().offers["aws-p5-48xlarge-us-east-1"].on_demand_per_hour
    assert figure is not None
    assert age_days(figure, date(2026, 1, 1)) == 0
