"""One price typed by hand: amount, currency and unit as a person writes them, net of VAT."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.language import text
from wizard.questionnaire.numbers import EXAMPLES
from wizard.quotes.amounts import Amount, Notation, read_text
from wizard.quotes.columns import period_of
from wizard.quotes.document import Facts
from wizard.quotes.entries import entry_of
from wizard.quotes.errors import QuoteError
from wizard.quotes.missing import NAMES, missing
from wizard.quotes.order import Kind, Order
from wizard.quotes.proposal import Proposal
from wizard.quotes.propose import proposal
from wizard.quotes.quote import document_of
from wizard.quotes.rent import Rented, priced_rent
from wizard.quotes.server import Machine, priced_server, priced_support
from wizard.quotes.setting import Priced, Setting
from wizard.quotes.tariffs import TOKENS, priced_card, priced_energy, priced_rack, priced_tokens

_HUNDRED = Decimal(100)
_CENTS = re.compile(r"\b(?:ct|cents?)\b", re.IGNORECASE)
_TWO = text(
    "two prices for a million tokens, input and output, with a semicolon between them",
    "zwei Preise je Million Token, Eingabe und Ausgabe, durch Semikolon getrennt",
)
_WHICH = text(
    "which machine of the catalogue is built like the quoted one?",
    "Welche Maschine des Katalogs ist gebaut wie die angebotene?",
)
_SHARE = text(
    "a share of the price a year, such as 7 %, or an amount a year and the server it belongs to",
    "ein Anteil am Kaufpreis je Jahr wie 7 % oder ein Betrag je Jahr und der Server, zu dem er gehört",
)


def propose_price(
    entered: str, order: Order, language: Notation, catalog: Catalog, overrides: Mapping[str, Any], as_of: date
) -> Proposal:
    """What one price would change.

    Args:
        entered: such as ``61.200 EUR``, ``2,95 USD/h``, ``21 ct/kWh`` or ``7 %``.
        order: kind, entry, vendor and date; its currency holds where the text names none.
        language: how numbers are read where a separator has two readings.
        catalog: with the client's own figures.
        overrides: the block of the assessment.
        as_of: the day, for validity.

    Raises:
        CodedError: C011, C066 to C077.
    """
    own = _proposed(entered, order, language, catalog, overrides, as_of)
    if isinstance(own, Proposal):
        return own
    other: Notation = "en" if language == "de" else "de"
    if isinstance(_proposed(entered, order, other, catalog, overrides, as_of), Proposal) and _differs(entered):
        read_text(entered.partition(";")[0], "price", None)  # asks back, naming both readings
    raise own


def _differs(entered: str) -> bool:
    """Whether the text has two readings at all."""
    readings = {read_text(entered.partition(";")[0], "price", notation).value for notation in ("de", "en")}
    return len(readings) > 1


def _proposed(
    entered: str, order: Order, notation: Notation, catalog: Catalog, overrides: Mapping[str, Any], as_of: date
) -> Proposal | CodedError:
    """The proposal, or the slip of the unit that this reading of the number would be."""
    amounts = [read_text(part, "price", notation) for part in entered.split(";") if part.strip()]
    if not amounts:
        raise CodedError(QuoteError.NUMBER, field=NAMES["price"], value=EXAMPLES[notation])
    named = {amount.currency for amount in amounts if amount.currency}
    if len(named) > 1:
        first, second = sorted(named)
        raise CodedError(QuoteError.CURRENCIES, field=NAMES["price"], first=first, second=second, other=entered[:40])
    currency = named.pop() if named else order.currency
    if currency is None:
        raise CodedError(QuoteError.NO_CURRENCY)
    assert order.kind is not None  # noqa: S101 - the form begins with it
    setting = Setting(catalog, overrides, order, document_of(order, Facts(), ""), currency, as_of)
    setting.euro(1.0)
    try:
        return proposal(setting, order.kind, _OF_KIND[order.kind](setting, amounts), ())
    except CodedError as error:
        if error.error is QuoteError.SLIP:
            return error
        raise


def _value(amount: Amount) -> Decimal:
    return amount.value / _HUNDRED if _CENTS.search(amount.rest) else amount.value


def _server(setting: Setting, amounts: list[Amount]) -> Priced:
    if setting.order.entry is None:
        raise missing("entry", _WHICH)
    like = setting.catalog.servers[entry_of(setting.catalog, "server", setting.order.entry)]
    return priced_server(setting, Machine(like.accelerator, like.accelerators, amounts[0].value))


def _rent(setting: Setting, amounts: list[Amount]) -> Priced:
    """By an offer of the catalogue, or by a machine that is built like one of its servers."""
    order, period = setting.order, period_of(amounts[0].rest)
    prices = {order.term or 0: (amounts[0].value, period)}
    entry = order.entry or ""
    if entry.startswith("servers."):
        like = setting.catalog.servers[entry_of(setting.catalog, "server", entry)]
        new = replace(setting, order=replace(order, entry=None))
        return priced_rent(new, Rented(prices, like.accelerator, like.accelerators))
    if not entry:
        raise missing("entry", _WHICH)
    return priced_rent(setting, Rented(prices))


def _tokens(setting: Setting, amounts: list[Amount]) -> Priced:
    if len(amounts) != 2:
        raise missing("price", _TWO)
    return priced_tokens(setting, {TOKENS[0]: amounts[0].value, TOKENS[2]: amounts[1].value})


def _maintenance(setting: Setting, amounts: list[Amount]) -> Priced:
    entry = setting.order.entry
    server = setting.catalog.servers[entry_of(setting.catalog, "maintenance", entry)] if entry else None
    if amounts[0].percent:
        return priced_support(setting, amounts[0].value / _HUNDRED, server.id if server else None)
    if server is None:
        raise missing("price", _SHARE)
    price = setting.euro(server.price.value, server.price_currency) / setting.euro(1.0)
    return priced_support(setting, amounts[0].value / Decimal(repr(price)), server.id)


_OF_KIND: Mapping[Kind, Any] = {
    "server": _server,
    "rent": _rent,
    "api": _tokens,
    "electricity": lambda setting, amounts: priced_energy(setting, _value(amounts[0])),
    "colocation": lambda setting, amounts: priced_rack(setting, _value(amounts[0])),
    "maintenance": _maintenance,
    "card": lambda setting, amounts: priced_card(setting, amounts[0].value),
}
