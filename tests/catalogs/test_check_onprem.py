"""Slips of published tables of servers, processors, storage and power: each wrong copy fails with its own message."""

from typing import Any

import pytest
from wizard.catalogs.check import check_catalog
from wizard.catalogs.load import load_catalog

SEEN = {"basis": "quote", "source": "a wrong copy of a data sheet", "retrieved_on": "2026-11-30", "confidence": "low"}


def faults(section: str, identity: str, **changed: Any) -> list[tuple[str, str]]:
    catalog = load_catalog({section: {identity: {"provenance": SEEN, **changed}}})
    return [(fault.error.code, str(fault.details["field"])) for fault in check_catalog(catalog)]


@pytest.mark.parametrize(
    ("section", "identity", "field", "value", "code"),
    [
        pytest.param("servers", "rack-4x-l40s", "max_power_kw", 1.2, "C056", id="four cards of 350 W in 1.2 kW"),
        pytest.param("server_products", "dgx-h100", "max_power_kw", 5.0, "C056", id="eight cards of 700 W in 5 kW"),
        pytest.param("servers", "sxm-8x-h100", "max_power_kw", 10_200, "C057", id="watts for kilowatts"),
        pytest.param("server_products", "dgx-b200", "max_power_kw", 14_300, "C057", id="watts of a product"),
        pytest.param("servers", "sxm-8x-h100", "ram_gb", 2, "C057", id="terabytes of memory for gigabytes"),
        pytest.param("servers", "sxm-8x-h100", "nvme_tb", 30_700, "C057", id="gigabytes of storage for terabytes"),
        pytest.param("server_products", "dgx-h100", "depth_mm", 35.3, "C057", id="inches of depth"),
        pytest.param("processors", "epyc-9654", "tdp_w", 0.36, "C057", id="kilowatts of a processor"),
        pytest.param("processors", "epyc-9654", "base_ghz", 2400, "C057", id="megahertz"),
        pytest.param("storage_offers", "aws-object", "per_tb_month", 0.01988, "C057", id="price a gigabyte"),
        pytest.param("storage_offers", "aws-object", "per_tb_month", 0, "C020", id="free storage"),
        pytest.param("processors", "epyc-9654", "memory_gb_s", 921.6, "C058", id="bandwidth of two sockets"),
        pytest.param("processors", "epyc-9654", "price", 0, "C020", id="free processor"),
        pytest.param("server_products", "dgx-h100", "price", 0, "C020", id="free server"),
        pytest.param("processors", "xeon-8468", "price", 9_000, "C059", id="price without currency"),
    ],
)
def test_a_slip_is_found_at_its_field(section: str, identity: str, field: str, value: float, code: str) -> None:
    """R025, R101: no slip of units enters a calculation."""
    assert faults(section, identity, **{field: value}) == [(code, f"{section}.{identity}.{field}")]


def test_a_product_with_an_unknown_accelerator_is_found() -> None:
    found = faults("server_products", "dgx-h100", accelerators=["h100-sxm-81"])
    assert found == [("C055", "server_products.dgx-h100.accelerators")]


def test_cents_for_euro_are_found() -> None:
    catalog = load_catalog({"electricity": {"DE": {"value": 22.64, **SEEN}}})
    assert [fault.error.code for fault in check_catalog(catalog)] == ["C057"]


def test_the_message_names_the_unit_it_suspects() -> None:
    catalog = load_catalog({"servers": {"sxm-8x-h100": {"provenance": SEEN, "max_power_kw": 10_200}}})
    (fault,) = check_catalog(catalog)
    assert "written in W" in fault.message("en")
    assert "in W angegeben" in fault.message("de")
