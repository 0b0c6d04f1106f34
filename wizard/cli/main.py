"""Reads the command line, carries out one command, and turns every error into a sentence and an exit code."""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from wizard import __version__
from wizard.cli import (
    brand,
    catalog,
    check,
    cost,
    demo,
    doctor,
    evaluate,
    explain,
    import_,
    listing,
    model_import,
    new,
    opening,
    predict,
    predict_training,
    probe,
    questions,
    report,
    schema,
    setting,
    validate,
    whatif,
)
from wizard.cli.exits import Exit
from wizard.cli.language import chosen_language
from wizard.cli.options import Commands, Parser, add_language
from wizard.cli.talk import Talk

_COMMANDS = (
    new,
    opening,
    listing,
    setting,
    questions,
    import_,
    check,
    evaluate,
    whatif,
    explain,
    report,
    predict,
    predict_training,
    validate,
    cost,
    model_import,
    probe,
    demo,
    brand,
    catalog,
    doctor,
    schema,
)


def run(argv: Sequence[str]) -> int:
    """Carries out the command and returns its exit code. Never raises, unless ``RECHENWERK_DEBUG`` is set."""
    talk = Talk(chosen_language(argv, os.environ))
    try:
        return _dispatch(argv, talk)
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else Exit.USAGE
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        # The reader has left; the interpreter must not complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.DONE
    except Exception as error:
        return _explained(error, talk)


def _dispatch(argv: Sequence[str], talk: Talk) -> int:
    arguments = parsed(argv, talk)
    with _chosen_catalog(arguments):
        home = arguments.command is None
        code: int = opening.home(getattr(arguments, "lang", None)) if home else arguments.run(arguments, talk)
        sys.stdout.flush()
        _tell_of_refreshed(talk)
    return code


def _chosen_catalog(arguments: argparse.Namespace) -> AbstractContextManager[None]:
    if getattr(arguments, "catalog", "refreshed") == "refreshed":
        return nullcontext()
    from wizard.catalogs.refreshed import shipped_only

    return shipped_only()


def _tell_of_refreshed(talk: Talk) -> None:
    """Whoever computed without their refreshed prices hears why; nothing is loaded only to find out."""
    refreshed = sys.modules.get("wizard.catalogs.refreshed")
    fault = refreshed.refreshed_fault() if refreshed else None
    if fault:
        talk.say(fault.in_language(talk.language))


def parsed(argv: Sequence[str], talk: Talk) -> argparse.Namespace:
    """The arguments of a command line; ends the program with exit code 2 when they are wrong.

    argparse itself loses ``values`` that stand behind an option; here they are kept.
    """
    parser = _parser(talk)
    arguments, rest = parser.parse_known_args(argv)
    if rest and (not hasattr(arguments, "values") or any(one.startswith("-") for one in rest)):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        arguments.values = [*arguments.values, *rest]
    return arguments


def _parser(talk: Talk) -> Parser:
    _ = talk.translate
    parser = Parser(
        prog="rechenwerk",
        translate=_,
        summary=_("Sizes AI hardware with a client and renders a report. Without a command the home screen opens."),
    )
    parser.add_argument(
        "-V", "--version", action="version", version=f"rechenwerk {__version__}", help=_("show the version and exit")
    )
    add_language(parser, _)
    commands = Commands(parser, _)
    for command in _COMMANDS:
        command.register(commands, _)
    return parser


def _explained(error: Exception, talk: Talk) -> int:
    from wizard.cli.errors import CommandError, UsageError
    from wizard.domain.errors import CodedError
    from wizard.report.errors import ReportError

    if os.environ.get("RECHENWERK_DEBUG"):
        raise error
    code = Exit.INPUT
    if isinstance(error, UsageError):
        code, error = Exit.USAGE, error.cause
    elif isinstance(error, CodedError) and error.error is ReportError.MISSING_LIBRARY:
        code = Exit.MISSING
    if not isinstance(error, CodedError):
        error = CodedError(CommandError.UNEXPECTED, detail=f"{type(error).__name__}: {error}")
    talk.say(error.in_language(talk.language))
    return code
