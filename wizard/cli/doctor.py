"""``rechenwerk doctor``: is everything here that a client session needs?"""

import argparse
import json
import os
import platform
import shutil
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from wizard import __version__
from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_json, add_language
from wizard.cli.table import table
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

SMALLEST_TERMINAL = (80, 24)


@dataclass(frozen=True)
class Check:
    """One examined thing. ``needed``: without it a part of the product does not work, so the exit code is 4."""

    name: str
    ok: bool
    needed: bool
    found: str
    remedy: str = ""


def _good(name: str, found: str) -> Check:
    return Check(name=name, ok=True, needed=True, found=found)


def _missing(name: str, found: str, remedy: str) -> Check:
    return Check(name=name, ok=False, needed=True, found=found, remedy=remedy)


def _advice(name: str, found: str, remedy: str, *, ok: bool) -> Check:
    return Check(name=name, ok=ok, needed=False, found=found, remedy="" if ok else remedy)


def register(commands: Commands, _: Translate) -> None:
    parser = commands.add("doctor", _("checks terminal, PDF libraries, fonts and write access"), run)
    add_json(parser, _)
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Prints what was found; exit 4 when something needed is missing."""
    checks = examine(talk.translate)
    missing = any(check.needed and not check.ok for check in checks)
    if arguments.json:
        talk.json(json.dumps({"ok": not missing, "checks": [asdict(c) for c in checks]}, ensure_ascii=False, indent=2))
    else:
        talk.data(_lines(checks, talk.translate))
    return Exit.MISSING if missing else Exit.DONE


def examine(_: Translate) -> list[Check]:
    """All checks, in the order a person would look."""
    return [_python(_), _data(_), _terminal_size(_), _colours(_), _encoding(_), _pdf(_), _fonts(_), _write_access(_)]


def _python(_: Translate) -> Check:
    return _good("Python", f"{platform.python_version()} · rechenwerk {__version__}")


def _data(_: Translate) -> Check:
    from wizard.datafiles.packaged import data_folder

    try:
        folders = [data_folder(name) for name in ("catalogs", "questionnaires", "report_templates")]
    except FileNotFoundError as error:
        return _missing(_("shipped data"), str(error), _("install rechenwerk again"))
    return _good(_("shipped data"), str(folders[0].parent))


def _terminal_size(_: Translate) -> Check:
    size = shutil.get_terminal_size()
    ok = size.columns >= SMALLEST_TERMINAL[0] and size.lines >= SMALLEST_TERMINAL[1]
    return _advice(_("terminal size"), f"{size.columns} × {size.lines}", _("make it at least 80 × 24"), ok=ok)


def _colours(_: Translate) -> Check:
    term, depth = os.environ.get("TERM", ""), os.environ.get("COLORTERM", "")
    windows = os.name == "nt"
    ok = windows or depth in ("truecolor", "24bit") or "256" in term or "direct" in term
    found = " ".join(part for part in (term, depth) if part) or _("not named")
    return _advice(_("colours"), found, _("set TERM=xterm-256color where the terminal can do it"), ok=ok)


def _encoding(_: Translate) -> Check:
    encoding = (sys.stdout.encoding or "").lower()
    ok = encoding.replace("-", "") == "utf8"
    return _advice(_("character set"), encoding, _("set LANG=C.UTF-8 or PYTHONUTF8=1"), ok=ok)


def _pdf(_: Translate) -> Check:
    from wizard.report import missing_pdf_libraries, pdf_fix_line

    missing = missing_pdf_libraries()
    if missing:
        return _missing(_("PDF libraries"), _("missing: ") + ", ".join(missing), pdf_fix_line())
    return _good(_("PDF libraries"), "pango, harfbuzz, fontconfig")


def _fonts(_: Translate) -> Check:
    from wizard.datafiles.packaged import data_folder

    shipped = sorted(p for p in data_folder("report_templates").rglob("*") if p.suffix in (".ttf", ".otf", ".woff2"))
    if not shipped:
        return _missing(_("report fonts"), _("none"), _("install rechenwerk again"))
    return _good(_("report fonts"), _("{n} font files shipped").format(n=len(shipped)))


def _write_access(_: Translate) -> Check:
    here = Path.cwd()
    try:
        with tempfile.TemporaryFile(dir=here):
            pass
    except OSError as error:
        return _missing(_("write access"), f"{here}: {error.strerror}", _("change to a folder of your own"))
    return _good(_("write access"), str(here))


def _lines(checks: list[Check], _: Translate) -> list[str]:
    rows = [["✓" if c.ok else "✗" if c.needed else "!", c.name, c.found] for c in checks]
    lines = table(rows)
    for check in checks:
        if check.remedy:
            lines.append("")
            lines.append(f"{check.name}: {check.remedy}")
    return lines
