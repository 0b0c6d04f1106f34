"""Requirements that the catalogue answers: what makers publish, with source and date."""

import pytest
from wizard.catalogs.find import find_accelerator
from wizard.catalogs.load import load_catalog
from wizard.domain.hardware import Accelerator


def _card(name: str) -> Accelerator:
    return find_accelerator(load_catalog(), name)


def test_h100_sxm_is_the_card_of_its_data_sheet() -> None:
    """R095 R096 R097: Hopper, 80 GB HBM3, 3.35 TB/s, 8-bit floats in hardware (NVIDIA H100 data sheet)."""
    card = _card("H100-SXM-80GB")
    assert card.architecture == "hopper"
    assert card.memory_gb.value == 80
    assert card.memory_bandwidth_gb_per_s.value == pytest.approx(3350, rel=0.01)
    assert card.dense_tflops["fp8"].value == pytest.approx(2 * card.dense_tflops["bf16"].value, rel=0.02)


def test_the_variants_of_the_h100_differ() -> None:
    """R096: PCIe and NVL have another bandwidth, NVL also more memory."""
    sxm, pcie, nvl = (_card(name) for name in ("H100-SXM", "H100-PCIe", "H100-NVL"))
    assert pcie.memory_bandwidth_gb_per_s.value < sxm.memory_bandwidth_gb_per_s.value
    assert nvl.memory_gb.value > sxm.memory_gb.value


def test_cards_of_all_three_tiers_are_held() -> None:
    """R022: data centre, workstation, consumer."""
    tiers = {card.tier for card in load_catalog().accelerators.values()}
    assert tiers == {"datacenter", "workstation", "consumer"}


def test_newer_cards_hold_more_than_80_gb() -> None:
    """R120: 80 GB is no longer a large memory."""
    assert all(_card(name).memory_gb.value > 80 for name in ("H200-SXM", "B200-SXM", "B300-SXM", "MI300X"))


def test_every_server_names_cores_and_main_memory_beside_its_cards() -> None:
    """R108 R123 R125: the host is part of the offer; small ones have few cores, large ones 256 GB and more."""
    servers = load_catalog().servers.values()
    assert min(server.cpu_cores for server in servers) >= 16
    assert max(server.ram_gb for server in servers) >= 256
    assert all(server.ram_gb >= 128 for server in servers if server.accelerators >= 4)
