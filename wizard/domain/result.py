"""The result of one evaluation: ``rechenwerk.result/1``. Names are a contract with every reader of the JSON."""

from datetime import date
from typing import Literal

from pydantic import Field

from wizard.domain.base import Frozen
from wizard.domain.fleet import Facility, HostNeed, NetworkNeed, PartNeed, StorageNeed
from wizard.domain.language import Language, Text
from wizard.domain.provenance import Evidence
from wizard.domain.roadmap import RoadmapStep
from wizard.domain.workload import TokenLengths

SCHEMA: Literal["rechenwerk.result/1"] = "rechenwerk.result/1"

Verdict = Literal["pass", "fail", "open"]
OptionId = Literal["on_premises", "colocation", "dedicated", "cloud", "hybrid", "api", "seats", "status_quo"]
Severity = Literal["blocker", "high", "medium", "low", "info", "positive"]


class Percentiles(Frozen):
    p5: float
    p50: float
    p95: float


class Provenance(Frozen):
    engine_version: str
    catalog_version: str
    catalog_as_of: date
    as_of: date
    seed: int
    samples: int


class OpenQuestion(Frozen):
    id: str
    workload: str | None = None
    why: Text
    impact: str
    """``gate``, ``verdict``, ``cost`` or ``detail``, in falling order of weight."""


class Completeness(Frozen):
    answered: int
    unknown: int
    measured: int
    open_questions: tuple[OpenQuestion, ...]


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
    gpu_hours: float
    energy_kwh: float
    """IT energy of the run, without cooling."""


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
    id: str
    quantity: str
    measured: float
    predicted: float
    source: str


class Configuration(Frozen):
    id: str
    origin: Literal["search", "client"]
    accelerator: str
    gpus_per_replica: int
    tensor_parallel: int
    pipeline_parallel: int
    expert_parallel: int
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
    layout: TrainingLayout | None = None
    """Of training only."""

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


class WorkloadResult(Frozen):
    id: str
    kind: str
    label: str
    model: ModelFacts
    demand: Demand | None
    """Of language models; None for other kinds."""
    configurations: tuple[Configuration, ...]
    token_table: tuple["CardsByTokens", ...] = ()
    open: Text | None = None
    """Why hardware and cost of this workload are not computed; None: they are."""
    service: ServiceDemand | None = None
    training: TrainingDemand | None = None
    training_memory: TrainingMemory | None = None
    stated_compute: StatedCompute | None = None
    cpu: CpuNeed | None = None
    gpu_needed: bool = True
    """False: processors alone carry it, and no option buys or rents a GPU for it."""
    warnings: tuple[Text, ...] = ()
    """What the sizing leaves beside it, such as models that run along."""


class CardsByTokens(Frozen):
    """Cards needed against cached tokens a request: the answer that a single card count hides."""

    accelerator: str
    configuration: str
    tokens_per_request: int
    requests_per_replica: int
    gpus: int
    gpus_with_spare: int


class Gate(Frozen):
    rule: str
    verdict: Verdict
    text: Text
    questions: tuple[str, ...] = ()
    source: str = ""


class Fleet(Frozen):
    gpus: dict[str, int]
    nodes: int
    cpu_cores: int
    ram_gb: float
    nvme_tb: float
    capacity_tb: float
    network_gbit_s: float
    power_kw: float
    cooling_kw: float
    rack_units: float
    by_year: tuple[int, ...]
    """GPUs in use at the end of each year."""
    host: HostNeed | None = None
    storage: StorageNeed | None = None
    network: NetworkNeed | None = None
    facility: Facility | None = None
    """None: the provider's."""
    parts: tuple[PartNeed, ...] = ()
    """Bill of materials of own machines, priced or not."""


class Item(Frozen):
    ref: str
    provider: str
    region: str
    quantity: float
    unit: str
    unit_price: float
    currency: str
    price_kind: Literal["list", "contracted", "effective", "street", "quote"]
    source: str
    retrieved_on: date


class Cost(Frozen):
    npv_eur: Percentiles
    nominal_eur: float
    """Sum of the undiscounted flows at the middle values."""
    capex_eur: float
    peak_cash_eur: float
    """Highest outflow of a single month: what must be at hand at once."""
    by_year_eur: tuple[float, ...]
    cumulative_eur: tuple[Percentiles, ...] = ()
    """Undiscounted, at the end of each month: for the cumulative cost figure."""
    per_million_output_tokens_eur: float | None
    per_gpu_hour_eur: float | None
    breakdown: dict[str, float]
    """Nominal euro by component; the sum equals ``nominal_eur``."""
    vat: Literal["net", "gross"]


class HybridSplit(Frozen):
    """How a hybrid option divides the load, fixed before sampling."""

    owned_machines: int
    owned_gpus: int
    burst_gpus_peak: float
    """GPUs rented at the busiest hour, at the middle values."""
    critical_fractile: float
    """Own a machine as long as the share of hours that need it exceeds this: fixed cost / (rent − own running cost)."""
    owned_share: float
    """Of the served load."""
    owned_utilisation: float


class Criterion(Frozen):
    value: float | None
    unit: str
    score: float | None
    """0 at the worst acceptable anchor, 1 at the target; None: not known."""
    formula: str
    evidence: Evidence


class Option(Frozen):
    id: OptionId
    feasible: Literal["yes", "no", "open"]
    gates: tuple[Gate, ...]
    chosen: dict[str, str]
    fleet: Fleet | None
    items: tuple[Item, ...]
    cost: Cost | None
    """None: cannot be priced; ``notes`` say why."""
    criteria: dict[str, Criterion]
    value: Percentiles | None
    p_best: float | None
    rank_probabilities: tuple[float, ...] = ()
    notes: tuple[Text, ...] = ()
    split: HybridSplit | None = None


class BreakEven(Frozen):
    against: str
    simple_months: float | Literal["never"] | None
    discounted_months: float | Literal["never"] | None
    utilisation: float | None


class Flip(Frozen):
    """JSON names ``from`` and ``to``: Python keeps the first for itself."""

    input: str
    from_: float = Field(alias="from")
    to: float
    becomes: str


class MeasureFirst(Frozen):
    question: str
    value_eur: float | None
    why: Text


class Recommendation(Frozen):
    option: OptionId | None
    runner_up: OptionId | None
    verdict: Literal["clear", "leaning", "open"]
    because: tuple[Text, ...]
    flips: tuple[Flip, ...]
    measure_first: tuple[MeasureFirst, ...]
    roadmap: tuple[Text, ...]
    roadmap_steps: tuple[RoadmapStep, ...] = ()
    """The same with dates and the numbers that decide."""


class Finding(Frozen):
    id: str
    severity: Severity
    title: Text
    text: Text
    advice: Text
    evidence: Evidence
    source: str
    questions: tuple[str, ...] = ()


class Assumption(Frozen):
    question: str
    """Question id, or ``cost.<input key>`` where only the catalogue knows the value."""
    workload: str | None = None
    label: Text | None = None
    """Name of what is assumed where no question asks for it."""
    value: str
    low: float | None
    high: float | None
    unit: str
    basis: Text
    impact_eur: float | None
    """Swing of the recommended option's NPV between low and high; None: not a cost driver."""


class PriceAge(Frozen):
    ref: str
    retrieved_on: date
    age_days: int
    limit_days: int
    expired: bool
    source: str


AdviceTopic = Literal[
    "scaling", "serving", "containers", "loading", "security", "monitoring", "benchmark", "training", "data",
]  # fmt: skip


class AdviceItem(Frozen):
    """One piece of advice that the answers or the result call for."""

    id: str
    text: Text
    because: Text | None = None
    """The answer or figure it follows from."""
    source: str = ""


class AdviceSection(Frozen):
    topic: AdviceTopic
    title: Text
    items: tuple[AdviceItem, ...]


class Result(Frozen):
    schema_: Literal["rechenwerk.result/1"] = Field(default=SCHEMA, alias="schema")
    revision: int
    language: Language
    provenance: Provenance
    completeness: Completeness
    workloads: tuple[WorkloadResult, ...]
    options: tuple[Option, ...]
    """Ranked: feasible first, then open, then excluded; within each by value."""
    break_even: BreakEven | None
    recommendation: Recommendation
    findings: tuple[Finding, ...]
    assumptions: tuple[Assumption, ...]
    price_ages: tuple[PriceAge, ...] = ()
    advice: tuple[AdviceSection, ...] = ()

    def option(self, option_id: str) -> Option | None:
        return next((o for o in self.options if o.id == option_id), None)
