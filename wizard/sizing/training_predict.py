"""One training configuration as it is asked for: memory, speed and what speaks against it."""

from dataclasses import dataclass

from wizard.domain.configuration import Memory, TrainingPerformance
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text
from wizard.domain.provenance import Evidence
from wizard.sizing import training_wording as wording
from wizard.sizing.limits import node_size
from wizard.sizing.training_caveats import memory_caveats, stage_hints, ways_to_fit
from wizard.sizing.training_checks import check_layout, check_task, check_together
from wizard.sizing.training_data import Loading, loading
from wizard.sizing.training_deepspeed import Estimate, deepspeed_estimate
from wizard.sizing.training_goodput import Goodput
from wizard.sizing.training_host import HostMemory, host_memory
from wizard.sizing.training_links import domain_of
from wizard.sizing.training_memory import Layout, Trained, gpu_memory, memory_interval, memory_of
from wizard.sizing.training_search import smallest_layout, warnings
from wizard.sizing.training_speed import (
    bottleneck,
    check_measured,
    compute_format,
    goodput,
    intervals,
    performance,
    speed_evidence,
)
from wizard.sizing.training_step import Part, step
from wizard.sizing.wording import beyond_node


@dataclass(frozen=True)
class TrainingPrediction:
    """Memory always; speed only where the configuration can run."""

    memory: Memory
    performance: TrainingPerformance | None
    interval: dict[str, tuple[float, float]]
    warnings: tuple[Text, ...]
    parts: tuple[tuple[Part, float], ...]
    """Kinds of work with their share of a step, the largest first; nothing where the speed was measured."""
    peak: str
    """Moment of the highest memory: ``loss``, ``backward`` or ``step``."""
    bottleneck: str
    """What limits the speed; ``capacity`` where it does not fit."""
    evidence: Evidence | None
    losses: Goodput | None
    """Checkpoints and failures of the run."""
    loading: Loading | None
    why_not: tuple[Text, ...]
    host: HostMemory
    """Main memory for each GPU."""
    deepspeed: Estimate | None
    """Its own estimate of the states, beside the memory here."""


def predict_training(trained: Trained, accelerator: Accelerator, layout: Layout) -> TrainingPrediction:
    """Memory per GPU by component, speed and duration with 90 % ranges.

    Raises:
        CodedError: E108, E121 to E139, input that no hardware could make meaningful.
    """
    check_task(trained.arch, trained.task)
    check_layout(trained.arch, layout)
    check_together(trained, layout)
    check_measured(trained, accelerator)
    memory, span = memory_of(trained, layout, accelerator), memory_interval(trained, layout)
    peak = gpu_memory(trained, layout).moment
    reasons = _obstacles(trained, accelerator, layout)
    ways: tuple[Text, ...] = ()
    if memory.total_gb > memory.usable_gb:
        ways = (*stage_hints(trained, layout), *ways_to_fit(trained, layout, accelerator))
        reasons += (_too_large(trained, accelerator, layout, memory),)
    interval, host = {"total_gb": span}, host_memory(trained, layout)
    other = deepspeed_estimate(trained, layout, node_size(accelerator, trained.facts))
    if reasons:
        return TrainingPrediction(
            memory,
            None,
            interval,
            ways,
            (),
            peak,
            "capacity",
            None,
            None,
            None,
            why_not=reasons,
            host=host,
            deepspeed=other,
        )
    speed = performance(trained, accelerator, layout)
    interval |= intervals(trained, accelerator, layout, speed)
    parts = () if trained.measured_rate is not None else tuple(step(trained, accelerator, layout).shares())
    return TrainingPrediction(
        memory=memory, performance=speed, interval=interval,
        warnings=(
            *warnings(trained, accelerator, layout, span[1]), *memory_caveats(trained), *stage_hints(trained, layout)
        ),
        parts=parts, peak=peak,
        bottleneck=bottleneck(trained, accelerator, layout), evidence=speed_evidence(trained, accelerator, layout),
        losses=goodput(trained, layout), loading=loading(trained, speed.tokens_per_s_per_gpu * layout.gpus), why_not=(),
        host=host, deepspeed=other,
    )  # fmt: skip


def _obstacles(trained: Trained, accelerator: Accelerator, layout: Layout) -> tuple[Text, ...]:
    found: tuple[Text, ...] = ()
    if compute_format(trained.task.precision, accelerator) is None:
        found += (wording.no_hardware_format(accelerator.name, trained.task.precision),)
    node = domain_of(accelerator, trained.facts)
    if layout.tensor_parallel > node:
        found += (beyond_node(layout.tensor_parallel, node),)
    return found


def _too_large(trained: Trained, accelerator: Accelerator, layout: Layout, memory: Memory) -> Text:
    way = wording.remedy_memory(
        smallest_layout(trained, accelerator), adapters=trained.adapters, quantised=trained.task.method == "qlora"
    )
    needed = memory.total_gb * layout.gpus
    return wording.too_little_memory(layout.gpus, accelerator.memory_gb.value, needed, way)
