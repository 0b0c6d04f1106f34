"""``rechenwerk validate``: predictions beside published measurements, and what they are worth."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from wizard.accuracy.kinds import KINDS, REFITTED, SLICES, THROUGHPUT
from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_as_of, add_json, add_language, comma_list
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.accuracy.answer import World
    from wizard.accuracy.leave_out import Refitted
    from wizard.accuracy.rows import Table
    from wizard.accuracy.validate import Validation
    from wizard.domain.model import ModelArchitecture

    _Found = tuple[Validation, Refitted | None]

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
    parser.add_argument(
        "--leave-out",
        action="append",
        choices=("gpu", "model"),
        default=[],
        help=_("fits the figures again without each accelerator or model in turn and predicts it; takes minutes"),
    )
    parser.add_argument(
        "--fit", type=Path, metavar="OUT.yaml", help=_("fits the figures again and writes them as a catalogue file")
    )
    parser.add_argument("--rows", type=Path, metavar="OUT.csv", help=_("writes one line for each predicted quantity"))
    parser.add_argument("--page", type=Path, metavar="OUT.md", help=_("writes everything as a page in English"))
    parser.add_argument("--force", action="store_true", help=_("replaces a file that is there"))
    add_as_of(parser, _)
    add_json(parser, _)
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Prints the statistics of each table. Rows that cannot be predicted are listed with the reason, with exit 0."""
    from wizard.accuracy.answer import world_of
    from wizard.accuracy.names import Names
    from wizard.catalogs.load import load_catalog

    tables = _tables(arguments)
    _check_outputs(arguments)
    catalog = load_catalog()
    world = world_of(catalog, Names(catalog, _models(arguments)))
    found = [(_validated(table, world, talk), _refitted(table, world, arguments, talk)) for table in tables]
    _write(arguments, found, world)
    _print(arguments, found, talk)
    return Exit.DONE


def _check_outputs(arguments: argparse.Namespace) -> None:
    """Before the first prediction: a fit takes minutes.

    Raises:
        CodedError: V013 to V015.
    """
    from wizard.accuracy.benchmarks import shipped_files
    from wizard.accuracy.writing import check_outputs

    inputs = [arguments.file] if arguments.file else shipped_files()
    if arguments.models:
        inputs.extend(arguments.models.glob("*/config.json"))
    check_outputs(_outputs(arguments), inputs, replace=arguments.force)


def _outputs(arguments: argparse.Namespace) -> dict[str, Path]:
    named = {"--rows": arguments.rows, "--fit": arguments.fit, "--page": arguments.page}
    return {option: path for option, path in named.items() if path}


def _print(arguments: argparse.Namespace, found: "list[_Found]", talk: Talk) -> None:
    from wizard.cli.leave_out_view import refitted_document, refitted_lines
    from wizard.cli.validate_view import validation_document, validation_lines

    by, language = arguments.by, talk.language
    if not arguments.json:
        for one, anew in found:
            talk.data(validation_lines(one, by, language))
            if anew is not None:
                talk.data(refitted_lines(anew, by, language))
        return
    documents = [
        validation_document(one, by, language) | ({} if anew is None else {"refitted": refitted_document(anew, by)})
        for one, anew in found
    ]
    talk.json(json.dumps(documents[0] if arguments.file else documents, ensure_ascii=False, indent=2))


def _tables(arguments: argparse.Namespace) -> "list[Table]":
    """The given table, else the shipped ones of the asked kind.

    Raises:
        CodedError: V001 to V010.
    """
    from wizard.accuracy.benchmarks import shipped_table
    from wizard.accuracy.rows import read_table

    if arguments.file:
        return [read_table(arguments.file, arguments.kind)]
    alone = (arguments.leave_out or arguments.fit) and not arguments.page
    kinds = [THROUGHPUT] if alone else KINDS
    return [shipped_table(kind) for kind in ([arguments.kind] if arguments.kind else kinds)]


def _models(arguments: argparse.Namespace) -> "dict[str, ModelArchitecture]":
    from wizard.accuracy.names import models_in

    return models_in(arguments.models) if arguments.models else {}


def _validated(table: "Table", world: "World", talk: Talk) -> "Validation":
    from wizard.accuracy.fitted import shipped_rule
    from wizard.accuracy.validate import validate

    def progress(done: int, rows: int) -> None:
        if done and done % _STEP == 0:
            talk.say(talk.translate("{file}: {done} of {rows} rows").format(file=table.name, done=done, rows=rows))

    return validate(table, world, shipped_rule().took_part, progress)


def _refitted(table: "Table", world: "World", arguments: argparse.Namespace, talk: Talk) -> "Refitted | None":
    from wizard.accuracy.fitted import worth_fitting
    from wizard.accuracy.leave_out import fitted_anew

    asked = arguments.leave_out or arguments.fit
    if not asked or (arguments.page and table.kind not in REFITTED):
        return None

    def progress(key: str, done: int, of: int) -> None:
        if key:
            talk.say(talk.translate("{done} of {of}: fitted without {name}").format(done=done + 1, of=of, name=key))
        else:
            talk.say(talk.translate("fit, round {n}").format(n=done))

    return fitted_anew(table, world, worth_fitting, progress, columns=tuple(dict.fromkeys(arguments.leave_out)))


def _write(arguments: argparse.Namespace, found: "list[_Found]", world: "World") -> None:
    """What was free at the start may be taken by now."""
    from wizard.accuracy.writing import check_new

    for option, path in _outputs(arguments).items():
        check_new(option, path, replace=arguments.force)
    if arguments.rows:
        _write_rows(arguments.rows, found)
    if arguments.fit:
        _write_fit(arguments, found, world)
    if arguments.page:
        _write_page(arguments, found, world)


def _write_fit(arguments: argparse.Namespace, found: "list[_Found]", world: "World") -> None:
    from wizard.accuracy.fit_file import figures_yaml
    from wizard.accuracy.writing import write_text
    from wizard.cli.clock import as_of

    for _validation, anew in found:
        if anew is not None:
            rows = len({one.row for one in anew.fit.problem.observations})
            write_text(arguments.fit, figures_yaml(anew.figures, world.facts, anew.table.name, rows, as_of(arguments)))


def _write_rows(path: Path, found: "list[_Found]") -> None:
    """With something left out, the predictions made without it."""
    from dataclasses import replace

    from wizard.accuracy.fitted import shipped_rule
    from wizard.accuracy.validate import rows_csv
    from wizard.accuracy.writing import write_text

    parts = [
        rows_csv(replace(one, answers=anew.left_out[0].answers), lambda *_: False)
        if anew is not None and anew.left_out
        else rows_csv(one, shipped_rule().took_part)
        for one, anew in found
    ]
    write_text(path, parts[0] + "".join(part.split("\n", 1)[1] for part in parts[1:]))


def _write_page(arguments: argparse.Namespace, found: "list[_Found]", world: "World") -> None:
    from wizard.accuracy.fingerprint import fingerprint
    from wizard.accuracy.page import Page
    from wizard.accuracy.writing import write_text
    from wizard.cli.clock import as_of

    columns = "".join(f"--leave-out {column} " for column in dict.fromkeys(arguments.leave_out))
    command = f"rechenwerk validate {columns}--page {arguments.page.as_posix()}"
    page = Page(found, world.facts, fingerprint(world.facts), as_of(arguments), command)
    write_text(arguments.page, page.text())
