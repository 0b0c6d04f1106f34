"""The host report over copies of /proc and /sys as machines show them: a server, a container, a bare folder."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from wizard.probe.hardware_files import HardwareFiles
from wizard.probe.host import Surroundings, kernel_module_version, read_host, read_system
from wizard.probe.schema import Host

SECRETS = ("CZ12345678", "acme-gpu-07", "anna", "fileserver01")

Tree = Callable[[Mapping[str, str]], Path]


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    def grown(files: Mapping[str, str]) -> Path:
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        return tmp_path

    return grown


def host(root: Path, *, system: str = "Linux", threads: int | None = None, environment: dict[str, str] = {}) -> Host:  # noqa: B006
    return read_host(Surroundings(system, HardwareFiles(root), environment, _size, threads))


def _size(path: str) -> tuple[int, int]:
    if path == "/locked":
        raise PermissionError
    return 2_000_000_000_000, 500_000_000_000


def server() -> dict[str, str]:
    """Two sockets of two cores with two threads each, two NVMe disks, one turning disk, eight cards."""
    files = {
        "proc/cpuinfo": "processor\t: 0\nmodel name\t: AMD EPYC 9654 96-Core Processor\nflags\t\t: fpu sse\n",
        "proc/meminfo": "MemTotal:       1056452116 kB\nMemFree:  9 kB\nMemAvailable:   1000000000 kB\n",
        "proc/version": "Linux version 6.8.0-41-generic (buildd@lcy02-amd64)\n",
        "proc/1/cgroup": "0::/init.scope\n",
        "proc/driver/nvidia/version": "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.86.15  Release\n",
        "sys/devices/system/node/node0/cpulist": "0-3",
        "sys/devices/system/node/node1/cpulist": "4-7",
        "sys/class/dmi/id/sys_vendor": "Dell Inc.",
        "sys/class/dmi/id/product_name": "PowerEdge XE9680",
        "sys/class/dmi/id/product_serial": SECRETS[0],
        "sys/class/dmi/id/chassis_type": "23",
        "etc/os-release": 'NAME="Ubuntu"\nPRETTY_NAME="Ubuntu 24.04.1 LTS"\n',
        "etc/hostname": SECRETS[1],
        "proc/self/mounts": (
            "/dev/nvme0n1p2 / ext4 rw 0 0\n"
            "/dev/nvme1n1 /home/anna/data xfs rw 0 0\n"
            "/dev/nvme1n1 /srv/again xfs rw 0 0\n"
            "fileserver01:/export /mnt/nfs nfs4 rw 0 0\n"
            "/dev/sda1 /locked ext4 rw 0 0\n"
            "tmpfs /run tmpfs rw 0 0\n"
        ),
    }
    for thread in range(8):
        place = f"sys/devices/system/cpu/cpu{thread}/topology"
        files[f"{place}/physical_package_id"] = str(thread // 4)
        files[f"{place}/core_id"] = str(thread % 4 // 2)
    for name, sectors, turning in (("nvme0n1", 7501476528, 0), ("nvme1n1", 7501476528, 0), ("sda", 3907029168, 1)):
        files[f"sys/block/{name}/size"] = str(sectors)
        files[f"sys/block/{name}/queue/rotational"] = str(turning)
        files[f"sys/block/{name}/device/serial"] = SECRETS[0]
    files["sys/block/nvme0n1/device/model"] = "SAMSUNG MZQL23T8HCLS-00A07              \n"
    files["sys/block/loop0/size"] = "1000"
    files["sys/block/dm-0/size"] = "1000"
    for card in range(8):
        place = f"sys/bus/pci/devices/0000:{card:02x}:00.0"
        files |= {f"{place}/class": "0x030200\n", f"{place}/vendor": "0x10de\n", f"{place}/device": "0x2330\n"}
    return files


def test_processor_of_a_server_with_two_sockets(tree: Tree) -> None:
    """R102"""
    cpu = host(tree(server())).cpu
    assert cpu.model.value == "AMD EPYC 9654 96-Core Processor"
    assert (cpu.sockets.value, cpu.cores.value, cpu.threads.value, cpu.numa_nodes.value) == (2, 4, 8, 2)


def test_memory_is_counted_in_bytes(tree: Tree) -> None:
    """R110"""
    memory = host(tree(server())).memory
    assert memory.total_bytes.value == 1056452116 * 1024
    assert memory.available_bytes.value == 1000000000 * 1024
    assert memory.limit_bytes.reason == "not_applicable"


def test_disks_without_the_devices_made_of_others(tree: Tree) -> None:
    disks = host(tree(server())).disks.value or ()
    assert [(disk.name, disk.kind) for disk in disks] == [("nvme0n1", "nvme"), ("nvme1n1", "nvme"), ("sda", "hdd")]
    assert disks[0].size_bytes.value == 3840755982336  # 3.84 TB as sold
    assert disks[0].model.value == "SAMSUNG MZQL23T8HCLS-00A07"
    assert disks[1].model.reason == "not_found"


def test_each_file_system_once_and_no_server_is_waited_for(tree: Tree) -> None:
    mounts = host(tree(server())).mounts.value or ()
    assert [(mount.path, mount.file_system) for mount in mounts] == [
        ("/", "ext4"), ("/home/…", "xfs"), ("/mnt/…", "nfs4"), ("/locked", "ext4"),
    ]  # fmt: skip
    assert mounts[0].free_bytes.value == 500_000_000_000
    assert mounts[2].free_bytes.reason == "not_asked"
    assert mounts[3].free_bytes.reason == "no_permission"


def test_machine_cards_on_the_bus_and_loaded_driver(tree: Tree) -> None:
    root = tree(server())
    found = host(root)
    assert (found.machine.value, found.chassis.value) == ("Dell Inc. PowerEdge XE9680", "server")
    assert [(one.vendor, one.device, one.count) for one in found.bus_devices.value or ()] == [("NVIDIA", "0x2330", 8)]
    assert kernel_module_version(HardwareFiles(root)).value == "570.86.15"
    assert (found.container.value, found.hypervisor.value, found.wsl.value) == ("none", "none", False)


def test_no_serial_number_host_or_user_reaches_the_report(tree: Tree) -> None:
    root = tree(server())
    around = Surroundings("Linux", HardwareFiles(root), {"USER": "anna"}, _size, 8)
    written = read_host(around).model_dump_json() + read_system(around).model_dump_json()
    assert [secret for secret in SECRETS if secret in written] == []
    assert "Ubuntu 24.04.1 LTS" in written


def test_limits_of_a_container(tree: Tree) -> None:
    files = server() | {
        ".dockerenv": "",
        "sys/fs/cgroup/cpu.max": "350000 100000",
        "sys/fs/cgroup/memory.max": "34359738368",
    }
    found = host(tree(files), threads=6)
    assert found.container.value == "docker"
    assert (found.cpu.threads.value, found.cpu.threads_usable.value) == (8, 4)
    assert found.memory.limit_bytes.value == 34359738368


@pytest.mark.parametrize(
    ("files", "environment", "kind"),
    [
        ({}, {"KUBERNETES_SERVICE_HOST": "10.0.0.1"}, "kubernetes"),
        ({"run/.containerenv": ""}, {}, "podman"),
        ({"proc/1/cgroup": "1:name=systemd:/lxc/box\n"}, {}, "lxc"),
        ({}, {"container": "systemd-nspawn"}, "systemd_nspawn"),
    ],
)
def test_kinds_of_container(tree: Tree, files: dict[str, str], environment: dict[str, str], kind: str) -> None:
    assert host(tree({"proc/1/cgroup": "0::/\n"} | files), environment=environment).container.value == kind


@pytest.mark.parametrize(
    ("maker", "kind"), [("Amazon EC2", "aws"), ("QEMU", "kvm"), ("VMware, Inc.", "vmware"), ("Nobody", "unknown")]
)
def test_kinds_of_virtual_machine(tree: Tree, maker: str, kind: str) -> None:
    files = {"proc/cpuinfo": "flags\t: fpu hypervisor\n", "sys/class/dmi/id/sys_vendor": maker}
    found = host(tree(files))
    assert (found.hypervisor.value, found.chassis.value) == (kind, "virtual")


def test_windows_below(tree: Tree) -> None:
    version = "Linux version 5.15.153.1-microsoft-standard-WSL2 (root@941d701f84f1)\n"
    assert host(tree({"proc/version": version})).wsl.value is True


def test_cores_without_sysfs_come_from_cpuinfo(tree: Tree) -> None:
    block = "processor : {0}\nphysical id : {1}\ncore id : {2}\n\n"
    info = "".join(block.format(n, n // 2, n % 2) for n in range(4))
    cpu = host(tree({"proc/cpuinfo": info})).cpu
    assert (cpu.sockets.value, cpu.cores.value, cpu.threads.value) == (2, 4, 4)


def test_an_arm_processor_that_names_no_sockets(tree: Tree) -> None:
    cpu = host(tree({"proc/cpuinfo": "processor\t: 0\nBogoMIPS : 2000\n\nprocessor\t: 1\n"})).cpu
    assert cpu.threads.value == 2
    assert (cpu.model.reason, cpu.cores.reason) == ("not_found", "not_found")


def test_a_system_that_shows_nothing_gives_reasons_and_no_zero(tmp_path: Path) -> None:
    found = host(tmp_path)
    assert found.memory.total_bytes.reason == "not_found"
    assert found.disks.reason == "not_found"
    assert '"value":0' not in found.model_dump_json(exclude_none=True)


def test_nonsense_in_the_files_is_no_figure(tree: Tree) -> None:
    files = {
        "proc/cpuinfo": "\x00\x01 model name",
        "proc/meminfo": "MemTotal: many kB\n",
        "sys/block/sda/size": "99999999999999999999999999",
        "sys/devices/system/cpu/cpu0/topology/core_id": "-",
        "sys/class/dmi/id/chassis_type": "x",
        "proc/self/mounts": "broken\n",
    }
    found = host(tree(files))
    assert found.memory.total_bytes.reason == "not_found"
    assert (found.disks.value or ())[0].size_bytes.reason == "not_found"
    assert found.mounts.value == ()


@pytest.mark.parametrize("system", ["Darwin", "Windows"])
def test_other_systems_say_that_they_are_not_read(tmp_path: Path, system: str) -> None:
    found = host(tmp_path, system=system, threads=12)
    assert found.cpu.threads.value == 12
    assert found.memory.total_bytes.reason == "not_read_here"
    assert found.disks.reason == "not_read_here"
