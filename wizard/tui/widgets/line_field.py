"""A free line of text; the parser of the questionnaire says what it means."""

from typing import Any

from textual import events
from textual.binding import Binding
from textual.widgets import Input
from textual.widgets.input import Selection

from wizard.tui.display import clean, tell
from wizard.tui.messages import AnswerTyped
from wizard.tui.widgets.field import Field


class LineField(Input, Field):
    """Text, date and the structured types in their one-line form. Told on Enter and when the field is left."""

    BINDINGS = [
        Binding("ctrl+u", "choose_unknown", show=False),
        Binding("down", "leave(1)", show=False),
        Binding("up", "leave(-1)", show=False),
        Binding("escape", "take_back", show=False),
    ]

    def __init__(self) -> None:
        super().__init__(compact=True, validate_on=[], classes="field")
        self._settled = ""

    def put(self, value: Any, text: str) -> None:
        del value
        with self.prevent(Input.Changed):
            self.value = clean(text)
        self._settled = self.value
        self.selection = Selection(0 if self.has_focus else len(self.value), len(self.value))

    def pending(self) -> str | None:
        return None if self.value == self._settled else self.value

    def settled(self) -> str:
        return self._settled

    async def action_submit(self) -> None:
        self.hand_over(AnswerTyped(self, self.value, confirmed=True))

    def action_take_back(self) -> None:
        """Forget what was typed and not taken over."""
        self.put(None, self._settled)

    def on_input_blurred(self, event: Input.Blurred) -> None:
        event.stop()
        text = self.pending()
        if text is not None:
            self.post_message(AnswerTyped(self, text, confirmed=False))

    def _on_paste(self, event: events.Paste) -> None:
        lines = [line for line in event.text.splitlines() if line.strip()]
        event.stop()
        event.prevent_default()
        if lines:
            self.insert_text_at_cursor(clean(lines[0]))
        if len(lines) > 1:
            tell(
                self.app,
                self.say("Only the first of {count} lines fits into this field. A note (Ctrl+T) takes more.",
                         count=len(lines)),
                warning=True,
            )  # fmt: skip
