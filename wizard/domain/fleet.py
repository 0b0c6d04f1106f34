"""What a fleet needs beside its accelerators: host, storage, network, room and parts."""

from typing import Literal

from wizard.domain.base import Frozen
from wizard.domain.language import Text


class HostNeed(Frozen):
    """What one machine must have by the rules, whatever the chosen one holds."""

    workers_per_gpu: float
    """Processes beside the one that drives the accelerator: data loaders, or engine and front end of a server."""
    handling_cores: float
    """Cores that take in requests and send answers."""
    cpu_cores: int
    ram_gb: float
    memory_gb_s: float
    """Main-memory bandwidth for reading, decoding and handing over data."""
    pcie_lanes: int | None = None
    """For accelerators, adapters and drives; None: a rented machine."""
    processor: Text | None = None
    """The smallest one of the catalogue known to be enough, with its list price where one was published."""


class StorageNeed(Frozen):
    """Fast tier near the accelerators, capacity tier for archive and backup."""

    training_data_tb: float
    checkpoint_gb: float
    """The largest checkpoint of all training workloads; 0: nothing is trained."""
    checkpoints_tb: float
    """All kept ones and the one being written."""
    model_files_tb: float
    """Running, next and previous version of every model."""
    vector_store_tb: float
    logs_tb: float
    """Kept request logs, in the capacity tier."""
    hot_tb: float
    """Fast tier of all machines together, with free space."""
    nvme_tb_per_node: float
    """Its share inside one machine."""
    shared_tb: float
    """Its share that several machines read at once; 0: local storage is enough."""
    capacity_tb: float
    read_gb_s: float
    """All machines together, while training or loading models."""
    iops: float
    """File accesses a second while training at full speed."""
    checkpoint_write_s: float | None = None
    checkpoint_stall_pct: float | None = None
    """Share of the time training waits for synchronous checkpoints, in percent."""
    model_load_s: float | None = None
    """Largest model from storage to the first request, in seconds."""


class NetworkNeed(Frozen):
    """Links of one machine, ports and switches of all of them."""

    frontend_gbit_s: float
    """One machine to users and storage."""
    internode_gbit_s: float
    """One machine to the others with RDMA; 0: no fabric between machines is needed."""
    frontend_ports: int
    fabric_ports: int
    frontend_switches: int
    """0: ports of the existing network are enough."""
    fabric_switches: int


class Facility(Frozen):
    """Room, power and cooling of own machines. Orientation; an electrician decides."""

    peak_power_kw: float
    """All machines at full load."""
    feed_kw: float
    """Peak with cooling (PUE)."""
    ups_kva: float
    racks: int
    """0: no rack needed."""
    circuit_kw: float | None = None
    """What one circuit at the place carries; None in somebody else's data centre."""
    circuits: int | None = None
    """Circuits for all machines, below their continuous rating."""
    weight_kg: float | None = None
    """All machines; None where the maker publishes none."""
    noise_dba: float | None = None
    """One machine under load."""
    depth_mm: float | None = None
    inlet_max_c: float | None = None


class PartNeed(Frozen):
    """One line of the bill of materials beside the machines."""

    ref: str
    """Part of the catalogue."""
    quantity: float
    """For the machines of the first year."""
    per: Literal["site", "node"]
    priced: bool
    """False: no published price was found; the cost share for network and storage covers it."""
