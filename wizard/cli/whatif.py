"""``rechenwerk whatif``: the saved assessment beside one with other answers, and what moved. Nothing is written."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from typing import TYPE_CHECKING

from wizard.cli.clock import as_of
from wizard.cli.evaluating import add_evaluation, naming, open_for_reading
from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_json, add_language
from wizard.cli.talk import Talk
from wizard.cli.whatif_changed import Changed
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.cli.answering import Pair
    from wizard.domain.result import Result
    from wizard.session import Session, Trial


def register(commands: Commands, _: Translate) -> None:
    parser = commands.add(
        "whatif", _("shows the result beside one with other answers, what moved and why; writes nothing"), run
    )
    add_evaluation(parser, _)
    parser.add_argument("values", nargs="*", metavar="id=value", help=_("answers to try, as for the command set"))
    parser.add_argument(
        "--workload",
        metavar="ID",
        help=_("the workload that answers with the prefix w. belong to; the next free one, such as w2, is added"),
    )
    add_json(parser, _)
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Evaluates twice and compares. Values that cannot be accepted are wrong usage, as for ``set``."""
    from wizard.cli.answering import pair
    from wizard.cli.errors import CommandError, from_command_line, wrong_usage
    from wizard.engine.compare import compare

    pairs = list(map(pair, arguments.values))
    if not pairs:
        raise wrong_usage(CommandError.NOTHING_TO_TRY)
    session = open_for_reading(arguments.file)
    with naming(arguments.file):
        before = session.evaluate(arguments.samples, seed=arguments.seed, as_of=as_of(arguments)).result
    trial = session.trial()
    with from_command_line():
        changes = _tried(trial, pairs, arguments.workload, talk.language)
        after = trial.evaluate(arguments.samples, seed=arguments.seed, as_of=as_of(arguments)).result
    comparison = compare(before, after)
    changes = _alone(session, changes, pairs, arguments, before, after)
    if arguments.json:
        talk.json(
            json.dumps(
                {
                    "schema": "rechenwerk.whatif/1",
                    "changes": [asdict(change) for change in changes],
                    "comparison": comparison.model_dump(mode="json", by_alias=True),
                    "before": before.model_dump(mode="json", by_alias=True),
                    "after": after.model_dump(mode="json", by_alias=True),
                },
                ensure_ascii=False,
                indent=2,
            )
        )
        return Exit.DONE
    from wizard.cli.whatif_view import comparison_lines

    talk.data(comparison_lines(changes, comparison, after, trial, talk.language))
    return Exit.DONE


def _tried(trial: "Trial", pairs: "Sequence[Pair]", workload: str | None, language: str) -> list[Changed]:
    from wizard.cli.answering import answer_all, target_workload, workload_at_hand
    from wizard.questionnaire.currency import client_currency
    from wizard.questionnaire.display import format_value

    changes = []
    with workload_at_hand(trial, workload):
        for given in pairs:
            target = target_workload(trial, given.question, workload)
            before = trial.status(given.question, target)
            question = trial.questionnaire.question(before.given.question_id)
            country = trial.assessment.answer("client.country")
            stored = before.answer.value if before.given.known and before.answer else before.given.value
            shown = format_value(question, stored, language, currency=client_currency(country and country.value))
            answer_all(trial, [given], workload)
            now = trial.status(given.question, target).answer
            after = format_value(question, now.value if now else None, language)
            title = question.title.in_language(language)
            changes.append(Changed(question.id, target, title, shown, not before.given.known, after))
    return changes


def _alone(
    session: "Session",
    changes: list[Changed],
    pairs: "Sequence[Pair]",
    arguments: argparse.Namespace,
    before: "Result",
    after: "Result",
) -> list[Changed]:
    """Each change by itself, where there are several: the whole movement does not say which of them made it."""
    leader = after.recommendation.option
    if leader is None:
        return changes
    if len(changes) == 1:
        moved = [_moved(before, after, leader)]
    else:
        day = as_of(arguments)
        moved = [_moved_by(session, [given], arguments, day, before, leader) for given in pairs]
    return [Changed(**{**asdict(change), "alone_eur": effect}) for change, effect in zip(changes, moved, strict=True)]


def _moved_by(
    session: "Session",
    pairs: "Sequence[Pair]",
    arguments: argparse.Namespace,
    day: date,
    before: "Result",
    leader: str,
) -> float | None:
    """None where the change means nothing without the others."""
    from wizard.cli.answering import answer_all, workload_at_hand
    from wizard.domain.errors import CodedError

    trial = session.trial()
    try:
        with workload_at_hand(trial, arguments.workload):
            answer_all(trial, pairs, arguments.workload)
        result = trial.evaluate(arguments.samples, seed=arguments.seed, as_of=day).result
    except CodedError:
        return None
    return _moved(before, result, leader)


def _moved(before: "Result", after: "Result", option_id: str) -> float | None:
    costs = [option.cost if option else None for option in (before.option(option_id), after.option(option_id))]
    if costs[0] is None or costs[1] is None:
        return None
    return costs[1].npv_eur.p50 - costs[0].npv_eur.p50
