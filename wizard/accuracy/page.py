"""``docs/accuracy.md``: what was compared, how far off it is, and what was not used for fitting. English only."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from wizard.accuracy.basis import BASIS
from wizard.accuracy.leave_out import Refitted
from wizard.accuracy.markdown import coverage_rows, markdown_table, per_cent, side_by_side, slice_rows
from wizard.accuracy.order import Order, order_of
from wizard.accuracy.parameters import fitted_parameters
from wizard.accuracy.score import Slice, coverage, slices
from wizard.accuracy.validate import Validation
from wizard.accuracy.writing import TITLE
from wizard.sizing.figures import Facts

SPOT = "Spot check"
_MANY_ROWS = 10
"""Rows of an accelerator from which on its bias is stated."""
_JUDGED = ("throughput", "tpot", "ttft", "prefill", "weights_gib", "kv_cache_tokens", "peak_gib", "train_peak_gib",
           "train_tokens_per_s_per_gpu", "system_power_w")  # fmt: skip


@dataclass(frozen=True)
class Page:
    """All the page says."""

    found: Sequence[tuple[Validation, Refitted | None]]
    facts: Facts
    fingerprint: str
    on: date
    command: str

    def text(self) -> str:
        """Markdown, ending in one line break."""
        parts = [*self._head(), *self._tables(), *self._left_out(), *self._figures(), *self._spot()]
        return "\n".join(parts).rstrip() + "\n"

    def _head(self) -> Iterator[str]:
        yield TITLE
        yield ""
        yield f"Written by `{self.command}` on {self.on.isoformat()}. Do not edit: run the command again."
        yield ""
        yield f"Data: {self.fingerprint}"
        yield ""
        yield (
            "Every published measurement that comes with the program (`catalogs/benchmarks/`, with source and date of "
            "each row) is predicted from its model, accelerator, engine, formats, lengths and load; results in a row "
            "are never read. The error is predicted over measured minus one. Rows of one model on one accelerator "
            "resemble each other, so *by group* is the median over such groups of each group's median; p90 is the 90th "
            "percentile over rows. A row that is not predicted counts as a miss for the share within ±25 %."
        )
        yield ""
        yield (
            "**Fitted and new rows are told apart.** Errors on rows that took part in the fit say how well the "
            "formulas bend to them; only rows that did not, and the sections *left out*, say how well they carry over."
        )

    def _tables(self) -> Iterator[str]:
        for one, _anew in self.found:
            answered = sum(1 for said in one.answers if said.reason is None)
            yield from ("", f"## {one.table.kind}: {answered} of {len(one.table.rows)} rows predicted", "")
            judged = [each for each in one.slices(["use", "fitted"]) if each.by]
            yield from markdown_table(slice_rows(judged))
            yield from self._intervals_and_order(one)
            yield from _by_accelerator(one)
            yield from _unanswered(one)
            if one.table.kind in BASIS:
                yield from ("", BASIS[one.table.kind].en)

    def _intervals_and_order(self, one: Validation) -> Iterator[str]:
        if one.coverage:
            yield from ("", "90 % intervals:", "")
            yield from markdown_table(coverage_rows(one.coverage))
        yield from _order(one.order)

    def _left_out(self) -> Iterator[str]:
        for one, anew in self.found:
            if anew is None:
                continue
            for left in anew.left_out:
                word = "accelerator" if left.column == "gpu" else "model"
                yield from (
                    "",
                    f"## Left out: each {word} predicted with figures fitted without it, {one.table.kind}",
                    "",
                )
                yield (
                    f"The figures are fitted anew to all rows (left half), then once without each {word}, whose rows "
                    "are predicted with what the others taught (right half)."
                )
                yield ""
                mine, theirs = (tuple(slices(pairs, ["use"])) for pairs in (anew.pairs, left.pairs))
                yield from markdown_table(side_by_side(mine, theirs))
                yield from ("", "90 % intervals of what was left out:", "")
                yield from markdown_table(coverage_rows(coverage(left.pairs)))
                yield from _order(order_of(left.pairs))

    def _figures(self) -> Iterator[str]:
        fitted = [one.key for one in fitted_parameters(self.facts)]
        names = Counter(".".join(key.split(".")[:2]) for key in fitted)
        yield from ("", f"## Figures a fit may move: {len(fitted)}", "")
        yield (
            "By generation of accelerators, engine, number format or link; none by model, card or row. "
            "`rechenwerk validate --fit OUT.yaml` fits them again."
        )
        yield ""
        yield from markdown_table([["figure", "variants"], *([name, str(count)] for name, count in names.items())])

    def _spot(self) -> Iterator[str]:
        """The first predicted row of each use and engine: enough to notice that formulas have changed since."""
        yield from (
            "",
            f"## {SPOT}",
            "",
            "One row of each use and engine, as predicted when this page was written.",
            "",
        )
        rows = [["row", "quantity", "measured", "predicted"]]
        for one, _anew in self.found:
            seen = set()
            for pair in one.pairs:
                key = (pair.quantity, pair.row.text("use"), pair.row.text("engine").split(" ")[0].lower())
                if pair.predicted is not None and key not in seen and pair.quantity in _JUDGED:
                    seen.add(key)
                    numbers = (f"{pair.measured:.6g}", f"{pair.predicted.value:.6g}")
                    rows.append([f"`{pair.row.id}`", pair.quantity, *numbers])
        yield from markdown_table(rows)


def _order(order: Order) -> Iterator[str]:
    if order.share is not None:
        yield ""
        yield (
            "Order of accelerators (same model, engine, formats, lengths, number and load; more than 10 % apart): "
            f"{order.right} of {order.pairs} pairs right ({per_cent(order.share)})."
        )


def _by_accelerator(one: Validation) -> Iterator[str]:
    """Accelerators with enough rows, so that a systematic error shows."""
    found = [each for each in one.slices(["gpu", "engine"]) if _telling(each)]
    if found:
        yield from ("", f"By accelerator and by engine ({_MANY_ROWS} rows or more):", "")
        yield from markdown_table(slice_rows(found))


def _telling(one: Slice) -> bool:
    many = one.statistics is not None and one.statistics.rows >= _MANY_ROWS
    return bool(one.by) and many and one.quantity in _JUDGED


def _unanswered(one: Validation) -> Iterator[str]:
    reasons = one.unanswered()
    if reasons:
        yield from ("", "Not predicted:", "")
        for said, ids in reasons:
            yield f"- {len(ids)} × {said.reason.en if said.reason else ''}"
