"""Every row of the collected prices of clouds and model APIs is held with its figures, or left out for a named reason.

``tests/data/price_rows.csv`` names for each row the entries that hold it, or the reason.
"""

import csv
import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from wizard.catalogs.load import load_catalog
from wizard.domain.hardware import Offer
from wizard.domain.offers import ApiOffer
from wizard.domain.provenance import Figure

FACTS = Path(os.environ.get("RECHENWERK_REFERENCE", ".")) / "facts"
ROWS = Path(__file__).parents[1] / "data" / "price_rows.csv"
pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif("RECHENWERK_REFERENCE" not in os.environ, reason="RECHENWERK_REFERENCE names no folder"),
]
Row = dict[str, str]
REASONS: dict[str, Callable[[Row], bool]] = {
    "stale": lambda row: "STALE" in row["notes"],
    "undated": lambda row: not re.match(r"\d{4}-\d\d(-\d\d)?$", row["source_date"][:10].split(" ")[0]),
    "average": lambda row: "average over" in row["notes"],
    "marketplace": lambda row: row["country"] in ("", "DE"),
    "unreliable": lambda row: "carries stale" in row["notes"],
    "dynamic": lambda row: "dynamic" in row["notes"],
    "part_of_price": lambda row: "apart" in row["notes"] or "separate" in row["notes"] or row["n_gpu"] == "0",
    "slice": lambda row: bool(re.search("slice|GPU-over-IP|vGPU|NV6ads", str(row))),
    "count_not_stated": lambda row: row["n_gpu"] == "0",
    "model_not_stated": lambda row: row["gpu"] == "GPU",
    "spot_only": lambda row: not row["on_demand_native_h"] or "spot" in row["notes"].casefold(),
    "estimated": lambda row: "estimated" in row["notes"],
    "card_not_listed": lambda row: row["gpu"] in ("A10G", "V100S-32GB", "P100-16GB", "Quadro RTX 5000"),
    "no_operator": lambda row: row["country"] == "" and row["region"] == "",
    "inconsistent": lambda row: row["instance"] == "n1.56d.g4",
    "superseded": lambda row: row["source_date"] < "2026-11",
    "second_source": lambda row: "second source" in row["notes"],
    "retired": lambda row: "RETIRED" in row["notes"],
    "embedding": lambda row: row["output_usd_m"] == "",
}
"""What a reason claims, and what the row says itself where it can. Beyond that:

marketplace: machines of third parties without a data-centre agreement; dynamic: a price that the provider moves several
times a day; unreliable: from a list whose other prices were a year out of date; part_of_price: GPU or host alone;
card_not_listed: an accelerator without sourced figures here; no_operator: neither place nor operator stated,
so that no law can be given; inconsistent: four accelerators for 6.1 times the price of one; superseded: an older price
of a machine that is held with a newer one.
"""
CLOSE = 0.001
MACHINES = ("cloud_prices.csv", "cloud_prices_eu.csv")
KEYS = {
    "cloud_prices.csv": ("provider", "instance", "gpu", "n_gpu", "region", "source_date", "on_demand_native_h"),
    "cloud_prices_eu.csv": ("provider", "instance", "gpu", "n_gpu", "region", "source_date", "on_demand_native_h"),
    "api_prices.csv": ("provider", "model", "source_date"),
}


@cache
def facts(name: str) -> tuple[Row, ...]:
    path = FACTS / name
    return tuple(csv.DictReader(path.open(encoding="utf-8"))) if path.exists() else ()


@cache
def listed() -> dict[tuple[str, str], Row]:
    return {(line["file"], line["row"]): line for line in csv.DictReader(ROWS.open(encoding="utf-8"))}


def key(name: str, row: Row) -> str:
    short = {**row, "source_date": row["source_date"][:10]} if name in MACHINES else row
    return "|".join(short[column] for column in KEYS[name])


@pytest.mark.parametrize("name", KEYS)
def test_every_row_is_held_or_left_out_for_a_reason(name: str) -> None:
    """R025: nothing that was found is lost without a word."""
    lines = {key(name, row): listed().get((name, key(name, row))) for row in facts(name)}
    assert [row for row, line in lines.items() if line is None or not (line["entries"] or line["reason"])] == []


@pytest.mark.parametrize("name", KEYS)
def test_a_reason_is_what_the_row_says_itself(name: str) -> None:
    lines = [(row, listed()[name, key(name, row)]) for row in facts(name)]
    wrong = [line["row"] for row, line in lines if not line["entries"] and not REASONS[line["reason"]](row)]
    assert wrong == []


@pytest.mark.parametrize("name", KEYS)
def test_no_row_is_named_that_there_is_not(name: str) -> None:
    assert {row for file, row in listed() if file == name} == {key(name, row) for row in facts(name)}


def held(name: str) -> Iterator[tuple[Row, str]]:
    """Rows with the entries that hold them."""
    for row in facts(name):
        for entry in listed()[name, key(name, row)]["entries"].split():
            yield row, entry


@pytest.mark.parametrize("name", MACHINES)
def test_a_held_rent_has_the_price_of_its_row(name: str) -> None:
    """In the native currency, also where the row counts one accelerator of a larger machine."""
    offers = load_catalog().offers
    assert [entry for row, entry in held(name) if not _has_price(offers[entry], row)] == []


def _has_price(offer: Offer, row: Row) -> bool:
    pairs = (
        (row["on_demand_native_h"], offer.on_demand_per_hour, row["currency"]),
        (row["reserved_1y_usd_h"], offer.committed_1y_per_hour, "USD"),
        (row["reserved_3y_usd_h"], offer.committed_3y_per_hour, "USD"),
        ("" if row["on_demand_native_h"] else row["spot_usd_h"], offer.spot_per_hour, "USD"),
    )
    count = offer.accelerators / int(row["n_gpu"])
    return offer.currency == row["currency"] and all(
        _is(float(stated) * count, figure)
        for stated, figure, currency in pairs
        if stated and currency == offer.currency
    )


def _is(number: float, figure: Figure | None) -> bool:
    ends = () if figure is None else (figure.value, figure.low, figure.high)
    return any(abs(number - end) <= CLOSE * number for end in ends if end is not None)


def test_a_held_model_price_is_that_of_its_row() -> None:
    apis = load_catalog().apis
    assert [entry for row, entry in held("api_prices.csv") if not _has_rates(apis[entry], row)] == []


def _has_rates(api: ApiOffer, row: Row) -> bool:
    native = re.search(r"native EUR ([\d.]+)/([\d.-]+)/([\d.]+)", row["notes"]) if row["currency"] == "EUR" else None
    stated = native.groups() if native else (row["input_usd_m"], row["cached_input_usd_m"] or "-", row["output_usd_m"])
    figures = api.input_per_million, api.cached_input_per_million, api.output_per_million
    return api.currency == row["currency"] and all(
        _is(float(number), figure) for number, figure in zip(stated, figures, strict=True) if number != "-"
    )


@pytest.mark.parametrize("name", MACHINES)
def test_a_country_outside_the_united_states_is_that_of_the_row(name: str) -> None:
    """R025: an offer never claims a place in the Union that its row does not name."""
    offers = load_catalog().offers
    stated = [(row["country"], entry) for row, entry in held(name) if re.fullmatch("[A-Z]{2}", row["country"])]
    assert [entry for country, entry in stated if country not in ("US", "EU", offers[entry].country)] == []
