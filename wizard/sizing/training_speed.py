"""Speed of a training: what share of the arithmetic a cluster reaches, and how long a run takes.

The share is a product of factors with spans from ``catalogs/training.yaml``, derived from published runs. MFU counts
the arithmetic the model needs; what is recomputed costs time and is no part of it (Korthikanti et al., arXiv
2205.05198).
"""

from dataclasses import dataclass
from functools import reduce
from math import exp, log, sqrt

from wizard.domain.configuration import TrainingPerformance
from wizard.domain.hardware import Accelerator
from wizard.domain.provenance import Evidence, Figure, weakest
from wizard.domain.quantities import Range
from wizard.domain.workload import TrainingMethod
from wizard.sizing.figures import Facts
from wizard.sizing.training_facts import fact, fact_key
from wizard.sizing.training_memory import Layout, Trained, accumulation

TERA = 1e12
SECONDS_PER_HOUR = 3600
SERVER = 8
"""GPUs of one server, from which on the network between servers counts."""
_FORMATS = {
    "bf16_mixed": ("bf16", "fp16"), "bf16": ("bf16", "fp16"), "fp16_mixed": ("fp16", "bf16"), "fp32": ("bf16", "fp16"),
    "fp8_mixed": ("fp8",), "fp4_mixed": ("fp4",),
}  # fmt: skip
"""Formats of the matrix units by precision, the wanted one first."""
_LINKED = ("nvlink", "nvswitch", "xgmi", "roce", "ici", "neuronlink")


@dataclass(frozen=True)
class Factor:
    """One factor of the reached share, with its figure."""

    name: str
    """Key in the catalogue."""
    figure: Figure
    range: Range


def compute_format(precision: str, accelerator: Accelerator) -> str | None:
    """Format of the matrix units, or None where the hardware lacks it."""
    return next((f for f in _FORMATS[precision] if f in accelerator.dense_tflops), None)


def peak_flops(precision: str, accelerator: Accelerator, facts: Facts) -> float:
    """Dense peak of one GPU in FLOP/s; 0 where the hardware lacks the format."""
    found = compute_format(precision, accelerator)
    if found is None:
        return 0.0
    share = fact(facts, "fp32_peak_share").value if precision == "fp32" else 1.0
    return accelerator.dense_tflops[found].value * TERA * share


def mixed_experts(trained: Trained) -> bool:
    return any(g.feed_forward is not None and g.feed_forward.experts > 0 for g in trained.arch.layers)


def factors(trained: Trained, accelerator: Accelerator, layout: Layout) -> tuple[Factor, ...]:
    """Everything the reached share is a product of."""
    facts, task = trained.facts, trained.task
    generation, narrow = accelerator.architecture, task.precision.removesuffix("_mixed")
    found = [_plain(facts, "efficiency", f"{generation}_{accelerator.tier}", generation), _size(trained)]
    if narrow in ("fp8", "fp4", "fp32"):
        found.append(_plain(facts, "narrow_factor", narrow))
    if mixed_experts(trained):
        found.append(_plain(facts, "expert_factor", narrow))
    if trained.sample_kind:
        found.append(_plain(facts, "sample_factor", trained.sample_kind))
    else:
        found.append(_plain(facts, "recipe_factor", _recipe(task.method)))
    if layout.gpus > SERVER:
        found.append(_cluster(layout.gpus, facts))
    if layout.gpus > 1 and accelerator.interconnect not in _LINKED:
        found.append(_plain(facts, "interconnect_factor", "pcie"))
    return tuple(found)


def _recipe(method: TrainingMethod) -> str:
    return {"scratch": "pretrain", "cpt": "pretrain", "qlora": "qlora", "rl": "rl"}.get(method, "default")


def _plain(facts: Facts, name: str, *variants: str) -> Factor:
    key = fact_key(facts, name, *variants)
    return Factor(key, facts[key], facts[key].range())


def _size(trained: Trained) -> Factor:
    """``(active parameters / reference)^exponent``."""
    key = "training.size_exponent"
    figure = trained.facts[key]
    ratio = log(trained.flops.parameters / fact(trained.facts, "size_reference").value)
    return Factor(key, figure, _ordered(*(exp(e * ratio) for e in _bounds(figure))))


def _cluster(gpus: int, facts: Facts) -> Factor:
    """``(GPUs / 8)^-exponent``."""
    key = "training.cluster_exponent"
    figure = facts[key]
    ratio = log(gpus / SERVER)
    return Factor(key, figure, _ordered(*(exp(-e * ratio) for e in _bounds(figure))))


def _bounds(figure: Figure) -> tuple[float, float, float]:
    span = figure.range()
    return span.low, span.value, span.high


def _ordered(one: float, value: float, other: float) -> Range:
    return Range(low=min(one, other), value=value, high=max(one, other))


def efficiency(found: tuple[Factor, ...]) -> float:
    """Reached share of the peak; generation and size together stay below the best that was measured."""
    first, size, *rest = (f.range.value for f in found)
    best = found[0].range.high
    return reduce(lambda a, b: a * b, rest, min(first * size, best))


def bubble(trained: Trained, layout: Layout) -> float:
    """Share of the time a pipeline is full: ``m / (m + stages − 1)`` with m micro-batches."""
    steps = accumulation(trained, layout)
    return steps / (steps + layout.pipeline_parallel - 1)


def tokens_per_s(trained: Trained, accelerator: Accelerator, layout: Layout) -> float:
    """Of one GPU: peak · reached share · pipeline share / operations a token with recomputation."""
    reached = efficiency(factors(trained, accelerator, layout)) * bubble(trained, layout)
    return peak_flops(trained.task.precision, accelerator, trained.facts) * reached / trained.flops.hardware


def goodput(gpus: int, facts: Facts) -> Figure:
    """Share of the time that goes into training steps."""
    large = fact(facts, "large_gpus").value
    return fact(facts, "goodput", "large" if gpus >= large else "default")


def tokens_per_run(trained: Trained) -> float:
    return trained.task.tokens.value * trained.task.epochs


def duration_h(trained: Trained, accelerator: Accelerator, layout: Layout) -> float:
    rate = tokens_per_s(trained, accelerator, layout) * layout.gpus
    return tokens_per_run(trained) / rate / SECONDS_PER_HOUR / goodput(layout.gpus, trained.facts).value


def samples_per_step(trained: Trained, layout: Layout) -> int:
    """The asked batch, rounded up to whole micro-batches on every data-parallel GPU."""
    return accumulation(trained, layout) * layout.micro_batch * layout.data_parallel


def watts_per_gpu(accelerator: Accelerator, facts: Facts) -> float | None:
    """Rated power · (share the card draws + share of the server around it); None without a rated power."""
    if accelerator.tdp_w is None:
        return None
    share = fact(facts, "card_power_share").value + fact(facts, "host_power_share").value
    return accelerator.tdp_w.value * share


def performance(trained: Trained, accelerator: Accelerator, layout: Layout) -> TrainingPerformance:
    """Speed, duration and energy of one run."""
    rate = tokens_per_s(trained, accelerator, layout)
    hours = duration_h(trained, accelerator, layout)
    watts = watts_per_gpu(accelerator, trained.facts)
    step_tokens = samples_per_step(trained, layout) * trained.task.seq_len
    return TrainingPerformance(
        step_time_ms=step_tokens / (rate * layout.gpus) * 1000,
        tokens_per_s_per_gpu=rate / trained.positions,
        mfu=rate * trained.flops.model / peak_flops(trained.task.precision, accelerator, trained.facts),
        duration_h=hours,
        gpu_hours=hours * layout.gpus,
        energy_kwh=None if watts is None else hours * layout.gpus * watts / 1000,
    )


def speed_span(trained: Trained, accelerator: Accelerator, layout: Layout) -> tuple[float, float]:
    """Factors on the speed at the ends of its 90 % range.

    The spans of the factors and of the peak, on which sources may disagree, in quadrature of logarithms, and the
    residual.
    """
    spans = [f.range for f in factors(trained, accelerator, layout)]
    if (units := compute_format(trained.task.precision, accelerator)) is not None:
        spans.append(accelerator.dense_tflops[units].range())
    rest = fact(trained.facts, "residual_speed").value
    down = sqrt(rest**2 + sum(log(span.value / span.low) ** 2 for span in spans))
    up = sqrt(rest**2 + sum(log(span.high / span.value) ** 2 for span in spans))
    return exp(-down), exp(up)


def run_span(trained: Trained, accelerator: Accelerator, layout: Layout) -> tuple[float, float]:
    """Factors on the duration: speed, goodput and the amount of data."""
    slow, fast = speed_span(trained, accelerator, layout)
    share, tokens = goodput(layout.gpus, trained.facts).range(), trained.task.tokens
    shorter = sqrt(log(fast) ** 2 + log(share.high / share.value) ** 2 + log(tokens.value / tokens.low) ** 2)
    longer = sqrt(log(slow) ** 2 + log(share.value / share.low) ** 2 + log(tokens.high / tokens.value) ** 2)
    return exp(-shorter), exp(longer)


def energy_span(facts: Facts) -> tuple[float, float]:
    """Factors on the power of a GPU."""
    card, host = fact(facts, "card_power_share").range(), fact(facts, "host_power_share").range()
    middle = card.value + host.value
    return (card.low + host.low) / middle, (card.high + host.high) / middle


def intervals(
    trained: Trained, accelerator: Accelerator, layout: Layout, found: TrainingPerformance
) -> dict[str, tuple[float, float]]:
    """90 % ranges of every figure of the performance; MFU never above the whole peak."""
    slow, fast = speed_span(trained, accelerator, layout)
    shorter, longer = run_span(trained, accelerator, layout)
    less, more = energy_span(trained.facts)
    frugal = exp(-sqrt(log(shorter) ** 2 + log(less) ** 2))
    hungry = exp(sqrt(log(longer) ** 2 + log(more) ** 2))
    spans = {
        "step_time_ms": (found.step_time_ms / fast, found.step_time_ms / slow),
        "tokens_per_s_per_gpu": (found.tokens_per_s_per_gpu * slow, found.tokens_per_s_per_gpu * fast),
        "mfu": (found.mfu * slow, min(1.0, found.mfu * fast)),
        "duration_h": (found.duration_h * shorter, found.duration_h * longer),
        "gpu_hours": (found.gpu_hours * shorter, found.gpu_hours * longer),
    }
    if found.energy_kwh is not None:
        spans["energy_kwh"] = (found.energy_kwh * frugal, found.energy_kwh * hungry)
    return spans


def speed_evidence(trained: Trained, accelerator: Accelerator, layout: Layout) -> Evidence:
    return weakest(*(f.figure.evidence for f in factors(trained, accelerator, layout)))
