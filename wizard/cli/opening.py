"""``rechenwerk open``: resumes an assessment in the wizard; a report PDF gives its attached assessment back."""

import argparse
import sys
from pathlib import Path

from wizard.cli.evaluating import open_for_reading
from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_language
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate


def register(commands: Commands, _: Translate) -> None:
    parser = commands.add("open", _("resumes an assessment; PATH may be a report PDF"), run)
    parser.add_argument("file", type=Path, metavar="PATH", help=_("the assessment, or a report PDF made from one"))
    parser.add_argument("--read-only", action="store_true", help=_("opens for reading only"))
    parser.add_argument(
        "--no-tui", action="store_true", help=_("only gets the assessment out of the PDF and prints its path")
    )
    parser.add_argument(
        "--merge", action="store_true", help=_("takes newer answers of the PDF over into the assessment that is here")
    )
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Opens the wizard, or with ``--no-tui`` prints the path of the assessment file."""
    if not arguments.no_tui:
        require_terminal()
    file: Path = arguments.file
    if file.suffix.lower() == ".pdf":
        from wizard.cli.reopening import assessment_of

        file = assessment_of(file, talk, merge=arguments.merge)
    if not arguments.no_tui:
        return wizard(file, getattr(arguments, "lang", None), read_only=arguments.read_only)
    open_for_reading(file).close()
    talk.data([str(file)])
    return Exit.DONE


def home(language: str | None) -> int:
    """The home screen: what ``rechenwerk`` without a command opens."""
    require_terminal()
    from wizard.tui.app import run as run_app

    return run_app(None, language)


def wizard(file: Path, language: str | None, *, read_only: bool) -> int:
    """The wizard on one assessment, in the language asked for, else in that of the assessment."""
    from wizard.tui.app import run as run_app

    return run_app(file, language, read_only=read_only)


def require_terminal() -> None:
    """The wizard cannot work on a pipe.

    Raises:
        UsageError: P002.
    """
    if sys.stdin.isatty() and sys.stdout.isatty():
        return
    from wizard.cli.errors import CommandError, wrong_usage

    raise wrong_usage(CommandError.NO_TERMINAL)
