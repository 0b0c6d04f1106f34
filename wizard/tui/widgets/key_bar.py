"""The keys that matter here, at most eight."""

from collections.abc import Sequence
from typing import NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from wizard.tui.display import shown
from wizard.tui.speech import Speaking

MOST_KEYS = 8


class Key(NamedTuple):
    keys: str
    message: str
    action: str
    narrow: bool = True
    """Shown at 80 columns too."""


class _KeyLabel(Static, Speaking):
    def __init__(self, key: Key) -> None:
        super().__init__(markup=False, classes="key" if key.narrow else "key -wide-only")
        self._key = key

    def on_mount(self) -> None:
        self.retell()

    def retell(self) -> None:
        self.update(shown(self._key.keys, "bold $accent") + shown(f" {self.say(self._key.message)}"))

    async def on_click(self, event: events.Click) -> None:
        event.stop()
        await self.app.run_action(self._key.action, self.screen)


class KeyBar(Horizontal):
    """One line at the bottom; a click does what the key does."""

    def __init__(self, keys: Sequence[Key]) -> None:
        super().__init__(classes="key-bar")
        self._keys = keys[:MOST_KEYS]

    def compose(self) -> ComposeResult:
        for key in self._keys:
            yield _KeyLabel(key)
