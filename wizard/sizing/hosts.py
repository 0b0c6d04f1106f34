"""The machines around the accelerators: cores, main memory, and the fleet they add up to.

Doors for findings and advice: ``cpu_cores_needed``, ``workers_per_gpu``, ``host_mem_gb_s_needed``, ``ram_floor_gb``.
Rules: cores = GPUs · (workers + 1) + base, memory at least all GPU memory (stas00/ml-engineering compute/cpu and
compute/cpu-memory README.md); figures with their spans are ``sizing.*`` in ``catalogs/hosts.yaml``.
"""

from collections.abc import Mapping, Sequence
from math import ceil

from wizard.domain.fleet import HostNeed, StorageNeed
from wizard.domain.hardware import Accelerator, Offer, Server
from wizard.domain.parts import Part
from wizard.domain.products import Processor
from wizard.domain.result import Fleet
from wizard.sizing.cold_start import model_loads
from wizard.sizing.facility import facility, power_kw
from wizard.sizing.figures import Facts, pick, pick_key
from wizard.sizing.host_demand import HostDemand
from wizard.sizing.network import network_need
from wizard.sizing.parts import part_needs
from wizard.sizing.processors import host_link_gb_s, named, numa_nodes, pcie_lanes_needed, smallest_processor
from wizard.sizing.spans import spans
from wizard.sizing.storage import ckpt_write_s, run_read_gb_s, storage_need, vector_store_gb

_MS_PER_S = 1_000.0
_US_PER_S = 1e6


def fleet_for(
    server: Server,
    accelerator: Accelerator,
    total_gpus: int,
    gpus_by_year: Sequence[int],
    *,
    demand: HostDemand,
    utilisation: float,
    pue: float,
    parts: Mapping[str, Part],
    facts: Facts,
    processors: Mapping[str, Processor] | None = None,
    ranges: bool = False,
) -> Fleet:
    """Whole own servers for ``total_gpus``; ``utilisation`` 0 to 1, ``ranges`` with 90 % ranges of the needs."""
    nodes = ceil(total_gpus / server.accelerators)
    power = nodes * power_kw(server, utilisation)
    host = host_need(demand, accelerator, server.accelerators, nodes, facts)
    host = _with_processor(host, server, accelerator, processors or {}, facts)
    storage = storage_need(demand, nodes, server.accelerators, facts)
    shared = shared_gb_s(demand, server.accelerators, facts)
    network = network_need(demand, nodes, accelerator, server.accelerators, shared, facts, server)
    storage = storage.model_copy(update={"loads": model_loads(demand, network.frontend_gbit_s, facts)})
    if ranges:
        host, storage = with_ranges(host, storage, demand, accelerator, server.accelerators, nodes, facts)
    return Fleet(
        gpus={server.accelerator: nodes * server.accelerators},
        nodes=nodes,
        cpu_cores=nodes * max(server.cpu_cores, host.cpu_cores),
        ram_gb=nodes * max(server.ram_gb, host.ram_gb),
        nvme_tb=nodes * max(server.nvme_tb, storage.nvme_tb_per_node),
        capacity_tb=storage.capacity_tb,
        network_gbit_s=nodes * network.frontend_gbit_s,
        power_kw=power,
        cooling_kw=power,
        rack_units=nodes * server.rack_units.value,
        by_year=tuple(gpus_by_year),
        host=host,
        storage=storage,
        network=network,
        facility=facility(
            server, accelerator, nodes, demand.site, pue, facts, mean_kw=power, trains=bool(demand.training)
        ),
        parts=part_needs(
            server, nodes, storage, network, backup_needs_system=demand.backup_needs_system, parts=parts, facts=facts
        ),
    )


def rented_fleet(
    offer: Offer,
    accelerator: Accelerator,
    total_gpus: int,
    gpus_by_year: Sequence[int],
    *,
    demand: HostDemand,
    facts: Facts,
    ranges: bool = False,
) -> Fleet:
    """Whole instances and what each must have; power, cooling and rack space are the provider's."""
    nodes = ceil(total_gpus / offer.accelerators)
    host = host_need(demand, accelerator, offer.accelerators, nodes, facts)
    storage = storage_need(demand, nodes, offer.accelerators, facts)
    shared = shared_gb_s(demand, offer.accelerators, facts)
    network = network_need(demand, nodes, accelerator, offer.accelerators, shared, facts)
    storage = storage.model_copy(update={"loads": model_loads(demand, network.frontend_gbit_s, facts)})
    if ranges:
        host, storage = with_ranges(host, storage, demand, accelerator, offer.accelerators, nodes, facts)
    return Fleet(
        gpus={offer.accelerator: nodes * offer.accelerators},
        nodes=nodes,
        cpu_cores=nodes * host.cpu_cores,
        ram_gb=nodes * host.ram_gb,
        nvme_tb=nodes * storage.nvme_tb_per_node,
        capacity_tb=storage.capacity_tb,
        network_gbit_s=nodes * network.frontend_gbit_s,
        power_kw=0.0,
        cooling_kw=0.0,
        rack_units=0.0,
        by_year=tuple(gpus_by_year),
        host=host,
        storage=storage,
        network=network,
    )


def host_need(demand: HostDemand, accelerator: Accelerator, gpus: int, nodes: int, facts: Facts) -> HostNeed:
    """What one of ``nodes`` machines with ``gpus`` accelerators must have."""
    workers = workers_per_gpu(demand.preprocess, facts)
    handling = handling_cores(demand, facts) / max(nodes, 1)
    reading = sum(run_read_gb_s(run) for run in demand.training) / max(nodes, 1)
    return HostNeed(
        workers_per_gpu=workers,
        handling_cores=handling,
        cpu_cores=cpu_cores_needed(gpus, workers, facts, handling, demand.measured_cores_per_gpu),
        ram_gb=ram_gb_needed(demand, accelerator, gpus, facts),
        memory_gb_s=host_mem_gb_s_needed(reading, demand.preprocess, facts),
        ram_vram_gb=ram_floor_gb(gpus, accelerator, facts),
        ram_cache_gb=ram_held_gb(demand, gpus, facts),
        ram_offload_gb=demand.offload_gb(gpus),
    )


def _with_processor(
    host: HostNeed, server: Server, accelerator: Accelerator, processors: Mapping[str, Processor], facts: Facts
) -> HostNeed:  # fmt: skip
    lanes = pcie_lanes_needed(server, facts)
    choice = smallest_processor(processors, server, host.cpu_cores, host.memory_gb_s, facts)
    domains = numa_nodes(server, choice, facts)
    return host.model_copy(
        update={
            "pcie_lanes": lanes, "processor": named(choice) if choice is not None else None,
            "numa_nodes": domains, "gpus_per_numa_node": server.accelerators / domains,
            "host_link_gb_s": host_link_gb_s(accelerator, facts),
        }
    )  # fmt: skip


_HOST_FIGURES = ("host_cores_base", "request_cpu_ms", "token_cpu_us", "host_ram_per_vram", "host_ram_base_gb",
                 "loader_gb", "host_memory_passes")  # fmt: skip
_STORAGE_FIGURES = (
    "host_nvme_copies", "host_nvme_base_tb", "usable_share", "log_kb_per_request", "log_months", "backup_generations",
    "archive_months", "vector_dimensions", "vector_overhead", "model_load_gb_s", "engine_start_s", "io_per_file",
)  # fmt: skip
_HOST_FIELDS = ("handling_cores", "cpu_cores", "ram_gb", "memory_gb_s")
_STORAGE_FIELDS = ("vector_store_tb", "model_files_tb", "logs_tb", "hot_tb", "nvme_tb_per_node", "shared_tb",
                   "capacity_tb", "iops", "checkpoint_write_s", "checkpoint_stall_pct", "model_load_s")  # fmt: skip


def host_figures(demand: HostDemand, facts: Facts) -> tuple[str, ...]:
    """Keys of the figures whose spans make the ranges of the host."""
    by_kind = [pick_key(facts, name, demand.preprocess) for name in ("host_workers", "decode_expansion")]
    return (*by_kind, *(pick_key(facts, name) for name in _HOST_FIGURES))


def storage_figures(demand: HostDemand, facts: Facts) -> tuple[str, ...]:
    """Keys of the figures whose spans make the ranges of the storage."""
    writers = [pick_key(facts, "storage_write_gb_s", kind) for kind in ("local_nvme", "parallel_fs")]
    access = pick_key(facts, "io_access_kb", demand.file_profile)
    return (*writers, access, *(pick_key(facts, name) for name in _STORAGE_FIGURES))


def with_ranges(
    host: HostNeed, storage: StorageNeed, demand: HostDemand, accelerator: Accelerator, gpus: int, nodes: int,
    facts: Facts,
) -> tuple[HostNeed, StorageNeed]:  # fmt: skip
    """Both with the 90 % ranges of what they need."""

    def of_host(moved: Facts) -> dict[str, float]:
        found = host_need(demand, accelerator, gpus, nodes, moved)
        return {field: float(getattr(found, field)) for field in _HOST_FIELDS}

    def of_storage(moved: Facts) -> dict[str, float | None]:
        found = storage_need(demand, nodes, gpus, moved)
        return {field: getattr(found, field) for field in _STORAGE_FIELDS}

    return (
        host.model_copy(update={"interval": spans(of_host, facts, host_figures(demand, facts))}),
        storage.model_copy(update={"interval": spans(of_storage, facts, storage_figures(demand, facts))}),
    )


def joined(owned: Fleet, rented: Fleet) -> Fleet:
    """Own and rented machines as one fleet; power, cooling and rack space are those of the own ones.

    Archive and backup hold the data once, whoever computes on it.
    """
    gpus = dict(owned.gpus)
    for accelerator, count in rented.gpus.items():
        gpus[accelerator] = gpus.get(accelerator, 0) + count
    summed = ("nodes", "cpu_cores", "ram_gb", "nvme_tb", "network_gbit_s")
    added = {name: getattr(owned, name) + getattr(rented, name) for name in summed}
    by_year = tuple(own + hired for own, hired in zip(owned.by_year, rented.by_year, strict=True))
    return owned.model_copy(update={"gpus": gpus, "by_year": by_year, **added})


def workers_per_gpu(preprocess: str, facts: Facts) -> float:
    """Processes beside the one that drives the accelerator; ``serving none light heavy``."""
    return pick(facts, "host_workers", preprocess).value


def cpu_cores_needed(
    gpus: int, workers: float, facts: Facts, handling: float = 0.0, measured_per_gpu: float | None = None
) -> int:
    """CPU cores of one machine: ``GPUs · (workers + 1) + base + request handling``; a measured demand outranks it."""
    each = workers + 1 if measured_per_gpu is None else measured_per_gpu
    return ceil(gpus * each + pick(facts, "host_cores_base").value + handling)


def handling_cores(demand: HostDemand, facts: Facts) -> float:
    """Cores of all machines for requests: ``requests/s · CPU time a request + tokens/s · CPU time a token``."""
    requests = demand.requests_per_s * pick(facts, "request_cpu_ms").value / _MS_PER_S
    return requests + demand.tokens_per_s * pick(facts, "token_cpu_us").value / _US_PER_S


def ram_floor_gb(gpus: int, accelerator: Accelerator, facts: Facts) -> float:
    """All GPU memory of one machine by its label: 640 GB for eight cards of 80 GB."""
    return gpus * accelerator.memory_gb.value * pick(facts, "host_ram_per_vram").value


def ram_gb_needed(demand: HostDemand, accelerator: Accelerator, gpus: int, facts: Facts) -> float:
    """Main memory of one machine in GB: the larger of the floor and the parts it must hold at once.

    Parts: system, buffers of the loaders, every model of the machine in the page cache so that it loads without
    delay, the vector store, which lives in memory, and training states kept there.
    """
    return float(ceil(max(ram_floor_gb(gpus, accelerator, facts), ram_held_gb(demand, gpus, facts))))


def ram_held_gb(demand: HostDemand, gpus: int, facts: Facts) -> float:
    """``system + buffers of the loaders + models in the page cache + vector store + offloaded states`` in GB."""
    loaders = gpus * workers_per_gpu(demand.preprocess, facts) * pick(facts, "loader_gb").value
    return sum(
        (
            pick(facts, "host_ram_base_gb").value,
            loaders if demand.training else 0.0,
            cached_models_gb(demand),
            vector_store_gb(demand.vectors_m, facts),
            demand.offload_gb(gpus),
        )
    )


def cached_models_gb(demand: HostDemand) -> float:
    """One copy of every model on the machine; models nobody described count with the mean of the described ones."""
    if not demand.models:
        return 0.0
    count = max(len(demand.models), demand.models_per_server)
    return demand.weights_gb / len(demand.models) * count


def host_mem_gb_s_needed(read_gb_s: float, preprocess: str, facts: Facts) -> float:
    """``read rate · expansion by decoding · passes through memory`` of one machine in GB/s."""
    expansion = pick(facts, "decode_expansion", preprocess).value
    return read_gb_s * expansion * pick(facts, "host_memory_passes").value


def shared_gb_s(demand: HostDemand, accelerators: int, facts: Facts) -> float:
    """Traffic to storage outside the machines: data and checkpoints of the runs that span several."""
    limit = pick(facts, "ckpt_stall_limit_pct").value / 100.0
    total = 0.0
    for run in demand.training:
        if run.gpus > accelerators:
            writing = ckpt_write_s(run.checkpoint_gb, 1.0) / (run.interval_min * 60.0 * limit)
            total += run_read_gb_s(run) + writing
    return total
