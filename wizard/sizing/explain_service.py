"""Explains any number of a service of items, down to published rates, catalogue figures and answers."""

from collections.abc import Callable

from wizard.domain.configuration import Configuration, Memory
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation, Evidence
from wizard.domain.quantities import GB, GIB
from wizard.domain.workload_result import ServiceDemand
from wizard.sizing.derive import added, constant, figure_leaf, leaf, multiplied, result, stated
from wizard.sizing.errors import SizingError
from wizard.sizing.service import (
    ServiceQuestion,
    best_rate,
    bytes_per_parameter,
    parameters_b,
)
from wizard.sizing.service_rate import CardRate, item_size, rated_size, resource

_LAYOUT = ("gpus_per_replica", "tensor_parallel", "pipeline_parallel", "expert_parallel")


def explain_service_demand(field: str, demand: ServiceDemand, factors: tuple[Derivation, ...]) -> Derivation:
    """The tree behind one number of the demand; ``factors`` are the answers it stands on.

    Raises:
        CodedError: E109 for an unknown field.
    """
    value = getattr(demand, field, None)
    if field not in ServiceDemand.model_fields or not isinstance(value, int | float):
        raise CodedError(SizingError.PATH, path=field)
    label = Text(de=field, en=field)
    if field == "latency_p95_s":
        return stated(label, value, "s", "w.e2e_p95_s, w.slo_class")
    if field == "per_s_mean":
        ratio = stated(text("peak to mean", "Spitze zu Mittel"), demand.per_s_peak / value, "1", "w.peak_to_mean")
        peak = explain_service_demand("per_s_peak", demand, factors)
        return result(label, value, f"{demand.unit}/s", "peak / peak to mean", [peak, ratio])
    formulas = {
        "per_s_peak": "rate at the peak in items a second; a total per day over the hours of use · peak to mean; live "
        "streams are seconds of audio a second",
        "streams": "as stated",
    }
    unit = "1" if field == "streams" else f"{demand.unit}/s"
    return result(label, value, unit, formulas[field], factors)


def explain_service_configuration(
    field_path: str, question: ServiceQuestion, card: Accelerator, configuration: Configuration
) -> Derivation:
    """The tree behind ``memory.x``, ``performance.x``, ``interval.x.0`` or a count.

    Raises:
        CodedError: E109, the configuration has no such number.
    """
    area, _, field = field_path.partition(".")
    if area == "memory" and field in Memory.model_fields:
        return explain_service_memory(field, question, card, configuration.memory)
    rate = best_rate(question, card)
    if not field and isinstance(getattr(configuration, area, None), int | float):
        return _count(area, question, card, configuration, rate)
    if rate is not None and area == "performance" and configuration.service is not None:
        return _performance(field, question, card, configuration, rate)
    if rate is not None and area == "interval":
        return _interval(field, question, card, configuration, rate)
    raise CodedError(SizingError.PATH, path=field_path)


def explain_rate(question: ServiceQuestion, card: Accelerator, rate: CardRate) -> Derivation:
    """Items a second of one card: measured there, or scaled."""
    label = text("items a second of one card", "Einheiten je Sekunde einer Karte")
    unit = f"{question.profile.unit}/s"
    own = _resource(question, card)
    item = _item(question, rate)
    if not rate.anchors:
        figures = [_figure(question, name) for name in ("tflop", "flops_share")]
        return result(label, rate.value, unit, "dense peak · share / arithmetic of an item", [own, *figures, *item])
    measured = [figure_leaf(text("published rate", "veröffentlichte Rate"), a.key, a.figure) for a in rate.anchors]
    if rate.anchors[0].card.id == card.id:
        return result(label, rate.value, unit, "published rate · item against the published one", [*measured, *item])
    cards = [_resource(question, a.card) for a in rate.anchors]
    formula = (
        "published rate · resource / resource of the measured card · item against the published one"
        if len(cards) == 1
        else "between the two published rates, in logarithms of the resource · item against the published one"
    )
    return result(label, rate.value, unit, formula, [*measured, own, *cards, *item])


def explain_service_memory(field: str, question: ServiceQuestion, card: Accelerator, memory: Memory) -> Derivation:
    """Weights, working set and runtime of one copy; services keep no cache."""
    label = Text(de=field, en=field)
    value = getattr(memory, field)
    parts: dict[str, Callable[[], Derivation]] = {
        "weights_gb": lambda: _weights(question, label),
        "activations_gb": lambda: figure_leaf(
            label, f"service.working_gb.{question.profile.key}",
            question.facts[f"service.working_gb.{question.profile.key}"],
        ),
        "overhead_gb": lambda: constant(label, question.facts, "runtime_gb", "single"),
        "usable_gb": lambda: multiplied(
            label, "GB",
            [leaf(text("usable memory", "nutzbarer Speicher"), card.usable_gib.value, "GiB", card.usable_gib.source)],
            GIB / GB,
        ),
    }  # fmt: skip
    if field in parts:
        return parts[field]()
    if field == "total_gb":
        names = ("weights_gb", "activations_gb", "overhead_gb")
        return added(label, "GB", [explain_service_memory(n, question, card, memory) for n in names])
    if field == "kv_pool_gb":
        inputs = [explain_service_memory(n, question, card, memory) for n in ("usable_gb", "total_gb")]
        return result(label, value, "GB", "usable − total", inputs)
    return leaf(label, value, "GB", "services of items keep no cache and train nothing")


def _weights(question: ServiceQuestion, label: Text) -> Derivation:
    key = f"service.weights_gb.{question.profile.key}"
    if key in question.facts:
        return figure_leaf(label, key, question.facts[key])
    size = leaf(text("parameters", "Parameter"), parameters_b(question), "10^9", "answer w.model_ref", Evidence.STATED)
    each = leaf(
        text("bytes a parameter", "Byte je Parameter"), bytes_per_parameter(question.weights_format), "B",
        "answer w.weight_format; 4-bit formats with their scales", Evidence.STATED,
    )  # fmt: skip
    return multiplied(label, "GB", [size, each])


def _performance(
    field: str, question: ServiceQuestion, card: Accelerator, configuration: Configuration, rate: CardRate
) -> Derivation:
    performance = configuration.service
    value = getattr(performance, field, None)
    if performance is None or not isinstance(value, int | float):
        raise CodedError(SizingError.PATH, path=f"performance.{field}")
    label, unit = Text(de=field, en=field), f"{question.profile.unit}/s"
    each = explain_rate(question, card, rate)
    if field == "units_per_s_per_gpu":
        return each
    gpus = leaf(text("cards", "Karten"), configuration.replicas, "GPUs", "counts of the configuration")
    if field == "latency_ms_p95":
        return _latency(label, value, question, gpus, each, rate)
    most = _most(Text(de="units_per_s", en="units_per_s"), performance.units_per_s, question, gpus, each)
    if field == "units_per_s":
        return most
    return result(label, value, "share", "rate at the peak / highest rate", [_peak(question), most], unit)


def _most(label: Text, value: float, question: ServiceQuestion, gpus: Derivation, each: Derivation) -> Derivation:
    room = figure_leaf(
        text("planned share of the rate", "geplanter Anteil der Rate"), question.headroom_key,
        question.facts[question.headroom_key],
    )  # fmt: skip
    formula = "cards · rate of one card · planned share; the peak itself where waiting asked for more cards"
    return result(label, value, f"{question.profile.unit}/s", formula, [gpus, each, room])


def _latency(
    label: Text, value: float, question: ServiceQuestion, gpus: Derivation, each: Derivation, rate: CardRate
) -> Derivation:
    if not question.profile.serial:
        bound = _figure(question, "latency_ms")
        return result(label, value, "ms", "max(bound the rate was reached within, time of one item)", [bound, each])
    batch = leaf(text("items in a batch", "Einheiten je Stapel"), rate.batch, "1", "batch of the published rate")
    formula = "batch / rate + 95 % wait before the cards (Erlang C, constant service time: factor 1/2)"
    return result(label, value, "ms", formula, [each, batch, gpus, _peak(question)])


def _interval(
    field: str, question: ServiceQuestion, card: Accelerator, configuration: Configuration, rate: CardRate
) -> Derivation:
    metric, _, side = field.rpartition(".")
    if metric not in configuration.interval or side not in ("0", "1"):
        raise CodedError(SizingError.PATH, path=f"interval.{field}")
    value = _performance(metric, question, card, configuration, rate)
    end = text("lower end, 90 %", "unteres Ende, 90 %") if side == "0" else text("upper end, 90 %", "oberes Ende, 90 %")
    names = ("service.other_card_factor", "service.scaling_exponent", "service.other_vendor_factor")
    widths = [figure_leaf(Text(de=n, en=n), n, question.facts[n]) for n in names]
    ratio = leaf(
        text("ratio to the measured card", "Verhältnis zur gemessenen Karte"), rate.distance, "1", "resources above"
    )
    formula = "span of the published rate; on another card times its factor, ratio^exponent and the vendor's factor"
    return result(end, configuration.interval[metric][int(side)], value.unit, formula, [value, ratio, *widths])


def _count(
    name: str, question: ServiceQuestion, card: Accelerator, configuration: Configuration, rate: CardRate | None
) -> Derivation:
    value, label = getattr(configuration, name), Text(de=name, en=name)
    if name in _LAYOUT:
        return leaf(label, value, "1", "one copy of the model on each card")
    if name == "spare_replicas":
        return leaf(label, value, "1", "answer w.criticality (N + 1 where an outage hurts)")
    if name == "total_gpus":
        parts = [_count(n, question, card, configuration, rate) for n in ("replicas", "spare_replicas")]
        return added(label, "GPUs", parts)
    if rate is None or value is None:
        return leaf(label, value, "1", "none: the card cannot run this class of model")
    if name == "replicas" and configuration.origin == "client":
        return leaf(label, value, "1", "cards as they stand", Evidence.STATED)
    room = figure_leaf(
        text("planned share of the rate", "geplanter Anteil der Rate"), question.headroom_key,
        question.facts[question.headroom_key],
    )  # fmt: skip
    formula = "peak / (rate of one card · planned share); more where the 95 % wait asked for it"
    inputs = [_peak(question), explain_rate(question, card, rate), room]
    return result(label, value, "1", formula if name == "replicas_at_peak" else f"⌈{formula}⌉", inputs)


def _peak(question: ServiceQuestion) -> Derivation:
    label = text("items a second at the peak", "Einheiten je Sekunde in der Spitze")
    return stated(label, question.peak, f"{question.profile.unit}/s", "w.items_rate, w.inflight_peak")


def _resource(question: ServiceQuestion, card: Accelerator) -> Derivation:
    amount = resource(question.profile, card)
    assert amount is not None  # noqa: S101 - only cards with a rate are explained
    if question.profile.limit == "memory_bandwidth":
        figure, unit = card.memory_bandwidth_gb_per_s, "GB/s"
    else:
        name = next(f for f in question.profile.formats if f in card.dense_tflops)
        figure, unit = card.dense_tflops[name], f"TFLOPS {name.upper()}"
    label = Text(de=f"{card.name}: {unit}", en=f"{card.name}: {unit}")
    return leaf(label, amount, unit, f"accelerators.{card.id}: {figure.source}", figure.evidence)


def _item(question: ServiceQuestion, rate: CardRate) -> list[Derivation]:
    """Size and parameters against those of the published rate, where they differ."""
    inputs: list[Derivation] = []
    rated = rated_size(question.profile, question.facts)
    if question.profile.size_exponent and rated is not None:
        size = item_size(question.profile, question.item, question.facts)
        inputs.append(stated(text("size of an item", "Größe einer Einheit"), size, "", "w.items_rate"))
        inputs.append(leaf(text("size it was published for", "Größe der Veröffentlichung"), rated, "", "catalogue"))
    if question.profile.by_parameters:
        inputs.append(
            stated(text("parameters", "Parameter"), parameters_b(question), "10^9", "w.model_ref")
        )  # fmt: skip
        inputs.append(_figure(question, "params_b"))
    if not inputs:
        return []
    label = text("item against the published one", "Einheit gegenüber der veröffentlichten")
    exponent = question.profile.size_exponent
    formula = f"(published size / size)^{exponent:g} · published parameters / parameters, as far as they count"
    return [result(label, rate.factor, "1", formula, inputs)]


def _figure(question: ServiceQuestion, name: str) -> Derivation:
    key = f"service.{name}.{question.profile.key}"
    return figure_leaf(Text(de=name, en=name), key, question.facts[key])
