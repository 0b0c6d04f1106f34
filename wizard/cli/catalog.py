"""``rechenwerk catalog``: looks into the catalogues, checks them, compares two of them."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from wizard.catalogs.kinds import KINDS
from wizard.cli import catalog_check, catalog_diff, catalog_import, catalog_list, catalog_refresh, catalog_show
from wizard.cli.options import Commands, add_as_of, add_catalog_choice, add_json, add_language
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.cli.options import Parser


def register(commands: Commands, _: Translate) -> None:
    group = commands.group("catalog", _("looks into the catalogues of hardware, models and prices, and checks them"))
    listing = group.add("list", _("lists the kinds of entries, or the entries of a kind"), catalog_list.run)
    listing.add_argument("kind", nargs="?", choices=KINDS, metavar="KIND", help=", ".join(KINDS))
    for name, help_text in catalog_list.filters(_).items():
        listing.add_argument(f"--{name}", metavar=name.upper(), help=help_text)
    _add_assessment(listing, _)
    add_catalog_choice(listing, _)

    show = group.add("show", _("shows every figure of an entry with source, date, age and layer"), catalog_show.run)
    show.add_argument("name", metavar="ID", help=_("exact id or alias; electricity.DE names one of several kinds"))
    _add_assessment(show, _)
    add_catalog_choice(show, _)
    add_as_of(show, _)

    check = group.add("check", _("looks for wrong, undated, implausible and expired figures"), catalog_check.run)
    check.add_argument(
        "folder", nargs="?", type=Path, metavar="FOLDER", help=_("a folder of catalogue files; default: the shipped")
    )
    add_as_of(check, _)

    diff = group.add("diff", _("lists what differs between two catalogues"), catalog_diff.run)
    diff.add_argument("old", type=Path, metavar="OLD", help=_("a folder of catalogue files"))
    diff.add_argument("new", nargs="?", type=Path, metavar="NEW", help=_("the other one; default: the shipped"))

    summary = _("reads current prices online, shows what changes, keeps what is plausible")
    catalog_refresh.add_arguments(group.add("refresh", summary, catalog_refresh.run), _)

    importing = group.add(
        "import", _("reads a vendor's quote, shows what it would change, and takes it into an assessment"),
        catalog_import.run,
    )  # fmt: skip
    catalog_import.add_arguments(importing, _)
    add_as_of(importing, _)

    for parser in (listing, show, check, diff, importing):
        add_json(parser, _)
        add_language(parser, _)


def _add_assessment(parser: "Parser | argparse.ArgumentParser", _: Translate) -> None:
    parser.add_argument(
        "--assessment", type=Path, metavar="FILE", help=_("lays the client's own figures of an assessment on top")
    )
