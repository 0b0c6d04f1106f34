"""``rechenwerk probe import``: fills answers with what was measured; what contradicts an answer is shown, not taken."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_json, add_language
from wizard.cli.table import wrapped
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.domain.assessment import Assessment
    from wizard.domain.language import Text
    from wizard.probe.proposal import Proposal, Proposed
    from wizard.questionnaire.schema import Questionnaire


def register(commands: Commands, _: Translate) -> None:
    parser = commands.add("import", _("takes a probe file into an assessment, as measured answers"), run)
    parser.add_argument("probe", type=Path, metavar="FILE", help=_("file written by 'rechenwerk probe --out FILE'"))
    parser.add_argument("file", type=Path, metavar="PATH", help=_("the assessment"))
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--yes", action="store_true", help=_("where probe and answers differ, take the probe"))
    choice.add_argument(
        "--take",
        action="append",
        default=[],
        metavar="ID",
        help=_("take the probe for this question, although it differs; may be repeated"),
    )
    parser.add_argument("--dry-run", action="store_true", help=_("only show what would change"))
    add_json(parser, _)
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """One undo step for everything; exit 1 when answers differ and were left as they are."""
    from wizard.cli.errors import CommandError, from_command_line
    from wizard.domain.errors import CodedError
    from wizard.probe.proposal import propose
    from wizard.probe.read import read_probe
    from wizard.session import Session

    probe, digest = read_probe(arguments.probe)
    with Session.open(arguments.file, read_only=arguments.dry_run) as session:
        for notice in session.notices:
            talk.say(notice.in_language(talk.language))
        if session.read_only and not arguments.dry_run:
            raise CodedError(CommandError.READ_ONLY, place=str(arguments.file))
        proposal = propose(probe, digest, session.assessment, session.catalog(), session.questionnaire)
        take = [one.question for one in proposal.conflicts] if arguments.yes else arguments.take
        with from_command_line():
            changed = proposal.applied_to(session.assessment, take)
        if not arguments.dry_run:
            session.adopt(changed)
        questionnaire = session.questionnaire
        idle = _without_effect(questionnaire, changed)
    if arguments.json:
        talk.json(json.dumps(_document(proposal, take, idle, dry_run=arguments.dry_run), ensure_ascii=False, indent=2))
    else:
        talk.data(_View(questionnaire, talk, idle).lines(proposal, take, dry_run=arguments.dry_run))
    left = [one for one in proposal.conflicts if one.question not in take]
    return Exit.PROBLEMS if left else Exit.DONE


def _without_effect(questionnaire: "Questionnaire", assessment: "Assessment") -> "dict[str, Text]":
    """Questions that other answers switch off, with the reason: what is filled in there waits."""
    from wizard.questionnaire.flow import live_questions

    live = live_questions(questionnaire, assessment)
    return {one.question.id: one.hidden_because for one in live if one.hidden_by_condition and one.hidden_because}


def _document(proposal: "Proposal", take: list[str], idle: "dict[str, Text]", *, dry_run: bool) -> dict[str, Any]:
    def change(one: "Proposed") -> dict[str, Any]:
        old = one.old.model_dump(mode="json", exclude_none=True) if one.old else None
        return {"id": one.question, "old": old, "new": one.new.model_dump(mode="json", exclude_none=True)}

    return {
        "dry_run": dry_run,
        "filled": [change(one) for one in proposal.filled],
        "conflicts": [
            {**change(one), "differing": list(one.differing), "taken": one.question in take}
            for one in proposal.conflicts
        ],
        "unchanged": list(proposal.unchanged),
        "without_effect": [one.question for one in proposal.filled if one.question in idle],
        "left_out": [{"id": question, "why": why.model_dump()} for question, why in proposal.left_out],
        "unknown_cards": list(proposal.unknown_cards),
        "measurement_added": proposal.measurement is not None,
    }


class _View:
    def __init__(self, questionnaire: "Questionnaire", talk: Talk, idle: "dict[str, Text]") -> None:
        self._questionnaire, self._language, self._ = questionnaire, talk.language, talk.translate
        self._idle = idle

    def lines(self, proposal: "Proposal", take: list[str], *, dry_run: bool) -> Iterator[str]:
        _ = self._
        if dry_run:
            yield _("Trial run: nothing is written.")
        for one in proposal.filled:
            yield from self._entry("✓", one.question, self._value(one, old=False))
            if one.question in self._idle:
                cause = self._idle[one.question].in_language(self._language)
                yield from wrapped(_("has no effect yet: {why}").format(why=cause), first="    ", indent="      ")
        for one in proposal.conflicts:
            mark = _("taken from the probe") if one.question in take else _("differs, left as it is")
            yield from self._entry("!", one.question, mark)
            yield from wrapped(self._value(one, old=True), first="    " + _("answer: "), indent="      ")
            yield from wrapped(self._value(one, old=False), first="    " + _("probe: "), indent="      ")
        for question in proposal.unchanged:
            yield from self._entry("=", question, _("says the same already"))
        for question, why in proposal.left_out:
            yield from self._entry("–", question, why.in_language(self._language))
        yield from self._ending(proposal, take)

    def _ending(self, proposal: "Proposal", take: list[str]) -> Iterator[str]:
        _ = self._
        for name in proposal.unknown_cards:
            sentence = _(
                "The catalogue does not know '{name}': it is kept as text and not used for sizing until its data are "
                "imported."
            )
            yield from wrapped(sentence.format(name=name))
        if proposal.measurement is None:
            yield _("This measurement is in the assessment already.")
        if any(one.question not in take for one in proposal.conflicts):
            yield _("--yes takes the probe everywhere, --take ID for one question.")

    def _entry(self, mark: str, question: str, text: str) -> Iterator[str]:
        title = self._questionnaire.question(question).title.in_language(self._language)
        yield from wrapped(f"{title}: {text}", first=f"{mark} {question} · ", indent="    ")

    def _value(self, one: "Proposed", *, old: bool) -> str:
        from wizard.questionnaire.display import format_value

        answer = one.old if old else one.new
        if answer is None or answer.value is None:
            return "–"
        return format_value(self._questionnaire.question(one.question), answer.value, self._language)
