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
from wizard.accuracy.spans import FittedFigure, fitted_figures, with_spans
from wizard.domain.errors import CodedError
from wizard.domain.provenance import Figure
from wizard.sizing.figures import Facts

Progress = Callable[[str, int, int], None]
"""Told what is left out (empty: nothing), the number done and of how many (0: not known)."""


@dataclass(frozen=True)
class LeftOut:
    """Each row predicted with figures fitted without its own accelerator or model."""

    column: str
    pairs: tuple[Pair, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Refitted:
    """A fit to a table, its own errors, and those of what was left out."""

    table: Table
    fit: Fit
    figures: tuple[FittedFigure, ...]
    """What the fit found; intervals of all predictions here rest on their spans."""
    pairs: tuple[Pair, ...]
    """Each row predicted with figures fitted to all of them."""
    left_out: tuple[LeftOut, ...]


def fitted_anew(
    table: Table,
    world: World,
    selected: Selected,
    progress: Progress,
    *,
    columns: Sequence[str] = (),
    workers: int | None = None,
) -> Refitted:
    """Fits once to all rows; then, for each of ``columns`` (``gpu``, ``model``), once without each of its values.

    Raises:
        CodedError: V012.
    """
    bench = Bench(table, world, selected)
    with runner(bench, workers) as run:
        fit = refit(bench, run, progress=lambda done, _cost: progress("", done, 0))
        apart = {column: _apart(bench, run, fit, column, progress) for column in columns}
    figures = fitted_figures(fit)
    facts = with_spans(fit.facts(world.facts), figures)
    apart = {
        column: {key: with_spans(changed, figures) for key, changed in found.items()} for column, found in apart.items()
    }
    whole = tuple(answer(table.kind, row, replace(world, facts=facts)) for row in table.rows)
    left_out = tuple(_left_out(table, world, column, found, facts, selected) for column, found in apart.items())
    return Refitted(table, fit, figures, _judged(table, whole, selected), left_out)


def _left_out(
    table: Table, world: World, column: str, apart: dict[str, dict[str, Figure]], facts: Facts, selected: Selected
) -> LeftOut:
    found = tuple(
        answer(table.kind, row, replace(world, facts=apart.get(_key(row, column, world), facts)))
        for row in table.rows
    )  # fmt: skip
    return LeftOut(column, _judged(table, found, selected), found)


def _judged(table: Table, found: Sequence[Answer], selected: Selected) -> tuple[Pair, ...]:
    """Only values a fit looks at: the others were never in it, so leaving them out means nothing."""
    return tuple(pair for pair in pairs_of(table, found, selected) if pair.fitted)


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
