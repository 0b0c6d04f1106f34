"""One replica, ready for any load: its limits, its memory, and its state at a traffic."""

from dataclasses import dataclass
from functools import cached_property
from math import floor, isfinite

from wizard.domain.configuration import Memory
from wizard.domain.hardware import Accelerator
from wizard.domain.model import ModelArchitecture
from wizard.domain.provenance import Evidence, weakest
from wizard.domain.quantities import Range
from wizard.domain.workload import Deployment, ServiceTarget
from wizard.sizing.engine_memory import pool_range
from wizard.sizing.figures import Facts, pick, pick_running
from wizard.sizing.memory import Budget, memory_budget, memory_of, needed_gb
from wizard.sizing.performance import Traffic
from wizard.sizing.prefix import cache_demand, requests_held
from wizard.sizing.queueing import lognormal_quantile
from wizard.sizing.speculative import DraftedModel, Drafting, drafted_memory, served_share
from wizard.sizing.spread import prediction_evidence
from wizard.sizing.steady import Load, State, closed_loop, most_within, open_loop
from wizard.sizing.steps import StepModel, StepModels


@dataclass(frozen=True)
class Replica:
    """One replica with its limits, ready for any load."""

    arch: ModelArchitecture
    accelerator: Accelerator
    deployment: Deployment
    facts: Facts
    load: Load
    budget: Budget
    memory_slots: int
    """Requests of full length the cache holds."""
    slots: int
    """Also bounded by what the engine runs at once."""
    models: StepModels
    drafting: Drafting | None = None

    @cached_property
    def model(self) -> StepModel:
        """Built when it is asked for: a replica that does not fit has no speed."""
        served = self.models.model(self.deployment)
        if self.drafting is None:
            return served
        draft = StepModel(self.drafting.arch, self.accelerator, self.drafting.deployment, self.facts)
        return DraftedModel(served, draft, self.drafting)

    @property
    def length(self) -> float:
        return self.load.prompt + self.load.output

    @property
    def evidence(self) -> Evidence:
        found = prediction_evidence(self.arch, self.accelerator, self.deployment, self.facts)
        if self.drafting is None:
            return found
        drafting = self.drafting
        own = prediction_evidence(drafting.arch, self.accelerator, drafting.deployment, self.facts)
        return weakest(found, own, Evidence.STATED if drafting.measured else Evidence.ASSUMED)


def replica_of(
    arch: ModelArchitecture,
    accelerator: Accelerator,
    deployment: Deployment,
    load: Load,
    facts: Facts,
    models: StepModels | None = None,
    drafting: Drafting | None = None,
) -> Replica:
    """The replica with its cache slots; ``models`` of the same model, card, formats and engine."""
    models = models or StepModels(arch, accelerator, facts)
    draft = 0.0 if drafting is None else drafting.weights(facts)
    budget = memory_budget(arch, accelerator, deployment, facts, draft)
    beside = None if drafting is None else (drafting.arch, drafting.deployment)
    holds = requests_held(arch, deployment, load, max(0.0, budget.pool), facts, beside)
    engine_limit = int(pick_running(facts, "max_running_requests", deployment.engine, accelerator).value)
    held = floor(holds) if isfinite(holds) else (engine_limit if budget.pool >= 0 else 0)
    slots = min(held, engine_limit)
    return Replica(arch, accelerator, deployment, facts, load, budget, held, slots, models, drafting)


def state_of(replica: Replica, traffic: Traffic) -> State:
    """The steady state of one replica at this traffic; at its limit where the traffic exceeds it."""
    model, load = replica.model, replica.load
    if traffic.rate is None:
        asked = replica.slots if traffic.concurrency is None else traffic.concurrency / traffic.replicas
        return closed_loop(model, load, min(asked, replica.slots))
    full = closed_loop(model, load, replica.slots)
    each = traffic.rate / traffic.replicas
    return open_loop(model, load, each) if each < full.rate else full


def most_concurrency(replica: Replica, target: ServiceTarget | None, *, closed: bool) -> float:
    """Requests one replica runs at once within memory and target."""
    tpot, ttft = mean_limits(target, replica.facts)
    return most_within(replica.model, replica.load, replica.slots, tpot, ttft, closed=closed)


def mean_limits(target: ServiceTarget | None, facts: Facts) -> tuple[float | None, float | None]:
    """Mean TPOT and TTFT in seconds that go with the 95 % targets, by the lognormal spread."""
    if target is None:
        return None, None
    limits = []
    for limit, name in ((target.tpot_p95_ms, "tpot_sigma"), (target.ttft_p95_ms, "ttft_sigma")):
        factor = lognormal_quantile(1.0, pick(facts, name).value, 0.95)
        limits.append(None if limit is None else limit / 1000 / factor)
    return limits[0], limits[1]


def memory_for(replica: Replica, requests: float) -> Memory:
    """Of its fullest accelerator, with the cache of so many requests of full length."""
    demand = cache_demand(replica.arch, replica.deployment, replica.load, requests, replica.facts)
    memory = memory_of(
        replica.budget, replica.arch, replica.deployment, requests, replica.length, replica.facts, demand
    )  # fmt: skip
    drafting = replica.drafting
    if drafting is None:
        return memory
    cache = cache_demand(drafting.arch, drafting.deployment, replica.load, requests, replica.facts)
    share = served_share(replica.arch, replica.deployment, drafting, replica.length, replica.facts)
    return drafted_memory(memory, replica.budget.draft, cache, share)


def all_weights_gb(replica: Replica) -> float:
    """Weights of all models in GB, whole."""
    whole = needed_gb(replica.arch, replica.deployment.weights_format, replica.facts)
    if replica.drafting is None:
        return whole
    return whole + needed_gb(replica.drafting.arch, replica.drafting.deployment.weights_format, replica.facts)


def cache_room(replica: Replica) -> Range:
    """Bytes of the cache at the ends of the spans of usable memory, profiling run and runtime."""
    return pool_range(replica.arch, replica.accelerator, replica.deployment, replica.budget.pool, replica.facts)
