"""The terminal program itself: language, colours, and the open session behind the screens."""

import gc
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text
from textual.binding import Binding
from textual.command import CommandPalette

from wizard.domain.errors import CodedError
from wizard.i18n.catalog import translator
from wizard.tui.commands import Commands
from wizard.tui.display import ControlFilter, clean, tell
from wizard.tui.key_order import KeyOrder
from wizard.tui.spec import CreateSpec, begin
from wizard.tui.speech import Speaking, mark
from wizard.tui.theme import DARK, LIGHT

if TYPE_CHECKING:
    from textual.filter import LineFilter
    from textual.screen import Screen

    from wizard.session import Session


class RechenwerkApp(KeyOrder):
    """Screens hold no state of the assessment; the session does."""

    # All at once: the styles of a default screen would be read too late, and reading later delays a dialog.
    CSS_PATH = ["base.tcss", *(f"screens/{name}.tcss" for name in ("home", "wizard", "result", "report", "dialogs"))]
    TITLE = "Rechenwerk"
    COMMANDS = {Commands}
    BINDINGS = [
        Binding("f2", "switch_language", show=False, priority=True),
        Binding("ctrl+l", "switch_theme", show=False, priority=True),
    ]

    def __init__(self, session: "Session | None" = None, *, language: str = "de", folder: Path | None = None) -> None:
        super().__init__()
        self.language = language
        self.session = session
        self._folder = folder or Path.cwd()
        self.animation_level = "none"
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = DARK.name

    def get_line_filters(self) -> "Sequence[LineFilter]":
        return [*super().get_line_filters(), ControlFilter()]

    def get_default_screen(self) -> "Screen[Any]":
        """The first screen itself: pushing one over an empty one would cost a visible delay."""
        first = self._interview(self.session) if self.session is not None else self._home()
        # Textual takes a callback off every screen it switches from, but gives none to the first one.
        first._push_result_callback(first, None)
        return first

    def on_ready(self) -> None:
        """The first frame stands: garbage is collected again, without what was loaded for it and stays."""
        if not gc.isenabled():
            gc.freeze()
            gc.enable()

    def open_session(self, path: Path, *, read_only: bool = False) -> None:
        """Open a file from the start page; what is wrong with it is said in place."""
        from wizard.session import Session

        self._begin(lambda: Session.open(path, read_only=read_only))

    def create_session(self, spec: CreateSpec) -> None:
        """Begin a new file from the start page."""
        self._begin(lambda: begin(spec))

    def leave_session(self, *, quit_program: bool) -> None:
        """Save and close the file, then go to the start page or end the program."""
        session, self.session = self.session, None
        try:
            if session is not None:
                session.close()
        except CodedError as error:
            if quit_program:
                self.exit(1, message=Text(clean(error.in_language(self.language))))
                return
            tell(self, error.in_language(self.language), error=True)
        if quit_program:
            self.exit(0)
            return
        self.switch_screen(self._home())

    def action_switch_language(self) -> None:
        """German to English and back, in place: the focus stays where it is."""
        self.language = "en" if self.language == "de" else "de"
        for screen in self.screen_stack:
            for node in screen.walk_children(with_self=True):
                if isinstance(node, Speaking):
                    node.retell()

    def action_command_palette(self) -> None:
        if not CommandPalette.is_open(self):  # type: ignore[arg-type]  # App is invariant in its result
            placeholder = translator(self.language, "ui")(mark("Search"))
            self.push_screen(CommandPalette(placeholder=placeholder, id="--command-palette"))

    def action_switch_theme(self) -> None:
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name

    async def action_quit(self) -> None:
        if self.session is not None:
            self.leave_session(quit_program=True)
        else:
            self.exit(0)

    def _begin(self, opened: "Callable[[], Session]") -> None:
        try:
            self.session = opened()
        except CodedError as error:
            tell(self, error.in_language(self.language), error=True)
            return
        self.switch_screen(self._interview(self.session))

    def _interview(self, session: "Session") -> "Screen[Any]":
        from wizard.tui.screens.wizard import WizardScreen

        session.remember()
        return WizardScreen(session)

    def _home(self) -> "Screen[Any]":
        from wizard.tui.screens.home import HomeScreen

        return HomeScreen(self._folder)
