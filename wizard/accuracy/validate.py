"""One validation: a table, its predictions, and what they are worth."""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wizard.accuracy.answer import World, answer
from wizard.accuracy.answers import Answer
from wizard.accuracy.order import Order, order_of
from wizard.accuracy.rows import Row, Table
from wizard.accuracy.score import Coverage, Pair, Slice, coverage, pairs_of, slices

HEADER = ("id", "quantity", "measured", "predicted", "low", "high", "evidence", "fitted")
Fitted = Callable[[str, Row, str], bool]
"""Whether a kind of table, a row and a quantity took part in the fit of the figures used."""
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Validation:
    table: Table
    answers: tuple[Answer, ...]
    pairs: tuple[Pair, ...]

    def slices(self, by: Sequence[str]) -> tuple[Slice, ...]:
        return tuple(slices(self.pairs, by))

    @property
    def coverage(self) -> dict[str, Coverage]:
        return coverage(self.pairs)

    @property
    def order(self) -> Order:
        return order_of(self.pairs)

    def unanswered(self) -> list[tuple[Answer, list[str]]]:
        """One answer for each reason, with the ids of its rows; the most frequent reason first."""
        found: dict[str, tuple[Answer, list[str]]] = {}
        for one in self.answers:
            if one.reason is not None:
                found.setdefault(one.reason.en, (one, []))[1].append(one.id)
        return sorted(found.values(), key=lambda entry: (-len(entry[1]), entry[1][0]))


def validate(table: Table, world: World, fitted: Fitted, progress: Progress | None = None) -> Validation:
    """Predicts every row. Equal input gives equal results."""
    found = []
    for number, row in enumerate(table.rows):
        if progress is not None:
            progress(number, len(table.rows))
        found.append(answer(table.kind, row, world))
    return Validation(table, tuple(found), pairs_of(table, found, fitted))


def rows_csv(validation: Validation, fitted: Fitted) -> str:
    """One line for each predicted quantity; ``measured`` is empty where the row has nothing comparable."""
    measured = {(pair.row.id, pair.quantity): pair.measured for pair in validation.pairs}
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    for row, one in zip(validation.table.rows, validation.answers, strict=True):
        for said in one.predicted:
            mark = "true" if fitted(validation.table.kind, row, said.quantity) else "false"
            known = measured.get((one.id, said.quantity))
            numbers = [_number(value) for value in (known, said.value, said.low, said.high)]
            writer.writerow([one.id, said.quantity, *numbers, str(said.evidence), mark])
    return out.getvalue()


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.10g}"
