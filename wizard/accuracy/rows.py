"""Reads a table of published measurements. Such a file is hostile: nothing in it is trusted or passed on unchecked."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from wizard.accuracy.errors import AccuracyError
from wizard.accuracy.kinds import KINDS, MEMORY, POWER, THROUGHPUT, TRAINING, TRAINING_MEMORY
from wizard.domain.errors import CodedError

MAX_MB = 50
_MARKS = {
    POWER: "system_power_w", THROUGHPUT: "scenario", MEMORY: "kv_cache_tokens", TRAINING: "tokens_per_s_per_gpu",
    TRAINING_MEMORY: "peak_gib_per_gpu",
}  # fmt: skip
"""The column that tells a kind, in the order in which they are looked for."""
_COUNTS = (
    "n_gpus", "tp", "pp", "ep", "dp", "cp", "nodes", "max_model_len", "max_num_seqs", "max_num_batched_tokens",
    "global_batch", "seq_len", "lora_rank", "trainable_params",
)  # fmt: skip
_AMOUNTS = (
    "concurrency", "batch", "request_rate_rps", "input_tokens", "output_tokens", "output_tokens_per_s",
    "total_tokens_per_s", "prefill_tokens_per_s", "requests_per_s", "ttft_ms_mean", "ttft_ms_p50", "ttft_ms_p99",
    "tpot_ms_mean", "tpot_ms_p50", "tpot_ms_p99", "e2e_latency_s", "power_w", "gpu_mem_util", "total_gpu_mem_gib",
    "weights_gib_per_gpu", "non_torch_gib_per_gpu", "activation_peak_gib_per_gpu", "cuda_graph_gib_per_gpu",
    "max_concurrency", "peak_used_gib_per_gpu", "params_b", "micro_batch", "tokens_per_s_per_gpu",
    "samples_per_s", "step_time_s", "peak_gib_per_gpu", "system_power_w", "kv_cache_tokens",
)  # fmt: skip
_SIGNED = ("kv_cache_gib_per_gpu",)
"""A start-up log may print a negative cache: the configuration does not fit."""
NUMBERS = (*_COUNTS, *_AMOUNTS, *_SIGNED)
_LARGEST = 1e15


@dataclass(frozen=True)
class Row:
    """One measured deployment; an empty cell says that the source does not state it."""

    line: int
    cells: Mapping[str, str]
    numbers: Mapping[str, float]

    @property
    def id(self) -> str:
        return self.cells["id"]

    @property
    def group(self) -> str:
        """Rows of one group resemble each other and count together."""
        return self.text("group") or f"{self.text('model')}|{self.text('gpu')}"

    def text(self, column: str) -> str:
        return self.cells.get(column, "")

    def number(self, column: str) -> float | None:
        return self.numbers.get(column)

    def count(self, column: str) -> int | None:
        number = self.numbers.get(column)
        return None if number is None else int(number)


@dataclass(frozen=True)
class Table:
    name: str
    kind: str
    rows: tuple[Row, ...]


def read_table(path: Path, kind: str | None = None) -> Table:
    """The rows of a CSV file; its kind is told by its columns, unless given.

    Raises:
        CodedError: V001 to V010, with file, line and column.
    """
    lines = csv.reader(io.StringIO(_content(path), newline=""), strict=True)
    try:
        header = next(lines, [])
        columns = _columns(header, path.name)
        kind = _kind(columns, kind, path.name)
        rows = tuple(_rows(lines, columns, path.name))
    except csv.Error as error:
        raise CodedError(AccuracyError.UNREADABLE, place=f"{path.name}:{lines.line_num}", problem=error) from None
    if not rows:
        raise CodedError(AccuracyError.NO_ROWS, place=path.name)
    return Table(path.name, kind, rows)


def _content(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_MB * 1_000_000 + 1)
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise CodedError(AccuracyError.UNREADABLE, place=path.name, problem=problem) from None
    if len(data) > MAX_MB * 1_000_000:
        raise CodedError(AccuracyError.TOO_LARGE, place=path.name, limit=MAX_MB)
    try:
        content = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise CodedError(AccuracyError.UNREADABLE, place=f"{path.name}:{line}", problem="UTF-8") from None
    if "\0" in content:
        line = content[: content.index("\0")].count("\n") + 1
        raise CodedError(AccuracyError.UNREADABLE, place=f"{path.name}:{line}", problem="NUL")
    return content


def _columns(header: Sequence[str], place: str) -> list[str]:
    columns = [name.strip() for name in header]
    repeated = sorted({name for name in columns if name and columns.count(name) > 1})
    if not any(columns) or repeated:
        raise CodedError(AccuracyError.HEADER, place=f"{place}:1", problem=", ".join(repeated) or "–")
    return columns


def _kind(columns: Sequence[str], kind: str | None, place: str) -> str:
    found = kind or next((name for name, mark in _MARKS.items() if mark in columns), None)
    if found is None:
        raise CodedError(AccuracyError.KIND, place=f"{place}:1", known=", ".join(KINDS))
    for column in ("id", "model", "gpu"):
        if column not in columns:
            raise CodedError(AccuracyError.COLUMN, place=f"{place}:1", kind=found, column=column)
    return found


def _rows(lines: Iterator[list[str]], columns: Sequence[str], place: str) -> Iterator[Row]:
    first: dict[str, int] = {}
    for cells in lines:
        number = lines.line_num  # type: ignore[attr-defined]  # csv readers count lines, their type does not say so
        if not any(cells):
            continue
        where = f"{place}:{number}"
        if len(cells) != len(columns):
            raise CodedError(AccuracyError.CELLS, place=where, found=len(cells), expected=len(columns))
        row = _row(number, dict(zip(columns, (cell.strip() for cell in cells), strict=True)), where)
        if row.id in first:
            raise CodedError(AccuracyError.TWICE, place=where, value=_short(row.id), line=first[row.id])
        first[row.id] = number
        yield row


def _row(line: int, cells: dict[str, str], where: str) -> Row:
    identity = cells["id"]
    if not identity[:1].isalnum() or not identity.isprintable() or len(identity) > 500:
        raise CodedError(AccuracyError.IDENTITY, place=where)
    numbers = {}
    for column in NUMBERS:
        if cells.get(column):
            numbers[column] = _number(column, cells[column], where)
    return Row(line, cells, numbers)


def _number(column: str, cell: str, where: str) -> float:
    low, expected = 0.0, "0, 1, 2 …" if column in _COUNTS else "0 … 10^15"
    if column in _SIGNED:
        low, expected = -_LARGEST, "±10^15"
    try:
        number = float(cell)
    except ValueError:
        number = float("nan")
    whole = column not in _COUNTS or number.is_integer() if isfinite(number) else False
    if not isfinite(number) or not low <= number <= _LARGEST or not whole:
        raise CodedError(AccuracyError.NUMBER, place=where, column=column, value=_short(cell), expected=expected)
    return number


def _short(cell: str) -> str:
    return cell if len(cell) <= 60 else cell[:57] + "…"
