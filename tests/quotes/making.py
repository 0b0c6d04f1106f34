"""Quotes as vendors send them, made with a spreadsheet library or as text."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet

VENDOR = "Systemhaus Nordlicht GmbH"
NUMBER = "AN-2026-11872"
EURO = '#,##0.00 "€"'

SERVER = "GPU-Workstation NL-W4, Threadripper PRO 9975WX (32 Kerne), 512 GB DDR5, 2x 7,68 TB NVMe"
CARD = "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition, 96 GB GDDR7, PCIe Gen5"

Position = tuple[Any, ...]

POSITIONS: tuple[Position, ...] = (
    ("1", "NL-W4-4G", SERVER, 2, "Stk.", 6_980.00),
    ("2", "NV-RP6000-MQ", CARD, 8, "Stk.", 6_590.00),
    ("3", "NIC-25G-2P", "Netzwerkkarte 2x 25 GbE SFP28", 2, "Stk.", 465.00),
    ("4", "RACK-KIT", "Einbausatz 19 Zoll mit Schienen", 2, "Stk.", 118.00),
    ("5", "FRACHT", "Fracht und Versicherung frei Verwendungsstelle", 1, "psch.", 190.00),
)
LAST: tuple[Position, ...] = (
    ("7", "SUP-3J-NBD", "Wartung Vor-Ort-Service NBD, Laufzeit 3 Jahre", 2, "Stk.", 1_740.00),
    ("8", "INST", "Inbetriebnahme und Abnahmetest vor Ort", 1, "psch.", 1_200.00),
    ("9", "OPT-USV", "optional: USV 3 kVA", 1, "Stk.", 1_890.00),
)
DISCOUNT = -4_500.00
PARTS = 2 * 6_980 + 8 * 6_590 + 2 * 465 + 2 * 118 + 190 + DISCOUNT
NET = PARTS + 2 * 1_740 + 1_200


def server_quote(path: Path, *, currency: bool = True) -> Path:
    """A workbook of three sheets: a covering letter, the positions between title and totals, and the terms."""
    book = Workbook()
    letter = book.active
    assert isinstance(letter, Worksheet)
    letter.title = "Anschreiben"
    for line in (VENDOR, "Hafenstraße 12, 24103 Kiel", "", "Stadtwerke Lindenau", "Sehr geehrte Frau Weber,",
                 "wir danken für Ihre Anfrage und bieten wie folgt an."):  # fmt: skip
        letter.append([line])
    page = book.create_sheet("Angebot")
    title(page)
    page.append(["Pos.", "Artikel-Nr.", "Bezeichnung", "Menge", "Einheit", "Einzelpreis", None, "Gesamtpreis"])
    page.merge_cells(start_row=page.max_row, start_column=6, end_row=page.max_row, end_column=7)
    for cell in page[page.max_row]:
        cell.font = Font(bold=True)
    for position in POSITIONS:
        add(page, position, currency=currency)
        if position[0] == "1":
            page.append([None, None, "inkl. Netzteil 2200 W, Platz für bis zu 4x GPU, IPMI"])
    total(page, "Zwischensumme Hardware", PARTS - DISCOUNT, currency=currency)
    page.append(["6", "RAB", "Projektrabatt öffentliche Hand", None, None, None, None, DISCOUNT])
    page.cell(page.max_row, 8).number_format = EURO if currency else "#,##0.00"
    for position in LAST:
        add(page, position, currency=currency)
    total(page, "Gesamtsumme netto", NET, currency=currency)
    total(page, "zzgl. 19 % MwSt.", round(NET * 0.19, 2), currency=currency)
    total(page, "Gesamtbetrag brutto", round(NET * 1.19, 2), currency=currency)
    page.append([])
    page.append(["Das Angebot ist gültig bis 31.12.2026. Lieferzeit 10 bis 12 Wochen."])
    page.append(["Zahlbar innerhalb von 30 Tagen netto, 2 % Skonto innerhalb von 10 Tagen."])
    terms = book.create_sheet("AGB")
    for number in range(1, 60):
        terms.append([f"§ {number} Es gelten unsere allgemeinen Geschäftsbedingungen."])
    book.save(path)
    return path


def title(page: Worksheet) -> None:
    """The letterhead above the table."""
    page.append([VENDOR])
    page.merge_cells("A1:H1")
    page.append(["Angebot"])
    page.append([None, None, None, None, None, "Angebots-Nr.:", NUMBER])
    page.append([None, None, None, None, None, "Datum:", "20.11.2026"])
    page.append([None, None, None, None, None, "Bearbeiter:", "J. Petersen"])
    page.append([])
    page.append(["Projekt: KI-Assistent, 2 Workstations"])
    page.append([])


def add(page: Worksheet, position: Position, *, currency: bool) -> None:
    """One position, its total as a formula would show it."""
    pos, article, text, quantity, unit, price = position
    page.append([pos, article, text, quantity, unit, price, None, quantity * price])
    for column in (6, 8):
        page.cell(page.max_row, column).number_format = EURO if currency else "#,##0.00"


def total(page: Worksheet, label: str, amount: float, *, currency: bool) -> None:
    page.append([None, None, None, None, label, None, None, amount])
    page.cell(page.max_row, 8).number_format = EURO if currency else "#,##0.00"


def text_quote(path: Path, rows: Sequence[Sequence[str]], *, delimiter: str = ";", encoding: str = "utf-8") -> Path:
    """A delimited file; cells that need it stand in quotes."""
    lines = (delimiter.join(f'"{c}"' if delimiter in c or '"' in c else c for c in row) for row in rows)
    path.write_bytes(("\r\n".join(lines) + "\r\n").encode(encoding))
    return path


GERMAN_ROWS = (
    ("Systemhaus Nordlicht GmbH",),
    ("Angebot Nr. AN-2026-11872 vom 20.11.2026",),
    ("Alle Preise in EUR zzgl. MwSt.",),
    (),
    ("Pos.", "Bezeichnung", "Menge", "Einzelpreis", "Gesamtpreis"),
    ("1", "GPU-Server mit 4x NVIDIA L40S 48GB", "2", "47.250,00", "94.500,00"),
    ("2", "Projektrabatt", "", "", "-4.500,00"),
    ("", "Gesamtsumme netto", "", "", "90.000,00"),
)
"""Two servers for 45,000 euro each."""

RENT_ROWS = (
    ("Rechenzentrum Elbtal AG · Angebot Nr. 26-0417",),
    ("Datum: 24.11.2026; gültig bis 31.12.2026; Preise in EUR zzgl. 19 % MwSt.",),
    (),
    ("Pos.", "Leistung", "Menge", "Einheit", "Preis je Monat (EUR)", "Laufzeit"),
    ("1", "Dedizierter GPU-Server mit 4x NVIDIA RTX PRO 6000 Blackwell Server Edition", "2", "Stk.", "2.690,00",
     "36 Monate"),
    ("2", "Managed Firewall und 25-GbE-Anschluss", "2", "Stk.", "145,00", "36 Monate"),
    ("3", "Einrichtung einmalig", "2", "Stk./einmalig", "490,00", ""),
)  # fmt: skip
"""Two rented servers with four cards each, 2,835 euro a month for one, committed for three years."""
