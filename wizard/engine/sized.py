"""Sizes each workload on every accelerator one can buy or rent."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from wizard.catalogs.find import find_accelerator, find_model
from wizard.domain.assessment import Workload
from wizard.domain.catalog import Catalog, ModelEntry
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text, text
from wizard.domain.model import ModelArchitecture
from wizard.domain.provenance import Evidence
from wizard.domain.result import CardsByTokens, Configuration, Demand, ModelFacts, WorkloadResult
from wizard.domain.workload import Deployment
from wizard.engine.cache_room import cache_warning
from wizard.engine.errors import EngineError
from wizard.engine.loads import WorkloadLoad, inference_load
from wizard.questionnaire.resolve import Given, Values
from wizard.questionnaire.schema import Questionnaire
from wizard.sizing.architecture import count_parameters
from wizard.sizing.cards import cards_by_tokens
from wizard.sizing.demand import demand
from wizard.sizing.search import ClientHardware, size_workload

ENGINE = "vllm"
LLM_GROUP = "llm"
_ANY_FORMAT = ("bf16", "fp8", "int4")
_CRITICAL = ("business", "safety")


@dataclass(frozen=True)
class SizedWorkload:
    """One workload with all that its numbers stand on."""

    result: WorkloadResult
    kind: str
    model: ModelEntry | None = None
    load: WorkloadLoad | None = None
    formats: tuple[str, ...] = ()
    kv_format: str = "auto"
    spare_replicas: int = 0

    @property
    def arch(self) -> ModelArchitecture:
        assert self.model is not None  # noqa: S101 - callers ask for sized workloads only
        return self.model.architecture

    @property
    def sized(self) -> bool:
        return self.load is not None

    def best_on(self, accelerator: str, gpus_at_most: int) -> Configuration | None:
        """The first feasible configuration on this accelerator whose replica fits into one machine."""
        return next(
            (
                c
                for c in self.result.configurations
                if c.accelerator == accelerator and c.feasible and c.origin == "search"
                and c.gpus_per_replica <= gpus_at_most
            ),
            None,
        )  # fmt: skip

    def configuration(self, configuration_id: str) -> Configuration:
        return next(c for c in self.result.configurations if c.id == configuration_id)

    def with_cards_of(self, configuration_id: str | None, catalog: Catalog) -> "SizedWorkload":
        """With cards against token length of this configuration, unless the client's hardware already stands there."""
        asked = self.result.demand
        chosen = [c for c in self.result.configurations if c.id == configuration_id]
        if asked is None or not chosen or any(c.origin == "client" for c in self.result.configurations):
            return self
        table = _token_table(catalog, self.arch, chosen, asked)
        return replace(self, result=self.result.model_copy(update={"token_table": table}))


def usable_accelerators(catalog: Catalog) -> tuple[Accelerator, ...]:
    """Accelerators that some server class or offer contains, in catalogue order."""
    named = {s.accelerator for s in catalog.servers.values()} | {o.accelerator for o in catalog.offers.values()}
    return tuple(a for a in catalog.accelerators.values() if a.id in named)


def size(values: Values, catalog: Catalog, workload: Workload, questionnaire: Questionnaire) -> SizedWorkload:
    """The sizing of one workload, or the reason why it stays open.

    Raises:
        CodedError: an answer names a model or an accelerator nobody knows, or a load that cannot be.
    """
    kind = str(values.given("w.kind", workload.id).value)
    label = workload.label
    reference = values.given("w.model_ref", workload.id)
    if kind not in questionnaire.groups[LLM_GROUP]:
        return _open(workload, kind, reference, _NOT_YET)
    if (
        reference.value == "custom"
        or reference.value is None
        or _is_bare_class(str(reference.value), catalog, questionnaire)
    ):
        return _open(workload, kind, reference, _NO_ARCHITECTURE)
    model = find_model(catalog, str(reference.value))
    load = inference_load(values, catalog, workload.id, kind, model.architecture.context)
    formats = _formats(values.given("w.weight_format", workload.id))
    kv_format = str(values.given("w.kv_format", workload.id).value or "auto")
    spare = spare_replicas(values, workload.id)
    client = client_hardware(values, catalog)
    configurations = size_workload(
        model.architecture, load.load, load.target, usable_accelerators(catalog), facts=catalog.figures,
        formats=formats, kv_format=kv_format, engine=ENGINE, spare_replicas=spare, client=client,
    )  # fmt: skip
    configurations = tuple(_judged(catalog, model.architecture, c, load.load.context_max) for c in configurations)
    parameters = count_parameters(model.architecture)
    asked = demand(load.load, load.target)
    result = WorkloadResult(
        id=workload.id, kind=kind, label=label,
        model=ModelFacts(ref=model.id, params_b=parameters.total / 1e9, active_params_b=parameters.active / 1e9,
                         evidence=reference.evidence),
        demand=asked, configurations=configurations,
        token_table=_token_table(catalog, model.architecture, configurations, asked),
    )  # fmt: skip
    return SizedWorkload(result, kind, model, load, formats, kv_format, spare)


def _is_bare_class(ref: str, catalog: Catalog, questionnaire: Questionnaire) -> bool:
    """A size class that no language model stands in for, such as image generation."""
    return ref in questionnaire.model_classes and ref not in catalog.model_classes


def _judged(catalog: Catalog, arch: ModelArchitecture, found: Configuration, context: float) -> Configuration:
    """Hardware the client has or was offered is judged even where it carries today's load."""
    if found.origin != "client":
        return found
    warning = cache_warning(catalog, arch, found, context)
    return found if warning is None else found.model_copy(update={"warnings": (*found.warnings, warning)})


def spare_replicas(values: Values, workload_id: str) -> int:
    """N+1 where an outage hurts; one spare replica for business and safety (assumption of the planner)."""
    return 1 if values.given("w.criticality", workload_id).value in _CRITICAL else 0


def client_hardware(values: Values, catalog: Catalog) -> tuple[ClientHardware, ...]:
    """Rows of the client's own or offered hardware that name accelerator and count.

    Raises:
        CodedError: ``E403`` a row with an impossible count; ``C…`` an accelerator nobody knows.
    """
    rows = []
    given = values.given("hw.nodes")
    for row in given.value if given.known and isinstance(given.value, list) else []:
        name, count = row.get("gpu"), row.get("count")
        if not name or count is None:
            continue
        if not isinstance(count, int | float) or count != int(count) or not 1 <= count <= 100_000:
            raise CodedError(EngineError.HARDWARE, place="hw.nodes", value=count)
        rows.append(ClientHardware(find_accelerator(catalog, str(name)), int(count)))
    return tuple(rows)


def _formats(given: Given) -> tuple[str, ...]:
    value = str(given.value or "native")
    return _ANY_FORMAT if value == "any" else (value,)


def _token_table(
    catalog: Catalog, arch: ModelArchitecture, configurations: Sequence[Configuration], asked: Demand
) -> tuple[CardsByTokens, ...]:
    """Cards against cached tokens for the client's hardware, else for the best configuration."""
    own = [c for c in configurations if c.origin == "client"]
    shown = own or [c for c in configurations if c.feasible][:1]
    rows: list[CardsByTokens] = []
    for c in shown:
        deployment = Deployment(
            accelerator=c.accelerator, tensor_parallel=c.tensor_parallel, pipeline_parallel=c.pipeline_parallel,
            expert_parallel=c.expert_parallel, weights_format=c.weights_format, kv_format=c.kv_format,
            engine=c.engine, origin=c.origin,
        )  # fmt: skip
        accelerator = catalog.accelerators[c.accelerator]
        rows += cards_by_tokens(arch, accelerator, deployment, asked.in_flight_p99, catalog.figures)
    return tuple(rows)


def _open(workload: Workload, kind: str, reference: Given, why: Text) -> SizedWorkload:
    model = ModelFacts(
        ref=str(reference.value or ""), params_b=None, active_params_b=None,
        evidence=reference.evidence if reference.known else Evidence.ASSUMED,
    )  # fmt: skip
    result = WorkloadResult(
        id=workload.id, kind=kind, label=workload.label, model=model, demand=None, configurations=(), open=why
    )
    return SizedWorkload(result, kind)


Cancelled = Callable[[], bool]

_NOT_YET = text(
    "The sizing of this kind of workload is not computed here: gates and options are complete, its hardware and cost "
    "are open.",
    "Die Dimensionierung dieser Art von Workload wird hier nicht berechnet: Ausschlusskriterien und Optionen sind "
    "vollständig, Hardware und Kosten sind offen.",
)
_NO_ARCHITECTURE = text(
    "No model architecture is known: name a model of the catalogue or give its config.json.",
    "Keine Modellarchitektur bekannt: ein Modell aus dem Katalog nennen oder dessen config.json angeben.",
)
