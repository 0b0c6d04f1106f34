"""``rechenwerk schema``: the JSON schemas of everything the program reads or writes."""

import argparse
import json
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wizard.catalogs.kinds import FILE_KINDS
from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_language
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from pydantic import BaseModel

_KINDS = ("assessment", "result", "catalog", "questionnaire")


def register(commands: Commands, _: Translate) -> None:
    parser = commands.add("schema", _("prints the JSON schema of a file format"), run)
    parser.add_argument("kind", choices=_KINDS, help=_("which format"))
    parser.add_argument(
        "section",
        nargs="?",
        choices=FILE_KINDS,
        metavar="SECTION",
        help=_("catalog only: that of the files with this section: {names}").format(names=", ".join(FILE_KINDS)),
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        help=_("catalog only: writes the schemas of all kinds of files there, and prints the settings for an editor"),
    )
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Prints the schema, as JSON in every case."""
    _check_combination(arguments)
    if arguments.out:
        _write_all(arguments.out, talk)
    else:
        talk.json(json.dumps(_schema(arguments.kind, arguments.section), ensure_ascii=False, indent=2))
    return Exit.DONE


def _check_combination(arguments: argparse.Namespace) -> None:
    """Raises:
    UsageError: P020.
    """
    given = "--out" if arguments.out else "SECTION" if arguments.section else ""
    if given and arguments.kind != "catalog":
        from wizard.cli.errors import CommandError, wrong_usage

        raise wrong_usage(CommandError.NEEDS_OPTION, option=given, other="'catalog'")


def _write_all(folder: Path, talk: Talk) -> None:
    """Writes one file a kind; the settings that tie them to the shipped files go to the standard output."""
    from wizard.catalogs.schemas import write_schemas
    from wizard.store.errors import from_os_error

    try:
        written = write_schemas(folder)
    except OSError as error:
        raise from_os_error(error, folder) from error
    talk.json(json.dumps(_editor_settings(folder), ensure_ascii=False, indent=2))
    talk.say(talk.translate("{n} schemas written to {folder}").format(n=len(written), folder=folder))


def _editor_settings(folder: Path) -> dict[str, Any]:
    """What the YAML language server of VS Code and other editors understands."""
    from wizard.catalogs.schemas import kinds_by_file, schema_name
    from wizard.datafiles.packaged import data_folder

    found = defaultdict(list)
    for name, kind in kinds_by_file(data_folder("catalogs")).items():
        found[(folder / schema_name(kind)).as_posix()].append(f"catalogs/{name}")
    return {"yaml.schemas": found}


def _schema(kind: str, section: str | None) -> dict[str, Any]:
    if section:
        from wizard.catalogs.schemas import file_schema

        return file_schema(section)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **_model(kind).model_json_schema()}


def _model(kind: str) -> "type[BaseModel]":
    if kind == "assessment":
        from wizard.domain.assessment import Assessment

        return Assessment
    if kind == "result":
        from wizard.domain.result import Result

        return Result
    if kind == "catalog":
        from wizard.domain.catalog import Catalog

        return Catalog
    from wizard.questionnaire.schema import Questionnaire

    return Questionnaire
