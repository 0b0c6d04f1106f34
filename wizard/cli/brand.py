"""``rechenwerk brand check``: measures a brand file and shows how the report looks in it."""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wizard.cli.clock import as_of
from wizard.cli.exits import Exit
from wizard.cli.language import LANGUAGES
from wizard.cli.options import Commands, add_as_of, add_json, add_language
from wizard.cli.table import table, wrapped
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.report.brand_check import BrandFact


def register(commands: Commands, _: Translate) -> None:
    group = commands.group("brand", _("works on the look of reports and question sheets"))
    parser = group.add("check", _("measures contrast, fonts, logo and texts of a brand file; renders a sample"), run)
    parser.add_argument("file", type=Path, metavar="FILE", help=_("the brand file, such as _brand.yml"))
    parser.add_argument("--sample", type=Path, metavar="DIR", help=_("folder for a sample page, HTML and PDF"))
    add_as_of(parser, _)
    add_json(parser, _)
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Exit 1 when something is wrong with the brand."""
    from wizard.report.brand_check import check_brand

    facts = check_brand(arguments.file)
    files = _sample(arguments, facts, talk)
    faults = [fact for fact in facts if fact.fault is not None]
    if arguments.json:
        talk.json(json.dumps(_document(facts, files, talk.language), ensure_ascii=False, indent=2))
    else:
        talk.data(_lines(facts, talk))
        talk.data(str(file) for file in files)
    return Exit.PROBLEMS if faults else Exit.DONE


def _sample(arguments: argparse.Namespace, facts: "Sequence[BrandFact]", talk: Talk) -> list[Path]:
    if arguments.sample is None:
        return []
    from wizard.report.brand_check import usable_brand
    from wizard.report.sample import render_sample

    given = getattr(arguments, "lang", None)
    languages = (given,) if given else LANGUAGES
    outcome = render_sample(
        usable_brand(arguments.file), facts, arguments.sample, languages=languages, created=as_of(arguments)
    )
    for warning in outcome.warnings:
        talk.say("! " + warning.in_language(talk.language))
    return outcome.files


def _lines(facts: "Sequence[BrandFact]", talk: Talk) -> Iterator[str]:
    kinds = {
        "key": talk.translate("key"),
        "colour": talk.translate("colour"),
        "contrast": talk.translate("contrast"),
        "font": talk.translate("font"),
        "logo": talk.translate("logo"),
        "text": talk.translate("text"),
    }
    rows = [
        [
            "✗" if fact.fault else "✓",
            kinds[fact.kind],
            fact.subject.in_language(talk.language),
            fact.value.in_language(talk.language),
        ]
        for fact in facts
    ]
    yield from table(rows)
    faults = [fact.fault for fact in facts if fact.fault is not None]
    if faults:
        yield ""
    for fault in faults:
        yield from wrapped(fault.in_language(talk.language), first="✗ ", indent="  ")


def _document(facts: "Sequence[BrandFact]", files: list[Path], language: str) -> dict[str, object]:
    return {
        "ok": all(fact.fault is None for fact in facts),
        "checks": [
            {
                "kind": fact.kind,
                "subject": fact.subject.in_language(language),
                "value": fact.value.in_language(language),
                "ok": fact.fault is None,
                "code": fact.fault.error.code if fact.fault else None,
                "text": fact.fault.in_language(language) if fact.fault else None,
            }
            for fact in facts
        ],
        "files": [str(file) for file in files],
    }
