"""What a new price moved: opens at once, fills in when the calculation has finished."""

from typing import TYPE_CHECKING, Literal

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static
from textual.worker import get_current_worker

from wizard.domain.errors import CodedError
from wizard.tui.display import shown
from wizard.tui.price_lines import PriceLine
from wizard.tui.price_moves import ALONE, moved_lines, users
from wizard.tui.speech import Speaking

if TYPE_CHECKING:
    from wizard.domain.result import Result
    from wizard.quotes.proposal import Proposal
    from wizard.session import Session

After = Literal["results"]


class PriceMoved(ModalScreen[After | None], Speaking):
    """Returns ``results`` where the person wants to see them whole.

    Args:
        session: holds the price already.
        before: the result without the price.
        proposal: what was taken over; None for a price that was taken away.
    """

    BINDINGS = [
        Binding("escape,enter", "leave", show=False, priority=True),
        Binding("f5", "results", show=False),
    ]

    def __init__(self, session: "Session", before: "Result | None", proposal: "Proposal | None") -> None:
        super().__init__()
        self._session, self._before, self._proposal = session, before, proposal
        self._after: Result | None = None
        self._alone: Result | None = None
        self._failure = ""

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            with VerticalScroll():
                yield Static(id="moved", markup=False, classes="text")
            yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        self.retell()
        self.query_one(VerticalScroll).focus()

    def show_result(self, after: "Result") -> None:
        """The calculation with the price has finished."""
        self._after = after
        if self.is_mounted:
            self.retell()
        if self._proposal is not None and self._proposal.kind in ALONE and not users(after, self._proposal):
            self._look_alone(self._proposal)

    @work(thread=True, exit_on_error=False, exclusive=True)
    def _look_alone(self, proposal: "Proposal") -> None:
        """What the machine would cost where the comparison leaves it aside."""
        worker = get_current_worker()
        try:
            self._alone = self._session.only_with(proposal, cancelled=lambda: worker.is_cancelled)
        except CodedError:
            return
        if not worker.is_cancelled:
            self.app.call_from_thread(self.retell)

    def show_error(self, text: str) -> None:
        """The calculation ended with an error."""
        self._failure = text
        if self.is_mounted:
            self.retell()

    def retell(self) -> None:
        self.query_one("#dialog").border_title = shown(self.say("What the price moves"))
        drawn = [shown(line.text, line.style) for line in self._lines()]
        self.query_one("#moved", Static).update(Content("\n").join(drawn))
        keys = self.say("Enter back to the questions  F5 results  ↑↓ scroll")
        self.query_one("#keys", Static).update(shown(keys, "$quiet"))

    def _lines(self) -> list[PriceLine]:
        if self._failure:
            return [PriceLine(f"! {self._failure}", "$text-warning")]
        if self._after is None:
            return [PriceLine(self.say("Calculating …"), "$quiet")]
        return list(moved_lines(self._before, self._after, self._proposal, self.language, self.say,
                                self._session.hardware_name, self._alone))  # fmt: skip

    def action_leave(self) -> None:
        self.dismiss(None)

    def action_results(self) -> None:
        if self._after is not None:
            self.dismiss("results")
