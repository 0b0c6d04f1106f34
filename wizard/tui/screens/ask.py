"""Small dialogs: one of a few, yes or no, one line of text."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from wizard.tui.display import clean, shown
from wizard.tui.speech import Speaking


class ChooseDialog(ModalScreen[int | None], Speaking):
    """Returns the index of the chosen line, or None."""

    BINDINGS = [Binding("escape", "leave", show=False)]

    def __init__(self, title: str, lines: Sequence[str], *, text: str = "") -> None:
        super().__init__()
        self._heading, self._lines, self._text = title, lines, text

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            if self._text:
                yield Static(shown(self._text, lines=True), classes="text", markup=False)
            yield OptionList(
                *(Option(shown(line)) for line in self._lines), compact=True, markup=False, classes="-short"
            )
            yield Static(shown(self.say("↑↓ choose  Enter take over  Esc back"), "$quiet"), id="keys", markup=False)

    def on_mount(self) -> None:
        self.query_one("#dialog").border_title = shown(self._heading)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)

    def action_leave(self) -> None:
        self.dismiss(None)


class LineDialog(ModalScreen[str | None], Speaking):
    """Returns the typed line, or None."""

    BINDINGS = [Binding("escape", "leave", show=False)]

    def __init__(self, title: str, value: str = "", *, text: str = "") -> None:
        super().__init__()
        self._heading, self._start, self._text = title, value, text

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            if self._text:
                yield Static(shown(self._text, lines=True), classes="text", markup=False)
            yield Input(clean(self._start), compact=True, select_on_focus=False)
            yield Static(shown(self.say("Enter take over  Esc back"), "$quiet"), id="keys", markup=False)

    def on_mount(self) -> None:
        self.query_one("#dialog").border_title = shown(self._heading)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def action_leave(self) -> None:
        self.dismiss(None)
