"""Prices by the unit: tokens, energy, power of a rack, a single card. Each is a new price of an entry there is."""

from collections.abc import Mapping
from decimal import Decimal

from wizard.domain.language import Text, text
from wizard.quotes.entries import entry_of
from wizard.quotes.missing import missing
from wizard.quotes.order import Kind
from wizard.quotes.setting import Priced, Setting, in_place

TOKENS = ("input_per_million", "cached_input_per_million", "output_per_million")
_WHICH: Mapping[str, Text] = {
    "api": text("which model API? ",
                "Welche Modell-API? "),
    "electricity": text("for which country? ", "Für welches Land? "),
    "colocation": text("which provider? ",
                       "Welcher Anbieter? "),
    "card": text("which accelerator? ",
                 "Welcher Beschleuniger? "),
}  # fmt: skip
_UNUSED = text(
    "A card's price is kept for reference: the comparison buys whole servers.",
    "Der Kartenpreis wird zum Nachschlagen geführt: Der Vergleich kauft ganze Server.",
)


def priced_tokens(setting: Setting, prices: Mapping[str, Decimal]) -> Priced:
    """An API by the million tokens; ``prices`` by field.

    Raises:
        CodedError: C066, C070, C075 to C077.
    """
    offer = setting.catalog.apis[_named(setting, "api")]
    units = dict.fromkeys(prices, f"{offer.currency}/1e6")
    before = {field: getattr(offer, field) for field in prices}
    return in_place(setting, "apis", offer.id, prices, units, offer.currency, before)


def priced_energy(setting: Setting, per_kwh: Decimal) -> Priced:
    """Electricity of a country by the kilowatt-hour, in euro.

    Raises:
        CodedError: C066, C070, C075 to C077.
    """
    country = _named(setting, "electricity")
    before = {"": setting.catalog.electricity[country]}
    return in_place(setting, "electricity", country, {"": per_kwh}, {"": "EUR/kWh"}, "EUR", before)


def priced_rack(setting: Setting, per_kw_month: Decimal) -> Priced:
    """Colocation by the kilowatt and month.

    Raises:
        CodedError: C066, C070, C075 to C077.
    """
    site = setting.catalog.colocation[_named(setting, "colocation")]
    field = "per_kw_month"
    units = {field: f"{site.currency}/kW/month"}
    return in_place(
        setting, "colocation", site.id, {field: per_kw_month}, units, site.currency, {field: site.per_kw_month}
    )


def priced_card(setting: Setting, price: Decimal) -> Priced:
    """A single card.

    Raises:
        CodedError: C011, C066, C070, C075 to C077.
    """
    card = setting.catalog.accelerators[_named(setting, "card")]
    currency = card.card_price_currency or setting.currency
    priced = in_place(
        setting, "accelerators", card.id, {"card_price": price}, {"card_price": currency}, currency,
        {"card_price": card.card_price},
    )  # fmt: skip
    (block,) = priced.blocks
    fields = {**block.fields, "card_price_currency": currency}
    blocks = (type(block)(block.section, block.id, fields),)
    return Priced(priced.entry, card.id, blocks, priced.changes, priced.warnings, (_UNUSED,))


def _named(setting: Setting, kind: Kind) -> str:
    if setting.order.entry is None:
        raise missing("entry", _WHICH[kind], setting.place)
    return entry_of(setting.catalog, kind, setting.order.entry)
