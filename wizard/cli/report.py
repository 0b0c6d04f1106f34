"""``rechenwerk report``: renders the report, in the same way as the wizard does."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wizard.cli.clock import as_of
from wizard.cli.evaluating import REPORT_SAMPLES, naming, open_for_reading
from wizard.cli.exits import Exit
from wizard.cli.language import LANGUAGES
from wizard.cli.options import Commands, add_as_of, add_catalog_choice, add_json, comma_list, sample_count
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.session import Session

FORMATS = ("html", "pdf", "json")


def register(commands: Commands, _: Translate) -> None:
    parser = commands.add("report", _("renders the report as HTML, PDF and JSON"), run)
    parser.add_argument("file", type=Path, metavar="PATH", help=_("the assessment"))
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help=_("folder for the files"))
    parser.add_argument(
        "--lang",
        type=comma_list(*LANGUAGES),
        metavar="de,en",
        help=_("languages of the report; default: that of the assessment"),
    )
    add_formats(parser, _, default=("html", "pdf"))
    parser.add_argument("--brand", type=Path, metavar="FILE", help=_("brand file of the consultancy or the client"))
    parser.add_argument("--pdf", choices=("a3a", "ua1"), default="a3a", help=_("PDF/A-3a or PDF/UA-1; default: a3a"))
    parser.add_argument(
        "--attach",
        choices=("client", "none", "full"),
        default="client",
        help=_("assessment attached to the PDF: the client copy, none, or the full one with internal notes"),
    )
    parser.add_argument("--draft", action="store_true", help=_("marks every page as a draft"))
    parser.add_argument(
        "--samples", type=sample_count, default=REPORT_SAMPLES, metavar="N", help=_("number of samples; default: 8192")
    )
    add_as_of(parser, _)
    add_catalog_choice(parser, _)
    add_json(parser, _)


def add_formats(parser: argparse.ArgumentParser, _: Translate, *, default: tuple[str, ...]) -> None:
    parser.add_argument(
        "--format",
        type=comma_list(*FORMATS),
        default=default,
        metavar="html,pdf,json",
        help=_("file formats; default: html,pdf"),
    )


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Renders, and prints the path of each file."""
    if arguments.attach == "full" and "pdf" in arguments.format:
        talk.say(talk.translate("! The PDF will carry the full assessment with internal notes, overrides and margins."))
    options = {name: getattr(arguments, name) for name in ("brand", "pdf", "attach", "draft", "samples")}
    session = open_for_reading(arguments.file)
    with naming(arguments.file):  # computed once: rendering takes this result
        session.evaluate(arguments.samples, progress=_progress(talk), as_of=as_of(arguments))
    files = rendered(session, talk, arguments.out, arguments.format, arguments.lang, as_of=as_of(arguments), **options)
    warnings = [warning.in_language(talk.language) for warning in session.report_warnings]
    if arguments.json:
        talk.json(json.dumps({"files": [str(f) for f in files], "warnings": warnings}, ensure_ascii=False, indent=2))
    else:
        talk.data(str(file) for file in files)
    return _exit(arguments.format, files)


def _exit(formats: tuple[str, ...], files: list[Path]) -> Exit:
    """A PDF that could not be made is no success, even where the other files stand."""
    if "pdf" not in formats or any(file.suffix == ".pdf" for file in files):
        return Exit.DONE
    from wizard.report import missing_pdf_libraries

    return Exit.MISSING if missing_pdf_libraries() else Exit.INPUT


def rendered(
    session: "Session",
    talk: Talk,
    out: Path,
    formats: tuple[str, ...],
    languages: tuple[str, ...] | None,
    **options: Any,
) -> list[Path]:
    """Renders with progress on stderr and tells the warnings.

    Raises:
        CodedError: the report cannot be made.
    """
    files = session.render_report(out, formats=formats, languages=languages, progress=_progress(talk), **options)
    for warning in session.report_warnings:
        talk.say("! " + warning.in_language(talk.language))
    return files


def _progress(talk: Talk) -> Any:
    if not sys.stderr.isatty():
        return None
    last = ""

    def tell(phase: str, share: float) -> None:
        nonlocal last
        line = f"{phase} {share:.0%}"
        if line != last:
            last = line
            talk.say(line)

    return tell
