"""``rechenwerk catalog refresh``: reads current prices online, shows what changes, keeps what is plausible."""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from wizard.cli.clock import as_of
from wizard.cli.exits import Exit
from wizard.cli.options import add_json, add_language
from wizard.cli.refresh_view import outcome_document, outcome_end, outcome_lines
from wizard.cli.table import table, wrapped
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.refresh.source import Source

_YES = ("y", "yes", "j", "ja")


def add_arguments(parser: argparse.ArgumentParser, _: Translate) -> None:
    parser.epilog = _(
        "This is the only command that goes online, and only to the hosts it names first. No assessment is read and "
        "nothing of a client is sent; proxies of the environment are used. Only prices of known entries are "
        "read, by their exact name and region. A price is taken when its currency is the same, its date not older, its "
        "change plausible, and its neighbours agree; otherwise the last good one stays. Refreshed prices lie between "
        "the shipped ones and a client's, 'catalog show' names the layer, and the version of the catalogue in every "
        "result ends in +refreshed and a fingerprint. --catalog shipped leaves them out. Exit 0: everything was taken; "
        "1: a source failed or a price was refused."
    )
    parser.add_argument(
        "--source", action="append", metavar="NAME", help=_("only this source; may be given several times")
    )
    parser.add_argument("--dry-run", action="store_true", help=_("show what would change and save nothing"))
    parser.add_argument("--yes", action="store_true", help=_("contact the sources without asking first"))
    parser.add_argument(
        "--base-url",
        type=_loopback,
        metavar="URL",
        help=_("read recorded answers from a server on this machine, http://127.0.0.1:PORT, instead of the sources"),
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--list", action="store_true", help=_("list the sources and what they cover, offline"))
    instead.add_argument(
        "--undo", action="store_true", help=_("bring back the prices before the last refresh, offline")
    )
    instead.add_argument("--forget", action="store_true", help=_("remove all refreshed prices, offline"))
    add_json(parser, _)
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Exit 1 when a source failed or a price was refused; whatever is not taken keeps its last good value."""
    if arguments.undo or arguments.forget:
        return _put_back(arguments, talk)
    sources = _chosen(arguments.source)
    if arguments.list:
        return _list(sources, arguments, talk)
    if not _may_go_online(sources, arguments, talk):
        talk.say(talk.translate("Nothing was contacted."))
        return Exit.DONE
    return _refresh(sources, arguments, talk)


def _refresh(sources: "Sequence[Source]", arguments: argparse.Namespace, talk: Talk) -> int:
    from wizard.refresh.refreshing import keep, read_sources
    from wizard.refresh.transport import Transport

    def begin(source: "Source") -> None:
        talk.say(talk.translate("Reading {title} …").format(title=source.title))

    day = as_of(arguments)
    judged = read_sources(sources, Transport(arguments.base_url), day, begin)
    saved = False if arguments.dry_run else keep(judged)
    if arguments.json:
        document = outcome_document(judged, day, talk.language, saved=saved, dry_run=arguments.dry_run)
        talk.json(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        talk.data(outcome_lines(judged, day, talk))
        talk.say(outcome_end(judged, talk, saved=saved, dry_run=arguments.dry_run))
    return Exit.DONE if all(one.complete for one in judged) else Exit.PROBLEMS


def _chosen(names: Sequence[str] | None) -> "tuple[Source, ...]":
    from wizard.cli.errors import CommandError, wrong_usage
    from wizard.refresh.registry import SOURCES

    unknown = [name for name in names or () if name not in SOURCES]
    if unknown:
        raise wrong_usage(CommandError.NO_SUCH_SOURCE, given=unknown[0], known=", ".join(SOURCES))
    return tuple(SOURCES[name] for name in dict.fromkeys(names or SOURCES))


def _may_go_online(sources: "Sequence[Source]", arguments: argparse.Namespace, talk: Talk) -> bool:
    _ = talk.translate
    hosts = dict.fromkeys(host for source in sources for host in source.hosts)
    contacted = arguments.base_url or ", ".join(hosts)
    for line in wrapped(_("This contacts: {hosts}. Nothing of a client is sent.").format(hosts=contacted)):
        talk.say(line)
    if arguments.yes:
        return True
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        from wizard.cli.errors import CommandError, wrong_usage

        raise wrong_usage(CommandError.CONFIRM)
    talk.say(_("Go online? y or n"))
    return sys.stdin.readline().strip().casefold() in _YES


def _put_back(arguments: argparse.Namespace, talk: Talk) -> int:
    from wizard.refresh.layer import forget, undo

    _ = talk.translate
    if arguments.undo:
        path = undo()
        talk.say(_("The prices before the last refresh count again: {path}").format(path=path))
        return Exit.DONE
    gone = forget()
    talk.say(_("Refreshed prices removed; the shipped ones count.") if gone else _("There were no refreshed prices."))
    return Exit.DONE


def _list(sources: "Sequence[Source]", arguments: argparse.Namespace, talk: Talk) -> int:
    from wizard.catalogs.load import load_catalog

    _, catalog = talk.translate, load_catalog()
    covered = {source.name: len(source.covers(catalog)) for source in sources}
    if arguments.json:
        document = [
            {"name": one.name, "title": one.title, "hosts": list(one.hosts), "figures": covered[one.name]}
            for one in sources
        ]
        talk.json(json.dumps(document, ensure_ascii=False, indent=2))
        return Exit.DONE
    head = [_("source"), _("figures"), _("what"), _("contacts")]
    rows = [[one.name, str(covered[one.name]), one.title, ", ".join(one.hosts)] for one in sources]
    talk.data(table([head, *rows], right=(1,)))
    return Exit.DONE


def _loopback(given: str) -> str:
    from wizard.refresh.transport import is_loopback

    if is_loopback(given):
        return given
    raise argparse.ArgumentTypeError(f"'{given}' is no http address of this machine, such as http://127.0.0.1:8000")
