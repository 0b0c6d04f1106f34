"""Sizes a language model on every accelerator one can buy or rent."""

from wizard.domain.assessment import Workload
from wizard.domain.catalog import Catalog
from wizard.domain.configuration import Configuration
from wizard.domain.language import Text, text
from wizard.domain.model import ModelArchitecture
from wizard.domain.workload import InferenceLoad
from wizard.domain.workload_result import ModelFacts, WorkloadResult
from wizard.engine.cache_room import cache_warning
from wizard.engine.card_table import token_table
from wizard.engine.client_host import host_without_gpu
from wizard.engine.companions import companion_warning
from wizard.engine.described_model import DescribedModel, described_model
from wizard.engine.loads import inference_load
from wizard.engine.machines import client_hardware, largest_rented, spare_replicas, usable_accelerators
from wizard.engine.prefix_question import QUESTION as SHARED_PREFIX
from wizard.engine.prefix_question import prefix_question
from wizard.engine.searched import SEARCHED
from wizard.engine.sized import SizedWorkload, left_open
from wizard.questionnaire.resolve import Given, Values
from wizard.questionnaire.schema import Questionnaire
from wizard.sizing.architecture import count_parameters
from wizard.sizing.checkpoints import AS_PUBLISHED, doubts
from wizard.sizing.cpu import cpu_for_llm
from wizard.sizing.demand import demand
from wizard.sizing.search import size_workload

ENGINE = "vllm"
_ANY_FORMAT = ("bf16", "fp8", "int4")


def size_llm(
    values: Values, catalog: Catalog, workload: Workload, kind: str, questionnaire: Questionnaire
) -> SizedWorkload:
    """The sizing of a language model, or the reason why it stays open.

    Raises:
        CodedError: an answer names a model or an accelerator nobody knows, or a load that cannot be.
    """
    reference = values.given("w.model_ref", workload.id)
    described = (
        None
        if _is_bare_class(str(reference.value), catalog, questionnaire)
        else described_model(values, catalog, workload.id, questionnaire)
    )
    if described is None:
        return left_open(workload.id, workload.label, kind, reference, _NO_ARCHITECTURE)
    arch = described.architecture
    load = inference_load(values, catalog, workload.id, kind, arch.context)
    weights = values.given("w.weight_format", workload.id)
    formats = _formats(weights)
    kv_format = str(values.given("w.kv_format", workload.id).value or "auto")
    spare = spare_replicas(values, workload.id)
    client = client_hardware(values, catalog)
    cards, largest = usable_accelerators(catalog), largest_rented(catalog)
    configurations = SEARCHED.configurations(
        (arch, load.load, load.target, cards, formats, kv_format, spare, client, largest),
        catalog.figures,
        lambda: size_workload(
            arch, load.load, load.target, cards, facts=catalog.figures, formats=formats, kv_format=kv_format,
            engine=ENGINE, spare_replicas=spare, client=client, largest=largest,
        ),
    )  # fmt: skip
    configurations = tuple(_judged(catalog, arch, c, load.load) for c in configurations)
    parameters = count_parameters(arch)
    asked = demand(load.load, load.target)
    result = WorkloadResult(
        id=workload.id, kind=kind, label=workload.label,
        model=ModelFacts(ref=described.ref, params_b=parameters.total / 1e9, active_params_b=parameters.active / 1e9,
                         evidence=described.evidence),
        demand=asked, configurations=configurations,
        token_table=token_table(catalog, arch, configurations, asked, load.load.adapters),
        cpu=cpu_for_llm(arch, asked, load.target, catalog.figures, host_without_gpu(values, catalog)),
        warnings=companion_warning(values, catalog, workload.id) + _doubts(described)
        + doubts(arch, _asked(weights)) + prefix_question(
            values.given(SHARED_PREFIX, workload.id), questionnaire, arch, load.load, load.target, configurations,
            catalog.accelerators, catalog.figures,
        ),
    )  # fmt: skip
    return SizedWorkload(
        result, kind, described.entry, load, formats, kv_format, spare, architecture=None if described.entry else arch
    )


def _doubts(described: DescribedModel) -> tuple[Text, ...]:
    return (_ASSUMED_SHAPE,) if described.assumed_shape else ()


def _is_bare_class(ref: str, catalog: Catalog, questionnaire: Questionnaire) -> bool:
    """A size class that no language model stands in for, such as image generation."""
    return ref in questionnaire.model_classes and ref not in catalog.model_classes


def _judged(catalog: Catalog, arch: ModelArchitecture, found: Configuration, load: InferenceLoad) -> Configuration:
    """Hardware the client has or was offered is judged even where it carries today's load."""
    if found.origin != "client":
        return found
    warning = cache_warning(catalog, arch, found, load)
    return found if warning is None else found.model_copy(update={"warnings": (*found.warnings, warning)})


def _asked(weights: Given) -> str:
    return str(weights.value or AS_PUBLISHED)


def _formats(weights: Given) -> tuple[str, ...]:
    value = _asked(weights)
    return _ANY_FORMAT if value == "any" else (value,)


_NO_ARCHITECTURE = text(
    "No model architecture is known: name a model of the catalogue, or choose “custom” and state its parameters.",
    "Keine Modellarchitektur bekannt: ein Modell aus dem Katalog nennen oder „custom“ wählen und die Parameter "
    "angeben.",
)
_ASSUMED_SHAPE = text(
    "Only the number of parameters is known; width, depth and key-value heads are assumed and decide the cache. The "
    "weights are exact.",
    "Nur die Zahl der Parameter ist bekannt; Breite, Tiefe und KV-Heads sind angenommen und bestimmen den Cache. Die "
    "Gewichte sind exakt.",
)
