"""Values of the rules about one workload: memory, concurrency and speed of its configuration."""

from collections.abc import Mapping
from typing import Any

from wizard.domain.result import Configuration
from wizard.engine.cache_room import full_length_requests
from wizard.engine.finding_seen import Seen
from wizard.engine.sized import SizedWorkload

PERCENT = 100.0


def judged_configuration(seen: Seen, workload: SizedWorkload) -> Configuration | None:
    """The client's own hardware where there is some, else the configuration the leading option uses."""
    client = [c for c in workload.result.configurations if c.origin == "client"]
    if client:
        return client[0]
    if seen.leading is None:
        return None
    chosen = {n.workload_id: n.configuration_id for n in seen.leading.priced.plan.needs}.get(workload.result.id)
    return next((c for c in workload.result.configurations if c.id == chosen), None)


def workload_values(seen: Seen, workload: SizedWorkload) -> Mapping[str, Any]:
    """Computed values of one workload; a name that is left out is unknown."""
    configuration = judged_configuration(seen, workload)
    if configuration is None or workload.result.demand is None or workload.load is None:
        return {}
    return _serving(seen, workload, configuration)


def _serving(seen: Seen, workload: SizedWorkload, configuration: Configuration) -> Mapping[str, Any]:
    from wizard.sizing.architecture import sequence_kv_bytes

    asked, load = workload.result.demand, workload.load
    assert asked is not None and load is not None  # noqa: S101, PT018 - asked by the caller
    memory, performance = configuration.memory, configuration.serving
    longest = sequence_kv_bytes(workload.arch, load.load.context_max, configuration.kv_format) / 1e9
    found: dict[str, Any] = {
        "calc.gpu_name": seen.catalog.accelerators[configuration.accelerator].name,
        "calc.weights_gb": memory.weights_gb,
        "calc.gpu_usable_gb": memory.usable_gb,
        "calc.inflight": asked.in_flight_p99,
        "calc.kv_worst_gb": longest,
        "calc.kv_free_gb": max(0.0, memory.kv_pool_gb) * configuration.gpus_per_replica,
        "calc.memory_headroom_pct": memory.kv_pool_gb / memory.usable_gb * PERCENT,
        "calc.full_length_requests": full_length_requests(configuration, load.load.context_max),
        "calc.tokens_out_typical": asked.output_tokens.typical,
    }
    if performance is not None:
        found["calc.max_concurrency"] = performance.max_concurrency
        found["calc.e2e_min_s"] = performance.e2e_s_p50
    return found
