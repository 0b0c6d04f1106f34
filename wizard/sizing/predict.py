"""One configuration: does it fit, how fast is it, what limits it, how sure is that."""

from dataclasses import dataclass, field, replace
from math import ceil

from wizard.domain.configuration import Memory, Performance
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text
from wizard.domain.model import ModelArchitecture
from wizard.domain.provenance import Evidence
from wizard.domain.quantities import GB
from wizard.domain.workload import Deployment, ServiceTarget
from wizard.sizing import wording
from wizard.sizing.engine_memory import default_share
from wizard.sizing.figures import PCIE, Facts, engine_key, pick, pick_running
from wizard.sizing.formats import check_formats, compute_format, resolve_cache, resolve_weights
from wizard.sizing.layers import expert_layer_figure
from wizard.sizing.limits import check_input, node_size, obstacles, smallest_that_holds
from wizard.sizing.loading import load_peak_bytes
from wizard.sizing.performance import Traffic, performance_of, performance_of_burst
from wizard.sizing.prefix import tokens_needed
from wizard.sizing.replay import Limits, Spread, replay_burst, requests_per_replica
from wizard.sizing.replica import (
    Replica,
    all_weights_gb,
    cache_room,
    memory_for,
    most_concurrency,
    replica_of,
    state_of,
)
from wizard.sizing.speculative import (
    DraftedModel,
    Speculation,
    draft_obstacles,
    drafting_of,
    speculation_of,
    speculation_warnings,
)
from wizard.sizing.spread import capacity_interval, intervals, parts_of_tpot
from wizard.sizing.steady import Load, State, closed_state
from wizard.sizing.steps import link_variant

_MUCH_WAITING = 0.5
"""Assumption: share of the time of a prompt spent on messages from which on the links are worth a line."""


@dataclass(frozen=True)
class Prediction:
    """``why_not`` is empty when the configuration carries the asked load; ``performance`` None when it cannot run."""

    memory: Memory
    performance: Performance | None
    interval: dict[str, tuple[float, float]]
    bottleneck: str
    evidence: Evidence
    warnings: tuple[Text, ...]
    why_not: tuple[Text, ...]
    slo_met: bool | None
    speculation: Speculation | None = None


@dataclass
class _Findings:
    warnings: list[Text] = field(default_factory=list)
    why_not: list[Text] = field(default_factory=list)


def predict(
    arch: ModelArchitecture,
    accelerator: Accelerator,
    deployment: Deployment,
    *,
    input_tokens: float,
    output_tokens: float,
    facts: Facts,
    concurrency: float | None = None,
    rate: float | None = None,
    replicas: int = 1,
    target: ServiceTarget | None = None,
    burst: float | None = None,
    spread: float | None = None,
    shared_prefix: float = 0.0,
    draft: ModelArchitecture | None = None,
) -> Prediction:
    """Memory and performance at a number of simultaneous requests, at a request rate, or at most throughput.

    ``burst`` requests that arrive at once are replayed instead, with lengths that spread lognormally by ``spread``
    (None: as conversations do). ``shared_prefix`` is the share of the prompt that prefix caching skips. Weights may be
    ``native`` (as the checkpoint is published), the cache ``auto`` (16 bit). ``draft`` is the model that
    ``deployment.draft`` names.

    Raises:
        CodedError: E102 to E108 and E110 to E113, input that no hardware could make meaningful.
    """
    check_input(arch, deployment, input_tokens, output_tokens, concurrency, rate, replicas, burst)
    deployment = deployment.model_copy(
        update={
            "weights_format": resolve_weights(arch, deployment.weights_format),
            "kv_format": resolve_cache(accelerator, deployment.kv_format),
        }
    )
    check_formats(deployment.weights_format, deployment.kv_format)
    load = Load(input_tokens, output_tokens, shared_prefix * input_tokens)
    drafting = drafting_of(arch, draft, deployment, facts)
    replica = replica_of(arch, accelerator, deployment, load, facts, drafting=drafting)
    wide = pick(facts, "output_spread").value if spread is None else spread
    return predict_replica(replica, Traffic(concurrency, rate, replicas, burst, wide), target)


def predict_replica(replica: Replica, traffic: Traffic, target: ServiceTarget | None) -> Prediction:
    """As ``predict``, for a replica that is already built."""
    found = _Findings()
    found.why_not += obstacles(
        replica.arch, replica.accelerator, replica.deployment, replica.length, replica.facts
    )  # fmt: skip
    if replica.drafting is not None:
        found.why_not += draft_obstacles(replica.drafting, replica.deployment, replica.accelerator, replica.length)
    impossible = bool(found.why_not)
    asked = _requests_asked(replica, traffic)
    _check_memory(replica, asked, found)
    if impossible or replica.slots < 1:
        return _cannot_run(replica, max(asked, 1), found)
    most = most_concurrency(replica, target, closed=traffic.rate is None) * traffic.replicas
    if traffic.burst is not None:
        state, performance = _burst(replica, traffic, most)
    else:
        state = state_of(replica, traffic)
        overload = _overload(state, traffic, found)
        performance = performance_of(
            state, replica.load, traffic, replica.slots, most, replica.facts, overload=overload
        )  # fmt: skip
    met = _check_target(performance, target, found)
    _check_links(replica, met, found)
    _warn(replica, asked, found)
    running = asked if traffic.rate is None else min(replica.slots, ceil(state.requests(replica.load)))
    interval = _interval(replica, traffic, state, performance, running)
    speculation = None
    if isinstance(replica.model, DraftedModel):
        speculation = speculation_of(replica.model, state.decoding, replica.load.context, replica.facts)
        found.warnings += speculation_warnings(speculation, replica.facts)
    if speculation is not None and not speculation.counted:
        interval = _widened(interval, replica, traffic, target)
    return Prediction(
        memory=memory_for(replica, running),
        performance=performance,
        interval=interval,
        bottleneck=_bottleneck(replica, state, traffic, asked, performance),
        evidence=replica.evidence,
        warnings=tuple(found.warnings),
        why_not=tuple(found.why_not),
        slo_met=met,
        speculation=speculation,
    )


def _widened(
    interval: dict[str, tuple[float, float]], replica: Replica, traffic: Traffic, target: ServiceTarget | None
) -> dict[str, tuple[float, float]]:
    """Every interval also holds those of the least and the largest share of drafted tokens that was published."""
    assert replica.drafting is not None  # noqa: S101 - only drafts have a share
    span = pick(replica.facts, "draft_accepted").range()
    for share in (span.low, span.high):
        other = predict_replica(replace(replica, drafting=replica.drafting.at(share)), traffic, target)
        interval = {
            name: (min(low, other.interval[name][0]), max(high, other.interval[name][1]))
            for name, (low, high) in interval.items()
        }
    return interval


def _burst(replica: Replica, traffic: Traffic, most: float) -> tuple[State, Performance]:
    """The replayed burst, and the steady state of its mean batch for the parts of a token."""
    count = requests_per_replica(traffic.burst or 1.0, traffic.replicas)
    engine = pick_running(replica.facts, "max_running_requests", replica.deployment.engine, replica.accelerator)
    limits = Limits(engine.value, replica.memory_slots * replica.length)
    replayed = replay_burst(
        replica.model, replica.load, count, limits, Spread(traffic.spread, pick(replica.facts, "output_longest").value)
    )
    state = closed_state(replica.model, replica.load, max(1.0, replayed.decoding))
    return state, performance_of_burst(replayed, replica.load, traffic, most)


def _requests_asked(replica: Replica, traffic: Traffic) -> int:
    """Simultaneous requests one replica is asked to hold."""
    if traffic.burst is not None:
        return max(1, min(replica.slots, requests_per_replica(traffic.burst, traffic.replicas)))
    if traffic.concurrency is not None:
        return max(1, ceil(traffic.concurrency / traffic.replicas))
    return max(1, replica.slots) if traffic.rate is None else 1


def _check_memory(replica: Replica, asked: int, found: _Findings) -> None:
    budget, deployment = replica.budget, replica.deployment
    loaded = budget.weights + budget.draft
    fixed = loaded + budget.activations + budget.overhead
    if fixed > budget.usable:
        room = (budget.usable - budget.activations - budget.overhead) / GB
        whole = all_weights_gb(replica)
        limit = 8 * node_size(replica.accelerator, replica.facts)
        remedy = wording.remedy_more(smallest_that_holds(whole, room, limit) if room > 0 else None)
        found.why_not.append(
            wording.weights_too_large(loaded / GB, max(0.0, room), deployment.gpus_per_replica, remedy)
        )
    elif (peak := load_peak_bytes(replica.arch, replica.accelerator, deployment, loaded, replica.facts)) > (
        budget.usable
    ):
        found.why_not.append(wording.too_large_while_loading(peak / GB, budget.usable / GB))
    elif replica.memory_slots < asked:
        held = memory_for(replica, asked).kv_capacity_tokens
        needed = tokens_needed(replica.load, asked)
        found.why_not.append(wording.cache_too_small(held, needed, wording.remedy_cache()))


def _cannot_run(replica: Replica, asked: int, found: _Findings) -> Prediction:
    return Prediction(
        memory=memory_for(replica, asked),
        performance=None,
        interval={},
        bottleneck="capacity",
        evidence=replica.evidence,
        warnings=tuple(found.warnings),
        why_not=tuple(found.why_not),
        slo_met=None,
    )


def _overload(state: State, traffic: Traffic, found: _Findings) -> float:
    """Requests a second one replica cannot carry, 0 when it carries all."""
    if traffic.rate is None or traffic.rate / traffic.replicas <= state.rate * 1.0001:
        return 0.0
    found.why_not.append(wording.overload(traffic.rate, state.rate * traffic.replicas))
    return traffic.rate / traffic.replicas - state.rate


def _check_target(performance: Performance, target: ServiceTarget | None, found: _Findings) -> bool | None:
    if target is None or (target.ttft_p95_ms is None and target.tpot_p95_ms is None):
        return None
    met = True
    for name, reached, limit in (
        ("TTFT", performance.ttft_ms_p95, target.ttft_p95_ms),
        ("TPOT", performance.tpot_ms_p95, target.tpot_p95_ms),
    ):
        if limit is not None and reached > limit * 1.000001:
            found.why_not.append(wording.misses_target(name, reached, limit))
            met = False
    return met


def _check_links(replica: Replica, met: bool | None, found: _Findings) -> None:
    """Tensor parallelism over PCIe: part of why a target is missed, a warning where it is met."""
    tensor = replica.deployment.tensor_parallel
    if tensor == 1 or link_variant(replica.accelerator) != PCIE:
        return
    share = replica.model.message_share(replica.load.prompt)
    if share > _MUCH_WAITING:
        (found.why_not if met is False else found.warnings).append(wording.messages_over_pcie(tensor, share))


def _warn(replica: Replica, asked: int, found: _Findings) -> None:
    deployment = replica.deployment
    if replica.memory_slots < pick(replica.facts, "small_cache_requests").value:
        found.warnings.append(wording.little_cache(replica.memory_slots))
    default = default_share(deployment, replica.facts)
    if replica.budget.share > default:
        found.warnings.append(wording.started_fuller(replica.budget.share, default))
    if asked > replica.slots:
        found.warnings.append(wording.queues_in_front(replica.slots, asked))
    if engine_key(deployment.engine) == "default":
        found.warnings.append(wording.unknown_engine(deployment.engine))
    units = compute_format(replica.arch, deployment.weights_format, replica.accelerator)
    if deployment.weights_format in ("fp4", "fp8", "int8") and units != deployment.weights_format:
        found.warnings.append(wording.unpacked(deployment.weights_format))
    added = expert_layer_figure(deployment, replica.facts).value
    if added and replica.model.experts is not None:
        found.warnings.append(wording.slow_experts(deployment.engine, deployment.weights_format, added))


def _interval(
    replica: Replica, traffic: Traffic, state: State, performance: Performance, running: float
) -> dict[str, tuple[float, float]]:
    found = intervals(
        replica.accelerator, replica.deployment, replica.facts, state, replica.load, performance,
        rate_given=traffic.rate is not None, units=replica.model.units,
        experts=replica.model.experts is not None, burst=traffic.burst is not None,
    )  # fmt: skip
    held = memory_for(replica, running).kv_capacity_tokens
    return found | {"kv_capacity_tokens": capacity_interval(held, cache_room(replica), replica.facts)}


def _bottleneck(replica: Replica, state: State, traffic: Traffic, asked: int, performance: Performance) -> str:
    """What one would have to improve first: memory for more requests, the queue, or the largest part of a token."""
    if asked > replica.slots and replica.slots == replica.memory_slots:
        return "capacity"
    if (traffic.burst is None and performance.ttft_ms_mean > 2000 * state.ttft) or (
        traffic.rate is not None and performance.utilisation >= 1
    ):
        return "queue"
    parts = parts_of_tpot(state, replica.load)
    named = {
        "memory_bandwidth": parts["weights"] + parts["cache"],
        "compute": parts["compute"],
        "communication": parts["communication"],
        "host": replica.model.engine_time(state.decoding),
    }
    return max(named, key=lambda name: named[name])
