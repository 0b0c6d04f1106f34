"""``rechenwerk probe``: what this machine has, measured; and ``probe import`` takes such a file into an assessment."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from wizard.cli import probe_import
from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_json, add_language, positive_number
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.probe.schema import Probe

_SECONDS = 60.0


def register(commands: Commands, _: Translate) -> None:
    parser = commands.add("probe", _("measures the hardware of this machine: NVIDIA cards, processor, memory"), run)
    parser.add_argument("--out", type=Path, metavar="FILE", help=_("write the probe to this file, to be imported"))
    parser.add_argument(
        "--timeout",
        type=positive_number,
        default=_SECONDS,
        metavar="SECONDS",
        help=_("give up on the NVIDIA driver after this time; default: {n}").format(n=round(_SECONDS)),
    )
    add_json(parser, _)
    add_language(parser, _)
    probe_import.register(Commands(parser, _, "probe_command", optional=True), _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Shows what was measured; exit 0 also without a card, with a driver that fails and with one that hangs."""
    from wizard.cli.probe_view import lines
    from wizard.probe.child import Patience
    from wizard.probe.take import take_probe, to_json

    if arguments.out:
        _check_target(arguments.out)
    probe = take_probe(Patience.of(arguments.timeout))
    if arguments.out:
        _write(arguments.out, probe)
    if arguments.json:
        talk.json(to_json(probe))
    else:
        talk.data(lines(probe, talk.language, talk.translate))
    if arguments.out:
        talk.say(talk.translate("Written: {path}").format(path=arguments.out))
    return Exit.DONE


def _check_target(path: Path) -> None:
    """An older probe may be replaced; anything else, such as an assessment, is left alone."""
    from wizard.cli.errors import UsageError
    from wizard.domain.errors import CodedError
    from wizard.probe.errors import ProbeError
    from wizard.probe.read import read_probe

    if not path.exists():
        return
    try:
        read_probe(path)
    except CodedError:
        raise UsageError(CodedError(ProbeError.NOT_OVERWRITTEN, place=path.name)) from None


def _write(path: Path, probe: "Probe") -> None:
    from wizard.probe.take import to_json
    from wizard.store.errors import from_os_error
    from wizard.store.files import replace_durably

    try:
        replace_durably(path, to_json(probe).encode())
    except OSError as error:
        raise from_os_error(error, path) from error
