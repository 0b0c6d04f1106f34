"""Explains the numbers of a training workload of a result, with the answers behind them."""

from wizard.catalogs.find import find_accelerator
from wizard.domain.provenance import Derivation
from wizard.engine.evaluation import Evaluation
from wizard.engine.explain_facts import explain_given
from wizard.engine.sized import SizedWorkload
from wizard.sizing.explain_training import (
    explain_stated,
    explain_training,
    explain_training_demand,
    explain_training_memory,
)
from wizard.sizing.training_memory import Trained


def explain_training_card(evaluation: Evaluation, workload: SizedWorkload, index: int, rest: str) -> Derivation:
    """A number of one configuration."""
    configuration = workload.result.configurations[index]
    accelerator = evaluation.catalog.accelerators[configuration.accelerator]
    return explain_training(rest, _trained(workload), accelerator, configuration)


def explain_training_task(evaluation: Evaluation, workload: SizedWorkload, rest: str) -> Derivation:
    """A number of the demand, with the answers that control it."""
    shown, run = workload.result.training, workload.run
    assert shown is not None and run is not None  # noqa: S101, PT018 - a training workload has both
    derivation = explain_training_demand(rest, _trained(workload), shown)
    if rest not in ("tokens_per_run", "flops_per_run"):
        return derivation
    answers = tuple(explain_given(evaluation, f.given) for f in run.factors[:2])
    return derivation.model_copy(update={"inputs": (*derivation.inputs, *answers)})


def explain_training_states(_evaluation: Evaluation, workload: SizedWorkload, rest: str) -> Derivation:
    """A number of the states of all GPUs together."""
    shown = workload.result.training_memory
    assert shown is not None  # noqa: S101 - a training workload has states
    return explain_training_memory(rest, _trained(workload), shown)


def explain_stated_compute(evaluation: Evaluation, workload: SizedWorkload, rest: str) -> Derivation:
    """A number of the stated computing time."""
    shown = workload.result.stated_compute
    assert shown is not None  # noqa: S101 - the path exists
    accelerator = find_accelerator(evaluation.catalog, shown.accelerator)
    return explain_stated(rest, _trained(workload), accelerator, shown)


def _trained(workload: SizedWorkload) -> Trained:
    assert workload.trained is not None  # noqa: S101 - callers ask for training workloads only
    return workload.trained
