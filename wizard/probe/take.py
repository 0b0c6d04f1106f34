"""Takes one probe of this machine."""

import os
import platform
import time
from datetime import UTC, datetime
from pathlib import Path

from wizard import __version__
from wizard.probe.cards import nvidia_report
from wizard.probe.child import Patience, ask
from wizard.probe.hardware_files import HardwareFiles
from wizard.probe.host import Surroundings, clock_source, kernel_module_version, read_host, read_system
from wizard.probe.host_cpu import threads_of_process
from wizard.probe.host_disks import file_system_size
from wizard.probe.meanings import MEANINGS
from wizard.probe.schema import Clock, Probe

LEFT_OUT = ("serial_numbers", "host_names", "user_names", "process_names", "mount_paths")


def take_probe(patience: Patience) -> Probe:
    """Host and NVIDIA cards as they are now. Needs neither card nor driver, and changes nothing on the machine."""
    began, worked, taken_at = time.monotonic(), _cpu_seconds(), datetime.now(UTC).replace(microsecond=0)
    files = HardwareFiles(Path("/"))
    around = Surroundings(platform.system(), files, os.environ, file_system_size, threads_of_process())
    host = read_host(around)
    nvidia = nvidia_report(ask(patience), host.memory.available_bytes, kernel_module_version(files))
    return Probe(
        tool=f"rechenwerk {__version__}",
        taken_at=taken_at,
        clock=Clock(kernel_source=clock_source(files)),
        os=read_system(around),
        host=host,
        nvidia=nvidia,
        left_out=LEFT_OUT,
        meanings=MEANINGS,
        duration_ms=round((time.monotonic() - began) * 1000),
        cpu_ms=round((_cpu_seconds() - worked) * 1000),
    )


def to_json(probe: Probe) -> str:
    """The text of a probe file."""
    return probe.model_dump_json(indent=2, by_alias=True, exclude_none=True) + "\n"


def _cpu_seconds() -> float:
    """Of this process and of the children that have ended."""
    return sum(os.times()[:4])
