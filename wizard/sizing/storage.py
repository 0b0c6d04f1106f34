"""Storage near the accelerators: how much, how fast, and how long checkpoints and model loading take.

Doors for findings and advice, named after the values they give: ``ckpt_gb``, ``ckpt_write_s``, ``ckpt_stall_pct``,
``read_gb_s_needed``, ``iops_needed``, ``model_load_s``, ``resident_set_gb``, ``transfer_days``, ``storage_gb_s``,
``storage_iops``. GB and TB are decimal. Sources: stas00/ml-engineering storage/README.md (three kinds of I/O, 80 % of
a shared file system usable); MLPerf Storage (checkpoint sizes); Qdrant capacity planning (vectors); the figures with
their spans are ``sizing.*`` in ``catalogs/hosts.yaml``.
"""

from math import ceil
from typing import Any

from wizard.domain.fleet import Enough, StorageNeed
from wizard.domain.quantities import Range
from wizard.sizing.figures import Facts, pick
from wizard.sizing.host_demand import HostDemand, TrainingIo

BYTES_PER_GB = 1e9
_GB_PER_TB = 1_000.0
_KB_PER_GB = 1e6
_SECONDS_PER_HOUR = 3_600.0
_SECONDS_PER_MINUTE = 60.0
_SECONDS_PER_DAY = 86_400.0
_BITS_PER_BYTE = 8.0
_PERCENT = 100.0
_LOCAL, _SHARED = "local_nvme", "parallel_fs"


def ckpt_gb(trained_b: float, facts: Facts, *, optimizer_gb: float | None = None, with_optimizer: bool = True) -> float:
    """Size of one checkpoint: ``trained parameters · weight bytes + optimizer state``.

    Mixed precision with Adam: 2 bytes of weights, 4 of master weights, 8 of moments = 14 bytes a parameter; gradients
    are not stored (ZeRO, arXiv 1910.02054; MLPerf Storage writes 105 GiB for Llama 3 8B).

    Args:
        trained_b: trained parameters in 10^9; of adapters, not of the frozen base.
        optimizer_gb: master weights and moments where they are known; None: those of Adam.
    """
    weights = trained_b * pick(facts, "ckpt_weight_bytes").value
    if not with_optimizer:
        return weights
    state = trained_b * pick(facts, "ckpt_optimizer_bytes").value if optimizer_gb is None else optimizer_gb
    return weights + state


def ckpt_write_s(size_gb: float, write_gb_s: float) -> float:
    """``checkpoint / write rate`` in seconds; every machine writes its share at once."""
    return size_gb / write_gb_s


def ckpt_stall_pct(write_s: float, interval_min: float) -> float:
    """``write time / interval · 100`` with synchronous writing."""
    return write_s / (interval_min * _SECONDS_PER_MINUTE) * _PERCENT


def run_read_gb_s(run: TrainingIo) -> float:
    """``bytes of a pass · epochs / duration`` in GB/s; 0 where the duration is not known."""
    if run.duration_h <= 0.0:
        return 0.0
    return run.bytes_per_pass * run.epochs / BYTES_PER_GB / (run.duration_h * _SECONDS_PER_HOUR)


def read_gb_s_needed(demand: HostDemand) -> float:
    """GB/s of all machines: all training at full speed, or the largest model within the accepted loading time."""
    feeding = sum(run_read_gb_s(run) for run in demand.training)
    return max(feeding, _loading_gb_s(demand))


def _loading_gb_s(demand: HostDemand) -> float:
    if not demand.models or not demand.cold_start_s:
        return 0.0
    return max(model.weights_gb for model in demand.models) / demand.cold_start_s


def iops_needed(demand: HostDemand, facts: Facts) -> float:
    """File accesses a second while training: ``read rate / access size``.

    With very many small files ``samples/s · accesses a file`` where that is more: each has to be looked up and opened.
    """
    total = 0.0
    for run in demand.training:
        blocks = run_read_gb_s(run) * _KB_PER_GB / pick(facts, "io_access_kb", demand.file_profile).value
        files = 0.0
        if demand.file_profile == "many_small" and run.duration_h > 0.0:
            rate = run.samples_per_pass * run.epochs / (run.duration_h * _SECONDS_PER_HOUR)
            files = rate * pick(facts, "io_per_file").value
        total += max(blocks, files)
    return total


def model_load_s(weights_gb: float, facts: Facts, read_gb_s: float | None = None) -> float:
    """``weights / load rate + start of the engine`` in seconds; None: the rate of local NVMe."""
    rate = pick(facts, "model_load_gb_s").value if read_gb_s is None else read_gb_s
    return weights_gb / rate + pick(facts, "engine_start_s").value


def resident_set_gb(weights_gb: tuple[float, ...], resident: int) -> float:
    """Weights of the models that stay loaded; models nobody described count with the mean of the described ones."""
    if not weights_gb:
        return 0.0
    kept = sorted(weights_gb, reverse=True)[:resident]
    return sum(kept) + max(0, resident - len(weights_gb)) * sum(weights_gb) / len(weights_gb)


def transfer_days(data_tb: float, wan_gbit_s: float) -> float:
    """``data / usable bandwidth`` in days."""
    return data_tb * _GB_PER_TB * _BITS_PER_BYTE / wan_gbit_s / _SECONDS_PER_DAY


def storage_gb_s(tier: str, facts: Facts, measured: float | None = None) -> float:
    """Read rate of one server from its storage: measured, else the usual one of the kind of storage."""
    return pick(facts, "storage_read_gb_s", tier).value if measured is None else measured


def storage_iops(tier: str, facts: Facts) -> float:
    """Random reads a second of one server from its kind of storage."""
    return pick(facts, "storage_iops", tier).value


def vector_store_gb(vectors_m: float, facts: Facts) -> float:
    """``vectors · dimensions · 4 bytes · 1.5``: index and segments included, all in memory (Qdrant)."""
    each = pick(facts, "vector_dimensions").value * pick(facts, "vector_bytes").value
    return vectors_m * 1e6 * each * pick(facts, "vector_overhead").value / BYTES_PER_GB


def storage_need(demand: HostDemand, nodes: int, accelerators: int, facts: Facts) -> StorageNeed:
    """Both tiers for ``nodes`` machines of ``accelerators`` each.

    Training data and checkpoints lie inside a machine as long as a run fits into one; a run over several machines
    reads a shared tier.
    """
    copies, free = pick(facts, "host_nvme_copies").value, pick(facts, "usable_share").value
    checkpoints = sum((run.kept + 1) * run.checkpoint_gb for run in demand.training) / _GB_PER_TB
    files = demand.weights_gb * copies / _GB_PER_TB
    vectors = vector_store_gb(demand.vectors_m, facts) / _GB_PER_TB
    logs = demand.requests_per_month * pick(facts, "log_kb_per_request").value / 1e9 * pick(facts, "log_months").value
    every = (files + pick(facts, "host_nvme_base_tb").value) / free
    active = (demand.data_tb + checkpoints + vectors) / free
    spans = demand.spans(accelerators)
    results = sum(r.result_gb * r.runs_per_month for r in demand.training) * pick(facts, "archive_months").value
    stored = demand.data_tb + files + vectors
    backup = stored * pick(facts, "backup_generations").value
    archive = logs + results / _GB_PER_TB
    return StorageNeed(
        training_data_tb=demand.data_tb,
        checkpoint_gb=max((run.checkpoint_gb for run in demand.training), default=0.0),
        checkpoints_tb=checkpoints,
        model_files_tb=files,
        vector_store_tb=vectors,
        logs_tb=logs,
        hot_tb=nodes * every + active,
        nvme_tb_per_node=every if spans else every + active,
        shared_tb=active if spans else 0.0,
        capacity_tb=backup + archive,
        backup_tb=backup,
        archive_tb=archive,
        read_gb_s=read_gb_s_needed(demand),
        iops=iops_needed(demand, facts),
        model_load_s=_largest_load_s(demand, facts),
        write_gb_s=write_gb_s_needed(demand, facts),
        **_offered(demand, nodes, facts),
        **_checkpoint_times(demand, accelerators, facts),
    )


def write_gb_s_needed(demand: HostDemand, facts: Facts) -> float:
    """``checkpoint / (interval · accepted share of the time)`` of all training workloads together, in GB/s."""
    accepted = pick(facts, "ckpt_stall_limit_pct").value / _PERCENT
    return sum(run.checkpoint_gb / (run.interval_min * _SECONDS_PER_MINUTE * accepted) for run in demand.training)


def _offered(demand: HostDemand, nodes: int, facts: Facts) -> dict[str, Any]:
    """What all machines read from the storage that is there or planned, beside what is needed."""
    figure = pick(facts, "storage_read_gb_s", demand.storage_tier).range()
    rate = figure if demand.storage_gb_s is None else Range.exact(demand.storage_gb_s)
    accesses = pick(facts, "storage_iops", demand.storage_tier).range()
    return {
        "read_available_gb_s": nodes * rate.value,
        "read_enough": _enough(_firm_read_gb_s(demand), rate.scaled(nodes)),
        "iops_available": nodes * accesses.value,
        "iops_enough": _enough(iops_needed(demand, facts), accesses.scaled(nodes)),
    }


def _firm_read_gb_s(demand: HostDemand) -> float:
    """What is needed without loading times that nobody stated."""
    return read_gb_s_needed(demand if demand.cold_start_stated else demand.model_copy(update={"cold_start_s": None}))


def _enough(needed: float, offered: Range) -> Enough:
    if needed <= offered.low:
        return "pass"
    return "fail" if needed > offered.high else "open"


def _largest_load_s(demand: HostDemand, facts: Facts) -> float | None:
    if not demand.models:
        return None
    return model_load_s(max(model.weights_gb for model in demand.models), facts)


def write_gb_s(run: TrainingIo, accelerators: int, facts: Facts) -> float:
    """Write rate of all machines of one run: local storage in one machine, a shared file system for several."""
    machines = ceil(run.gpus / accelerators)
    return machines * pick(facts, "storage_write_gb_s", _LOCAL if machines == 1 else _SHARED).value


def slowest_writer(demand: HostDemand, accelerators: int, facts: Facts) -> TrainingIo | None:
    """The training workload that waits longest for its checkpoints, relative to their interval."""
    return max(
        (run for run in demand.training if run.checkpoint_gb > 0.0),
        key=lambda run: run.checkpoint_gb / write_gb_s(run, accelerators, facts) / run.interval_min,
        default=None,
    )


def _checkpoint_times(demand: HostDemand, accelerators: int, facts: Facts) -> dict[str, float]:
    run = slowest_writer(demand, accelerators, facts)
    if run is None:
        return {}
    seconds = ckpt_write_s(run.checkpoint_gb, write_gb_s(run, accelerators, facts))
    return {
        "checkpoint_write_s": seconds,
        "checkpoint_stall_pct": ckpt_stall_pct(seconds, run.interval_min),
    }
