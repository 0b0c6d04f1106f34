"""The question that only a person can answer, with what it asks for in both languages."""

from collections.abc import Mapping

from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.quotes.errors import QuoteError

NAMES: Mapping[str, Text] = {
    "vendor": text("vendor", "Anbieter"),
    "date": text("date of the quote", "Datum des Angebots"),
    "valid_until": text("valid until", "gültig bis"),
    "kind": text("kind of price", "Art des Preises"),
    "entry": text("entry of the catalogue", "Katalogeintrag"),
    "positions": text("positions", "Positionen"),
    "price": text("price", "Preis"),
    "currency": text("currency", "Währung"),
    "per": text("period of the rent", "Zeitraum der Miete"),
    "term": text("commitment", "Laufzeit"),
    "country": text("country", "Land"),
    "law": text("law of the provider", "Recht des Anbieters"),
}


def missing(field: str, remedy: Text, place: str = "") -> CodedError:
    """C075; ``field`` stays among the details for who asks the question."""
    return CodedError(QuoteError.NEEDS, place=place, field=field, named=NAMES[field], remedy=remedy)
