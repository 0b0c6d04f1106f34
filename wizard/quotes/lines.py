"""The rows of a quote as positions, discounts and totals."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from wizard.domain.errors import CodedError
from wizard.quotes.amounts import Amount, Notation, read_amount
from wizard.quotes.columns import Columns, Field
from wizard.quotes.errors import QuoteError
from wizard.quotes.table import Row
from wizard.quotes.wording import amount

Role = Literal["part", "machine", "discount", "maintenance", "installation", "optional"]
TotalKind = Literal["subtotal", "net", "vat", "gross"]

_MACHINE = re.compile(
    r"\b(?:gpu-?server|rack-?server|(?:server(?:system)?|workstation)(?!\s+edition)|system|chassis|barebone|appliance|node|knoten|dgx|hgx|"
    r"poweredge|proliant|thinksystem|thinkstation|supermicro|superserver|instanz|instance)\b",
    re.IGNORECASE,
)
_FOR_A_MACHINE = re.compile(r"schiene|rail|kabel|cable|lizenz|licen[cs]e|schrank|cabinet|netzteil|psu", re.IGNORECASE)
_MAINTENANCE = re.compile(
    r"\b(?:wartung\w*|support\w*|care\s?pack|garantieerweiterung|garantieverlängerung|warranty\s+extension|"
    r"extended\s+warranty|maintenance|prosupport|servicevertrag|service-?pack|vor-ort-service|on-?site\s+service|nbd|"
    r"next\s+business\s+day)\b",
    re.IGNORECASE,
)
_INSTALLATION = re.compile(
    r"\b(?:installation|inbetriebnahme|montage|einbau|commissioning|aufstellung|setup\s+service)\b", re.IGNORECASE
)
_OPTIONAL = re.compile(
    r"\b(?:optional\w*|option|alternativ\w*|eventualposition|bedarfsposition|alternative)\b", re.IGNORECASE
)
_DISCOUNT = re.compile(r"(?:\b|\w)(?:rabatt|nachlass|discount|bonus|gutschrift|rebate)\b", re.IGNORECASE)
_CASH = re.compile(r"\b(?:skonto|cash\s+discount)\b", re.IGNORECASE)
_TOTALS: tuple[tuple[TotalKind, re.Pattern[str]], ...] = (
    ("vat", re.compile(r"^\W*(?:(?:zzgl|plus|inkl|incl|\+)\.?\s*)?(?:\d{1,2}(?:[.,]\d+)?\s*%\s*)?"
                       r"(?:mwst|ust|mehrwertsteuer|umsatzsteuer|vat|tax)\b", re.IGNORECASE)),
    ("subtotal", re.compile(r"^\W*(?:zwischensumme|subtotal|sub-total|übertrag|carry\s?over|"
                            r"summe\s+(?:pos|position|titel|block|gruppe)\w*)\b", re.IGNORECASE)),
    ("gross", re.compile(r"^\W*(?:(?:gesamt|end|rechnungs|angebots|auftrags)?(?:summe|betrag)|total|grand\s+total)?\s*"
                         r"(?:brutto\w*|gross|(?:inkl|incl|including)\.?\s+\d*[.,]?\d*\s*%?\s*(?:mwst|ust|vat))\b|"
                         r"^\W*(?:gesamtbetrag|endbetrag|rechnungsbetrag|grand\s+total|zahlbetrag)\b", re.IGNORECASE)),
    ("net", re.compile(r"^\W*(?:(?:gesamt|angebots|netto|auftrags)?(?:summe|betrag)|total|sum|netto|net\s+total|"
                       r"total\s+net|net|gesamt)\b", re.IGNORECASE)),
)  # fmt: skip
_NET_WORD = re.compile(r"\bnett?o?\b|exkl|excl|ohne", re.IGNORECASE)
_HUNDRED = Decimal(100)
_CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Line:
    """One position with the texts that belong to it. Amounts are as the file states them, net or gross."""

    place: str
    row: int
    pos: str
    text: str
    more: tuple[str, ...]
    """Texts below it without a price of their own."""
    quantity: Decimal
    unit: str
    price: Decimal | None
    total: Decimal
    term: str
    role: Role
    currency: str | None = None
    written: str = ""
    """The amount as it stands in a file of texts; empty for a number of a workbook."""

    @property
    def texts(self) -> tuple[str, ...]:
        return (self.text, *self.more)


@dataclass(frozen=True, slots=True)
class Total:
    """A sum the quote itself states."""

    place: str
    kind: TotalKind
    label: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Body:
    """All rows below the names of the columns."""

    lines: tuple[Line, ...]
    totals: tuple[Total, ...]
    below: tuple[Row, ...]
    """Rows without amounts behind the last position: small print."""
    cash_discount: tuple[str, ...]
    """Discounts for early payment: named, never deducted."""
    mismatches: tuple[CodedError, ...]
    """Lines whose own total is not quantity times price."""


def read_body(columns: Columns, notation: Notation | None, positions: Sequence[str]) -> Body:
    """Positions, totals and small print.

    Raises:
        CodedError: C066, C067, C072 for an amount that cannot be read in a position that counts.
    """
    reader = _Reader(columns, notation, frozenset(p.strip().casefold() for p in positions))
    for row in columns.sheet.rows[columns.first :]:
        reader.take(row)
    return reader.body()


class _Reader:
    def __init__(self, columns: Columns, notation: Notation | None, positions: frozenset[str]) -> None:
        self._columns, self._notation, self._positions = columns, notation, positions
        self._lines: list[Line] = []
        self._totals: list[Total] = []
        self._loose: list[Row] = []
        self._cash: list[str] = []
        self._mismatches: list[CodedError] = []
        self._number = 0
        self._skipping = False

    def take(self, row: Row) -> None:
        self._number += 1
        if all(cell.empty or cell.spread for cell in row.cells):
            return
        if self._positions and self._text(row, "pos"):
            self._skipping = self._text(row, "pos").casefold().rstrip(".") not in self._positions
        if self._skipping:
            return
        kind = self._total_kind(row)
        if kind is not None and self._stated(row, kind):
            return
        if not self._counts(row):
            self._without_amount(row)
        elif _CASH.search(row.text):
            self._cash.append(row.text[:200])
        else:
            self._loose.clear()
            self._lines.append(self._line(row))

    def body(self) -> Body:
        return Body(
            tuple(self._lines), tuple(self._totals), tuple(self._loose), tuple(self._cash), tuple(self._mismatches)
        )

    def _text(self, row: Row, field: Field) -> str:
        return row.cell(self._columns.index(field)).text

    def _amount(self, row: Row, field: Field) -> Amount | None:
        index = self._columns.index(field)
        return None if index is None else read_amount(row.cell(index), self._columns.name(field), self._notation)

    def _counts(self, row: Row) -> bool:
        """A position has an amount, or a quantity of something that is included."""
        priced = self._amount(row, "total") is not None or self._amount(row, "price") is not None
        return priced or (self._amount(row, "quantity") is not None and bool(self._text(row, "text")))

    def _without_amount(self, row: Row) -> None:
        """A text below a position belongs to it; behind a total it is small print."""
        self._loose.append(row)
        if self._lines and not self._totals and row.text:
            last = self._lines[-1]
            self._lines[-1] = replace(last, more=(*last.more, row.text[:500]))

    def _total_kind(self, row: Row) -> TotalKind | None:
        """Sums have a label and no quantity."""
        if self._text(row, "quantity") or (self._text(row, "price") and self._text(row, "total")):
            return None
        label = " ".join(c.text for c in row.cells if c.text and c.number is None and not c.spread)
        kind = next((kind for kind, pattern in _TOTALS if pattern.search(label)), None)
        return "net" if kind == "gross" and _NET_WORD.search(label) else kind

    def _stated(self, row: Row, kind: TotalKind) -> bool:
        """Notes a sum; False where the row holds no amount after all."""
        amount = self._amount(row, "total") or self._amount(row, "price") or self._last_number(row)
        if amount is None:
            return False
        label = next((c.text for c in row.cells if c.text and c.number is None), "")
        self._totals.append(Total(row.place, kind, label[:80], amount.value))
        self._loose.clear()
        return True

    def _last_number(self, row: Row) -> Amount | None:
        """Sums may stand beside the columns of the table."""
        cells = [c for c in row.cells if c.number is not None and not c.text.endswith("%")]
        return Amount(cells[-1].number, cells[-1].currency) if cells and cells[-1].number is not None else None

    def _line(self, row: Row) -> Line:
        text = " ".join(t for t in (self._text(row, "article"), self._text(row, "text")) if t) or row.text
        quantity, price = self._amount(row, "quantity"), self._amount(row, "price")
        stated, share = self._amount(row, "total"), self._share(row, price)
        count = quantity.value if quantity is not None else Decimal(1)
        percent, price = (price, None) if price is not None and price.percent else (None, price)
        counted = price.value * count * (1 - share) if price is not None else None
        if stated is None and percent is not None:
            counted = -abs(percent.value) / _HUNDRED * sum((line.total for line in self._lines), Decimal(0))
        total = stated.value if stated is not None else counted or Decimal(0)
        if stated is not None and price is not None and counted is not None:
            self._check(row, stated.value, counted)
        role = _role(text, total)
        if role == "discount" and total > 0:
            total = -total
        amounts = [a for a in (stated, price) if a is not None]
        return Line(
            place=row.place,
            row=self._number,
            pos=self._text(row, "pos"),
            text=text[:300],
            more=(),
            quantity=count,
            unit=" ".join(u for u in (self._text(row, "unit"), *(a.rest for a in (quantity, price, stated) if a)) if u),
            price=price.value if price else None,
            total=total,
            term=self._text(row, "term"),
            role=role,
            currency=next((a.currency for a in amounts if a.currency), None),
            written=self._written(row),
        )

    def _written(self, row: Row) -> str:
        cells = [row.cell(self._columns.index(name)) for name in ("total", "price")]
        return next((cell.text for cell in cells if not cell.empty and cell.number is None), "")

    def _share(self, row: Row, price: Amount | None) -> Decimal:
        """Discount of the line as a share: a percentage, or an amount off the price of one."""
        amount = self._amount(row, "discount")
        if amount is None:
            return Decimal(0)
        column = self._columns.by_field["discount"]
        value = abs(amount.value)
        if amount.percent or column.percent or value <= _HUNDRED:
            return value / _HUNDRED
        return value / price.value if price is not None and price.value else Decimal(0)

    def _check(self, row: Row, stated: Decimal, counted: Decimal) -> None:
        if abs(abs(stated) - abs(counted)) > max(_CENT * 2, abs(counted) * Decimal("0.0005")):
            found = {"field": self._columns.name("total"), "stated": amount(stated), "counted": amount(counted)}
            self._mismatches.append(CodedError(QuoteError.TOTAL, place=row.place, **found))


def _role(text: str, total: Decimal) -> Role:
    machine = bool(_MACHINE.search(text)) and not _FOR_A_MACHINE.search(text)
    if _OPTIONAL.search(text):
        return "optional"
    if total < 0 or (_DISCOUNT.search(text) and not machine):
        return "discount"
    if _MAINTENANCE.search(text) and not _starts_with_machine(text):
        return "maintenance"
    if _INSTALLATION.search(text) and not machine:
        return "installation"
    return "machine" if machine else "part"


def _starts_with_machine(text: str) -> bool:
    """“GPU-Server …, 3 Jahre Support” is a server; “Support für GPU-Server” is none."""
    machine, support = _MACHINE.search(text), _MAINTENANCE.search(text)
    return machine is not None and support is not None and machine.start() < support.start()


def texts_of_amounts(columns: Columns) -> Iterator[str]:
    """What stands in the columns of amounts, to see how the file writes numbers."""
    indices = [columns.index(name) for name in ("price", "total", "quantity", "discount")]
    for row in columns.sheet.rows[columns.first :]:
        for index in indices:
            cell = row.cell(index)
            if cell.text and cell.number is None:
                yield cell.text
