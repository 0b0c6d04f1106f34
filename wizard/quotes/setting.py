"""What every pricing needs at hand, and how a price is put into a field of the catalogue."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.language import Text
from wizard.domain.provenance import Figure
from wizard.i18n.format import format_number
from wizard.quotes.entries import in_euro
from wizard.quotes.errors import QuoteError
from wizard.quotes.order import Order
from wizard.quotes.plausible import Usual, held_against
from wizard.quotes.proposal import Block, Change, figure_block, figure_of
from wizard.quotes.quote import Document
from wizard.quotes.wording import value_text


@dataclass(frozen=True)
class Setting:
    """One quote against the catalogue of one assessment. ``currency`` is that of the quote."""

    catalog: Catalog
    """With the client's own figures."""
    overrides: Mapping[str, Any]
    order: Order
    document: Document
    currency: str
    as_of: date
    row: str = ""
    """Place of the line that costs most; empty where the price was typed."""

    @property
    def place(self) -> str:
        return self.document.file

    def euro(self, value: float, currency: str | None = None) -> float:
        """Raises: CodedError: C070."""
        return in_euro(self.catalog, value, currency or self.currency, self.place)

    def figure(self, value: Decimal, unit: str, *, note: str = "", marked: bool = False) -> dict[str, Any]:
        """The block of a quoted figure; ``marked`` carries the mark of internal figures itself."""
        until = self.document.valid_until
        said = "; ".join(part for part in (note, f"valid until {until.isoformat()}" if until else "") if part)
        return figure_block(
            value, unit, self.document.source, self.document.day, note=said, internal=marked and self.order.internal
        )


@dataclass(frozen=True)
class Priced:
    """What one quote amounts to."""

    entry: str
    accelerator: str | None
    blocks: tuple[Block, ...]
    changes: tuple[Change, ...]
    warnings: tuple[CodedError, ...] = ()
    notices: tuple[Text, ...] = ()


def in_place(
    setting: Setting, section: str, identity: str, prices: Mapping[str, Decimal], units: Mapping[str, str],
    currency: str, before: Mapping[str, Figure | None],
) -> Priced:  # fmt: skip
    """New prices of an entry that the catalogue has, in its own currency.

    Args:
        setting: the quote and its catalogue.
        section: of the catalogue.
        identity: of the entry.
        prices: by field, in the currency of the quote; the field is empty where the entry is a figure itself.
        units: of the fields.
        currency: of the entry.
        before: the figures that stand there now.

    Raises:
        CodedError: C066, C070, C076, C077.
    """
    fields: dict[str, Any] = {}
    changes: list[Change] = []
    warnings: list[CodedError] = []
    for field, price in prices.items():
        path = ".".join(part for part in (section, identity, field) if part)
        value, note = _converted(setting, price, currency)
        block, standing = setting.figure(value, units[field], note=note, marked=True), before[field]
        usual = None if standing is None else Usual(standing.value, path)
        warnings += held_against(
            setting.catalog, float(value), usual, field=path, unit=units[field], place=setting.row or setting.place
        )
        _check_conflict(setting, path, standing, figure_of(block))
        fields[field] = block
        changes.append(Change(section, identity, field, standing, figure_of(block)))
    content = fields.get("", fields)
    block_of_all = Block(section, identity, content, whole="" in fields)
    return Priced(f"{section}.{identity}", None, (block_of_all,), tuple(changes), tuple(warnings))


def _converted(setting: Setting, price: Decimal, currency: str) -> tuple[Decimal, str]:
    """The price in the currency of the entry, and the note that says so."""
    if currency == setting.currency:
        return price, ""
    rate = setting.euro(1.0) / setting.euro(1.0, currency)
    quoted = f"{format_number(price, 'en')} {setting.currency} at {rate:.6g} {currency}/{setting.currency}"
    return price * Decimal(repr(rate)), quoted


def _check_conflict(setting: Setting, path: str, before: Figure | None, after: Figure) -> None:
    """A client's own price of another source is replaced only where the person says so."""
    if before is None or before.layer == "shipped" or before.source == after.source or setting.order.replace:
        return
    raise CodedError(
        QuoteError.CONFLICT, place=setting.place, field=path, before=_in_words(before), after=_in_words(after),
        source=f"{before.source}, {before.retrieved_on}",
    )  # fmt: skip


def _in_words(figure: Figure) -> Text:
    return Text(en=value_text(figure, "en"), de=value_text(figure, "de"))
