"""Amounts as vendors write them: German and English, with currencies, never guessed."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wizard.domain.errors import CodedError
from wizard.i18n.format import format_number
from wizard.quotes.amounts import notation_of, read_amount, read_text
from wizard.quotes.errors import QuoteError
from wizard.quotes.table import Cell

ONE_READING = {
    "1.234,56 €": "1234.56", "€ 1,234.56": "1234.56", "12.500,-": "12500", "12.500,– EUR": "12500",
    "-1.234,50": "-1234.50", "1.234,50-": "-1234.50", "(1,234.50)": "-1234.50", "1'234.50 CHF": "1234.50",
    "1 234,56 EUR": "1234.56", "185 T€": "185000", "0,2145 €/kWh": "0.2145", "−5,5": "-5.5", "1 234 567": "1234567",
    "US$ 5.00": "5", "EUR 1.234,00 / Monat": "1234", "3,5 %": "3.5",
}  # fmt: skip


@pytest.mark.parametrize(("written", "value"), ONE_READING.items())
def test_an_amount_with_one_reading_needs_no_notation(written: str, value: str) -> None:
    assert read_text(written, "price", None).value == Decimal(value)


@pytest.mark.parametrize(("notation", "value"), [("de", "1234"), ("en", "1.234")])
def test_the_notation_of_the_file_settles_an_amount_with_two_readings(notation: str, value: str) -> None:
    assert read_text("1.234", "price", notation).value == Decimal(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("written", ["1.234", "1,234", "999.999 €", "12,345"])
def test_an_amount_with_two_readings_is_asked_about_with_both(written: str) -> None:
    with pytest.raises(CodedError) as raised:
        read_text(written, "Einzelpreis", None, "quote.csv:7")
    assert raised.value.error is QuoteError.AMBIGUOUS
    assert raised.value.place == "quote.csv:7"
    readings = {raised.value.details["first"], raised.value.details["second"]}
    digits = written.rstrip(" €")
    assert readings == {digits.replace(".", "").replace(",", ""), digits.replace(",", ".")}


@pytest.mark.parametrize("written", ["abc", "1.2.3", "٣٤", "1,2,3", "--", "1e5x2", "9" * 40, "=1+1"])
def test_what_is_no_amount_is_refused_with_its_place(written: str) -> None:
    with pytest.raises(CodedError) as raised:
        read_text(written, "price", "de", "quote.csv:7")
    assert raised.value.error is QuoteError.NUMBER
    assert raised.value.place == "quote.csv:7"


@pytest.mark.parametrize(
    ("written", "code"), [("5 €", "EUR"), ("US$ 5", "USD"), ("5 CHF", "CHF"), ("£5", "GBP"), ("5", None)]
)
def test_the_currency_beside_an_amount_is_seen(written: str, code: str | None) -> None:
    assert read_text(written, "price", None).currency == code


@pytest.mark.parametrize("word", ["inkl.", "enthalten", "-", "–", "included", ""])
def test_words_for_nothing_are_no_amount(word: str) -> None:
    assert read_amount(Cell("x:1", word), "price", None) is None


@pytest.mark.parametrize(
    ("texts", "notation"),
    [(["1.234", "12,50"], "de"), (["1,234", "12.50"], "en"), (["1.234", "5"], None), (["12,50", "12.50"], None)],
)
def test_the_notation_is_read_off_amounts_with_one_reading(texts: list[str], notation: str | None) -> None:
    """Where the amounts contradict each other nothing is concluded."""
    assert notation_of(texts) == notation


@given(
    st.decimals(min_value=0, max_value=10**9, places=2), st.sampled_from(["de", "en"]), st.sampled_from(["€", "EUR"])
)
def test_what_the_program_writes_is_read_back(value: Decimal, language: str, sign: str) -> None:
    written = f"{format_number(value, language, 2)} {sign}"
    amount = read_text(written, "price", None)
    assert (amount.value, amount.currency) == (value, "EUR")


@given(st.decimals(min_value=0, max_value=10**9, places=3, allow_nan=False), st.sampled_from(["de", "en"]))
def test_three_decimals_are_read_in_the_stated_notation(value: Decimal, language: str) -> None:
    written = format_number(value, language, 3)
    assert read_text(written, "price", language).value == value  # type: ignore[arg-type]


@given(st.text(max_size=60))
def test_any_text_is_a_number_or_a_coded_refusal(text: str) -> None:
    refusal = None
    try:
        amount = read_text(text, "price", None, "x:1")
    except CodedError as error:
        refusal = error.error
    assert refusal in (QuoteError.NUMBER, QuoteError.AMBIGUOUS) if refusal else amount.value.is_finite()
