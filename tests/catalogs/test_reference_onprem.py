"""Every row of the collected facts about own machines is held with the same figure, or left out for a named reason.

``tests/data/onprem_rows.csv`` names for each row the entries that hold it, and the factor between the two units.
"""

import csv
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from wizard.catalogs.load import load_catalog
from wizard.catalogs.walk import figures_in
from wizard.domain.provenance import Figure

FACTS = Path(os.environ.get("RECHENWERK_REFERENCE", ".")) / "facts"
ROWS = Path(__file__).parents[1] / "data" / "onprem_rows.csv"
pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif("RECHENWERK_REFERENCE" not in os.environ, reason="RECHENWERK_REFERENCE names no folder"),
]
REASONS = {
    "gap": "the row says itself that nothing was found",
    "modelled": "a model of a third party, wholesale price times a factor, no statistic",
    "household": "households pay other prices than companies",
    "superseded": "an older value of a figure that is held with a newer one",
    "gross": "includes VAT; prices are held net and never converted back",
    "tax_not_stated": "net or gross is not stated",
    "one_supplier": "the tariff of one supplier without its bonus; the one with it is the upper end of the span",
    "earlier_rate": "an exchange rate of an earlier day",
    "commitments_per_offer": "a general discount; each offer holds its own committed prices",
    "law_pack": "a rule of tax law, held as text in law/tax.yaml",
    "adds_up": "held in parts that add up to it, end by end",
    "inside_span": "a further source inside the span of the others, named in the note",
}
KEYS = {
    "network_storage.csv": ("id",),
    "operations.csv": ("id",),
    "electricity.csv": ("country", "customer_class", "band", "period"),
    "electricity_extra.csv": ("country", "band", "period"),
    "vat_fx.csv": ("kind", "key", "valid_on"),
    "onprem_costs.csv": ("category", "item", "as_of"),
}
NUMBERS = {
    "network_storage.csv": (
        "ports", "port_speed_gbps", "power_w", "rack_units", "weight_kg", "value", "low", "high", "read_gbs",
        "write_gbs", "read_iops", "write_iops",
    ),
    "operations.csv": ("value", "low", "high"),
    "electricity.csv": ("price_per_kwh",),
    "electricity_extra.csv": ("eur_per_kwh",),
    "vat_fx.csv": ("value",),
    "onprem_costs.csv": ("low", "high", "value"),
}  # fmt: skip
SERVERS = {
    "rack_units": "rack_units", "max_gpus": "max_accelerators", "cpu_sockets": "cpu_sockets",
    "max_ram_gb": "max_ram_gb", "max_power_kw": "max_power_kw", "typical_power_kw": "typical_power_kw",
    "depth_mm": "depth_mm", "weight_kg": "weight_kg", "price_low": "price", "price_high": "price",
}  # fmt: skip
PROCESSORS = {
    "cores": "cores", "base_ghz": "base_ghz", "boost_ghz": "boost_ghz", "memory_channels": "memory_channels",
    "memory_bw_gbs": "memory_gb_s", "pcie_gen": "pcie_gen", "pcie_lanes": "pcie_lanes", "tdp_w": "tdp_w",
    "list_price": "price",
}  # fmt: skip
ITALIAN_VAT = 1.22
GROSS_PRICES = {"apple-studio-m4max": ITALIAN_VAT}
"""Products whose only published price includes VAT; they are held net."""


@cache
def facts(name: str) -> tuple[dict[str, str], ...]:
    path = FACTS / name
    return tuple(csv.DictReader(path.open(encoding="utf-8"))) if path.exists() else ()


def key(name: str, row: dict[str, str]) -> str:
    gross = "|gross" if row.get("vat_included") == "yes" else ""
    return "|".join(row[column] for column in KEYS[name]) + gross


def listed() -> dict[tuple[str, str], dict[str, str]]:
    return {(line["file"], line["row"]): line for line in csv.DictReader(ROWS.open(encoding="utf-8"))}


def held(paths: str) -> set[float]:
    """Every number of the entries: values and ends of spans."""
    catalog, found = load_catalog(), set[float]()
    for path in paths.split():
        section, _, identity = path.partition(".")
        entry = getattr(catalog, section)[identity]
        for _path, figure in figures_in(entry):
            found |= {number for number in (figure.value, figure.low, figure.high) if number is not None}
    return found


def added(paths: str) -> set[float]:
    """Lower and upper ends of several figures, each added up."""
    catalog = load_catalog()
    spans = [catalog.figures[path.removeprefix("figures.")].range() for path in paths.split()]
    return {sum(span.low for span in spans), sum(span.high for span in spans)}


def in_catalogue(number: float, line: dict[str, str]) -> float:
    """The number of a row in the unit of the catalogue."""
    rates, factor = load_catalog().eur_per_unit, line["factor"]
    if factor == "inverse":
        return 1.0 / number
    if factor == "GBP/USD":
        return number * rates["GBP"].value / rates["USD"].value
    if factor == "1/1.1373":
        return number / 1.1373
    return number * float(factor) if factor not in ("", "rounded") else number


def off(number: float, known: set[float], line: dict[str, str]) -> bool:
    converted = in_catalogue(number, line)
    close = 0.0005 if line["factor"] in ("GBP/USD", "1/1.1373", "rounded") else 1e-5
    physical = {converted, number}  # ports and weights of a part are in the same unit while its price is converted
    return not any(abs(one - other) <= close * max(abs(other), 1e-9) + 1e-12 for one in physical for other in known)


@pytest.mark.parametrize("name", KEYS)
def test_every_row_is_held_with_its_figure_or_left_out_for_a_reason(name: str) -> None:
    """R025: nothing that was found is lost without a word."""
    lines, wrong = listed(), []
    for row in facts(name):
        line = lines.get((name, key(name, row)))
        if line is None:
            wrong.append(f"{key(name, row)}: neither held nor left out")
        elif line["entries"]:
            wrong += _differing(name, row, line)
        elif line["reason"] not in REASONS:
            wrong.append(f"{key(name, row)}: {line['reason']} is no reason")
    assert wrong == []


def _differing(name: str, row: dict[str, str], line: dict[str, str]) -> list[str]:
    known = added(line["entries"]) if line["reason"] == "adds_up" else held(line["entries"])
    numbers = [(column, float(row[column])) for column in NUMBERS[name] if _is_number(row[column])]
    if line["reason"] == "inside_span":
        inside = all(min(known) <= round(in_catalogue(number, line), 9) <= max(known) for _column, number in numbers)
        return [] if inside else [f"{line['row']}: outside the span"]
    return [f"{line['row']}: {column} = {number}" for column, number in numbers if off(number, known, line)]


def test_gaps_are_left_out_and_nothing_else_is_called_a_gap() -> None:
    lines = listed()
    for name in ("electricity.csv", "onprem_costs.csv"):
        empty = {key(name, row) for row in facts(name) if not any(_is_number(row[c]) for c in NUMBERS[name])}
        named = {row for (file, row), line in lines.items() if file == name and line["reason"] == "gap"}
        assert empty == named, name


@pytest.mark.parametrize(
    ("name", "section", "columns"),
    [("servers.csv", "server_products", SERVERS), ("hosts.csv", "processors", PROCESSORS)],
)
def test_products_hold_what_was_published_and_nothing_more(name: str, section: str, columns: dict[str, str]) -> None:
    """R101, R117: every row is an entry; an empty cell stays unknown."""
    entries, wrong = getattr(load_catalog(), section), []
    rows = facts(name)
    assert {row["id"] for row in rows} == entries.keys()
    for row in rows:
        for column, field in columns.items():
            wrong += [f"{row['id']}.{column}" for _ in _cell(row, column, getattr(entries[row["id"]], field))]
    assert wrong == []


def _cell(row: dict[str, str], column: str, value: Figure | int | None) -> Iterator[None]:
    """One item for a cell that the catalogue does not hold, or holds without a source."""
    derived = row["id"] == "xeon-8592plus" and column == "list_price"  # 181 USD a core, as its note says
    if not row[column]:
        text_only = column.startswith("price") and (row["price_low"] or row["price_high"])
        if value is not None and not text_only and not derived:
            yield None
        return
    stated = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", row[column])]
    if not _is_number(row[column]):
        stated = [number for number in stated if value is not None and number in _numbers(value)]
        if not stated:
            yield None
        return
    price = GROSS_PRICES.get(row["id"], 1.0) if column.startswith("price") else 1.0
    if not any(abs(number - stated[0] / price) < 0.01 * price for number in _numbers(value)):
        yield None


def _numbers(value: Figure | int | None) -> set[float]:
    if isinstance(value, Figure):
        return {number for number in (value.value, value.low, value.high) if number is not None}
    return set() if value is None else {float(value)}


def _is_number(cell: Any) -> bool:
    return bool(re.fullmatch(r"-?\d+(\.\d+)?", str(cell).strip()))
