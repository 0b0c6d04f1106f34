"""The sizing of one workload: what it asks for, what it runs on, and what it means."""

from wizard.domain.base import Frozen
from wizard.domain.configuration import Configuration
from wizard.domain.language import Text
from wizard.domain.provenance import Evidence
from wizard.domain.workload import TokenLengths


class ModelFacts(Frozen):
    ref: str
    params_b: float | None
    active_params_b: float | None
    evidence: Evidence


class Demand(Frozen):
    in_flight_mean: float
    in_flight_p95: float
    in_flight_p99: float
    requests_per_s_peak: float
    input_tokens: TokenLengths
    output_tokens: TokenLengths


class ServiceDemand(Frozen):
    """What a service of items is asked for."""

    unit: str
    per_s_peak: float
    per_s_mean: float
    """Over the active hours."""
    streams: float | None = None
    latency_p95_s: float | None = None


class TrainingDemand(Frozen):
    """What one training task asks for."""

    method: str
    tokens_per_run: float
    """All epochs; samples for training that does not count tokens."""
    flops_per_run: float
    """6 · parameters · tokens with attention, 4 · where the base is frozen; without recomputation."""
    deadline_h: float | None
    runs_per_month: float


class TrainingMemory(Frozen):
    """States of the training in GB over all GPUs together, before activations, beside the simple rule."""

    parameters_b: float
    trained_b: float
    """Parameters that are trained: all of them, or those of the adapters."""
    weights_gb: float
    gradients_gb: float
    optimizer_gb: float
    """Master weights and moments."""
    states_gb: float
    """Sum of the three at the lower convention."""
    states_high_gb: float
    """With gradients in 32 bit."""
    bytes_per_parameter: float
    bytes_per_parameter_high: float
    rule_low_gb: float
    """Weights + 30 %: the rule of thumb found in articles."""
    rule_high_gb: float
    """Weights + 40 %."""


class StatedCompute(Frozen):
    """Computing time somebody stated for a training run, checked against the arithmetic."""

    accelerator: str
    gpu_hours: float
    peak_flops: float
    """GPU hours · 3600 · dense peak."""
    stated_flops: float | None
    share_of_peak: float | None
    """Stated FLOPs over the dense peak of the stated hours."""
    implied_mfu: float
    """Needed FLOPs (6 · N · D) over the dense peak of the stated hours."""


class CpuNeed(Frozen):
    """What a workload needs on ordinary processors."""

    feasible: bool
    """Whether processors alone meet the asked rate and latency."""
    cores: int | None
    """For the asked rate; None: no sensible number."""
    units_per_s_per_core: float | None = None
    """Items, or output tokens of one request, a second."""
    ram_gb: float | None = None
    basis: Text


class CardsByTokens(Frozen):
    """Cards needed against cached tokens a request: the answer that a single card count hides."""

    accelerator: str
    configuration: str
    tokens_per_request: int
    requests_per_replica: int
    gpus: int
    gpus_with_spare: int


class WorkloadResult(Frozen):
    id: str
    kind: str
    label: str
    model: ModelFacts
    demand: Demand | None
    """Of language models; None for other kinds."""
    configurations: tuple[Configuration, ...]
    token_table: tuple[CardsByTokens, ...] = ()
    open: Text | None = None
    """Why hardware and cost of this workload are not computed; None: they are."""
    open_question: str | None = None
    """The question whose answer has to change for that, where one alone stands in the way."""
    service: ServiceDemand | None = None
    training: TrainingDemand | None = None
    training_memory: TrainingMemory | None = None
    stated_compute: StatedCompute | None = None
    cpu: CpuNeed | None = None
    gpu_needed: bool = True
    """False: processors alone carry it, and no option buys or rents a GPU for it."""
    warnings: tuple[Text, ...] = ()
    """What the sizing leaves beside it, such as models that run along."""
