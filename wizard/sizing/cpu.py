"""Processors alone: cores for a rate of items, and the speed of one request of a language model.

A token reads all active weights once: tokens/s = memory bandwidth / active bytes (roofline, Williams 2009). Cores add
bandwidth until the sockets' limit. Prompts need 2 FLOPs a parameter and token. Requests follow one another.
"""

from dataclasses import dataclass
from math import ceil

from wizard.domain.language import Text
from wizard.domain.model import ModelArchitecture
from wizard.domain.products import Processor
from wizard.domain.provenance import Figure
from wizard.domain.quantities import GB
from wizard.domain.workload import ServiceTarget
from wizard.domain.workload_result import CpuNeed, Demand
from wizard.sizing import cpu_wording as wording
from wizard.sizing.architecture import count_parameters
from wizard.sizing.demand import mean_tokens
from wizard.sizing.figures import Facts
from wizard.sizing.service import MS, ServiceQuestion, weights_gb
from wizard.sizing.service_rate import item_factor

_BITS = 8.0
_FLOPS_PER_PARAMETER = 2.0
_GIGA = 1e9
_MULTI_SERVER = "classical"


@dataclass(frozen=True)
class Host:
    """Processors that stand there, or one ordinary server."""

    cores: int
    ram_gb: float | None = None
    stated: bool = False
    processor: Processor | None = None
    """Where it is known which one: its memory bandwidth is the published one."""

    def memory_gb_s(self, facts: Facts) -> Figure:
        """Peak bandwidth of the main memory."""
        known = self.processor.memory_gb_s if self.processor is not None else None
        return known or facts["service.cpu_server_gb_per_s"]


@dataclass(frozen=True)
class CpuSpeed:
    """One request of a language model on a host."""

    tokens_per_s: float
    prompt_tokens_per_s: float
    gb_per_s: float
    """Memory bandwidth the cores reach."""
    active_gb: float
    """Weights read for each token."""
    weights_gb: float


def ordinary_server(facts: Facts) -> Host:
    return Host(int(facts["service.cpu_server_cores"].value))


def core_rate(question: ServiceQuestion) -> float | None:
    """Items a second of one core; None: nothing published."""
    figure = question.facts.get(f"service.cpu_rate.{question.profile.key}")
    return None if figure is None else figure.value * item_factor(question.profile, question.item, question.facts)


def cpu_for_service(question: ServiceQuestion) -> CpuNeed:
    """Cores for the asked rate, and whether one ordinary server has them and is fast enough.

    Tables and trees may take several servers: a GPU gains nothing there.
    """
    facts = question.facts
    rate = core_rate(question)
    if rate is None:
        return CpuNeed(feasible=False, cores=None, basis=wording.no_rate())
    server, margin = ordinary_server(facts), facts["service.cpu_margin"].value
    cores = ceil(question.peak / (rate * margin))
    latency, target = cpu_latency_s(question, rate), question.load.latency_p95_s
    late = target is not None and latency is not None and latency > target
    crowded = cores > server.cores and question.profile.key != _MULTI_SERVER
    if late:
        assert latency is not None and target is not None  # noqa: S101, PT018 - compared just now
        basis = wording.too_slow(latency, target)
    elif crowded:
        basis = wording.too_many_cores(cores, server.cores)
    else:
        basis = wording.enough(cores, server.cores, margin)
    return CpuNeed(
        feasible=not late and not crowded, cores=cores, units_per_s_per_core=rate, ram_gb=cpu_ram_gb(question, cores),
        basis=basis,
    )  # fmt: skip


def cpu_latency_s(question: ServiceQuestion, rate: float) -> float | None:
    """95 % value: the published one taken to this item, at least the time of one item on one core.

    None for live streams and recordings, which are answered while they run.
    """
    if question.profile.unit == "audio_s":
        return None
    bound = question.facts.get(f"service.cpu_latency_ms.{question.profile.key}")
    if bound is None:
        return 1 / rate
    if question.profile.key == _MULTI_SERVER:
        target = question.load.latency_p95_s
        return 1 / rate if target is not None and target < bound.value / MS else bound.value / MS
    return bound.value / MS / _against_rated(question)


def _against_rated(question: ServiceQuestion) -> float:
    """Rate of this item over that of the benchmark's; a benchmark's text has some hundred tokens, not one."""
    factor = item_factor(question.profile, question.item, question.facts)
    rated = question.facts.get(f"service.rated_size.{question.profile.key}")
    usual = question.facts.get(f"service.size.{question.profile.key}")
    if rated is not None and usual is not None:
        factor *= (usual.value / rated.value) ** question.profile.size_exponent
    return factor


def cpu_ram_gb(question: ServiceQuestion, cores: int) -> float:
    """Base of the system, working memory a core, and the model."""
    facts = question.facts
    return (
        facts["service.cpu_ram_base_gb"].value
        + cores * facts["service.cpu_ram_gb_per_core"].value
        + weights_gb(question)
    )


def cpu_speed(arch: ModelArchitecture, host: Host, facts: Facts) -> CpuSpeed:
    """Speed of one request with 4-bit weights, the most favourable usual format."""
    parameters = count_parameters(arch)
    bytes_each = facts["service.cpu_bits_per_weight"].value / _BITS
    active = parameters.active * bytes_each / GB
    socket = host.memory_gb_s(facts).value * facts["service.cpu_bandwidth_share"].value
    bandwidth = min(socket, host.cores * facts["service.cpu_gb_per_s_per_core"].value)
    compute = host.cores * facts["service.cpu_gflops_per_core"].value * _GIGA
    return CpuSpeed(
        tokens_per_s=bandwidth / active,
        prompt_tokens_per_s=compute / (_FLOPS_PER_PARAMETER * parameters.active),
        gb_per_s=bandwidth,
        active_gb=active,
        weights_gb=parameters.total * bytes_each / GB,
    )


def cpu_for_llm(
    arch: ModelArchitecture, asked: Demand, target: ServiceTarget | None, facts: Facts, host: Host | None = None
) -> CpuNeed:
    """Whether processors alone answer at reading speed and keep up with the peak.

    Args:
        host: the client's processors; None: one ordinary server.
    """
    used = host or ordinary_server(facts)
    speed = cpu_speed(arch, used, facts)
    ram = speed.weights_gb + facts["service.cpu_ram_base_gb"].value
    basis = _llm_reason(speed, asked, target, facts, used, ram)
    feasible = basis is None
    return CpuNeed(
        feasible=feasible, cores=used.cores if feasible or used.stated else None,
        units_per_s_per_core=speed.tokens_per_s, ram_gb=ram,
        basis=basis or wording.llm_enough(speed.tokens_per_s, used.cores),
    )  # fmt: skip


def reading_speed(target: ServiceTarget | None, facts: Facts) -> float:
    """Output tokens a second one reader needs: the target, else a comfortable pace; batch needs none."""
    if target is not None and target.tpot_p95_ms:
        return MS / target.tpot_p95_ms
    return 0.0 if target is not None and target.name == "batch" else facts["service.reading_tokens_per_s"].value


def requests_at_once(speed: CpuSpeed, asked: Demand) -> float:
    """Requests the peak would keep running, when they follow one another: above 1 the queue grows."""
    prompt, output = mean_tokens(asked.input_tokens), mean_tokens(asked.output_tokens)
    return asked.requests_per_s_peak * (prompt / speed.prompt_tokens_per_s + output / speed.tokens_per_s)


def _llm_reason(
    speed: CpuSpeed, asked: Demand, target: ServiceTarget | None, facts: Facts, host: Host, ram: float
) -> Text | None:
    if host.ram_gb is not None and ram > host.ram_gb:
        return wording.llm_ram(ram, host.ram_gb)
    reading = reading_speed(target, facts)
    if speed.tokens_per_s < reading:
        return wording.llm_below_reading(speed.tokens_per_s, reading, host.cores)
    running = requests_at_once(speed, asked)
    if running > facts["service.headroom.online"].value:
        return wording.llm_one_after_another(speed.tokens_per_s, running, host.cores)
    first = asked.input_tokens.typical / speed.prompt_tokens_per_s
    if target is not None and target.ttft_p95_ms and first * MS > target.ttft_p95_ms:
        return wording.llm_first_token(first, target.ttft_p95_ms / MS)
    return None
