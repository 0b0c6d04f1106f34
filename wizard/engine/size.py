"""Sizes each workload by its kind."""

from wizard.domain.assessment import Workload
from wizard.domain.catalog import Catalog
from wizard.domain.language import text
from wizard.engine.size_llm import size_llm
from wizard.engine.size_service import size_items
from wizard.engine.sized import SizedWorkload, left_open
from wizard.questionnaire.resolve import Values
from wizard.questionnaire.schema import Questionnaire


def size(values: Values, catalog: Catalog, workload: Workload, questionnaire: Questionnaire) -> SizedWorkload:
    """The sizing of one workload, or the reason why it stays open.

    Raises:
        CodedError: an answer names a model or an accelerator nobody knows, or a load that cannot be.
    """
    kind = str(values.given("w.kind", workload.id).value)
    if kind in questionnaire.groups["llm"]:
        return size_llm(values, catalog, workload, kind, questionnaire)
    if kind in questionnaire.groups["item_inference"]:
        return size_items(values, catalog, workload, kind, questionnaire)
    return left_open(workload.id, workload.label, kind, values.given("w.model_ref", workload.id), _NOT_YET)


_NOT_YET = text(
    "The sizing of this kind of workload is not computed here: gates and options are complete, its hardware and cost "
    "are open.",
    "Die Dimensionierung dieser Art von Workload wird hier nicht berechnet: Ausschlusskriterien und Optionen sind "
    "vollständig, Hardware und Kosten sind offen.",
)
