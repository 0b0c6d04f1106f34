"""Disks and mounted file systems of a Linux host, without serial numbers and without names of people."""

import os
import re
from collections.abc import Callable

from wizard.probe.hardware_files import HardwareFiles, label
from wizard.probe.reasons import Reason
from wizard.probe.schema import Disk, DiskKind, Mount, Reading, absent, value_of

_SECTOR = 512
"""``/sys/block/*/size`` counts these, whatever the disk's own sectors are."""
_NO_DISKS = re.compile(r"(loop|ram|zram|dm-|md|sr|fd|nbd|zd|mtdblock)\d*")
_LOCAL = {"ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "f2fs", "bcachefs", "overlay", "vfat", "ntfs3"}
_REMOTE = {"nfs", "nfs4", "cifs", "smb3", "lustre", "ceph", "beegfs", "gpfs", "glusterfs", "9p", "virtiofs", "wekafs"}

_MOST = 1000

FileSystemSize = Callable[[str], tuple[int, int]]
"""Total and free bytes of a mounted path; raises OSError."""


def read_disks(files: HardwareFiles) -> Reading[tuple[Disk, ...]]:
    """Whole disks; partitions and devices made of others are left out."""
    if not files.exists("sys/block"):
        return absent(Reason.NOT_FOUND)
    return value_of(
        tuple(_disk(files, name) for name in files.names("sys/block") if not _NO_DISKS.fullmatch(name))[:_MOST]
    )


def _disk(files: HardwareFiles, name: str) -> Disk:
    sectors = files.number(f"sys/block/{name}/size")
    turning = files.number(f"sys/block/{name}/queue/rotational")
    model = files.text(f"sys/block/{name}/device/model")
    return Disk(
        name=name[:300],
        kind=_kind(name, turning),
        size_bytes=value_of(sectors * _SECTOR) if sectors is not None and sectors >= 0 else absent(Reason.NOT_FOUND),
        rotational=value_of(bool(turning)) if turning is not None else absent(Reason.NOT_FOUND),
        model=label(model),
    )


def _kind(name: str, turning: int | None) -> DiskKind:
    if name.startswith("nvme"):
        return "nvme"
    if name.startswith(("vd", "xvd", "pmem")) or turning is None:
        return "virtual"
    return "hdd" if turning else "ssd"


def read_mounts(files: HardwareFiles, size_of: FileSystemSize) -> Reading[tuple[Mount, ...]]:
    """Real file systems, each device once. A network file system is not measured: a dead server would hold us up."""
    table = files.text("proc/self/mounts") or files.text("proc/mounts")
    if table is None:
        return absent(Reason.NOT_FOUND)
    found: dict[str, Mount] = {}
    for line in table.splitlines():
        parts = line.split()
        if len(parts) < 3 or parts[2] not in _LOCAL | _REMOTE:
            continue
        device, path, kind = parts[0], _unescaped(parts[1]), parts[2]
        if kind == "overlay" and path != "/":
            continue  # layers of containers show the disk below again
        found.setdefault(device if kind != "overlay" else path, _mount(path, kind, size_of))
    return value_of(tuple(found.values())[:_MOST])


def _mount(path: str, kind: str, size_of: FileSystemSize) -> Mount:
    shown = _first_part(path)
    if kind in _REMOTE:
        return _sized(shown, kind, absent(Reason.NOT_ASKED), absent(Reason.NOT_ASKED))
    try:
        total, free = size_of(path)
    except PermissionError:
        return _sized(shown, kind, absent(Reason.NO_PERMISSION), absent(Reason.NO_PERMISSION))
    except OSError:
        return _sized(shown, kind, absent(Reason.NOT_FOUND), absent(Reason.NOT_FOUND))
    return _sized(shown, kind, value_of(total), value_of(free))


def _sized(path: str, kind: str, total: Reading[int], free: Reading[int]) -> Mount:
    return Mount(path=path, file_system=kind, total_bytes=total, free_bytes=free)


def _first_part(path: str) -> str:
    """``/home/anna/data`` becomes ``/home/…``."""
    parts = [part for part in path.split("/") if part]
    return ("/" + parts[0] + ("/…" if len(parts) > 1 else "") if parts else "/")[:300]


def _unescaped(path: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal.group(1), 8)), path)


def file_system_size(path: str) -> tuple[int, int]:
    """Total and free bytes for ordinary users."""
    facts = os.statvfs(path)
    return facts.f_blocks * facts.f_frsize, facts.f_bavail * facts.f_frsize
