"""Cards for a service of items: the peak over the rate of one card, with room for bursts and N+1.

Waiting before cards that work on one item (or one fixed batch) at a time: Erlang C with constant service times
(Allen–Cunneen factor 1/2).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from wizard.domain.configuration import Configuration, Memory, ServicePerformance
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text
from wizard.domain.quantities import GB, GIB
from wizard.domain.workload import ServiceLoad
from wizard.domain.workload_result import ServiceDemand
from wizard.sizing import service_wording as wording
from wizard.sizing.errors import SizingError
from wizard.sizing.figures import Facts, pick
from wizard.sizing.queueing import mean_wait, wait_quantile
from wizard.sizing.search import ClientHardware
from wizard.sizing.service_profiles import Profile
from wizard.sizing.service_rate import CardRate, Cards, Item, card_rates
from wizard.sizing.wording import number, too_few_given

MS = 1000.0
MOST_ITEMS = 1e12
MOST_CARDS = 100_000
_SHARE = 0.95
_CONSTANT_SERVICE = 0.5
_MANY = 500
"""Cards from which waiting at the planned utilisation is shorter than any latency shown."""
_FAR = 4.0
_NEARLY = 0.9
"""Share of the highest rate above which a smaller batch, which waits less, is the better choice."""
_WIDE = 3.0
"""Ratio of high to value from which software decides more than hardware."""
_BYTES = {"fp32": 4.0, "fp8": 1.0, "int8": 1.0, "int4": 0.56, "fp4": 0.56}
_SIXTEEN_BIT = 2.0


@dataclass(frozen=True)
class ServiceQuestion:
    """One service with everything its cards follow from."""

    profile: Profile
    item: Item
    load: ServiceLoad
    weights_format: str
    """As answered; ``native`` and ``any`` mean 16 bit."""
    facts: Facts
    cards: Cards
    """The whole catalogue, to look up measured cards."""

    @property
    def headroom_key(self) -> str:
        if self.load.streams is not None and self.profile.unit == "audio_s":
            return "service.headroom.live"
        return f"service.headroom.{'batch' if self.load.latency_p95_s is None else 'online'}"

    @property
    def headroom(self) -> float:
        """Share of a card's rate that the busiest moment may take."""
        return self.facts[self.headroom_key].value

    @property
    def peak(self) -> float:
        return self.load.per_s_peak.value


def service_demand(load: ServiceLoad) -> ServiceDemand:
    """The load as it is shown."""
    return ServiceDemand(
        unit=load.unit, per_s_peak=load.per_s_peak.value, per_s_mean=load.per_s_peak.value * load.mean_to_peak,
        streams=load.streams.value if load.streams else None, latency_p95_s=load.latency_p95_s,
    )  # fmt: skip


def size_service(
    question: ServiceQuestion,
    accelerators: Sequence[Accelerator],
    *,
    spare_replicas: int,
    client: Sequence[ClientHardware] = (),
    prefix: str = "c",
) -> tuple[Configuration, ...]:
    """Configurations, best first: feasible ones with the fewest cards, then those that do not work and why.

    Raises:
        CodedError: E103, a load that is not above 0 or needs more cards than anybody has.
    """
    if not 0 < question.peak <= MOST_ITEMS:
        raise CodedError(SizingError.LOAD, what=f"{question.load.unit}/s", value=question.peak, limit=f"{MOST_ITEMS:g}")
    if not question.profile.on_gpu:
        return ()
    found = [(_searched(question, card, spare_replicas), card) for card in accelerators]
    found += [(_given(question, hardware), hardware.accelerator) for hardware in client]
    found.sort(key=lambda pair: _rank(*pair))
    if found and found[0][0].total_gpus > MOST_CARDS:
        most = question.peak * MOST_CARDS / found[0][0].total_gpus
        limit = number(most, 0 if most >= 10 else 3)
        given = number(question.peak)
        raise CodedError(SizingError.LOAD, what=f"{question.load.unit}/s", value=given, limit=limit)
    return tuple(c.model_copy(update={"id": f"{prefix}{n}"}) for n, (c, _) in enumerate(found, 1))


def best_rate(question: ServiceQuestion, card: Accelerator) -> CardRate | None:
    """The smallest batch that the latency target allows and that nearly reaches the highest rate.

    None: the card cannot run the model.
    """
    rates = card_rates(question.profile, card, question.item, question.cards, question.facts)
    if not rates:
        return None
    target = question.load.latency_p95_s
    within = [r for r in rates if target is None or r.item_s <= target]
    usable = within or rates[:1]
    most = max(r.value for r in usable)
    return next(r for r in usable if r.value >= _NEARLY * most)


def memory_on(question: ServiceQuestion, card: Accelerator) -> Memory:
    """Weights and working set of one copy; there is no cache between items."""
    facts = question.facts
    weights = weights_gb(question)
    working = facts[f"service.working_gb.{question.profile.key}"].value
    runtime = pick(facts, "runtime_gb", "single").value
    usable = card.usable_gib.value * GIB / GB
    total = weights + working + runtime
    return Memory(
        weights_gb=weights, kv_cache_gb=0.0, kv_pool_gb=usable - total, activations_gb=working, overhead_gb=runtime,
        total_gb=total, usable_gb=usable, kv_capacity_tokens=0.0,
    )  # fmt: skip


def weights_gb(question: ServiceQuestion) -> float:
    """A stated figure of the class, else parameters · bytes a parameter."""
    figure = question.facts.get(f"service.weights_gb.{question.profile.key}")
    if figure is not None:
        return figure.value
    return parameters_b(question) * bytes_per_parameter(question.weights_format)


def parameters_b(question: ServiceQuestion) -> float:
    return question.item.params_b or question.facts[f"service.params_b.{question.profile.key}"].value


def bytes_per_parameter(weights_format: str) -> float:
    """4-bit formats with their scales."""
    return _BYTES.get(weights_format, _SIXTEEN_BIT)


def waiting_s(rate: CardRate, gpus: int, peak: float) -> float:
    """Seconds until an item is ready, 95 % value, with ``gpus`` cards at the peak."""
    service = rate.item_s
    offered = peak / rate.value
    if gpus > _MANY or offered >= gpus:
        return service if gpus > _MANY else float("inf")
    waiting, conditional = mean_wait(gpus, offered, service, _CONSTANT_SERVICE)
    return service + wait_quantile(_SHARE, waiting, conditional)


def latency_s(question: ServiceQuestion, rate: CardRate, gpus: int) -> float | None:
    """95 % value at the peak; None: not known for this class of model."""
    if question.profile.serial:
        return waiting_s(rate, gpus, question.peak)
    bound = question.facts.get(f"service.latency_ms.{question.profile.key}")
    return None if bound is None else max(bound.value / MS, rate.item_s)


def _searched(question: ServiceQuestion, card: Accelerator, spare: int) -> Configuration:
    rate = best_rate(question, card)
    if rate is None:
        reason = wording.no_format(card.name, question.profile.formats)
        return _shown(question, card, None, _Count(1, 0, None), (reason,))
    at_peak = question.peak / (rate.value * question.headroom)
    gpus = ceil(at_peak)
    target = question.load.latency_p95_s
    if question.profile.serial and target is not None and rate.item_s <= target:
        while waiting_s(rate, gpus, question.peak) > target:
            gpus = ceil(gpus * 1.1 + 0.5)
            at_peak = float(gpus)
    return _shown(question, card, rate, _Count(gpus, spare, at_peak), _reasons(question, card, rate, gpus))


def _given(question: ServiceQuestion, hardware: ClientHardware) -> Configuration:
    """Client hardware as it stands; no card is added."""
    card, gpus = hardware.accelerator, hardware.count
    rate = best_rate(question, card)
    if rate is None:
        reason = wording.no_format(card.name, question.profile.formats)
        return _shown(question, card, None, _Count(gpus, 0, None), (reason,), origin="client")
    at_peak = question.peak / (rate.value * question.headroom)
    reasons = _reasons(question, card, rate, gpus)
    if ceil(at_peak) > gpus:
        reasons = (too_few_given(gpus, ceil(at_peak)), *reasons)
    return _shown(question, card, rate, _Count(gpus, 0, at_peak), reasons, origin="client")


@dataclass(frozen=True)
class _Count:
    gpus: int
    spare: int
    at_peak: float | None


def _reasons(question: ServiceQuestion, card: Accelerator, rate: CardRate, gpus: int) -> tuple[Text, ...]:
    memory = memory_on(question, card)
    target = question.load.latency_p95_s
    reasons = []
    if memory.total_gb > memory.usable_gb:
        reasons.append(wording.does_not_fit(memory.total_gb, memory.usable_gb))
    if target is not None and not question.profile.live:
        reached = latency_s(question, rate, gpus)
        if rate.item_s > target:
            reasons.append(wording.too_slow(rate.item_s, target))
        elif question.profile.serial and reached is not None and target < reached < float("inf"):
            reasons.append(wording.waits_too_long(reached, target))
    return tuple(reasons)


def _shown(
    question: ServiceQuestion, card: Accelerator, rate: CardRate | None, count: _Count, why_not: tuple[Text, ...],
    origin: str = "search",
) -> Configuration:  # fmt: skip
    performance = None if rate is None else performance_of(question, rate, count.gpus, count.at_peak)
    return Configuration.model_validate(
        {
            "id": "-", "origin": origin, "accelerator": card.id, "gpus_per_replica": 1, "tensor_parallel": 1,
            "pipeline_parallel": 1, "expert_parallel": 1, "replicas": count.gpus, "spare_replicas": count.spare,
            "total_gpus": count.gpus + count.spare, "replicas_at_peak": count.at_peak,
            "weights_format": _format(question, card), "kv_format": "-", "engine": question.profile.key,
            "memory": memory_on(question, card), "performance": performance,
            "interval": {} if rate is None or performance is None else interval_of(rate, performance),
            "bottleneck": "capacity" if rate is None else question.profile.limit,
            "slo_met": _slo(question, performance), "why_not": why_not,
            "evidence": "assumed" if rate is None else rate.evidence,
            "warnings": () if rate is None else _warnings(question, rate),
        }
    )  # fmt: skip


def performance_of(question: ServiceQuestion, rate: CardRate, gpus: int, at_peak: float | None) -> ServicePerformance:
    """Highest rate of the deployment: what its cards carry with the planned share, latency kept."""
    assert at_peak is not None  # noqa: S101 - set wherever there is a rate
    most = gpus * question.peak / at_peak
    reached = latency_s(question, rate, gpus)
    return ServicePerformance(
        units_per_s=most,
        units_per_s_per_gpu=rate.value,
        latency_ms_p95=None if reached is None or reached == float("inf") else reached * MS,
        utilisation=question.peak / most,
    )


def interval_of(rate: CardRate, performance: ServicePerformance) -> dict[str, tuple[float, float]]:
    """90 % intervals of both rates: the same relative width."""
    low, high = rate.low / rate.value, rate.high / rate.value
    return {
        "units_per_s": (performance.units_per_s * low, performance.units_per_s * high),
        "units_per_s_per_gpu": (rate.low, rate.high),
    }


def _format(question: ServiceQuestion, card: Accelerator) -> str:
    if question.weights_format in _BYTES:
        return question.weights_format
    return "bf16" if "bf16" in card.dense_tflops else "fp16"


def _slo(question: ServiceQuestion, performance: ServicePerformance | None) -> bool | None:
    target = question.load.latency_p95_s
    if target is None or performance is None or performance.latency_ms_p95 is None:
        return None
    return performance.latency_ms_p95 <= target * MS


def _warnings(question: ServiceQuestion, rate: CardRate) -> tuple[Text, ...]:
    found = []
    if not rate.anchors:
        found.append(wording.nothing_published())
    elif rate.distance > _FAR:
        found.append(wording.far_from_measured(rate.anchors[0].card.name, rate.distance))
    if rate.anchors and (rate.high > _WIDE * rate.value or rate.low * _WIDE < rate.value):
        found.append(wording.software_decides(rate.low, rate.high, question.profile.unit))
    if rate.batch > 1:
        found.append(wording.batched(rate.batch, rate.item_s))
    bound = question.facts.get(f"service.latency_ms.{question.profile.key}")
    target = question.load.latency_p95_s
    if bound is not None and target is not None and rate.item_s <= target < bound.value / MS:
        found.append(wording.tighter_than_measured(bound.value, target * MS))
    if question.profile.note is not None:
        found.append(question.profile.note)
    return tuple(found)


def _rank(configuration: Configuration, card: Accelerator) -> tuple[bool, int, float, str]:
    """Feasible first, then the fewest cards, then the smaller class; names make the order stable."""
    return (
        not configuration.feasible,
        configuration.total_gpus,
        card.memory_gb.value * card.memory_bandwidth_gb_per_s.value,
        configuration.accelerator,
    )
