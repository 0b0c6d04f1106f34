"""A remark beside an answer: for the house only, or for the report."""

from typing import Literal, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static, TextArea

from wizard.domain.assessment import Note
from wizard.tui.display import clean, shown
from wizard.tui.speech import Speaking
from wizard.tui.widgets.choice_list import ChoiceList

Visibility = Literal["internal", "report"]
_ORDER: tuple[Visibility, ...] = ("internal", "report")


class NoteText(NamedTuple):
    text: str
    visibility: Visibility


class NoteDialog(ModalScreen[NoteText | None], Speaking):
    """Returns the note to store (an empty text removes it), or None to leave everything as it was."""

    BINDINGS = [
        Binding("ctrl+s,f2", "save", show=False, priority=True),
        Binding("escape", "leave", show=False, priority=True),
    ]

    def __init__(self, title: str, note: Note | None) -> None:
        super().__init__()
        self._heading = title
        self._note = note

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield TextArea(clean(self._note.text if self._note else "", lines=True), tab_behavior="focus", compact=True)
            yield Static(shown(self.say("Who may read it"), "$quiet"), classes="label", markup=False)
            yield ChoiceList(
                (
                    self.say("internal: leaves the house in no output"),
                    self.say("report: printed beside the answer"),
                )
            )
            keys = self.say("Ctrl+S save  Tab: who may read it  Esc back")
            yield Static(shown(keys, "$quiet"), id="keys", markup=False)

    def on_mount(self) -> None:
        title = shown(f"{self.say('Note')}: {self._heading}")
        self.query_one("#dialog").border_title = title
        chosen = self._note.visibility if self._note else "internal"
        self.query_one(ChoiceList).highlighted = _ORDER.index(chosen)
        self.query_one(TextArea).focus()

    def on_option_list_option_selected(self) -> None:
        self.action_save()

    def action_save(self) -> None:
        highlighted = self.query_one(ChoiceList).highlighted or 0
        self.dismiss(NoteText(self.query_one(TextArea).text.strip(), _ORDER[highlighted]))

    def action_leave(self) -> None:
        self.dismiss(None)
