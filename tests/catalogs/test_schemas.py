"""The schemas of catalogue files, judged by the library that editors and other tools are built on."""

from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from wizard.catalogs.kinds import FILE_KINDS
from wizard.catalogs.schemas import file_schema, kinds_by_file
from wizard.catalogs.sections import SECTIONS
from wizard.datafiles.packaged import data_folder
from wizard.datafiles.strict_yaml import parse_yaml, read_yaml

CATALOGS = data_folder("catalogs")
KINDS_BY_FILE = kinds_by_file(CATALOGS)
CARD = """
accelerators:
  x-1:
    name: X1
    aliases: []
    vendor: nvidia
    architecture: hopper
    tier: datacenter
    form_factor: SXM
    memory_gb: 80
    usable_gib: {value: 79.65, unit: GiB}
    memory_bandwidth_gb_per_s: 3350
    dense_tflops: {bf16: 989, fp8: 1979}
    tdp_w: 700
    interconnect: nvswitch
    interconnect_gb_per_s: 450
"""
OFFER = """
provenance: {basis: list, source: price page, retrieved_on: 2026-11-09, confidence: high}
offers:
  acme-1:
    provider: Acme
    name: one
    kind: cloud
    accelerator: l4-24
    accelerators: 1
    region: Berlin
    country: DE
    operator_law: EU
    currency: EUR
    on_demand_per_hour: 0.75
"""
FIGURE = 'figures:\n  a.b: {value: 0.3, unit: share, source: [x], retrieved_on: 2026-11-30, note: "n"}\n'
LAW = """
law:
  x:
    title: {de: a, en: a}
    text: {de: a, en: a}
    jurisdiction: EU
    status: in_force
    source: a law
    as_of: 2026-11-30
    confidence: high
"""
SOFTWARE = "software:\n  x: {name: X, category: llm_server, status: active, source: a page}\n"
STORAGE = (
    "storage_offers:\n  x: {provider: X, name: x, kind: object, region: eu, seat: DE, operator_law: EU, "
    "currency: EUR, per_tb_month: 6}\n"
)
CPU = "processors:\n  x: {name: X, vendor: amd, family: EPYC, cores: 32, pcie_lanes: 128}\n"
PART = "parts:\n  x: {name: X, category: switch, facts: {ports: 32, fans: {value: 6, unit: fans}}, price: 900}\n"
RATES = "vat_rates: {DE: 0.19}\neur_per_unit: {USD: 0.86}\n"
MODEL = """
models:
  a/b:
    name: B
    aliases: []
    architecture: {model_type: llama, hidden_size: 4096}
    modality: text
    licence: mit
    commercial_use: "yes"
"""
HEADER = """
version: "1"
as_of: 2026-11-30
expiry_days: {spot: 7, small_provider: 30, street: 30, hyperscaler: 90, product_status: 180, specs: 365, tax_law: 365}
"""
WHOLE = {
    "accelerators": CARD, "offers": OFFER, "figures": FIGURE, "law": LAW, "software": SOFTWARE, "header": HEADER,
    "storage_offers": STORAGE, "processors": CPU, "parts": PART, "vat_rates": RATES, "models": MODEL,
    "electricity": "electricity: {DE: 0.2264}\n", "decision": (CATALOGS / "decision.yaml").read_text(encoding="utf-8"),
}  # fmt: skip


@cache
def validator(kind: str) -> Draft202012Validator:
    return Draft202012Validator(file_schema(kind))


def complaints(kind: str, content: Any) -> list[str]:
    return [f"{fault.json_path}: {fault.message}" for fault in validator(kind).iter_errors(content)]


def test_there_is_a_schema_for_every_section_and_for_the_header() -> None:
    assert set(FILE_KINDS) == {"header", *SECTIONS}


@pytest.mark.parametrize("kind", FILE_KINDS)
def test_a_schema_is_one(kind: str) -> None:
    Draft202012Validator.check_schema(file_schema(kind))


def test_every_shipped_file_has_a_kind() -> None:
    assert KINDS_BY_FILE.keys() == {path.relative_to(CATALOGS).as_posix() for path in CATALOGS.rglob("*.yaml")}


@pytest.mark.parametrize("name", KINDS_BY_FILE)
def test_every_shipped_file_fits_its_schema(name: str) -> None:
    assert complaints(KINDS_BY_FILE[name], read_yaml(CATALOGS / name)) == []


@pytest.mark.parametrize("kind", WHOLE)
def test_the_files_the_wrong_copies_are_made_of_fit(kind: str) -> None:
    assert complaints(kind, parse_yaml(WHOLE[kind])) == []


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        pytest.param("accelerators", "tdp_w:", "tpd_w:", id="typo in a key"),
        pytest.param("accelerators", "    vendor: nvidia\n", "", id="missing field"),
        pytest.param("accelerators", "vendor: nvidia", "vendor: nvdia", id="unknown maker"),
        pytest.param("accelerators", "memory_gb: 80", "memory_gb: {value: 80, unit: GiB}", id="GiB for GB"),
        pytest.param("accelerators", "unit: GiB", "unit: GB", id="GB for GiB"),
        pytest.param("accelerators", "memory_gb: 80", "memory_gb: 0", id="no memory"),
        pytest.param("accelerators", "memory_gb: 80", "memory_gb: 80 GB", id="unit in the number"),
        pytest.param("accelerators", "tdp_w: 700", "tdp_w: -700", id="negative"),
        pytest.param("accelerators", "fp8: 1979", "fp9: 1979", id="unknown format"),
        pytest.param("accelerators", "fp8: 1979", "sparse: 1979", id="a rate with sparsity beside the dense ones"),
        pytest.param("accelerators", "dense_tflops: {bf16: 989, fp8: 1979}", "dense_tflops: 989", id="one rate"),
        pytest.param("accelerators", "tdp_w: 700", "tdp_w: {value: 700, layer: client}", id="layer in a file"),
        pytest.param("accelerators", "tdp_w: 700", "tdp_w: {value: 700, basis: guess}", id="unknown basis"),
        pytest.param("accelerators", "tdp_w: 700", "tdp_w: {low: 700}", id="a span without a value"),
        pytest.param("accelerators", "accelerators:\n", "accelerator:\n", id="typo in the section"),
        pytest.param("accelerators", "aliases: []", "aliases: X-One", id="a text for a list"),
        pytest.param("offers", "0.75", "0", id="price of zero"),
        pytest.param("offers", "0.75", "0,75", id="decimal comma"),
        pytest.param("offers", "0.75", "{value: 0.75, low: 0}", id="a span down to nothing"),
        pytest.param("offers", "accelerators: 1", "accelerators: 0", id="no accelerator"),
        pytest.param("offers", "kind: cloud", "kind: Cloud", id="unknown kind"),
        pytest.param("offers", "operator_law: EU", "operator_law: DE", id="unknown law"),
        pytest.param("offers", "retrieved_on: 2026-11-09", "retrieved_on: 9.11.2026", id="German date"),
        pytest.param("offers", "confidence: high", "confidence: certain", id="unknown confidence"),
        pytest.param("offers", "source: price page", "url: price page", id="unknown provenance"),
        pytest.param("figures", ", unit: share", "", id="a figure without a unit"),
        pytest.param("figures", "{value: 0.3, unit: share, ", "0.3 # {", id="a figure that is a bare number"),
        pytest.param("figures", "0.3", "30", id="per cent for a share"),
        pytest.param("figures", "source: [x]", "source: []", id="an empty list of sources"),
        pytest.param("law", "status: in_force", "status: valid", id="unknown state of a law"),
        pytest.param("law", "{de: a, en: a}", "{de: a}", id="no English"),
        pytest.param("law", "as_of: 2026-11-30", "as_of: 2026-11", id="month for a day"),
        pytest.param("software", "status: active", "status: alive", id="unknown state of software"),
        pytest.param("storage_offers", "per_tb_month: 6", "per_tb_month: 0", id="storage for nothing"),
        pytest.param("storage_offers", "seat: DE, ", "", id="no seat"),
        pytest.param("processors", "cores: 32", "core: 32", id="typo in cores"),
        pytest.param("parts", "ports: 32", "ports: {value: 32, unit: pairs}", id="another unit of a part"),
        pytest.param("parts", "fans: {value: 6, unit: fans}", "fans: 6", id="a fact without a unit"),
        pytest.param("vat_rates", "0.19", "19", id="tax in per cent"),
        pytest.param("vat_rates", "0.86", "0", id="currency worth nothing"),
        pytest.param("electricity", "0.2264", "0", id="power for nothing"),
        pytest.param("models", '"yes"', "true", id="true for yes"),
        pytest.param("models", "{model_type: llama, hidden_size: 4096}", "llama", id="a word for an architecture"),
        pytest.param("header", "spot: 7", "spot: 0", id="no days"),
        pytest.param("header", "spot: 7, ", "", id="a class without days"),
        pytest.param("decision", "share: 0.7", "share: 70", id="weight in per cent"),
    ],
)  # fmt: skip
def test_a_wrong_copy_does_not_fit(kind: str, before: str, after: str) -> None:
    whole = WHOLE[kind]
    assert before in whole
    assert complaints(kind, parse_yaml(whole.replace(before, after, 1))) != []


def test_a_complaint_names_the_field() -> None:
    found = complaints("accelerators", parse_yaml(CARD.replace("vendor: nvidia", "vendor: nvdia")))
    assert [one.partition(": ")[0] for one in found] == ["$.accelerators['x-1'].vendor"]


def test_fields_are_explained_in_the_editor() -> None:
    card = file_schema("accelerators")["$defs"]["accelerators"]["properties"]
    assert "Marketing label" in card["memory_gb"]["description"]
