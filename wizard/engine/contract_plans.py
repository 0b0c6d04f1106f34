"""Ways to carry the workloads without machines: model APIs by the token, finished assistants by the seat."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from wizard.domain.catalog import Catalog
from wizard.domain.economics import ApiPlan, ApiUse, Plan, SeatPlan
from wizard.domain.offers import ApiOffer
from wizard.domain.places import EEA
from wizard.domain.quantities import HOURS_PER_MONTH
from wizard.engine.loads import SECONDS_PER_HOUR, WorkloadLoad
from wizard.engine.paying import users_of
from wizard.engine.quoted import api_spans
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.resolve import Values
from wizard.sizing.demand import mean_tokens, nominal_service_s

PERCENT = 100.0
_OWN_WEIGHTS = "own"


@dataclass(frozen=True)
class MonthlyTokens:
    """Of one workload at today's middle demand."""

    input: float
    cached_share: float
    output: float


def api_plans(values: Values, catalog: Catalog, sized: Sequence[SizedWorkload]) -> Iterator[ApiPlan]:
    """One plan for each provider that serves every workload, and the cheapest mixes: of all, and of the EEA.

    A workload is served by the same open model, or where only a size class is named and nobody in the group offers
    that model, by one that may stand in for it. Nothing where a workload is no language model or runs the client's
    own weights.
    """
    if not sized or any(not _can_be_bought(values, workload) for workload in sized):
        return
    served = [(w, tokens_of(values, w), _offers(values, catalog, w)) for w in sized]
    if not all(offers for _, _, offers in served):
        return
    seen: set[tuple[str, ...]] = set()
    for group in _groups({offer.id: offer for _, _, offers in served for offer in offers}):
        uses = []
        for workload, tokens, offers in served:
            fitting = [offer for offer in offers if offer.id in group]
            if not fitting:
                break
            best = min(fitting, key=_order(workload, tokens, catalog))
            uses.append(_use(workload, tokens, best, users_of(values, workload.result.id)))
        chosen = tuple(use.offer.id for use in uses)
        if len(uses) == len(served) and chosen not in seen:
            seen.add(chosen)
            yield ApiPlan(option="api", uses=tuple(uses), inputs=api_spans((use.offer for use in uses), catalog))


def _groups(offers: dict[str, ApiOffer]) -> Iterator[frozenset[str]]:
    """Offers of each provider, of all providers, and of those that process in the EEA under its law."""
    for provider in dict.fromkeys(offer.provider for offer in offers.values()):
        yield frozenset(key for key, offer in offers.items() if offer.provider == provider)
    yield frozenset(offers)
    yield frozenset(key for key, offer in offers.items() if offer.country in EEA and offer.operator_law == "EU")


def seat_plans(values: Values, catalog: Catalog, sized: Sequence[SizedWorkload]) -> Iterator[SeatPlan]:
    """One plan for each product that replaces every workload; only where the number of users was stated."""
    users = [values.given("w.users_total", w.result.id) for w in sized if w.load is not None]
    stated = [float(g.value) for g in users if g.known and isinstance(g.value, int | float)]
    if not sized or len(stated) != len(sized):
        return
    kinds = {w.kind for w in sized}
    people = values.given("client.employees")
    most = float(people.value) if people.known and isinstance(people.value, int | float) else None
    for offer in catalog.seats.values():
        if kinds <= set(offer.kinds):
            yield SeatPlan(option="seats", offer=offer, users=max(stated), most_users=most)


def tokens_of(values: Values, workload: SizedWorkload) -> MonthlyTokens:
    """Stated monthly tokens where there are any, else requests a month times mean length."""
    load = workload.load
    assert load is not None  # noqa: S101 - only language models are asked
    tokens_in, tokens_out = planned_tokens(load)
    shared = values.given("w.shared_prefix_pct", workload.result.id).value
    cached = float(shared) / PERCENT if isinstance(shared, int | float) else 0.0
    known = values.given("w.monthly_tokens_known", workload.result.id)
    stated = known.value if known.known and isinstance(known.value, dict) else {}
    return MonthlyTokens(
        input=_number(stated.get("input_tokens"), tokens_in),
        cached_share=min(_number(stated.get("cached_share"), cached * PERCENT) / PERCENT, 1.0),
        output=_number(stated.get("output_tokens"), tokens_out),
    )


def planned_tokens(load: WorkloadLoad) -> tuple[float, float]:
    """Input and output tokens a month of the load that hardware is sized for."""
    requests = _requests_per_month(load)
    return requests * mean_tokens(load.load.input_tokens), requests * mean_tokens(load.load.output_tokens)


def _requests_per_month(load: WorkloadLoad) -> float:
    if load.load.requests_per_s is not None:
        peak = load.load.requests_per_s.value
    else:
        assert load.load.in_flight is not None  # noqa: S101 - a load has a rate or a number in flight
        peak = load.load.in_flight.value / nominal_service_s(load.load, load.target)
    hours = min(load.load.active_hours_per_month, float(HOURS_PER_MONTH))
    return peak * load.load.mean_to_peak * SECONDS_PER_HOUR * hours


def _can_be_bought(values: Values, workload: SizedWorkload) -> bool:
    source = values.given("w.model_source", workload.result.id)
    return workload.load is not None and not (source.known and source.value == _OWN_WEIGHTS)


def _offers(values: Values, catalog: Catalog, workload: SizedWorkload) -> list[ApiOffer]:
    named = str(values.given("w.model_ref", workload.result.id).value)
    model = workload.model.architecture.model_ref if workload.model is not None else None
    same = [offer for offer in catalog.apis.values() if offer.model is not None and offer.model == model]
    if named not in catalog.model_classes:
        return same
    return same + [offer for offer in catalog.apis.values() if named in offer.stands_for and offer not in same]


def _use(workload: SizedWorkload, tokens: MonthlyTokens, offer: ApiOffer, users: float) -> ApiUse:
    return ApiUse(
        workload_id=workload.result.id, offer=offer, input_tokens_per_month=tokens.input,
        cached_share=tokens.cached_share, output_tokens_per_month=tokens.output, users=users,
    )  # fmt: skip


def stand_ins(plan: Plan, sized: Sequence[SizedWorkload]) -> tuple[tuple[str, str], ...]:
    """Models a plan uses in place of those the workloads were sized with: (sized, used) names."""
    if not isinstance(plan, ApiPlan):
        return ()
    by_id = {workload.result.id: workload for workload in sized}
    pairs = ((by_id[use.workload_id], use.offer) for use in plan.uses)
    found = ((w.result.model.ref, offer.name) for w, offer in pairs if not _same_model(w, offer))
    return tuple(dict.fromkeys(found))


def _same_model(workload: SizedWorkload, offer: ApiOffer) -> bool:
    return workload.model is not None and offer.model == workload.model.architecture.model_ref


def _order(
    workload: SizedWorkload, tokens: MonthlyTokens, catalog: Catalog
) -> Callable[[ApiOffer], tuple[bool, float, str]]:
    """The same model before any other, then the cheapest."""
    return lambda offer: (not _same_model(workload, offer), _price(tokens, offer, catalog), offer.id)


def _price(tokens: MonthlyTokens, offer: ApiOffer, catalog: Catalog) -> float:
    """Euro a month at list prices, to compare offers with."""
    rate = catalog.eur_per_unit.get(offer.currency)
    cached = offer.cached_input_per_million or offer.input_per_million
    fresh = tokens.input * (1.0 - tokens.cached_share)
    total = fresh * offer.input_per_million.value + tokens.input * tokens.cached_share * cached.value
    total += tokens.output * offer.output_per_million.value
    return total * (rate.value if rate is not None else 1.0)


def _number(value: object, fallback: float) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else fallback
