"""What a quote says about itself above and below its positions: vendor, number, date, validity, currency, VAT."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from wizard.domain.errors import CodedError
from wizard.questionnaire.currency import currency_code
from wizard.questionnaire.dates import read_date
from wizard.quotes.columns import Basis
from wizard.quotes.table import Row

_DAY = r"(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.\s?\d{1,2}\.\s?\d{4}|\d{1,2}/\d{1,2}/\d{4})"
_ANY_DAY = re.compile(_DAY)
_NUMBER = re.compile(
    r"\b(?:angebots?(?:-|\s)?(?:nr|nummer|no)\b\.?|angebot\s+(?:nr\b\.?|nummer)|quot(?:e|ation)\s*(?:no|nr|number|id|#)?"
    r"|offer\s+(?:no|number))(?=[\s:.#])\s*[.:#]*\s*(?P<id>(?=[\w/\-.]*\d)[\w][\w/\-.]{1,39})",
    re.IGNORECASE,
)
_DATED = re.compile(rf"(?:angebotsdatum|datum|date|vom|dated|of)\W{{0,3}}\s*{_DAY}", re.IGNORECASE)
_VALID = re.compile(
    rf"(?:gültig(?:keit)?(?:\s+bis)?|bindefrist(?:\s+bis)?|valid(?:ity)?(?:\s+(?:until|through|to))?|expires?(?:\s+on)?)"
    rf"(?:\s+(?:zum|am|einschließlich|bis))?\W{{0,3}}\s*{_DAY}",
    re.IGNORECASE,
)
_VALID_DAYS = re.compile(
    r"(?:gültig|bindefrist|bindung|valid)\D{0,30}?(?P<days>\d{1,3})\s*(?:kalender)?(?:tage?|days?)\b", re.IGNORECASE
)
_VENDOR = re.compile(
    r"^(?:anbieter|lieferant|verkäufer|vendor|supplier|seller|von|from)\s*:\s*(?P<name>.{3,80})$", re.IGNORECASE
)
_LEGAL = re.compile(
    r"^(?P<name>[\w&.,'’\- ]{1,60}?\s(?:GmbH(?:\s*&\s*Co\.?\s*KG)?|AG|SE|KG|OHG|UG|e\.\s?K\.|eG|Ltd\.?|Limited|Inc\.?|"
    r"LLC|Corp\.?|B\.V\.|S\.A\.S?\.?|S\.r\.l\.|plc))(?=$|[\s,;:|·•])"
)
_CURRENCY = re.compile(
    r"(?:preise(?:\s+\w+){0,3}\s+in|prices(?:\s+\w+){0,3}\s+in|währung|currency)\s*:?\s*(?P<name>[A-Z]{3}\b|€|\$|£|Euro)",
    re.IGNORECASE,
)
_LOOSE = re.compile(r"\b(?:EUR|USD|GBP|CHF)\b|[€$£]")
_NET = re.compile(
    r"(?:zzgl\.?|zuzüglich|plus|exkl\.?|excl\.?|excluding|ohne)\s+(?:der\s+)?(?:jeweils\s+)?(?:gültigen?\s+)?"
    r"(?:gesetzl(?:\.|iche[rn]?)\s+)?(?:\d{1,2}(?:[.,]\d)?\s*%\s+)?"
    r"(?:mwst|ust|mehrwertsteuer|umsatzsteuer|vat|sales tax)"
    r"|\bnettopreise\b|\bpreise\s+(?:sind\s+|verstehen\s+sich\s+)?netto\b|\bnet\s+prices\b",
    re.IGNORECASE,
)
_GROSS = re.compile(
    r"(?:inkl\.?|inklusive|incl\.?|including)\s+(?:der\s+)?(?:gesetzl(?:\.|iche[rn]?)\s+)?(?:\d{1,2}(?:[.,]\d)?\s*%\s+)?"
    r"(?:mwst|ust|mehrwertsteuer|umsatzsteuer|vat)|\bbruttopreise\b|\bgross\s+prices\b",
    re.IGNORECASE,
)
_RATE = re.compile(
    r"(?:(?P<before>\d{1,2}(?:[.,]\d)?)\s*%\s*(?:mwst|ust|mehrwertsteuer|umsatzsteuer|vat)"
    r"|(?:mwst|ust|mehrwertsteuer|umsatzsteuer|vat)\.?\s*(?:\(?\s*)(?P<after>\d{1,2}(?:[.,]\d)?)\s*%)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Said:
    """A fact with the place where it stands."""

    value: str
    place: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What the text around the positions says; None or empty: nothing."""

    vendor: str | None = None
    number: str | None = None
    day: date | None = None
    valid_until: date | None = None
    currencies: tuple[Said, ...] = ()
    basis: Basis | None = None
    vat: Decimal | None = None
    """Percent."""


def facts_of(above: Sequence[Row], below: Sequence[Row]) -> Facts:
    """Reads title rows and small print. Dates that could be two days are left open.

    Net wins where both are said: a net price list names the gross total too.
    """
    texts = [(_line(row), row.place) for row in (*above, *below)]
    lines = [line for line, _ in texts if line]
    day = _day(_DATED, lines) or _lone_day(_line(row) for row in above)
    rates = {rate for line in lines for rate in _rates(line)}
    return Facts(
        vendor=_vendor(above),
        number=next((m["id"].rstrip(".") for line in lines if (m := _NUMBER.search(line))), None),
        day=day,
        valid_until=_day(_VALID, lines) or _after(day, lines),
        currencies=tuple(_currencies(texts)),
        basis=_basis(lines),
        vat=rates.pop() if len(rates) == 1 else None,
    )


def _line(row: Row) -> str:
    return " ".join(row.text.split())


def _vendor(rows: Sequence[Row]) -> str | None:
    """A labelled name, else the first company that heads the page."""
    cells = [cell.text for row in rows for cell in row.cells if cell.text and not cell.spread]
    for index, text in enumerate(cells):
        following = cells[index + 1] if index + 1 < len(cells) else ""
        if found := _VENDOR.match(text) or _VENDOR.match(f"{text} {following}" if text.endswith(":") else ""):
            return found["name"].strip()
    return next((found["name"].strip() for text in cells if (found := _LEGAL.match(text))), None)


def _day(pattern: re.Pattern[str], lines: Iterable[str]) -> date | None:
    return next((day for line in lines for m in pattern.finditer(line) if (day := _read(m[1])) is not None), None)


def _lone_day(lines: Iterable[str]) -> date | None:
    """The only date above the positions, where none is labelled."""
    found = {m[1] for line in lines if not _VALID.search(line) for m in _ANY_DAY.finditer(line)}
    return _read(found.pop()) if len(found) == 1 else None


def _read(text: str) -> date | None:
    try:
        return date.fromisoformat(read_date(text, "de"))
    except CodedError:
        return None


def _after(day: date | None, lines: Iterable[str]) -> date | None:
    days = next((int(m["days"]) for line in lines if (m := _VALID_DAYS.search(line))), None)
    return day + timedelta(days=days) if day is not None and days is not None else None


def _currencies(texts: Sequence[tuple[str, str]]) -> Sequence[Said]:
    """Currencies that are named as such; without any, the only one that stands anywhere."""
    named = [
        Said(code, place)
        for line, place in texts
        for match in _CURRENCY.finditer(line)
        if len(code := currency_code(match["name"]) or match["name"].upper()) == 3
    ]
    loose = [Said(currency_code(m[0]) or m[0], place) for line, place in texts for m in _LOOSE.finditer(line)]
    return named or (loose if len({said.value for said in loose}) == 1 else [])


def _basis(lines: Iterable[str]) -> Basis | None:
    joined = "\n".join(lines)
    if _NET.search(joined):
        return "net"
    return "gross" if _GROSS.search(joined) else None


def _rates(line: str) -> Iterable[Decimal]:
    for match in _RATE.finditer(line):
        yield Decimal((match["before"] or match["after"]).replace(",", "."))
