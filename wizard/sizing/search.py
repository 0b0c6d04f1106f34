"""Which accelerators, formats and parallelism carry a workload, with how many replicas.

For each accelerator and format the tensor parallelism (1, 2, 4, 8 within a server; pipeline stages only where a whole
server is too small; attention apart where the cache cannot be divided) with the fewest accelerators is kept, and
smaller replicas for machines that cannot hold it; where none works, the last attempt with its reasons. A layout whose
single replica has as many accelerators as the best one found in all is not tried.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from wizard.domain.configuration import Configuration
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text
from wizard.domain.model import ModelArchitecture
from wizard.domain.workload import Deployment, InferenceLoad, ServiceTarget
from wizard.sizing import wording
from wizard.sizing.errors import SizingError
from wizard.sizing.figures import Facts
from wizard.sizing.formats import check_formats, compute_format, resolve_cache, resolve_weights
from wizard.sizing.layouts import layouts_for, skipped_for_heads
from wizard.sizing.limits import MOST_REQUESTS, check_input
from wizard.sizing.memory import cache_capacity_tokens
from wizard.sizing.performance import Traffic
from wizard.sizing.predict import Prediction, predict_replica
from wizard.sizing.prefix import request_load
from wizard.sizing.replica import Replica, most_concurrency, replica_of
from wizard.sizing.steady import Load, closed_loop
from wizard.sizing.steps import StepModels

_MORE_REPLICAS = 6
"""Attempts to meet a latency target that waiting in the queue would miss."""


@dataclass(frozen=True)
class ClientHardware:
    """Accelerators that already stand there; none is added. None: every format asked is tried on them."""

    accelerator: Accelerator
    count: int
    weights_format: str | None = None

    def formats(self, asked: Sequence[str]) -> Sequence[str]:
        return asked if self.weights_format is None else (self.weights_format,)


@dataclass(frozen=True)
class _Question:
    arch: ModelArchitecture
    load: InferenceLoad
    tokens: Load
    target: ServiceTarget | None
    facts: Facts

    def traffic(self, replicas: int) -> Traffic:
        if self.load.in_flight is not None:
            return Traffic(self.load.in_flight.value, None, replicas)
        assert self.load.requests_per_s is not None  # noqa: S101 - checked on entry
        return Traffic(None, self.load.requests_per_s.value, replicas)


@dataclass(frozen=True)
class _Candidate:
    replica: Replica
    replicas: int
    """0: it cannot carry the load with any number."""
    at_peak: float = 0.0
    """Replicas the peak keeps full, before rounding up."""
    prediction: Prediction | None = None
    """At this number of replicas, once settled."""

    @property
    def gpus(self) -> int:
        return self.replicas * self.replica.deployment.gpus_per_replica


def size_workload(
    arch: ModelArchitecture,
    load: InferenceLoad,
    target: ServiceTarget | None,
    accelerators: Sequence[Accelerator],
    *,
    facts: Facts,
    formats: Sequence[str],
    kv_format: str,
    engine: str,
    spare_replicas: int,
    client: Sequence[ClientHardware] = (),
    largest: Mapping[str, int] | None = None,
    prefix: str = "c",
) -> tuple[Configuration, ...]:
    """Configurations, best first: feasible ones with the fewest accelerators, then those that do not work and why.

    ``largest`` bounds a replica to the accelerators of the largest machine there is of a kind.

    Formats may be ``native`` (as published), the cache ``auto`` (16 bit). ``client`` is hardware as it stands: one
    configuration for each format, with the layout that carries most.

    Raises:
        CodedError: E102 to E108, a load or format without meaning.
    """
    question = _question(arch, load, target, engine, facts)
    found = [
        (configuration, accelerator)
        for accelerator in accelerators
        for pattern in _patterns(question, accelerator, formats, kv_format, engine)
        for configuration in _best(question, accelerator, pattern, spare_replicas, (largest or {}).get(accelerator.id))
    ]
    found += [
        (_given(question, hardware, pattern), hardware.accelerator)
        for hardware in client
        for pattern in _patterns(question, hardware.accelerator, hardware.formats(formats), kv_format, engine)
    ]
    found.sort(key=lambda pair: _rank(*pair))
    return tuple(c.model_copy(update={"id": f"{prefix}{n}"}) for n, (c, _) in enumerate(found, 1))


def _patterns(
    question: _Question, accelerator: Accelerator, formats: Sequence[str], kv_format: str, engine: str
) -> list[Deployment]:
    """One deployment for each format; half precision is added where brain floats lack hardware."""
    cache = resolve_cache(accelerator, kv_format)
    names = list(dict.fromkeys(resolve_weights(question.arch, name) for name in formats))
    for name in names:
        check_formats(name, cache)
    halves = [name for name in ("bf16", "fp16") if name in accelerator.dense_tflops]
    if "bf16" in names and halves == ["fp16"] and "fp16" not in names:
        names.append("fp16")
    return [
        Deployment(
            accelerator=accelerator.id, weights_format=name, kv_format=cache, engine=engine,
            adapters=question.load.adapters,
        )
        for name in names
    ]  # fmt: skip


def _question(
    arch: ModelArchitecture, load: InferenceLoad, target: ServiceTarget | None, engine: str, facts: Facts
) -> _Question:  # fmt: skip
    tokens = request_load(arch, load, engine, facts)
    if load.in_flight is None and load.requests_per_s is None:
        raise CodedError(SizingError.NO_LOAD)
    rate = None if load.in_flight is not None or load.requests_per_s is None else load.requests_per_s.value
    concurrency = load.in_flight.value if load.in_flight is not None else None
    check_input(arch, Deployment(accelerator="-"), tokens.prompt, tokens.output, concurrency, rate, 1)
    return _Question(arch, load, tokens, target, facts)


def _best(
    question: _Question, accelerator: Accelerator, pattern: Deployment, spare: int, most: int | None
) -> tuple[Configuration, ...]:
    """The layout with the fewest accelerators, and those with smaller replicas, which smaller machines can hold."""
    kept: list[_Candidate] = []
    best: _Candidate | None = None
    last: _Candidate | None = None
    models = StepModels(question.arch, accelerator, question.facts)
    runnable = compute_format(question.arch, pattern.weights_format, accelerator) is not None
    for layout in layouts_for(question.arch, accelerator, question.facts, most):
        if layout.stages > 1 and (best is not None or not runnable or (last is not None and last.replica.slots > 0)):
            break
        if best is not None and layout.gpus >= best.gpus:
            break
        tried = _candidate(question, accelerator, layout.of(pattern), models, best.gpus if best is not None else None)
        if tried.replicas and (best is None or tried.gpus < best.gpus):
            tried = _settled(question, tried)
            if _works(tried) and (best is None or tried.gpus < best.gpus):
                best = tried
                kept.append(tried)
        if layout.attention == "tensor":
            last = tried
        if not runnable:
            break
    assert last is not None  # noqa: S101 - tensor parallelism 1 is always among the layouts
    return tuple(_configuration(question, chosen, spare) for chosen in kept or [last])


def _works(candidate: _Candidate) -> bool:
    return candidate.prediction is not None and not candidate.prediction.why_not


def _settled(question: _Question, candidate: _Candidate) -> _Candidate:
    """With replicas added until waiting in the queue no longer misses the target."""
    replicas = candidate.replicas
    prediction = predict_replica(candidate.replica, question.traffic(replicas), question.target)
    for _ in range(_MORE_REPLICAS):
        if not prediction.why_not:
            break
        replicas = ceil(replicas * 1.2)
        prediction = predict_replica(candidate.replica, question.traffic(replicas), question.target)
    at_peak = candidate.at_peak if replicas == candidate.replicas else float(replicas)
    return replace(candidate, replicas=replicas, at_peak=at_peak, prediction=prediction)


def _candidate(
    question: _Question,
    accelerator: Accelerator,
    deployment: Deployment,
    models: StepModels,
    fewer_than: int | None = None,
) -> _Candidate:
    """The replica with how many of it the load takes, unless memory alone rules out ``fewer_than`` accelerators."""
    replica = replica_of(question.arch, accelerator, deployment, question.tokens, question.facts, models)
    runs = compute_format(question.arch, deployment.weights_format, accelerator) is not None
    if not runs or replica.slots < 1 or _too_long(question, replica) is not None:
        return _Candidate(replica, 0)
    if fewer_than is not None and question.load.in_flight is not None:
        least = ceil(question.load.in_flight.value / replica.slots)
        if least * deployment.gpus_per_replica >= fewer_than:
            return _Candidate(replica, 0)
    at_peak = _replicas_at_peak(question, replica)
    return _Candidate(replica, ceil(at_peak), at_peak)


def _replicas_at_peak(question: _Question, replica: Replica) -> float:
    """Replicas for the load at its peak: each runs as many requests as memory and target allow; 0 when it cannot."""
    most = most_concurrency(replica, question.target, closed=question.load.in_flight is not None)
    if most < 1:
        return 0.0
    if question.load.in_flight is not None:
        return question.load.in_flight.value / most
    assert question.load.requests_per_s is not None  # noqa: S101 - checked on entry
    peak = question.load.requests_per_s.value * max(1.0, question.load.burst_factor.value)
    return peak / closed_loop(replica.model, replica.load, most).rate


def _too_long(question: _Question, replica: Replica) -> Text | None:
    """The longest request the client expects: beyond the model, or beyond the whole cache of a replica."""
    longest, context = question.load.context_max, question.arch.context
    if context and longest > context:
        return wording.beyond_context(longest, context)
    held = cache_capacity_tokens(replica.budget, question.arch, replica.deployment, longest, question.facts)
    if longest > replica.length and 0 < held < longest:
        return wording.cache_too_small(held, longest, wording.remedy_cache())
    return None


def _configuration(question: _Question, chosen: _Candidate, spare: int) -> Configuration:
    replica, prediction = chosen.replica, chosen.prediction
    if prediction is not None:
        return _shown(
            replica, prediction, prediction.why_not, replicas=chosen.replicas, spare=spare, at_peak=chosen.at_peak
        )
    alone = predict_replica(replica, Traffic(1.0, None, 1), question.target)
    reason = _too_long(question, replica)
    reasons = (*alone.why_not, reason) if reason is not None else alone.why_not or (wording.no_room_to_target(),)
    if replica.slots < 1 and (skipped := skipped_for_heads(question.arch, replica.accelerator, question.facts)):
        reasons = (*reasons, skipped)
    return _shown(replica, alone, reasons, replicas=1, spare=0)


def _given(question: _Question, hardware: ClientHardware, pattern: Deployment) -> Configuration:
    """Client hardware as it stands: the layout that carries most; no accelerator is added."""
    count, accelerator = hardware.count, hardware.accelerator
    if count < 1:
        raise CodedError(SizingError.LOAD, what="count", value=count, limit=MOST_REQUESTS)
    models = StepModels(question.arch, accelerator, question.facts)
    candidates = [
        _candidate(question, accelerator, layout.of(pattern.model_copy(update={"origin": "client"})), models)
        for layout in layouts_for(question.arch, accelerator, question.facts)
        if layout.gpus <= count
    ]
    chosen = min(candidates, key=lambda c: _shortage(c, count))
    replicas = max(1, count // chosen.replica.deployment.gpus_per_replica)
    prediction = predict_replica(chosen.replica, question.traffic(replicas), question.target)
    reasons = list(prediction.why_not)
    if chosen.replicas > replicas:
        reasons.append(wording.too_few_given(count, chosen.gpus))
    longest = _too_long(question, chosen.replica)
    if longest is not None and longest not in reasons:
        reasons.append(longest)
    at_peak = chosen.at_peak or None
    return _shown(chosen.replica, prediction, tuple(reasons), replicas=replicas, spare=0, at_peak=at_peak)


def _shortage(candidate: _Candidate, count: int) -> tuple[bool, float, int]:
    """Sorts layouts: those that carry the load, then the nearest to carrying it, then the smallest replica."""
    size = candidate.replica.deployment.gpus_per_replica
    standing = count // size
    if not candidate.replicas:
        return True, float("inf") if candidate.replica.slots < 1 else 1e9, -size
    return candidate.replicas > standing, candidate.replicas / standing, size


def _shown(
    replica: Replica, prediction: Prediction, why_not: tuple[Text, ...], *, replicas: int, spare: int,
    at_peak: float | None = None,
) -> Configuration:  # fmt: skip
    deployment = replica.deployment
    size, apart = deployment.gpus_per_replica, deployment.attention == "data"
    return Configuration(
        id="-",
        origin=deployment.origin,
        accelerator=deployment.accelerator,
        gpus_per_replica=size,
        tensor_parallel=deployment.tensor_parallel,
        pipeline_parallel=deployment.pipeline_parallel,
        expert_parallel=deployment.expert_parallel,
        attention=deployment.attention,
        replicas=replicas,
        spare_replicas=spare,
        total_gpus=(replicas + spare) * size,
        replicas_at_peak=at_peak,
        weights_format=deployment.weights_format,
        kv_format=deployment.kv_format,
        engine=deployment.engine,
        memory=prediction.memory,
        performance=prediction.performance,
        interval=prediction.interval,
        bottleneck=prediction.bottleneck,
        slo_met=prediction.slo_met,
        evidence=prediction.evidence,
        warnings=(wording.attention_apart(size), *prediction.warnings) if apart else prediction.warnings,
        why_not=why_not,
    )


def _rank(configuration: Configuration, accelerator: Accelerator) -> tuple[bool, int, float, str, str]:
    """Feasible first, then the fewest accelerators, then the smaller class; names make the order stable."""
    return (
        not configuration.feasible,
        configuration.total_gpus,
        accelerator.memory_gb.value * accelerator.memory_bandwidth_gb_per_s.value,
        configuration.accelerator,
        configuration.weights_format,
    )
