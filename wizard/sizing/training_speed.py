"""Speed of a training and how long a run takes.

The rate is tokens of a step over the time of its parts (``training_step``). MFU counts the arithmetic the model needs;
what is recomputed costs time and is no part of it (Korthikanti et al., arXiv 2205.05198).
"""

from math import exp, log, sqrt

from wizard.domain.configuration import TrainingPerformance
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.provenance import Evidence, Figure, weakest
from wizard.domain.workload import TrainingMethod
from wizard.sizing.figures import Facts
from wizard.sizing.training_errors import TrainingError
from wizard.sizing.training_facts import fact, fact_key
from wizard.sizing.training_goodput import goodput
from wizard.sizing.training_memory import Layout, Trained, accumulation
from wizard.sizing.training_step import TERA, Step, compute_format, step
from wizard.sizing.wording import number

__all__ = ["TERA", "compute_format", "goodput", "performance", "step"]

SECONDS_PER_HOUR = 3600
_MOST_SAID = 1e12
"""Larger numbers are said as powers of ten."""
SERVER = 8
"""GPUs of one server, from which on the network between servers counts."""


def peak_flops(precision: str, accelerator: Accelerator, facts: Facts) -> float:
    """Dense peak of one GPU in FLOP/s; 0 where the hardware lacks the format."""
    found = compute_format(precision, accelerator)
    if found is None:
        return 0.0
    share = fact(facts, "fp32_peak_share", accelerator.architecture).value if precision == "fp32" else 1.0
    return accelerator.dense_tflops[found].value * TERA * share


def mixed_experts(trained: Trained) -> bool:
    return any(g.feed_forward is not None and g.feed_forward.experts > 0 for g in trained.arch.layers)


def recipe_key(trained: Trained) -> str | None:
    """The figure of how a recipe falls short of the formulas; None where the software that ran is stated."""
    if trained.sample_kind or not trained.arch.vocab:
        return fact_key(trained.facts, "sample_factor", trained.sample_kind)
    if trained.software:
        return None
    return fact_key(trained.facts, "recipe_factor", _recipe(trained.task.method))


def _recipe(method: TrainingMethod) -> str:
    return {"scratch": "pretrain", "cpt": "pretrain", "qlora": "qlora", "rl": "rl"}.get(method, "default")


def recipe_share(trained: Trained) -> float:
    """Share of the speed that the kind of recipe reaches."""
    key = recipe_key(trained)
    return 1.0 if key is None else trained.facts[key].value


def rate_of(trained: Trained, found: Step, gpus: int) -> float:
    """Tokens a second and GPU: tokens of a step / its time / GPUs · recipe."""
    return found.tokens / found.seconds / gpus * recipe_share(trained)


def tokens_per_s(trained: Trained, accelerator: Accelerator, layout: Layout) -> float:
    """Of one GPU: what it computes, and no more than what storage and processors deliver."""
    if trained.measured_rate is not None:
        return trained.measured_rate * trained.positions
    rate = rate_of(trained, step(trained, accelerator, layout), layout.gpus)
    return rate if trained.supply is None else min(rate, trained.supply * trained.positions / layout.gpus)


def check_measured(trained: Trained, accelerator: Accelerator) -> None:
    """A rate whose operations, half of the attention masked, are more than the dense peak was not measured.

    Raises:
        CodedError: E138, with the highest possible rate.
    """
    flops, rate = trained.flops, trained.measured_rate
    peak = peak_flops(trained.task.precision, accelerator, trained.facts)
    needed = flops.passes * (flops.forward + flops.attention / 2) * trained.positions
    if rate is not None and peak and rate * needed > peak:
        bound, said = number(peak / needed), number(rate) if rate <= _MOST_SAID else f"{rate:g}"
        raise CodedError(TrainingError.MEASURED, rate=said, accelerator=accelerator.name, bound=bound)


def tokens_per_run(trained: Trained) -> float:
    return trained.task.tokens.value * trained.task.epochs


def duration_h(trained: Trained, accelerator: Accelerator, layout: Layout) -> float:
    """Tokens / (rate · GPUs) / share of the time that goes into steps."""
    rate = tokens_per_s(trained, accelerator, layout) * layout.gpus
    return tokens_per_run(trained) / rate / SECONDS_PER_HOUR / goodput(trained, layout).share.value


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
    share = goodput(trained, layout).share.value
    step_tokens = samples_per_step(trained, layout) * trained.task.seq_len
    seconds = step_tokens / (rate * layout.gpus)
    hours = tokens_per_run(trained) / (rate * layout.gpus) / SECONDS_PER_HOUR / share
    watts = watts_per_gpu(accelerator, trained.facts)
    return TrainingPerformance(
        step_time_ms=seconds * 1000,
        tokens_per_s_per_gpu=rate / trained.positions,
        mfu=rate * trained.flops.model / peak_flops(trained.task.precision, accelerator, trained.facts),
        duration_h=hours,
        epoch_h=hours / trained.task.epochs,
        steps=tokens_per_run(trained) / step_tokens,
        goodput=share,
        gpu_hours=hours * layout.gpus,
        energy_kwh=None if watts is None else hours * layout.gpus * watts / 1000,
    )


def speed_span(trained: Trained, accelerator: Accelerator, layout: Layout) -> tuple[float, float]:
    """Factors on the speed at the ends of its 90 % range.

    Each part's share of the step times the span of its figures, those of the recipe and of the peak, on which sources
    may disagree, in quadrature of logarithms, and the residual. A measured rate has its own. Nothing is faster than
    the whole peak.
    """
    if trained.measured_rate is not None:
        rest = fact(trained.facts, "residual_speed", "measured").value
        return exp(-rest), exp(rest)
    found = step(trained, accelerator, layout)
    kind = "experts" if mixed_experts(trained) else "dense"
    rest = fact(trained.facts, "residual_speed", kind).value
    down, up = rest**2, rest**2
    for part, share in found.shares():
        for key in part.keys:
            span = trained.facts[key].range()
            down += (share * log(span.high / span.value)) ** 2
            up += (share * log(span.value / span.low)) ** 2 if span.low > 0 else share**2
    others = [trained.facts[key].range() for key in (recipe_key(trained),) if key is not None]
    if (units := compute_format(trained.task.precision, accelerator)) is not None:
        others.append(accelerator.dense_tflops[units].range())
    down += sum(log(span.value / span.low) ** 2 for span in others)
    up += sum(log(span.high / span.value) ** 2 for span in others)
    rate = rate_of(trained, found, layout.gpus)
    most = peak_flops(trained.task.precision, accelerator, trained.facts) / (rate * trained.flops.model)
    return exp(-sqrt(down)), min(exp(sqrt(up)), max(1.0, most))


def run_span(trained: Trained, accelerator: Accelerator, layout: Layout) -> tuple[float, float]:
    """Factors on the duration: speed, goodput and the amount of data."""
    slow, fast = speed_span(trained, accelerator, layout)
    share, tokens = goodput(trained, layout).share, trained.task.tokens
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
    """90 % ranges of every figure of the performance."""
    slow, fast = speed_span(trained, accelerator, layout)
    shorter, longer = run_span(trained, accelerator, layout)
    less, more = energy_span(trained.facts)
    frugal = exp(-sqrt(log(shorter) ** 2 + log(less) ** 2))
    hungry = exp(sqrt(log(longer) ** 2 + log(more) ** 2))
    spans = {
        "step_time_ms": (found.step_time_ms / fast, found.step_time_ms / slow),
        "tokens_per_s_per_gpu": (found.tokens_per_s_per_gpu * slow, found.tokens_per_s_per_gpu * fast),
        "mfu": (found.mfu * slow, found.mfu * fast),
        "duration_h": (found.duration_h * shorter, found.duration_h * longer),
        "epoch_h": (found.epoch_h * shorter, found.epoch_h * longer),
        "gpu_hours": (found.gpu_hours * shorter, found.gpu_hours * longer),
    }
    if found.energy_kwh is not None:
        spans["energy_kwh"] = (found.energy_kwh * frugal, found.energy_kwh * hungry)
    return spans


def speed_figures(trained: Trained, accelerator: Accelerator, layout: Layout) -> dict[str, Figure]:
    """The figures the speed is proportional to, of parts worth at least a hundredth of the step."""
    found = step(trained, accelerator, layout)
    keys = {key for part, share in found.shares() if share >= 0.01 for key in part.keys}
    recipe = recipe_key(trained)
    return {key: trained.facts[key] for key in sorted(keys | ({recipe} if recipe else set()))}


def speed_evidence(trained: Trained, accelerator: Accelerator, layout: Layout) -> Evidence:
    """Measured where a rate was; else the weakest of the figures."""
    if trained.measured_rate is not None:
        return Evidence.MEASURED
    return weakest(*(figure.evidence for figure in speed_figures(trained, accelerator, layout).values()))


_LIMITS = {
    "products": "compute", "head": "compute", "attention": "compute", "experts": "compute",
    "elements": "memory_bandwidth",
    "conversion": "memory_bandwidth", "logits": "memory_bandwidth", "routing": "memory_bandwidth",
    "optimizer": "memory_bandwidth", "exchange": "communication",
    "tensor": "communication", "context": "communication", "shards": "communication", "gradients": "communication",
    "launches": "training_software", "host_optimizer": "training_software",
    "weights_link": "host_link", "activations_link": "host_link", "states_link": "host_link",
}  # fmt: skip


def bottleneck(trained: Trained, accelerator: Accelerator, layout: Layout) -> str:
    """What takes most of a step: computing, memory bandwidth, communication, host, pipeline; or data that is late."""
    found = step(trained, accelerator, layout)
    if trained.supply is not None and trained.supply * trained.positions < rate_of(trained, found, 1):
        return "data"
    taken: dict[str, float] = {}
    for part, share in found.shares():
        taken[_LIMITS[part.name]] = taken.get(_LIMITS[part.name], 0.0) + share
    taken["pipeline"] = found.bubble / (1 + found.bubble)
    return max(sorted(taken), key=lambda name: taken[name])
