"""The machines around the accelerators: cores, main memory, and the fleet they add up to.

Doors for findings and advice: ``cpu_cores_needed``, ``workers_per_gpu``, ``host_mem_gb_s_needed``, ``ram_floor_gb``.
Rules: cores = GPUs · (workers + 1) + base, memory at least all GPU memory (stas00/ml-engineering compute/cpu and
compute/cpu-memory README.md); figures with their spans are ``sizing.*`` in ``catalogs/hosts.yaml``.
"""

from collections.abc import Mapping, Sequence
from math import ceil

from wizard.domain.fleet import HostNeed
from wizard.domain.hardware import Accelerator, Offer, Server
from wizard.domain.parts import Part
from wizard.domain.products import Processor
from wizard.domain.result import Fleet
from wizard.sizing.facility import facility, power_kw
from wizard.sizing.figures import Facts, pick
from wizard.sizing.host_demand import HostDemand
from wizard.sizing.network import network_need
from wizard.sizing.parts import part_needs
from wizard.sizing.processors import named, pcie_lanes_needed, smallest_processor
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
) -> Fleet:
    """Whole own servers for ``total_gpus``; ``utilisation`` 0 to 1."""
    nodes = ceil(total_gpus / server.accelerators)
    power = nodes * power_kw(server, utilisation)
    host = host_need(demand, accelerator, server.accelerators, nodes, facts)
    host = _with_processor(host, server, processors or {}, facts)
    storage = storage_need(demand, nodes, server.accelerators, facts)
    shared = shared_gb_s(demand, server.accelerators, facts)
    network = network_need(demand, nodes, server.accelerators, shared, facts, server)
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
        facility=facility(server, nodes, demand.site, pue, facts),
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
) -> Fleet:
    """Whole instances and what each must have; power, cooling and rack space are the provider's."""
    nodes = ceil(total_gpus / offer.accelerators)
    host = host_need(demand, accelerator, offer.accelerators, nodes, facts)
    storage = storage_need(demand, nodes, offer.accelerators, facts)
    shared = shared_gb_s(demand, offer.accelerators, facts)
    network = network_need(demand, nodes, offer.accelerators, shared, facts)
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
    )


def _with_processor(host: HostNeed, server: Server, processors: Mapping[str, Processor], facts: Facts) -> HostNeed:
    lanes = pcie_lanes_needed(server, facts)
    choice = smallest_processor(processors, server, host.cpu_cores, host.memory_gb_s, facts)
    return host.model_copy(update={"pcie_lanes": lanes, "processor": named(choice) if choice is not None else None})


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
    delay, and the vector store, which lives in memory.
    """
    return float(ceil(max(ram_floor_gb(gpus, accelerator, facts), sum(ram_parts_gb(demand, gpus, facts)))))


def ram_parts_gb(demand: HostDemand, gpus: int, facts: Facts) -> tuple[float, float, float, float]:
    """System, loader buffers, cached models, vector store; each in GB."""
    loaders = gpus * workers_per_gpu(demand.preprocess, facts) * pick(facts, "loader_gb").value
    return (
        pick(facts, "host_ram_base_gb").value,
        loaders if demand.training else 0.0,
        cached_models_gb(demand),
        vector_store_gb(demand.vectors_m, facts),
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
