"""``rechenwerk validate``: predictions beside published measurements, and what they are worth."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from wizard.accuracy.kinds import KINDS, SLICES
from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_json, add_language, comma_list
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.accuracy.answer import World
    from wizard.accuracy.rows import Table
    from wizard.accuracy.validate import Validation
    from wizard.domain.model import ModelArchitecture

_BY = ("use", "fitted", "gpu", "model", "engine")
_STEP = 500
"""Rows between two signs of life."""


def register(commands: Commands, _: Translate) -> None:
    parser = commands.add(
        "validate", _("predicts every row of a table of published measurements and prints how far off that is"), run
    )
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE.csv", help=_("measurements; default: the ones that come along")
    )
    parser.add_argument(
        "--models", type=Path, metavar="DIR", help=_("folders with a config.json, named like Qwen--Qwen3-8B")
    )
    parser.add_argument("--kind", choices=KINDS, help=_("kind of table; default: told by its columns"))
    parser.add_argument(
        "--by",
        type=comma_list(*SLICES),
        default=_BY,
        metavar="LIST",
        help=_("what to tell apart: {columns}").format(columns=", ".join(SLICES)),
    )
    parser.add_argument("--rows", type=Path, metavar="OUT.csv", help=_("writes one line for each predicted quantity"))
    add_json(parser, _)
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Prints the statistics of each table. Rows that cannot be predicted are listed with the reason, with exit 0."""
    from wizard.accuracy.answer import world_of
    from wizard.accuracy.names import Names
    from wizard.catalogs.load import load_catalog
    from wizard.cli.validate_view import validation_document, validation_lines

    tables = _tables(arguments)
    catalog = load_catalog()
    world = world_of(catalog, Names(catalog, _models(arguments)))
    found = [_validated(table, world, talk) for table in tables]
    if arguments.rows:
        _write_rows(arguments.rows, found)
    if arguments.json:
        document = [validation_document(one, arguments.by, talk.language) for one in found]
        talk.json(json.dumps(document[0] if arguments.file else document, ensure_ascii=False, indent=2))
    else:
        for one in found:
            talk.data(validation_lines(one, arguments.by, talk.language))
    return Exit.DONE


def _tables(arguments: argparse.Namespace) -> "list[Table]":
    """The given table, else the shipped ones of the asked kind.

    Raises:
        CodedError: V001 to V010.
    """
    from wizard.accuracy.benchmarks import shipped_table
    from wizard.accuracy.rows import read_table

    if arguments.file:
        return [read_table(arguments.file, arguments.kind)]
    return [shipped_table(kind) for kind in ([arguments.kind] if arguments.kind else KINDS)]


def _models(arguments: argparse.Namespace) -> "dict[str, ModelArchitecture]":
    from wizard.accuracy.names import models_in

    return models_in(arguments.models) if arguments.models else {}


def _validated(table: "Table", world: "World", talk: Talk) -> "Validation":
    from wizard.accuracy.fitted import shipped_rule
    from wizard.accuracy.validate import validate

    def progress(done: int, rows: int) -> None:
        if done and done % _STEP == 0:
            talk.say(talk.translate("{file}: {done} of {rows} rows").format(file=table.name, done=done, rows=rows))

    return validate(table, world, shipped_rule(), progress)


def _write_rows(path: Path, found: "list[Validation]") -> None:
    from wizard.accuracy.fitted import shipped_rule
    from wizard.accuracy.validate import rows_csv
    from wizard.accuracy.writing import write_text

    parts = [rows_csv(one, shipped_rule()) for one in found]
    write_text(path, parts[0] + "".join(part.split("\n", 1)[1] for part in parts[1:]))
