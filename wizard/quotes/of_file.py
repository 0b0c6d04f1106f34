"""Lines of a file that price machines: servers, rented ones, their support, single cards."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.quotes.columns import Period
from wizard.quotes.entries import entry_of
from wizard.quotes.errors import QuoteError
from wizard.quotes.lines import Line
from wizard.quotes.missing import missing
from wizard.quotes.naming import mentions, names_of
from wizard.quotes.order import Order
from wizard.quotes.placing import LEFT_OUT, need, path_of, put
from wizard.quotes.proposal import Placed
from wizard.quotes.quote import Quote
from wizard.quotes.rent import Rented, priced_rent
from wizard.quotes.server import Machine, priced_server, priced_support
from wizard.quotes.setting import Priced, Setting
from wizard.quotes.sorting import becomes, machine_of, period, support_years, term_months
from wizard.quotes.tariffs import priced_card

_NO_YEARS = text(
    "left out: for how many years? Without a term support is no yearly price",
    "nicht übernommen: Für wie viele Jahre? Ohne Laufzeit ist Wartung kein Jahrespreis",
)
_WHICH_SERVER = text(
    "to which server does the support belong? ",
    "Zu welchem Server gehört die Wartung? ",
)


def server_of_file(setting: Setting, quote: Quote) -> tuple[Priced, list[Placed]]:
    accelerator, count, machines = machine_of(quote, setting.order, setting.catalog)
    total = sum((x.total for x in quote.lines if x.role in ("machine", "part", "discount")), Decimal(0))
    support = {line: years for line in quote.lines if line.role == "maintenance" and (years := support_years(line))}
    yearly = sum((line.total / years for line, years in support.items()), Decimal(0))
    machine = Machine(accelerator, count, total / machines, yearly / machines if yearly > 0 else None)
    priced = priced_server(setting, machine)
    placed = [
        put(line, _NO_YEARS if line.role == "maintenance" and line not in support else becomes(line))
        for line in quote.lines
    ]
    return replace(priced, notices=(_machines(machines, count, accelerator), *priced.notices)), placed


def _machines(machines: int, count: int, accelerator: str) -> Text:
    if machines == 1:
        return text(
            f"One machine with {count} × {accelerator}.",
            f"Eine Maschine mit {count} × {accelerator}.",
        )
    return text(
        f"{machines} machines with {count} × {accelerator} each; the price is that of one.",
        f"{machines} Maschinen mit je {count} × {accelerator}; der Preis ist der von einer.",
    )


def rent_of_file(setting: Setting, quote: Quote) -> tuple[Priced, list[Placed]]:
    running, once = _rent_lines(setting.order, quote)
    need(running, quote, "rent")
    by_term = _terms(setting.order, running)
    accelerator, count = None, None
    if setting.order.entry is None:
        accelerator, count, _ = machine_of(quote, setting.order, setting.catalog)
    prices = {term: _sum_of(quote, lines, count, setting) for term, lines in by_term.items()}
    fee = sum((line.total / line.quantity for line in once), Decimal(0)) or None
    priced = priced_rent(setting, Rented(prices, accelerator, count, fee if fee and fee > 0 else None))
    fields = {line: change.field for (_, lines), change in zip(by_term.items(), priced.changes, strict=True)
              for line in lines}  # fmt: skip
    new = setting.order.entry is None
    paths = {**fields, **{line: "setup_fee" for line in once if new}}
    placed = [put(line, path_of(paths[line]) if line in paths else LEFT_OUT) for line in quote.lines]
    return priced, placed


def _rent_lines(order: Order, quote: Quote) -> tuple[list[Line], list[Line]]:
    """Lines paid by the period, and those paid once."""
    counting = [line for line in quote.lines if line.role != "optional" and line.quantity]
    timed = [line for line in counting if (order.period or period(quote, line)) is not None]
    once = [line for line in counting if line not in timed and line.role in ("installation", "part")] if timed else []
    return timed or counting, once


def _terms(order: Order, lines: Sequence[Line]) -> dict[int, list[Line]]:
    """Lines by months of commitment. A single term holds for all; several are prices beside each other."""
    if order.term is not None:
        return {order.term: list(lines)}
    said = [term_months(line) for line in lines]
    known = {term for term in said if term is not None}
    if len(known) <= 1:
        return {known.pop() if known else 0: list(lines)}
    found: dict[int, list[Line]] = {}
    for line, term in zip(lines, said, strict=True):
        found.setdefault(term or 0, []).append(line)
    return found


def _sum_of(quote: Quote, lines: Sequence[Line], count: int | None, setting: Setting) -> tuple[Decimal, Period | None]:
    """Price of one machine for one period."""
    periods = {setting.order.period or period(quote, line) for line in lines}
    if len(periods) > 1:
        found = ", ".join(str(one) for one in periods)
        raise CodedError(QuoteError.COUNT, place=quote.place, found=found)
    total = Decimal(0)
    for line in lines:
        each = line.total / line.quantity
        per_gpu = re.search(r"\bgpus?\b", line.unit, re.IGNORECASE)
        total += each * (count or setting.order.count or 1) if per_gpu else each
    return total, periods.pop()


def maintenance_of_file(setting: Setting, quote: Quote) -> tuple[Priced, list[Placed]]:
    """Support a year over the price of the server it belongs to."""
    if setting.order.entry is None:
        raise missing("entry", _WHICH_SERVER, quote.place)
    server = setting.catalog.servers[entry_of(setting.catalog, "maintenance", setting.order.entry)]
    counting = [line for line in quote.lines if line.role != "optional"]
    years = {line: found for line in counting if (found := support_years(line))}
    need(years, quote, "years")
    yearly = sum((line.total / found / (setting.order.machines or 1) for line, found in years.items()), Decimal(0))
    price = Decimal(repr(setting.euro(server.price.value, server.price_currency) / setting.euro(1.0)))
    priced = priced_support(setting, yearly / price, server.id)
    return priced, [put(x, path_of(priced.entry) if x in years else _NO_YEARS) for x in quote.lines]


def card_of_file(setting: Setting, quote: Quote) -> tuple[Priced, list[Placed]]:
    names = names_of(setting.catalog)
    lines = [x for x in quote.lines if x.role == "part" and mentions(x.texts, names, setting.catalog)[0]]
    if setting.order.entry is None:
        accelerator, _, _ = machine_of(quote, setting.order, setting.catalog)
        setting = replace(setting, order=replace(setting.order, entry=accelerator))
    need(lines, quote, "accelerator")
    total = sum((line.total for line in lines), Decimal(0))
    priced = priced_card(setting, total / sum((line.quantity for line in lines), Decimal(0)))
    return priced, [put(x, path_of(priced.changes[0].path) if x in lines else LEFT_OUT) for x in quote.lines]
