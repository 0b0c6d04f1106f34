"""``validate`` through the command line."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Rechenwerk
from tests.cli.test_predict import LLAMA_8B

HEADER = (
    "id,model,weights_precision,gpu,n_gpus,tp,engine,scenario,concurrency,input_tokens,output_tokens,"
    "output_tokens_per_s,tpot_ms_mean,group,use,source\n"
)
ROWS = (
    "one,meta-llama/Llama-3.1-8B,fp8,H100-SXM-80GB,1,1,vLLM,fixed-concurrency,8,1024,256,800,9.5,,headline,here\n"
    "two,meta-llama/Llama-3.1-8B,fp8,H100-SXM-80GB,1,1,vLLM,fixed-concurrency,,1024,256,800,,,headline,here\n"
    "three,nobody/unknown,fp8,H100-SXM-80GB,1,1,vLLM,fixed-concurrency,8,1024,256,800,,,headline,here\n"
)


@pytest.fixture
def measured(tmp_path: Path) -> Path:
    file = tmp_path / "measured.csv"
    file.write_text(HEADER + ROWS, encoding="utf-8")
    return file


@pytest.fixture
def document(rechenwerk: Rechenwerk, measured: Path) -> Any:
    outcome = rechenwerk("validate", measured, "--json")
    assert outcome.code == 0, outcome.err
    return outcome.document


def test_unanswered_rows_carry_their_reason(document: Any) -> None:
    reasons = {tuple(one["ids"]): one["reason"] for one in document["unanswered"]}
    assert set(reasons) == {("two",), ("three",)}
    assert "'concurrency'" in reasons["two",]
    assert "'nobody/unknown'" in reasons["three",]


def test_unanswered_rows_count_as_scoreable(document: Any) -> None:
    whole = next(one for one in document["statistics"] if (one["quantity"], one["by"]) == ("throughput", ""))
    assert (whole["rows"], whole["of"]) == (1, 3)


def test_the_rows_file_has_one_line_for_each_predicted_quantity(
    rechenwerk: Rechenwerk, measured: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.csv"
    assert rechenwerk("validate", measured, "--rows", out).code == 0
    with out.open(encoding="utf-8", newline="") as lines:
        found = {row["quantity"]: row for row in csv.DictReader(lines)}
    assert list(found["tpot"]) == ["id", "quantity", "measured", "predicted", "low", "high", "evidence", "fitted"]
    assert (found["tpot"]["measured"], found["tpot"]["fitted"], found["e2e"]["measured"]) == ("9.5", "false", "")


def test_a_row_is_predicted_like_the_predict_command_does(
    rechenwerk: Rechenwerk, measured: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.csv"
    rechenwerk("validate", measured, "--rows", out)
    with out.open(encoding="utf-8", newline="") as lines:
        found = {row["quantity"]: float(row["predicted"]) for row in csv.DictReader(lines)}
    same = rechenwerk(
        "predict", "--model", "meta-llama/Llama-3.1-8B", "--gpu", "H100-SXM-80GB", "--gpus", 1, "--weights", "fp8",
        "--engine", "vllm", "--input-tokens", 1024, "--output-tokens", 256, "--concurrency", 8, "--json",
    ).document["performance"]  # fmt: skip
    assert found["throughput"] == pytest.approx(same["output_tokens_per_s"])


def test_results_in_the_file_change_no_prediction(rechenwerk: Rechenwerk, measured: Path, tmp_path: Path) -> None:
    """Prediction never reads what was measured."""
    blind, seen = tmp_path / "blind.csv", tmp_path / "seen.csv"
    hidden = tmp_path / "hidden.csv"
    hidden.write_text(HEADER + ROWS.replace(",800,9.5,", ",,,").replace(",800,", ",,"), encoding="utf-8")
    rechenwerk("validate", measured, "--rows", seen)
    rechenwerk("validate", hidden, "--rows", blind)
    kept = [
        [{k: v for k, v in row.items() if k != "measured"} for row in csv.DictReader(file.open(encoding="utf-8"))]
        for file in (seen, blind)
    ]
    assert kept[0] == kept[1]
    assert kept[0]


def test_a_folder_of_models_adds_names(rechenwerk: Rechenwerk, measured: Path, tmp_path: Path) -> None:
    folder = tmp_path / "models" / "nobody--unknown"
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(LLAMA_8B), encoding="utf-8")
    found = rechenwerk("validate", measured, "--models", tmp_path / "models", "--json").document
    assert [one["ids"] for one in found["unanswered"]] == [["two"]]


def test_a_folder_without_models_is_an_error(rechenwerk: Rechenwerk, measured: Path, tmp_path: Path) -> None:
    outcome = rechenwerk("validate", measured, "--models", tmp_path)
    assert (outcome.code, "V011" in outcome.err) == (3, True)


def test_an_unusable_file_leaves_no_output(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    bad, out = tmp_path / "bad.csv", tmp_path / "out.csv"
    bad.write_text(HEADER, encoding="utf-8")
    outcome = rechenwerk("validate", bad, "--rows", out)
    assert (outcome.code, outcome.out, out.exists()) == (3, "", False)


def test_an_unwritable_output_is_an_error(rechenwerk: Rechenwerk, measured: Path, tmp_path: Path) -> None:
    outcome = rechenwerk("validate", measured, "--rows", tmp_path / "no" / "folder.csv")
    assert (outcome.code, "V013" in outcome.err) == (3, True)


def test_the_shipped_measurements_can_be_read(rechenwerk: Rechenwerk) -> None:
    found = rechenwerk("validate", "--kind", "power", "--json").document
    assert found[0]["rows"] > 0


@pytest.mark.parametrize("kind", ["inference-memory", "training-throughput", "training-memory", "power"])
def test_every_kind_of_shipped_table_is_mostly_predicted(rechenwerk: Rechenwerk, kind: str) -> None:
    found = rechenwerk("validate", "--kind", kind, "--json").document[0]
    assert found["answered"] >= 0.6 * found["rows"]
