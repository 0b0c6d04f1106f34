"""What all answer fields have in common."""

from typing import Any

from textual.message import Message
from textual.widget import Widget

from wizard.tui.key_order import KeyOrder
from wizard.tui.messages import FieldLeft, UnknownChosen
from wizard.tui.speech import Speaking


class Field(Widget, Speaking):
    """One answer on the screen. It owns no state of the assessment: the row puts the stored answer into it."""

    def put(self, value: Any, text: str) -> None:
        """Show the stored answer without telling anyone; ``value`` None and ``text`` empty: no answer.

        Args:
            value: the stored value.
            text: the value as a person writes it.
        """
        raise NotImplementedError

    def pending(self) -> str | None:
        """A typed text that nobody has taken over yet."""
        return None

    def settled(self) -> str:
        """The text of the stored answer as the field shows it."""
        return ""

    def hand_over(self, message: Message) -> None:
        """Post a message after which the focus moves: keys typed behind it belong to the next question."""
        if isinstance(self.app, KeyOrder):
            self.app.answer_leaves()
        self.post_message(message)

    def action_choose_unknown(self) -> None:
        self.hand_over(UnknownChosen(self))

    def action_leave(self, by: int) -> None:
        self.hand_over(FieldLeft(by))
