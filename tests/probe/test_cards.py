"""What is read from cards that work: each figure as the library gave it, in the unit its name says."""

import re

from tests.probe.conftest import Look, Machine

TWO_H200 = """\
driver 580.95.05
cuda 13000
devices 2
gpu.name NVIDIA H200
gpu.mem_total 150754820096
gpu.mem_reserved 600000000
gpu0.mem_used 120000000000
gpu0.util 97
gpu0.memutil 60
gpu0.power 690000
gpu0.temp 71
gpu0.throttle 4
gpu0.sm_active 92
gpu0.tensor 11
gpu0.dram 88
gpu0.procs 0 119000000000
gpu.nvlinks 18
gpu.path 50
"""


def test_versions_and_number_of_cards(machine: Machine) -> None:
    """R034"""
    nvidia = machine(TWO_H200)["nvidia"]
    assert nvidia["status"] == {"value": "ok"}
    assert nvidia["driver_version"] == {"value": "580.95.05"}
    assert nvidia["cuda_version"] == {"value": "13.0"}
    assert nvidia["gpu_count"] == {"value": 2}


def test_memory_keeps_what_the_driver_reserves_apart(machine: Machine) -> None:
    """R040"""
    gpu = machine(TWO_H200)["nvidia"]["gpus"][0]
    assert gpu["memory_total_bytes"] == {"value": 150754820096}
    assert gpu["memory_used_bytes"] == {"value": 120000000000}
    assert gpu["memory_reserved_bytes"] == {"value": 600000000}
    assert gpu["memory_free_bytes"] == {"value": 150754820096 - 120000000000 - 600000000}


def test_temperature_power_and_throttling(machine: Machine) -> None:
    """R037 R038"""
    gpu = machine(TWO_H200)["nvidia"]["gpus"][0]
    assert gpu["temperature_c"] == {"value": 71}
    assert (gpu["power_draw_w"], gpu["power_limit_w"]) == ({"value": 690.0}, {"value": 700.0})
    assert gpu["throttle_reasons"] == {"value": ["sw_power_cap"]}


def test_utilisation_comes_with_what_it_means_and_with_real_activity(machine: Machine) -> None:
    """R036 R063"""
    document = machine(TWO_H200)
    gpu = document["nvidia"]["gpus"][0]
    assert gpu["utilisation_gpu_percent"] == {"value": 97.0}
    assert gpu["activity"]["value"] == {"sm_percent": 92.0, "tensor_percent": 11.0, "dram_percent": 88.0}
    assert "at least one kernel" in document["meanings"]["utilisation_gpu_percent"]["en"]


def test_activity_before_hopper_is_unsupported_and_not_zero(machine: Machine) -> None:
    gpu = machine("gpu.cc 80\n")["nvidia"]["gpus"][0]
    assert gpu["activity"] == {"reason": "unsupported"}


def test_links_between_cards(machine: Machine) -> None:
    """R021"""
    gpu = machine(TWO_H200)["nvidia"]["gpus"][0]
    assert len(gpu["nvlinks"]["value"]) == 18
    assert {(link["active"], link["leads_to"]) for link in gpu["nvlinks"]["value"]} == {(True, "switch")}
    assert gpu["pcie_paths"] == {"value": [{"gpu": 1, "level": "system"}]}


def test_a_link_names_the_card_at_its_other_end(machine: Machine) -> None:
    gpus = machine("devices 2\ngpu.nvlinks 4\ngpu.nvlink_remote 0\ngpu0.nvlink_peer 1\n")["nvidia"]["gpus"]
    ends = {(link["leads_to"], link["peer_bus_id"]) for link in gpus[0]["nvlinks"]["value"]}
    assert ends == {("gpu", gpus[1]["pci_bus_id"]["value"])}


def test_a_card_without_nvlink_says_so(machine: Machine) -> None:
    gpu = machine("devices 1\n")["nvidia"]["gpus"][0]
    assert gpu["nvlinks"] == {"reason": "unsupported", "code": 3}


def test_clocks_bus_and_error_correction(machine: Machine) -> None:
    gpu = machine("gpu.clk_sm 1200\ngpu.clk_sm_max 1980\ngpu.pcie_width 8\ngpu.ecc_dbe 3\n")["nvidia"]["gpus"][0]
    assert (gpu["clock_sm_mhz"], gpu["clock_sm_max_mhz"]) == ({"value": 1200}, {"value": 1980})
    assert (gpu["pcie_width"], gpu["pcie_width_max"]) == ({"value": 8}, {"value": 16})
    assert (gpu["ecc_corrected"], gpu["ecc_uncorrected"]) == ({"value": 0}, {"value": 3})


def test_the_table_shows_both_cards_in_german(look: Look) -> None:
    outcome = look(TWO_H200, "--lang", "de")
    assert outcome.code == 0
    rows = [re.sub(r"\s+", " ", line).strip() for line in outcome.out.splitlines()]
    assert "0 NVIDIA H200 150,8 GB 30,2 GB 690 W 700 W 71 °C 97 % Gen5 ×16" in rows
    assert "GPU 0: Takt gedrosselt: Leistungsgrenze" in rows
    assert "GPU 0–1: 18 NVLink-Verbindungen aktiv, zu: Switches" in rows
    assert any(row.startswith("Auslastung: Zeitanteil, in dem mindestens ein Kernel lief") for row in rows)


def test_lanes_that_are_missing_are_named(look: Look) -> None:
    assert "PCIe uses 8 of 16 lanes" in look("gpu.pcie_width 8\n", "--lang", "en").out
