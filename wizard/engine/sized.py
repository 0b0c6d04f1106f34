"""One workload with its sizing and all that its numbers stand on, whatever kind it is."""

from dataclasses import dataclass

from wizard.domain.catalog import ModelEntry
from wizard.domain.configuration import Configuration
from wizard.domain.language import Text
from wizard.domain.model import ModelArchitecture
from wizard.domain.provenance import Evidence, weakest
from wizard.domain.workload import ServiceLoad, TrainingTask
from wizard.domain.workload_result import ModelFacts, WorkloadResult
from wizard.engine.loads import LoadFactor, WorkloadLoad
from wizard.questionnaire.resolve import Given
from wizard.sizing.partition import Part
from wizard.sizing.training_memory import Trained

MULTI_NODE_FROM = 8
"""GPUs of a machine from which training may span several of them (assumption: smaller ones have no fabric)."""


@dataclass(frozen=True)
class TrainingRun:
    """A training task with the answers its GPU hours stand on."""

    task: TrainingTask
    factors: tuple[LoadFactor, ...]


@dataclass(frozen=True)
class ServiceRun:
    """The load of a service of items with the answers it stands on."""

    load: ServiceLoad
    factors: tuple[LoadFactor, ...]


@dataclass(frozen=True)
class SizedWorkload:
    """At most one of ``load`` (language models), ``run`` (training) and ``service`` (items) is set."""

    result: WorkloadResult
    kind: str
    model: ModelEntry | None = None
    load: WorkloadLoad | None = None
    formats: tuple[str, ...] = ()
    kv_format: str = "auto"
    spare_replicas: int = 0
    run: TrainingRun | None = None
    service: ServiceRun | None = None
    architecture: ModelArchitecture | None = None
    """Where it does not come from a catalogue entry."""
    trained: Trained | None = None
    """Of training: the task with what its memory and speed follow from."""
    parts: tuple[tuple[str, Part], ...] = ()
    """Configurations on a part of a GPU, by id."""

    @property
    def arch(self) -> ModelArchitecture:
        found = self.architecture or (self.model.architecture if self.model else None)
        assert found is not None  # noqa: S101 - callers ask for workloads with a model only
        return found

    @property
    def sized(self) -> bool:
        """Whether options have to carry it: its demand is known and it needs a GPU."""
        return self.result.gpu_needed and any(part is not None for part in (self.load, self.run, self.service))

    @property
    def factors(self) -> tuple[LoadFactor, ...]:
        """Factors of the demand with the questions that control them; none where no option has to carry it."""
        if not self.result.gpu_needed:
            return ()
        for part in (self.load, self.run, self.service):
            if part is not None:
                return part.factors
        return ()

    @property
    def evidence(self) -> Evidence:
        """Weakest evidence among the answers that shape the demand."""
        if self.load is not None:
            return self.load.load.evidence
        if self.run is not None:
            return self.run.task.evidence
        return self.service.load.evidence if self.service is not None else weakest()

    def best_on(self, accelerator: str, gpus_at_most: int) -> Configuration | None:
        """The first feasible configuration on this accelerator that such machines can hold.

        A replica that serves fits into one machine; a training run may span whole machines of eight and more.
        """
        return next(
            (
                c
                for c in self.result.configurations
                if c.accelerator == accelerator and c.feasible and c.origin == "search" and _fits(c, gpus_at_most)
            ),
            None,
        )

    def of_client(self, accelerator: str, gpus: int) -> Configuration | None:
        """The client's own hardware on this accelerator, where it carries the workload."""
        return next(
            (
                c
                for c in self.result.configurations
                if c.accelerator == accelerator and c.feasible and c.origin == "client" and c.total_gpus <= gpus
            ),
            None,
        )

    def part_of(self, configuration_id: str) -> Part | None:
        """The part of a GPU that a configuration runs on; None: whole GPUs."""
        return next((part for name, part in self.parts if name == configuration_id), None)

    def on_part(self, accelerator: str) -> Configuration | None:
        """The configuration on a part of this GPU, where it takes less of one than on whole GPUs."""
        name = next((name for name, part in self.parts if part.of == accelerator), None)
        return None if name is None else self.configuration(name)

    def configuration(self, configuration_id: str) -> Configuration:
        return next(c for c in self.result.configurations if c.id == configuration_id)


def _fits(configuration: Configuration, gpus: int) -> bool:
    wanted = configuration.gpus_per_replica
    if wanted <= gpus:
        return True
    return configuration.training is not None and gpus >= MULTI_NODE_FROM and wanted % gpus == 0


def left_open(
    workload_id: str, label: str, kind: str, reference: Given, why: Text, question: str | None = None
) -> SizedWorkload:
    """A workload whose hardware and cost stay open, with the reason and the answer that stands in the way."""
    model = ModelFacts(
        ref=str(reference.value or ""), params_b=None, active_params_b=None,
        evidence=reference.evidence if reference.known else Evidence.ASSUMED,
    )  # fmt: skip
    result = WorkloadResult(
        id=workload_id,
        kind=kind,
        label=label,
        model=model,
        demand=None,
        configurations=(),
        open=why,
        open_question=question,
    )
    return SizedWorkload(result, kind)
