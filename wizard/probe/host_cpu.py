"""Processor and main memory of a Linux host."""

import os
import re

from wizard.probe.hardware_files import HardwareFiles, count, label
from wizard.probe.reasons import Reason
from wizard.probe.schema import Cpu, Memory, Reading, absent, value_of

_CPUS = "sys/devices/system/cpu"
_UNLIMITED = 2**60


def read_cpu(files: HardwareFiles, usable: int | None = None) -> Cpu:
    """Args:
    usable: threads this process may run on, before the container's quota.
    """
    info = files.text("proc/cpuinfo") or ""
    places = _places(files) or _places_in(info)
    threads = len(places) or len(re.findall(r"^processor\s*:", info, re.MULTILINE))
    return Cpu(
        model=label(_model(files, info)),
        sockets=count(len({socket for socket, _core in places})),
        cores=count(len(set(places))),
        threads=count(threads),
        threads_usable=count(_usable(files, usable, threads)),
        numa_nodes=count(sum(bool(re.fullmatch(r"node\d+", n)) for n in files.names("sys/devices/system/node"))),
    )


def read_memory(files: HardwareFiles) -> Memory:
    """Total and available main memory; a limit of the container stands apart."""
    info = files.text("proc/meminfo") or ""
    limits = [files.number(name) for name in ("sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes")]
    limit = min((one for one in limits if one is not None and 0 < one < _UNLIMITED), default=None)
    return Memory(
        total_bytes=_kib(info, "MemTotal"),
        available_bytes=_kib(info, "MemAvailable"),
        limit_bytes=count(limit, Reason.NOT_APPLICABLE),
    )


def _kib(info: str, name: str) -> Reading[int]:
    found = re.search(rf"^{name}:\s+(\d{{1,15}}) kB", info, re.MULTILINE)
    return value_of(int(found.group(1)) * 1024) if found else absent(Reason.NOT_FOUND)


def _places(files: HardwareFiles) -> list[tuple[int, int]]:
    """Socket and core of every thread that is online."""
    found = []
    for name in files.names(_CPUS):
        if re.fullmatch(r"cpu\d+", name):
            socket = files.number(f"{_CPUS}/{name}/topology/physical_package_id")
            core = files.number(f"{_CPUS}/{name}/topology/core_id")
            if socket is not None and core is not None:
                found.append((socket, core))
    return found


def _places_in(info: str) -> list[tuple[int, int]]:
    sockets = re.findall(r"^physical id\s*:\s*(\d{1,6})", info, re.MULTILINE)
    cores = re.findall(r"^core id\s*:\s*(\d{1,6})", info, re.MULTILINE)
    if len(sockets) != len(cores):
        return []
    return [(int(socket), int(core)) for socket, core in zip(sockets, cores, strict=True)]


def _model(files: HardwareFiles, info: str) -> str | None:
    """ARM servers name no model in ``cpuinfo``; boards with a device tree do."""
    found = re.search(r"^(?:model name|Model|cpu model)\s*:\s*(.+)$", info, re.MULTILINE)
    return found.group(1) if found else files.text("proc/device-tree/model")


def _usable(files: HardwareFiles, usable: int | None, threads: int) -> int | None:
    quota = _quota(files)
    known = [one for one in (usable, threads, quota) if one]
    return min(known) if known else None


def _quota(files: HardwareFiles) -> int | None:
    """Whole processors that the container may use, rounded up."""
    given = (files.text("sys/fs/cgroup/cpu.max") or "").split()
    if len(given) != 2 or not all(part.isdigit() for part in given):
        return None
    share, period = int(given[0]), int(given[1])
    return -(-share // period) if period else None


def threads_of_process() -> int | None:
    """Threads this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count()
