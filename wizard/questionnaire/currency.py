"""Currencies as people write them, and the currency a client reckons in."""

import re
from collections.abc import Mapping

_CODES = {
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "$": "USD", "usd": "USD", "us$": "USD", "dollar": "USD",
    "dollars": "USD", "£": "GBP", "gbp": "GBP", "pfund": "GBP", "pounds": "GBP", "pound": "GBP", "chf": "CHF",
    "sfr": "CHF", "franken": "CHF", "francs": "CHF", "¥": "JPY", "jpy": "JPY", "yen": "JPY",
}  # fmt: skip
_BY_COUNTRY: Mapping[str, str] = {"CH": "CHF", "UK": "GBP", "US": "USD"}
_WORDS = re.compile(r"us\$|[€$£¥]|[^\s€$£¥/]+|/", re.IGNORECASE)


def client_currency(country: object) -> str:
    """ISO code of the currency for a value of ``client.country``; euro where none is known."""
    return _BY_COUNTRY.get(country, "EUR") if isinstance(country, str) else "EUR"


def currency_code(name: str) -> str | None:
    """ISO code of a symbol, code or name; None when it is no currency."""
    return _CODES.get(name.casefold())


def take_currency(text: str) -> tuple[str, str | None]:
    """The text without its first currency name, and the code of that currency."""
    words = _WORDS.findall(text)
    for index, word in enumerate(words):
        code = currency_code(word)
        if code:
            return " ".join(words[:index] + words[index + 1 :]).replace("/ ", "/"), code
    return text.strip(), None
