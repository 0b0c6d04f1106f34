"""From answers to load: how many requests, how long, at which hours, and how fast they must be answered.

Ask people, compute requests: users and their behaviour give the rate; a stated or measured number of simultaneous
requests outranks it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, log, sqrt

from wizard.domain.catalog import Catalog
from wizard.domain.provenance import Figure, weakest
from wizard.domain.quantities import Range
from wizard.domain.workload import InferenceLoad, ServiceTarget, TokenLengths
from wizard.questionnaire.resolve import Given, Values
from wizard.sizing.demand import mean_tokens

SECONDS_PER_HOUR = 3600
PERCENT = 100.0


@dataclass(frozen=True)
class LoadFactor:
    """One factor of the request rate, with the question that controls it."""

    given: Given
    low: float
    value: float
    high: float

    def spread(self) -> tuple[float, float]:
        """Logarithmic distance of low and high from the value; 0 where there is none."""
        if min(self.low, self.value, self.high) <= 0:
            return 0.0, 0.0
        return log(self.value / self.low), log(self.high / self.value)


@dataclass(frozen=True)
class WorkloadLoad:
    """Load of one workload with the answers it stands on."""

    load: InferenceLoad
    target: ServiceTarget
    factors: tuple[LoadFactor, ...]
    """Factors of the rate, or the single stated concurrency."""
    users: float | None
    output_tokens_per_month: float
    stated_concurrency: bool


def inference_load(
    values: Values, catalog: Catalog, workload_id: str, kind: str, model_context: int | None = None
) -> WorkloadLoad:
    """Load of an LLM workload from its answers and defaults.

    The span of the rate combines its factors as independent: ln spans add in quadrature (assumption, stated in the
    report's method chapter). ``model_context`` bounds defaults, never answers.
    """

    def given(question: str) -> Given:
        return values.given(question, workload_id)

    stated = given("w.inflight_peak")
    profile = str(given("w.usage_profile").value)
    hours = load_figure(catalog, "active_hours_per_month", profile)
    peak_to_mean = number(given("w.peak_to_mean"), fallback=1.0)
    if stated.known and stated.value is not None:
        factors: tuple[LoadFactor, ...] = (factor(stated),)
        in_flight, rate = Range.exact(float(stated.value)), None
        burst = Range.exact(1.0)
    else:
        factors = tuple(
            factor(given(q)) for q in ("w.users_active_peak", "w.requests_per_user_hour", "w.calls_per_task")
        )
        in_flight, rate = None, _combined(factors).scaled(1 / SECONDS_PER_HOUR)
        burst = load_figure(catalog, "burst_factor", kind).range()
    tokens_in, tokens_out = _lengths(given("w.tokens_in")), _lengths(given("w.tokens_out"))
    context = number(given("w.context_max"), fallback=tokens_in.p95 + tokens_out.p95)
    if model_context is not None:
        if not given("w.context_max").known:
            context = min(context, float(model_context))
        tokens_in = _within(tokens_in, model_context - tokens_out.typical, keep=given("w.tokens_in").known)
        tokens_out = _within(tokens_out, model_context - tokens_in.typical, keep=given("w.tokens_out").known)
    load = InferenceLoad(
        requests_per_s=rate,
        in_flight=in_flight,
        burst_factor=burst,
        input_tokens=tokens_in,
        output_tokens=tokens_out,
        context_max=context,
        active_hours_per_month=hours.value,
        mean_to_peak=1 / peak_to_mean,
        adapters=int(number(given("w.adapters"), fallback=0.0)),
        shared_prefix=_shared(given("w.shared_prefix_pct")),
        evidence=weakest(*(f.given.evidence for f in factors)),
    )
    users = given("w.users_active_peak")
    return WorkloadLoad(
        load=load,
        target=_target(given),
        factors=factors,
        users=float(users.value) if users.value is not None else None,
        output_tokens_per_month=_monthly_output(values, workload_id, load),
        stated_concurrency=rate is None,
    )


def load_figure(catalog: Catalog, name: str, key: str) -> Figure:
    """A fact of ``catalogs/load.yaml`` by usage profile or workload kind, or its ``other`` entry."""
    return catalog.figures.get(f"load.{name}.{key}") or catalog.figure(f"load.{name}.other")


def factor(given: Given) -> LoadFactor:
    """A number with its span; an exact answer has none."""
    value = number(given, fallback=1.0)
    low = float(given.low) if isinstance(given.low, int | float) else value
    high = float(given.high) if isinstance(given.high, int | float) else value
    return LoadFactor(given, min(low, value), value, max(high, value))


def number(given: Given, *, fallback: float) -> float:
    """The value as a number; ``fallback`` where the question is open and has no default."""
    value = given.value
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else fallback


def demand_span(factors: tuple[LoadFactor, ...]) -> tuple[float, float]:
    """Low and high factor on the middle demand, from independent factors in quadrature."""
    downs, ups = zip(*(f.spread() for f in factors), strict=True)
    return exp(-sqrt(sum(d * d for d in downs))), exp(sqrt(sum(u * u for u in ups)))


def _combined(factors: tuple[LoadFactor, ...]) -> Range:
    value = 1.0
    for part in factors:
        value *= part.value
    down, up = demand_span(factors)
    return Range(low=value * down, value=value, high=value * up)


def _within(lengths: TokenLengths, limit: float, *, keep: bool) -> TokenLengths:
    """Defaults never ask for more than the model holds; an answer is kept and refused with its reason instead."""
    if keep or lengths.p95 <= limit:
        return lengths
    longest = max(limit, 1.0)
    return TokenLengths(typical=min(lengths.typical, longest), p95=longest)


def _lengths(given: Given) -> TokenLengths:
    typical = number(given, fallback=1.0)
    p95 = float(given.p95) if given.p95 is not None else typical
    return TokenLengths(typical=typical, p95=max(typical, p95))


def _shared(given: Given) -> float:
    """Share of the prompt that repeats; nothing where only a default stands, so that no speed rests on a guess."""
    return number(given, fallback=0.0) / PERCENT if given.known else 0.0


def _target(ask: Callable[[str], Given]) -> ServiceTarget:
    name = str(ask("w.slo_class").value)
    if name == "batch":
        return ServiceTarget(name=name)
    ttft, tpot = ask("w.ttft_p95_ms"), ask("w.tpot_p95_ms")
    return ServiceTarget(
        name=name,
        ttft_p95_ms=number(ttft, fallback=0.0) or None,
        tpot_p95_ms=number(tpot, fallback=0.0) or None,
    )


def _monthly_output(values: Values, workload_id: str, load: InferenceLoad) -> float:
    known = values.given("w.monthly_tokens_known", workload_id)
    if known.known and isinstance(known.value, dict):
        stated = known.value.get("output_tokens")
        if isinstance(stated, int | float):
            return float(stated)
    if load.requests_per_s is None:
        return 0.0
    mean_rate = load.requests_per_s.value * load.mean_to_peak
    return mean_rate * SECONDS_PER_HOUR * load.active_hours_per_month * mean_tokens(load.output_tokens)
