"""``rechenwerk demo``: the main job on the shipped example, so that one sees what comes out."""

import argparse
import shutil
from pathlib import Path

from wizard.cli.clock import as_of
from wizard.cli.evaluating import SAMPLES, open_for_reading
from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_as_of, add_language
from wizard.cli.report import add_formats, rendered
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

EXAMPLE = "stadtwerke.yaml"


def register(commands: Commands, _: Translate) -> None:
    parser = commands.add("demo", _("does the main job on the shipped example: sizes, costs, decision, report"), run)
    parser.add_argument(
        "--out", type=Path, default=Path("demo-out"), metavar="DIR", help=_("folder for the files; default: demo-out")
    )
    add_formats(parser, _, default=("html", "pdf"))
    add_as_of(parser, _)
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Copies the example, evaluates it, renders it in German and English, and prints the decision and the files."""
    from wizard.cli.result_view import decision_lines
    from wizard.datafiles.packaged import data_folder

    _ = talk.translate
    file = arguments.out / EXAMPLE
    if not file.exists():  # a second run keeps what was changed in between
        arguments.out.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(data_folder("questionnaires") / "examples" / EXAMPLE, file)
        file.chmod(0o600)
    session = open_for_reading(file)
    day = as_of(arguments)
    result = session.evaluate(SAMPLES, as_of=day).result
    talk.data([session.assessment.title, "", *decision_lines(result, talk.language), ""])
    talk.say(_("Rendering the report in German and English …"))
    files = rendered(session, talk, arguments.out, arguments.format, ("de", "en"), as_of=day)
    talk.data(
        [
            _("Files:"),
            *(f"  {path}" for path in [file, *files]),
            "",
            _("Next: rechenwerk open {path}").format(path=file),
        ]
    )
    return Exit.DONE
