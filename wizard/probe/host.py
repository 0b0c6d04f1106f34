"""The host: processor, memory, disks, system. Needs no card and no driver; what a system does not show has a reason."""

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wizard.probe.hardware_files import HardwareFiles, label
from wizard.probe.host_cpu import read_cpu, read_memory
from wizard.probe.host_disks import FileSystemSize, read_disks, read_mounts
from wizard.probe.host_place import (
    read_bus,
    read_chassis,
    read_container,
    read_hypervisor,
    read_machine,
    read_wsl,
)
from wizard.probe.reasons import Reason
from wizard.probe.schema import Cpu, Host, Memory, OperatingSystem, Reading, absent, value_of

_ELSEWHERE = Reason.NOT_READ_HERE


@dataclass(frozen=True)
class Surroundings:
    """What tests replace: operating system, files, environment, size of a file system, threads of the process."""

    system: str
    files: HardwareFiles
    environment: Mapping[str, str]
    size_of: FileSystemSize
    threads: int | None


def read_host(around: Surroundings) -> Host:
    """Everything about the host, on Linux; elsewhere the number of threads, and the reason for the rest."""
    if around.system != "Linux":
        return _elsewhere(around.threads)
    files = around.files
    hypervisor = read_hypervisor(files)
    return Host(
        machine=read_machine(files),
        chassis=read_chassis(files, hypervisor),
        cpu=read_cpu(files, around.threads),
        memory=read_memory(files),
        disks=read_disks(files),
        mounts=read_mounts(files, around.size_of),
        bus_devices=read_bus(files),
        container=read_container(files, around.environment),
        hypervisor=hypervisor,
        wsl=read_wsl(files),
    )


def read_system(around: Surroundings) -> OperatingSystem:
    """Operating system without the machine's name."""
    return OperatingSystem(
        system=around.system or "?",
        kernel=label(platform.release()),
        distribution=label(_distribution(around.files) if around.system == "Linux" else platform.platform(terse=True)),
        architecture=label(platform.machine()),
    )


def kernel_module_version(files: HardwareFiles) -> Reading[str]:
    """Version of NVIDIA's loaded kernel module, which is known also when the library refuses to start."""
    first = (files.text("proc/driver/nvidia/version") or "").splitlines()[:1]
    words = first[0].split() if first else []
    return label(next((word for word in words if word[:1].isdigit() and "." in word), None))


def clock_source(files: HardwareFiles) -> Reading[str]:
    """The clock the kernel runs on, such as ``tsc``."""
    return label(files.text("sys/devices/system/clocksource/clocksource0/current_clocksource"))


def _distribution(files: HardwareFiles) -> str | None:
    release = files.text("etc/os-release") or files.text("usr/lib/os-release") or ""
    named = next((line for line in release.splitlines() if line.startswith("PRETTY_NAME=")), "")
    return named.partition("=")[2].strip("\"'") or None


def _elsewhere(threads: int | None) -> Host:
    gap: Any = absent(_ELSEWHERE)
    known: Reading[int] = value_of(threads) if threads else gap
    return Host(
        machine=gap,
        chassis=gap,
        cpu=Cpu(model=gap, sockets=gap, cores=gap, threads=known, threads_usable=known, numa_nodes=gap),
        memory=Memory(total_bytes=gap, available_bytes=gap, limit_bytes=gap),
        disks=gap,
        mounts=gap,
        bus_devices=gap,
        container=gap,
        hypervisor=gap,
        wsl=gap,
    )
