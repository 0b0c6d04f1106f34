"""First rules for the machines around the accelerators. Each constant has its source in ``catalogs/sizing.yaml``.

Cores = GPUs × (workers + 1) + base; memory at least all GPU memory; local storage for several copies of the models;
power between idle and maximum by utilisation; all power becomes heat.
"""

from collections.abc import Sequence
from math import ceil

from wizard.domain.hardware import Accelerator, Offer, Server
from wizard.domain.quantities import GB, GIB
from wizard.domain.result import Fleet
from wizard.sizing.figures import Facts, pick

_GB_PER_TB = 1_000


def fleet_for(
    server: Server,
    accelerator: Accelerator,
    total_gpus: int,
    gpus_by_year: Sequence[int],
    *,
    models_gb: float,
    utilisation: float,
    facts: Facts,
) -> Fleet:
    """Whole servers for ``total_gpus``; ``models_gb`` is the sum of all weights kept, ``utilisation`` 0 to 1."""
    nodes = ceil(total_gpus / server.accelerators)
    power = nodes * power_kw(server, utilisation)
    nvme = max(server.nvme_tb, nvme_tb(models_gb, facts))
    return Fleet(
        gpus={server.accelerator: nodes * server.accelerators},
        nodes=nodes,
        cpu_cores=nodes * max(server.cpu_cores, cores(server.accelerators, facts)),
        ram_gb=nodes * max(server.ram_gb, ram_gb(server.accelerators, accelerator, facts)),
        nvme_tb=nodes * nvme,
        capacity_tb=nodes * nvme * pick(facts, "host_capacity_tb_per_nvme_tb").value,
        network_gbit_s=nodes * pick(facts, "host_network_gbit_s_per_node").value,
        power_kw=power,
        cooling_kw=power,
        rack_units=nodes * server.rack_units.value,
        by_year=tuple(gpus_by_year),
    )


def rented_fleet(
    offer: Offer,
    accelerator: Accelerator,
    total_gpus: int,
    gpus_by_year: Sequence[int],
    *,
    models_gb: float,
    facts: Facts,
) -> Fleet:
    """Whole instances; power, cooling and rack space are the provider's."""
    nodes = ceil(total_gpus / offer.accelerators)
    return Fleet(
        gpus={offer.accelerator: nodes * offer.accelerators},
        nodes=nodes,
        cpu_cores=nodes * cores(offer.accelerators, facts),
        ram_gb=nodes * ram_gb(offer.accelerators, accelerator, facts),
        nvme_tb=nodes * nvme_tb(models_gb, facts),
        capacity_tb=nodes * nvme_tb(models_gb, facts) * pick(facts, "host_capacity_tb_per_nvme_tb").value,
        network_gbit_s=nodes * pick(facts, "host_network_gbit_s_per_node").value,
        power_kw=0.0,
        cooling_kw=0.0,
        rack_units=0.0,
        by_year=tuple(gpus_by_year),
    )


def cores(gpus: int, facts: Facts) -> int:
    """CPU cores of one server: ``GPUs · (workers + 1) + base``."""
    workers = pick(facts, "host_workers_per_gpu").value
    return ceil(gpus * (workers + 1) + pick(facts, "host_cores_base").value)


def ram_gb(gpus: int, accelerator: Accelerator, facts: Facts) -> float:
    """Main memory of one server in GB: at least its GPU memory, so that a model can be staged while another runs."""
    vram = gpus * accelerator.usable_gib.value * GIB / GB
    return float(ceil(vram * pick(facts, "host_ram_per_vram").value))


def nvme_tb(models_gb: float, facts: Facts) -> float:
    """Local storage of one server in TB: running, next and previous version of every model, and the base."""
    return models_gb / _GB_PER_TB * pick(facts, "host_nvme_copies").value + pick(facts, "host_nvme_base_tb").value


def power_kw(server: Server, utilisation: float) -> float:
    """``idle + (max − idle) · utilisation`` of one server in kW."""
    maximum = server.max_power_kw.value
    idle = maximum * server.idle_power_share.value
    return idle + (maximum - idle) * min(1.0, max(0.0, utilisation))
