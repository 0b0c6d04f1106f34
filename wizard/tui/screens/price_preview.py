"""What a price would change, before it counts: old and new with their sources, and every line of the file."""

from typing import TYPE_CHECKING, Literal

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from wizard.tui.display import shown
from wizard.tui.price_lines import proposal_lines
from wizard.tui.speech import Speaking

if TYPE_CHECKING:
    from wizard.quotes.proposal import Proposal

Decision = Literal["take", "other_visibility"]


class PricePreview(ModalScreen[Decision | None], Speaking):
    """Returns what to do with the proposal, or None."""

    BINDINGS = [
        Binding("escape", "leave", show=False),
        Binding("enter,f9", "take", show=False, priority=True),
        Binding("i", "visibility", show=False),
    ]

    def __init__(self, proposal: "Proposal", *, internal: bool) -> None:
        super().__init__()
        self._proposal, self._internal = proposal, internal

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog", classes="-tall"):
            with VerticalScroll():
                yield Static(id="proposal", markup=False, classes="text")
            yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        self.retell()
        self.query_one(VerticalScroll).focus()

    def retell(self) -> None:
        self.query_one("#dialog").border_title = shown(self.say("Take this price over?"))
        lines = proposal_lines(self._proposal, self.language, self.say)
        drawn = [shown(line.text, line.style) for line in lines]
        self.query_one("#proposal", Static).update(Content("\n").join(drawn))
        seen = self.say("internal: in no client copy") if self._internal else self.say("may be seen by the client")
        keys = self.say("Enter take over  I: {seen}  ↑↓ scroll  Esc back", seen=seen)
        self.query_one("#keys", Static).update(shown(keys, "$quiet"))

    def action_take(self) -> None:
        self.dismiss("take")

    def action_visibility(self) -> None:
        self.dismiss("other_visibility")

    def action_leave(self) -> None:
        self.dismiss(None)
