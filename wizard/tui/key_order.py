"""Keys in the order they were typed: one that may move the focus is finished before the next one is looked at.

Textual hands every key to the widget that has the focus at that moment. Enter, Tab and the arrows move the focus a few
messages later, so that digits typed right behind them would still land in the old field; a letter on a list opens its
search, and the next letters belong there. Only where text is written do characters go straight through.
"""

from typing import TYPE_CHECKING

from textual import events
from textual.app import App
from textual.widgets import Input

if TYPE_CHECKING:
    from textual.timer import Timer

_LONGEST_S = 2.0
"""A key that nobody reports as finished holds the others no longer than this."""


class KeyOrder(App[int]):
    """Holds keys back while the one before them is on its way."""

    def __init__(self) -> None:
        super().__init__()
        self._held: list[events.Key] = []
        self._busy = False
        self._answer_leaves = False
        self._focus_leaves = False
        self._limit: Timer | None = None

    def answer_leaves(self) -> None:
        """A field has told its answer; the focus moves when the screen has taken it over."""
        self._answer_leaves = self._busy

    def answer_arrived(self) -> None:
        """The screen has taken the answer over and asked for the next focus."""
        if self._answer_leaves:
            self._answer_leaves = False
            self.call_later(self._next_keys)

    def focus_leaves(self) -> None:
        """The focus is about to go to a field that may not be there yet; keys wait for it."""
        self._focus_leaves = True
        self._hold()

    def focus_arrives(self) -> None:
        """The field has been asked to take the focus."""
        if self._focus_leaves:
            self._focus_leaves = False
            self.call_later(self._next_keys)

    def choice_arrives(self, *, answers: bool) -> None:
        """A dialog has closed: with a choice its answer is on its way, without one the focus is back."""
        if answers and self._focus_leaves:
            self._focus_leaves, self._answer_leaves = False, True
        else:
            self.focus_arrives()

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key) and not event.is_forwarded:
            if self._busy:
                self._held.append(event)
                return
            if not event.is_printable or not isinstance(self.focused, Input):
                await self._finish_first(event)
                return
        await super().on_event(event)

    async def _finish_first(self, event: events.Key) -> None:
        self._hold()
        target = self.focused or self.screen
        await super().on_event(event)
        if event.is_forwarded:
            target.call_later(self._after_widget, event)
        else:  # a priority binding took it
            self.call_later(self._next_keys)

    def _after_widget(self, event: events.Key) -> None:
        """The widget has seen the key; where it kept it, no binding will run."""
        if event._stop_propagation:
            self.call_later(self._next_keys)

    async def _on_key(self, event: events.Key) -> None:
        """The key has bubbled up and its binding has run."""
        event.prevent_default()
        await super()._on_key(event)
        if not self._answer_leaves:
            self.call_later(self._next_keys)

    def _hold(self) -> None:
        self._busy = True
        if self._limit is not None:
            self._limit.stop()
        self._limit = self.set_timer(_LONGEST_S, self._give_up)

    async def _give_up(self) -> None:
        self._focus_leaves = False
        await self._next_keys()

    async def _next_keys(self) -> None:
        if self._focus_leaves:
            return
        self._busy = self._answer_leaves = False
        if self._limit is not None:
            self._limit.stop()
        while self._held and not self._busy:
            await self.on_event(self._held.pop(0))
