"""A fit and what was left out of it, as text and as JSON."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from wizard.cli.figures import brief
from wizard.cli.table import section, table, wrapped
from wizard.cli.validate_view import interval_lines, order_document, order_lines, slice_document, statistics_lines
from wizard.i18n.catalog import translator

if TYPE_CHECKING:
    from wizard.accuracy.leave_out import LeftOut, Refitted


def refitted_document(found: "Refitted", by: Sequence[str]) -> dict[str, Any]:
    """Statistics of both sides, and every fitted figure with its span and the rows that inform it."""
    from wizard.accuracy.score import slices

    return {
        "figures": [asdict(one) for one in found.figures],
        "fitted": [slice_document(one) for one in slices(found.pairs, by)],
        "left_out": {one.column: _left_out_document(one, by) for one in found.left_out},
    }


def _left_out_document(found: "LeftOut", by: Sequence[str]) -> dict[str, Any]:
    from wizard.accuracy.order import order_of
    from wizard.accuracy.score import coverage, slices

    return {
        "statistics": [slice_document(one) for one in slices(found.pairs, by)],
        "intervals": {name: asdict(one) for name, one in coverage(found.pairs).items()},
        "order": order_document(order_of(found.pairs)),
    }


def refitted_lines(found: "Refitted", by: Sequence[str], language: str) -> Iterator[str]:
    """How well the fit meets its own rows, then what was left out of it, then its figures."""
    from wizard.accuracy.score import slices

    _ = translator(language, "cli")
    columns = [column for column in by if column != "fitted"]
    yield from section(_("Fitted to these rows"), statistics_lines(tuple(slices(found.pairs, columns)), language))
    for one in found.left_out:
        yield from _left_out_lines(one, columns, language)
    yield from _figures(found, language)


def _left_out_lines(found: "LeftOut", columns: Sequence[str], language: str) -> Iterator[str]:
    from wizard.accuracy.order import order_of
    from wizard.accuracy.score import coverage, slices

    _ = translator(language, "cli")
    names = {"gpu": _("Left out: each accelerator predicted with figures fitted without it"),
             "model": _("Left out: each model predicted with figures fitted without it")}  # fmt: skip
    yield from section(names[found.column], statistics_lines(tuple(slices(found.pairs, columns)), language))
    yield from section(_("90% intervals of what was left out"), interval_lines(coverage(found.pairs), language))
    yield from order_lines(order_of(found.pairs), language)


def _figures(found: "Refitted", language: str) -> Iterator[str]:
    """Each fitted figure, and how many share a name: that many numbers were free."""
    _ = translator(language, "cli")
    figures = found.figures
    names = Counter(".".join(one.key.split(".")[:2]) for one in figures)
    head = [_("figure"), _("value"), _("low"), _("high"), _("values"), _("groups")]
    rows = [
        [
            one.key,
            *(brief(number, language) for number in (one.value, one.low, one.high)),
            str(one.rows),
            str(one.groups),
        ]
        for one in figures
    ]
    title = _("{n} figures fitted to {values} values in {groups} groups").format(
        n=len(figures), values=len(found.fit.problem.groups), groups=len({g for g, _q in found.fit.problem.groups})
    )
    yield from section(title, table([head, *rows], right=range(1, 6)))
    yield ""
    yield from wrapped(", ".join(f"{name} {count}" for name, count in names.items()))
