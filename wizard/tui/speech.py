"""The program's own words on the screen, in the language of the moment."""

from typing import Any

from textual.dom import DOMNode
from textual.widgets import Static

from wizard.i18n.catalog import translator
from wizard.tui.display import shown


def mark(message: str) -> str:
    """Names a text for translation where it is only stored; ``say`` translates it later."""
    return message


class Speaking(DOMNode):
    """A widget or screen with words of its own. ``retell`` puts them anew after a change of language."""

    @property
    def language(self) -> str:
        return str(getattr(self.app, "language", "de"))

    def say(self, message: str, **values: object) -> str:
        """The message in the language of the moment; ``values`` fill its ``{placeholders}``."""
        said = translator(self.language, "ui")(message)
        return said.format(**values) if values else said

    def retell(self) -> None:
        """Draw all own words again; called after the language changed."""


class Label(Static, Speaking):
    """A fixed text of the program that follows the language."""

    def __init__(self, message: str, **options: Any) -> None:
        super().__init__(**options)
        self._message = message

    def on_mount(self) -> None:
        self.retell()

    def retell(self) -> None:
        self.update(shown(self.say(self._message), lines=True))
