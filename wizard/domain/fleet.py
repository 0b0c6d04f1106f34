"""What a fleet needs beside its accelerators: host, storage, network, room and parts."""

from typing import Literal

from wizard.domain.base import Frozen
from wizard.domain.language import Text

Enough = Literal["pass", "fail", "open"]
"""Whether something is enough; ``open``: the span of what is known reaches to both sides."""
Spans = dict[str, tuple[float, float]]
"""90 % ranges by field: each figure of the rule at its bounds, swings added in squares."""


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
    ram_vram_gb: float | None = None
    """All GPU memory of the machine, the floor of the main memory."""
    ram_cache_gb: float | None = None
    """One copy of each served model in the page cache, the vector store, or buffers of the loaders, with the system."""
    ram_offload_gb: float | None = None
    """Training states kept in main memory."""
    numa_nodes: int | None = None
    """Parts of the main memory, one a socket at least; None: a rented machine."""
    gpus_per_numa_node: float | None = None
    host_link_gb_s: float | None = None
    """Main memory to one accelerator, one direction, as far as it is reached."""
    interval: Spans = {}


class ModelLoad(Frozen):
    """How long the largest model takes from one place to the first request."""

    source: Literal["page_cache", "local_nvme", "network"]
    rate_gb_s: float
    seconds: float
    low_s: float
    high_s: float
    in_time: Enough | None = None
    """Within the accepted loading time; None: none was stated."""


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
    loads: tuple[ModelLoad, ...] = ()
    """The same from each place a model can lie; empty: nothing is served."""
    read_available_gb_s: float | None = None
    """What the machines read from the storage that is planned."""
    read_enough: Enough | None = None
    iops_available: float | None = None
    iops_enough: Enough | None = None
    write_gb_s: float = 0.0
    """For checkpoints within the accepted share of the time, all machines together."""
    backup_tb: float = 0.0
    """Its share of the capacity tier that can be restored from."""
    archive_tb: float = 0.0
    """Kept logs and results of training runs."""
    interval: Spans = {}


LinkPattern = Literal["tensor", "pipeline", "experts", "gradients", "sharded_weights"]


Fabric = Literal["none", "ethernet", "rdma"]
"""Network between machines: none, ordinary Ethernet with TCP, or RDMA (InfiniBand or RoCE)."""


class LinkNeed(Frozen):
    """What one kind of exchange of a workload asks of the links of one accelerator, one direction."""

    workload: str
    pattern: LinkPattern
    scope: Literal["machine", "between_machines"]
    gpus: int
    """That take part."""
    groups: int
    """Of one machine that exchange at the same time and share its links to others."""
    traffic_gb_s: float
    """Sent by one accelerator at full load, mean over the time."""
    needed_gb_s: float
    """So that the exchange stays within its accepted share of the time."""
    link_gb_s: float | None
    """Of the link one group goes over; None: nobody knows the rented one."""
    share: float | None
    """Traffic over link."""
    enough: Enough


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
    links: tuple[LinkNeed, ...] = ()
    """Exchange between accelerators, within a machine and between machines."""
    internode_needed_gbit_s: float = 0.0
    """What the exchange between machines needs of one machine; the built-in adapters may carry far more."""
    fabric: Fabric = "none"
    fabric_reason: Text | None = None
    storage_gbit_s: float = 0.0
    """One machine to storage outside of it; 0: it reads its own."""
    management_ports: int = 0
    cables: int = 0
    """To users, storage, management and between machines."""


class LoadPoint(Frozen):
    """Power of all machines when their accelerators compute this share of the time."""

    busy: float
    power_kw: float
    low_kw: float
    high_kw: float


class Supply(Frozen):
    """One kind of connection and how many of them all machines take."""

    name: Text
    circuit_kw: float
    """At the fuse."""
    continuous_kw: float
    """Carried for days."""
    circuits: int
    circuits_per_machine: int
    """Above 1: one connection does not carry a machine, its supplies share the load."""


class PlaceFit(Frozen):
    """Whether the machines may stand in one kind of place, and why. Orientation."""

    place: Literal["office", "server_room", "own_dc", "colo"]
    verdict: Enough
    reasons: tuple[Text, ...]


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
    idle_power_kw: float | None = None
    full_load_kw: float | None = None
    """Expected with all accelerators busy; the peak above is the rating that circuits are laid for."""
    load_curve: tuple[LoadPoint, ...] = ()
    energy_mwh_per_year: float | None = None
    """Of the machines at the planned mean power, without cooling."""
    heat_btu_per_h: float | None = None
    """The peak in the unit of air conditioners."""
    airflow_m3_per_h: float | None = None
    """Cold air at the peak; None: liquid carries the heat away."""
    rack_kw: float | None = None
    """Fullest rack at the peak; None: no rack."""
    cooling: Literal["room_air", "air", "rear_door", "liquid"] | None = None
    cooling_reason: Text | None = None
    floor_m2: float | None = None
    """Racks or machines with the space to work on them."""
    floor_kg_m2: float | None = None
    """Fullest rack on its own footprint; None: no weight or no rack."""
    supplies: tuple[Supply, ...] = ()
    places: tuple[PlaceFit, ...] = ()
    interval: Spans = {}


class PartNeed(Frozen):
    """One line of the bill of materials beside the machines."""

    ref: str
    """Part of the catalogue."""
    quantity: float
    """For the machines of the first year."""
    per: Literal["site", "node"]
    priced: bool
    """False: no published price was found; the cost share for network and storage covers it."""


Hours = Literal["always", "day", "night"]
"""When a workload needs its GPUs: ``day`` while people work, ``night`` in the hours left over."""
