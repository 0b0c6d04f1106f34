"""What a quote leaves open, asked one by one: each answer goes into the order, and the quote is read again."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from wizard.domain.errors import CodedError
from wizard.i18n.format import format_number
from wizard.quotes.errors import QuoteError
from wizard.quotes.order import KINDS, Order
from wizard.tui.key_order import KeyOrder
from wizard.tui.price_lines import KINDS as KIND_NAMES
from wizard.tui.screens.ask import ChooseDialog, LineDialog
from wizard.tui.screens.pick import Choice, PickDialog
from wizard.tui.speech import Speaking, mark

if TYPE_CHECKING:
    from wizard.session import Session

Answered = Callable[[Order | None], None]
_PERIODS = (("hour", mark("an hour")), ("month", mark("a month")), ("year", mark("a year")))
_MOST = 10_000
_LAWS = ("EU", "US", "CH", "UK", "OTHER")
_SECTION = {"server": "servers", "rent": "offers", "api": "apis", "electricity": "electricity",
            "colocation": "colocation", "maintenance": "servers", "card": "accelerators"}  # fmt: skip


class PriceQuestions:
    """Asks what an error asks. ``asked`` gets the order with the answer, or None when the person gave up."""

    def __init__(self, screen: Speaking, session: "Session", asked: Answered) -> None:
        self._screen, self._session, self._asked = screen, session, asked

    def ask(self, error: CodedError, order: Order, *, by_hand: bool) -> bool:
        """Shows the question; False where no answer could help, or where the typed price itself is in question."""
        if by_hand and error.error is QuoteError.AMBIGUOUS:
            return False
        handler = self._handler(error, order)
        if handler is None:
            return False
        handler()
        return True

    def _handler(self, error: CodedError, order: Order) -> Callable[[], None] | None:
        why = error.message(self._screen.language)
        say = self._screen.say
        match error.error:
            case QuoteError.AMBIGUOUS:
                lines = [say("German: 1.234,56"), say("English: 1,234.56")]
                return lambda: self._choose(why, lines, lambda i: replace(order, numbers=("de", "en")[i]))
            case QuoteError.NO_CURRENCY:
                return lambda: self._line(say("Currency"), "EUR", why, lambda t: replace(order, currency=t.upper()))
            case QuoteError.NET_OR_GROSS:
                return lambda: self._net_or_gross(why, order)
            case QuoteError.SHEETS:
                return lambda: self._line(say("Sheet"), "", why, lambda t: replace(order, sheet=t))
            case QuoteError.ACCELERATOR:
                return lambda: self._accelerator(order)
            case QuoteError.COUNT:
                return lambda: self._counts(why, order)
            case QuoteError.CONFLICT:
                lines = [say("Keep what is there"), say("Put the new price in its place")]
                return lambda: self._choose(why, lines, lambda i: replace(order, replace=True) if i else None)
            case QuoteError.NO_TABLE | QuoteError.NO_COLUMN:
                start = "text= ; price= "
                return lambda: self._line(say("Names of the columns"), start, why, lambda t: _mapped(order, t))
            case QuoteError.NEEDS:
                return self._missing(str(error.details.get("field", "")), why, order)
        return None

    def _missing(self, field: str, why: str, order: Order) -> Callable[[], None] | None:
        say = self._screen.say
        match field:
            case "vendor":
                return lambda: self._line(say("Vendor"), "", why, lambda t: replace(order, vendor=t))
            case "date":
                return lambda: self._line(say("Date of the quote"), "", why, lambda t: self._dated(order, t))
            case "country":
                return lambda: self._line(say("Country"), "DE", why, lambda t: replace(order, country=t.upper()))
            case "law":
                laws = [*_LAWS[:-1], say("another law")]
                return lambda: self._choose(why, laws, lambda i: replace(order, law=_LAWS[i]))  # type: ignore[arg-type]
            case "kind":
                names = [say(KIND_NAMES[kind]) for kind in KINDS]
                return lambda: self._choose(why, names, lambda i: replace(order, kind=KINDS[i]))
            case "per":
                names = [say(name) for _, name in _PERIODS]
                return lambda: self._choose(why, names, lambda i: replace(order, period=_PERIODS[i][0]))  # type: ignore[arg-type]
            case "term":
                terms = (0, 12, 36)
                names = [say("no commitment"), say("one year"), say("three years")]
                return lambda: self._choose(why, names, lambda i: replace(order, term=terms[i]))
            case "entry":
                return lambda: self._entry(order)
        return None

    def _choose(self, why: str, lines: list[str], answer: Callable[[int], Order | None]) -> None:
        def chosen(index: int | None) -> None:
            self._asked(None if index is None else answer(index))

        self._push(ChooseDialog(self._screen.say("One question"), lines, text=why), chosen)

    def _line(self, title: str, start: str, why: str, answer: Callable[[str], Order | None]) -> None:
        def typed(text: str | None) -> None:
            self._asked(answer(text) if text else None)

        self._push(LineDialog(title, start, text=why), typed)

    def _dated(self, order: Order, text: str) -> Order:
        from datetime import date

        from wizard.questionnaire.dates import read_date

        try:
            return replace(order, day=date.fromisoformat(read_date(text, self._screen.language)))
        except CodedError:
            return order  # asked again

    def _net_or_gross(self, why: str, order: Order) -> None:
        say = self._screen.say

        def rate(text: str) -> Order:
            try:
                return replace(order, prices="gross", vat=Decimal(text.replace(",", ".").rstrip("% ")))
            except InvalidOperation:
                return order

        def chosen(index: int | None) -> None:
            if index == 1:
                self._line(say("VAT in percent"), "19", why, rate)
            else:
                self._asked(None if index is None else replace(order, prices="net"))

        if order.prices == "gross":
            chosen(1)
            return
        lines = [say("net, without VAT"), say("gross, with VAT")]
        self._push(ChooseDialog(say("One question"), lines, text=why), chosen)

    def _counts(self, why: str, order: Order) -> None:
        """Machines, then accelerators in each of them."""
        say = self._screen.say

        def machines(text: str | None) -> None:
            if not text:
                self._asked(None)
                return
            known = replace(order, machines=_whole(text) or order.machines)
            self._line(say("Accelerators in one machine"), "", why, lambda t: replace(known, count=_whole(t)))

        self._push(LineDialog(say("Machines of the quote"), "1", text=why), machines)

    def _accelerator(self, order: Order) -> None:
        say = self._screen.say

        def picked(choice: Choice | None) -> None:
            self._release()
            if choice is None:
                self._asked(None)
                return
            known = replace(order, accelerator=str(choice.value))
            self._line(say("Accelerators in one machine"), "1", choice.label, lambda t: replace(known, count=_whole(t)))

        self._pick(say("Which accelerator is quoted?"), "accelerators", picked)

    def _entry(self, order: Order) -> None:
        def picked(choice: Choice | None) -> None:
            self._release()
            self._asked(None if choice is None else replace(order, entry=str(choice.value)))

        self._pick(self._screen.say("Which entry of the catalogue?"), _SECTION[order.kind or "server"], picked)

    def _pick(self, title: str, section: str, picked: Callable[[Choice | None], None]) -> None:
        app = self._screen.app
        if isinstance(app, KeyOrder):
            app.focus_leaves()
        app.push_screen(PickDialog(title, lambda: entries(self._session, section, self._screen.language)), picked)

    def _release(self) -> None:
        if isinstance(self._screen.app, KeyOrder):
            self._screen.app.focus_arrives()

    def _push(self, dialog: Any, answered: Callable[[Any], None]) -> None:
        self._screen.app.push_screen(dialog, answered)


def entries(session: "Session", section: str, language: str) -> list[Choice]:
    """Entries of a section with their ids; a figure shows what it is now."""
    found = []
    for identity, entry in getattr(session.catalog(), section).items():
        provider = getattr(entry, "provider", "")
        name = getattr(entry, "name", "") or f"{format_number(entry.value, language)} {entry.unit}"
        found.append(Choice(f"{provider} {name}".strip(), identity, identity))
    return found


def _mapped(order: Order, text: str) -> Order:
    """``text=Produkt; price=Netto`` as a mapping."""
    pairs = (part.partition("=") for part in text.split(";"))
    named = {field.strip(): column.strip() for field, _, column in pairs if field.strip() and column.strip()}
    return replace(order, mapping=named)


def _whole(text: str) -> int | None:
    """A number from 1; anything else is asked again."""
    return int(text) if text.isascii() and text.isdigit() and 0 < int(text) <= _MOST else None
