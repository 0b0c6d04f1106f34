"""Explains what processors alone need: for items, and for one request of a language model."""

from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.domain.model import ModelArchitecture
from wizard.domain.provenance import Derivation, Evidence
from wizard.domain.workload_result import CpuNeed
from wizard.sizing.cpu import Host, cpu_speed, ordinary_server
from wizard.sizing.derive import figure_leaf, leaf, result, stated
from wizard.sizing.errors import SizingError
from wizard.sizing.figures import Facts
from wizard.sizing.service import ServiceQuestion, weights_gb


def explain_cpu_service(field: str, question: ServiceQuestion, need: CpuNeed) -> Derivation:
    """The tree behind ``cores``, ``units_per_s_per_core`` or ``ram_gb`` of a service of items.

    Raises:
        CodedError: E109 for anything else.
    """
    value, label = _value(field, need), Text(de=field, en=field)
    unit = f"{question.profile.unit}/s"
    figure = _fact(question.facts, f"service.cpu_rate.{question.profile.key}")
    if field == "units_per_s_per_core":
        return result(label, value, unit, "published rate a core · item against the published one", [figure])
    if field == "ram_gb":
        names = ("service.cpu_ram_base_gb", "service.cpu_ram_gb_per_core")
        model = leaf(text("model", "Modell"), weights_gb(question), "GB", "weights as on a card", Evidence.ASSUMED)
        inputs = [*(_fact(question.facts, n) for n in names), explain_cpu_service("cores", question, need), model]
        return result(label, value, "GB", "base + cores · memory a core + model", inputs)
    each = explain_cpu_service("units_per_s_per_core", question, need)
    margin = _fact(question.facts, "service.cpu_margin")
    peak = stated(
        text("items a second at the peak", "Einheiten je Sekunde in der Spitze"), question.peak, unit, "w.items_rate"
    )
    return result(label, value, "cores", "⌈peak / (rate a core · margin)⌉", [peak, each, margin])


def explain_cpu_llm(
    field: str, arch: ModelArchitecture, need: CpuNeed, facts: Facts, host: Host | None
) -> Derivation:  # fmt: skip
    """The tree behind the same numbers of a language model.

    Raises:
        CodedError: E109 for anything else.
    """
    value, label = _value(field, need), Text(de=field, en=field)
    used = host or ordinary_server(facts)
    speed = cpu_speed(arch, used, facts)
    cores = (
        leaf(text("cores", "Kerne"), used.cores, "cores", "answer hw.nodes", Evidence.STATED)
        if used.stated
        else _fact(facts, "service.cpu_server_cores")
    )
    bits = _fact(facts, "service.cpu_bits_per_weight")
    if field == "cores":
        return result(label, value, "cores", "cores of the host", [cores])
    if field == "ram_gb":
        weights = leaf(text("4-bit weights", "4-Bit-Gewichte"), speed.weights_gb, "GB", arch.source or arch.ref)
        inputs = [weights, bits, _fact(facts, "service.cpu_ram_base_gb")]
        return result(label, value, "GB", "weights + base of the system", inputs)
    names = ("service.cpu_gb_per_s_per_core", "service.cpu_bandwidth_share")
    named = used.processor.name if used.processor is not None else "cpu_server_gb_per_s"
    peak = figure_leaf(Text(de=named, en=named), "service.cpu_server_gb_per_s", used.memory_gb_s(facts))
    bandwidth = result(
        text("memory bandwidth reached", "erreichte Speicherbandbreite"), speed.gb_per_s, "GB/s",
        "min(cores · bandwidth a core, peak of the socket · reached share)",
        [cores, peak, *(_fact(facts, n) for n in names)],
    )  # fmt: skip
    active = leaf(text("active 4-bit weights", "aktive 4-Bit-Gewichte"), speed.active_gb, "GB", arch.source or arch.ref)
    return result(label, value, "tokens/s", "memory bandwidth reached / active weights", [bandwidth, active, bits])


def _value(field: str, need: CpuNeed) -> float:
    value = getattr(need, field, None)
    if field not in ("cores", "units_per_s_per_core", "ram_gb") or not isinstance(value, int | float):
        raise CodedError(SizingError.PATH, path=field)
    return value


def _fact(facts: Facts, name: str) -> Derivation:
    short = name.removeprefix("service.")
    return figure_leaf(Text(de=short, en=short), name, facts[name])
