"""``rechenwerk new``: creates an assessment, fills in what is known, and opens the wizard."""

import argparse
import json
from pathlib import Path

from wizard.cli import opening
from wizard.cli.exits import Exit
from wizard.cli.language import LANGUAGES
from wizard.cli.options import Commands, add_json
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate


def register(commands: Commands, _: Translate) -> None:
    parser = commands.add("new", _("creates an assessment and opens the wizard"), run)
    parser.add_argument("file", type=Path, metavar="PATH", help=_("the new file, for example acme.yaml"))
    parser.add_argument(
        "--path",
        choices=("quick", "normal", "full"),
        default="quick",
        help=_("length of the interview; default: quick"),
    )
    parser.add_argument("--title", default="", help=_("title of the project"))
    parser.add_argument(
        "--set", action="append", default=[], metavar="id=value", help=_("an answer known beforehand; may be repeated")
    )
    parser.add_argument(
        "--workload",
        action="append",
        default=[],
        metavar="kind=…,model_ref=…",
        help=_("a workload with its answers; the prefix w. is implied; may be repeated"),
    )
    parser.add_argument("--no-tui", action="store_true", help=_("only writes the file"))
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        help=_("language of the assessment and of the values given here; default: the system's"),
    )
    add_json(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Writes the file, or nothing at all when one of the given values cannot be accepted."""
    if not arguments.no_tui:
        opening.require_terminal()
    file: Path = arguments.file
    if file.suffix.lower() not in (".yaml", ".yml"):
        from wizard.cli.errors import CommandError, wrong_usage

        raise wrong_usage(CommandError.NOT_A_YAML_NAME, place=str(file))
    identity, workloads, unknown = _create(arguments, talk.language)
    for line in unknown:
        talk.say(line)
    if not arguments.no_tui:
        return opening.wizard(file, None, read_only=False)
    if arguments.json:
        talk.json(json.dumps({"path": str(file), "id": identity, "workloads": workloads}, ensure_ascii=False))
    else:
        talk.data([str(file)])
    return Exit.DONE


def _create(arguments: argparse.Namespace, language: str) -> tuple[str, list[str], list[str]]:
    """Id of the assessment, ids of its workloads, and names in it that the catalogue does not know."""
    from wizard.cli.answering import WorkloadValues, answer_all, pair, unknown_names, workload_values
    from wizard.cli.errors import from_command_line
    from wizard.domain.language import Language
    from wizard.session import Session

    file: Path = arguments.file
    values = tuple(map(pair, arguments.set))
    workloads = [workload_values(given) for given in arguments.workload]
    present = _files_of(file)
    with from_command_line():
        session = Session.create(
            file, language=Language(language), questionnaire_path=arguments.path, title=arguments.title
        )
    try:
        with from_command_line():
            for workload in workloads or [WorkloadValues()]:
                answer_all(session, workload.pairs, session.add_workload(label=workload.label))
            answer_all(session, values, None)
        unknown = list(unknown_names(session, language))
    except BaseException:
        session.close(save=False)
        for leftover in _files_of(file) - present:
            leftover.unlink(missing_ok=True)
        raise
    identity, ids = session.assessment.id, [workload.id for workload in session.assessment.workloads]
    session.close()
    return identity, ids, unknown


def _files_of(file: Path) -> set[Path]:
    """The assessment and what the store keeps beside it."""
    return {path for path in file.parent.glob("*") if path.name == file.name or path.name.startswith(f".{file.name}.")}
