"""What a new price moved, as lines for the screen: verdict, cost of each option, where the price is used. Pure."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from wizard.i18n.catalog import Translate
from wizard.tui.live_rows import money, offer_of, verdict_line
from wizard.tui.names import OPTIONS
from wizard.tui.price_lines import PriceLine

if TYPE_CHECKING:
    from wizard.domain.result import Option, Result
    from wizard.quotes.proposal import Proposal

_USED = "bold $accent"
ALONE = ("server", "rent")
"""Kinds of machines that can be looked at as if there were no other."""
_BY_MACHINE = ("server", "rent", "api", "colocation")
"""Kinds of prices that stand beside an option's items; others are part of every cost."""


def moved_lines(
    before: "Result | None", after: "Result", proposal: "Proposal | None", language: str, say: Translate,
    named: Callable[[str], str], alone: "Result | None" = None,
) -> Iterator[PriceLine]:  # fmt: skip
    """From top to bottom.

    Args:
        before: the result without the price; None where none was finished yet.
        after: the result with it.
        proposal: what was taken over; None where a price was taken away.
        language: of the lines.
        say: translates the program's own words.
        named: id of a machine → its name.
        alone: the result as if there were no other machine of this kind, once it is known.
    """
    old = verdict_line(before, language, say) if before else "–"
    new = verdict_line(after, language, say)
    yield PriceLine(f"{old} → {new}" if old != new else say("unchanged: {verdict}").format(verdict=new), "bold")
    for option in after.options:
        yield from _cost(before.option(option.id) if before else None, option, language, say)
    if proposal is None or proposal.kind not in _BY_MACHINE:
        return
    if using := users(after, proposal):
        names = ", ".join(say(OPTIONS[option.id]) for option in using)
        yield PriceLine(say("The new price counts in: {options}").format(options=names))
    else:
        yield from _unused(after, proposal, alone, language, say, named)


def users(result: "Result", proposal: "Proposal") -> list["Option"]:
    """Options that reckon with the price."""
    return [option for option in result.options if any(item.source == proposal.source for item in option.items)]


def _cost(before: "Option | None", after: "Option", language: str, say: Translate) -> Iterator[PriceLine]:
    if after.cost is None:
        return
    new = money(after.cost.npv_eur.p50, language)
    old = money(before.cost.npv_eur.p50, language) if before and before.cost else "–"
    name = say(OPTIONS[after.id])
    yield PriceLine(f"{name}: {old} → {new}", _USED) if old != new else PriceLine(f"{name}: = {new}", "$quiet")


def _unused(
    after: "Result", proposal: "Proposal", alone: "Result | None", language: str, say: Translate,
    named: Callable[[str], str],
) -> Iterator[PriceLine]:  # fmt: skip
    """What each option takes instead, and what the quoted machine would cost there."""
    yield PriceLine(say("No option takes it:"), "$text-warning")
    with_it = users(alone, proposal) if alone else []
    for option in with_it:
        other = after.option(option.id)
        failed = [gate.text.in_language(language) for gate in option.gates if gate.verdict == "fail"]
        if failed:
            reason = say("{option}: excluded with it: {reason}")
            yield PriceLine("  " + reason.format(option=say(OPTIONS[option.id]), reason="; ".join(failed)))
            continue
        if option.cost is None or other is None or other.cost is None:
            continue
        texts = {"option": say(OPTIONS[option.id]), "machine": offer_of(other, named)}
        costs = {"with_it": money(option.cost.npv_eur.p50, language), "cost": money(other.cost.npv_eur.p50, language)}
        yield PriceLine("  " + say("{option}: {with_it} with it, {cost} with {machine}").format(**texts, **costs))
    if alone is not None and not with_it:
        yield PriceLine("  " + say("this machine does not hold every workload"), "$text-warning")
