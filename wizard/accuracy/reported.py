"""Published measurements beside the configurations a report shows."""

from wizard.accuracy.answer import world_of
from wizard.accuracy.beside import Published
from wizard.accuracy.case import Case
from wizard.catalogs.find import find_accelerator
from wizard.domain.configuration import Configuration
from wizard.domain.errors import CodedError
from wizard.domain.result import Result
from wizard.domain.workload_result import WorkloadResult
from wizard.engine.evaluation import Evaluation
from wizard.engine.sized import SizedWorkload
from wizard.sizing.demand import mean_tokens

_SHOWN = 4
"""The best ones; a report shows no more."""


def result_with_measurements(evaluation: Evaluation) -> Result:
    """The result, with measurements beside the configurations of language models that carry their load."""
    published = Published(world_of(evaluation.catalog))
    sized = {one.result.id: one for one in evaluation.sized}
    workloads = tuple(_workload(one, sized.get(one.id), evaluation, published) for one in evaluation.result.workloads)
    return evaluation.result.model_copy(update={"workloads": workloads})


def _workload(
    result: WorkloadResult, sized: SizedWorkload | None, evaluation: Evaluation, published: Published
) -> WorkloadResult:
    if sized is None or sized.load is None:
        return result
    wanted = _wanted(result, evaluation.result)
    found = tuple(
        _beside(one, sized, evaluation, published) if one.id in wanted else one for one in result.configurations
    )
    return result.model_copy(update={"configurations": found})


def _wanted(workload: WorkloadResult, result: Result) -> set[str]:
    """The best ones, what an option uses, and what the client asked about."""
    feasible = [one for one in workload.configurations if one.feasible]
    chosen = {option.chosen.get(workload.id) for option in result.options}
    return {one.id for i, one in enumerate(feasible) if i < _SHOWN or one.id in chosen or one.origin == "client"}


def _beside(
    one: Configuration, sized: SizedWorkload, evaluation: Evaluation, published: Published
) -> Configuration:  # fmt: skip
    if one.serving is None or sized.load is None:
        return one
    try:
        accelerator = find_accelerator(evaluation.catalog, one.accelerator)
    except CodedError:  # the client's own hardware, which no table names
        return one
    load = sized.load.load
    case = Case(
        arch=sized.arch, accelerator=accelerator,
        deployment=one.deployment(),
        replicas=one.replicas, input_tokens=mean_tokens(load.input_tokens),
        output_tokens=mean_tokens(load.output_tokens), scenario="fixed-concurrency",
        concurrency=max(1.0, one.serving.concurrency),
    )  # fmt: skip
    return one.model_copy(
        update={"nearest_measurements": published.nearest(case), "measured_accuracy": published.accuracy(case)}
    )
