"""``rechenwerk evaluate``: the full engine on one assessment."""

import argparse

from wizard.cli.evaluating import add_evaluation, evaluated
from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_json, add_language
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate


def register(commands: Commands, _: Translate) -> None:
    parser = commands.add("evaluate", _("computes sizes, costs and the decision and prints the result"), run)
    add_evaluation(parser, _)
    add_json(parser, _)
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Prints the result; the JSON is ``rechenwerk.result/1``, equal bytes for equal input."""
    assessment, evaluation = evaluated(arguments)
    if arguments.json:
        talk.json(evaluation.result.model_dump_json(by_alias=True, indent=2))
        return Exit.DONE
    from wizard.cli.result_view import result_lines

    talk.data(result_lines(assessment, evaluation.result, talk.language))
    return Exit.DONE
