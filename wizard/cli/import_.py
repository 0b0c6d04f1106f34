"""``rechenwerk import answers``: reads a filled question sheet back, shows what it would change, and takes it over."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_json, add_language
from wizard.cli.table import wrapped
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.session.importing import ImportRow, Preview

_SIGNS = {"new": "+", "changed": "~", "same": "=", "conflict": "!", "error": "✗"}
_YES = ("j", "ja", "y", "yes")


def register(commands: Commands, _: Translate) -> None:
    group = commands.group("import", _("reads what others filled in or measured into an assessment"))
    parser = group.add(
        "answers", _("reads a filled question sheet back: shows changes and conflicts, then takes them over"), run
    )
    parser.add_argument("sheet", type=Path, metavar="FILE", help=_("the filled sheet, .xlsx or .md"))
    parser.add_argument("file", type=Path, metavar="PATH", help=_("the assessment"))
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--yes", action="store_true", help=_("takes over all valid answers, also against conflicts"))
    how.add_argument("--dry-run", action="store_true", help=_("only shows what would change"))
    add_json(parser, _)
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Exit 0: taken over, or nothing to do; 1: only shown, or rows were left."""
    from wizard.cli.errors import CommandError
    from wizard.domain.errors import CodedError
    from wizard.session import Session

    asks = sys.stdin.isatty() and sys.stderr.isatty() and not arguments.json and not arguments.dry_run
    with Session.open(arguments.file, read_only=not (arguments.yes or asks)) as session:
        for notice in session.notices:
            talk.say(notice.in_language(talk.language))
        preview = session.preview_sheet(arguments.sheet, talk.language)
        if not arguments.json:
            talk.data(_lines(preview, talk))
        wanted = bool(preview.applicable) and (arguments.yes or (asks and preview.clear and _agreed(preview, talk)))
        if wanted:
            if session.read_only:
                raise CodedError(CommandError.READ_ONLY, place=str(arguments.file))
            session.adopt(preview.assessment)
    _tell(preview, arguments, talk, applied=wanted)
    done = (wanted or not preview.applicable) and not preview.left and (wanted or not preview.warnings)
    if arguments.dry_run:
        done = preview.clear
    return Exit.DONE if done else Exit.PROBLEMS


def _agreed(preview: "Preview", talk: Talk) -> bool:
    talk.say(talk.translate("Take over {n} answers? [y/N]").format(n=len(preview.applicable)))
    return sys.stdin.readline().strip().casefold() in _YES


def _tell(preview: "Preview", arguments: argparse.Namespace, talk: Talk, *, applied: bool) -> None:
    _ = talk.translate
    if arguments.json:
        talk.json(json.dumps(_document(preview, talk.language, applied=applied), ensure_ascii=False, indent=2))
        return
    if applied:
        talk.say(_("{n} answers taken over; undo takes them back in one step.").format(n=len(preview.applicable)))
    elif not preview.applicable:
        talk.say(_("Nothing to take over."))
    elif arguments.dry_run:
        talk.say(_("Only shown; {n} answers could be taken over.").format(n=len(preview.applicable)))
    else:
        told = _("Nothing was changed. --yes takes over {n} answers, also against conflicts.")
        talk.say(told.format(n=len(preview.applicable)))
    if preview.left:
        places = ", ".join(row.place for row in preview.left)
        talk.say(_("{n} rows cannot be taken over: {places}").format(n=len(preview.left), places=places))


def _lines(preview: "Preview", talk: Talk) -> Iterator[str]:
    for warning in preview.warnings:
        yield from wrapped(warning.message(talk.language), first="! ", indent="  ")
    for row in preview.rows:
        if row.outcome != "same":
            yield from _row(row, talk)
    same = sum(row.outcome == "same" for row in preview.rows)
    if same:
        yield talk.translate("= {n} answers say what is here already").format(n=same)


def _row(row: "ImportRow", talk: Talk) -> Iterator[str]:
    name = row.title.in_language(talk.language) if row.title else row.question_id or "?"
    owner = f"{row.workload_id} " if row.workload_id else ""
    moved = f": {row.before or '–'} → {row.after or '–'}" if row.applies else f": {row.after}" if row.after else ""
    yield from wrapped(f"{row.place}  {owner}{name}{moved}", first=f"{_SIGNS[row.outcome]} ", indent="    ")
    for reason in row.reasons:
        yield from wrapped(f"[{reason.error.code}] {reason.message(talk.language)}", indent="    ")


def _document(preview: "Preview", language: str, *, applied: bool) -> dict[str, Any]:
    return {
        "applied": applied,
        "warnings": [_problem(warning, language) for warning in preview.warnings],
        "rows": [
            {
                "place": row.place,
                "id": row.question_id,
                "workload": row.workload_id,
                "outcome": row.outcome,
                "before": row.before,
                "after": row.after,
                "problems": [_problem(reason, language) for reason in row.reasons],
            }
            for row in preview.rows
        ],
    }


def _problem(error: Any, language: str) -> dict[str, str]:
    return {"code": error.error.code, "text": error.message(language)}
