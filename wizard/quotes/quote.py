"""One quote, read: positions that count, sums that agree, and everything a price of it needs to be believed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from pathlib import Path

from wizard.domain.errors import CodedError
from wizard.domain.language import text
from wizard.quotes.amounts import code_of, notation_of
from wizard.quotes.columns import Basis, Columns, find_columns
from wizard.quotes.document import Facts, Said, facts_of
from wizard.quotes.errors import QuoteError
from wizard.quotes.lines import Body, Line, Total, read_body, texts_of_amounts
from wizard.quotes.missing import NAMES, missing
from wizard.quotes.order import Order
from wizard.quotes.reading import read_table
from wizard.quotes.table import Row
from wizard.quotes.wording import amount

_LONGEST = 120
_HUNDRED = Decimal(100)
_NO_POSITION = text("no position with a price was found", "keine Position mit einem Preis gefunden")
_VENDOR = text("whose offer is it?", "Von wem ist das Angebot?")
_DAY = text(
    "of which day is the quote?",
    "Von welchem Tag ist das Angebot?",
)


@dataclass(frozen=True)
class Document:
    """Where a price comes from. ``file`` is a name without its folder."""

    vendor: str
    number: str
    day: date
    valid_until: date | None = None
    file: str = ""

    @property
    def source(self) -> str:
        """As figures of the catalogue name it."""
        if self.number:
            return f"{self.vendor}, quote no. {self.number}"
        return f"{self.vendor}, quote in {self.file}" if self.file else f"{self.vendor}, quote without number"


@dataclass(frozen=True)
class Quote:
    """What was read of a file. Totals of lines are net, in ``currency``."""

    document: Document
    lines: tuple[Line, ...]
    currency: str
    basis: Basis
    columns: Columns
    cash_discount: tuple[str, ...]
    warnings: tuple[CodedError, ...]

    @property
    def place(self) -> str:
        return self.document.file

    @property
    def dearest(self) -> str:
        """Place of the line that costs most: there a slip is looked for first."""
        return max(self.lines, key=lambda line: line.total).place


def read_quote(path: Path, order: Order) -> Quote:
    """Reads a quote as the order says.

    Raises:
        CodedError: C060 to C072, C075: unusable, or a question that only a person can answer.
    """
    name = path.name
    columns = find_columns(read_table(path), order.mapping, order.sheet, name)
    notation = order.numbers or notation_of(texts_of_amounts(columns))
    body = read_body(columns, notation, order.positions)
    if not body.lines:
        raise missing("positions", _NO_POSITION, name)
    _refuse_nothing(body, columns)
    rows = columns.sheet.rows
    above = rows[: columns.first - 1]
    facts = facts_of(above, (*body.below, *_rows_of(body.totals, rows)))
    said = facts_of(above, body.below)
    basis = _basis(order, columns, body, said, name)
    factor = _net_factor(order, basis, facts, name)
    lines = tuple(replace(line, total=line.total * factor, price=line.price and line.price * factor)
                  for line in body.lines)  # fmt: skip
    return Quote(
        document=document_of(order, facts, name),
        lines=lines,
        currency=_currency(order, columns, body, said, name),
        basis=basis,
        columns=columns,
        cash_discount=body.cash_discount,
        warnings=(*body.mismatches, *_sums(body, basis, facts, selected=bool(order.positions))),
    )


def document_of(order: Order, facts: Facts, file: str) -> Document:
    """Whose price it is and of which day; the order counts before the file.

    Raises:
        CodedError: C075.
    """
    vendor, day = tidied(order.vendor or facts.vendor or ""), order.day or facts.day
    if not vendor:
        raise missing("vendor", _VENDOR, file)
    if day is None:
        raise missing("date", _DAY, file)
    number = tidied(order.number or facts.number or "")
    return Document(vendor, number, day, order.valid_until or facts.valid_until, tidied(file))


def tidied(entry: str) -> str:
    """One line of visible characters, as it may stand in an assessment."""
    return " ".join("".join(c if c.isprintable() else " " for c in entry).split())[:_LONGEST]


def counted(lines: Sequence[Line]) -> Decimal:
    """Sum of the positions that are no option."""
    return sum((line.total for line in lines if line.role != "optional"), Decimal(0))


def _refuse_nothing(body: Body, columns: Columns) -> None:
    """Raises: CodedError: C066 where everything together costs nothing or less."""
    total = counted(body.lines)
    if total <= 0 and any(line.role != "optional" for line in body.lines):
        field = columns.name("total" if "total" in columns.by_field else "price")
        lowest = min(body.lines, key=lambda line: line.total)
        value = lowest.written[:40] or amount(lowest.total)
        raise CodedError(QuoteError.NUMBER, place=lowest.place, field=field, value=value)


def _rows_of(totals: Sequence[Total], rows: Sequence[Row]) -> list[Row]:
    places = {total.place for total in totals}
    return [row for row in rows if row.place in places]


def _basis(order: Order, columns: Columns, body: Body, said: Facts, file: str) -> Basis:
    """Net or gross: as ordered, as the column says, as the sums show, as the small print says.

    Raises:
        CodedError: C071.
    """
    used = [columns.by_field[name] for name in ("total", "price") if name in columns.by_field]
    named = next((column.basis for column in used if column.basis is not None), None)
    found = order.prices or named or _basis_of_sums(body) or said.basis
    if found is None:
        raise CodedError(QuoteError.NET_OR_GROSS, place=file)
    return found


def _basis_of_sums(body: Body) -> Basis | None:
    total = counted(body.lines)
    of = {kind: [t.amount for t in body.totals if t.kind == kind] for kind in ("net", "vat", "gross")}
    if not of["vat"] and not (of["net"] and of["gross"]):
        return None
    if any(_near(total, amount) for amount in of["net"]):
        return "net"
    return "gross" if any(_near(total, amount) for amount in of["gross"]) else None


def _net_factor(order: Order, basis: Basis, facts: Facts, file: str) -> Decimal:
    if basis == "net":
        return Decimal(1)
    rate = order.vat if order.vat is not None else facts.vat
    if rate is None:
        raise CodedError(QuoteError.NET_OR_GROSS, place=file)
    return 1 / (1 + rate / _HUNDRED)


def _currency(order: Order, columns: Columns, body: Body, said: Facts, file: str) -> str:
    """The one currency of the quote.

    Raises:
        CodedError: C068 none, C069 two.
    """
    found = list(_currencies(columns, body, said))
    if order.currency is not None:
        found.insert(0, Said(order.currency.upper(), "--currency"))
    if not found:
        raise CodedError(QuoteError.NO_CURRENCY, place=file)
    first = found[0]
    for other in found[1:]:
        if other.value != first.value:
            details = {"field": NAMES["currency"], "first": first.value, "second": other.value, "other": first.place}
            raise CodedError(QuoteError.CURRENCIES, place=other.place, **details)
    return first.value


def _currencies(columns: Columns, body: Body, said: Facts) -> Iterator[Said]:
    for name in ("total", "price"):
        column = columns.by_field.get("total" if name == "total" else "price")
        if column is not None and column.currency is not None:
            yield Said(column.currency, column.place)
    by_place = {row.place: row for row in columns.sheet.rows}
    for line in body.lines:
        if line.role == "optional":
            continue
        if line.currency is not None:
            yield Said(line.currency, line.place)
        cell = by_place[line.place].cell(columns.index("currency"))
        if cell.text:
            yield Said(code_of(cell.text) or cell.text[:10], cell.place)
    yield from said.currencies


def _sums(body: Body, basis: Basis, facts: Facts, *, selected: bool) -> Iterator[CodedError]:
    """Sums of the quote that its lines do not give. Where positions were chosen, a part cannot be the whole."""
    if selected:
        return
    total = counted(body.lines)
    expected = {basis: total}
    if facts.vat is not None:
        rate = 1 + facts.vat / _HUNDRED
        expected = {"net": total, "gross": total * rate} if basis == "net" else {"gross": total, "net": total / rate}
    for stated in body.totals:
        wanted = next((amount for kind, amount in expected.items() if kind == stated.kind), None)
        if wanted is not None and not _near(wanted, stated.amount) and not _later_sum(body, stated, wanted):
            details = {"field": stated.label, "stated": amount(stated.amount), "counted": amount(wanted)}
            yield CodedError(QuoteError.TOTAL, place=stated.place, **details)


def _later_sum(body: Body, stated: Total, wanted: Decimal) -> bool:
    """A sum before a discount is no sum of all; one of the same kind that agrees settles it."""
    return any(t.kind == stated.kind and _near(t.amount, wanted) for t in body.totals if t is not stated)


def _near(one: Decimal, other: Decimal) -> bool:
    return abs(one - other) <= max(Decimal("0.05"), abs(other) * Decimal("0.0001"))
