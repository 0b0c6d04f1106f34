"""What cannot be a quote is refused by code and place, in both languages, without reading on."""

import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook
from tests.quotes.conftest import Propose
from tests.quotes.making import GERMAN_ROWS, server_quote, text_quote
from wizard.domain.errors import CodedError
from wizard.quotes.errors import QuoteError
from wizard.quotes.order import Order

HEAD = ("Nordlicht GmbH, Angebot Nr. 5 vom 24.11.2026, Preise in EUR netto zzgl. MwSt.",)
NAMES = ("Pos", "Bezeichnung", "Menge", "Einzelpreis")
SERVER = "GPU-Server mit 8x NVIDIA H200 SXM"
PRICE = "315.000,00"


def refusal(propose: Propose, path: Path, order: Order | None = None) -> CodedError:
    with pytest.raises(CodedError) as raised:
        propose(path, order)
    assert raised.value.message("de") != raised.value.message("en")
    return raised.value


def sparse(path: Path) -> Path:
    with path.open("wb") as file:
        file.truncate(5_000_000_000)
    return path


def fifo(path: Path) -> Path:
    os.mkfifo(path)
    return path


def folder(path: Path) -> Path:
    path.mkdir()
    return path


def content(data: bytes) -> Callable[[Path], Path]:
    def written(path: Path) -> Path:
        path.write_bytes(data)
        return path

    return written


def bomb(path: Path) -> Path:
    """A megabyte that unpacks to 400."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("xl/workbook.xml", "<workbook/>")
        with package.open("xl/worksheets/sheet1.xml", "w") as sheet:
            for _ in range(400):
                sheet.write(b"0" * 1_000_000)
    return path


def half(path: Path) -> Path:
    data = server_quote(path).read_bytes()
    return content(data[: len(data) // 2])(path)


def other_archive(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("readme.txt", "no workbook")
    return path


@pytest.mark.parametrize(
    ("make", "name", "error"),
    [
        (sparse, "q.csv", QuoteError.TOO_LARGE),
        (sparse, "q.xlsx", QuoteError.TOO_LARGE),
        (bomb, "q.xlsx", QuoteError.TOO_LARGE),
        (fifo, "q.csv", QuoteError.UNREADABLE),
        (folder, "q.csv", QuoteError.UNREADABLE),
        (lambda path: path, "missing.csv", QuoteError.UNREADABLE),
        (content(b""), "q.csv", QuoteError.FORMAT),
        (content(b"\r\n  \r\n"), "q.csv", QuoteError.FORMAT),
        (content(b"%PDF-1.7 scan"), "q.csv", QuoteError.FORMAT),
        (content(bytes(range(256)) * 20), "q.csv", QuoteError.FORMAT),
        (content(b'"' + b"x" * 200_000), "q.csv", QuoteError.FORMAT),
        (content(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old"), "q.xls", QuoteError.FORMAT),
        (half, "q.xlsx", QuoteError.FORMAT),
        (other_archive, "q.xlsx", QuoteError.FORMAT),
    ],
)
def test_a_file_that_is_no_table_is_refused(
    tmp_path: Path, propose: Propose, make: Callable[[Path], Path], name: str, error: QuoteError
) -> None:
    found = refusal(propose, make(tmp_path / name))
    assert (found.error, found.place.split(":")[0]) == (error, name)


def one_line(path: Path, price: str, text: str = SERVER, head: tuple[str, ...] = HEAD) -> Path:
    return text_quote(path, (head, NAMES, ("1", text, "1", price)))


@pytest.mark.parametrize(
    ("price", "error"),
    [
        ("315.000", QuoteError.AMBIGUOUS),
        ("auf Anfrage", QuoteError.NUMBER),
        ("0,00", QuoteError.NUMBER),
        ("-315.000,00", QuoteError.NUMBER),
        ("315,00", QuoteError.SLIP),
        ("31.500.000,00", QuoteError.SLIP),
        ("315.000,00 USD", QuoteError.CURRENCIES),
    ],
)
def test_a_wrong_price_is_refused_at_its_line(tmp_path: Path, propose: Propose, price: str, error: QuoteError) -> None:
    found = refusal(propose, one_line(tmp_path / "q.csv", price))
    assert found.error is error
    assert found.place in ("q.csv:3", "q.csv:1")
    assert "q.csv:3" in (found.place, found.details.get("other"))


@pytest.mark.parametrize("price", ["0,00", "0,00 €", "-315.000,00"])
def test_a_refused_price_is_quoted_as_it_stands_in_the_file(tmp_path: Path, propose: Propose, price: str) -> None:
    found = refusal(propose, one_line(tmp_path / "q.csv", price))
    assert (f"'{price}'" in found.message("en"), f"„{price}“" in found.message("de")) == (True, True)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("GPU-Server mit 8x NVIDIA H210 SXM", QuoteError.ACCELERATOR),
        ("GPU-Server mit 8x NVIDIA L40S 96GB", QuoteError.ACCELERATOR),
        ("GPU-Server nach Absprache", QuoteError.ACCELERATOR),
        ("Beratung", QuoteError.NEEDS),
    ],
)
def test_what_is_not_named_exactly_is_asked(tmp_path: Path, propose: Propose, text: str, error: QuoteError) -> None:
    assert refusal(propose, one_line(tmp_path / "q.csv", PRICE, text)).error is error


def test_a_quote_for_rent_with_nothing_to_pay_is_asked_about(tmp_path: Path, propose: Propose) -> None:
    """All of its positions are optional."""
    path = one_line(tmp_path / "q.csv", PRICE, "optional: Kabel")
    with pytest.raises(CodedError) as refused:
        propose(path, Order(kind="rent", entry="hetzner-gex63"))
    assert refused.value.error is QuoteError.NEEDS


@pytest.mark.parametrize(
    ("head", "error", "field"),
    [
        ("Nordlicht GmbH, Angebot Nr. 5 vom 24.11.2026, netto zzgl. MwSt.", QuoteError.NO_CURRENCY, None),
        ("Nordlicht GmbH, Angebot Nr. 5 vom 24.11.2026, Preise in EUR", QuoteError.NET_OR_GROSS, None),
        ("Angebot Nr. 5 vom 24.11.2026, Preise in EUR netto zzgl. MwSt.", QuoteError.NEEDS, "vendor"),
        ("Nordlicht GmbH, Angebot Nr. 5, Preise in EUR netto zzgl. MwSt.", QuoteError.NEEDS, "date"),
        ("Nordlicht GmbH, Angebot Nr. 5 vom 24.11.2026, Preise in XAU netto zzgl. MwSt.", QuoteError.NO_RATE, None),
    ],
)
def test_what_the_letterhead_leaves_open_is_asked(
    tmp_path: Path, propose: Propose, head: str, error: QuoteError, field: str | None
) -> None:
    found = refusal(propose, one_line(tmp_path / "q.csv", PRICE, head=(head,)))
    assert (found.error, found.details.get("field")) == (error, field)


def test_a_table_without_names_says_what_it_found(tmp_path: Path, propose: Propose) -> None:
    found = refusal(propose, text_quote(tmp_path / "q.csv", (HEAD, ("1", SERVER, "1", PRICE))))
    assert found.error is QuoteError.NO_TABLE
    assert f"„{SERVER}“" in found.message("de")


def test_a_mapped_column_that_is_not_there_is_named(tmp_path: Path, propose: Propose) -> None:
    found = refusal(propose, one_line(tmp_path / "q.csv", PRICE), Order(mapping={"price": "Netto"}))
    assert found.error is QuoteError.NO_COLUMN
    assert "„Einzelpreis“" in found.message("de")


def test_a_formula_without_its_value_is_refused_at_its_cell(tmp_path: Path, propose: Propose) -> None:
    book = Workbook()
    page = book.active
    assert page is not None
    for row in (HEAD, NAMES, (1, SERVER, 1, "=300000+15000")):
        page.append(row)
    book.save(tmp_path / "q.xlsx")
    found = refusal(propose, tmp_path / "q.xlsx")
    assert (found.error, found.place) == (QuoteError.FORMULA, "q.xlsx Sheet!D3")


def test_two_sheets_with_tables_are_asked_about(tmp_path: Path, propose: Propose) -> None:
    book = Workbook()
    for name in ("Variante A", "Variante B"):
        page = book.create_sheet(name)
        for row in (HEAD, NAMES, (1, SERVER, 1, 315_000)):
            page.append(row)
    book.save(tmp_path / "q.xlsx")
    found = refusal(propose, tmp_path / "q.xlsx")
    assert found.error is QuoteError.SHEETS
    assert "Variante A, Variante B" in found.message("en")


def test_names_in_two_storeys_with_a_merged_cell_are_understood(tmp_path: Path, propose: Propose) -> None:
    book = Workbook()
    page = book.active
    assert page is not None
    for row in (HEAD, ("Pos", "Bezeichnung", "Menge", "Preis", None), (None, None, None, "Einzel", "Gesamt"),
                (1, SERVER, 2, 315_000, 630_000)):  # fmt: skip
        page.append(row)
    page.merge_cells("D2:E2")
    book.save(tmp_path / "q.xlsx")
    assert propose(tmp_path / "q.xlsx").changes[0].after.value == 315_000


def test_escape_sequences_and_formulas_stay_text(tmp_path: Path, propose: Propose) -> None:
    hostile = f"{SERVER} \x1b]0;x\x07 [bold]x[/] <b>y</b> =cmd|' /C calc'!A0"
    proposal = propose(one_line(tmp_path / "q.csv", PRICE, hostile))
    assert proposal.changes[0].after.value == 315_000
    assert "\x1b" not in repr(proposal.overrides)


def test_another_quote_for_the_same_offer_is_asked_about(tmp_path: Path, propose: Propose) -> None:
    first = one_line(tmp_path / "a.csv", "990,00 EUR/Monat", "Miete GPU-Server")
    order = Order(kind="rent", entry="hetzner-gex63", vendor="A", term=0)
    taken = propose(first, order)
    with pytest.raises(CodedError) as raised:
        propose(first, Order(kind="rent", entry="hetzner-gex63", vendor="B", term=0), taken.overrides)
    assert raised.value.error is QuoteError.CONFLICT


def test_nothing_of_a_refused_file_enters(tmp_path: Path, propose: Propose) -> None:
    before = propose(text_quote(tmp_path / "q.csv", GERMAN_ROWS)).overrides
    kept = repr(before)
    with pytest.raises(CodedError):
        propose(one_line(tmp_path / "r.csv", "315,00"), overrides=before)
    assert repr(before) == kept
