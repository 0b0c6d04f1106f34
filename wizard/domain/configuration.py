"""One sized configuration: memory, speed and layout of a model on one kind of accelerator."""

from typing import Literal

from wizard.domain.base import Frozen
from wizard.domain.language import Text
from wizard.domain.provenance import Evidence
from wizard.domain.workload import Deployment


class Memory(Frozen):
    """Per GPU in GB. Total = weights + KV demand + activations + gradients + optimizer + overhead."""

    weights_gb: float
    kv_cache_gb: float
    """Demand of the running requests at full length."""
    kv_pool_gb: float
    """What is left for the cache on this GPU; negative when not even the weights fit."""
    activations_gb: float
    gradients_gb: float = 0.0
    optimizer_gb: float = 0.0
    overhead_gb: float
    total_gb: float
    usable_gb: float
    kv_capacity_tokens: float
    """Of the whole replica."""


class DraftedMemory(Memory):
    """With a second model that drafts tokens: its parts count into the total, and its cache shares the pool."""

    draft_weights_gb: float
    draft_cache_gb: float
    """Of the running requests at full length: the draft attends to all they hold."""


class Performance(Frozen):
    """At the asked load; throughput, concurrency and utilisation are those of the whole deployment."""

    ttft_ms_mean: float
    ttft_ms_p50: float
    ttft_ms_p95: float
    ttft_ms_p99: float
    tpot_ms_mean: float
    tpot_ms_p50: float
    tpot_ms_p95: float
    tpot_ms_p99: float
    e2e_s_mean: float
    e2e_s_p50: float
    e2e_s_p95: float
    e2e_s_p99: float
    output_tokens_per_s: float
    requests_per_s: float
    concurrency: float
    max_concurrency: float
    """Running requests that fit into memory and meet the service target."""
    utilisation: float


class TrainingPerformance(Frozen):
    """One run of a training task on all its GPUs."""

    step_time_ms: float
    """One optimizer step of the whole batch."""
    tokens_per_s_per_gpu: float
    """Samples a second for training that does not count tokens."""
    mfu: float
    """Model FLOPs utilisation: the demand's FLOPs (recomputation left out) over the dense peak, 0 to 1."""
    duration_h: float
    """With checkpoints, evaluation and restarts."""
    epoch_h: float
    """Of one pass over the data; for a part of a pass, what a whole one would take."""
    steps: float
    """Optimizer steps of the run."""
    goodput: float
    """Share of the duration that goes into steps, 0 to 1; checkpoints, failures and evaluation take the rest."""
    gpu_hours: float
    energy_kwh: float | None
    """IT energy of the run, without cooling; None where the maker publishes no power."""


class TrainingLayout(Frozen):
    """How a training run is spread over its GPUs, beside tensor and pipeline parallelism."""

    data_parallel: int
    zero_stage: int
    """States divided over the data-parallel GPUs: 0 none, 1 optimizer, 2 also gradients, 3 also weights (FSDP)."""
    micro_batch: int
    """Samples one GPU computes at once."""
    accumulation_steps: int
    """Micro-batches whose gradients are added before one optimizer step."""
    samples_per_step: int
    """Samples an optimizer step really has: the asked batch, or more where every GPU needs one."""
    reason: Text | None = None
    """Why the run is spread like this."""


class ServicePerformance(Frozen):
    """A service that answers items; the unit stands in the workload's service demand."""

    units_per_s: float
    """Highest rate of the whole deployment within the latency target."""
    units_per_s_per_gpu: float
    latency_ms_p95: float | None
    """None: not known for this class of model."""
    utilisation: float
    """Asked rate at the peak over the highest rate."""


class NearestMeasurement(Frozen):
    """A published measurement of something alike. It stands beside a prediction and never enters it."""

    id: str
    quantity: str
    """``throughput`` in tokens/s of all GPUs, ``tpot`` and ``ttft`` in ms, ``e2e`` in s."""
    measured: float
    predicted: float
    """What the same formulas say for the measured deployment."""
    source: str
    source_date: str = ""
    distance: float | None = None
    """0 for the same deployment; about 1 for a model 2.7 times as large."""
    differs: tuple[Text, ...] = ()
    """What is not the same."""


class MeasuredAccuracy(Frozen):
    """How far predictions are off published measurements of one class."""

    label: Text
    """The class: kind of model, generation of accelerators, engine, number format."""
    quantity: str
    rows: int
    fitted: int
    """Rows among them that took part in fitting the figures; the others are new to the formulas."""
    groups: int
    """Models on accelerators; rows of one resemble each other."""
    median_error: float
    """Median of the absolute error as a share of the measured value."""
    within_25_percent: float


class Configuration(Frozen):
    id: str
    origin: Literal["search", "client"]
    accelerator: str
    gpus_per_replica: int
    tensor_parallel: int
    pipeline_parallel: int
    expert_parallel: int
    attention: Literal["tensor", "data"] = "tensor"
    """``data``: every GPU attends to requests of its own, and the experts are spread over all of them."""
    replicas: int
    spare_replicas: int
    total_gpus: int
    replicas_at_peak: float | None = None
    """Replicas the busiest moment keeps full, before rounding up; None where no replica carries the load."""
    weights_format: str
    kv_format: str
    engine: str
    memory: Memory
    performance: Performance | TrainingPerformance | ServicePerformance | None
    """By kind of workload; None when the configuration cannot run."""
    interval: dict[str, tuple[float, float]]
    bottleneck: str
    slo_met: bool | None
    """None: no target known."""
    evidence: Evidence
    warnings: tuple[Text, ...] = ()
    why_not: tuple[Text, ...] = ()
    """Empty: feasible. Otherwise each reason with its remedy."""
    nearest_measurements: tuple[NearestMeasurement, ...] = ()
    measured_accuracy: tuple[MeasuredAccuracy, ...] = ()
    layout: TrainingLayout | None = None
    """Of training only."""

    def deployment(self, adapters: int = 0) -> Deployment:
        """How one of its replicas runs, with LoRA adapters where the load has some."""
        return Deployment(
            accelerator=self.accelerator,
            tensor_parallel=self.tensor_parallel,
            pipeline_parallel=self.pipeline_parallel,
            expert_parallel=self.expert_parallel,
            attention=self.attention,
            weights_format=self.weights_format,
            kv_format=self.kv_format,
            engine=self.engine,
            origin=self.origin,
            adapters=adapters,
        )

    @property
    def feasible(self) -> bool:
        return not self.why_not

    @property
    def serving(self) -> Performance | None:
        """Speed of a language model; None for other kinds, or where it cannot run."""
        return self.performance if isinstance(self.performance, Performance) else None

    @property
    def training(self) -> TrainingPerformance | None:
        return self.performance if isinstance(self.performance, TrainingPerformance) else None

    @property
    def service(self) -> ServicePerformance | None:
        return self.performance if isinstance(self.performance, ServicePerformance) else None
