"""The 90 % interval of a prediction, from the spans of the constants that made it.

Each part of a time has the span of its own constant, and the accelerator's bandwidth, peak and link have the spans in
which their sources disagree. All are independent, so their logarithmic widths, weighted with their share of the time,
add as squares, together with the residual of the formulas themselves.
"""

from math import exp, hypot, log, sqrt

from wizard.domain.configuration import Performance
from wizard.domain.hardware import Accelerator
from wizard.domain.model import ModelArchitecture
from wizard.domain.provenance import Evidence, Figure, weakest
from wizard.domain.quantities import Range
from wizard.domain.workload import Deployment
from wizard.sizing.figures import DEFAULT, MEASURED_APART, Facts, engine_key, key_for, pick, pick_for, pick_link
from wizard.sizing.layers import Units, units_of
from wizard.sizing.steady import Load, State
from wizard.sizing.steps import link_variant

_UNKNOWN_ENGINE = 0.26
"""Additional width of the logarithm when the engine has no figures: ±30 % between engines on one machine."""
_SLOWER = ("×", "µs a layer and step")
"""Units of figures that slow down as they grow."""
_NOTHING = 1e-9
"""Share of the room that stands for none, so that its logarithm exists."""


def constants_used(accelerator: Accelerator, deployment: Deployment, facts: Facts, units: str) -> dict[str, Figure]:
    """The figure behind each part of a step; ``units`` names the kernels."""
    variant = link_variant(accelerator)
    engine = engine_key(deployment.engine)
    products = pick_for(facts, "matrix_pace", accelerator, units, engine)
    return {
        "weights": products,
        "cache": pick_for(facts, "cache_pace", accelerator, None, engine),
        "compute": products,
        "communication": pick_link(facts, "link_efficiency", accelerator, variant),
        "fixed": pick(facts, "layer_fixed_us", engine),
    }


def hardware_used(accelerator: Accelerator, units: str) -> dict[str, Figure]:
    """The figures of the accelerator that set the pace of the parts of a step; ``units`` is the format computed in."""
    used = {"reading": accelerator.memory_bandwidth_gb_per_s, "compute": accelerator.dense_tflops[units]}
    if accelerator.interconnect_gb_per_s is not None:
        used["communication"] = accelerator.interconnect_gb_per_s
    return used


def prediction_evidence(
    arch: ModelArchitecture, accelerator: Accelerator, deployment: Deployment, facts: Facts
) -> Evidence:  # fmt: skip
    """Assumed where the generation has no figures of its own, else as firm as the figures."""
    units = units_of(arch, accelerator, deployment, facts).figures
    general = key_for(facts, "matrix_pace", accelerator, units).split(".")[2] == DEFAULT
    if general:
        return Evidence.ASSUMED
    return weakest(*(f.evidence for f in constants_used(accelerator, deployment, facts, units).values()))


def parts_of_tpot(state: State, load: Load) -> dict[str, float]:
    """Seconds of one output token by what they are spent on; prefills of other requests count as computing."""
    step = state.step
    prefills = state.others if load.steps >= 1 else state.prefill
    return {
        "weights": step.weights,
        "cache": step.cache,
        "compute": step.compute + prefills,
        "communication": step.communication,
        "fixed": step.fixed,
    }


def intervals(
    accelerator: Accelerator,
    deployment: Deployment,
    facts: Facts,
    state: State,
    load: Load,
    performance: Performance,
    *,
    rate_given: bool,
    units: Units,
    experts: bool,
    burst: bool = False,
) -> dict[str, tuple[float, float]]:
    """90 % interval of each metric by its name in ``Performance``."""
    used = constants_used(accelerator, deployment, facts, units.figures)
    hardware = hardware_used(accelerator, units.peak)
    engine = _engine_width(accelerator, deployment, facts, units.figures)
    speed = pick(facts, "residual_experts" if experts else "residual_dense").value
    if burst:
        speed = hypot(speed, pick(facts, "residual_burst").value)
    first = pick(facts, "residual_ttft").value
    if not rate_given and state.decoding > 1:
        first = hypot(first, pick(facts, "residual_ttft_closed").value)
    tpot = _widths(used, hardware, parts_of_tpot(state, load), speed, engine)
    ttft = _widths(used, hardware, {"compute": 1.0}, first, engine)
    e2e = tpot if load.steps * state.tpot > state.ttft else ttft
    result = {}
    for metric, widths in (("ttft_ms", ttft), ("tpot_ms", tpot), ("e2e_s", e2e)):
        for statistic in ("mean", "p50", "p95", "p99"):
            name = f"{metric}_{statistic}"
            result[name] = scaled(getattr(performance, name), widths)
    offered = pick(facts, "residual_rate").value
    carried = (offered, offered) if rate_given else (e2e[1], e2e[0])
    for name in ("output_tokens_per_s", "requests_per_s"):
        result[name] = scaled(getattr(performance, name), carried)
    return result


def _engine_width(accelerator: Accelerator, deployment: Deployment, facts: Facts, units: str) -> float:
    """Wider for an engine without figures, and for one that was not measured on this generation in this format."""
    engine = engine_key(deployment.engine)
    if engine == DEFAULT:
        return _UNKNOWN_ENGINE
    known = engine not in MEASURED_APART or f".{engine}." in key_for(facts, "matrix_pace", accelerator, units, engine)
    return 0.0 if known else pick(facts, "residual_unmeasured").value


def capacity_interval(value: float, pool: Range, facts: Facts) -> tuple[float, float]:
    """Of the cache; ``pool`` is its room at the ends of what the driver may report as usable."""
    if pool.value <= 0.0:
        return 0.0, 0.0
    width = pick(facts, "residual_capacity").value
    less = log(pool.value / max(pool.low, _NOTHING * pool.value))
    return scaled(value, (hypot(width, less), hypot(width, log(pool.high / pool.value))))


def scaled(value: float, widths: tuple[float, float]) -> tuple[float, float]:
    """``value·exp(−below)`` and ``value·exp(above)``."""
    return value * exp(-widths[0]), value * exp(widths[1])


def _widths(
    used: dict[str, Figure], hardware: dict[str, Figure], parts: dict[str, float], residual: float, engine: float
) -> tuple[float, float]:
    """Logarithmic widths towards faster and slower; weights and cache share one memory, so its span counts once."""
    whole = sum(parts.values()) or 1.0
    faster = slower = residual**2 + engine**2
    rates = {"reading": parts.get("weights", 0.0) + parts.get("cache", 0.0), **parts}
    terms = [(name, used[name], parts[name]) for name in parts]
    terms += [(name, figure, rates.get(name, 0.0)) for name, figure in hardware.items()]
    for _name, figure, seconds in terms:
        share = seconds / whole
        quick, slow = _ratios(figure)
        faster += (share * log(quick)) ** 2
        slower += (share * log(slow)) ** 2
    return sqrt(faster), sqrt(slower)


def _ratios(figure: Figure) -> tuple[float, float]:
    """How much faster and slower a part may be: a larger rate is faster, a larger pace or fixed time slower."""
    value = figure.value
    low, high = value if figure.low is None else figure.low, value if figure.high is None else figure.high
    if figure.unit in _SLOWER:
        return value / low, high / value
    return high / value, value / low
