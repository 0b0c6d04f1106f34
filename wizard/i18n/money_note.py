"""What every table of costs says about its amounts: currency with rate and date, and whether they hold VAT."""

from typing import TYPE_CHECKING

from wizard.domain.language import Text, text
from wizard.i18n.format import format_date, format_number

if TYPE_CHECKING:
    from wizard.domain.result import Result, ShownCurrency

_BASIS = {
    "net": text("net, without VAT", "netto, ohne Umsatzsteuer"),
    "partly": text(
        "with the part of VAT that cannot be reclaimed", "mit dem Teil der Umsatzsteuer, der nicht abziehbar ist"
    ),
    "gross": text("gross, including VAT", "brutto, mit Umsatzsteuer"),
}


def vat_basis(result: "Result") -> Text | None:
    """Whether the amounts hold VAT; None while nothing is priced."""
    held = {option.cost.vat for option in result.options if option.cost}
    return next((_BASIS[kind] for kind in ("gross", "partly", "net") if kind in held), None)


def currency_note(currency: "ShownCurrency | None") -> Text:
    """``euro``, or the client's currency with its rate and the day of it."""
    if currency is None or currency.code == "EUR":
        return text("euro", "Euro")
    english, german = (format_number(currency.eur_per_unit, language, 4) for language in ("en", "de"))
    return text(
        f"{currency.code} (1 {currency.code} = {english} EUR, {format_date(currency.rate_on, 'en')})",
        f"{currency.code} (1 {currency.code} = {german} EUR, {format_date(currency.rate_on, 'de')})",
    )


def money_note(result: "Result", language: str) -> str | None:
    """The sentence below a table; None while nothing is priced."""
    basis = vat_basis(result)
    if basis is None:
        return None
    named = currency_note(result.currency)
    said = text(f"Amounts in {named.en}, {basis.en}.", f"Beträge in {named.de}, {basis.de}.")
    return said.in_language(language)
