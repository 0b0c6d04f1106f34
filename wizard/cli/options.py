"""The parser of the command line, options that several commands share, and the types of their values."""

import argparse
from collections.abc import Callable
from datetime import date
from functools import partial

from wizard.cli.help import Help
from wizard.cli.language import LANGUAGES
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

Run = Callable[[argparse.Namespace, Talk], int]


class Parser(argparse.ArgumentParser):
    """Speaks the chosen language where argparse lets it."""

    def __init__(self, *, translate: Translate, summary: str, prog: str) -> None:
        help_in_language = partial(Help, translate=translate)
        super().__init__(
            prog=prog, description=summary, allow_abbrev=False, add_help=False, formatter_class=help_in_language
        )
        self._positionals.title = translate("arguments")
        self._optionals.title = translate("options")
        self.add_argument("-h", "--help", action="help", help=translate("show this help and exit"))


class Commands:
    """Collects the sub-commands; each command file registers itself here."""

    def __init__(
        self, program: Parser, translate: Translate, destination: str = "command", *, optional: bool = False
    ) -> None:
        self._program, self._translate = program.prog, translate
        self._groups: dict[str, Commands] = {}
        self._choices = program.add_subparsers(
            title=translate("commands"),
            metavar=translate("COMMAND"),
            dest=destination,
            parser_class=Parser,
            required=destination != "command" and not optional,
        )

    def add(self, name: str, summary: str, run: Run) -> Parser:
        """A sub-command with ``--help``; ``run`` carries it out."""
        parser = self._add(name, summary)
        parser.set_defaults(run=run)
        return parser

    def group(self, name: str, summary: str) -> "Commands":
        """A command that only has commands of its own, such as ``import``; the same one when asked for again."""
        if name not in self._groups:
            self._groups[name] = Commands(self._add(name, summary), self._translate, f"{name}_command")
        return self._groups[name]

    def _add(self, name: str, summary: str) -> Parser:
        parser: Parser = self._choices.add_parser(
            name, help=summary, translate=self._translate, summary=summary, prog=f"{self._program} {name}"
        )
        return parser


def add_language(parser: argparse.ArgumentParser, _: Translate) -> None:
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=_("language of the output: de or en")
    )


def add_json(parser: argparse.ArgumentParser, _: Translate) -> None:
    parser.add_argument("--json", action="store_true", help=_("print JSON for machines instead of text"))


def add_as_of(parser: argparse.ArgumentParser, _: Translate) -> None:
    parser.add_argument(
        "--as-of",
        type=iso_date,
        metavar="DATE",
        help=_("the day the result is computed for, YYYY-MM-DD; default: today"),
    )


def add_catalog_choice(parser: argparse.ArgumentParser, _: Translate) -> None:
    parser.add_argument(
        "--catalog",
        choices=("refreshed", "shipped"),
        default="refreshed",
        help=_("shipped leaves out the prices read by 'catalog refresh', to reproduce a result; default: refreshed"),
    )


def add_sampling(parser: argparse.ArgumentParser, _: Translate, *, samples: int) -> None:
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=_("seed of the random sampling; default: 1"))
    parser.add_argument(
        "--samples",
        type=sample_count,
        default=samples,
        metavar="N",
        help=_("number of samples; default: {n}").format(n=samples),
    )


def iso_date(given: str) -> date:
    """``YYYY-MM-DD`` as a date."""
    try:
        return date.fromisoformat(given)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{given}' is not a date of the form YYYY-MM-DD") from None


def sample_count(given: str) -> int:
    """A number of samples the engine can work with."""
    if given.isdigit() and 64 <= int(given) <= 65_536:
        return int(given)
    raise argparse.ArgumentTypeError(f"'{given}' is not a whole number from 64 to 65536")


MOST_PER_CENT = 99.0
"""Something new is in every request."""


def positive_int(given: str) -> int:
    """A whole number from 1."""
    if given.isdigit() and int(given) >= 1:
        return int(given)
    raise argparse.ArgumentTypeError(f"'{given}' is not a whole number from 1")


def positive_number(given: str) -> float:
    """A finite number above 0, with a decimal point."""
    try:
        number = float(given)
    except ValueError:
        number = 0.0
    if 0.0 < number < float("inf"):
        return number
    raise argparse.ArgumentTypeError(f"'{given}' is not a number above 0")


def percentage(given: str) -> float:
    """From 0 to 99, with a decimal point."""
    try:
        number = float(given)
    except ValueError:
        number = -1.0
    if 0.0 <= number <= MOST_PER_CENT:
        return number
    raise argparse.ArgumentTypeError(f"'{given}' is not a percentage from 0 to {MOST_PER_CENT:g}")


def comma_list(*allowed: str) -> Callable[[str], tuple[str, ...]]:
    """A type for values such as ``de,en``, each one of ``allowed``, each at most once."""

    def parse(given: str) -> tuple[str, ...]:
        parts = tuple(dict.fromkeys(part.strip().lower() for part in given.split(",") if part.strip()))
        unknown = [part for part in parts if part not in allowed]
        if unknown or not parts:
            raise argparse.ArgumentTypeError(f"'{given}': choose from {', '.join(allowed)}, separated by commas")
        return parts

    return parse
