"""Values of the rules about one workload: memory, concurrency and speed of its configuration."""

from collections.abc import Iterator, Mapping
from math import ceil, floor
from typing import Any

from wizard.domain.configuration import Configuration, Performance
from wizard.domain.hardware import Accelerator
from wizard.domain.language import text
from wizard.domain.quantities import HOURS_PER_MONTH
from wizard.engine.cache_room import full_length_requests
from wizard.engine.contract_plans import planned_tokens
from wizard.engine.finding_seen import Seen
from wizard.engine.finding_values_licence import licence_values
from wizard.engine.finding_values_training import training_values
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.logic import NOT_APPLICABLE

PERCENT = 100.0
MS_PER_S = 1000.0
GB_PER_TB = 1000.0
MILLION = 1e6
_TOKENS = {
    "input_tokens": text("input tokens", "Eingabe-Token"),
    "output_tokens": text("output tokens", "Ausgabe-Token"),
}
_OF_SERVICE = ("calc.max_concurrency", "calc.ttft_p95_ms", "calc.tpot_min_ms", "calc.e2e_min_s", "calc.inflight")


def workload_values(seen: Seen, workload: SizedWorkload) -> Mapping[str, Any]:
    """Computed values of one workload; a name that is left out is unknown."""
    return dict(_values(seen, workload))


def _values(seen: Seen, workload: SizedWorkload) -> Iterator[tuple[str, Any]]:
    result = workload.result
    if not result.gpu_needed:
        yield "calc.feasible_configs", NOT_APPLICABLE
    elif result.open is None:
        searched = [c for c in result.configurations if c.origin == "search"]
        yield "calc.feasible_configs", sum(c.feasible for c in searched)
        if searched and searched[0].why_not:
            yield "calc.tightest_limit", searched[0].why_not[0]
    if result.open is None:
        yield "calc.cpu_only_feasible", not result.gpu_needed
    answer = seen.assessment.answer("w.ttft_p95_ms", result.id)
    yield "calc.ttft_stated", answer is not None and answer.state.has_value and answer.value is not None
    yield from licence_values(seen, workload)
    yield from _checkpoint(seen, workload)
    yield from training_values(seen, workload)
    yield from _invoiced(seen, workload)
    if workload.kind not in seen.questionnaire.groups["llm"]:
        yield from ((name, NOT_APPLICABLE) for name in _OF_SERVICE)
    configuration = seen.judged(workload)
    if configuration is None:
        return
    yield from _hardware(seen, configuration)
    if workload.load is not None and result.demand is not None:
        yield from _serving(seen, workload, configuration)


def _checkpoint(seen: Seen, workload: SizedWorkload) -> Iterator[tuple[str, Any]]:
    """Whether the answer contradicts the named copy of a model; unknown where nobody recorded the copy's format."""
    from wizard.sizing.checkpoints import contradicted, doubts, unrecorded

    arch = workload.architecture or (workload.model.architecture if workload.model is not None else None)
    given = seen.values.given("w.weight_format", workload.result.id)
    asked = str(given.value or "native")
    if workload.run is not None or arch is None:
        yield "calc.checkpoint_contradicted", NOT_APPLICABLE
        return
    if not unrecorded(arch, asked):
        yield "calc.checkpoint_contradicted", contradicted(arch, asked)
    yield from (("calc.checkpoint_doubt", said) for said in doubts(arch, asked))


def _invoiced(seen: Seen, workload: SizedWorkload) -> Iterator[tuple[str, Any]]:
    """Tokens of invoices or logs against those of the load that hardware is sized for; output where both are stated."""
    given = seen.values.given("w.monthly_tokens_known", workload.result.id)
    stated = given.value if given.known and isinstance(given.value, dict) else {}
    if workload.load is not None:
        planned = dict(zip(_TOKENS, planned_tokens(workload.load), strict=True))
        for name in reversed(_TOKENS):
            amount = stated.get(name)
            if isinstance(amount, int | float) and amount > 0 and planned[name] > 0.0:
                yield "calc.tokens_kind", _TOKENS[name]
                yield "calc.tokens_stated_m", amount / MILLION
                yield "calc.tokens_planned_m", planned[name] / MILLION
                yield "calc.tokens_ratio", amount / planned[name]
                return
    yield "calc.tokens_ratio", NOT_APPLICABLE


def _hardware(seen: Seen, configuration: Configuration) -> Iterator[tuple[str, Any]]:
    accelerator, memory = seen.catalog.accelerators[configuration.accelerator], configuration.memory
    if configuration.training is None:
        yield "calc.weights_gb", memory.weights_gb * configuration.gpus_per_replica
    yield "calc.weights_per_gpu_gb", memory.weights_gb
    yield "calc.carries_load", configuration.feasible
    yield "calc.weights_format", configuration.weights_format
    yield "calc.gpus", configuration.total_gpus
    yield "calc.gpus_per_replica", configuration.gpus_per_replica
    yield "calc.tp", configuration.tensor_parallel
    yield from card_values(accelerator)


def card_values(accelerator: Accelerator) -> Iterator[tuple[str, Any]]:
    """Catalogue facts of one accelerator."""
    fast_links = accelerator.interconnect in ("nvlink", "nvswitch", "xgmi")
    yield "cat.gpu.name", accelerator.name
    yield "cat.gpu.usable_gb", accelerator.usable_gib.value * 2**30 / 1e9
    yield "cat.gpu.bandwidth", accelerator.memory_bandwidth_gb_per_s.value / GB_PER_TB
    yield "cat.gpu.fp8", "fp8" in accelerator.dense_tflops
    yield "cat.gpu.fp4", "fp4" in accelerator.dense_tflops
    yield "cat.gpu.nvlink", fast_links
    yield "cat.gpu.mig_max", accelerator.mig_instances
    yield "cat.gpu.training_class", accelerator.tier == "datacenter" and fast_links


def _serving(seen: Seen, workload: SizedWorkload, found: Configuration) -> Iterator[tuple[str, Any]]:
    from wizard.sizing.architecture import sequence_kv_bytes
    from wizard.sizing.formats import resolve_weights

    asked, load, memory = workload.result.demand, workload.load, found.memory
    assert asked is not None and load is not None  # noqa: S101, PT018 - asked by the caller
    yield "calc.inflight", asked.in_flight_p99
    yield "calc.requests_asked", ceil(asked.in_flight_p99)
    yield "calc.context_max", load.load.context_max
    for name, limit in (("ttft", load.target.ttft_p95_ms), ("tpot", load.target.tpot_p95_ms)):
        yield f"calc.{name}_target_ms", NOT_APPLICABLE if limit is None else limit
    yield "calc.kv_worst_gb", sequence_kv_bytes(workload.arch, load.load.context_max, found.kv_format) / 1e9
    yield "calc.kv_free_gb", max(0.0, memory.kv_pool_gb) * found.gpus_per_replica
    yield "calc.memory_headroom_pct", memory.kv_pool_gb / memory.usable_gb * PERCENT
    yield "calc.full_length_requests", full_length_requests(found, load.load.context_max)
    yield "calc.tokens_out_typical", asked.output_tokens.typical
    yield "cat.model.published_format", resolve_weights(workload.arch, "native")
    calls = seen.values.given("w.calls_per_task", workload.result.id).value
    if isinstance(calls, int | float):
        yield "calc.tokens_per_task", calls * asked.output_tokens.typical
    yield "calc.decode_bound", found.bottleneck
    if found.serving is not None:
        yield from _speed(seen, workload, found, found.serving)


def _speed(
    seen: Seen, workload: SizedWorkload, found: Configuration, performance: Performance
) -> Iterator[tuple[str, Any]]:
    asked, load = workload.result.demand, workload.load
    assert asked is not None and load is not None  # noqa: S101, PT018 - asked by the caller
    yield "calc.max_concurrency", performance.max_concurrency
    yield "calc.requests_held", floor(performance.max_concurrency)
    yield "calc.ttft_p95_ms", performance.ttft_ms_p95
    used = performance.utilisation * load.load.mean_to_peak * load.load.active_hours_per_month / HOURS_PER_MONTH
    yield "calc.utilisation", used
    yield "calc.utilisation_pct", used * PERCENT
    alone = _alone(seen, workload, found)
    if alone is not None:
        yield "calc.tpot_min_ms", alone.tpot_ms_mean
        if alone.tpot_ms_mean > 0.0:  # an answer of one token has no time between tokens
            yield "calc.tokens_s_single", MS_PER_S / alone.tpot_ms_mean
        yield "calc.e2e_min_s", alone.e2e_s_mean


def _alone(seen: Seen, workload: SizedWorkload, found: Configuration) -> Performance | None:
    """One request of typical length with the machine for itself: nothing is faster."""
    from wizard.sizing.predict import predict

    asked = workload.result.demand
    assert asked is not None  # noqa: S101 - asked by the caller
    deployment = found.deployment()
    return predict(
        workload.arch, seen.catalog.accelerators[found.accelerator], deployment,
        input_tokens=asked.input_tokens.typical, output_tokens=asked.output_tokens.typical,
        facts=seen.catalog.figures, concurrency=1.0,
    ).performance  # fmt: skip
