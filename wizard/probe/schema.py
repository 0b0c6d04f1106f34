"""The probe file ``rechenwerk.probe/1``: every field holds a value or the reason why there is none, never a false 0.

The bounds are what hardware can have; a driver that reports more reports nonsense, and a file that holds more is none.
"""

from datetime import datetime
from typing import Annotated, Generic, Literal, Self, TypeVar

from pydantic import ConfigDict, FailFast, Field, StringConstraints, model_validator

from wizard.domain.base import Frozen
from wizard.domain.language import Text
from wizard.probe.reasons import Reason

SCHEMA = "rechenwerk.probe/1"

T = TypeVar("T")

Label = Annotated[str, StringConstraints(max_length=300)]
Word = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]{1,40}$")]
Bytes = Annotated[int, Field(ge=0, le=2**64)]
SomeBytes = Annotated[int, Field(ge=1, le=2**64)]
CardBytes = Annotated[int, Field(ge=0, le=2**44)]
SomeCardBytes = Annotated[int, Field(ge=2**20, le=2**44)]
Watts = Annotated[float, Field(ge=0, le=20_000, allow_inf_nan=False)]
SomeWatts = Annotated[float, Field(ge=1, le=20_000, allow_inf_nan=False)]
Megahertz = Annotated[int, Field(ge=0, le=20_000)]
Celsius = Annotated[int, Field(ge=-60, le=200)]
Percent = Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=0, le=2**53)]
Some = Annotated[int, Field(ge=1, le=1_000_000)]
Index = Annotated[int, Field(ge=0, le=4096)]
Mode = Literal["enabled", "disabled"]
Chassis = Literal["server", "workstation", "notebook", "virtual", "other"]
DiskKind = Literal["nvme", "ssd", "hdd", "virtual"]


class _Strict(Frozen):
    """A file is data of a stranger: nothing is converted. Validated from JSON, where lists become tuples."""

    model_config = ConfigDict(strict=True)


class Reading(_Strict, Generic[T]):
    """Exactly one of ``value`` and ``reason``; ``code`` is what the driver returned."""

    value: T | None = None
    reason: Reason | None = None
    code: int | None = Field(default=None, ge=-1, le=100_000)

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.value is None) == (self.reason is None):
            raise ValueError("a reading holds either a value or a reason")
        return self


def value_of(value: T) -> Reading[T]:
    return Reading[T](value=value)


def absent(reason: Reason, code: int | None = None) -> "Reading[T]":
    return Reading[T](reason=reason, code=code)


class MigInstance(_Strict):
    index: Index
    memory_total_bytes: Reading[SomeCardBytes]
    memory_free_bytes: Reading[CardBytes]
    multiprocessors: Reading[Some]
    gpu_slices: Reading[Some]


class NvLink(_Strict):
    link: Index
    active: bool
    leads_to: Literal["gpu", "cpu", "switch", "unknown"] | None = None
    peer_bus_id: Label | None = None


class PciePath(_Strict):
    """How far the way to another card is: over one switch, the processor, or another socket."""

    gpu: Index
    level: Literal["same_board", "one_switch", "several_switches", "host_bridge", "numa_node", "system", "unknown"]


class Activity(_Strict):
    """Share of the time in which the units really worked, from hardware counters (GPM)."""

    sm_percent: Percent
    tensor_percent: Percent
    dram_percent: Percent


class Gpu(_Strict):
    """One card. ``used`` counts what the driver reserves only where ``notes`` say so."""

    index: Index
    name: Reading[Label]
    """Bytes of the driver that are no UTF-8 stand as ``\\xNN``."""
    uuid: Reading[Label]
    pci_bus_id: Reading[Label]
    compute_capability: Reading[Label]
    virtualization: Reading[Literal["none", "passthrough", "vgpu", "vgpu_host", "unknown"]]
    memory_total_bytes: Reading[SomeCardBytes]
    memory_free_bytes: Reading[CardBytes]
    memory_used_bytes: Reading[CardBytes]
    memory_reserved_bytes: Reading[CardBytes]
    memory_shared_available_bytes: Reading[Bytes]
    """Main memory that is available, where the card has none of its own."""
    mig_mode: Reading[Mode]
    mig_instances: Reading[Annotated[tuple[MigInstance, ...], Field(max_length=64)]]
    power_draw_w: Reading[Watts]
    """Mean of the last second on Ampere (except GA100) and later, else the moment."""
    power_limit_w: Reading[SomeWatts]
    power_limit_default_w: Reading[SomeWatts]
    clock_sm_mhz: Reading[Megahertz]
    clock_memory_mhz: Reading[Megahertz]
    clock_sm_max_mhz: Reading[Megahertz]
    clock_memory_max_mhz: Reading[Megahertz]
    temperature_c: Reading[Celsius]
    throttle_reasons: Reading[Annotated[tuple[Word, ...], Field(max_length=32)]]
    persistence_mode: Reading[Mode]
    ecc_mode: Reading[Mode]
    ecc_corrected: Reading[Count]
    ecc_uncorrected: Reading[Count]
    pcie_gen: Reading[Annotated[int, Field(ge=1, le=16)]]
    pcie_gen_max: Reading[Annotated[int, Field(ge=1, le=16)]]
    pcie_width: Reading[Annotated[int, Field(ge=1, le=64)]]
    pcie_width_max: Reading[Annotated[int, Field(ge=1, le=64)]]
    utilisation_gpu_percent: Reading[Percent]
    utilisation_memory_percent: Reading[Percent]
    activity: Reading[Activity]
    nvlinks: Reading[Annotated[tuple[NvLink, ...], Field(max_length=64)]]
    pcie_paths: Reading[Annotated[tuple[PciePath, ...], Field(max_length=256)]]
    process_count: Reading[Count]
    process_memory_bytes: Reading[CardBytes]
    notes: Annotated[tuple[Word, ...], Field(max_length=16)] = ()


class Nvidia(_Strict):
    """NVIDIA's library and its cards. ``status`` is ``ok`` or why no card could be asked."""

    status: Reading[Literal["ok"]]
    binding_version: Reading[Label]
    driver_version: Reading[Label]
    library_version: Reading[Label]
    cuda_version: Reading[Label]
    """The newest CUDA version that the driver runs."""
    kernel_module_version: Reading[Label]
    gpu_count: Reading[Count]
    gpus: Annotated[tuple[Gpu, ...], FailFast(), Field(max_length=256)] = ()


class Cpu(_Strict):
    model: Reading[Label]
    sockets: Reading[Some]
    cores: Reading[Some]
    threads: Reading[Some]
    threads_usable: Reading[Some]
    """What limits of the container and of the process leave."""
    numa_nodes: Reading[Some]


class Memory(_Strict):
    total_bytes: Reading[SomeBytes]
    available_bytes: Reading[Bytes]
    limit_bytes: Reading[SomeBytes]
    """Limit of the container."""


class Disk(_Strict):
    name: Label
    kind: DiskKind
    size_bytes: Reading[Bytes]
    rotational: Reading[bool]
    model: Reading[Label]


class Mount(_Strict):
    """A mounted file system; only the first part of its path, as the rest may name people."""

    path: Label
    file_system: Label
    total_bytes: Reading[Bytes]
    free_bytes: Reading[Bytes]


class BusDevice(_Strict):
    """Graphics cards and accelerators on the PCI bus, with or without driver."""

    vendor: Label
    device: Label
    count: Some


class Host(_Strict):
    machine: Reading[Label]
    chassis: Reading[Chassis]
    cpu: Cpu
    memory: Memory
    disks: Reading[Annotated[tuple[Disk, ...], Field(max_length=1000)]]
    mounts: Reading[Annotated[tuple[Mount, ...], Field(max_length=1000)]]
    bus_devices: Reading[Annotated[tuple[BusDevice, ...], Field(max_length=256)]]
    container: Reading[Word]
    hypervisor: Reading[Word]
    wsl: Reading[bool]


class OperatingSystem(_Strict):
    system: Label
    kernel: Reading[Label]
    distribution: Reading[Label]
    architecture: Reading[Label]


class Clock(_Strict):
    """``taken_at`` is the system's wall clock in UTC; durations come from a clock that is never set."""

    wall: Literal["system_utc"] = "system_utc"
    durations: Literal["monotonic"] = "monotonic"
    kernel_source: Reading[Label]


class Probe(_Strict):
    """One look at one machine."""

    schema_: Literal["rechenwerk.probe/1"] = Field(default="rechenwerk.probe/1", alias="schema")
    tool: Label
    taken_at: datetime
    clock: Clock
    duration_ms: Count
    cpu_ms: Count
    """Processor time of the probe itself and of the process that asks the driver."""
    os: OperatingSystem
    host: Host
    nvidia: Nvidia
    left_out: Annotated[tuple[Word, ...], Field(max_length=16)] = ()
    meanings: Annotated[dict[Label, Text], Field(max_length=32)] = {}
