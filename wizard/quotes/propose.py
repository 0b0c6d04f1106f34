"""From a quote in a file to what it would change."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from wizard.domain.catalog import Catalog
from wizard.domain.language import Text, text
from wizard.quotes.of_file import card_of_file, maintenance_of_file, rent_of_file, server_of_file
from wizard.quotes.of_file_units import energy_of_file, rack_of_file, tokens_of_file
from wizard.quotes.order import Kind, Order
from wizard.quotes.plausible import dates_of
from wizard.quotes.proposal import Placed, Proposal, laid_over
from wizard.quotes.quote import Quote, read_quote
from wizard.quotes.setting import Priced, Setting
from wizard.quotes.sorting import kind_of

_GROSS = text("Gross prices, divided by the stated VAT.", "Bruttopreise, durch die genannte Umsatzsteuer geteilt.")


def propose_file(path: Path, order: Order, catalog: Catalog, overrides: Mapping[str, Any], as_of: date) -> Proposal:
    """What a vendor's file would change.

    Args:
        path: of the file; only its name is kept.
        order: what the person said.
        catalog: with the client's own figures.
        overrides: the block of the assessment.
        as_of: the day, for validity.

    Raises:
        CodedError: C011, C060 to C077: unusable, or a question that only a person can answer.
    """
    quote = read_quote(path, order)
    kind = kind_of(quote, order, catalog)
    setting = Setting(catalog, overrides, order, quote.document, quote.currency, as_of, quote.dearest)
    setting.euro(1.0)
    priced, placed = _OF_FILE[kind](setting, quote)
    return proposal(setting, kind, priced, placed, quote)


def proposal(
    setting: Setting, kind: Kind, priced: Priced, placed: Sequence[Placed], quote: Quote | None = None
) -> Proposal:
    """Everything that was priced, over the overrides there are."""
    overrides = laid_over(setting.overrides, priced.blocks)
    notices = list(priced.notices)
    if quote is not None:
        if quote.basis == "gross":
            notices.append(_GROSS)
        notices += [Text(en=f"Not deducted, depends on payment: {said}", de=f"Nicht abgezogen, hängt von der Zahlung "
                         f"ab: {said}") for said in quote.cash_discount]  # fmt: skip
    return Proposal(
        kind=kind,
        entry=priced.entry,
        accelerator=priced.accelerator,
        currency=setting.currency,
        source=setting.document.source,
        changes=priced.changes,
        lines=tuple(placed),
        warnings=(*(quote.warnings if quote else ()), *dates_of(setting.document, setting.as_of), *priced.warnings),
        notices=tuple(notices),
        overrides=overrides,
        same=overrides == dict(setting.overrides),
    )


_OF_FILE: Mapping[Kind, Callable[[Setting, Quote], tuple[Priced, list[Placed]]]] = {
    "server": server_of_file,
    "rent": rent_of_file,
    "api": tokens_of_file,
    "electricity": energy_of_file,
    "colocation": rack_of_file,
    "maintenance": maintenance_of_file,
    "card": card_of_file,
}
