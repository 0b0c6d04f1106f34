"""``rechenwerk catalog diff``: added, removed and changed entries, figures with both values and dates."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wizard.cli.catalog_source import existing_folder
from wizard.cli.exits import Exit
from wizard.cli.table import wrapped
from wizard.cli.talk import Talk

if TYPE_CHECKING:
    from wizard.catalogs.differences import Change, Differences, Value
    from wizard.domain.catalog import Catalog


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Prints what changed from OLD to NEW; exit 0 whether or not anything did."""
    from wizard.catalogs.differences import differences

    found = differences(_read(arguments.old), _read(arguments.new))
    if arguments.json:
        talk.json(json.dumps(_document(found), ensure_ascii=False, indent=2))
    else:
        talk.data(_lines(found, talk))
    return Exit.DONE


def _read(folder: Path | None) -> "Catalog":
    from wizard.catalogs.load import read_catalog, shipped_catalog

    return shipped_catalog() if folder is None else read_catalog(existing_folder(folder))


def _document(found: "Differences") -> dict[str, Any]:
    return {
        "added": list(found.added),
        "removed": list(found.removed),
        "changed": [
            {"path": change.path, "old": _plain(change.old), "new": _plain(change.new), "change": change.share}
            for change in found.changed
        ],
    }


def _plain(value: "Value") -> Any:
    from wizard.domain.provenance import Figure

    return value.model_dump(mode="json") if isinstance(value, Figure) else value


def _lines(found: "Differences", talk: Talk) -> Iterator[str]:
    yield from (f"+ {path}" for path in found.added)
    yield from (f"- {path}" for path in found.removed)
    for change in found.changed:
        yield from wrapped(_change(change, talk), first="~ ", indent="    ")
    yield talk.translate("{added} added, {removed} removed, {changed} changed").format(
        added=len(found.added), removed=len(found.removed), changed=len(found.changed)
    )


def _change(change: "Change", talk: Talk) -> str:
    from wizard.i18n.format import format_percent

    old, new = _said(change.old, talk), _said(change.new, talk)
    if change.share:
        sign = "+" if change.share > 0 else "−"
        return f"{change.path}: {old} → {new}, {sign}{format_percent(abs(change.share), talk.language, 1)}"
    return f"{change.path}: {old} → {new}" + _beside(change, talk)


def _beside(change: "Change", talk: Talk) -> str:
    """What changed about a figure whose value did not."""
    from wizard.domain.provenance import Figure

    if not (isinstance(change.old, Figure) and isinstance(change.new, Figure)):
        return ""
    names = [n for n in type(change.old).model_fields if getattr(change.old, n) != getattr(change.new, n)]
    return " " + talk.translate("(changed: {fields})").format(fields=", ".join(names))


def _said(value: "Value", talk: Talk) -> str:
    from wizard.domain.provenance import Figure
    from wizard.i18n.format import format_number

    if isinstance(value, Figure):
        return f"{format_number(value.value, talk.language)} {value.unit} ({value.retrieved_on.isoformat()})"
    return talk.translate("missing") if value is None else str(value)
