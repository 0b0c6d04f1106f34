"""``rechenwerk questions``: a question sheet for the client, before or after the meeting."""

import argparse
import json
from pathlib import Path

from wizard.cli.clock import as_of
from wizard.cli.evaluating import naming, open_for_reading
from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_json, add_language
from wizard.cli.options import iso_date as day
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

FORMATS = ("xlsx", "md")
_NAMES = {"de": "fragen", "en": "questions"}


def register(commands: Commands, _: Translate) -> None:
    parser = commands.add(
        "questions", _("writes a question sheet for the client, as a workbook or as Markdown, in the brand's look"), run
    )
    parser.add_argument("file", type=Path, metavar="PATH", help=_("the assessment"))
    parser.add_argument("--open", action="store_true", help=_("only questions without an answer"))
    parser.add_argument("--format", choices=FORMATS, default="xlsx", help=_("xlsx or md; default: xlsx"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=_("the new file; default: beside the assessment"))
    parser.add_argument("--force", action="store_true", help=_("replaces a file that is there"))
    parser.add_argument("--brand", type=Path, metavar="FILE", help=_("brand file of the consultancy or the client"))
    parser.add_argument("--as-of", type=day, metavar="DATE", help=_("the day the sheet shows; default: today"))
    add_json(parser, _)
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Writes the sheet in the language of ``--lang``, else of the assessment, and prints its path."""
    session = open_for_reading(arguments.file)
    language = getattr(arguments, "lang", None) or str(session.assessment.language)
    with naming(arguments.file):
        sheet = session.question_sheet(language, created=as_of(arguments), open_only=arguments.open)
    if not sheet.questions:
        talk.say(talk.translate("Every question is answered; no sheet was written."))
        if arguments.json:
            talk.json(json.dumps({"file": None, "questions": 0}))
        return Exit.DONE
    target = arguments.out or _beside(arguments.file, language, arguments.format)
    session.write_sheet(sheet, target, arguments.format, brand=arguments.brand, replace=arguments.force)
    if arguments.json:
        talk.json(json.dumps({"file": str(target), "questions": len(sheet.questions)}, ensure_ascii=False))
    else:
        talk.data([str(target)])
        talk.say(talk.translate("{n} questions. Next: rechenwerk import answers {file} {path}").format(
            n=len(sheet.questions), file=target, path=arguments.file
        ))  # fmt: skip
    return Exit.DONE


def _beside(file: Path, language: str, kind: str) -> Path:
    return file.with_name(f"{file.stem}-{_NAMES[language]}.{kind}")
