"""Drivers, libraries and cards that misbehave: exit 0, a sentence, and a reason instead of every missing figure.

The cases were met by other tools: numbers of their issues stand beside them.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Rechenwerk
from tests.probe.conftest import Look, Machine
from wizard.probe.reasons import Reason, remedy, short

GB10 = """\
gpu.name NVIDIA GB10
err.nvmlDeviceGetMemoryInfo 3
err.nvmlDeviceGetMemoryInfo_v2 3
err.nvmlDeviceGetEnforcedPowerLimit 3
gpu.pcie_gen 1
gpu.pcie_gen_max 1
gpu.pcie_width 1
gpu.pcie_width_max 1
"""


def values(gpu: dict[str, Any]) -> dict[str, Any]:
    return {name: field["value"] for name, field in gpu.items() if isinstance(field, dict) and "value" in field}


def reasons(gpu: dict[str, Any]) -> set[str]:
    found = {field["reason"] for field in gpu.values() if isinstance(field, dict) and "reason" in field}
    return found - {"not_applicable", "unsupported"}


@pytest.mark.parametrize(
    ("code", "reason", "english", "german"),
    [
        (9, "driver_not_loaded", "not loaded", "nicht geladen"),
        (18, "driver_mismatch", "Reboot", "neu starten"),  # NVIDIA/ubuntu-packaging-nvidia-driver#3
        (4, "no_permission", "/dev/nvidia*", "/dev/nvidia*"),  # NVIDIA/nvidia-container-toolkit#268
        (27, "not_ready", "nvidia-fabricmanager", "nvidia-fabricmanager"),  # gpuopenanalytics/pynvml#54
        (999, "unknown_error", "dmesg", "dmesg"),
        (12, "no_library", "install the NVIDIA driver", "NVIDIA-Treiber installieren"),
    ],
)
def test_a_library_that_does_not_start_says_what_to_do(
    look: Look, code: int, reason: str, english: str, german: str
) -> None:
    outcome = look(f"init {code}\n", "--json")
    assert outcome.code == 0
    assert outcome.document["nvidia"]["status"] == {"reason": reason, "code": code}
    assert outcome.document["nvidia"]["gpu_count"] == {"reason": reason}
    assert outcome.document["host"]["memory"]["total_bytes"]["value"] > 2**20
    for language, words in (("en", english), ("de", german)):
        view = look(f"init {code}\n", "--lang", language)
        assert view.code == 0
        assert words in " ".join(view.out.split())
        assert f"(NVML {code})" in " ".join(view.out.split())


def test_no_library_at_all(rechenwerk: Rechenwerk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file that is no library stands in front of one the test machine may have. XuehaiPan/nvitop#78"""
    (tmp_path / "libnvidia-ml.so.1").write_bytes(b"no library")
    monkeypatch.setenv("LD_LIBRARY_PATH", str(tmp_path))
    outcome = rechenwerk("probe", "--json")
    assert outcome.code == 0
    assert outcome.document["nvidia"]["status"] == {"reason": "no_library", "code": 12}
    assert outcome.document["host"]["cpu"]["threads"]["value"] >= 1


def test_one_card_with_an_unknown_error_leaves_the_other_alone(machine: Machine) -> None:
    """NVIDIA/dcgm-exporter#604"""
    first, second = machine("devices 2\nerr1.nvmlDeviceGetHandleByIndex_v2 999\n")["nvidia"]["gpus"]
    assert first["power_draw_w"] == {"value": 95.0}
    assert second["name"] == {"reason": "unknown_error", "code": 999}
    assert values(second) == {}


def test_a_card_lost_on_the_way_keeps_what_was_read_before(machine: Machine) -> None:
    """XuehaiPan/nvitop#139, wookayin/gpustat#81"""
    first, second = machine("devices 2\nlost0.after 6\n")["nvidia"]["gpus"]
    assert first["name"] == {"value": "NVIDIA Fake GPU"}
    assert first["temperature_c"] == {"reason": "lost", "code": 15}
    assert reasons(second) == set()


def test_a_lost_card_is_told_in_both_languages(look: Look) -> None:
    scenario = "devices 2\nlost1.after 0\n"
    assert "GPU 1: the card has been lost: name" in look(scenario, "--lang", "en").out
    assert "GPU 1: die Karte ist nicht mehr ansprechbar: Name" in look(scenario, "--lang", "de").out


def test_a_driver_older_than_the_binding_costs_only_what_it_lacks(machine: Machine) -> None:
    """The binding raises an error that is no NVMLError."""
    gpu = machine("devices 1\n", driver=450)["nvidia"]["gpus"][0]
    assert gpu["process_count"] == {"reason": "old_driver"}
    assert gpu["activity"]["reason"] == "old_driver"
    assert gpu["throttle_reasons"] == {"value": []}
    assert gpu["power_draw_w"] == {"value": 95.0}


def test_old_memory_figures_say_that_reserved_counts_as_used(look: Look) -> None:
    """wookayin/gpustat#141"""
    scenario = "gpu.mem_total 80000000000\ngpu.mem_used 1000000000\ngpu.mem_reserved 500000000\n"
    gpu = look(scenario, "--json", driver=450).document["nvidia"]["gpus"][0]
    assert gpu["memory_used_bytes"] == {"value": 1500000000}
    assert gpu["memory_reserved_bytes"] == {"reason": "old_driver", "code": 13}
    assert gpu["notes"] == ["used_includes_reserved"]
    assert "an old driver counts what it reserves" in look(scenario, "--lang", "en", driver=450).out


def test_structures_of_the_wrong_size_are_garbled(machine: Machine) -> None:
    """Drivers 535.43 to 535.98; wookayin/gpustat#160"""
    gpu = machine("gpu.mem_total 80000000000\ngpu.procs 4242 7000000000000\n", driver=535)["nvidia"]["gpus"][0]
    assert gpu["process_memory_bytes"] == {"reason": "garbled"}


def test_a_name_that_is_no_text_survives_byte_for_byte(look: Look) -> None:
    """gpuopenanalytics/pynvml#53, XuehaiPan/nvitop#127"""
    outcome = look(b"gpu.name NVIDIA \xff\xfe RTX\n", "--json")
    assert outcome.code == 0
    assert outcome.document["nvidia"]["gpus"][0]["name"] == {"value": "NVIDIA \\xff\\xfe RTX"}


def test_control_characters_in_a_name_do_not_reach_the_terminal(look: Look) -> None:
    outcome = look(b"gpu.name \x1b]52;c;ZXZpbA==\x07\n")
    assert outcome.code == 0
    assert "\x1b" not in outcome.out
    assert "]52;c" in outcome.out


@pytest.mark.parametrize(
    ("module", "reason", "english", "german"),
    [
        ("def nvmlInit(): raise SystemExit(7)", "wrong_binding", "pip uninstall pynvml", "verdeckt das von NVIDIA"),
        ("raise ImportError('gone')", "no_binding", "rechenwerk[gpu]", "nicht installiert"),
    ],
)
def test_a_wrong_package_of_the_same_name_is_noticed(
    look: Look, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, module: str, reason: str, english: str, german: str
) -> None:
    """vllm-project/vllm#7649, wookayin/gpustat#153"""
    package = tmp_path / "shadow" / "pynvml"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(module)
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    outcome = look("devices 1\n", "--json")
    assert outcome.code == 0
    assert outcome.document["nvidia"]["status"] == {"reason": reason}
    assert english in " ".join(look("devices 1\n", "--lang", "en").out.split())
    assert german in " ".join(look("devices 1\n", "--lang", "de").out.split())


@pytest.mark.parametrize(
    ("function", "field"),
    [
        ("nvmlDeviceGetPowerUsage", "power_draw_w"),  # saintslab/carbontracker#36
        ("nvmlDeviceGetEnforcedPowerLimit", "power_limit_w"),  # narendasan/rtop#14
        ("nvmlDeviceGetUtilizationRates", "utilisation_gpu_percent"),  # microsoft/WSL#7162
        ("nvmlDeviceGetEccMode", "ecc_mode"),
    ],
)
def test_a_figure_one_card_does_not_have_is_missing_there_only(machine: Machine, function: str, field: str) -> None:
    first, second = machine(f"devices 2\nerr0.{function} 3\n")["nvidia"]["gpus"]
    assert first[field] == {"reason": "unsupported", "code": 3}
    assert "value" in second[field]


def test_a_chip_without_memory_of_its_own_names_what_the_host_has_available(machine: Machine) -> None:
    """Syllo/nvtop#426 and #449: not the installed memory, which overstates it."""
    document = machine(GB10)
    gpu, memory = document["nvidia"]["gpus"][0], document["host"]["memory"]
    assert gpu["memory_total_bytes"] == {"reason": "unsupported", "code": 3}
    assert gpu["memory_shared_available_bytes"] == memory["available_bytes"]
    assert gpu["memory_shared_available_bytes"]["value"] < memory["total_bytes"]["value"]
    assert "memory_shared_with_host" in gpu["notes"]


def test_an_internal_link_is_not_called_slow(look: Look) -> None:
    """GB10 reports PCIe Gen1 ×1: Syllo/nvtop#426"""
    outcome = look(GB10, "--lang", "en")
    assert "lanes" not in outcome.out
    assert "internal" in outcome.out
    assert "works in main memory; available there" in outcome.out


def test_the_same_chip_with_a_driver_that_does_tell(machine: Machine) -> None:
    """XuehaiPan/nvitop#208"""
    gpu = machine("gpu.name NVIDIA GB10\ngpu.mem_total 128000000000\n")["nvidia"]["gpus"][0]
    assert gpu["memory_total_bytes"] == {"value": 128000000000}
    assert "memory_shared_with_host" in gpu["notes"]


def test_mig_gives_memory_per_instance_and_no_utilisation(look: Look) -> None:
    """XuehaiPan/nvitop#5, dask/distributed#8739"""
    scenario = (
        "gpu0.mig 1\ngpu0.mig_count 2\ngpu0.mig0.mem_total 20000000000\ngpu0.mig1.mem_total 40000000000\n"
        "gpu0.mig0.slices 1\ngpu0.mig1.slices 3\n"
    )
    gpu = look(scenario, "--json").document["nvidia"]["gpus"][0]
    assert gpu["mig_mode"] == {"value": "enabled"}
    sizes = [(one["memory_total_bytes"]["value"], one["gpu_slices"]["value"]) for one in gpu["mig_instances"]["value"]]
    assert sizes == [(20000000000, 1), (40000000000, 3)]
    assert gpu["utilisation_gpu_percent"] == {"reason": "unsupported", "code": 3}
    assert "MIG ist eingeschaltet, 2 Instanzen" in look(scenario, "--lang", "de").out


@pytest.mark.parametrize(
    ("scenario", "field"),
    [
        ("gpu.util 9223372036854775807\n", "utilisation_gpu_percent"),  # NVIDIA/gpu-monitoring-tools#152
        ("gpu.mem_total 9223372036854775807\n", "memory_total_bytes"),
        ("gpu.mem_total 0\n", "memory_total_bytes"),
        ("gpu.mem_total 80000000000\ngpu.mem_used 90000000000\n", "memory_used_bytes"),
        ("gpu.power 4294967295\n", "power_draw_w"),
        ("gpu.temp 4294967295\n", "temperature_c"),
        ("gpu.pcie_width 0\n", "pcie_width"),
    ],
)
def test_impossible_values_are_garbled(machine: Machine, scenario: str, field: str) -> None:
    assert machine(scenario)["nvidia"]["gpus"][0][field] == {"reason": "garbled"}


def test_process_memory_that_is_not_available_is_no_number(machine: Machine) -> None:
    """2^64 − 1 under WSL and WDDM: Syllo/nvtop#432, XuehaiPan/nvitop#55"""
    gpu = machine("gpu.procs 4242 18446744073709551615\n")["nvidia"]["gpus"][0]
    assert gpu["process_count"] == {"value": 1}
    assert gpu["process_memory_bytes"] == {"reason": "unsupported"}


def test_calls_a_virtual_card_does_not_have(machine: Machine) -> None:
    """NVIDIA/TensorRT-LLM#1861"""
    missing = ("NvLinkState", "ClockInfo", "MaxClockInfo", "CurrPcieLinkWidth", "CurrPcieLinkGeneration")
    errors = "".join(f"err.nvmlDeviceGet{name} 3\n" for name in missing)
    gpu = machine(f"gpu.virtualization 2\n{errors}")["nvidia"]["gpus"][0]
    assert gpu["virtualization"] == {"value": "vgpu"}
    for field in ("nvlinks", "clock_sm_mhz", "clock_sm_max_mhz", "pcie_width", "pcie_gen"):
        assert gpu[field]["reason"] == "unsupported"
    assert "value" in gpu["memory_total_bytes"]


def test_counters_for_administrators_only(machine: Machine) -> None:
    """NVIDIA/DCGM#106"""
    gpu = machine("err.nvmlGpmSampleGet 4\n")["nvidia"]["gpus"][0]
    assert gpu["activity"] == {"reason": "no_permission", "code": 4}


def test_power_of_a_kilowatt_and_more_keeps_the_columns(look: Look) -> None:
    """XuehaiPan/nvitop, changes of 1.6.2"""
    scenario = "devices 2\ngpu0.power 1180000\ngpu.power_limit 1200000\n"
    assert look(scenario, "--json").document["nvidia"]["gpus"][0]["power_limit_w"] == {"value": 1200.0}
    lines = look(scenario, "--lang", "en").out.splitlines()
    first, second = (line for line in lines if "NVIDIA Fake GPU" in line)
    assert first.index("°C") == second.index("°C")
    assert "1,180" in first


def test_a_call_that_hangs_costs_that_figure_only(machine: Machine) -> None:
    first, second = machine("devices 2\ndelay0.nvmlDeviceGetTemperature 60000\n", "--timeout", 6)["nvidia"]["gpus"]
    assert first["temperature_c"] == {"reason": "timeout"}
    assert first["pcie_width"] == {"value": 16}
    assert reasons(first) == {"timeout"}
    assert reasons(second) == set()


def test_a_card_that_hangs_twice_is_left_alone(machine: Machine) -> None:
    scenario = "devices 2\ndelay0.nvmlDeviceGetPowerUsage 60000\ndelay0.nvmlDeviceGetTemperature 60000\n"
    first, second = machine(scenario, "--timeout", 6)["nvidia"]["gpus"]
    assert (first["power_draw_w"], first["temperature_c"]) == ({"reason": "timeout"}, {"reason": "timeout"})
    assert first["pcie_width"] == {"reason": "not_asked"}
    assert reasons(second) == set()


def test_a_driver_that_hangs_at_once_is_given_up(look: Look) -> None:
    outcome = look("init_delay 60000\n", "--json", "--timeout", 3)
    assert outcome.code == 0
    assert outcome.document["nvidia"]["status"] == {"reason": "timeout"}
    assert outcome.document["host"]["cpu"]["threads"]["value"] >= 1
    assert "--timeout" in " ".join(look("init_delay 60000\n", "--timeout", 3, "--lang", "de").out.split())


def test_a_crash_inside_the_library_costs_that_figure_only(machine: Machine) -> None:
    """microsoft/WSL#11277"""
    first, second = machine("devices 2\ncrash0.nvmlDeviceGetUtilizationRates 1\n")["nvidia"]["gpus"]
    assert first["utilisation_gpu_percent"] == {"reason": "crashed"}
    assert first["activity"]["value"]["sm_percent"] == 0.0
    assert reasons(first) == {"crashed"}
    assert reasons(second) == set()


def test_a_crash_at_the_start_leaves_the_host_report(look: Look) -> None:
    outcome = look("init_crash 1\n", "--json")
    assert outcome.code == 0
    assert outcome.document["nvidia"]["status"] == {"reason": "crashed"}
    assert outcome.document["host"]["memory"]["total_bytes"]["value"] > 0
    assert "abgestürzt" in look("init_crash 1\n", "--lang", "de").out


def test_a_number_of_cards_that_no_machine_has(look: Look) -> None:
    outcome = look("devices 4000000\n", "--json")
    assert outcome.code == 0
    assert outcome.document["nvidia"]["status"] == {"reason": "garbled"}


def test_a_driver_without_cards(look: Look) -> None:
    outcome = look("devices 0\n", "--lang", "de")
    assert outcome.code == 0
    assert "Der Treiber arbeitet und zeigt keine Karte." in outcome.out


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_speaks_both_languages(reason: Reason) -> None:
    for text in (short(reason), remedy(reason)):
        assert text.de != text.en
        assert text.de.strip()


def test_no_field_is_ever_without_value_and_reason(machine: Machine) -> None:
    document = machine("devices 2\nlost1.after 3\nerr0.nvmlDeviceGetName 3\n")
    assert "null" not in json.dumps(document)
