"""One price typed by hand: amount, vendor, number and date of the offer."""

from dataclasses import replace
from datetime import date
from typing import NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from wizard.domain.errors import CodedError
from wizard.i18n.format import format_date
from wizard.questionnaire.dates import read_date
from wizard.quotes.order import TERMS, Order
from wizard.tui.display import clean, shown
from wizard.tui.speech import Speaking, mark
from wizard.tui.widgets.choice_list import ChoiceList

_PRICES = {
    "server": mark("Net price of one server, such as 61,200 EUR"),
    "rent": mark("Net rent of one machine, such as 2.95 USD/h or 2,150 EUR/month"),
    "api": mark("Net price per million tokens, input; output, such as 0.59; 0.79 USD"),
    "electricity": mark("Net price of a kilowatt-hour, such as 21 ct"),
    "colocation": mark("Net price per kW and month, such as 190 EUR"),
    "maintenance": mark("Share of the price a year, such as 7 %, or a net amount a year"),
    "card": mark("Net price of one card, such as 7,890 EUR"),
}
_FIELDS = ("price", "vendor", "number", "day")


class Typed(NamedTuple):
    price: str
    order: Order


class PriceForm(ModalScreen[Typed | None], Speaking):
    """Returns what was typed, or None. ``before`` brings back what a refusal left standing."""

    BINDINGS = [
        Binding("escape", "leave", show=False),
        Binding("ctrl+s,f9", "take_over", show=False, priority=True),
    ]

    def __init__(self, order: Order, entry: str, before: str = "", refusal: str = "") -> None:
        super().__init__()
        self._order, self._entry, self._before, self._refusal = order, entry, before, refusal

    def compose(self) -> ComposeResult:
        order = self._order
        assert order.kind is not None  # noqa: S101 - chosen before
        day = format_date(order.day, "de") if order.day and self.language == "de" else (order.day or "")
        with Vertical(id="dialog"):
            yield Static(shown(self._entry, "$quiet"), classes="text", markup=False)
            yield from self._labelled("price", self.say(_PRICES[order.kind]), self._before)
            if order.kind == "rent":
                terms = (self.say("no commitment"), self.say("one year"), self.say("three years"))
                yield ChoiceList(terms, list_id="term")
            yield from self._labelled("vendor", self.say("Who made the offer"), order.vendor or "")
            yield from self._labelled("number", self.say("Number of the offer, if there is one"), order.number or "")
            yield from self._labelled("day", self.say("Date of the offer"), str(day))
            yield Static(shown(self._refusal, "$text-warning", lines=True), id="refusal", classes="text", markup=False)
            keys = self.say("Tab next  Enter preview  Esc back")
            yield Static(shown(keys, "$quiet"), id="keys", markup=False)

    def on_mount(self) -> None:
        self.query_one("#dialog").border_title = shown(self.say("Enter a price"))
        if self._order.kind == "rent":
            self.query_one("#term", ChoiceList).highlighted = TERMS.index(self._order.term or 0)
        self.query_one("#price", Input).focus()

    def on_input_submitted(self) -> None:
        self.action_take_over()

    def on_option_list_option_selected(self) -> None:
        self.action_take_over()

    def action_take_over(self) -> None:
        price, vendor, number, day = (self.query_one(f"#{name}", Input).value.strip() for name in _FIELDS)
        if not price or not vendor:
            missing = "price" if not price else "vendor"
            self._refuse(self.say("Still missing: the price") if not price else self.say("Still missing: the vendor"))
            self.query_one(f"#{missing}", Input).focus()
            return
        try:
            dated = date.fromisoformat(read_date(day, self.language))
        except CodedError as error:
            self._refuse(error.message(self.language))
            self.query_one("#day", Input).focus()
            return
        term = TERMS[self.query_one("#term", ChoiceList).highlighted or 0] if self._order.kind == "rent" else None
        order = replace(self._order, vendor=vendor, number=number or None, day=dated, term=term)
        self.dismiss(Typed(price, order))

    def action_leave(self) -> None:
        self.dismiss(None)

    def _labelled(self, name: str, label: str, value: str) -> ComposeResult:
        yield Static(shown(label, "$quiet"), classes="label", markup=False)
        yield Input(clean(value), id=name, compact=True, select_on_focus=False)

    def _refuse(self, text: str) -> None:
        self.query_one("#refusal", Static).update(shown(text, "$text-warning", lines=True))
