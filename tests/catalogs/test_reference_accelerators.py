"""Every accelerator of the collected facts and measurements is held with the same figures, or left out for a reason."""

import csv
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from wizard.catalogs.find import find_accelerator
from wizard.catalogs.load import load_catalog
from wizard.datafiles.packaged import data_folder
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.provenance import Figure

REFERENCE = Path(os.environ.get("RECHENWERK_REFERENCE", "."))
pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif("RECHENWERK_REFERENCE" not in os.environ, reason="RECHENWERK_REFERENCE names no folder"),
]
UNSTATED = {"", "80GB class (not stated)"}
"""Rows of measurements that name no accelerator."""
RATES = {
    "bf16_dense": "bf16", "fp16_dense": "fp16", "fp8_dense": "fp8", "int8_dense_tops": "int8", "fp4_dense": "fp4",
}  # fmt: skip
FIGURES = {"memory_gb": "memory_gb", "memory_bw_gbs": "memory_bandwidth_gb_per_s", "tdp_w": "tdp_w"}
EXCEPTIONS = {
    (
        "v100-sxm-32",
        "int8_dense_tops",
    ): "62 is four times FP32 without matrix units, of which the chip has none for INT8",
    ("arc-b580-12", "fp16_dense"): "27.3 is the vector rate; matrix units are derived",
    ("ai-pro-r9700-32", "fp16_dense"): "95.7 is the vector rate; matrix units are derived",
    ("rtx-pro-6000-ws-96", "fp4_dense"): "about 2000 in one table, 2020 in the other",
    ("mi250x-gcd-64", "tdp_w"): "500 W is the module of two chips",
    ("quadro-rtx-8000-48", "interconnect_gbs_bidir"): "100 is a bridge between two cards, planned without",
}


def rows() -> Iterator[dict[str, str]]:
    """Rows of an id in both files are one: the second fills what the first leaves empty."""
    merged: dict[str, dict[str, str]] = {}
    for name in ("gpus.csv", "gpus_extra.csv"):
        path = REFERENCE / "facts" / name
        for row in csv.DictReader(path.open(encoding="utf-8")) if path.exists() else ():
            known = merged.setdefault(row["id"], row)
            known.update({key: value for key, value in row.items() if value and not known[key]})
    yield from merged.values()


def left_out() -> set[str]:
    """Names in the first column of the README's table of accelerators."""
    text = (data_folder("catalogs") / "README.md").read_text(encoding="utf-8")
    table = text.partition("| accelerator | why |")[2].partition("\n\n")[0]
    return {name.strip().casefold() for line in table.splitlines()[2:] for name in line.split("|")[1].split(",")}


def held() -> list[tuple[dict[str, str], Accelerator]]:
    cards = load_catalog().accelerators
    return [(row, cards[row["id"]]) for row in rows() if row["id"] in cards]


def test_every_row_is_held_or_left_out_for_a_reason() -> None:
    """Rows of low confidence may be missing, but not without a word."""
    missing = {row["id"] for row in rows() if row["id"] not in load_catalog().accelerators}
    assert missing <= left_out()
    assert len(held()) >= 60


def test_figures_are_those_of_the_facts() -> None:
    wrong = []
    for row, card in held():
        if row["confidence"] == "low":
            continue
        for column, found in _figures(card).items():
            numbers = _numbers(row[column])
            if not numbers or (card.id, column) in EXCEPTIONS:
                continue
            if found is None or not any(_same(number, found) for number in numbers):
                wrong.append((card.id, column, row[column], found and found.value))
    assert wrong == []


def _figures(card: Accelerator) -> dict[str, Figure | None]:
    rates = {column: card.dense_tflops.get(name) for column, name in RATES.items()}
    return {column: getattr(card, name) for column, name in FIGURES.items()} | rates


def _numbers(cell: str) -> list[float]:
    """Figures of a cell; ``n/a`` and ``none`` are no figures, nor are sizes of a part in brackets."""
    if cell.startswith(("n/a", "none")):
        return []
    return [float(number) for number in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.]*x)", cell)]


def _same(number: float, figure: Figure) -> bool:
    """Rounding of half a per mille, or an end of the span."""
    return any(abs(number - end) <= 5e-4 * number for end in (figure.value, figure.low or 0.0, figure.high or 0.0))


def test_formats_the_hardware_lacks_are_left_out() -> None:
    wrong = [
        (card.id, column)
        for row, card in held()
        for column, name in RATES.items()
        if row[column].startswith(("n/a", "none")) and name in card.dense_tflops
    ]
    assert wrong == []


def test_usable_memory_is_what_drivers_report() -> None:
    """Within one MiB where the facts give one, whoever read it."""
    wrong = []
    for row, card in held():
        reported = [float(n) for n in re.findall(r"(?<!\d)\d{5,6}(?!\d)", row["usable_mib_reported"])]
        if reported and not any(abs(card.usable_gib.value * 1024 - mib) < 6 for mib in reported):
            wrong.append((card.id, row["usable_mib_reported"], card.usable_gib.value * 1024))
    assert wrong == []


@pytest.mark.parametrize("column", ["pcie", "compute_capability", "launch_date", "ecc", "mig_max_instances"])
def test_other_facts_are_those_of_the_rows(column: str) -> None:
    wrong = [
        (card.id, row[column], shown)
        for row, card in held()
        if row[column] and (shown := _shown(card, column)) not in _accepted(row[column])
    ]
    assert wrong == []


def _shown(card: Accelerator, column: str) -> str:
    plain = {
        "pcie": card.pcie,
        "compute_capability": card.compute_capability,
        "launch_date": card.launched,
        "ecc": {True: "yes", False: "no", None: ""}[card.ecc],
        "mig_max_instances": str(card.mig_instances),
    }
    return str(plain[column])


def _accepted(cell: str) -> set[str]:
    """Any of several figures; text about instances of other makers stands for none."""
    if cell == "supported (mig-parted); count not seen":
        return {"7"}
    if cell == "partition modes (not MIG)":
        return {"0"}
    named = {part.split(" (")[0].strip() for part in cell.split(" / ")}
    return named | {f"{part} x16" for part in named}


def test_links_carry_half_of_what_both_directions_add_up_to() -> None:
    wrong = []
    for row, card in held():
        numbers = re.match(r"\d+", row["interconnect_gbs_bidir"])
        if not numbers or (card.id, "interconnect_gbs_bidir") in EXCEPTIONS:
            continue
        figure = card.interconnect_gb_per_s
        if figure is None or abs(2 * figure.value - float(numbers[0])) > 1:
            wrong.append((card.id, row["interconnect_gbs_bidir"], figure and figure.value))
    assert wrong == []


def test_form_factor_and_memory_type_are_stated() -> None:
    assert [card.id for row, card in held() if row["memory_type"] and not card.memory_type] == []
    assert [card.id for _row, card in held() if not card.form_factor] == []


def test_generations_of_nvlink_are_those_of_the_rows() -> None:
    """Where the facts name one."""
    wrong = []
    for row, card in held():
        generation = re.search(r"NVLink \d", row["interconnect"])
        if generation and generation[0] not in (card.interconnect_name or ""):
            wrong.append((card.id, row["interconnect"], card.interconnect_name))
    assert wrong == []


def labels() -> list[str]:
    """Names of accelerators in every table of measurements."""
    found = set()
    for path in sorted((REFERENCE / "measured").glob("*.csv")):
        for row in csv.DictReader(path.open(encoding="utf-8")):
            if path.name != "aliases.csv":
                found.add(row["gpu"])
            elif row["kind"] == "gpu":
                found.add(row["label"])
    return sorted(found)


def test_every_measured_accelerator_is_held_or_left_out_for_a_reason() -> None:
    unknown = [name for name in labels() if name not in UNSTATED and not _known(name)]
    assert [name for name in unknown if name.casefold() not in left_out()] == []
    assert len(labels()) > 50


def _known(name: str) -> bool:
    try:
        return bool(find_accelerator(load_catalog(), name))
    except CodedError:
        return False
