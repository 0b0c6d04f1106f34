"""The 90 % interval of a prediction, from the spans of the constants that made it.

Each part of a time has the span of its own constant, and the accelerator's bandwidth, peak and link have the spans in
which their sources disagree. All are independent, so their logarithmic widths, weighted with their share of the time,
add as squares, together with the residual of the formulas themselves.
"""

from math import exp, hypot, log, sqrt

from wizard.domain.configuration import Performance
from wizard.domain.hardware import Accelerator
from wizard.domain.provenance import Evidence, Figure, weakest
from wizard.domain.quantities import Range
from wizard.domain.workload import Deployment
from wizard.sizing.figures import Facts, engine_key, pick, pick_key
from wizard.sizing.steady import Load, State

_UNKNOWN_ENGINE = 0.26
"""Additional width of the logarithm when the engine has no figures: ±30 % between engines on one machine."""
_NOTHING = 1e-9
"""Share of the room that stands for none, so that its logarithm exists."""


def constants_used(accelerator: Accelerator, deployment: Deployment, facts: Facts) -> dict[str, Figure]:
    """The figure behind each part of a step."""
    variant = "pcie" if accelerator.interconnect in ("pcie", "none") else accelerator.interconnect
    return {
        "weights": pick(facts, "memory_efficiency", accelerator.architecture),
        "cache": pick(facts, "cache_efficiency", accelerator.architecture),
        "compute": pick(facts, "compute_efficiency", accelerator.architecture),
        "communication": pick(facts, "link_efficiency", variant),
        "fixed": pick(facts, "step_fixed_ms", engine_key(deployment.engine)),
    }


def hardware_used(accelerator: Accelerator, units: str) -> dict[str, Figure]:
    """The figures of the accelerator that set the pace of the parts of a step; ``units`` is the format computed in."""
    used = {"reading": accelerator.memory_bandwidth_gb_per_s, "compute": accelerator.dense_tflops[units]}
    if accelerator.interconnect_gb_per_s is not None:
        used["communication"] = accelerator.interconnect_gb_per_s
    return used


def prediction_evidence(accelerator: Accelerator, deployment: Deployment, facts: Facts) -> Evidence:
    """Assumed where the generation has no figures of its own, else as firm as the figures."""
    general = any(
        pick_key(facts, name, accelerator.architecture).endswith(".default")
        for name in ("memory_efficiency", "compute_efficiency")
    )
    if general:
        return Evidence.ASSUMED
    return weakest(*(f.evidence for f in constants_used(accelerator, deployment, facts).values()))


def parts_of_tpot(state: State, load: Load) -> dict[str, float]:
    """Seconds of one output token by what they are spent on; prefills of other requests count as computing."""
    step = state.step
    prefills = state.decoding * state.prefill / load.steps if load.steps >= 1 else state.prefill
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
    units: str,
) -> dict[str, tuple[float, float]]:
    """90 % interval of each metric by its name in ``Performance``; ``units`` is the format computed in."""
    used, hardware = constants_used(accelerator, deployment, facts), hardware_used(accelerator, units)
    engine = _UNKNOWN_ENGINE if engine_key(deployment.engine) == "default" else 0.0
    tpot = _widths(used, hardware, parts_of_tpot(state, load), pick(facts, "residual_tpot").value, engine)
    ttft = _widths(used, hardware, {"compute": 1.0}, pick(facts, "residual_ttft").value, engine)
    e2e = tpot if load.steps * state.tpot > state.ttft else ttft
    result = {}
    for metric, widths in (("ttft_ms", ttft), ("tpot_ms", tpot), ("e2e_s", e2e)):
        for statistic in ("mean", "p50", "p95", "p99"):
            name = f"{metric}_{statistic}"
            result[name] = scaled(getattr(performance, name), widths)
    carried = (0.0, 0.0) if rate_given else (e2e[1], e2e[0])
    for name in ("output_tokens_per_s", "requests_per_s"):
        result[name] = scaled(getattr(performance, name), carried)
    return result


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
    for name, figure, seconds in terms:
        share = seconds / whole
        quick, slow = _ratios(name, figure)
        faster += (share * log(quick)) ** 2
        slower += (share * log(slow)) ** 2
    return sqrt(faster), sqrt(slower)


def _ratios(name: str, figure: Figure) -> tuple[float, float]:
    """How much faster and slower a part may be; a larger efficiency is faster, a larger fixed time slower."""
    span = figure.range()
    if name == "fixed":
        return span.value / span.low, span.high / span.value
    return span.high / span.value, span.value / span.low
