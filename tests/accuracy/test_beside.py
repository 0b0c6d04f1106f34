"""Published measurements beside a prediction, through ``predict`` and the report."""

import csv
import statistics
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Rechenwerk
from wizard.accuracy import beside
from wizard.accuracy.benchmarks import shipped_table
from wizard.accuracy.kinds import THROUGHPUT
from wizard.accuracy.rows import Table

EXACT = "trtllm-v0.17-llama-v3-1-70b-h100-fp8-tp4-1000-1000"
MIXTURES = ("mixtral", "deepseek", "gpt-oss", "a3b", "a22b", "maverick", "scout")
ASKED = (
    "predict", "--model", "meta-llama/Llama-3.1-70B", "--gpu", "H100-SXM-80GB", "--gpus", 4, "--weights", "fp8",
    "--kv", "fp8", "--engine", "tensorrt_llm", "--input-tokens", 1000, "--output-tokens", 1000, "--max-throughput",
)  # fmt: skip


def _shipped() -> list[dict[str, str]]:
    file = Path(__file__).parents[2] / "catalogs" / "benchmarks" / "inference-throughput.csv"
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


@pytest.fixture
def document(rechenwerk: Rechenwerk) -> Any:
    return rechenwerk(*ASKED, "--json").document


def test_the_very_deployment_is_nearest_with_what_was_measured(document: Any) -> None:
    """TensorRT-LLM perf-overview v0.17 prints 7,431 tokens/s for Llama 3.1 70B in FP8 on four H100."""
    first = document["nearest_measurements"][0]
    assert (first["id"], first["distance"], first["differs"]) == (EXACT, 0.0, [])
    assert first["measured"] == pytest.approx(7431, abs=1)


def test_its_prediction_is_the_prediction(document: Any) -> None:
    first = document["nearest_measurements"][0]
    assert first["predicted"] == pytest.approx(document["performance"]["output_tokens_per_s"])


def test_source_and_date_stand_beside_each(document: Any) -> None:
    rows = {row["id"]: row for row in _shipped()}
    for one in document["nearest_measurements"]:
        assert (one["source"], one["source_date"]) == (rows[one["id"]]["source"], rows[one["id"]]["source_date"])


def test_the_nearest_come_first_and_say_what_differs(document: Any) -> None:
    found = document["nearest_measurements"]
    assert [one["distance"] for one in found] == sorted(one["distance"] for one in found)
    assert all(one["differs"] for one in found if one["distance"] > 0.1)


def test_a_dense_model_has_no_mixture_beside_it(document: Any) -> None:
    models = {row["id"]: row["model"].lower() for row in _shipped()}
    near = " ".join(models[one["id"]] for one in document["nearest_measurements"])
    assert not any(name in near for name in MIXTURES)


def test_the_class_is_judged_by_its_own_rows(rechenwerk: Rechenwerk, document: Any, tmp_path: Path) -> None:
    """The same rows picked by their labels, their errors from ``validate --rows``."""
    rechenwerk("validate", "--kind", "inference-throughput", "--rows", tmp_path / "rows.csv")
    with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as lines:
        said = {row["id"]: row for row in csv.DictReader(lines) if row["quantity"] == "throughput"}
    errors = [
        abs(float(said[row["id"]]["predicted"]) / float(row["output_tokens_per_s"]) - 1)
        for row in _shipped()
        if row["use"] == "headline" and row["gpu"].startswith(("H100", "H200", "GH200", "H20"))
        and "tensorrt" in row["engine"].lower() and row["weights_precision"] == "fp8" and row["output_tokens_per_s"]
        and row["scenario"] != "server-infinite-rate" and row["id"] in said
        and not any(name in row["model"].lower() for name in MIXTURES)
    ]  # fmt: skip
    found = next(one for one in document["measured_accuracy"] if one["quantity"] == "throughput")
    assert (found["rows"], found["label"]["en"]) == (len(errors), "dense models, Hopper, TensorRT-LLM, FP8")
    assert found["median_error"] == pytest.approx(statistics.median(errors))


def test_a_prediction_never_depends_on_the_measurements(
    rechenwerk: Rechenwerk, document: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten times the measured speed stands beside the same prediction."""
    whole = shipped_table(THROUGHPUT)
    faster = tuple(
        replace(row, numbers={**row.numbers, "output_tokens_per_s": 10 * row.numbers.get("output_tokens_per_s", 1)})
        for row in whole.rows
    )
    monkeypatch.setattr(beside, "shipped_table", lambda kind: Table(whole.name, kind, faster))
    other = rechenwerk(*ASKED, "--json").document
    assert other["nearest_measurements"][0]["measured"] == pytest.approx(74310, rel=0.001)
    for name in ("memory", "performance", "interval", "bottleneck", "evidence"):
        assert other[name] == document[name]


def test_nothing_near_is_said_by_nothing(rechenwerk: Rechenwerk) -> None:
    found = rechenwerk(
        "predict", "--model", "Qwen/Qwen3-0.6B", "--gpu", "MI355X", "--gpus", 1, "--input-tokens", 30000,
        "--output-tokens", 2, "--concurrency", 5000, "--json",
    ).document  # fmt: skip
    assert found["nearest_measurements"] == []


@pytest.mark.parametrize(("language", "words"), [("en", "published measurements"), ("de", "veröffentlichte Messungen")])
def test_the_view_shows_them(rechenwerk: Rechenwerk, language: str, words: str) -> None:
    out = rechenwerk(*ASKED, "--lang", language).out
    assert words in out
    assert EXACT in out


def test_a_report_says_how_far_predictions_of_the_class_are_off(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    outcome = rechenwerk("demo", "--out", tmp_path, "--format", "html", "--lang", "en", "--as-of", "2026-11-30")
    assert outcome.code == 0, outcome.err
    page = " ".join(next(tmp_path.glob("*-en.html")).read_text(encoding="utf-8").split())
    assert "published measurements of this class (" in page
    assert "Nearest published measurements" in page
