"""Predicts many rows again and again while figures change: what does not depend on figures is prepared once."""

import multiprocessing
import os
import signal
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from math import log
from typing import Any

from wizard.accuracy.answer import World, answer
from wizard.accuracy.answer_serving import serving_answer
from wizard.accuracy.case import Case, serving_case
from wizard.accuracy.kinds import THROUGHPUT
from wizard.accuracy.measured import measured_values
from wizard.accuracy.reasons import Unanswered
from wizard.accuracy.rows import Row, Table
from wizard.domain.errors import CodedError
from wizard.domain.provenance import Figure
from wizard.sizing.figures import Facts

Selected = Callable[[str, Row, str], bool]
Job = tuple[Facts, Sequence[int]]


@dataclass(frozen=True)
class Observation:
    """One measured value that a fit may look at."""

    row: int
    """Index of the row in the table."""
    quantity: str
    measured: float


class Recorder(dict[str, Figure]):
    """Figures that remember which of them were read."""

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts)
        self.read: set[str] = set()

    def __getitem__(self, key: str) -> Figure:
        self.read.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.read.add(key)
        return super().get(key, default)


class Bench:
    """Rows of one table, ready to be predicted under any figures."""

    def __init__(self, table: Table, world: World, selected: Selected) -> None:
        self.table, self.world = table, world
        self._cases = {i: case for i, row in enumerate(table.rows) if (case := self._case(row)) is not None}
        found = self._observations(selected)
        said = [self.predict(i, world.facts) for i in range(len(table.rows))]
        self.observations = tuple(one for one in found if one.quantity in said[one.row])
        """Only what the product answers at all."""

    def _case(self, row: Row) -> Case | None:
        if self.table.kind != THROUGHPUT:
            return None
        try:
            return serving_case(row, self.world.names)
        except Unanswered:
            return None

    def _observations(self, selected: Selected) -> list[Observation]:
        return [
            Observation(i, quantity, value)
            for i, row in enumerate(self.table.rows)
            for quantity, value in measured_values(self.table.kind, row).items()
            if selected(self.table.kind, row, quantity)
        ]

    def predict(self, index: int, facts: Facts) -> dict[str, float]:
        """Quantity and value; nothing for a row that cannot be predicted."""
        try:
            if index in self._cases:
                said = serving_answer(self._cases[index], facts)
            elif self.table.kind == THROUGHPUT:
                return {}
            else:
                row = self.table.rows[index]
                said = answer(self.table.kind, row, replace(self.world, facts=facts)).predicted
        except (Unanswered, CodedError):
            return {}
        return {one.quantity: one.value for one in said}

    def errors(self, job: Job) -> list[float | None]:
        """``ln(predicted / measured)`` of the observations with these indices; None where nothing is predicted."""
        facts, indices = job
        said: dict[int, dict[str, float]] = {}
        found: list[float | None] = []
        for one in (self.observations[i] for i in indices):
            if one.row not in said:
                said[one.row] = self.predict(one.row, facts)
            value = said[one.row].get(one.quantity)
            found.append(log(value / one.measured) if value is not None and value > 0 else None)
        return found

    @cached_property
    def reads(self) -> dict[str, list[int]]:
        """For each figure anything looks at, the observations whose rows look at it."""
        found: dict[str, list[int]] = defaultdict(list)
        by_row: dict[int, set[str]] = {}
        for number, one in enumerate(self.observations):
            if one.row not in by_row:
                recorder = Recorder(self.world.facts)
                self.predict(one.row, recorder)
                by_row[one.row] = recorder.read
            for key in by_row[one.row]:
                found[key].append(number)
        return dict(found)


_bench: Bench | None = None
"""Of a worker process, inherited when it is forked."""


def _run(job: Job) -> list[float | None]:
    assert _bench is not None  # noqa: S101 - set before the workers are forked
    return _bench.errors(job)


Runner = Callable[[Sequence[Job]], list[list[float | None]]]


@contextmanager
def runner(bench: Bench, workers: int | None = None) -> Iterator[Runner]:
    """Carries out jobs in order of their list, on several processors where the system can fork."""
    global _bench  # noqa: PLW0603 - the one way to hand an object to forked workers without copying it
    count = workers or min(4, os.cpu_count() or 1)
    if count < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield lambda jobs: [bench.errors(job) for job in jobs]
        return
    _bench = bench
    with _undisturbed():
        pool = multiprocessing.get_context("fork").Pool(count, initializer=_quiet)
    try:
        yield lambda jobs: pool.map(_run, jobs, chunksize=1)
    finally:
        with _undisturbed():
            pool.terminate()
            pool.join()
        _bench = None


_ENDINGS = {signal.SIGINT, signal.SIGTERM}


@contextmanager
def _undisturbed() -> Iterator[None]:
    """An interrupt waits until all workers are known, or gone: none may outlive the program."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDINGS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _quiet() -> None:
    """An interrupt ends the parent, which ends its workers; these say nothing then."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDINGS)
