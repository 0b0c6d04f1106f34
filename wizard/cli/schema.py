"""``rechenwerk schema``: the JSON schemas of everything the program reads or writes."""

import argparse
import json
from typing import TYPE_CHECKING

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
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Prints the schema, as JSON in every case."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **_model(arguments.kind).model_json_schema()}
    talk.json(json.dumps(schema, ensure_ascii=False, indent=2))
    return Exit.DONE


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
