"""A word that is not understood is named with the nearest one; nothing is silently taken for something else."""

from pathlib import Path
from typing import Any

import pytest
from tests.accuracy.test_validate import HEADER, ROWS
from tests.cli.conftest import Rechenwerk

SERVING = (
    "id,model,weights_precision,kv_precision,gpu,n_gpus,tp,engine,scenario,concurrency,input_tokens,output_tokens,"
    "output_tokens_per_s,quality,group,use,source,source_date\n"
)
GOOD = {
    "kv_precision": "auto", "scenario": "fixed-concurrency", "quality": "B", "use": "headline", "source_date": "2025-09"
}  # fmt: skip
MEMORY = "id,model,weights_precision,kv_precision,gpu,n_gpus,tp,engine,max_model_len,kv_cache_tokens,use,source_date\n"


def serving(tmp_path: Path, **cells: str) -> Path:
    file, said = tmp_path / "m.csv", {**GOOD, **cells}
    row = (
        f"one,meta-llama/Llama-3.1-8B,fp8,{said['kv_precision']},H100-SXM-80GB,1,1,vLLM,{said['scenario']},8,1024,256,"
        f"800,{said['quality']},,{said['use']},here,{said['source_date']}\n"
    )
    file.write_text(SERVING + row, encoding="utf-8")
    return file


def document(rechenwerk: Rechenwerk, file: Path) -> Any:
    outcome = rechenwerk("validate", file, "--json", "--lang", "en")
    assert outcome.code == 0, outcome.err
    return outcome.document


@pytest.mark.parametrize(
    ("column", "given", "nearest"),
    [
        ("kv_precision", "fp9", "fp8"),
        ("kv_precision", "bananas", ""),
        ("scenario", "fixed-concurency", "fixed-concurrency"),
        ("scenario", "Server-Poisson-Rate", "server-poisson-rate"),
        ("use", "decode-only", "decode_only"),
    ],
)
def test_a_word_the_prediction_rests_on_leaves_the_row_out(
    rechenwerk: Rechenwerk, tmp_path: Path, column: str, given: str, nearest: str
) -> None:
    found = document(rechenwerk, serving(tmp_path, **{column: given}))
    assert found["answered"] == 0
    reason = found["unanswered"][0]["reason"]
    assert f"'{column}': '{given}'" in reason
    assert "known are" in reason
    assert (f"nearest is '{nearest}'" in reason) == bool(nearest)


@pytest.mark.parametrize(
    ("column", "given"), [("quality", "excellent"), ("source_date", "yesterday"), ("source_date", "2025-13")]
)
def test_any_other_word_is_remarked_upon(rechenwerk: Rechenwerk, tmp_path: Path, column: str, given: str) -> None:
    found = document(rechenwerk, serving(tmp_path, **{column: given}))
    assert found["answered"] == 1
    assert [f"'{column}': '{given}'" in one and "(one)" in one for one in found["remarks"]] == [True]


@pytest.mark.parametrize("given", ["", "fp8", "FP8", "fp8_e4m3", "bf16", "fp8 checkpoint scales"])
def test_known_words_are_answered(rechenwerk: Rechenwerk, tmp_path: Path, given: str) -> None:
    found = document(rechenwerk, serving(tmp_path, kv_precision=given))
    assert (found["answered"], found["remarks"]) == (1, [])


@pytest.mark.parametrize(("given", "answered"), [("2025-09", 1), ("2024", 1), ("", 1), ("soon", 0)])
def test_the_date_of_a_memory_row_decides_defaults(
    rechenwerk: Rechenwerk, tmp_path: Path, given: str, answered: int
) -> None:
    file = tmp_path / "m.csv"
    row = f"one,meta-llama/Llama-3.1-8B,bf16,auto,H100-SXM-80GB,1,1,vLLM,8192,400000,headline,{given}\n"
    file.write_text(MEMORY + row, encoding="utf-8")
    assert document(rechenwerk, file)["answered"] == answered


def test_a_misspelt_column_is_named_with_the_nearest(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    file = tmp_path / "m.csv"
    file.write_text(HEADER.replace("tpot_ms_mean", "tpot_mean_ms") + ROWS, encoding="utf-8")
    named, known = document(rechenwerk, file)["remarks"]
    assert "'tpot_mean_ms'" in named
    assert "nearest is 'tpot_ms_mean'" in named
    assert "tpot_ms_p50" in known


@pytest.mark.parametrize(("language", "said"), [("en", "Not understood"), ("de", "Nicht verstanden")])
def test_remarks_are_printed(rechenwerk: Rechenwerk, tmp_path: Path, language: str, said: str) -> None:
    outcome = rechenwerk("validate", serving(tmp_path, quality="\x1b[2Jbest"), "--lang", language)
    assert outcome.code == 0
    assert said in outcome.out
    assert "\x1b" not in outcome.out


@pytest.mark.parametrize("kind", ["inference-memory", "training-throughput", "training-memory", "power"])
def test_the_shipped_tables_are_understood(rechenwerk: Rechenwerk, kind: str) -> None:
    assert rechenwerk("validate", "--kind", kind, "--json").document[0]["remarks"] == []
