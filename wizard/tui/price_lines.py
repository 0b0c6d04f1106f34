"""A proposal of prices as lines for the screen: old and new, what each line became, what is odd. Pure."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from wizard.i18n.catalog import Translate
from wizard.i18n.format import format_date, format_money
from wizard.i18n.sources import source_in
from wizard.quotes.wording import before_text, value_text
from wizard.tui.speech import mark

if TYPE_CHECKING:
    from wizard.quotes.own import OwnPrice
    from wizard.quotes.proposal import Change, Proposal

KINDS = {
    "server": mark("a server to buy"),
    "rent": mark("a rented machine"),
    "api": mark("a model API, by the token"),
    "electricity": mark("electricity, by the kilowatt-hour"),
    "colocation": mark("colocation, by the kilowatt and month"),
    "maintenance": mark("maintenance a year"),
    "card": mark("a single card"),
}
FIELDS = {
    "price": mark("Price of a server"),
    "on_demand_per_hour": mark("Rent an hour, on demand"),
    "committed_1y_per_hour": mark("Rent an hour, one year"),
    "committed_3y_per_hour": mark("Rent an hour, three years"),
    "input_per_million": mark("Input, per million tokens"),
    "cached_input_per_million": mark("Cached input, per million tokens"),
    "output_per_million": mark("Output, per million tokens"),
    "per_kw_month": mark("Colocation, per kW and month"),
    "card_price": mark("Price of a card"),
}
SECTIONS = {
    "electricity": mark("Electricity"),
    "figures": mark("Maintenance, share of the price"),
}
_LONGEST_SOURCE = 48


class PriceLine(NamedTuple):
    text: str
    style: str = ""


def proposal_lines(proposal: "Proposal", language: str, say: Translate) -> Iterator[PriceLine]:
    """What the preview shows, from top to bottom."""
    yield PriceLine(_cut(source_in(language, proposal.source)), "bold")
    for warning in proposal.warnings:
        yield PriceLine(f"! {warning.in_language(language)}", "$text-warning")
    for change in proposal.changes:
        yield from _change(change, language, say)
    if proposal.same:
        yield PriceLine(say("The assessment holds this price already."), "$text-warning")
    yield PriceLine(f"→ {proposal.entry}", "$quiet")
    if proposal.accelerator:
        yield PriceLine(f"→ {say('accelerator')}: {proposal.accelerator}", "$quiet")
    for line in proposal.lines:
        amount = format_money(float(line.amount), proposal.currency, language, digits=2)
        meaning = line.becomes.in_language(language)
        meaning = say(FIELDS[meaning]) if meaning in FIELDS else meaning
        yield PriceLine(f"{_cut(line.text)} · {amount} → {meaning}")
    for notice in proposal.notices:
        yield PriceLine(f"· {notice.in_language(language)}", "$quiet")


def own_price_line(price: "OwnPrice", language: str, say: Translate) -> str:
    """One price of the client in the list of them."""
    value = f"{name_of(price.section, price.field, say)}: {value_text(price.figure, language)}"
    day = format_date(price.figure.retrieved_on, language)
    hidden = f" · {say('internal')}" if price.internal else ""
    entry = price.id.removeprefix("finance.maintenance_share_per_year").lstrip(".") or price.id
    return f"{value} · {entry} · {_cut(source_in(language, price.figure.source))}, {day}{hidden}"


def name_of(section: str, field: str, say: Translate) -> str:
    """What a figure is called; a field without a name of its own stands as it is."""
    known = FIELDS.get(field) or SECTIONS.get(section if not field else "")
    return say(known) if known else field or section


def _change(change: "Change", language: str, say: Translate) -> Iterator[PriceLine]:
    before = before_text(change, language) or say("nothing")
    name = name_of(change.section, change.field, say)
    yield PriceLine(f"{name}: {before} → {value_text(change.after, language)}", "bold $accent")
    if change.before is not None:
        where = f"{change.standing}: " if change.standing else ""
        old = f"{where}{_cut(source_in(language, change.before.source))}"
        yield PriceLine(f"  {old}, {format_date(change.before.retrieved_on, language)}", "$quiet")


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_SOURCE else f"{text[: _LONGEST_SOURCE - 1]}…"
