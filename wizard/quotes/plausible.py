"""Holds a quoted price against the catalogue: a slip of the unit is stopped, an odd price is asked about."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.i18n.format import format_date
from wizard.quotes.errors import QuoteError
from wizard.quotes.missing import NAMES
from wizard.quotes.quote import Document
from wizard.quotes.wording import amount

_EXPIRED = text("the offer has run out; ask for a new one", "das Angebot ist abgelaufen; bitte ein neues anfordern")
_FUTURE = text("that is in the future; is the date right?", "das liegt in der Zukunft; stimmt das Datum?")


@dataclass(frozen=True)
class Usual:
    """A price of the catalogue in the unit of the quoted one, and where it stands."""

    value: float
    where: str


def held_against(
    catalog: Catalog, value: float, usual: Usual | None, *, field: str, unit: str, place: str
) -> Iterator[CodedError]:
    """A warning where the price is odd.

    Raises:
        CodedError: C066 for a price of nothing or less, C076 where only a slip of the unit explains it.
    """
    if value <= 0.0:
        raise CodedError(QuoteError.NUMBER, place=place, field=field, value=amount(value))
    if usual is None or usual.value <= 0.0:
        return
    ratio = value / usual.value
    distance = max(ratio, 1.0 / ratio)
    if distance < catalog.figure("quote.odd_ratio").value:
        return
    error = CodedError(
        QuoteError.SLIP, place=place, field=field, value=_shown(value, unit), usual=_shown(usual.value, unit),
        other=usual.where, ratio=Text(en=f"{ratio:.3g}", de=f"{ratio:.3g}".replace(".", ",")),
    )  # fmt: skip
    if distance >= catalog.figure("quote.slip_ratio").value:
        raise error
    yield error


def dates_of(document: Document, as_of: date) -> Iterator[CodedError]:
    """A quote that has run out, or comes from the future."""
    if document.valid_until is not None and document.valid_until < as_of:
        yield _date(document, "valid_until", document.valid_until, _EXPIRED)
    if document.day > as_of:
        yield _date(document, "date", document.day, _FUTURE)


def _date(document: Document, field: str, day: date, problem: Text) -> CodedError:
    shown = Text(en=format_date(day, "en"), de=format_date(day, "de"))
    return CodedError(QuoteError.DATE, place=document.file, field=NAMES[field], value=shown, problem=problem)


def _shown(value: float, unit: str) -> Text:
    digits = 0 if value >= 1000 else 2 if value >= 1 else 4
    return amount(value, unit, digits)
