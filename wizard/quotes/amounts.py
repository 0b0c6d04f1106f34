"""Amounts of a quote: what is written in a cell as an exact number, with the currency and the words around it.

A file has one way to write numbers. It is read off the amounts that have one reading only (``1.234,50`` is German,
``12.50`` English); where none of them tells, or they contradict each other, an amount such as ``1.234`` is asked about.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from wizard.domain.errors import CodedError
from wizard.i18n.format import format_number
from wizard.questionnaire.currency import currency_code, take_currency
from wizard.questionnaire.numbers import Plausible, read_digits
from wizard.questionnaire.quantity import tidy
from wizard.quotes.errors import QuoteError
from wizard.quotes.table import Cell

Notation = Literal["de", "en"]

_SHAPE = re.compile(
    r"(?P<before>[^0-9+\-.,(]*)(?P<open>\(?)\s*(?P<sign>[+-]?)\s*(?P<between>[^0-9+\-.,]*)"
    r"(?P<digits>[0-9][0-9.,]*(?:[ '][0-9]{3}(?![0-9]))*(?:[.,][0-9]+)?|[.,][0-9]+)"
    r"(?P<dash>(?<=[.,])(?:-+|[–—]))?\s*(?P<minus>-(?![0-9]))?\s*(?P<close>\)?)\s*(?P<rest>.*)",
    re.DOTALL,
)
_SCALES = {"t": 3, "k": 3, "tsd": 3, "tsd.": 3, "mio": 6, "mio.": 6}
_FUSED = re.compile(r"^(?P<scale>T|k|K|Tsd\.?|Mio\.?)\s?(?P<currency>EUR|€|USD|\$|GBP|£|CHF)$")
_NOTHING = re.compile(r"(?:-+|–|—|inkl\.?|inklusive|incl\.?|included|enthalten|n/?a|entfällt)", re.IGNORECASE)
_FOREIGN = re.compile(
    r"\b(?:AED|ARS|AUD|BGN|BRL|CAD|CLP|CNY|COP|CZK|DKK|EGP|HKD|HUF|IDR|ILS|INR|ISK|KRW|KWD|MAD|MXN|MYR|NOK|NZD|PEN|PHP|"
    r"PLN|QAR|RON|RSD|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|VND|XAU|ZAR)\b"
)
_MORE_DIGITS = re.compile(r"[0-9]")
_ANY = Plausible()
_LONGEST = 24


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with the currency beside it and what else was written around."""

    value: Decimal
    currency: str | None = None
    percent: bool = False
    rest: str = ""


@dataclass(frozen=True, slots=True)
class _Parts:
    digits: str
    negative: bool
    factor: Decimal
    currency: str | None
    percent: bool
    rest: str
    dashed: bool


def notation_of(texts: Iterable[str]) -> Notation | None:
    """How these amounts are written; None where nothing tells, or where they contradict each other."""
    found = {hint for text in texts if (parts := _split(text)) is not None and (hint := _hint(parts)) is not None}
    return found.pop() if len(found) == 1 else None


def read_amount(cell: Cell, field: str, notation: Notation | None) -> Amount | None:
    """The amount of a cell; None for an empty one and for words such as ``inkl.``.

    Raises:
        CodedError: C066 not a number, C067 two readings, C072 a formula without value.
    """
    if cell.problem is not None:
        raise CodedError(cell.problem.error, place=cell.place, **{**cell.problem.details, "field": field})
    if cell.number is not None:
        return Amount(cell.number, cell.currency, cell.text.endswith("%"))
    if cell.empty or _NOTHING.fullmatch(cell.text):
        return None
    return read_text(cell.text, field, notation, cell.place)


def read_text(text: str, field: str, notation: Notation | None, place: str = "") -> Amount:
    """The amount that a text means.

    Raises:
        CodedError: C066, C067.
    """
    parts = _split(text)
    if parts is None:
        raise CodedError(QuoteError.NUMBER, place=place, field=field, value=" ".join(text.split())[:40])
    digits = _digits(parts, text, field, notation, place)
    value = digits * parts.factor * (-1 if parts.negative else 1)
    return Amount(value, parts.currency, parts.percent, parts.rest)


def _digits(parts: _Parts, text: str, field: str, notation: Notation | None, place: str) -> Decimal:
    try:
        german, english = (read_digits(parts.digits, language, _ANY) for language in ("de", "en"))
    except CodedError:
        raise CodedError(QuoteError.NUMBER, place=place, field=field, value=" ".join(text.split())[:40]) from None
    if german == english:
        return german
    known = "de" if parts.dashed else notation
    if known is not None:
        return german if known == "de" else english
    first, second = (format_number(reading, "en").replace(",", "") for reading in (german, english))
    raise CodedError(QuoteError.AMBIGUOUS, place=place, field=field, value=parts.digits, first=first, second=second)


def _split(text: str) -> _Parts | None:
    match = _SHAPE.fullmatch(tidy(text)) if len(text) < 200 else None
    if match is None or _MORE_DIGITS.search(match["rest"]) or sum(c.isdigit() for c in match["digits"]) > _LONGEST:
        return None
    digits, dashed = match["digits"], match["dash"] is not None
    if dashed:
        digits = digits.rstrip(".,")
    if not digits or digits[-1] in ".,":
        return None
    around = " ".join(f"{match['before']} {match['between']} {match['rest']}".split())
    factor, around = _scaled(around)
    percent = "%" in around
    rest, currency = _currency(around.replace("%", " ").strip())
    negative = match["sign"] == "-" or match["minus"] is not None or bool(match["open"] and match["close"])
    return _Parts(digits, negative, factor, currency, percent, rest.strip(), dashed)


def _currency(around: str) -> tuple[str, str | None]:
    """A currency without a rate is one all the same: it must not pass for a unit."""
    rest, code = take_currency(around)
    foreign = None if code else _FOREIGN.search(rest)
    return (rest.replace(foreign[0], "").strip(), foreign[0]) if foreign else (rest, code)


def _scaled(around: str) -> tuple[Decimal, str]:
    """``T€`` and ``Tsd. EUR`` are thousands."""
    if fused := _FUSED.match(around):
        return Decimal(10) ** _SCALES[fused["scale"].casefold()], fused["currency"]
    word, _, tail = around.partition(" ")
    power = _SCALES.get(word.casefold(), 0) if word.casefold() != "t" else 0
    return (Decimal(10) ** power, tail) if power else (Decimal(1), around)


def _hint(parts: _Parts) -> Notation | None:
    """The way of writing that an amount with one reading shows."""
    if parts.dashed:
        return "de"
    separators = [char for char in parts.digits if char in ".,"]
    if not separators:
        return None
    if len(set(separators)) == 2:
        point = separators[-1]
    elif len(separators) > 1:
        point = "," if separators[0] == "." else "."
    else:
        whole, _, tail = parts.digits.partition(separators[0])
        if len(tail) == 3 and 1 <= len(whole) <= 3 and not whole.startswith("0"):
            return None
        point = separators[0]
    return "de" if point == "," else "en"


def code_of(name: str) -> str | None:
    """ISO code of a currency as it stands in a column of its own; other codes of three letters stand as they are."""
    known = currency_code(name.strip())
    if known is not None:
        return known
    bare = name.strip().upper()
    return bare if re.fullmatch(r"[A-Z]{3}", bare) else None
