"""Derivations of services of items and of the processor check within an evaluation."""

from wizard.domain.provenance import Derivation
from wizard.engine.client_host import host_without_gpu
from wizard.engine.evaluation import Evaluation
from wizard.engine.explain_facts import explain_given
from wizard.engine.size_service import service_case
from wizard.engine.sized import SizedWorkload
from wizard.sizing.explain_cpu import explain_cpu_llm, explain_cpu_service
from wizard.sizing.explain_service import explain_service_configuration, explain_service_demand
from wizard.sizing.service import ServiceQuestion


def explain_service(evaluation: Evaluation, workload: SizedWorkload, field: str) -> Derivation:
    """One number of the demand of a service."""
    demand = workload.result.service
    assert demand is not None and workload.service is not None  # noqa: S101, PT018 - the path leads through it
    factors = tuple(explain_given(evaluation, f.given) for f in workload.service.factors)
    return explain_service_demand(field, demand, factors)


def explain_service_card(evaluation: Evaluation, workload: SizedWorkload, number: int, rest: str) -> Derivation:
    """One number of a configuration of a service."""
    configuration = workload.result.configurations[number]
    card = evaluation.catalog.accelerators[configuration.accelerator]
    return explain_service_configuration(rest, _question(evaluation, workload), card, configuration)


def explain_cpu(evaluation: Evaluation, workload: SizedWorkload, field: str) -> Derivation:
    """One number of what processors alone need."""
    need = workload.result.cpu
    assert need is not None  # noqa: S101 - the path leads through it
    if workload.service is not None:
        return explain_cpu_service(field, _question(evaluation, workload), need)
    return explain_cpu_llm(
        field, workload.arch, need, evaluation.catalog.figures,
        host_without_gpu(evaluation.values, evaluation.catalog),
    )  # fmt: skip


def _question(evaluation: Evaluation, workload: SizedWorkload) -> ServiceQuestion:
    case = service_case(
        evaluation.values, evaluation.catalog, workload.result.id, workload.kind, evaluation.questionnaire
    )
    return case[1]
