"""``rechenwerk catalog list``: the kinds of entries with their numbers, or the entries of a kind."""

import argparse
import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from wizard.catalogs.kinds import KINDS
from wizard.cli.catalog_source import layered
from wizard.cli.exits import Exit
from wizard.cli.table import table
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.domain.catalog import Catalog
    from wizard.domain.provenance import Figure

_FIELDS = {"law": "operator_law"}
_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "accelerators": ("vendor", "tier", "memory_gb", "memory_bandwidth_gb_per_s", "dense_tflops.bf16", "tdp_w"),
    "servers": ("accelerator", "accelerators", "form_factor", "price", "max_power_kw"),
    "offers": ("provider", "accelerator", "accelerators", "country", "operator_law", "on_demand_per_hour"),
    "models": ("modality", "licence", "commercial_use"),
    "apis": ("provider", "country", "operator_law", "input_per_million", "output_per_million"),
    "seats": ("provider", "country", "operator_law", "per_seat_month"),
    "colocation": ("provider", "country", "operator_law", "per_kw_month"),
    "parts": ("category", "price"),
    "processors": ("vendor", "cores", "memory_gb_s", "pcie_lanes", "tdp_w", "price"),
    "server_products": ("vendor", "form_factor", "max_accelerators", "max_power_kw", "price"),
    "storage_offers": ("provider", "kind", "seat", "operator_law", "per_tb_month", "egress_per_tb"),
    "rules": ("title",),
    "model_classes": ("model",),
    "law": ("jurisdiction", "status", "starts", "as_of", "checked_on"),
    "software": ("category", "status", "status_since", "version", "licence"),
    "model_licences": ("modality", "licence", "commercial_use"),
}
"""Fields shown of each entry; kinds that are not named hold single figures."""


def filters(_: Translate) -> dict[str, str]:
    """Options that keep the entries whose field has exactly this value, with their help."""
    return {
        "vendor": _("only of this maker"),
        "provider": _("only of this provider"),
        "tier": _("only of this class: datacenter, workstation, consumer"),
        "country": _("only in this country, as ISO code"),
        "law": _("only under this law: EU, US, CH, UK, OTHER"),
        "accelerator": _("only with this accelerator; exact id or alias"),
        "modality": _("only models of this kind: text, vision_text, audio, embedding, image, tabular"),
        "licence": _("only models with this licence"),
        "jurisdiction": _("only law of this place: EU, DE, AT, CH, CONTRACT"),
        "status": _("only law or software in this state, such as draft, applies_from, active, archived"),
        "category": _("only of this category, such as llm_server, model_server, monitoring"),
    }


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Prints the numbers of entries, or the entries that pass every filter; exit 0 also for none."""
    catalog = layered(arguments.assessment)
    wanted = _wanted(arguments, catalog, talk)
    kinds = [arguments.kind] if arguments.kind else list(KINDS)
    found = {kind: _kept(catalog, kind, wanted) for kind in kinds}
    if arguments.json:
        talk.json(json.dumps(_document(found), ensure_ascii=False, indent=2))
    elif arguments.kind or wanted:
        talk.data(_entry_lines(found, talk))
        if not any(found.values()):
            talk.say(talk.translate("No entry fits."))
    else:
        talk.data(_kind_lines(found, catalog, talk))
    return Exit.DONE


def _wanted(arguments: argparse.Namespace, catalog: "Catalog", talk: Talk) -> dict[str, str]:
    given = {name: getattr(arguments, name) for name in filters(talk.translate) if getattr(arguments, name)}
    if "accelerator" in given:
        from wizard.catalogs.find import find_accelerator
        from wizard.cli.errors import from_command_line

        with from_command_line():
            given["accelerator"] = find_accelerator(catalog, given["accelerator"]).id
        talk.say(talk.translate("accelerator: {id}").format(id=given["accelerator"]))
    return {_FIELDS.get(name, name): value for name, value in given.items()}


def _kept(catalog: "Catalog", kind: str, wanted: Mapping[str, str]) -> dict[str, Any]:
    from wizard.catalogs.entries import entries_of

    entries = entries_of(catalog, kind)
    return {identity: entry for identity, entry in entries.items() if _fits(kind, identity, entry, wanted)}


def _fits(kind: str, identity: str, entry: Any, wanted: Mapping[str, str]) -> bool:
    """Electricity and tax have the country as their id; ``CZ.ID`` and ``US-OH.industrial`` are of CZ and US."""
    of_country = {"country": re.split(r"[.-]", identity)[0]} if kind in ("electricity", "vat_rates") else {}
    facts = {name: of_country.get(name, getattr(entry, name, None)) for name in wanted}
    if kind == "accelerators" and "accelerator" in wanted:
        facts["accelerator"] = identity
    return all(
        facts[name] is not None and str(facts[name]).casefold() == value.casefold() for name, value in wanted.items()
    )


def _document(found: Mapping[str, Mapping[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    return {
        kind: [{**entry.model_dump(mode="json"), "id": identity} for identity, entry in entries.items()]
        for kind, entries in found.items()
    }


def _kind_lines(found: Mapping[str, Mapping[str, Any]], catalog: "Catalog", talk: Talk) -> Iterator[str]:
    from wizard.i18n.format import format_date

    _ = talk.translate
    yield _("catalogue {version} as of {date}").format(
        version=catalog.version, date=format_date(catalog.as_of, talk.language)
    )
    yield from table([(kind, str(len(entries))) for kind, entries in found.items()], right=(1,))


def _entry_lines(found: Mapping[str, Mapping[str, Any]], talk: Talk) -> Iterator[str]:
    for kind, entries in found.items():
        if not entries:
            continue
        columns = _COLUMNS.get(kind, ())
        cell = _cells(talk.language)
        if columns:
            head = ["id", *(column.removeprefix("dense_tflops.") for column in columns)]
            rows = [[identity, *(cell(entry, name) for name in columns)] for identity, entry in entries.items()]
        else:
            head = ["id", talk.translate("value"), talk.translate("basis"), talk.translate("date")]
            rows = [
                [i, cell({"": e}, ""), _basis(kind, e, talk), e.retrieved_on.isoformat()] for i, e in entries.items()
            ]
        if len(found) > 1:
            yield f"{kind}:"
        yield from table([head, *rows])


def _basis(kind: str, figure: "Figure", talk: Talk) -> str:
    """A guess in the place of an official price is named, not only marked."""
    if kind == "electricity" and figure.basis == "assumption":
        return talk.translate("assumption: no official value found")
    return str(figure.basis)


def _cells(language: str) -> Callable[[Any, str], str]:
    from wizard.cli.figures import brief
    from wizard.domain.language import Text
    from wizard.domain.provenance import Figure

    def cell(entry: Any, name: str) -> str:
        value = entry
        for part in name.split("."):
            value = value.get(part) if isinstance(value, dict) else getattr(value, part)
        if isinstance(value, Figure):
            return f"{brief(value.value, language, 4)} {value.unit}"
        if isinstance(value, Text):
            return value.in_language(language)
        return "–" if value is None else str(value)

    return cell
