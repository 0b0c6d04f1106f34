"""``rechenwerk explain``: how one figure follows from answers and sources."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wizard.cli.evaluating import add_evaluation, evaluated
from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_json, add_language
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.domain.provenance import Derivation


def register(commands: Commands, _: Translate) -> None:
    parser = commands.add("explain", _("derives one figure of the result, down to answers and sources"), run)
    add_evaluation(parser, _)
    parser.add_argument(
        "key",
        metavar="KEY",
        help=_("dotted path into the result, lists by id: options.cloud.cost.npv_eur.p50"),
    )
    add_json(parser, _)
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Prints the derivation as a tree. A key that is not in the result is wrong usage."""
    _assessment, evaluation = evaluated(arguments)
    from wizard.cli.errors import from_command_line
    from wizard.engine import explain

    with from_command_line():
        derivation = explain(evaluation, arguments.key)
    if arguments.json:
        talk.json(derivation.model_dump_json(indent=2))
    else:
        talk.data(_tree(derivation, talk))
    return Exit.DONE


def _tree(step: "Derivation", talk: Talk, lead: str = "", branch: str = "") -> Iterator[str]:
    from wizard.cli.table import wrapped
    from wizard.i18n.sources import source_in

    below = lead + {"": "", "├─ ": "│  ", "└─ ": "   "}[branch]
    inner = below + ("│  " if step.inputs else "   ")
    yield from wrapped(_headline(step, talk), first=lead + branch, indent=inner)
    if step.formula:
        yield from wrapped(step.formula, first=f"{inner}= ", indent=f"{inner}  ")
    if step.source:
        source = f"{talk.translate('source')}: {source_in(talk.language, step.source)}"
        yield from wrapped(source, first=inner, indent=f"{inner}  ")
    for position, part in enumerate(step.inputs, start=1):
        yield from _tree(part, talk, below, "└─ " if position == len(step.inputs) else "├─ ")


def _headline(step: "Derivation", talk: Talk) -> str:
    from wizard.cli.figures import brief
    from wizard.i18n.catalog import translator
    from wizard.report.view.names import evidence_word

    value = step.value
    if isinstance(value, float | int) and not isinstance(value, bool):
        value = brief(value, talk.language, 5)
    elif value is None:
        value = talk.translate("open")
    unit = f" {_unit(step.unit, talk)}" if step.unit not in ("", "1") and step.value is not None else ""
    evidence = evidence_word(translator(talk.language, "report"), step.evidence)
    return f"{step.label.in_language(talk.language)}: {value}{unit}  ({evidence})"


def _unit(unit: str, talk: Talk) -> str:
    """The unit as the questionnaire or the language writes it; symbols stay."""
    from wizard.questionnaire.loader import load_questionnaire

    _ = talk.translate
    words = {
        "1/a": _("per year"), "EUR/a": _("EUR a year"), "bytes": _("bytes"), "GPU/replica": _("GPUs per replica"),
        "share": _("as a share"),
    }  # fmt: skip
    named = load_questionnaire().unit_texts.get(unit)
    return words.get(unit) or (named.in_language(talk.language) if named is not None else unit)
