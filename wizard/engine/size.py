"""Sizes each workload by its kind."""

from wizard.domain.assessment import Workload
from wizard.domain.catalog import Catalog
from wizard.engine.size_llm import size_llm
from wizard.engine.size_service import size_items
from wizard.engine.size_training import size_training
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.resolve import Values
from wizard.questionnaire.schema import Questionnaire


def size(values: Values, catalog: Catalog, workload: Workload, questionnaire: Questionnaire) -> SizedWorkload:
    """The sizing of one workload, or the reason why it stays open. Every kind infers or trains.

    Raises:
        CodedError: an answer names a model or an accelerator nobody knows, or a load that cannot be.
    """
    kind = str(values.given("w.kind", workload.id).value)
    if kind in questionnaire.groups["llm"]:
        return size_llm(values, catalog, workload, kind, questionnaire)
    if kind in questionnaire.groups["item_inference"]:
        return size_items(values, catalog, workload, kind, questionnaire)
    return size_training(values, catalog, workload, kind, questionnaire)
