"""A file of measurements is hostile: whatever is wrong is named with file, line and column."""

from pathlib import Path

import pytest
from wizard.accuracy.measured import measured_values
from wizard.accuracy.rows import Row, read_table
from wizard.domain.errors import CodedError

GOOD = "id,model,gpu,n_gpus,scenario\nr1,m,g,1,single-stream\n"


def _read(tmp_path: Path, content: bytes | str, kind: str | None = None) -> CodedError:
    file = tmp_path / "m.csv"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(CodedError) as caught:
        read_table(file, kind)
    return caught.value


@pytest.mark.parametrize(
    ("content", "code", "place"),
    [
        (b"id,model\xff\n", "V001", "m.csv:1"),
        (GOOD + "r2,m\0,g,1,s\n", "V001", "m.csv:3"),
        (GOOD + '"r2,m,g,1,s\n', "V001", "m.csv:3"),
        ("", "V003", "m.csv:1"),
        ("id,model,id\nx,y,z\n", "V003", "m.csv:1"),
        ("id,model,gpu,colour\nx,m,g,red\n", "V004", "m.csv:1"),
        ("id,gpu,scenario\nx,g,s\n", "V005", "m.csv:1"),
        (GOOD + "r2,m,g\n", "V006", "m.csv:3"),
        (GOOD + "r2,m,g,two,s\n", "V007", "m.csv:3"),
        (GOOD + "r2,m,g,1.5,s\n", "V007", "m.csv:3"),
        (GOOD + "r2,m,g,nan,s\n", "V007", "m.csv:3"),
        (GOOD + "r2,m,g,-1,s\n", "V007", "m.csv:3"),
        (GOOD + "r1,m,g,1,s\n", "V008", "m.csv:3"),
        (GOOD + ",m,g,1,s\n", "V009", "m.csv:3"),
        (GOOD + "=cmd(),m,g,1,s\n", "V009", "m.csv:3"),
        (GOOD + "a\x1b[2J,m,g,1,s\n", "V009", "m.csv:3"),
        ("id,model,gpu,scenario\n", "V010", "m.csv"),
    ],
)  # fmt: skip
def test_faults_are_named_with_their_place(tmp_path: Path, content: bytes | str, code: str, place: str) -> None:
    error = _read(tmp_path, content)
    assert (error.error.code, error.place) == (code, place)


def test_a_bad_number_names_its_column(tmp_path: Path) -> None:
    assert "'n_gpus'" in str(_read(tmp_path, GOOD + "r2,m,g,two,s\n"))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CodedError) as caught:
        read_table(tmp_path / "none.csv")
    assert caught.value.error.code == "V001"


@pytest.mark.parametrize(
    ("columns", "kind"),
    [
        ("scenario", "inference-throughput"),
        ("kv_cache_tokens", "inference-memory"),
        ("tokens_per_s_per_gpu", "training-throughput"),
        ("peak_gib_per_gpu", "training-memory"),
        ("scenario,system_power_w", "power"),
    ],
)
def test_the_columns_tell_the_kind(tmp_path: Path, columns: str, kind: str) -> None:
    file = tmp_path / "m.csv"
    file.write_text(f"id,model,gpu,{columns}\nr,m,g{',1' * len(columns.split(','))}\n", encoding="utf-8")
    assert read_table(file).kind == kind


def _row(**cells: str) -> Row:
    numbers = {name: float(cell) for name, cell in cells.items() if cell.replace(".", "").isdigit()}
    return Row(2, {"id": "r", **cells}, numbers)


def test_first_token_of_a_queue_is_not_scored() -> None:
    queued = _row(scenario="server-infinite-rate", ttft_ms_mean="900", output_tokens_per_s="5")
    assert measured_values("inference-throughput", queued) == {"throughput": 5.0}


def test_first_token_at_a_rate_that_is_not_carried_is_not_scored() -> None:
    queued = _row(scenario="server-poisson-rate", ttft_ms_mean="90", requests_per_s="8", request_rate_rps="10")
    assert measured_values("inference-throughput", queued) == {}


def test_first_token_below_saturation_is_scored() -> None:
    carried = _row(scenario="server-poisson-rate", ttft_ms_mean="90", requests_per_s="9.5", request_rate_rps="10")
    assert measured_values("inference-throughput", carried) == {"ttft": 90.0}


def test_steps_give_the_rate_of_a_training() -> None:
    """2 sequences of 4,096 tokens in 4 s."""
    steps = _row(step_time_s="4", micro_batch="2", seq_len="4096")
    assert measured_values("training-throughput", steps) == {"train_tokens_per_s_per_gpu": 2048.0}
