"""The terminal program: opens the start page or a file and holds language, colours and the open session."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if os.environ.get("TERM_PROGRAM") == "iTerm.app":
    # Textual reads this at import: with all keys reported, iTerm2 swallows dead keys such as ^ and `.
    os.environ.setdefault("TEXTUAL_DISABLE_KITTY_KEY", "1")

from textual.app import App
from textual.binding import Binding

from wizard.domain.errors import CodedError
from wizard.i18n.catalog import translator
from wizard.tui.commands import Commands
from wizard.tui.display import ControlFilter, tell
from wizard.tui.spec import CreateSpec
from wizard.tui.speech import Speaking
from wizard.tui.theme import DARK, LIGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.filter import LineFilter

    from wizard.session import Session

WRONG_TERMINAL = 4


class RechenwerkApp(App[int]):
    """Screens hold no state of the assessment; the session does."""

    CSS_PATH = "base.tcss"
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

    def on_mount(self) -> None:
        if self.session is not None:
            self._show_session(self.session)
        else:
            self._show_home()

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
            tell(self, error.in_language(self.language), error=True)
        if quit_program:
            self.exit(0)
            return
        self.pop_screen()
        self._show_home()

    def action_switch_language(self) -> None:
        """German to English and back, in place: the focus stays where it is."""
        self.language = "en" if self.language == "de" else "de"
        for screen in self.screen_stack:
            for node in screen.walk_children(with_self=True):
                if isinstance(node, Speaking):
                    node.retell()

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
        self._show_session(self.session)

    def _show_session(self, session: "Session") -> None:
        from wizard.tui.screens.wizard import WizardScreen

        session.remember()
        self.push_screen(WizardScreen(session))

    def _show_home(self) -> None:
        from wizard.tui.screens.home import HomeScreen

        if not isinstance(self.screen, HomeScreen):
            self.push_screen(HomeScreen(self._folder))


def begin(spec: CreateSpec) -> "Session":
    """The new file, with one workload to begin with.

    Raises:
        CodedError: the file exists already or cannot be written.
    """
    from wizard.session import Session

    session = Session.create(
        spec.path, language=spec.language, questionnaire_path=spec.questionnaire_path, title=spec.title
    )
    if not session.assessment.workloads:
        session.add_workload()
    return session


def run(path: Path | None, language: str | None, read_only: bool = False, create: CreateSpec | None = None) -> int:
    """Runs the terminal program until the person leaves; returns the exit code.

    Args:
        path: the file to open; None shows the start page.
        language: of the screen; by default the file's, else the system's.
        read_only: change nothing.
        create: begin with this new file instead.

    Raises:
        CodedError: the file cannot be opened or created.
    """
    if os.environ.get("TERM", "") in ("dumb", ""):
        say = translator(language or system_language(), "ui")
        print(say("This terminal cannot show the wizard (TERM=dumb). The commands work here: rechenwerk --help"),
              file=sys.stderr)  # fmt: skip
        return WRONG_TERMINAL
    session = _session(path, read_only, create)
    spoken = language or (session.assessment.language.value if session else system_language())
    app = RechenwerkApp(session, language=spoken)
    try:
        return app.run() or 0
    finally:
        if app.session is not None:
            app.session.close()


def system_language() -> str:
    """``de`` where the system speaks German, else ``en``."""
    spoken = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "de" if spoken.startswith("de") else "en"


def _session(path: Path | None, read_only: bool, create: CreateSpec | None) -> "Session | None":
    if create is not None:
        return begin(create)
    if path is None:
        return None
    from wizard.session import Session

    return Session.open(path, read_only=read_only)


__all__ = ["CreateSpec", "RechenwerkApp", "run"]
