"""Error statistics of predictions against measurements.

The percentage error is ``predicted / measured − 1``. Rows of one group (model and accelerator) resemble each other, so
the median over groups of each group's median is the figure to judge by. An unanswered row counts as a miss where the
share within 25 % is stated.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from wizard.accuracy.answers import Answer, Predicted
from wizard.accuracy.measured import measured_values
from wizard.accuracy.rows import Row, Table

CLOSE = 0.25
_TAIL = 0.9


@dataclass(frozen=True)
class Pair:
    """One comparable cell of a table, with its prediction where there is one."""

    row: Row
    quantity: str
    measured: float
    predicted: Predicted | None
    fitted: bool

    def slice(self, column: str) -> str:
        """Value of the row in a column statistics are told apart by; beneath its use, as uses are not comparable."""
        use = self.row.text("use")
        if column == "use":
            return use
        if column == "fitted":
            return f"{use} / {'fitted' if self.fitted else 'not fitted'}"
        value = "-".join(self.row.id.split("-")[:2]) if column == "source" else self.row.text(column)
        return f"{use} / {value}"


@dataclass(frozen=True)
class Statistics:
    """Of one slice; shares, not per cent. ``rows`` are answered, ``of`` are scoreable."""

    rows: int
    of: int
    groups: int
    median: float
    group_median: float
    tail: float
    """90th percentile of the absolute error."""
    bias: float
    """Median of the signed error."""
    close: float
    """Share of all scoreable rows within 25 %."""
    fold: float
    """Median of the larger of ratio and its inverse."""


@dataclass(frozen=True)
class Slice:
    quantity: str
    by: str
    """Column, or empty for all rows of the quantity."""
    name: str
    of: int
    statistics: Statistics | None
    """None where no row is answered."""


@dataclass(frozen=True)
class Coverage:
    """How honest the stated intervals are, over answered rows that carry one."""

    rows: int
    inside: float
    half_width: float


def pairs_of(
    table: Table, found: Sequence[Answer], fitted: Callable[[str, Row, str], bool] = lambda *_: False
) -> tuple[Pair, ...]:
    """Every comparable cell of the table beside its prediction; ``fitted`` tells of a row whether it was fitted to."""
    return tuple(
        Pair(row, quantity, value, answer.of(quantity), fitted(table.kind, row, quantity))
        for row, answer in zip(table.rows, found, strict=True)
        for quantity, value in measured_values(table.kind, row).items()
    )


def statistics(answered: Sequence[tuple[str, float, float]], of: int) -> Statistics:
    """Of (group, measured, predicted); at least one."""
    errors = [predicted / measured - 1 for _, measured, predicted in answered]
    sizes = sorted(map(abs, errors))
    groups: dict[str, list[float]] = defaultdict(list)
    for (group, _, _), error in zip(answered, errors, strict=True):
        groups[group].append(abs(error))
    count = len(sizes)
    return Statistics(
        rows=count,
        of=of,
        groups=len(groups),
        median=median(sizes),
        group_median=median(median(group) for group in groups.values()),
        tail=sizes[min(count - 1, int(_TAIL * count))],
        bias=median(errors),
        close=sum(size <= CLOSE for size in sizes) / of,
        fold=median(_fold(predicted / measured) for _, measured, predicted in answered),
    )


def _fold(ratio: float) -> float:
    return max(ratio, 1 / ratio) if ratio > 0 else float("inf")


def slices(pairs: Sequence[Pair], by: Sequence[str]) -> Iterator[Slice]:
    """For each quantity the whole, then each slice of each column, in the order of names."""
    for quantity in sorted({pair.quantity for pair in pairs}):
        chosen = [pair for pair in pairs if pair.quantity == quantity]
        yield _slice(quantity, "", "all", chosen)
        for column in by:
            parts: dict[str, list[Pair]] = defaultdict(list)
            for pair in chosen:
                parts[pair.slice(column)].append(pair)
            for name in sorted(parts):
                yield _slice(quantity, column, name, parts[name])


def _slice(quantity: str, by: str, name: str, pairs: Sequence[Pair]) -> Slice:
    answered = [(p.row.group, p.measured, p.predicted.value) for p in pairs if p.predicted is not None]
    found = statistics(answered, len(pairs)) if answered else None
    return Slice(quantity, by, name, len(pairs), found)


def coverage(pairs: Sequence[Pair]) -> dict[str, Coverage]:
    """By quantity: share of measurements inside the stated interval, and its median half-width over the prediction."""
    found: dict[str, list[tuple[bool, float]]] = defaultdict(list)
    for pair in pairs:
        said = pair.predicted
        if said is not None and said.low is not None and said.high is not None and said.value:
            half = (said.high - said.low) / 2 / said.value
            found[pair.quantity].append((said.low <= pair.measured <= said.high, half))
    return {
        quantity: Coverage(len(one), sum(inside for inside, _ in one) / len(one), median(half for _, half in one))
        for quantity, one in sorted(found.items())
    }
