"""Numbers, money, percentages and dates, against Babel and against calculators."""

from datetime import date
from decimal import Decimal

import pytest
from babel.numbers import format_compact_currency, format_currency, format_decimal
from hypothesis import given
from hypothesis import strategies as st
from wizard.domain.language import Text
from wizard.i18n.format import (
    format_compact_money,
    format_count,
    format_date,
    format_money,
    format_number,
    format_percent,
    format_power,
    format_quantity,
)

LOCALES = {"de": "de_DE", "en": "en_US"}
LANGUAGES = st.sampled_from(["de", "en"])
CENTS = st.integers(-(10**14), 10**14).map(lambda cents: Decimal(cents) / 100)


@given(CENTS, LANGUAGES)
def test_numbers_are_grouped_as_in_babel(value, language):
    assert format_number(value, language, 2) == format_decimal(value, "#,##0.00", locale=LOCALES[language])


@given(st.integers(-(10**12), 10**12), LANGUAGES)
def test_money_is_spelled_as_in_babel_but_with_a_narrow_space(value, language):
    expected = format_currency(value, "EUR", locale=LOCALES[language], currency_digits=False, format=None)
    expected = expected.replace("\xa0", "\u202f")
    assert format_money(value, "EUR", language, 2) == expected


@pytest.mark.parametrize("value", [1_234_567, 25_600_000, -3_400_000, 1_200_000_000, 999_960_000])
@pytest.mark.parametrize("language", ["de", "en"])
def test_compact_money_is_spelled_as_in_babel(value, language):
    expected = format_compact_currency(value, "EUR", locale=LOCALES[language], fraction_digits=1)
    zero = {"de": "1,0", "en": "1.0"}[language]
    ours = format_compact_money(value, "EUR", language).replace("\u202f", "\xa0").replace(zero, "1")
    assert ours == expected


@pytest.mark.parametrize(
    ("value", "digits", "expected"),
    [(62.5, 0, "63"), (6.25, 1, "6,3"), (-0.5, 0, "-1"), (2.675, 2, "2,68"), (0.125, 2, "0,13"), (-0.04, 1, "0,0")],
)
def test_halves_round_away_from_zero(value, digits, expected):
    assert format_number(value, "de", digits) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1234.5, "1.234,5"),
        (80.0, "80"),
        (0.1 + 0.2, "0,30000000000000004"),
        (10, "10"),
    ],
)
def test_without_digits_a_number_shows_all_it_has(value, expected):
    assert format_number(value, "de") == expected


@pytest.mark.parametrize(
    ("value", "expected"), [(None, "–"), (float("nan"), "–"), (float("inf"), "∞"), (float("-inf"), "-∞")]
)
def test_what_is_no_number_is_shown_as_such(value, expected):
    assert format_number(value, "de") == expected


@pytest.mark.parametrize(("language", "expected"), [("de", "63\u202f%"), ("en", "63%")])
def test_percent_takes_a_fraction(language, expected):
    assert format_percent(0.625, language) == expected


@pytest.mark.parametrize(("language", "expected"), [("de", "05.03.2027"), ("en", "5 March 2027")])
def test_dates(language, expected):
    assert format_date(date(2027, 3, 5), language) == expected


@pytest.mark.parametrize(("language", "expected"), [("de", "36\u202fMonate"), ("en", "36\u202fmonths")])
def test_a_quantity_names_its_unit_in_the_language(language, expected):
    assert format_quantity(36, Text(de="Monate", en="months"), language) == expected


@pytest.mark.parametrize(("language", "expected"), [("de", "CHF"), ("en", "CHF")])
def test_a_currency_without_symbol_keeps_its_code(language, expected):
    assert expected in format_money(5, "CHF", language)


def test_small_amounts_are_never_shortened():
    assert format_compact_money(250_000, "EUR", "de") == "250.000\u202f€"


@pytest.mark.parametrize(
    ("value", "language", "expected"),
    [(15.6e12, "de", "15,6 Billionen"), (15.6e12, "en", "15.6 trillion"), (2e9, "de", "2 Milliarden"),
     (1.5e6, "en", "1.5 million"), (4500, "de", "4.500"), (0.2, "en", "0.2")],
)  # fmt: skip
def test_large_counts_in_words(value: float, language: str, expected: str) -> None:
    assert format_count(value, language) == expected


def test_a_power_of_ten_stays_on_one_line() -> None:
    assert format_power(3.133e25, "FLOP", "de") == "3,13\u202f×\u202f10²⁵\u202fFLOP"
