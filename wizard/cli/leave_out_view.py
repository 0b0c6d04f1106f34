"""Fitted and left-out rows apart, as text and as JSON."""

from collections.abc import Iterator, Sequence
from math import exp
from typing import TYPE_CHECKING, Any

from wizard.cli.figures import brief
from wizard.cli.table import section, table
from wizard.cli.validate_view import interval_lines, slice_document, statistics_lines
from wizard.i18n.catalog import translator

if TYPE_CHECKING:
    from wizard.accuracy.leave_out import LeftOut


def left_out_document(found: "LeftOut", by: Sequence[str]) -> dict[str, Any]:
    """Statistics of both sides, and every fitted figure with its value."""
    from wizard.accuracy.score import slices

    return {
        "by": found.column,
        "figures": {p.key: exp(x) for p, x in zip(found.fit.parameters, found.fit.at, strict=True)},
        "fitted": [slice_document(one) for one in slices(found.fitted, by)],
        "left_out": [slice_document(one) for one in slices(found.left_out, by)],
    }


def left_out_lines(found: "LeftOut", by: Sequence[str], language: str) -> Iterator[str]:
    """Both tables, then the figures the fit moved."""
    from wizard.accuracy.score import coverage, slices

    _ = translator(language, "cli")
    columns = [column for column in by if column != "fitted"]
    names = {"gpu": _("Left out: each accelerator predicted with figures fitted without it"),
             "model": _("Left out: each model predicted with figures fitted without it")}  # fmt: skip
    yield from section(_("Fitted to these rows"), statistics_lines(tuple(slices(found.fitted, columns)), language))
    yield from section(names[found.column], statistics_lines(tuple(slices(found.left_out, columns)), language))
    yield from section(_("90% intervals of what was left out"), interval_lines(coverage(found.left_out), language))
    title = _("{n} figures fitted").format(n=len(found.fit.parameters))
    rows = [[p.key, brief(exp(x), language)] for p, x in zip(found.fit.parameters, found.fit.at, strict=True)]
    yield from section(title, table(rows, right=[1]))
