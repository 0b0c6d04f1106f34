"""The result of one evaluation: ``rechenwerk.result/1``. Names are a contract with every reader of the JSON."""

from datetime import date
from typing import Literal

from pydantic import Field

from wizard.domain.base import Frozen
from wizard.domain.fleet import Facility, HostNeed, NetworkNeed, PartNeed, StorageNeed
from wizard.domain.language import Language, Text
from wizard.domain.layout import FleetLayout
from wizard.domain.ownership import HybridSplit, PhasedPurchase
from wizard.domain.provenance import Evidence
from wizard.domain.roadmap import RoadmapStep
from wizard.domain.workload_result import WorkloadResult

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


class ShownCurrency(Frozen):
    """The client's currency. Amounts of the result are in euro; divided by the rate they are in this currency."""

    code: str
    eur_per_unit: float
    rate_on: date
    source: str = ""

    def of(self, euro: float) -> float:
        """An amount in the client's currency."""
        return euro / self.eur_per_unit


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


class ForwardPrice(Frozen):
    """What one price list implies about rents to come."""

    id: str
    """Of the offer."""
    provider: str
    accelerator: str
    currency: str
    committed_1y_per_hour: float
    committed_3y_per_hour: float
    change_per_year: float
    """r − 1, where three terms of one year at p1, p1 · r and p1 · r² cost what three years cost."""
    retrieved_on: date


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
    products: tuple[Text, ...] = ()
    """Real machines of the server class, with what their makers published."""
    layout: FleetLayout | None = None
    """Which workload sits on which GPUs, and how the fleet grows; None: it was not laid out."""


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
    age_days: int | None = None
    """On the as-of date of the result."""


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
    """Of the hours paid for or installed."""
    per_useful_gpu_hour_eur: float | None = None
    """Of the hours in which GPUs carry load; spare and idle ones do not count."""
    per_user_month_eur: float | None = None
    """The part of the cost that serves people, by their GPU hours; None: the number of users was not stated."""
    per_training_run_eur: float | None = None
    """The part of the cost that trains, by its GPU hours."""
    depreciation_by_year_eur: tuple[float, ...] = ()
    """Straight line over the accounting life; not a payment, and not part of any sum here."""
    breakdown: dict[str, float]
    """Nominal euro by component; the sum equals ``nominal_eur``."""
    vat: Literal["net", "partly", "gross"]
    """Whether amounts hold VAT: none, the part that cannot be reclaimed, or all of it."""


class Criterion(Frozen):
    value: float | None
    unit: str
    score: float | None
    """0 at the worst acceptable anchor, 1 at the target; None: not known."""
    formula: str
    evidence: Evidence


class Influence(Frozen):
    """What one uncertain input does to a net present value."""

    input: str
    """Key of the cost model."""
    label: Text
    unit: str
    p10: float
    """Value of the input that it stays below in one case of ten."""
    p90: float
    low_eur: float
    """The net present value at ``p10``, all other inputs at their medians."""
    high_eur: float
    total_effect: float | None
    """Share of the variance that goes with this input, interactions included; the shares may add up to more than 1.
    None: not computed (fewer than 4,096 samples), or the input moves next to nothing."""


class Lead(Frozen):
    """What the lead of the best option over the next best hangs on."""

    option: OptionId
    against: OptionId
    influences: tuple[Influence, ...]
    """On the cost of ``against`` less that of ``option``, largest first: above 0 euro the best option is the cheaper
    one."""


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
    purchase: PhasedPurchase | None = None
    influences: tuple[Influence, ...] = ()
    """What moves its net present value, largest first."""


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


class DatedFact(Frozen):
    """A rule of law or the state of a product that the result rests on. Orientation, never advice."""

    pack: Literal["law", "software"]
    id: str
    name: Text
    status: str
    state: Text
    """The status in words on the day of the evaluation, with its date."""
    as_of: date
    """Day up to which the source speaks."""
    checked_on: date
    age_days: int
    limit_days: int
    expired: bool
    changed: bool = False
    """A date of the entry has passed since the source was read."""
    weak: bool = False
    """No source was read for the entry, or one that only hints at it."""
    source: str
    url: str | None = None
    used_by: tuple[str, ...] = ()
    """Findings, gates and advice that name it."""


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
    currency: ShownCurrency | None = None
    """None: an older result, in euro."""
    findings: tuple[Finding, ...]
    assumptions: tuple[Assumption, ...]
    price_ages: tuple[PriceAge, ...] = ()
    forward_prices: tuple[ForwardPrice, ...] = ()
    """Of accelerators that can carry a workload."""
    advice: tuple[AdviceSection, ...] = ()
    dated_facts: tuple[DatedFact, ...] = ()
    """Law first, then software; only what this result rests on."""
    lead: Lead | None = None
    """None: fewer than two priced options compete."""

    def option(self, option_id: str) -> Option | None:
        return next((o for o in self.options if o.id == option_id), None)
