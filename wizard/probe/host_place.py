"""What kind of machine this is: maker and case, container, virtual machine, WSL, cards on the bus."""

import re
from collections import Counter
from collections.abc import Mapping

from wizard.probe.hardware_files import HardwareFiles, label
from wizard.probe.reasons import Reason
from wizard.probe.schema import BusDevice, Chassis, Reading, absent, value_of

_BUS = "sys/bus/pci/devices"
_DISPLAY, _ACCELERATOR = "0x03", "0x12"
_VENDORS = {"0x10de": "NVIDIA", "0x1002": "AMD", "0x8086": "Intel", "0x1da3": "Habana", "0x1ae0": "Google"}
_DMI = "sys/class/dmi/id"
_CASES: dict[Chassis, set[int]] = {
    "workstation": {3, 4, 5, 6, 7, 13, 15, 24, 34, 35, 36},
    "notebook": {8, 9, 10, 14, 30, 31, 32},
    "server": {17, 23, 25, 28, 29},
}
"""Chassis types of the SMBIOS standard, DSP0134 §7.4.1."""
_VIRTUAL: Chassis = "virtual"
_OTHER: Chassis = "other"
_CLOUDS = {
    "amazon ec2": "aws",
    "google": "google_cloud",
    "microsoft corporation": "hyper_v",
    "qemu": "kvm",
    "vmware": "vmware",
    "innotek": "virtualbox",
    "xen": "xen",
    "openstack": "openstack",
    "hetzner": "hetzner",
    "scaleway": "scaleway",
    "ovh": "ovh",
    "alibaba cloud": "alibaba_cloud",
    "oraclecloud": "oracle_cloud",
}


def read_machine(files: HardwareFiles) -> Reading[str]:
    """Maker and model; serial numbers stay where they are."""
    parts = [files.text(f"{_DMI}/{name}") for name in ("sys_vendor", "product_name")]
    return label(" ".join(part for part in parts if part) or files.text("proc/device-tree/model"))


def read_chassis(files: HardwareFiles, hypervisor: Reading[str]) -> Reading[Chassis]:
    """Server, workstation or notebook; a virtual machine says nothing about the case around it."""
    if hypervisor.value not in (None, "none"):
        return value_of(_VIRTUAL)
    kind = files.number(f"{_DMI}/chassis_type")
    if kind is None:
        return absent(Reason.NOT_FOUND)
    return value_of(next((name for name, numbers in _CASES.items() if kind in numbers), _OTHER))


def read_bus(files: HardwareFiles) -> Reading[tuple[BusDevice, ...]]:
    """Graphics cards and accelerators of known makers, also those without a driver."""
    if not files.exists(_BUS):
        return absent(Reason.NOT_FOUND)
    found: Counter[tuple[str, str]] = Counter()
    for name in files.names(_BUS):
        kind = files.text(f"{_BUS}/{name}/class") or ""
        vendor = _VENDORS.get(files.text(f"{_BUS}/{name}/vendor") or "")
        if kind.startswith((_DISPLAY, _ACCELERATOR)) and vendor:
            found[vendor, (files.text(f"{_BUS}/{name}/device") or "?")[:20]] += 1
    return value_of(tuple(BusDevice(vendor=v, device=d, count=n) for (v, d), n in sorted(found.items())))


def read_container(files: HardwareFiles, environment: Mapping[str, str]) -> Reading[str]:
    """The kind of container this runs in, or ``none``."""
    if "KUBERNETES_SERVICE_HOST" in environment:
        return value_of("kubernetes")
    if files.exists("run/.containerenv"):
        return value_of("podman")
    if files.exists(".dockerenv"):
        return value_of("docker")
    groups = files.text("proc/1/cgroup")
    if groups is None:
        return absent(Reason.NOT_FOUND)
    named = environment.get("container", "")
    found = next((kind for kind in ("kubepods", "docker", "lxc", "libpod") if kind in groups), "")
    if found or named:
        return value_of({"kubepods": "kubernetes", "libpod": "podman"}.get(found, found) or _word(named))
    return value_of("none")


def read_hypervisor(files: HardwareFiles) -> Reading[str]:
    """The virtual machine this runs in, or ``none``."""
    info = files.text("proc/cpuinfo")
    maker = " ".join(files.text(f"{_DMI}/{name}") or "" for name in ("sys_vendor", "product_name")).casefold()
    named = next((kind for mark, kind in _CLOUDS.items() if maker.startswith(mark)), None)
    if info is None and named is None:
        return absent(Reason.NOT_FOUND)
    if not re.search(r"^flags\s*:.*\bhypervisor\b", info or "", re.MULTILINE):
        # Machines of these makers also exist in metal, such as a Surface or a bare-metal instance.
        return value_of("none")
    return value_of(named or _word(files.text("sys/hypervisor/type") or "unknown"))


def read_wsl(files: HardwareFiles) -> Reading[bool]:
    """Whether this is Linux inside Windows, where the driver belongs to Windows."""
    version = files.text("proc/version")
    if version is None:
        return absent(Reason.NOT_FOUND)
    return value_of("microsoft" in version.casefold())


def _word(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.casefold()).strip("_")[:40] or "unknown"
