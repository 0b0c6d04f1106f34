"""The currency a client reckons in."""

import pytest
from wizard.questionnaire.currency import client_currency


@pytest.mark.parametrize(
    ("country", "expected"), [("DE", "EUR"), ("AT", "EUR"), ("CH", "CHF"), ("UK", "GBP"), ("US", "USD"), (None, "EUR")]
)
def test_the_currency_follows_the_country(country, expected):
    assert client_currency(country) == expected
