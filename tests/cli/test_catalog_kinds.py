"""``catalog list``, ``show`` and ``diff`` work on every kind of entry alike."""

from pathlib import Path
from shutil import copytree

import pytest
from tests.cli.conftest import Rechenwerk
from wizard.catalogs.kinds import KINDS
from wizard.catalogs.load import load_catalog
from wizard.datafiles.packaged import data_folder


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_listed_and_its_first_entry_shown(rechenwerk: Rechenwerk, kind: str) -> None:
    listed = rechenwerk("catalog", "list", kind, "--json").document[kind]
    assert {one["id"] for one in listed} == getattr(load_catalog(), kind).keys()
    identity = listed[0]["id"]
    shown = rechenwerk("catalog", "show", f"{kind}.{identity}", "--json").document
    assert (shown["kind"], shown["id"]) == (kind, identity)
    assert shown["facts"] or shown["figures"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_listed_for_a_person(rechenwerk: Rechenwerk, kind: str) -> None:
    lines = rechenwerk("catalog", "list", kind).out.splitlines()
    assert lines[0].startswith("id")
    assert len(lines) == 1 + len(getattr(load_catalog(), kind))


@pytest.mark.parametrize(
    ("file", "before", "after", "change"),
    [
        ("law/tax.yaml", "status: in_force", "status: pending", ".status: in_force → pending"),
        ("software/serving.yaml", 'version: "0.33.0"', 'version: "0.34.0"', "software.vllm.version: 0.33.0 → 0.34.0"),
        ("processors/amd.yaml", "cores: 192", "cores: 190", ".cores: 192 cores"),
        ("storage_offers.yaml", "per_tb_month: 230", "per_tb_month: 253", "+10.0"),
        ("model_licences.yaml", "licence: openrail++", "licence: openrail", ".licence: openrail++ → openrail"),
        ("rules.yaml", "as_of: 2026-11-30", "as_of: 2026-11-29", ".as_of: 2026-11-30 → 2026-11-29"),
        ("vat_fx.yaml", "DE: 0.19", "DE: 0.2", "vat_rates.DE: 0.19 share"),
        ("decision.yaml", "clear_from: 0.8", "clear_from: 0.9", "decision.clear_from: 0.8 → 0.9"),
        ("catalog.yaml", "spot: 7", "spot: 8", "expiry_days.spot: 7 → 8"),
    ],
)
def test_a_change_in_any_kind_is_named(
    rechenwerk: Rechenwerk, tmp_path: Path, file: str, before: str, after: str, change: str
) -> None:
    folder = Path(copytree(data_folder("catalogs"), tmp_path / "catalogs"))
    content = (folder / file).read_text(encoding="utf-8")
    assert before in content
    (folder / file).write_text(content.replace(before, after, 1), encoding="utf-8")
    outcome = rechenwerk("catalog", "diff", data_folder("catalogs"), folder)
    assert change in " ".join(outcome.out.split())
    assert "0 added, 0 removed, 1 changed" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "kind", "field", "value"),
    [
        (("--jurisdiction", "de"), "law", "jurisdiction", "DE"),
        (("--status", "archived"), "software", "status", "archived"),
        (("--category", "switch"), "parts", "category", "switch"),
        (("--vendor", "AMD"), "processors", "vendor", "amd"),
        (("--provider", "hetzner"), "storage_offers", "provider", "Hetzner"),
        (("--law", "us"), "storage_offers", "operator_law", "US"),
        (("--licence", "apache-2.0"), "models", "licence", "apache-2.0"),
    ],
)
def test_a_filter_keeps_what_has_this_value(
    rechenwerk: Rechenwerk, arguments: tuple[str, str], kind: str, field: str, value: str
) -> None:
    found = rechenwerk("catalog", "list", kind, *arguments, "--json").document[kind]
    assert {one[field] for one in found} == {value}
    assert 0 < len(found) < len(getattr(load_catalog(), kind))
