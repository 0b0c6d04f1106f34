"""One value out of many: shown on one line, picked in a dialog that searches while one types."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size

from wizard.tui.display import shown
from wizard.tui.key_order import KeyOrder
from wizard.tui.messages import AnswerChosen, AnswerTyped
from wizard.tui.screens.pick import Choice, PickDialog
from wizard.tui.widgets.field import Field

if TYPE_CHECKING:
    from wizard.domain.language import Text


class PickField(Field):
    """Enter, space or any letter opens the search; ``u`` stays the unknown key."""

    BINDINGS = [
        Binding("enter,space", "search", show=False),
        Binding("up", "leave(-1)", show=False),
        Binding("down", "leave(1)", show=False),
        Binding("u,ctrl+u", "choose_unknown", show=False),
    ]
    can_focus = True

    def __init__(self, title: "Text", choices: Callable[[], list[Choice]], *, free: bool) -> None:
        """``choices`` may be slow (it runs in a thread); ``free``: any other text is accepted and parsed as well."""
        super().__init__(classes="field")
        self._title = title
        self._choices = choices
        self._free = free
        self._text = ""

    def put(self, value: Any, text: str) -> None:
        del value
        self._text = text
        self.refresh()

    def retell(self) -> None:
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        del container, viewport, width
        return 1

    def render(self) -> Content:
        if self._text:
            return shown("▾ ") + shown(self._text, "bold $accent")
        return shown("▾ " + self.say("Enter or a letter: search the list"), "$quiet")

    def on_key(self, event: events.Key) -> None:
        if event.is_printable and event.character and event.character.isalnum() and event.key != "u":
            event.stop()
            self._open(event.character)

    def on_click(self) -> None:
        self._open("")

    def action_search(self) -> None:
        self._open("")

    def _open(self, typed: str) -> None:
        title = self._title.in_language(self.language)
        if isinstance(self.app, KeyOrder):
            self.app.focus_leaves()
        dialog = PickDialog(title, self._choices, typed=typed, free=self._free)
        self.app.push_screen(dialog, self._picked)

    def _picked(self, choice: Choice | None) -> None:
        if isinstance(self.app, KeyOrder):
            self.app.choice_arrives(answers=choice is not None)
        if choice is None:
            return
        if choice.typed:
            self.hand_over(AnswerTyped(self, choice.label, confirmed=True))
        else:
            self.hand_over(AnswerChosen(self, choice.value, confirmed=True))
