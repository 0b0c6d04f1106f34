"""How firm an answer is, who gave it, and the states beside a value."""

from typing import Literal, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from wizard.domain.assessment import Answer
from wizard.tui.display import clean, shown
from wizard.tui.speech import Speaking, mark
from wizard.tui.widgets.choice_list import ChoiceList

Kind = Literal["measured", "documented", "stated", "assumed", "not_applicable", "open"]

_LINES: list[tuple[Kind, str]] = [
    ("measured", mark("measured: a log, a meter or a benchmark shows it")),
    ("documented", mark("documented: an offer, a contract or a data sheet says so")),
    ("stated", mark("stated: somebody said so")),
    ("assumed", mark("assumed: our own guess")),
    ("not_applicable", mark("not applicable, with the reason below")),
    ("open", mark("take the answer back")),
]


class Details(NamedTuple):
    state: Kind
    text: str
    """Who said it, or why the question does not apply."""


class DetailsDialog(ModalScreen[Details | None], Speaking):
    """Returns what was chosen, or None."""

    BINDINGS = [Binding("escape", "leave", show=False)]

    def __init__(self, title: str, answer: Answer | None) -> None:
        super().__init__()
        self._heading, self._answer = title, answer

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield ChoiceList(self.say(text) for _, text in self._offered())
            label = self.say("Who said it, where it stands, or why it does not apply")
            yield Static(shown(label, "$quiet"), classes="label", markup=False)
            said = (self._answer.by or self._answer.reason or "") if self._answer else ""
            yield Input(clean(said), compact=True, select_on_focus=False)
            keys = self.say("↑↓ choose  Tab: who or why  Enter take over  Esc back")
            yield Static(shown(keys, "$quiet"), id="keys", markup=False)

    def on_mount(self) -> None:
        self.query_one("#dialog").border_title = shown(self._heading)
        kinds = [kind for kind, _ in self._offered()]
        now = self._answer.evidence.value if self._answer and self._answer.state.has_value else kinds[0]
        self.query_one(ChoiceList).highlighted = next((i for i, kind in enumerate(kinds) if kind == now), 0)

    def on_option_list_option_selected(self) -> None:
        self._take()

    def on_input_submitted(self) -> None:
        self._take()

    def action_leave(self) -> None:
        self.dismiss(None)

    def _take(self) -> None:
        kind = self._offered()[self.query_one(ChoiceList).highlighted or 0][0]
        self.dismiss(Details(kind, self.query_one(Input).value.strip()))

    def _offered(self) -> list[tuple[Kind, str]]:
        """Evidence needs a value; there is nothing to take back without an answer."""
        valued = self._answer is not None and self._answer.state.has_value
        hidden = set() if valued else {"measured", "documented", "stated", "assumed"}
        if self._answer is None:
            hidden.add("open")
        return [line for line in _LINES if line[0] not in hidden]
