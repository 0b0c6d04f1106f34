"""Figures of the leading option and of its configurations, as the advice names them.

A name that cannot be computed is left out and so unknown. Names that findings know as well keep their meaning.
"""

from collections.abc import Mapping
from math import ceil, floor
from typing import Any

from wizard.decision.wording import number
from wizard.domain.configuration import Configuration
from wizard.domain.language import Text, text
from wizard.domain.workload_result import WorkloadResult
from wizard.engine.finding_seen import Seen
from wizard.engine.sized import SizedWorkload
from wizard.sizing.service_wording import unit_name

PERCENT = 100.0
_TOKENS, _SAMPLES = text("tokens", "Token"), text("samples", "Beispiele")


def project_facts(seen: Seen) -> Mapping[str, Any]:
    """Size of the leading option's fleet, today and at the end of the horizon."""
    leading = seen.leading
    found: dict[str, Any] = {"calc.workloads": len(seen.workloads)}
    fleet = leading.fleet if leading is not None else None
    if leading is None or fleet is None:
        return found
    gpus = sum(fleet.gpus.values())
    found |= {"rec.nodes": fleet.nodes, "calc.gpus": gpus, "rec.power_kw": fleet.power_kw}
    if fleet.nodes:
        found["rec.gpus_per_node"] = gpus / fleet.nodes
    if fleet.by_year:
        found["calc.gpus_end"] = fleet.by_year[-1]
    per_million = leading.priced.cost.per_million_output_tokens_eur
    if per_million is not None:
        found["calc.eur_per_million_tokens"] = per_million
    return found


def workload_facts(seen: Seen, workload: SizedWorkload) -> Mapping[str, Any]:
    """The configuration the leading option runs, else the best one that carries the load."""
    configuration = _running(seen, workload)
    if configuration is None:
        return {}
    found: dict[str, Any] = {
        "calc.candidate": _cards(seen, configuration),
        "calc.replicas": configuration.replicas,
        "calc.spare_replicas": configuration.spare_replicas,
        "calc.gpus_per_replica": configuration.gpus_per_replica,
        "calc.replica_weights_gb": configuration.memory.weights_gb * configuration.gpus_per_replica,
    }
    if workload.result.demand is not None:
        found["calc.inflight_peak"] = ceil(workload.result.demand.in_flight_p99)
    return found | _speed(configuration) | _unit(workload.result)


def _cards(seen: Seen, configuration: Configuration) -> Text:
    count, name = number(configuration.total_gpus), seen.catalog.accelerators[configuration.accelerator].name
    return text(f"{count.en} × {name}", f"{count.de} × {name}")


def _unit(workload: WorkloadResult) -> dict[str, Any]:
    """What is counted, in both languages."""
    if workload.training is not None:
        return {"calc.units": _SAMPLES if workload.training.method == "other" else _TOKENS}
    return {} if workload.service is None else {"calc.units": unit_name(workload.service.unit)}


def _running(seen: Seen, workload: SizedWorkload) -> Configuration | None:
    needs = seen.leading.priced.plan.needs if seen.leading is not None else ()
    chosen = {n.workload_id: n.configuration_id for n in needs}.get(workload.result.id)
    found = next((c for c in workload.result.configurations if c.id == chosen), None)
    return found or next((c for c in workload.result.configurations if c.feasible), None)


def _speed(configuration: Configuration) -> dict[str, Any]:
    serving, training, service = configuration.serving, configuration.training, configuration.service
    if serving is not None:
        return {
            "calc.predicted_tokens_s": serving.output_tokens_per_s,
            "calc.predicted_ttft_ms": serving.ttft_ms_p95,
            "calc.predicted_tpot_ms": serving.tpot_ms_p95,
            "calc.running": serving.concurrency,
            "calc.max_running": floor(serving.max_concurrency),
        }
    if training is not None:
        return {
            "calc.predicted_tokens_s_gpu": training.tokens_per_s_per_gpu,
            "calc.predicted_step_s": training.step_time_ms / 1000,
            "calc.predicted_run_h": training.duration_h,
            "calc.mfu_pct": training.mfu * PERCENT,
        }
    return {"calc.predicted_units_s": service.units_per_s} if service is not None else {}
