"""Sorts the lines of a quote: what kind of thing is priced, what each line becomes, how many machines there are."""

import re
from collections.abc import Sequence
from decimal import Decimal

from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.quotes.columns import Period, period_of
from wizard.quotes.errors import QuoteError
from wizard.quotes.lines import Line
from wizard.quotes.missing import missing
from wizard.quotes.naming import counted, mentions, names_of, unknown
from wizard.quotes.order import Kind, Order
from wizard.quotes.quote import Quote

_ENERGY = re.compile(r"\bkwh\b", re.IGNORECASE)
_TOKENS = re.compile(r"\btokens?\b", re.IGNORECASE)
_POWER = re.compile(r"\bkw\b", re.IGNORECASE)
_RENT = re.compile(
    r"\b(?:miete|mietpreis|rental|rent|monatspreis|monatlich\w*|monthly|hourly|stündlich\w*)\b", re.IGNORECASE
)
_ONCE = re.compile(r"\b(?:einmalig\w*|one-?time|once|einrichtung\w*|setup|bereitstellungsgebühr)\b", re.IGNORECASE)
_YEARS = re.compile(r"(\d{1,2})\s*(?:jahre?n?|years?|yrs?\.?|j\.)(?!\w)", re.IGNORECASE)
_MONTHS = re.compile(r"(\d{1,3})\s*(?:monate?n?|months?|mon\.?|m\.)(?!\w)", re.IGNORECASE)
_NO_TERM = re.compile(r"\b(?:keine|ohne|none|no|on[- ]demand|kündbar)\b|^\W*0?\W*$", re.IGNORECASE)
_KIND = text(
    "what is priced: a server, a rent, an API, electricity, colocation, maintenance, a card?",
    "Was ist bepreist: Server, Miete, API, Strom, Colocation, Wartung, Karte?",
)


def kind_of(quote: Quote, order: Order, catalog: Catalog) -> Kind:
    """What the quote prices: as ordered, else as its lines say.

    Raises:
        CodedError: C075.
    """
    if order.kind is not None:
        return order.kind
    lines = [line for line in quote.lines if line.role not in ("optional", "discount")]
    words = " ".join(f"{' '.join(line.texts)} {line.unit}" for line in lines)
    words += " " + " ".join(column.name for column in quote.columns.by_field.values())
    if _ENERGY.search(words):
        return "electricity"
    if _TOKENS.search(words):
        return "api"
    periodic = any(period(quote, line) is not None and line.role != "maintenance" for line in lines)
    if _POWER.search(words) and periodic:
        return "colocation"
    if periodic and _RENT.search(words):
        return "rent"
    if any(line.role == "machine" for line in lines):
        return "rent" if periodic else "server"
    if mentions((t for line in lines for t in line.texts), names_of(catalog), catalog)[0]:
        return "card"
    raise missing("kind", _KIND, quote.place)


def period(quote: Quote, line: Line) -> Period | None:
    """The hour, month or year that a line's price is for; None for what is paid once."""
    if _ONCE.search(f"{line.text} {line.unit}"):
        return None
    columns = [quote.columns.by_field[name] for name in ("price", "total") if name in quote.columns.by_field]
    named = next((column.period for column in columns if column.period is not None), None)
    found = period_of(line.unit) or named
    if found is None and _RENT.search(line.text):
        found = period_of(line.text)
    return found


def term_months(line: Line) -> int | None:
    """Months that a line is committed for; 0 where it says that there is no term, None where it says nothing."""
    said = line.term or next(
        (t for t in line.texts if re.search(r"laufzeit|term|bindung|commit", t, re.IGNORECASE)), ""
    )
    if not said:
        return None
    if years := _YEARS.search(said):
        return 12 * int(years[1])
    if months := _MONTHS.search(said):
        return int(months[1])
    if line.term and re.fullmatch(r"\d{1,3}", line.term):
        return int(line.term)
    return 0 if _NO_TERM.search(said) else None


def support_years(line: Line) -> Decimal | None:
    """Years that a maintenance position covers."""
    months = term_months(line)
    if months:
        return Decimal(months) / 12
    if period_of(line.unit) == "year":
        return line.quantity
    if period_of(line.unit) == "month":
        return line.quantity / 12
    for entry in line.texts:
        if years := _YEARS.search(entry):
            return Decimal(years[1])
        if found := _MONTHS.search(entry):
            return Decimal(found[1]) / 12
    return None


def machine_of(quote: Quote, order: Order, catalog: Catalog) -> tuple[str, int, int]:
    """Accelerator, number in one machine, and number of machines.

    Raises:
        CodedError: C011 the ordered accelerator is unknown, C073, C074.
    """
    from wizard.catalogs.find import find_accelerator

    lines = [line for line in quote.lines if line.role in ("machine", "part")]
    machines = order.machines or _machines(quote, lines)
    if order.accelerator is not None and order.count is not None:
        return find_accelerator(catalog, order.accelerator).id, order.count, machines
    accelerator, total = _accelerators(quote, lines, catalog)
    if order.accelerator is not None:
        accelerator = find_accelerator(catalog, order.accelerator).id
    if order.count is not None:
        return accelerator, order.count, machines
    if total % machines:
        found = f"{total} × {accelerator}, {machines} ×"
        raise CodedError(QuoteError.COUNT, place=quote.place, found=found)
    return accelerator, total // machines, machines


def _machines(quote: Quote, lines: Sequence[Line]) -> int:
    """Quantity of the positions that are a server; 1 where none is."""
    counts = {line.quantity for line in lines if line.role == "machine" and line.total > 0}
    if len(counts) > 1 or any(count < 1 or count % 1 for count in counts):
        named = "; ".join(f"{line.quantity:f} × {line.text[:40]}" for line in lines if line.role == "machine")
        raise CodedError(QuoteError.COUNT, place=quote.place, found=named)
    return int(counts.pop()) if counts else 1


def _accelerators(quote: Quote, lines: Sequence[Line], catalog: Catalog) -> tuple[str, int]:
    """The one accelerator and its number in the whole quote: in positions of its own, else as the servers say."""
    names = names_of(catalog)
    own = _counted([line for line in lines if line.role == "part"], names, catalog)
    of_servers = _counted([line for line in lines if line.role == "machine"], names, catalog)
    found = own[0] or of_servers[0]
    doubtful = own[1] + of_servers[1]
    if not found or doubtful:
        raise unknown((t for line in lines for t in line.texts), catalog, doubtful, quote.place)
    if len(found) > 1:
        several = ", ".join(f"{number} × {name}" for name, number in found.items())
        why = text(f"several are quoted ({several}); take the positions of one only",
                   f"mehrere sind angeboten ({several}); bitte nur die Positionen von einem übernehmen")  # fmt: skip
        raise CodedError(QuoteError.ACCELERATOR, place=quote.place, why=why)
    accelerator, total = next(iter(found.items()))
    said = of_servers[0].get(accelerator)
    if own[0] and said is not None and said not in (total, _per_line(lines)):
        raise CodedError(QuoteError.COUNT, place=quote.place, found=f"{total} × {accelerator}, {said} × {accelerator}")
    return accelerator, total


def _per_line(lines: Sequence[Line]) -> int:
    """Servers that name their accelerator without a number name it once each."""
    return int(sum((line.quantity for line in lines if line.role == "machine"), Decimal(0)))


def _counted(lines: Sequence[Line], names: object, catalog: Catalog) -> tuple[dict[str, int], list[str]]:
    total: dict[str, int] = {}
    doubtful: list[str] = []
    for line in lines:
        found, doubts = mentions(line.texts, names, catalog)  # type: ignore[arg-type]
        doubtful += doubts
        for accelerator, number in counted(found).items():
            total[accelerator] = total.get(accelerator, 0) + int(number * line.quantity)
    return total, doubtful


def becomes(line: Line) -> Text:
    """What a line of a server's quote becomes, in words."""
    return _MEANINGS[line.role]


_MEANINGS = {
    "machine": text("price", "Preis"),
    "part": text("price", "Preis"),
    "discount": text("taken off the price", "vom Preis abgezogen"),
    "maintenance": text("maintenance a year", "Wartung je Jahr"),
    "installation": text(
        "left out: installation stays the share of the model (finance.install_share)",
        "nicht übernommen: Einbau bleibt der Anteil des Modells (finance.install_share)",
    ),
    "optional": text("left out: optional", "nicht übernommen: optional"),
}
