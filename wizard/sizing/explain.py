"""Explains any number of a configuration or of a demand, down to catalogue figures and answers."""

from wizard.domain.configuration import Configuration, Memory, Performance
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text, text
from wizard.domain.model import ModelArchitecture
from wizard.domain.provenance import Derivation
from wizard.domain.workload import InferenceLoad, ServiceTarget
from wizard.domain.workload_result import Demand
from wizard.sizing.demand import (
    NOMINAL_PREFILL_TOKENS_PER_S,
    NOMINAL_START_S,
    demand,
    mean_tokens,
    nominal_service_s,
)
from wizard.sizing.derive import added, constant, figure_leaf, leaf, multiplied, number, result, stated
from wizard.sizing.errors import SizingError
from wizard.sizing.explain_memory import explain_memory
from wizard.sizing.explain_speed import Served, explain_performance, requests_per_s
from wizard.sizing.figures import Facts
from wizard.sizing.performance import Traffic
from wizard.sizing.prefix import request_load
from wizard.sizing.replica import Replica, replica_of, state_of
from wizard.sizing.spread import hardware_used

COUNTS = (
    "gpus_per_replica", "tensor_parallel", "pipeline_parallel", "expert_parallel", "replicas", "spare_replicas",
    "total_gpus", "replicas_at_peak",
)  # fmt: skip


def explain_configuration(
    field_path: str,
    arch: ModelArchitecture,
    accelerator: Accelerator,
    configuration: Configuration,
    *,
    load: InferenceLoad,
    facts: Facts,
) -> Derivation:
    """The tree behind ``memory.x``, ``performance.x``, ``interval.x.0`` (low), ``interval.x.1`` (high) or a count.

    Raises:
        CodedError: E109, the configuration has no such number.
    """
    area, _, field = field_path.partition(".")
    replica = _replica(arch, accelerator, configuration, load, facts)
    if area in COUNTS and not field:
        return _count(area, replica, configuration, load)
    if area == "memory" and field in Memory.model_fields:
        return explain_memory(field, replica, configuration.memory)
    if area == "performance" and configuration.serving is not None and field in Performance.model_fields:
        return explain_performance(field, _served(replica, configuration, configuration.serving, load))
    if area == "interval":
        return _interval(field, replica, configuration, load)
    raise CodedError(SizingError.PATH, path=field_path)


def explain_demand(field: str, load: InferenceLoad, target: ServiceTarget | None = None) -> Derivation:
    """The tree behind one number of the demand, e.g. ``in_flight_p99`` or ``input_tokens.p95``.

    Raises:
        CodedError: E107 without a load, E109 for an unknown field.
    """
    found = demand(load, target)
    name, _, statistic = field.partition(".")
    if name in ("input_tokens", "output_tokens") and statistic in ("typical", "p95"):
        value = getattr(getattr(found, name), statistic)
        return stated(
            Text(de=field, en=field), value, "tokens", "w.tokens_in" if name == "input_tokens" else "w.tokens_out"
        )
    if statistic or name not in Demand.model_fields or not isinstance(getattr(found, name), float):
        raise CodedError(SizingError.PATH, path=field)
    return _demand(name, found, load, target)


def _replica(
    arch: ModelArchitecture, accelerator: Accelerator, configuration: Configuration, load: InferenceLoad, facts: Facts
) -> Replica:
    deployment = configuration.deployment(load.adapters)
    tokens = request_load(arch, load, configuration.engine, facts)
    return replica_of(arch, accelerator, deployment, tokens, facts)


def _served(replica: Replica, configuration: Configuration, performance: Performance, load: InferenceLoad) -> Served:
    traffic = _traffic(configuration, load)
    return Served(replica, traffic, state_of(replica, traffic), performance)


def _traffic(configuration: Configuration, load: InferenceLoad) -> Traffic:
    """The load the prediction was made for; a search that found no way shows a single request."""
    alone = configuration.origin == "search" and configuration.why_not and not configuration.spare_replicas
    performance = configuration.serving
    if alone and configuration.replicas == 1 and performance is not None and performance.concurrency == 1.0:
        return Traffic(1.0, None, 1)
    if load.in_flight is not None:
        return Traffic(load.in_flight.value, None, configuration.replicas)
    if load.requests_per_s is None:
        raise CodedError(SizingError.NO_LOAD)
    return Traffic(None, load.requests_per_s.value, configuration.replicas)


def _interval(field: str, replica: Replica, configuration: Configuration, load: InferenceLoad) -> Derivation:
    metric, _, side = field.rpartition(".")
    if metric not in configuration.interval or side not in ("0", "1"):
        raise CodedError(SizingError.PATH, path=f"interval.{field}")
    bound = configuration.interval[metric][int(side)]
    end = text("lower end, 90 %", "unteres Ende, 90 %") if side == "0" else text("upper end, 90 %", "oberes Ende, 90 %")
    card = replica.accelerator
    if metric == "kv_capacity_tokens":
        value = explain_memory(metric, replica, configuration.memory)
        name, spans = "residual_capacity", {"usable_gib": card.usable_gib}
    else:
        spans = hardware_used(card, replica.model.units.peak)
        assert configuration.serving is not None  # noqa: S101 - intervals of speeds exist only beside them
        value = explain_performance(metric, _served(replica, configuration, configuration.serving, load))
        name = _residual(metric, replica)
    residual = constant(text("residual of the formulas", "Restfehler der Formeln"), replica.facts, name)
    formula = "value · exp(∓ √(Σ (share of the time · ln of its constant's span)² + residual²)), wider in a closed loop"
    label = text("figure with a span, on which sources disagree", "Zahl mit Spanne, bei der Quellen abweichen")
    disputed = [figure_leaf(label, f"{card.id} {key}", f) for key, f in spans.items() if f.low != f.high]
    return result(end, bound, value.unit, formula, [value, residual, *disputed])


def _residual(metric: str, replica: Replica) -> str:
    if metric.startswith("ttft"):
        return "residual_ttft"
    return "residual_experts" if replica.model.experts else "residual_dense"


def _count(name: str, replica: Replica, configuration: Configuration, load: InferenceLoad) -> Derivation:
    value = getattr(configuration, name)
    label = Text(de=name, en=name)
    if name == "gpus_per_replica":
        sizes = [_layout("tensor_parallel", configuration), _layout("pipeline_parallel", configuration)]
        return multiplied(label, "GPUs", sizes)
    if name == "total_gpus":
        copies = added(
            text("replicas with spare", "Replikate mit Reserve"),
            "1",
            [_count("replicas", replica, configuration, load), _layout("spare_replicas", configuration)],
        )
        return multiplied(label, "GPUs", [copies, _count("gpus_per_replica", replica, configuration, load)])
    if name not in ("replicas", "replicas_at_peak") or configuration.serving is None or value is None:
        return _layout(name, configuration)
    served = _served(replica, configuration, configuration.serving, load)
    if name == "replicas_at_peak":
        formula = "peak load / load of one full replica; all replicas where the wait for a free one asked for more"
        return result(label, value, "1", formula, [*_peak(load), _full_replica(value, served, load)])
    if configuration.origin == "client" or configuration.replicas_at_peak is None:
        inputs = [*_peak(load), explain_performance("max_concurrency", served), requests_per_s(served)]
        return result(label, value, "1", "accelerators as they stand / accelerators a replica", inputs)
    at_peak = _count("replicas_at_peak", replica, configuration, load)
    return result(label, value, "1", "⌈replicas the peak keeps full⌉", [at_peak])


def _full_replica(at_peak: float, served: Served, load: InferenceLoad) -> Derivation:
    """What one replica carries with as many requests as memory and targets allow."""
    most = explain_performance("max_concurrency", served)
    label = text("load of one full replica", "Last einer vollen Kopie")
    if load.in_flight is not None:
        formula = "most requests at once / replicas"
        return result(label, load.in_flight.value / at_peak, "requests", formula, [most])
    assert load.requests_per_s is not None  # noqa: S101 - a configuration has one kind of load
    peak = load.requests_per_s.value * max(1.0, load.burst_factor.value)
    formula = "requests at once / service time with all of them running (Little 1961)"
    return result(label, peak / at_peak, "1/s", formula, [most])


def _layout(name: str, configuration: Configuration) -> Derivation:
    sources = {
        "spare_replicas": "answer w.criticality (N + 1 where an outage hurts)",
        "replicas": "counts of the configuration",
        "replicas_at_peak": "none: no replica carries the load within memory and targets",
    }
    source = sources.get(name, "smallest layout of the search that carries the load with the fewest GPUs")
    return leaf(Text(de=name, en=name), getattr(configuration, name), "1", source)


def _peak(load: InferenceLoad) -> list[Derivation]:
    if load.in_flight is not None:
        label = text("requests at once at the peak", "gleichzeitige Anfragen in der Spitze")
        return [stated(label, load.in_flight.value, "requests", "w.inflight_peak")]
    if load.requests_per_s is None:
        raise CodedError(SizingError.NO_LOAD)
    rate = text("requests a second in the busiest hour", "Anfragen je Sekunde in der Spitzenstunde")
    burst = text("burst factor", "Spitzenfaktor")
    return [
        stated(
            rate, load.requests_per_s.value, "1/s", "w.users_active_peak, w.requests_per_user_hour, w.calls_per_task"
        ),
        leaf(burst, load.burst_factor.value, "1", "catalogue, by kind of workload: p99 over mean in the busiest hour"),
    ]


def _demand(name: str, found: Demand, load: InferenceLoad, target: ServiceTarget | None) -> Derivation:
    label = Text(de=name, en=name)
    peak = _peak(load)
    service = _service(load, target)
    if load.in_flight is not None:
        if name != "requests_per_s_peak":
            return result(label, number(peak[0]), "requests", "as stated: the peak", peak)
        return result(label, found.requests_per_s_peak, "1/s", "requests at once / service time", [peak[0], service])
    rate, burst = peak
    if name == "requests_per_s_peak":
        return rate
    mean = multiplied(text("mean in flight", "im Mittel gleichzeitig"), "requests", [rate, service])
    if name == "in_flight_mean":
        return mean
    latest = multiplied(text("99 % in flight", "99 % gleichzeitig"), "requests", [mean, burst])
    if name == "in_flight_p99":
        return latest
    formula = "mean + (p99 − mean) · 1.645 / 2.326"
    return result(label, found.in_flight_p95, "requests", formula, [mean, latest])


def _service(load: InferenceLoad, target: ServiceTarget | None) -> Derivation:
    source = "nominal, as computed on the Azure LLM traces 2023 (Azure/AzurePublicDataset@b469a11)"
    prompt, output = mean_tokens(load.input_tokens), mean_tokens(load.output_tokens)
    inputs = [
        leaf(text("start", "Start"), NOMINAL_START_S, "s", source),
        stated(text("input tokens", "Eingabe-Token"), prompt, "tokens", "w.tokens_in"),
        leaf(text("prefill rate", "Prefill-Rate"), NOMINAL_PREFILL_TOKENS_PER_S, "tokens/s", source),
        stated(text("output tokens", "Ausgabe-Token"), output, "tokens", "w.tokens_out"),
    ]
    value = nominal_service_s(load, target)
    formula = "start + input / prefill rate + output · TPOT (0.03 s, or the target where it is shorter)"
    return result(text("nominal service time", "nominale Bearbeitungszeit"), value, "s", formula, inputs)
