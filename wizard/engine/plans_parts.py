"""Sizes small workloads on parts of GPUs, where the answers allow GPUs to be shared.

Model, formats, load and latency target are those of the whole GPU; a part that misses the target is not offered.
"""

from collections.abc import Iterator
from dataclasses import replace

from wizard.domain.catalog import Catalog
from wizard.domain.configuration import Configuration
from wizard.domain.quantities import GB, GIB
from wizard.engine.machines import usable_accelerators
from wizard.engine.plans_arrangement import Arrangement
from wizard.engine.size_llm import ENGINE
from wizard.engine.size_service import service_case
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.resolve import Values
from wizard.questionnaire.schema import Questionnaire
from wizard.sizing.partition import Part, parts_of
from wizard.sizing.search import size_workload
from wizard.sizing.service import size_service

_PREFIX = "p"
LARGEST_PART = 0.5
"""A workload that keeps more than this of a whole GPU busy gains nothing from parts of at most half of one."""


def with_part_accelerators(catalog: Catalog, arrangement: Arrangement) -> Catalog:
    """The catalogue with the parts of its GPUs as accelerators that nobody sells by themselves."""
    if arrangement.method is None:
        return catalog
    cards = dict(catalog.accelerators)
    for whole in usable_accelerators(catalog):
        for part in parts_of(whole, arrangement.method, catalog.figures):
            cards[part.accelerator.id] = part.accelerator
    return catalog.model_copy(update={"accelerators": cards})


def with_parts(
    workload: SizedWorkload, arrangement: Arrangement, questionnaire: Questionnaire
) -> SizedWorkload:  # fmt: skip
    """With the best part of each GPU on which the workload takes less of a GPU than on whole ones."""
    if arrangement.method is None or workload.run is not None or not workload.sized:
        return workload
    found = [
        best
        for whole in usable_accelerators(arrangement.catalog)
        if (best := _best(workload, whole.id, arrangement, questionnaire)) is not None
    ]
    named = [(c.model_copy(update={"id": f"{_PREFIX}{n}"}), part) for n, (c, part) in enumerate(found, 1)]
    configurations = (*workload.result.configurations, *(c for c, _ in named))
    result = workload.result.model_copy(update={"configurations": configurations})
    return replace(workload, result=result, parts=tuple((c.id, part) for c, part in named))


def _best(
    workload: SizedWorkload, accelerator: str, arrangement: Arrangement, questionnaire: Questionnaire
) -> tuple[Configuration, Part] | None:
    whole = workload.best_on(accelerator, 1)
    if whole is None or (whole.replicas_at_peak or 0.0) > LARGEST_PART:
        return None
    best: tuple[Configuration, Part] | None = None
    for part in _parts(accelerator, arrangement):
        found = _sized_on(workload, part, whole, arrangement, questionnaire)
        if found is None:
            continue
        if best is None or found.total_gpus * part.share < best[0].total_gpus * best[1].share:
            best = (found, part)
        if found.replicas == 1:  # a larger part cannot take less
            break
    return best if best is not None and best[0].total_gpus * best[1].share < whole.total_gpus else None


def _parts(accelerator: str, arrangement: Arrangement) -> Iterator[Part]:
    assert arrangement.method is not None  # noqa: S101 - checked by the caller
    catalog = arrangement.catalog
    yield from parts_of(catalog.accelerators[accelerator], arrangement.method, catalog.figures)


def _sized_on(
    workload: SizedWorkload, part: Part, whole: Configuration, arrangement: Arrangement, questionnaire: Questionnaire
) -> Configuration | None:
    """On as many such parts as the load needs; None where it does not fit or misses its target."""
    if whole.memory.weights_gb > part.accelerator.usable_gib.value * GIB / GB:
        return None
    found = _search(workload, part, arrangement.values, arrangement.catalog, questionnaire)
    return next((c for c in found if c.feasible and c.gpus_per_replica == 1), None)


def _search(
    workload: SizedWorkload, part: Part, values: Values, catalog: Catalog, questionnaire: Questionnaire
) -> tuple[Configuration, ...]:
    card = part.accelerator
    if workload.load is not None:
        return size_workload(
            workload.arch, workload.load.load, workload.load.target, [card], facts=catalog.figures,
            formats=workload.formats, kv_format=workload.kv_format, engine=ENGINE,
            spare_replicas=workload.spare_replicas, largest={card.id: 1},
        )  # fmt: skip
    _model, question, _run = service_case(values, catalog, workload.result.id, workload.kind, questionnaire)
    return size_service(question, [card], spare_replicas=workload.spare_replicas)
