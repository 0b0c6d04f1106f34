"""A validation as text and as JSON."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from wizard.accuracy.basis import BASIS
from wizard.accuracy.spellings import remarks
from wizard.cli.table import section, table, wrapped
from wizard.i18n.catalog import Translate, translator
from wizard.i18n.format import format_number, format_percent

if TYPE_CHECKING:
    from wizard.accuracy.order import Order
    from wizard.accuracy.score import Coverage, Slice, Statistics
    from wizard.accuracy.validate import Validation

_NAMED_ROWS = 3


def validation_document(found: "Validation", by: Sequence[str], language: str) -> dict[str, Any]:
    """Shares are numbers from 0 to 1; ``of`` counts the scoreable rows of a slice."""
    return {
        "file": found.table.name,
        "kind": found.table.kind,
        "rows": len(found.table.rows),
        "answered": sum(1 for one in found.answers if one.reason is None),
        "statistics": [slice_document(one) for one in found.slices(by)],
        "intervals": {name: asdict(one) for name, one in found.coverage.items()},
        "order": order_document(found.order),
        "built_from": BASIS[found.table.kind].in_language(language) if found.table.kind in BASIS else "",
        "remarks": [one.in_language(language) for one in remarks(found.table)],
        "unanswered": [
            {"reason": one.reason.in_language(language) if one.reason else "", "rows": len(ids), "ids": ids}
            for one, ids in found.unanswered()
        ],
    }


def slice_document(one: "Slice") -> dict[str, Any]:
    head = {"quantity": one.quantity, "by": one.by, "slice": one.name, "of": one.of}
    if one.statistics is None:
        return {**head, "rows": 0}
    numbers = asdict(one.statistics)
    names = {"tail": "p90", "close": "within_25_percent"}
    return head | {names.get(name, name): value for name, value in numbers.items()}


def validation_lines(found: "Validation", by: Sequence[str], language: str) -> Iterator[str]:
    """Table by table: how far off, how honest the intervals, which order, and what could not be predicted."""
    _ = translator(language, "cli")
    answered = sum(1 for one in found.answers if one.reason is None)
    title = _("{file}: {answered} of {rows} rows predicted").format(
        file=found.table.name, answered=answered, rows=len(found.table.rows)
    )
    yield from section(title, statistics_lines(found.slices(by), language))
    yield from section(_("90% intervals"), interval_lines(found.coverage, language))
    yield from order_lines(found.order, language)
    yield from section(_("Not predicted"), _unanswered(found, _, language))
    yield from section(_("Not understood"), _remarks(found, language))
    basis = BASIS.get(found.table.kind)
    if basis is not None:
        yield from section(_("Built from"), wrapped(basis.in_language(language)))


def order_document(order: "Order") -> dict[str, Any]:
    return {"pairs": order.pairs, "right": order.right, "share": order.share}


def order_lines(order: "Order", language: str) -> Iterator[str]:
    """Nothing where no two accelerators did the same work."""
    if order.share is None:
        return
    _ = translator(language, "cli")
    line = _("order of accelerators: {right} of {pairs} pairs right ({share})")
    yield ""
    yield from wrapped(
        line.format(right=order.right, pairs=order.pairs, share=format_percent(order.share, language, 1))
    )  # fmt: skip


def statistics_lines(slices: "Sequence[Slice]", language: str) -> Iterator[str]:
    """One line for each slice."""
    _ = translator(language, "cli")
    if not slices:
        yield _("nothing in the table can be compared")
        return
    head = [
        _("quantity"), _("slice"), _("rows / of"), _("groups"), _("median"), _("by group"), "p90", _("bias"),
        _("within 25%"), _("fold"),
    ]  # fmt: skip
    rows = [[one.quantity, one.name, *_cells(one.of, one.statistics, language)] for one in slices]
    yield from table([head, *rows], right=range(2, 10))


def _cells(of: int, found: "Statistics | None", language: str) -> list[str]:
    if found is None:
        return [f"0 / {of}", *["–"] * 7]
    bias = format_percent(found.bias, language, 1)
    return [
        f"{found.rows} / {of}",
        str(found.groups),
        format_percent(found.median, language, 1),
        format_percent(found.group_median, language, 1),
        format_percent(found.tail, language, 1),
        bias if found.bias < 0 else f"+{bias}",
        format_percent(found.close, language),
        format_number(found.fold, language, 2),
    ]


def interval_lines(coverage: "Mapping[str, Coverage]", language: str) -> Iterator[str]:
    """One line for each quantity that carries intervals."""
    _ = translator(language, "cli")
    if coverage:
        head = [_("quantity"), _("rows"), _("measured inside"), _("half-width, median")]
        rows = [
            [name, str(one.rows), format_percent(one.inside, language), format_percent(one.half_width, language)]
            for name, one in coverage.items()
        ]
        yield from table([head, *rows], right=[1, 2, 3])


def _remarks(found: "Validation", language: str) -> Iterator[str]:
    for one in remarks(found.table):
        yield from wrapped(one.in_language(language), indent="    ")


def _unanswered(found: "Validation", _: Translate, language: str) -> Iterator[str]:
    for one, ids in found.unanswered():
        reason = one.reason.in_language(language) if one.reason else ""
        yield from wrapped(f"{len(ids)} × {reason}", indent="    ")
        named = ", ".join(ids[:_NAMED_ROWS])
        more = len(ids) - _NAMED_ROWS
        rest = "" if more <= 0 else _(" and {n} more").format(n=more)
        yield from wrapped(f"{named}{rest}", indent="    ", first="    ")
