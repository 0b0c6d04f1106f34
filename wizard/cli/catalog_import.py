"""``rechenwerk catalog import``: takes a vendor's quote into an assessment, after showing what it would change."""

import argparse
import json
import sys
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wizard.cli.clock import as_of
from wizard.cli.exits import Exit
from wizard.cli.options import iso_date, positive_int
from wizard.cli.table import wrapped
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.domain.errors import CodedError
    from wizard.domain.provenance import Figure
    from wizard.quotes.order import Order
    from wizard.quotes.proposal import Change, Proposal

_KINDS = ("server", "rent", "api", "electricity", "colocation", "maintenance", "card")
_FIELDS = ("pos", "article", "text", "quantity", "unit", "price", "total", "discount", "vat", "currency", "term")
_YES = ("j", "ja", "y", "yes")
_PERCENT = 100
_LONGEST_SOURCE = 60


def add_arguments(parser: argparse.ArgumentParser, _: Translate) -> None:
    """Everything one can say about a quote; what is left out is read from the file, or asked for."""
    parser.add_argument("quote", type=Path, metavar="FILE", help=_("the vendor's quote, .xlsx or .csv"))
    parser.add_argument("file", type=Path, metavar="PATH", help=_("the assessment"))
    parser.add_argument("--kind", choices=_KINDS, help=_("what is priced; default: as the file says"))
    parser.add_argument("--entry", metavar="ID", help=_("the catalogue entry that is priced, or built most like it"))
    parser.add_argument("--accelerator", metavar="ID", help=_("the quoted accelerator, by exact id or alias"))
    parser.add_argument("--count", type=positive_int, metavar="N", help=_("accelerators in one machine"))
    parser.add_argument("--machines", type=positive_int, metavar="N", help=_("machines the quote is for"))
    parser.add_argument("--positions", metavar="LIST", help=_("only these positions, such as 1-4,7"))
    parser.add_argument("--sheet", metavar="NAME", help=_("the sheet of a workbook"))
    parser.add_argument(
        "--map", action="append", default=[], metavar="FIELD=COLUMN", help=_("column of a field: {fields}").format(
            fields=", ".join(_FIELDS))
    )  # fmt: skip
    parser.add_argument("--currency", metavar="CODE", help=_("currency of the prices, such as EUR"))
    parser.add_argument("--prices", choices=("net", "gross"), help=_("whether the prices are net of VAT"))
    parser.add_argument("--vat", type=_percent, metavar="PERCENT", help=_("VAT in gross prices, such as 19"))
    parser.add_argument("--numbers", choices=("de", "en"), help=_("how the file writes numbers: 1.234,56 or 1,234.56"))
    parser.add_argument("--per", choices=("hour", "month", "year"), help=_("what a rent is paid for"))
    parser.add_argument("--term", type=int, choices=(0, 12, 36), help=_("months a rented machine is committed for"))
    parser.add_argument("--country", metavar="CODE", help=_("country of a rented machine"))
    parser.add_argument("--law", choices=("EU", "US", "CH", "UK", "OTHER"), help=_("law the provider is subject to"))
    parser.add_argument(
        "--attestation",
        action="append",
        default=[],
        metavar="NAME",
        help=_("certificate of the provider, e.g. iso27001"),
    )
    parser.add_argument("--vendor", metavar="NAME", help=_("who made the offer"))
    parser.add_argument("--number", metavar="TEXT", help=_("number of the quote"))
    parser.add_argument("--date", type=iso_date, metavar="DATE", help=_("date of the quote, YYYY-MM-DD"))
    parser.add_argument("--valid-until", type=iso_date, metavar="DATE", help=_("last day of the offer, YYYY-MM-DD"))
    parser.add_argument("--internal", action="store_true", help=_("leaves the price out of every client copy"))
    parser.add_argument("--replace", action="store_true", help=_("replaces a price of another quote"))
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--yes", action="store_true", help=_("takes the quote over, also against warnings"))
    how.add_argument("--dry-run", action="store_true", help=_("only shows what would change"))


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Exit 0: taken over, or nothing to do; 1: only shown although something is to be decided."""
    from wizard.cli.errors import CommandError
    from wizard.domain.errors import CodedError
    from wizard.session import Session

    asks = sys.stdin.isatty() and sys.stderr.isatty() and not arguments.json and not arguments.dry_run
    order = _order(arguments)
    with Session.open(arguments.file, read_only=not (arguments.yes or asks)) as session:
        for notice in session.notices:
            talk.say(notice.in_language(talk.language))
        try:
            proposal = session.preview_quote(arguments.quote, order, as_of(arguments))
        except CodedError as error:
            return _asked(error, talk)
        if not arguments.json:
            talk.data(_lines(proposal, talk))
        wanted = not proposal.same and (arguments.yes or (asks and _agreed(talk)))
        if wanted:
            if session.read_only:
                raise CodedError(CommandError.READ_ONLY, place=str(arguments.file))
            session.take_prices(proposal)
    _tell(proposal, arguments, talk, applied=wanted)
    if arguments.dry_run:
        return Exit.PROBLEMS if proposal.warnings else Exit.DONE
    return Exit.DONE if wanted or proposal.same else Exit.PROBLEMS


def _asked(error: "CodedError", talk: Talk) -> int:
    """The question, and the option that answers it."""
    from wizard.quotes.errors import QuoteError

    talk.say(error.in_language(talk.language))
    field = str(error.details.get("field", ""))
    options = {
        QuoteError.NO_TABLE: '--map text="…" --map price="…"', QuoteError.NO_COLUMN: f'--map {field}="…"',
        QuoteError.SHEETS: "--sheet NAME", QuoteError.NUMBER: "--positions 1-4",
        QuoteError.AMBIGUOUS: "--numbers de | en", QuoteError.NO_CURRENCY: "--currency EUR",
        QuoteError.CURRENCIES: "--positions 1-4", QuoteError.NET_OR_GROSS: "--prices net | --prices gross --vat 19",
        QuoteError.ACCELERATOR: "--accelerator ID --count N", QuoteError.COUNT: "--machines N --count N",
        QuoteError.CONFLICT: "--replace", QuoteError.NEEDS: f"--{field} …",
    }  # fmt: skip
    option = options.get(error.error)  # type: ignore[call-overload]
    if option is not None:
        talk.say(talk.translate("option: {option}").format(option=option))
    return Exit.INPUT


def _order(arguments: argparse.Namespace) -> "Order":
    from wizard.quotes.order import Order

    return Order(
        kind=arguments.kind,
        entry=arguments.entry,
        accelerator=arguments.accelerator,
        count=arguments.count,
        machines=arguments.machines,
        vendor=arguments.vendor,
        number=arguments.number,
        day=arguments.date,
        valid_until=arguments.valid_until,
        currency=arguments.currency,
        prices=arguments.prices,
        vat=arguments.vat,
        numbers=arguments.numbers,
        period=arguments.per,
        term=arguments.term,
        country=arguments.country.upper() if arguments.country else None,
        law=arguments.law,
        attestations=tuple(arguments.attestation),
        sheet=arguments.sheet,
        mapping=dict(_pair(given) for given in arguments.map),
        positions=_positions(arguments.positions),
        internal=arguments.internal,
        replace=arguments.replace,
    )


def _pair(given: str) -> tuple[str, str]:
    from wizard.cli.errors import CommandError, wrong_usage

    field, equals, column = given.partition("=")
    if not equals or field.strip() not in _FIELDS or not column.strip():
        raise wrong_usage(CommandError.NOT_A_MAPPING, given=given, fields=", ".join(_FIELDS))
    return field.strip(), column.strip()


def _positions(given: str | None) -> tuple[str, ...]:
    """``1-4,7`` as single positions; ``2.1`` and other names stand as they are."""
    found: list[str] = []
    for part in (given or "").split(","):
        first, dash, last = part.strip().partition("-")
        if dash and first.isdigit() and last.isdigit() and int(first) <= int(last) < int(first) + 1000:
            found += map(str, range(int(first), int(last) + 1))
        elif part.strip():
            found.append(part.strip())
    return tuple(found)


def _percent(given: str) -> Decimal:
    """A share of VAT, 0 to 100."""
    try:
        value = Decimal(given.replace(",", ".").removesuffix("%").strip())
    except ArithmeticError:
        value = Decimal(-1)
    if not 0 <= value < _PERCENT:
        raise argparse.ArgumentTypeError(f"'{given}' is not a percentage such as 19")
    return value


def _agreed(talk: Talk) -> bool:
    talk.say(talk.translate("Take the price over? [y/N]"))
    return sys.stdin.readline().strip().casefold() in _YES


def _tell(proposal: "Proposal", arguments: argparse.Namespace, talk: Talk, *, applied: bool) -> None:
    _ = talk.translate
    if arguments.json:
        talk.json(json.dumps(_document(proposal, talk.language, applied=applied), ensure_ascii=False, indent=2))
    elif applied:
        talk.say(_("Taken over as {entry}; undo takes it back in one step.").format(entry=proposal.entry))
    elif proposal.same:
        talk.say(_("Nothing to take over: the assessment holds this price already."))
    elif arguments.dry_run:
        talk.say(_("Only shown; nothing was changed."))
    else:
        talk.say(_("Nothing was changed. --yes takes the price over."))


def _lines(proposal: "Proposal", talk: Talk) -> Iterator[str]:
    _, language = talk.translate, talk.language
    for warning in proposal.warnings:
        yield from wrapped(warning.in_language(language), first="! ", indent="  ")
    yield f"{proposal.entry} · {_source(proposal.source, language)}"
    if proposal.accelerator:
        yield _("accelerator: {id}").format(id=proposal.accelerator)
    for change in proposal.changes:
        yield from wrapped(_change(change, language, _), first="~ ", indent="    ")
    for line in proposal.lines:
        amount = _money(float(line.amount), proposal.currency, language)
        said = f"{line.place}  {line.text} · {amount} → {line.becomes.in_language(language)}"
        yield from wrapped(said, first="  ", indent="      ")
    for notice in proposal.notices:
        yield from wrapped(notice.in_language(language), first="· ", indent="  ")


def _change(change: "Change", language: str, _: Translate) -> str:
    from wizard.quotes.wording import before_text, value_text

    standing = f" [{change.standing}]" if change.standing else ""
    old = _("nothing")
    if change.before is not None:
        old = f"{before_text(change, language)} ({_origin(change.before, language)}){standing}"
    return f"{change.path}: {old} → {value_text(change.after, language)} ({_origin(change.after, language)})"


def _origin(figure: "Figure", language: str) -> str:
    from wizard.i18n.format import format_date

    source = _source(figure.source, language)
    source = source if len(source) <= _LONGEST_SOURCE else f"{source[: _LONGEST_SOURCE - 1]}…"
    return f"{source}, {format_date(figure.retrieved_on, language)}"


def _source(source: str, language: str) -> str:
    from wizard.i18n.sources import source_in

    return source_in(language, source)


def _money(value: float, currency: str, language: str) -> str:
    from wizard.i18n.format import format_money

    return format_money(value, currency, language, digits=2)


def _document(proposal: "Proposal", language: str, *, applied: bool) -> dict[str, Any]:
    return {
        "applied": applied,
        "same": proposal.same,
        "kind": proposal.kind,
        "entry": proposal.entry,
        "accelerator": proposal.accelerator,
        "currency": proposal.currency,
        "source": proposal.source,
        "changes": [
            {
                "path": change.path,
                "standing": change.standing or None,
                "before": change.before and _plain(change.before),
                "after": _plain(change.after),
            }
            for change in proposal.changes
        ],
        "lines": [
            {"place": x.place, "text": x.text, "amount": float(x.amount), "becomes": x.becomes.in_language(language)}
            for x in proposal.lines
        ],
        "warnings": [{"code": w.error.code, "place": w.place, "text": w.message(language)} for w in proposal.warnings],
        "notices": [notice.in_language(language) for notice in proposal.notices],
    }


def _plain(figure: "Figure") -> dict[str, Any]:
    day: date = figure.retrieved_on
    return {"value": figure.value, "unit": figure.unit, "source": figure.source, "retrieved_on": day.isoformat()}
