"""The model of a workload: from the catalogue, from a size class, or from its stated size and shape."""

from dataclasses import dataclass
from typing import Any

from wizard.catalogs.find import find_model
from wizard.domain.catalog import Catalog, ModelEntry
from wizard.domain.model import ModelArchitecture
from wizard.domain.provenance import Evidence
from wizard.engine.licences import unsized_model
from wizard.questionnaire.resolve import Values
from wizard.questionnaire.schema import Questionnaire
from wizard.sizing.training_architecture import Shape, architecture_of_size

CUSTOM = "custom"
NO_NETWORK = "class_none"
IMAGES, SPEECH, EMBEDDING, TEXT = "class_vision", "class_speech", "class_embed", "text"
_KIND_OF_MODALITY = {"image": "class_image", "audio": SPEECH, "embedding": EMBEDDING}


@dataclass(frozen=True)
class DescribedModel:
    """Architecture with its origin."""

    architecture: ModelArchitecture
    ref: str
    evidence: Evidence
    entry: ModelEntry | None = None
    assumed_shape: bool = False
    """Width and depth are assumed; only the number of parameters is stated."""
    sample_class: str = TEXT
    """By which class a sample counts, where samples are counted."""


def described_model(
    values: Values, catalog: Catalog, workload_id: str, questionnaire: Questionnaire
) -> DescribedModel | None:
    """None: nothing is known that parameters could be counted from.

    Raises:
        CodedError: C012 an unknown model; E127, E128 stated sizes that cannot be.
    """
    reference = values.given("w.model_ref", workload_id)
    ref = str(reference.value or "")
    if ref == CUSTOM:
        return _custom(values, workload_id)
    known = questionnaire.model_classes.get(ref)
    if known is not None and ref not in catalog.model_classes:
        if known.params_b <= 0:
            return None
        architecture = architecture_of_size(known.params_b, known.active_b, Shape(vocab=1), ref)
        return DescribedModel(architecture, ref, Evidence.ASSUMED, assumed_shape=True, sample_class=ref)
    if not ref or unsized_model(catalog, ref):
        return None
    entry = find_model(catalog, ref)
    kind = ref if ref in (SPEECH, EMBEDDING) else _KIND_OF_MODALITY.get(entry.modality, TEXT)
    return DescribedModel(entry.architecture, entry.id, reference.evidence, entry, sample_class=kind)


def _custom(values: Values, workload_id: str) -> DescribedModel | None:
    total = values.given("w.params_total_b", workload_id)
    if not isinstance(total.value, int | float):
        return None
    active = values.given("w.params_active_b", workload_id).value
    shape = _shape(values.given("w.arch", workload_id).value)
    architecture = architecture_of_size(
        float(total.value), float(active) if isinstance(active, int | float) else None, shape
    )
    assumed = shape.layers is None or shape.hidden is None
    return DescribedModel(architecture, CUSTOM, total.evidence, assumed_shape=assumed, sample_class=IMAGES)


def _shape(stated: Any) -> Shape:
    if not isinstance(stated, dict):
        return Shape()
    names = ("layers", "hidden", "q_heads", "kv_heads", "head_dim", "vocab")
    return Shape(**{name: int(stated[name]) for name in names if stated.get(name) is not None})
