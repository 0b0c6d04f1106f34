"""Sizes a training workload: model and recipe to memory, arithmetic and the smallest cluster of each accelerator."""

from typing import Any

from wizard.catalogs.find import find_accelerator
from wizard.domain.assessment import Workload
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.domain.provenance import weakest
from wizard.domain.quantities import Range
from wizard.domain.workload import TrainingTask
from wizard.domain.workload_result import CpuNeed, ModelFacts, StatedCompute, TrainingDemand, WorkloadResult
from wizard.engine.described_model import EMBEDDING, NO_NETWORK, DescribedModel, described_model
from wizard.engine.loads import factor, number
from wizard.engine.machines import client_hardware, usable_accelerators
from wizard.engine.sized import SizedWorkload, TrainingRun, left_open
from wizard.questionnaire.resolve import Values
from wizard.questionnaire.schema import Questionnaire
from wizard.sizing.architecture import count_parameters
from wizard.sizing.figures import Facts
from wizard.sizing.training_checks import check_task
from wizard.sizing.training_memory import Trained
from wizard.sizing.training_samples import sample_class, trained_on_samples
from wizard.sizing.training_search import size_training as search
from wizard.sizing.training_speed import tokens_per_run
from wizard.sizing.training_stated import stated_compute
from wizard.sizing.training_states import training_memory

SAMPLES = "train_other"
_DEMAND = ("w.train_tokens", "w.epochs", "w.runs_per_month")


def size_training(
    values: Values, catalog: Catalog, workload: Workload, kind: str, questionnaire: Questionnaire
) -> SizedWorkload:
    """The sizing of a training workload, or the reason why it stays open.

    Raises:
        CodedError: an answer names a model or an accelerator nobody knows, or describes a run that cannot be.
    """
    reference = values.given("w.model_ref", workload.id)
    model = described_model(values, catalog, workload.id, questionnaire)
    if model is None and reference.value == NO_NETWORK:
        return _on_processors(values, workload, kind)
    if model is None:
        return left_open(workload.id, workload.label, kind, reference, _NO_SIZE)
    run = training_run(values, workload.id, kind, model)
    if run.task.runs_per_month.value <= 0:
        return left_open(workload.id, workload.label, kind, reference, _NO_RUN)
    trained = trained_of(run.task, model, catalog.figures)
    configurations = search(trained, usable_accelerators(catalog), client=client_hardware(values, catalog))
    notes = _notes(model, kind)
    if notes:
        configurations = tuple(
            c.model_copy(update={"warnings": (*notes, *c.warnings)}) if c.feasible else c for c in configurations
        )
    counted = count_parameters(model.architecture)
    task = run.task
    result = WorkloadResult(
        id=workload.id, kind=kind, label=workload.label,
        model=ModelFacts(ref=model.ref, params_b=counted.total / 1e9, active_params_b=counted.active / 1e9,
                         evidence=model.evidence),
        demand=None, configurations=configurations, training=training_demand(trained, task),
        training_memory=training_memory(
            model.architecture, task.method, task.precision, task.optimizer, task.lora_rank, catalog.figures
        ),
        stated_compute=_stated(values, catalog, workload.id, trained),
    )  # fmt: skip
    return SizedWorkload(result, kind, model.entry, run=run, architecture=model.architecture, trained=trained)


def _notes(model: DescribedModel, kind: str) -> tuple[Text, ...]:
    """What every configuration of this model stands on."""
    found = (_ASSUMED_SHAPE,) if model.assumed_shape else ()
    return (*found, _TABLES) if kind == SAMPLES and model.sample_class == EMBEDDING else found


def trained_of(task: TrainingTask, model: DescribedModel, facts: Facts) -> Trained:
    """Model and task together; samples are turned into positions of the network.

    Raises:
        CodedError: E121 to E129, a task without meaning.
    """
    check_task(model.architecture, task)
    if task.method != "other":
        return Trained(model.architecture, task, facts)
    return trained_on_samples(model.architecture, task, sample_class(model.sample_class, task.seq_len, facts), facts)


def training_run(values: Values, workload_id: str, kind: str, model: DescribedModel) -> TrainingRun:
    """The task with the answers its GPU hours stand on."""

    def given(question: str) -> Any:
        return values.given(question, workload_id)

    factors = tuple(factor(given(question)) for question in _DEMAND)
    data, epochs, runs = factors
    recipe = _recipe(values, workload_id, kind)
    length = int(number(given("w.seq_len"), fallback=4096))
    context = model.architecture.context
    if context and not given("w.seq_len").known and kind != SAMPLES:
        length = min(length, context)
    task = TrainingTask(
        method=given("w.method").value or "other",
        tokens=Range(low=data.low, value=data.value, high=data.high),
        epochs=epochs.value,
        seq_len=length,
        global_batch=int(number(given("w.global_batch"), fallback=64)),
        deadline_h=number(given("w.deadline_h"), fallback=0.0) or None,
        deadline_stated=given("w.deadline_h").known,
        runs_per_month=Range(low=runs.low, value=runs.value, high=runs.high),
        evidence=weakest(*(f.given.evidence for f in factors)),
        **recipe,
    )
    return TrainingRun(task, factors)


def _recipe(values: Values, workload_id: str, kind: str) -> dict[str, Any]:
    """Fields of the recipe that are named; the usual ones of the task stand for the others."""
    given = values.given("w.recipe", workload_id)
    stated = given.value if isinstance(given.value, dict) else {}
    found = {
        "precision": stated.get("precision"),
        "optimizer": stated.get("optimizer"),
        "recompute": stated.get("activation_checkpointing"),
        "sharding": tuple(stated.get("sharding_allowed") or ()) or None,
    }
    if kind == SAMPLES and not given.known:
        found["recompute"] = "none"
    return {name: value for name, value in found.items() if value is not None}


def training_demand(trained: Trained, task: TrainingTask) -> TrainingDemand:
    """``passes · (2 · N + attention) · tokens · epochs``."""
    return TrainingDemand(
        method=task.method,
        tokens_per_run=task.tokens.value * task.epochs,
        flops_per_run=trained.flops.model * tokens_per_run(trained),
        deadline_h=task.deadline_h,
        runs_per_month=task.runs_per_month.value,
    )


def _stated(values: Values, catalog: Catalog, workload_id: str, trained: Trained) -> StatedCompute | None:
    """None unless hours and their accelerator are stated."""
    given = values.given("w.stated_compute", workload_id)
    stated = given.value if given.known and isinstance(given.value, dict) else {}
    hours, name, flops = stated.get("gpu_hours"), stated.get("gpu"), stated.get("flops")
    if not name or not isinstance(hours, int | float) or hours <= 0:
        return None
    try:
        accelerator = find_accelerator(catalog, str(name))
    except CodedError as error:
        raise CodedError(error.error, place="w.stated_compute", **error.details) from None
    return stated_compute(
        accelerator, float(hours), float(flops) if isinstance(flops, int | float) else None,
        active_parameters=trained.flops.parameters, tokens=tokens_per_run(trained), precision=trained.task.precision,
        facts=catalog.figures,
    )  # fmt: skip


def _on_processors(values: Values, workload: Workload, kind: str) -> SizedWorkload:
    """Trees and rules: no GPU is bought or rented for them."""
    model = ModelFacts(
        ref=NO_NETWORK, params_b=None, active_params_b=None, evidence=values.given("w.model_ref", workload.id).evidence
    )
    result = WorkloadResult(
        id=workload.id, kind=kind, label=workload.label, model=model, demand=None, configurations=(),
        cpu=CpuNeed(feasible=True, cores=None, basis=_TREES), gpu_needed=False,
    )  # fmt: skip
    return SizedWorkload(result, kind)


_NO_SIZE = text(
    "The size of the model is not known: name a model of the catalogue or a size class, or state its parameters.",
    "Die Größe des Modells ist nicht bekannt: ein Modell aus dem Katalog oder eine Größenklasse nennen oder die Zahl "
    "der Parameter angeben.",
)
_NO_RUN = text(
    "No run is planned: state how many runs a month, 0.1 for about one a year.",
    "Kein Lauf geplant: Bitte angeben, wie viele Läufe je Monat anfallen, 0,1 für etwa einen im Jahr.",
)
_TREES: Text = text(
    "Tree methods and rules on tabular data train in minutes to hours on the processors of one ordinary server; a GPU "
    "pays only from hundreds of millions of rows on.",
    "Baumverfahren und Regeln auf Tabellendaten trainieren in Minuten bis Stunden auf den Prozessoren eines "
    "gewöhnlichen Servers; eine GPU lohnt erst ab Hunderten Millionen Zeilen.",
)
_ASSUMED_SHAPE = text(
    "Only the number of parameters is known; width and depth are assumed and decide the activations. States and "
    "arithmetic are exact.",
    "Bekannt ist nur die Zahl der Parameter; Breite und Tiefe sind angenommen und bestimmen die Aktivierungen. "
    "Zustände und Rechenbedarf sind exakt.",
)
_TABLES = text(
    "A recommender's embedding tables are not counted: rows times width times 8 to 16 bytes come on top, and often "
    "decide the memory.",
    "Die Embedding-Tabellen eines Empfehlungssystems sind nicht mitgezählt: Zeilen mal Breite mal 8 bis 16 Byte kommen "
    "hinzu und bestimmen oft den Speicher.",
)
