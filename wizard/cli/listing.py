"""``rechenwerk list``: the assessments in a folder, latest first."""

import argparse
import json
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from wizard.cli.clock import now
from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_json, add_language
from wizard.cli.table import table
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.domain.assessment import Assessment
    from wizard.store.recent import Found


@dataclass(frozen=True)
class Row:
    """One file. Status: open, complete, locked, damaged; ``answered`` of ``asked`` counts questions of its path."""

    path: str
    title: str
    status: str
    answered: int | None
    asked: int | None
    modified: str
    age_days: int
    note: str


def register(commands: Commands, _: Translate) -> None:
    parser = commands.add("list", _("lists the assessments in a folder with status, completeness and age"), run)
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path(), metavar="DIR", help=_("the folder; default: the current one")
    )
    add_json(parser, _)
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Prints one line per assessment; an empty folder gives an empty table and exit 0."""
    from wizard.store.recent import find_assessments

    if not arguments.folder.is_dir():
        from wizard.cli.errors import CommandError, wrong_usage

        raise wrong_usage(CommandError.NO_SUCH_FOLDER, place=str(arguments.folder))
    today = now()
    rows = [_row(found, today, talk.language) for found in find_assessments(arguments.folder)]
    if arguments.json:
        talk.json(json.dumps([asdict(row) for row in rows], ensure_ascii=False, indent=2))
    elif rows:
        talk.data(_lines(rows, talk.translate))
    else:
        talk.say(talk.translate("No assessments in {folder}.").format(folder=arguments.folder))
    return Exit.DONE


def _row(found: "Found", today: datetime, language: str) -> Row:
    answered = asked = None
    status, note = "damaged", found.error.in_language(language) if found.error else ""
    if found.assessment is not None:
        answered, asked = _progress(found.assessment)
        status = "complete" if answered == asked else "open"
    if found.holder is not None:
        status, note = "locked", found.holder.notice(found.path).in_language(language)
    age = max((today - found.modified).days, 0)
    return Row(
        str(found.path), found.title, status, answered, asked, found.modified.isoformat(timespec="seconds"), age, note
    )


def _progress(assessment: "Assessment") -> tuple[int, int]:
    from wizard.questionnaire.flow import sections
    from wizard.questionnaire.loader import load_questionnaire

    live = [one for part in sections(load_questionnaire(), assessment) for one in part.questions if one.asked]
    done = sum(assessment.answer(one.question.id, one.workload_id) is not None for one in live)
    return done, len(live)


def _lines(rows: list[Row], _: Translate) -> list[str]:
    names = {"open": _("in progress"), "complete": _("complete"), "locked": _("in use"), "damaged": _("damaged")}
    head = [_("file"), _("title"), _("status"), _("answered"), _("days old")]
    body = [
        [
            Path(row.path).name,
            row.title,
            names[row.status],
            "–" if row.asked is None else f"{row.answered}/{row.asked}",
            str(row.age_days),
        ]
        for row in rows
    ]
    return table([head, *body], right=[3, 4]) + [f"! {row.note}" for row in rows if row.note]
