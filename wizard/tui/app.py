"""The door to the terminal program. Light: the program is imported only where a terminal can show it."""

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from wizard.i18n.catalog import translator
from wizard.tui.spec import CreateSpec, begin

if TYPE_CHECKING:
    from wizard.session import Session

WRONG_TERMINAL = 2


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
    _prepare()
    from wizard.tui.program import RechenwerkApp

    session = _session(path, read_only, create)
    spoken = language or (session.assessment.language.value if session else system_language())
    app = RechenwerkApp(session, language=spoken)
    try:
        return app.run() or 0
    finally:
        gc.enable()
        if app.session is not None:
            app.session.close()


def _prepare() -> None:
    """What must stand before Textual is imported."""
    if os.environ.get("TERM_PROGRAM") == "iTerm.app":
        # With all keys reported, iTerm2 swallows dead keys such as ^ and `.
        os.environ.setdefault("TEXTUAL_DISABLE_KITTY_KEY", "1")
    # The start allocates much and frees little; collecting meanwhile takes a sixth of it. The first frame ends this.
    gc.disable()


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


__all__ = ["CreateSpec", "run"]
