"""``rechenwerk catalog check``: everything that is wrong with a catalogue, with file, line and field."""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wizard.catalogs.kinds import KINDS
from wizard.cli.catalog_packs import pack_document, pack_faults, pack_lines, packs_of
from wizard.cli.catalog_source import existing_folder
from wizard.cli.clock import as_of
from wizard.cli.exits import Exit
from wizard.cli.table import table, wrapped
from wizard.cli.talk import Talk

if TYPE_CHECKING:
    from datetime import date

    from wizard.catalogs.expiry import Age
    from wizard.domain.catalog import Catalog
    from wizard.domain.errors import CodedError

_Counts = Mapping[str, tuple[int, int]]


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Exit 1 with problems; expired figures are a warning."""
    from wizard.catalogs.expiry import expired_figures
    from wizard.catalogs.load import catalog_faults, read_catalog

    folder, day = existing_folder(arguments.folder), as_of(arguments)
    faults: Sequence[CodedError] = catalog_faults(folder)
    catalog = None
    if not faults:
        catalog, faults = _loaded(read_catalog, folder, getattr(arguments, "as_of", None))
    expired = list(expired_figures(catalog, day)) if catalog else []
    counts = _counts(catalog) if catalog else {}
    if arguments.json:
        document = _document(faults, expired, counts, catalog, day, talk.language)
        document |= pack_document(*packs_of(catalog, day))
        talk.json(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        warnings = pack_lines(*packs_of(catalog, day), talk)
        talk.data(_lines(faults, expired, counts, warnings, talk))
    return Exit.PROBLEMS if faults else Exit.DONE


def _loaded(read: Any, folder: Path, given: "date | None") -> "tuple[Catalog | None, list[CodedError]]":
    """The catalogue with the faults only its whole shows, each with its place in the files."""
    from wizard.catalogs.check import check_catalog
    from wizard.catalogs.places import Places
    from wizard.domain.errors import CodedError
    from wizard.sizing.architecture import count_parameters

    try:
        catalog: Catalog = read(folder)
    except CodedError as fault:
        return None, [Places(folder).located(fault)]
    latest = max(given, catalog.as_of) if given else None
    found = check_catalog(catalog, lambda architecture: count_parameters(architecture).total, latest)
    found += pack_faults(catalog)
    places = Places(folder) if found else None
    return catalog, [places.located(fault) if places else fault for fault in found]


def _counts(catalog: "Catalog") -> dict[str, tuple[int, int]]:
    """Entries and figures of each kind."""
    from wizard.catalogs.entries import entries_of
    from wizard.catalogs.walk import figures_of

    figures: dict[str, int] = defaultdict(int)
    for path, _figure in figures_of(catalog):
        figures[path[0]] += 1
    return {kind: (len(entries_of(catalog, kind)), figures[kind]) for kind in KINDS}


def _document(
    faults: "Sequence[CodedError]",
    expired: "Sequence[Age]",
    counts: _Counts,
    catalog: "Catalog | None",
    day: "date",
    language: str,
) -> dict[str, Any]:
    return {
        "ok": not faults,
        "version": catalog.version if catalog else None,
        "catalog_as_of": catalog.as_of.isoformat() if catalog else None,
        "as_of": day.isoformat(),
        "counts": {kind: {"entries": entries, "figures": figures} for kind, (entries, figures) in counts.items()},
        "problems": [
            {
                "code": fault.error.code,
                "place": fault.place,
                "field": fault.details.get("field"),
                "text": fault.message(language),
            }
            for fault in faults
        ],
        "expired": [
            {
                "figure": age.path,
                "class": age.fact_class,
                "retrieved_on": age.retrieved_on.isoformat(),
                "age_days": age.days,
                "limit_days": age.limit,
            }
            for age in expired
        ],
    }


def _lines(
    faults: "Sequence[CodedError]", expired: "Sequence[Age]", counts: _Counts, warnings: Iterator[str], talk: Talk
) -> Iterator[str]:
    _ = talk.translate
    if counts:
        head = [_("kind"), _("entries"), _("figures")]
        rows = [[kind, str(entries), str(figures)] for kind, (entries, figures) in counts.items()]
        yield from table([head, *rows], right=(1, 2))
    if expired:
        total = sum(figures for _entries, figures in counts.values())
        yield _("! {n} of {all} figures have expired:").format(n=len(expired), all=total)
        yield from (_expired_line(entry, ages, talk) for entry, ages in _by_entry(expired).items())
    yield from warnings
    for fault in faults:
        yield from wrapped(fault.in_language(talk.language), first="✗ ", indent="  ")
    if not faults:
        yield _("✓ nothing is wrong")
    elif not counts:
        yield _("The other checks follow once the files can be read.")


def _by_entry(expired: "Sequence[Age]") -> "dict[str, list[Age]]":
    """Figures of an entry that grew old together share a line."""
    found: dict[str, list[Age]] = defaultdict(list)
    for age in expired:
        kind, _dot, rest = age.path.partition(".")
        fields = rest.rsplit(".", 1)
        found[age.path if kind == "figures" or len(fields) == 1 else f"{kind}.{fields[0]}"].append(age)
    return found


def _expired_line(entry: str, ages: "Sequence[Age]", talk: Talk) -> str:
    oldest = max(ages, key=lambda age: age.days - age.limit)
    line = talk.translate("  {entry}: {days} days old, at most {limit}; figures: {n}")
    return line.format(entry=entry, days=oldest.days, limit=oldest.limit, n=len(ages))
