"""Sizes each workload by its kind."""

from wizard.catalogs.errors import CatalogError
from wizard.decision.wording import filled
from wizard.domain.assessment import Workload
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError, ErrorCode
from wizard.domain.language import text
from wizard.engine.modality import misfit
from wizard.engine.size_llm import size_llm
from wizard.engine.size_service import size_items
from wizard.engine.size_training import size_training
from wizard.engine.sized import SizedWorkload, left_open
from wizard.questionnaire.resolve import Values
from wizard.questionnaire.schema import Questionnaire
from wizard.sizing.training_errors import TrainingError

_MODEL = "w.model_ref"
_ASKED: dict[ErrorCode, str] = {
    CatalogError.UNKNOWN_MODEL: _MODEL,
    TrainingError.SHAPE: "w.arch",
    TrainingError.PARAMETERS: "w.params_active_b",
}
"""Questions whose answer an error is about, where the error does not say so itself."""


def size(values: Values, catalog: Catalog, workload: Workload, questionnaire: Questionnaire) -> SizedWorkload:
    """The sizing of one workload, or the reason why it stays open. Every kind infers or trains.

    A model nobody knows leaves its workload open: the others are computed all the same.

    Raises:
        CodedError: an answer names an accelerator nobody knows, or a load that cannot be; its place begins with the
            workload.
    """
    try:
        return _sized(values, catalog, workload, questionnaire)
    except CodedError as error:
        if error.error is CatalogError.UNKNOWN_MODEL:
            return _without_model(values, workload, error)
        question = error.place or _ASKED.get(error.error, "")
        if not question.startswith("hw."):  # the client's hardware belongs to no workload
            question = f"{workload.id} {question}".strip()
        raise CodedError(error.error, place=question, **error.details) from error


def _without_model(values: Values, workload: Workload, unknown: CodedError) -> SizedWorkload:
    kind = str(values.given("w.kind", workload.id).value)
    why = filled(_NOT_SIZED, why=text(_sentence(unknown, "en"), _sentence(unknown, "de")))
    return left_open(workload.id, workload.label, kind, values.given(_MODEL, workload.id), why, _MODEL)


def _sentence(error: CodedError, language: str) -> str:
    said = error.message(language)
    return said[:1].upper() + said[1:]


_NOT_SIZED = text(
    "{why}. Size and cost of this workload stay open until then.",
    "{why}. Größe und Kosten dieses Workloads bleiben bis dahin offen.",
)


def _sized(values: Values, catalog: Catalog, workload: Workload, questionnaire: Questionnaire) -> SizedWorkload:
    kind = str(values.given("w.kind", workload.id).value)
    reference = values.given("w.model_ref", workload.id)
    wrong = misfit(catalog, questionnaire, kind, str(reference.value or ""))
    if wrong is not None:
        return left_open(workload.id, workload.label, kind, reference, wrong)
    if kind in questionnaire.groups["llm"]:
        return size_llm(values, catalog, workload, kind, questionnaire)
    if kind in questionnaire.groups["item_inference"]:
        return size_items(values, catalog, workload, kind, questionnaire)
    return size_training(values, catalog, workload, kind, questionnaire)
