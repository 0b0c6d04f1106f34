"""Whether a named model can do what its workload is about: an embedding model does not chat."""

from collections.abc import Mapping

from wizard.decision.wording import filled
from wizard.domain.catalog import Catalog
from wizard.domain.language import Text, text
from wizard.domain.packs import ModelLicenceEntry
from wizard.engine.licences import Licensed, named_model
from wizard.questionnaire.schema import Questionnaire

_CHAT = frozenset({"text", "vision_text"})
FITTING: Mapping[str, frozenset[str]] = {
    "llm_chat": _CHAT, "llm_rag": _CHAT, "llm_agent": _CHAT, "llm_code": _CHAT, "llm_reason": _CHAT, "llm_doc": _CHAT,
    "vlm": _CHAT,
    "embedding": frozenset({"embedding", "text"}),
    "vision": frozenset({"vision", "vision_text", "embedding"}),
    "ocr": frozenset({"vision", "vision_text"}),
    "asr": frozenset({"audio"}),
    "tts": frozenset({"audio"}),
    "image_gen": frozenset({"image"}),
    "video_gen": frozenset({"video"}),
    "recsys": frozenset({"embedding", "tabular"}),
    "classical": frozenset({"tabular"}),
}  # fmt: skip
"""Modalities that suit each kind of workload; training is left to what is trained. ``vlm`` takes text models too,
because the catalogue leaves the image part of some models out, and ``embedding``, because language models classify."""
_RECOGNITION = "whisper"
"""Architecture that hears and does not speak."""
_NAMES: Mapping[str, Text] = {
    "text": text("a language model", "ein Sprachmodell"),
    "vision_text": text("a model for images and text", "ein Modell für Bild und Text"),
    "vision": text("a model for image recognition", "ein Modell zur Bilderkennung"),
    "audio": text("a speech model", "ein Sprach-/Audiomodell"),
    "embedding": text("a model for embeddings or reranking", "ein Modell für Embeddings oder Reranking"),
    "image": text("a model that makes images", "ein Modell, das Bilder erzeugt"),
    "video": text("a model that makes videos", "ein Modell, das Videos erzeugt"),
    "tabular": text("a model for tables", "ein Modell für Tabellen"),
}


def misfit(catalog: Catalog, questionnaire: Questionnaire, kind: str, ref: str) -> Text | None:
    """What is wrong with the pair and how to mend it; None where it fits, or where no model is named."""
    fitting = FITTING.get(kind)
    if fitting is None or ref in questionnaire.model_classes or ref in catalog.model_classes:
        return None
    model = named_model(catalog, ref)
    if model is None or _fits(model, kind, fitting):
        return None
    wanted = sorted(fitting)
    if model.modality in fitting:
        return filled(_OTHER_WAY, model=model.name, kind=_kind(questionnaire, kind))
    return filled(
        _MISFIT,
        model=model.name,
        is_a=_NAMES[model.modality],
        kind=_kind(questionnaire, kind),
        wanted=text(" or ".join(_NAMES[name].en for name in wanted), " oder ".join(_NAMES[name].de for name in wanted)),
    )


def _fits(model: Licensed, kind: str, fitting: frozenset[str]) -> bool:
    if isinstance(model, ModelLicenceEntry):
        return model.modality in fitting if model.kinds is None else kind in model.kinds
    hears = model.architecture.model_type == _RECOGNITION
    return model.modality in fitting and not (kind == "tts" and hears)


def _kind(questionnaire: Questionnaire, kind: str) -> Text:
    found = next((o for o in questionnaire.question("w.kind").options if o.value == kind), None)
    return text(kind, kind) if found is None else text(found.en, found.de)


_MISFIT = text(
    "{model} is {is_a}; the workload is “{kind}”. It is not sized like this. Name {wanted}, or change the kind of the "
    "workload; size and cost stay open until then.",
    "{model} ist {is_a}; der Workload ist „{kind}“. So wird er nicht dimensioniert. Bitte {wanted} nennen oder die Art "
    "des Workloads ändern; bis dahin bleiben Größe und Kosten offen.",
)
_OTHER_WAY = text(
    "{model} turns speech into text or text into speech, the other way round than “{kind}”. It is not sized like this. "
    "Name a model of that direction, or change the kind of the workload; size and cost stay open until then.",
    "{model} wandelt Sprache in Text oder Text in Sprache, gerade andersherum als „{kind}“. So wird es nicht "
    "dimensioniert. Bitte ein Modell dieser Richtung nennen oder die Art des Workloads ändern; bis dahin bleiben Größe "
    "und Kosten offen.",
)
