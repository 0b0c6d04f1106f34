"""``validate --fit`` and ``--leave-out`` through the command line, on some of the shipped rows."""

import csv
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.cli.conftest import Rechenwerk
from wizard.catalogs.load import load_catalog

SHIPPED = Path(__file__).parents[2] / "catalogs" / "benchmarks" / "inference-throughput.csv"


@pytest.fixture(scope="module")
def some(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Llama 2, 3 and 3.1 and Mixtral at full load and in single streams: few, quickly predicted, of several kinds."""
    with SHIPPED.open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines)
        rows = [row for row in reader if row["scenario"] in ("offline-max-throughput", "single-stream")]
    file = tmp_path_factory.mktemp("some") / "some.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, list(rows[0]))
        writer.writeheader()
        writer.writerows(row for number, row in enumerate(rows) if number % 5 == 0)
    return file


@pytest.fixture
def fitted(rechenwerk: Rechenwerk, some: Path, tmp_path: Path) -> Any:
    arguments = ("--fit", tmp_path / "fit.yaml", "--rows", tmp_path / "rows.csv", "--as-of", "2026-12-01")
    outcome = rechenwerk("validate", some, "--leave-out", "gpu", "--by", "use", *arguments, "--json")
    assert outcome.code == 0, outcome.err
    return outcome.document["refitted"], tmp_path, outcome.err


def test_a_fit_and_what_is_left_out_of_it(fitted: Any) -> None:
    """One run, because it fits once more for each accelerator; the parts are checked one after the other."""
    document, folder, progress = fitted
    _errors_grow_when_left_out(document)
    _the_file_is_a_catalogue_file(document, yaml.safe_load((folder / "fit.yaml").read_text(encoding="utf-8")))
    _rows_are_predicted_unseen(folder / "rows.csv")
    assert "fitted without h100-sxm-80" in progress


def _errors_grow_when_left_out(document: Any) -> None:
    """What a fit has seen it meets better: the middle of all errors, not each."""

    def middle(statistics: Any) -> float:
        return next(
            float(s["group_median"]) for s in statistics if (s["quantity"], s["by"]) == ("throughput", "")
        )  # fmt: skip

    assert middle(document["fitted"]) < middle(document["left_out"]["gpu"]["statistics"])


def _the_file_is_a_catalogue_file(document: Any, content: Any) -> None:
    """Every figure stands in it with its span and date, and it can be laid over the catalogue as it is."""
    figures = {one["key"]: one for one in document["figures"]}
    assert set(content["figures"]) == set(figures)
    laid = load_catalog(content).figures
    for key, one in figures.items():
        assert laid[key].value == pytest.approx(one["value"], rel=1e-3)
        assert laid[key].low is not None
        assert laid[key].high is not None
        assert laid[key].low <= laid[key].value <= laid[key].high
        assert (laid[key].basis, laid[key].retrieved_on.isoformat()) == ("derived", "2026-12-01")
        assert "published measurements in some.csv" in laid[key].source


def _rows_are_predicted_unseen(file: Path) -> None:
    with file.open(encoding="utf-8", newline="") as lines:
        assert {row["fitted"] for row in csv.DictReader(lines)} == {"false"}


def test_a_table_too_small_is_an_error_and_leaves_no_file(
    rechenwerk: Rechenwerk, some: Path, tmp_path: Path
) -> None:  # fmt: skip
    small = tmp_path / "small.csv"
    small.write_text("\n".join(some.read_text(encoding="utf-8").splitlines()[:3]) + "\n", encoding="utf-8")
    outcome = rechenwerk("validate", small, "--fit", tmp_path / "fit.yaml")
    assert (outcome.code, "V012" in outcome.err, (tmp_path / "fit.yaml").exists()) == (3, True, False)


def test_rows_nobody_predicts_are_too_few_to_fit(rechenwerk: Rechenwerk, some: Path, tmp_path: Path) -> None:
    """A hostile table: every model is unknown."""
    content = some.read_text(encoding="utf-8")
    file = tmp_path / "unknown.csv"
    file.write_text(content.replace("meta-llama", "nobody").replace("Qwen", "nobody"), encoding="utf-8")
    lines = file.read_text(encoding="utf-8").splitlines()
    kept = [lines[0], *(line for line in lines if "nobody/" in line)]
    file.write_text("\n".join(kept) + "\n", encoding="utf-8")
    outcome = rechenwerk("validate", file, "--leave-out", "model")
    assert (outcome.code, "V012" in outcome.err) == (3, True)


@pytest.mark.parametrize("cell", ["=cmd|' /C calc'!A0", "1e999", "-5", "nan", "1,5", "\x1b[31m7"])
def test_a_hostile_cell_ends_a_fit_with_its_line(
    rechenwerk: Rechenwerk, some: Path, tmp_path: Path, cell: str
) -> None:  # fmt: skip
    with some.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    rows[4]["output_tokens_per_s"] = cell
    file = tmp_path / "hostile.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    outcome = rechenwerk("validate", file, "--fit", tmp_path / "fit.yaml")
    assert (outcome.code, "hostile.csv:6" in outcome.err, (tmp_path / "fit.yaml").exists()) == (3, True, False)
    assert "\x1b" not in outcome.err
