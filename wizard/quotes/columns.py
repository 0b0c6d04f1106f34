"""What the columns of a quote mean: names in German and English, or those the person gives."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from wizard.domain.errors import CodedError
from wizard.domain.language import Text
from wizard.questionnaire.currency import currency_code
from wizard.quotes.errors import QuoteError
from wizard.quotes.table import Row, Sheet

Field = Literal[
    "pos", "article", "text", "quantity", "unit", "price", "total", "discount", "vat", "currency", "term"
]  # fmt: skip
FIELDS: tuple[Field, ...] = (
    "pos", "article", "text", "quantity", "unit", "price", "total", "discount", "vat", "currency", "term",
)  # fmt: skip
Basis = Literal["net", "gross"]
Period = Literal["hour", "month", "year"]

_SPELLINGS: dict[Field, str] = {
    "pos": "pos|position|nr|lfd nr|lfd|posnr|pos nr|line|line no|item no|no|#",
    "article": "artikel|artikelnr|artikelnummer|artikel nr|art nr|artnr|sku|part number|part no|p n|mpn|part|"
    "hersteller nr|herstellernummer|bestellnr|bestellnummer|product no|product number|product code|item code",
    "text": "bezeichnung|beschreibung|artikelbezeichnung|produktbezeichnung|leistung|produkt|text|description|"
    "product|item|item description|product description|details|leistungsbeschreibung|positionstext|service",
    "quantity": "menge|anzahl|stück|stk|stückzahl|qty|quantity|units|amount of units",
    "unit": "einheit|me|mengeneinheit|unit|uom|unit of measure",
    "price": "einzelpreis|einzel preis|e preis|epreis|ep|stückpreis|preis|unit price|price|price each|each|"
    "preis einheit|preis stück|rate|einzel|preis einzel|listenpreis|list price|monatspreis|price unit|miete|"
    "arbeitspreis|tarif|fee",
    "total": "gesamtpreis|gesamt|gesamt preis|gp|g preis|gpreis|summe|betrag|total|amount|line total|"
    "extended price|total price|positionspreis|gesamtbetrag|positionssumme|preis gesamt|ext price|zeilensumme",
    "discount": "rabatt|nachlass|discount|disc|rabattsatz|rab",
    "vat": "mwst|ust|mehrwertsteuer|umsatzsteuer|vat|tax|steuer|mwst satz|steuersatz|vat rate|tax rate",
    "currency": "währung|waehrung|whg|currency|curr|ccy",
    "term": "laufzeit|vertragslaufzeit|mindestlaufzeit|term|contract term|duration|bindung|commitment",
}
_NAMES = {name: meaning for meaning, names in _SPELLINGS.items() for name in names.split("|")}
_PERIODS: dict[str, Period] = {
    "monat": "month", "monatlich": "month", "monate": "month", "month": "month", "monthly": "month", "mtl": "month",
    "mon": "month", "stunde": "hour", "stündlich": "hour", "std": "hour", "hour": "hour", "hourly": "hour", "h": "hour",
    "jahr": "year", "jährlich": "year", "year": "year", "yearly": "year", "annual": "year", "annually": "year",
    "p a": "year", "pa": "year",
}  # fmt: skip
_BASES: dict[str, Basis] = {
    "netto": "net", "net": "net", "exkl": "net", "excl": "net", "brutto": "gross", "gross": "gross", "inkl": "gross",
    "incl": "gross",
}  # fmt: skip
_FILLERS = frozenset({"in", "je", "pro", "per", "der", "von", "zzgl", "plus", "vertrag", "a"})
_TAX = frozenset({"mwst", "ust", "vat", "tax"})
_WORD = re.compile(r"[€$£%#]|[^\W_]+")
_LIST = re.compile(r"list(?:en)?[ -]?(?:preis|price)", re.IGNORECASE)
_MOST_LINES_ABOVE = 200


@dataclass(frozen=True, slots=True)
class Column:
    """One column that is understood, with what its name says beside the meaning."""

    index: int
    name: str
    place: str
    basis: Basis | None = None
    currency: str | None = None
    period: Period | None = None
    percent: bool = False


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a sheet, and the row from which on its positions stand."""

    sheet: Sheet
    first: int
    """Index of the first row below the names."""
    by_field: Mapping[Field, Column] = field(default_factory=dict)

    def index(self, meaning: Field) -> int | None:
        column = self.by_field.get(meaning)
        return column.index if column else None

    def name(self, meaning: Field) -> str:
        """The column's own name, else what it means."""
        column = self.by_field.get(meaning)
        return column.name if column else meaning


def period_of(words: str) -> Period | None:
    """The period that a unit or a remark names, such as ``Monat`` or ``per hour``."""
    return next((_PERIODS[word] for word in _words(words) if word in _PERIODS), None)


def recognised(row: Row) -> dict[Field, Column]:
    """The columns a row names; the first of two with one meaning, but a list price only beside its discount."""
    found: dict[Field, Column] = {}
    after_list: Column | None = None
    for index, cell in enumerate(row.cells):
        understood = _understood(cell.text, index, cell.place) if cell.text and cell.number is None else None
        if understood is None:
            continue
        meaning, column = understood
        if meaning == "price" and "price" in found and _LIST.search(found["price"].name):
            after_list = after_list or column
        found.setdefault(meaning, column)
    if after_list is not None and "discount" not in found:
        found["price"] = after_list
    return found


def find_columns(sheets: Sequence[Sheet], mapping: Mapping[str, str], sheet: str | None, file: str) -> Columns:
    """The one table of the file.

    Args:
        mapping: names of columns by field; they count before anything that is recognised.
        sheet: name of the sheet, where there are several.
        file: name of the file, for errors.

    Raises:
        CodedError: C063 no names found, C064 which sheet, C065 a mapped name does not exist.
    """
    chosen = _chosen(sheets, sheet, file)
    tables = [found for one in chosen if (found := _in_sheet(one, mapping)) is not None]
    if not tables:
        raise _nothing(chosen, mapping, file)
    if len(tables) > 1:
        names = ", ".join(table.sheet.name for table in tables)
        raise CodedError(QuoteError.SHEETS, place=file, found=names)
    return tables[0]


def _chosen(sheets: Sequence[Sheet], name: str | None, file: str) -> list[Sheet]:
    if name is None:
        return list(sheets)
    found = [sheet for sheet in sheets if sheet.name.casefold() == name.strip().casefold()]
    if not found:
        raise CodedError(QuoteError.SHEETS, place=file, found=", ".join(sheet.name for sheet in sheets) or "–")
    return found


def _in_sheet(sheet: Sheet, mapping: Mapping[str, str]) -> Columns | None:
    best: Columns | None = None
    for number, row in enumerate(sheet.rows[:_MOST_LINES_ABOVE]):
        for height in (1, 2):
            names = row if height == 1 else _joined(row, sheet.rows[number + 1 : number + 2])
            found = _named(names, mapping) if names is not None else None
            if found is None or not _enough(found):
                continue
            if best is None or len(found) > len(best.by_field):
                best = Columns(sheet, number + height, found)
        if best is not None and number + 1 >= best.first:
            return best
    return best


def _enough(found: Mapping[Field, Column]) -> bool:
    return ("text" in found or "article" in found) and ("price" in found or "total" in found)


def _named(row: Row, mapping: Mapping[str, str]) -> dict[Field, Column] | None:
    """Recognised columns with the mapped ones on top; None where the row lacks a mapped name."""
    found = recognised(row)
    for meaning in FIELDS:
        if (wanted := mapping.get(meaning)) is None:
            continue
        index = next((i for i, cell in enumerate(row.cells) if _same(cell.text, wanted)), None)
        if index is None:
            return None
        found = {name: column for name, column in found.items() if column.index != index}
        found[meaning] = _described(row.cells[index].text, index, row.cells[index].place)
    return found


def _joined(row: Row, below: Sequence[Row]) -> Row | None:
    """Two rows as one where names stand in two storeys, such as ``Preis`` over ``Einzel`` and ``Gesamt``."""
    if not below or any(cell.number is not None for cell in below[0].cells) or not recognised(below[0]):
        return None
    cells = []
    for index, cell in enumerate(row.cells):
        under = below[0].cells[index].text if index < len(below[0].cells) else ""
        text = cell.text if not under or under == cell.text else f"{cell.text} {under}".strip()
        cells.append(type(cell)(cell.place, text))
    return Row(row.place, tuple(cells))


def _nothing(sheets: Sequence[Sheet], mapping: Mapping[str, str], file: str) -> CodedError:
    rows = [row for sheet in sheets for row in sheet.rows[:_MOST_LINES_ABOVE]]
    for meaning, name in mapping.items():
        if not any(_same(cell.text, name) for row in rows for cell in row.cells):
            return CodedError(QuoteError.NO_COLUMN, place=file, field=meaning, name=name, found=_likely(rows))
    return CodedError(QuoteError.NO_TABLE, place=file, found=_likely(rows))


def _likely(rows: Sequence[Row]) -> Text:
    """The cells of the row that looks most like names of columns."""
    row = max(rows, key=_wordiness, default=None)
    names = [cell.text[:40] for cell in row.cells if cell.text][:12] if row else []
    english, german = (", ".join(f"{a}{name}{b}" for name in names) or "–" for a, b in ("“”", "„“"))
    return Text(en=english, de=german)


def _wordiness(row: Row) -> tuple[int, int]:
    """Cells without digits, then cells."""
    texts = [cell.text for cell in row.cells if cell.text]
    return sum(not any(c.isdigit() for c in entry) for entry in texts), len(texts)


def _same(text: str, wanted: str) -> bool:
    return bool(text) and " ".join(text.split()).casefold() == " ".join(wanted.split()).casefold()


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _understood(text: str, index: int, place: str) -> tuple[Field, Column] | None:
    column = _described(text, index, place)
    words = _words(text)
    whole = " ".join(word for word in words if word != "%")
    if whole in _NAMES:
        return _NAMES[whole], column
    left = [w for w in words if w not in _BASES and w not in _FILLERS and w not in _PERIODS and w != "%"]
    left = [w for w in left if currency_code(w) is None]
    if column.basis is not None or {"zzgl", "plus"} & set(words):
        left = [w for w in left if w not in _TAX]
    bare = " ".join(left)
    if bare in _NAMES:
        return _NAMES[bare], column
    if not bare and (column.period is not None or column.basis is not None) and len(words) <= 4:
        return "price", column  # “monatlich netto”: the price of a month
    return None


def _described(text: str, index: int, place: str) -> Column:
    words = _words(text)
    return Column(
        index=index,
        name=" ".join(text.split())[:80],
        place=place,
        basis=next((_BASES[word] for word in words if word in _BASES), None),
        currency=next((code for word in words if (code := currency_code(word))), None),
        period=next((_PERIODS[word] for word in words if word in _PERIODS), None),
        percent="%" in words,
    )
