"""Shows what a refresh brought: a table for each source, and the same as JSON."""

import math
from collections.abc import Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from wizard.cli.table import table, wrapped
from wizard.cli.talk import Talk

if TYPE_CHECKING:
    from wizard.domain.errors import CodedError
    from wizard.refresh.gate import Judged, Verdict


def outcome_lines(judged: "Sequence[Judged]", day: date, talk: Talk) -> Iterator[str]:
    """Every figure of every source with its old value, then the reasons of refusals."""
    _ = talk.translate
    for one in judged:
        yield f"{one.source.name}: {one.source.title}"
        if one.failure:
            yield from wrapped(one.failure.in_language(talk.language), first="✗ ", indent="  ")
        shown = [verdict for verdict in one.verdicts if verdict.price is not None]
        if shown:
            head = ["", _("figure"), _("old"), _("new"), _("change"), _("age of the old")]
            yield from table([head, *(_row(one, verdict, day, talk) for verdict in shown)], right=(2, 3, 4, 5))
        for verdict in shown:
            if verdict.refusal:
                yield from wrapped(verdict.refusal.in_language(talk.language), first="✗ ", indent="  ")
        yield from _missing(one, talk)
        yield ""


def _missing(one: "Judged", talk: Talk) -> Iterator[str]:
    """All figures without a price share a line: their reason is the same."""
    missing = [verdict for verdict in one.verdicts if verdict.price is None]
    if missing and missing[0].refusal:
        names = ", ".join(str(verdict.key) for verdict in missing)
        reason = missing[0].refusal
        line = f"[{reason.error.code}] {reason.message(talk.language)}: {names}"
        yield from wrapped(line, first="✗ ", indent="  ")


def _row(one: "Judged", verdict: "Verdict", day: date, talk: Talk) -> list[str]:
    from wizard.i18n.format import format_number, format_percent

    old, price, language = verdict.old, verdict.price, talk.language
    change = None if verdict.change is None else round(verdict.change, 3)
    sign = "+" if change and change > 0 else "−" if change else ""
    days = (day - old.retrieved_on).days if old else None
    return [
        "✓" if verdict.taken and not one.failure else "✗",
        str(verdict.key),
        format_number(old.value, language) if old else "–",
        format_number(price.value, language) if price else "–",
        "–" if change is None else sign + format_percent(abs(change), language, 1),
        "–" if days is None else talk.translate("{days} days").format(days=days),
    ]


def outcome_end(judged: "Sequence[Judged]", talk: Talk, *, saved: bool, dry_run: bool) -> str:
    """What came of it all, in a sentence."""
    from wizard.catalogs.refreshed import refreshed_file

    _ = talk.translate
    taken = sum(len(one.taken) for one in judged)
    everything = sum(len(one.verdicts) for one in judged)
    counted = _("{taken} of {all} figures are plausible").format(taken=taken, all=everything)
    if dry_run:
        return counted + _("; nothing was saved, as asked.")
    if not saved:
        return counted + _("; nothing was saved, the last good prices stay.")
    return counted + _("; saved in {path}. --undo brings the ones before back.").format(path=refreshed_file())


def outcome_document(
    judged: "Sequence[Judged]", day: date, language: str, *, saved: bool, dry_run: bool
) -> dict[str, Any]:
    """The same for machines; a price that is no number is null."""
    return {
        "ok": all(one.complete for one in judged),
        "read_on": day.isoformat(),
        "dry_run": dry_run,
        "saved": saved,
        "sources": [
            {
                "name": one.source.name,
                "hosts": list(one.source.hosts),
                "failure": _error(one.failure, language),
                "figures": [_figure(one, verdict, language) for verdict in one.verdicts],
            }
            for one in judged
        ],
    }


def _figure(one: "Judged", verdict: "Verdict", language: str) -> dict[str, Any]:
    old, price = verdict.old, verdict.price
    finite = price is not None and math.isfinite(price.value)
    return {
        "figure": str(verdict.key),
        "old": {"value": old.value, "retrieved_on": old.retrieved_on.isoformat(), "layer": old.layer} if old else None,
        "new": {"value": price.value if finite else None, "observed_on": price.observed_on.isoformat()}
        if price
        else None,
        "currency": price.currency if price else None,
        "change": verdict.change,
        "taken": verdict.taken and one.failure is None,
        "refusal": _error(verdict.refusal, language),
    }


def _error(error: "CodedError | None", language: str) -> dict[str, str] | None:
    return {"code": error.error.code, "text": error.message(language)} if error else None
