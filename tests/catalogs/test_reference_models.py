"""Every model of the collected facts and measurements is held with the same shape, or left out for a reason."""

import csv
import os
from pathlib import Path

import pytest
from wizard.catalogs.find import find_model
from wizard.catalogs.hf_config import read_config
from wizard.catalogs.load import load_catalog
from wizard.datafiles.packaged import data_folder
from wizard.domain.catalog import ModelEntry
from wizard.domain.errors import CodedError
from wizard.domain.model import ModelArchitecture
from wizard.sizing.architecture import count_parameters

REFERENCE = Path(os.environ.get("RECHENWERK_REFERENCE", "."))
pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif("RECHENWERK_REFERENCE" not in os.environ, reason="RECHENWERK_REFERENCE names no folder"),
]
CONFIGS = sorted(REFERENCE.glob("hf_configs/*.json"))
NOT_READ = {"Qwen/Qwen3-Omni-30B-A3B-Instruct": "hidden_size"}
"""Configurations that were cut to what differs from their class, with the field that is missing."""
OTHER_LABEL = {
    "google/gemma-4-E2B": "the copy names no audio tower, 0.3 of the 5.1 billion on the hub",
    "google/gemma-4-E4B": "the copy names no audio tower, 0.3 of the 8.0 billion on the hub",
    "nvidia/NVIDIA-Nemotron-3-Ultra-550B-A55B-NVFP4": "bytes of the four-bit files divided by two",
}


def rows(table: str) -> list[dict[str, str]]:
    path = REFERENCE / table
    return list(csv.DictReader(path.open(encoding="utf-8"))) if path.exists() else []


def held(name: str) -> ModelEntry | None:
    try:
        return find_model(load_catalog(), name)
    except CodedError:
        return None


def left_out() -> set[str]:
    """Names in the first column of the README's table of models."""
    text = (data_folder("catalogs") / "README.md").read_text(encoding="utf-8")
    table = text.partition("| model | why |")[2].partition("\n\n")[0]
    return {name.strip().casefold() for line in table.splitlines()[2:] for name in line.split("|")[1].split(",")}


@pytest.mark.parametrize("table", ["facts/models.csv", "facts/architectures_extra.csv"])
def test_every_row_is_held_or_left_out_for_a_reason(table: str) -> None:
    missing = [row["hf_id"] for row in rows(table) if held(row["hf_id"]) is None]
    assert [name for name in missing if name.casefold() not in left_out()] == []
    assert len(rows(table)) > 40


def test_nothing_is_both_held_and_left_out() -> None:
    assert sorted(name for name in left_out() if held(name)) == []


def test_every_measured_model_is_held_or_left_out_for_a_reason() -> None:
    """A label of a measurement counts as held by the id it stands for."""
    stands_for = {row["label"]: row["canonical_id"] for row in rows("measured/aliases.csv") if row["kind"] == "model"}
    labels = set(stands_for) | {
        row["model"]
        for path in (REFERENCE / "measured").glob("*.csv")
        for row in csv.DictReader(path.open(encoding="utf-8"))
        if row.get("model")
    }
    unknown = [n for n in labels if n and not held(n) and not held(stands_for.get(n) or n)]
    assert sorted(name for name in unknown if name.casefold() not in left_out()) == []
    assert len(labels) > 150


@pytest.mark.parametrize("column", ["layers", "hidden", "vocab"])
def test_shapes_are_those_of_the_facts(column: str) -> None:
    """Vocabularies are padded to a multiple of up to 1,024 by some sources."""
    most = 1_024 if column == "vocab" else 0
    compared = [
        (row["hf_id"], int(row[column]), _shape(entry.architecture)[column])
        for row in rows("facts/models.csv")
        if row[column].isdigit() and (entry := held(row["hf_id"]))
    ]
    assert [one for one in compared if abs(one[1] - one[2]) > most] == []
    assert len(compared) > 100


def _shape(architecture: ModelArchitecture) -> dict[str, int]:
    return {"layers": architecture.layer_count, "hidden": architecture.hidden, "vocab": architecture.vocab}


@pytest.mark.parametrize("path", CONFIGS, ids=lambda p: p.stem)
def test_every_configuration_has_the_published_size_or_names_what_is_missing(path: Path) -> None:
    """R019: within 3 % of the label in the catalogue, of a label of the facts, or of an independent count."""
    name = path.stem.replace("--", "/")
    if name in NOT_READ:
        with pytest.raises(CodedError, match=NOT_READ[name]):
            read_config(path)
        return
    counted = count_parameters(read_config(path)).total / 1e9
    published = _published(name)
    if name not in OTHER_LABEL and published:
        assert any(counted == pytest.approx(one, rel=0.03) for one in published), (counted, published)


def _published(name: str) -> list[float]:
    """Sizes in names are cut to whole billions by their makers and check nothing."""
    entry = held(name)
    row = next((row for row in rows("facts/models.csv") if row["hf_id"] == name), None) or {}
    by_name = row.get("params_basis", "").startswith("size in model name")
    labels = ["" if by_name else row.get("params_total_b", ""), row.get("params_computed_b_derived", "")]
    return [float(one) for one in labels if one] + ([entry.label_params_b] if entry and entry.label_params_b else [])


def test_nearly_every_configuration_has_a_size_to_be_held_against() -> None:
    without = [path.stem for path in CONFIGS if not _published(path.stem.replace("--", "/"))]
    assert len(without) <= 12, without
