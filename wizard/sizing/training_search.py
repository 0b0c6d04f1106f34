"""The smallest cluster of each accelerator that holds a training and meets its deadline.

Tried in this order: one GPU; data parallel with the states divided as far as allowed (ZeRO, FSDP); tensor parallel
inside a server; pipeline stages over servers. Clusters have 1, 2, 4 or 8 GPUs, beyond that whole servers of eight.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wizard.domain.configuration import Configuration, TrainingLayout
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text
from wizard.domain.provenance import weakest
from wizard.domain.quantities import GB
from wizard.sizing import training_wording as wording
from wizard.sizing.search import ClientHardware
from wizard.sizing.training_caveats import memory_caveats, speed_caveats
from wizard.sizing.training_checks import check_task
from wizard.sizing.training_choice import Choice, chosen_layout
from wizard.sizing.training_layouts import engine_name, holding_layout, layouts, next_size, sizes
from wizard.sizing.training_links import domain_of
from wizard.sizing.training_memory import (
    Layout,
    Trained,
    accumulation,
    gpu_memory,
    memory_interval,
    memory_of,
    usable_bytes,
)
from wizard.sizing.training_speed import (
    SERVER,
    bottleneck,
    compute_format,
    duration_h,
    intervals,
    performance,
    samples_per_step,
    speed_evidence,
)

LONG_RUN_H = 168
"""A week: from here on failures are to be expected."""


@dataclass(frozen=True)
class _Found:
    """A cluster with its reasons against it."""

    layout: Layout
    why_not: tuple[Text, ...] = ()
    reason: Text | None = None
    """Why the run is spread like this; None where nothing was chosen."""
    held: bool = True
    """False where it cannot run, or would fill the memory so that nobody should buy it."""


def size_training(
    trained: Trained, accelerators: Sequence[Accelerator], *, client: Sequence[ClientHardware] = (), prefix: str = "c"
) -> tuple[Configuration, ...]:
    """One configuration for each accelerator, best first: feasible ones with the fewest GPUs, then the reasons.

    ``client`` is hardware as it stands; no GPU is added to it.

    Raises:
        CodedError: E121 to E129, a task without meaning.
    """
    check_task(trained.arch, trained.task)
    found = [(_configuration(trained, a, _smallest(trained, a), "search"), a) for a in accelerators]
    found += [
        (_configuration(trained, h.accelerator, _given(trained, h.accelerator, h.count), "client"), h.accelerator)
        for h in client
    ]
    found.sort(key=lambda pair: _rank(*pair))
    return tuple(c.model_copy(update={"id": f"{prefix}{n}"}) for n, (c, _) in enumerate(found, 1))


def _smallest(trained: Trained, accelerator: Accelerator) -> _Found:
    if compute_format(trained.task.precision, accelerator) is None:
        return _unsupported(trained, accelerator, 1)
    last, held = 1, None
    for size in sizes(accelerator, trained.facts):
        last, held = size, holding_layout(trained, accelerator, size)
        if held is not None:
            break
    if held is None:
        return _not_held(trained, accelerator, last, None)
    if last > 2 * SERVER:
        held = _fewer(trained, accelerator, last // 2, held)
    choice = chosen_layout(trained, accelerator, held.gpus)
    return _in_time(trained, accelerator, choice or Choice(held, wording.simplest_way(held)))


def _fewer(trained: Trained, accelerator: Accelerator, too_few: int, held: Layout) -> Layout:
    """Between a size that is too small and one that holds, in whole servers."""
    low, high = too_few // SERVER, held.gpus // SERVER
    while high - low > 1:
        middle = (low + high) // 2
        layout = holding_layout(trained, accelerator, middle * SERVER)
        if layout is None:
            low = middle
        else:
            high, held = middle, layout
    return held


def _in_time(trained: Trained, accelerator: Accelerator, held: Choice) -> _Found:
    """More GPUs until one run meets the deadline; a planning value that none meets leaves the largest cluster."""
    limit = trained.task.deadline_h
    fits = True
    while limit is not None and (hours := duration_h(trained, accelerator, held.layout)) > limit:
        gpus = held.layout.gpus
        size = next_size(accelerator, gpus, gpus * hours / limit, trained.facts)
        choice = None if size is None else chosen_layout(trained, accelerator, size)
        if choice is None:
            fits = False
            break
        held = choice
    if fits or limit is None or not trained.task.deadline_stated:
        return _Found(held.layout, reason=held.reason)
    return _Found(held.layout, (wording.misses_deadline(hours, limit, held.layout.gpus, None),), held.reason)


def _given(trained: Trained, accelerator: Accelerator, gpus: int) -> _Found:
    """Hardware as it stands."""
    if compute_format(trained.task.precision, accelerator) is None:
        return _unsupported(trained, accelerator, gpus)
    held = chosen_layout(trained, accelerator, gpus) or chosen_layout(trained, accelerator, gpus, spare=False)
    if held is None:
        return _not_held(trained, accelerator, gpus, smallest_layout(trained, accelerator))
    limit = trained.task.deadline_h
    hours = duration_h(trained, accelerator, held.layout)
    if limit is None or hours <= limit or not trained.task.deadline_stated:
        return _Found(held.layout, reason=held.reason)
    more = _in_time(trained, accelerator, held)
    late = wording.misses_deadline(hours, limit, gpus, None if more.why_not else more.layout.gpus)
    return _Found(held.layout, (late,), held.reason)


def smallest_layout(trained: Trained, accelerator: Accelerator) -> Layout | None:
    """Of the smallest cluster that holds the training, however long it takes; None: no cluster does."""
    found = _smallest(trained.without_deadline(), accelerator)
    return None if found.why_not else found.layout


def _unsupported(trained: Trained, accelerator: Accelerator, gpus: int) -> _Found:
    reason = wording.no_hardware_format(accelerator.name, trained.task.precision)
    return _Found(_widest(trained, accelerator, gpus), (reason,), held=False)


def _not_held(trained: Trained, accelerator: Accelerator, gpus: int, remedy: Layout | None) -> _Found:
    layout = _widest(trained, accelerator, gpus)
    each, usable = gpu_memory(trained, layout).total, usable_bytes(accelerator)
    way = wording.remedy_memory(remedy, adapters=trained.adapters, quantised=trained.task.method == "qlora")
    if each <= usable:
        reason = wording.too_little_spare(usable * gpus / GB, each * gpus / GB, way)
    else:
        reason = wording.too_little_memory(gpus, accelerator.memory_gb.value, each * gpus / GB, way)
    return _Found(layout, (reason,), held=False)


def _widest(trained: Trained, accelerator: Accelerator, gpus: int) -> Layout:
    """The layout that needs least: what is missing is shown at its smallest."""
    return min(layouts(trained, accelerator, gpus), key=lambda layout: gpu_memory(trained, layout).total)


def _configuration(trained: Trained, accelerator: Accelerator, found: _Found, origin: str) -> Configuration:
    layout = found.layout
    memory = memory_of(trained, layout, accelerator)
    runs = found.held
    speed = performance(trained, accelerator, layout) if runs else None
    span = memory_interval(trained, layout)
    limit = trained.task.deadline_h
    return Configuration(
        id="-",
        origin="client" if origin == "client" else "search",
        accelerator=accelerator.id,
        gpus_per_replica=layout.gpus,
        tensor_parallel=layout.tensor_parallel,
        pipeline_parallel=layout.pipeline_parallel,
        expert_parallel=layout.expert_parallel,
        replicas=1,
        spare_replicas=0,
        total_gpus=layout.gpus,
        replicas_at_peak=None,
        weights_format="int4" if trained.task.method == "qlora" else trained.task.precision.removesuffix("_mixed"),
        kv_format="none",
        engine=engine_name(layout),
        memory=memory,
        performance=speed,
        interval={"total_gb": span} | (intervals(trained, accelerator, layout, speed) if speed is not None else {}),
        bottleneck=bottleneck(trained, accelerator, layout) if runs else "capacity",
        slo_met=None if limit is None or speed is None else speed.duration_h <= limit,
        evidence=weakest(trained.task.evidence, *([speed_evidence(trained, accelerator, layout)] if runs else [])),
        warnings=(*warnings(trained, accelerator, layout, span[1]), *memory_caveats(trained)) if runs else (),
        why_not=found.why_not,
        layout=TrainingLayout(
            data_parallel=layout.data_parallel,
            zero_stage=layout.zero_stage,
            micro_batch=layout.micro_batch,
            accumulation_steps=accumulation(trained, layout),
            samples_per_step=samples_per_step(trained, layout),
            reason=found.reason,
        ),
    )


def warnings(trained: Trained, accelerator: Accelerator, layout: Layout, high_gb: float) -> Iterator[Text]:
    """What to know about a run that fits; ``high_gb`` is the upper end of its memory."""
    usable, asked = usable_bytes(accelerator) / GB, trained.task.global_batch
    real, steps = samples_per_step(trained, layout), accumulation(trained, layout)
    if high_gb > usable:
        yield wording.tight(high_gb, usable)
    if layout.data_parallel > asked:
        yield wording.batch_grows(asked, real)
    elif steps > 1:
        yield wording.accumulates(layout.micro_batch, steps, real)
    if layout.gpus > 1 and accelerator.interconnect in ("pcie", "none"):
        yield wording.slow_link(accelerator.name, accelerator.bridge)
    if layout.gpus > max(SERVER, domain_of(accelerator, trained.facts)):
        yield wording.between_servers()
    yield from speed_caveats(trained, accelerator)
    hours = duration_h(trained, accelerator, layout)
    if hours > LONG_RUN_H:
        yield wording.long_run(hours)
    limit = trained.task.deadline_h
    if limit is not None and hours > limit and not trained.task.deadline_stated:
        yield wording.beyond_plan(hours, limit)


def _rank(configuration: Configuration, accelerator: Accelerator) -> tuple[bool, int, float, str, str]:
    """Feasible first, then the fewest GPUs, then the smaller class; names make the order stable."""
    return (
        not configuration.feasible,
        configuration.total_gpus,
        accelerator.memory_gb.value * accelerator.memory_bandwidth_gb_per_s.value,
        configuration.accelerator,
        configuration.origin,
    )
