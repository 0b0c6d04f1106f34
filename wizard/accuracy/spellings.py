"""What a table may say where only certain words are understood: a misspelt one is named, never taken for another.

A word that a prediction rests on leaves its row unanswered; any other, and a column nobody reads, is remarked upon.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches

from wizard.accuracy.kinds import KINDS, MEMORY, POWER, THROUGHPUT
from wizard.accuracy.labels import CACHE_WORDS, knows_cache
from wizard.accuracy.reasons import Unanswered
from wizard.accuracy.rows import NUMBERS, Row, Table
from wizard.domain.language import Text, text

_TEXTS = (
    "id", "model", "gpu", "weights_precision", "kv_precision", "engine", "engine_version", "scenario", "quality",
    "group", "use", "source", "source_date", "notes", "method", "precision", "optimizer", "zero_or_fsdp",
    "parallelism", "task", "activation_checkpointing", "cpu_offload", "framework", "benchmark",
    "system", "submitter", "performance", "performance_units", "power_scope",
)  # fmt: skip
_UNREAD = ("time_to_train_min", "model_tflops_per_gpu", "mfu_pct", "hfu_pct")
"""Columns of the shipped kinds that are kept and never scored."""
COLUMNS = tuple(dict.fromkeys((*_TEXTS, *NUMBERS, *_UNREAD)))
_USES = (
    "headline", "headline_consumer", "decode_only", "mlperf", "non_llm", "weights_only", "secondary", "exclude",
    "power",
)  # fmt: skip
_SCENARIOS = (
    "offline-max-throughput", "server-infinite-rate", "server-poisson-rate", "server-constant-rate",
    "fixed-concurrency", "static-batch", "single-stream", "single-request-ttft", "mlperf-offline", "mlperf-server",
    "mlperf-interactive",
)  # fmt: skip
_POWER_SCENARIOS = ("Offline", "Server", "Interactive", "SingleStream", "MultiStream")
_DATES = ("2026", "2026-11", "2026-11-30", "2025-2026")
_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?|-(\d{4}))?")
_FIRST_YEAR = 2000
_LONGEST = 60
_NAMED_ROWS = 3


@dataclass(frozen=True)
class _Column:
    name: str
    known: tuple[str, ...]
    kinds: tuple[str, ...]
    decisive: tuple[str, ...] = ()
    """Kinds whose predictions rest on it."""

    def understands(self, cell: str) -> bool:
        if self.name == "source_date":
            return _is_date(cell)
        return knows_cache(cell) if self.name == "kv_precision" else cell in self.known


_COLUMNS = (
    _Column("kv_precision", CACHE_WORDS, (THROUGHPUT, MEMORY), (THROUGHPUT, MEMORY)),
    _Column("scenario", _SCENARIOS, (THROUGHPUT,), (THROUGHPUT,)),
    _Column("scenario", _POWER_SCENARIOS, (POWER,)),
    _Column("use", _USES, KINDS, (THROUGHPUT,)),
    _Column("quality", ("A", "B", "C"), KINDS),
    _Column("source_date", _DATES, KINDS, (MEMORY,)),
)


def check_words(kind: str, row: Row) -> None:
    """Raises:
    Unanswered: a word that the prediction rests on is unknown; an empty cell is none.
    """
    for column, cell in _unknown(kind, row):
        if kind in column.decisive:
            raise Unanswered(_said(column, cell))


def remarks(table: Table) -> tuple[Text, ...]:
    """Columns that are not read and words that are not understood, with their rows, where rows are answered anyway."""
    found: dict[tuple[_Column, str], list[str]] = defaultdict(list)
    for row in table.rows:
        for column, cell in _unknown(table.kind, row):
            if table.kind not in column.decisive:
                found[column, cell].append(row.id)
    words = (_with_rows(_said(column, cell), ids) for (column, cell), ids in found.items())
    return (*_columns(list(table.rows[0].cells)), *words)


def _unknown(kind: str, row: Row) -> Iterator[tuple[_Column, str]]:
    for column in _COLUMNS:
        cell = row.text(column.name)
        if kind in column.kinds and cell and not column.understands(cell):
            yield column, cell


def _columns(names: Sequence[str]) -> Iterator[Text]:
    unknown = [name for name in names if name and name not in COLUMNS]
    for name in unknown:
        near, near_de = _nearest(name, [one for one in COLUMNS if one not in names])
        shown = _short(name)
        yield text(
            f"column '{shown}' is unknown and not read{near}",
            f"Spalte „{shown}“ ist unbekannt und bleibt ungelesen{near_de}",
        )
    if unknown:
        known = ", ".join(COLUMNS)
        yield text(f"known columns are {known}", f"bekannte Spalten sind {known}")


def _said(column: _Column, cell: str) -> Text:
    known, shown = ", ".join(column.known), _short(cell)
    near, near_de = ("", "") if column.name == "source_date" else _nearest(cell, column.known)
    how, how_de = ("written are", "möglich sind") if column.name == "source_date" else ("known are", "bekannt sind")
    return text(
        f"column '{column.name}': '{shown}' is unknown{near}; {how} {known}",
        f"Spalte „{column.name}“: „{shown}“ ist unbekannt{near_de}; {how_de} {known}",
    )


def _nearest(word: str, known: Sequence[str]) -> tuple[str, str]:
    folded = {one.casefold(): one for one in known}
    found = get_close_matches(word[:_LONGEST].casefold(), folded, n=1)
    if not found:
        return "", ""
    return f", nearest is '{folded[found[0]]}'", f", am nächsten liegt „{folded[found[0]]}“"


def _with_rows(said: Text, ids: Sequence[str]) -> Text:
    named, more = ", ".join(ids[:_NAMED_ROWS]), len(ids) - _NAMED_ROWS
    rest, rest_de = (f" and {more} more", f" und {more} weitere") if more > 0 else ("", "")
    return text(f"{said.en} ({named}{rest})", f"{said.de} ({named}{rest_de})")


def _is_date(cell: str) -> bool:
    match = _DATE.fullmatch(cell)
    if match is None:
        return False
    year, month, day, until = (int(part) if part else None for part in match.groups())
    try:
        date(year or 0, month or 1, day or 1)
    except ValueError:
        return False
    return (year or 0) >= _FIRST_YEAR and (until is None or until >= (year or 0))


def _short(cell: str) -> str:
    return cell if len(cell) <= _LONGEST else cell[: _LONGEST - 1] + "…"
