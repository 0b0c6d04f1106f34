"""``rechenwerk set``: answers from the shell, parsed and checked as in the wizard."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_json, add_language
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.cli.answering import Entered, Pair
    from wizard.session import Trial

_EVIDENCE = ("measured", "documented", "stated", "assumed")


def register(commands: Commands, _: Translate) -> None:
    parser = commands.add("set", _("enters answers: rechenwerk set acme.yaml fin.capex_budget=250000"), run)
    parser.add_argument("file", type=Path, metavar="PATH", help=_("the assessment"))
    parser.add_argument("values", nargs="*", metavar="id=value", help=_("answers, read in the assessment's language"))
    parser.add_argument(
        "--workload",
        metavar="ID",
        help=_("the workload that answers with the prefix w. belong to; the next free one, such as w2, is created"),
    )
    parser.add_argument("--unknown", action="append", default=[], metavar="ID", help=_("marks a question as unknown"))
    parser.add_argument(
        "--not-applicable",
        action="append",
        default=[],
        metavar="ID=REASON",
        help=_("marks a question as not applicable, with the reason"),
    )
    parser.add_argument("--by", metavar="NAME", help=_("who gave the answers"))
    parser.add_argument("--evidence", choices=_EVIDENCE, help=_("how firmly the answers are known"))
    add_json(parser, _)
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Enters all given answers as one step, or none when one of them cannot be accepted."""
    from wizard.cli.answering import pair, workload_at_hand
    from wizard.cli.errors import CommandError, from_command_line, wrong_usage
    from wizard.domain.errors import CodedError
    from wizard.session import Session

    pairs = list(map(pair, arguments.values))
    reasons = list(map(pair, arguments.not_applicable))
    if not (pairs or reasons or arguments.unknown):
        raise wrong_usage(CommandError.NOTHING_TO_SET)
    with Session.open(arguments.file) as session:
        for notice in session.notices:
            talk.say(notice.in_language(talk.language))
        if session.read_only:
            raise CodedError(CommandError.READ_ONLY, place=str(arguments.file))
        trial = session.trial()
        with from_command_line(), workload_at_hand(trial, arguments.workload):
            entered = _enter(trial, pairs, reasons, arguments)
        session.adopt(trial.assessment)
    if arguments.json:
        talk.json(json.dumps({"entered": [asdict(answer) for answer in entered]}, ensure_ascii=False))
    else:
        talk.data(f"{_place(answer)}: {answer.echo}{_meant(answer)}" for answer in entered)
    return Exit.DONE


def _enter(
    trial: "Trial", pairs: "list[Pair]", reasons: "list[Pair]", arguments: argparse.Namespace
) -> "list[Entered]":
    from wizard.cli.answering import Entered, answer_all, target_workload
    from wizard.domain.provenance import Evidence

    evidence = Evidence(arguments.evidence) if arguments.evidence else None
    entered = answer_all(trial, pairs, arguments.workload, evidence=evidence, by=arguments.by)
    for question in arguments.unknown:
        target = target_workload(trial, question, arguments.workload)
        trial.mark_unknown(question, target)
        entered.append(Entered(question, target, "?"))
    for given in reasons:
        target = target_workload(trial, given.question, arguments.workload)
        trial.mark_not_applicable(given.question, target, given.text)
        entered.append(Entered(given.question, target, given.text))
    return entered


def _meant(answer: "Entered") -> str:
    said = ", ".join(one for one in answer.meant if one != answer.echo)
    return f" → {said}" if said else ""


def _place(answer: "Entered") -> str:
    return f"{answer.workload} {answer.id}" if answer.workload else answer.id
