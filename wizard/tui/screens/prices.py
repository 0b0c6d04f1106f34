"""The prices of the client: quotes read from files, prices typed by hand, and the list of both."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from wizard.domain.errors import CodedError
from wizard.quotes.errors import QuoteError
from wizard.quotes.order import KINDS, Order
from wizard.tui.display import shown, tell
from wizard.tui.key_order import KeyOrder
from wizard.tui.price_lines import KINDS as KIND_NAMES
from wizard.tui.price_lines import own_price_line
from wizard.tui.screens.ask import ChooseDialog
from wizard.tui.screens.file_pick import FilePick
from wizard.tui.screens.pick import Choice, PickDialog
from wizard.tui.screens.price_form import PriceForm, Typed
from wizard.tui.screens.price_preview import Decision, PricePreview
from wizard.tui.screens.price_questions import PriceQuestions, entries
from wizard.tui.speech import Speaking

if TYPE_CHECKING:
    from collections.abc import Callable

    from wizard.quotes.own import OwnPrice
    from wizard.quotes.proposal import Proposal
    from wizard.session import Session

_SUFFIXES = (".xlsx", ".csv", ".tsv", ".txt")
_SECTIONS = {"server": ("servers",), "rent": ("offers", "servers"), "api": ("apis",), "electricity": ("electricity",),
             "colocation": ("colocation",), "maintenance": ("servers",), "card": ("accelerators",)}  # fmt: skip


class PriceStep(NamedTuple):
    """One change of the client's prices."""

    proposal: "Proposal | None"
    """What was taken over; None: a price was taken away."""


class PricesDialog(ModalScreen[PriceStep | None], Speaking):
    """Returns what was taken over or taken away, or None."""

    BINDINGS = [
        Binding("escape", "leave", show=False),
        Binding("delete", "remove", show=False),
    ]

    def __init__(self, session: "Session") -> None:
        super().__init__()
        self._session = session
        self._own: tuple[OwnPrice, ...] = ()
        self._order = Order()
        self._file: Path | None = None
        self._typed = ""

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield OptionList(id="choices", compact=True, markup=False, classes="-short")
            yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        self.retell()

    def retell(self) -> None:
        self.query_one("#dialog").border_title = shown(self.say("Prices of the client"))
        keys = self.say("↑↓ choose  Enter open  Delete remove  Esc back")
        self.query_one("#keys", Static).update(shown(keys, "$quiet"))
        self._write()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        doors = (self._choose_file, self._choose_kind)
        if event.option_index < len(doors):
            if not self._refuse_read_only():
                doors[event.option_index]()
        else:
            self.action_remove()

    def action_leave(self) -> None:
        self.dismiss(None)

    def action_remove(self) -> None:
        index = (self.query_one(OptionList).highlighted or 0) - 2
        if not 0 <= index < len(self._own) or self._refuse_read_only():
            return
        price = self._own[index]

        def confirmed(answer: int | None) -> None:
            if answer == 1:
                self._keep(lambda: self._session.drop_price(price), PriceStep(None))

        lines = [self.say("No, keep it"), self.say("Yes, remove it (undo brings it back)")]
        text = own_price_line(price, self.language, self.say)
        self.app.push_screen(ChooseDialog(self.say("Remove this price?"), lines, text=text), confirmed)

    # -- a quote from a file --------------------------------------------------------------------------------------

    def _choose_file(self) -> None:
        def chosen(path: Path | None) -> None:
            if path is not None:
                self._file, self._order = path, Order()
                self._preview()

        folder = self._session.path.resolve().parent
        self.app.push_screen(FilePick(self.say("Which quote? .xlsx or .csv"), folder, _SUFFIXES), chosen)

    # -- one price by hand ----------------------------------------------------------------------------------------

    def _choose_kind(self) -> None:
        def chosen(index: int | None) -> None:
            if index is not None:
                self._file, self._typed = None, ""
                self._order = Order(kind=KINDS[index], day=date.today())  # noqa: DTZ011 - the consultant's own day
                self._choose_entry()

        names = [self.say(KIND_NAMES[kind]) for kind in KINDS]
        self.app.push_screen(ChooseDialog(self.say("What is priced?"), names), chosen)

    def _hold_keys(self) -> None:
        if isinstance(self.app, KeyOrder):
            self.app.focus_leaves()

    def _release_keys(self) -> None:
        if isinstance(self.app, KeyOrder):
            self.app.focus_arrives()

    def _choose_entry(self) -> None:
        def picked(choice: Choice | None) -> None:
            self._release_keys()
            if choice is not None:
                self._order = replace(self._order, entry=str(choice.value) or None)
                self._form(choice.hint or choice.label)

        self._hold_keys()
        title = self.say("Which entry? The nearest name is never assumed")
        self.app.push_screen(PickDialog(title, self._offered), picked)

    def _offered(self) -> list[Choice]:
        kind = self._order.kind or "server"
        found = [] if kind != "maintenance" else [Choice(self.say("all servers that are bought"), "", "")]
        for section in _SECTIONS[kind]:
            for choice in entries(self._session, section, self.language):
                other = kind == "rent" and section == "servers"
                name = self.say("another provider: {machine}", machine=choice.label) if other else choice.label
                found.append(Choice(name, f"servers.{choice.value}" if other else choice.value, choice.hint))
        return found

    def _form(self, entry: str, refusal: str = "") -> None:
        def typed(answer: Typed | None) -> None:
            if answer is not None:
                self._typed, self._order = answer.price, answer.order
                self._preview()

        self.app.push_screen(PriceForm(self._order, entry, self._typed, refusal), typed)

    # -- preview and taking over ----------------------------------------------------------------------------------

    @work(thread=True, exit_on_error=False, exclusive=True, group="prices")
    def _preview(self) -> None:
        outcome: Proposal | CodedError
        try:
            if self._file is not None:
                outcome = self._session.preview_quote(self._file, self._order)
            else:
                outcome = self._session.preview_price(self._typed, self._order, self.language)
        except CodedError as error:
            outcome = error
        except Exception as error:  # the interview goes on whatever a file holds
            outcome = CodedError(QuoteError.UNREADABLE, detail=f"{type(error).__name__}: {error}")
        self.app.call_from_thread(self._previewed, outcome)

    def _previewed(self, outcome: "Proposal | CodedError") -> None:
        if isinstance(outcome, CodedError):
            self._refused(outcome)
            return

        def decided(decision: Decision | None) -> None:
            if decision == "other_visibility":
                self._order = replace(self._order, internal=not self._order.internal)
                self._preview()
            elif decision == "take":
                self._keep(lambda: self._session.take_prices(outcome), PriceStep(outcome))

        self.app.push_screen(PricePreview(outcome, internal=self._order.internal), decided)

    def _refused(self, error: CodedError) -> None:
        """Asks what an answer can settle; what is wrong with a typed price goes back to its form."""

        def asked(order: Order | None) -> None:
            if order is not None:
                self._order = order
                self._preview()

        if PriceQuestions(self, self._session, asked).ask(error, self._order, by_hand=self._file is None):
            return
        if self._file is None:
            self._form(self._order.entry or "", error.message(self.language))
        else:
            self._file_refused(error)

    def _file_refused(self, error: CodedError) -> None:
        """Stays until it is read: what is wrong has to be mended in the file."""

        def chosen(index: int | None) -> None:
            if index == 0:
                self._choose_file()

        lines = [self.say("Choose another file"), self.say("Back to the prices")]
        text = error.in_language(self.language)
        self.app.push_screen(ChooseDialog(self.say("This file is not taken over"), lines, text=text), chosen)

    def _keep(self, change: "Callable[[], int]", step: PriceStep) -> None:
        try:
            change()
        except CodedError as error:
            tell(self.app, error.in_language(self.language), error=True)
            return
        self.dismiss(step)

    # -- drawing --------------------------------------------------------------------------------------------------

    def _write(self) -> None:
        self._own = self._session.own_prices()
        lines = [self.say("Read a quote from a file …"), self.say("Enter one price by hand …")]
        lines += [own_price_line(price, self.language, self.say) for price in self._own]
        choices = self.query_one(OptionList)
        choices.set_options(Option(shown(line)) for line in lines)
        choices.highlighted = 0

    def _refuse_read_only(self) -> bool:
        if self._session.read_only:
            tell(self.app, self.say("This file is open read-only: nothing is changed."), warning=True)
        return self._session.read_only
