"""How far off predictions are for accelerators or models that took no part in the fit."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from wizard.accuracy.answer import World, answer
from wizard.accuracy.answers import Answer
from wizard.accuracy.bench import Bench, Runner, Selected, runner
from wizard.accuracy.fit import Fit, refit, without_rows
from wizard.accuracy.rows import Row, Table
from wizard.accuracy.score import Pair, pairs_of
from wizard.domain.errors import CodedError
from wizard.domain.provenance import Figure

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class LeftOut:
    """Both sides: each row predicted with figures fitted to all rows, and with figures fitted without its own kind."""

    column: str
    fit: Fit
    facts: dict[str, Figure]
    fitted: tuple[Pair, ...]
    left_out: tuple[Pair, ...]
    answers: tuple[Answer, ...]
    """With the row's own accelerator or model left out."""


def leave_out(
    table: Table, world: World, column: str, selected: Selected, progress: Progress, workers: int | None = None
) -> LeftOut:
    """Refits once to all rows, then once for each accelerator or model without its rows.

    Raises:
        CodedError: V012.
    """
    bench = Bench(table, world, selected)
    with runner(bench, workers) as run:
        fit = refit(bench, run, progress=lambda done, _cost: progress("", done, 0))
        facts = fit.facts(world.facts)
        apart = _apart(bench, run, fit, column, progress)
    fitted = [answer(table.kind, row, replace(world, facts=facts)) for row in table.rows]
    keys = [_key(row, column, world) for row in table.rows]
    left = [
        answer(table.kind, row, replace(world, facts=apart.get(key, facts)))
        for row, key in zip(table.rows, keys, strict=True)
    ]
    both = [_judged(pairs_of(table, found, selected)) for found in (fitted, left)]
    return LeftOut(column, fit, facts, both[0], both[1], tuple(left))


def _judged(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """Only values a fit looks at: the others were never in it, so leaving them out means nothing."""
    return tuple(pair for pair in pairs if pair.fitted)


def _apart(bench: Bench, run: Runner, fit: Fit, column: str, progress: Progress) -> dict[str, dict[str, Figure]]:
    """Figures without each accelerator or model."""
    rows: dict[str, list[int]] = defaultdict(list)
    for i, one in enumerate(bench.observations):
        rows[_key(bench.table.rows[one.row], column, bench.world)].append(i)
    found = {}
    for number, key in enumerate(sorted(rows)):
        progress(key, number, len(rows))
        found[key] = without_rows(fit, bench, run, rows[key])
    return found


def _key(row: Row, column: str, world: World) -> str:
    """The catalogue's id, so that two labels of one thing are left out together; else the label."""
    label = row.text(column)
    try:
        return world.names.accelerator(label).id if column == "gpu" else world.names.model(label).ref
    except CodedError:
        return label
