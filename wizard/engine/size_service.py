"""Sizes services that answer items: embeddings, images, pages, speech, recommendations, predictions."""

from wizard.catalogs.find import find_model
from wizard.domain.assessment import Workload
from wizard.domain.catalog import Catalog, ModelEntry
from wizard.domain.errors import CodedError
from wizard.domain.language import text
from wizard.domain.workload_result import ModelFacts, WorkloadResult
from wizard.engine.licences import unsized_model
from wizard.engine.machines import client_hardware, spare_replicas, usable_accelerators
from wizard.engine.service_demand import service_run
from wizard.engine.sized import ServiceRun, SizedWorkload, left_open
from wizard.questionnaire.resolve import Given, Values
from wizard.questionnaire.schema import Questionnaire
from wizard.sizing.architecture import count_parameters
from wizard.sizing.checkpoints import AS_PUBLISHED, doubts
from wizard.sizing.cpu import cpu_for_service
from wizard.sizing.formats import resolve_weights
from wizard.sizing.service import ServiceQuestion, service_demand, size_service
from wizard.sizing.service_profiles import Profile, class_profile, live_profile, named_profile
from wizard.sizing.service_rate import Item


def size_items(
    values: Values, catalog: Catalog, workload: Workload, kind: str, questionnaire: Questionnaire
) -> SizedWorkload:
    """The sizing of a service of items, or the reason why it stays open.

    Raises:
        CodedError: an answer names a model or an accelerator nobody knows, or a load that cannot be.
    """
    reference = values.given("w.model_ref", workload.id)
    model, question, run = service_case(values, catalog, workload.id, kind, questionnaire)
    if question.peak <= 0:
        return left_open(workload.id, workload.label, kind, reference, _NO_RATE)
    size = question.item.params_b
    spare = spare_replicas(values, workload.id)
    cpu = cpu_for_service(question)
    client = client_hardware(values, catalog)
    try:
        configurations = size_service(question, usable_accelerators(catalog), spare_replicas=spare, client=client)
    except CodedError as error:
        raise CodedError(error.error, place="w.items_rate", **error.details) from None
    result = WorkloadResult(
        id=workload.id, kind=kind, label=workload.label,
        model=ModelFacts(ref=model.id if model else str(reference.value or ""), params_b=size, active_params_b=size,
                         evidence=reference.evidence),
        demand=None, configurations=configurations, service=service_demand(run.load), cpu=cpu,
        gpu_needed=question.profile.on_gpu and not cpu.feasible,
        warnings=doubts(model.architecture, _asked(values, workload.id)) if model else (),
    )  # fmt: skip
    return SizedWorkload(result, kind, model, spare_replicas=spare, service=run, formats=(question.weights_format,))


def service_case(
    values: Values, catalog: Catalog, workload_id: str, kind: str, questionnaire: Questionnaire
) -> tuple[ModelEntry | None, ServiceQuestion, ServiceRun]:
    """The model, where the catalogue has it, and everything the cards of the service follow from.

    Raises:
        CodedError: C012, a model nobody knows.
    """
    reference = values.given("w.model_ref", workload_id)
    named = named_profile(kind, str(reference.value or ""))
    model = None if named else _model(catalog, reference, questionnaire)
    size = _parameters_b(values, catalog, workload_id, reference, questionnaire, model, named)
    profile = named or class_profile(kind, size)
    run = service_run(values, catalog, workload_id, profile.unit)
    weights = _weights(values, workload_id, model)
    question = ServiceQuestion(
        live_profile(profile, live=run.load.streams is not None), Item(run.load.size, size), run.load, weights,
        catalog.figures, catalog.accelerators,
    )  # fmt: skip
    return model, question, run


def _weights(values: Values, workload_id: str, model: ModelEntry | None) -> str:
    """As answered; of a named copy in another number format, that of the copy."""
    asked = _asked(values, workload_id)
    copied = model is not None and model.architecture.checkpoint_of
    return resolve_weights(model.architecture, asked) if model is not None and copied else asked


def _asked(values: Values, workload_id: str) -> str:
    return str(values.given("w.weight_format", workload_id).value or AS_PUBLISHED)


def _model(catalog: Catalog, reference: Given, questionnaire: Questionnaire) -> ModelEntry | None:
    """The catalogue's model; None for a class without one, a size typed in, or no answer."""
    ref = str(reference.value or "custom")
    if ref == "custom" or (ref in questionnaire.model_classes and ref not in catalog.model_classes):
        return None
    return None if unsized_model(catalog, ref) else find_model(catalog, ref)


def _parameters_b(
    values: Values, catalog: Catalog, workload_id: str, reference: Given, questionnaire: Questionnaire,
    model: ModelEntry | None, named: Profile | None,
) -> float | None:  # fmt: skip
    """Parameters in 10^9; None: nobody said."""
    if named is not None:
        figure = catalog.figures.get(f"service.params_b.{named.key}")
        return None if figure is None else figure.value
    if model is not None:
        return count_parameters(model.architecture).total / 1e9
    ref = str(reference.value or "")
    if ref in questionnaire.model_classes:
        return questionnaire.model_classes[ref].params_b or None
    stated = values.given("w.params_total_b", workload_id).value
    return float(stated) if isinstance(stated, int | float) else None


_NO_RATE = text(
    "No rate is known: state how many items arrive at the peak, or the total per day.",
    "Keine Rate bekannt: Bitte angeben, wie viele Einheiten in der Spitze anfallen, oder die Summe je Tag.",
)
