"""From sized workloads to priced options: tries every server class and offer, keeps the best of each option.

The best plan of an option is the one whose gates let it through and that costs least; where none gets through, the
cheapest one is shown with its reasons.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from wizard.costs.engine import CostTable, PricedPlan, price_plans
from wizard.decision.facts import GateFacts, OptionFacts
from wizard.decision.gates import evaluate_gates, feasibility
from wizard.domain.catalog import Catalog
from wizard.domain.economics import CostQuestion, OwnPlan, RentPlan, UncertainInput
from wizard.domain.language import Text, text
from wizard.domain.quantities import Range
from wizard.domain.result import Fleet, Gate, OptionId
from wizard.engine.gate_facts import option_facts
from wizard.engine.host_fleet import FleetBuilder
from wizard.engine.inputs import LEAD, from_figure
from wizard.engine.plans import Plan, own_plans, rent_plans
from wizard.engine.sized import SizedWorkload
from wizard.i18n.sources import source_in

OPTIONS: tuple[OptionId, ...] = ("on_premises", "dedicated", "cloud")
_TIERS = {"yes": 0, "open": 1, "no": 2}
_TRIAL_SAMPLES = 2


@dataclass(frozen=True)
class PricedOption:
    """One option with the plan kept for it."""

    option: OptionId
    index: int
    """Of its plan in the cost table."""
    priced: PricedPlan
    fleet: Fleet
    facts: OptionFacts
    gates: tuple[Gate, ...]
    likely_fails: int
    """Gates that would fail if the defaults were the client's answers: such a plan is kept only for want of another."""

    @property
    def feasible(self) -> str:
        return feasibility(self.gates)


@dataclass(frozen=True)
class Priced:
    """All options that can be priced, and the reference amount the cost anchors are multiples of."""

    table: CostTable
    options: tuple[PricedOption, ...]
    reference_eur: float
    reference: Text
    rental_feasible: bool


@dataclass(frozen=True)
class OptionBuilder:
    """Builds options for one set of workloads."""

    catalog: Catalog
    client: GateFacts
    likely: GateFacts
    """The same with every default taken for an answer."""
    sized: tuple[SizedWorkload, ...]
    assumed: tuple[str, ...]
    """Questions that shape the demand and are not answered."""
    fleets: FleetBuilder

    def build(self, question: CostQuestion) -> Priced | None:
        """The best plan of each option, priced with all samples; None when nothing can run the workloads."""
        trial_plans: list[Plan] = [*own_plans(self.catalog, self.sized)]
        trial_plans += rent_plans(self.catalog, self.sized, question.horizon_months)
        if not trial_plans:
            return None
        trial = price_plans(trial_plans, question.model_copy(update={"samples": _TRIAL_SAMPLES}))
        tried = [self._option(trial, index) for index in range(len(trial_plans))]
        kept = [best for option in OPTIONS if (best := _best(tried, option)) is not None]
        reference = _reference(tried)
        final = self._final(kept, reference.priced.plan, question)
        return Priced(
            table=final,
            options=tuple(self._option(final, index) for index in range(len(kept))),
            reference_eur=final.plans[-1].cost.npv_eur.p50,
            reference=_reference_text(reference),
            rental_feasible=any(o.feasible != "no" for o in tried if o.option != "on_premises"),
        )

    def _final(self, kept: Sequence[PricedOption], reference: Plan, question: CostQuestion) -> CostTable:
        """Kept plans in order, then the reference plan, all under the same samples."""
        inputs = dict(question.inputs)
        plans = []
        interim = _interim(kept)
        for option in kept:
            plan = option.priced.plan
            if isinstance(plan, OwnPlan):
                inputs |= _own_inputs(plan, inputs, self.catalog)
                plan = plan.model_copy(update={"interim": interim})
            plans.append(plan)
        return price_plans([*plans, reference], question.model_copy(update={"inputs": inputs}))

    def _option(self, table: CostTable, index: int) -> PricedOption:
        priced = table.plans[index]
        plan = priced.plan
        fleet = self.fleets.of(priced, table.question.inputs)
        facts = option_facts(priced, self.catalog, self.sized, self.assumed, table.question)
        gates = evaluate_gates(self.client, facts, self.catalog.rules)
        likely = evaluate_gates(self.likely, facts, self.catalog.rules)
        fails = sum(gate.verdict == "fail" for gate in likely)
        return PricedOption(plan.option, index, priced, fleet, facts, gates, fails)


def _best(tried: Sequence[PricedOption], option: OptionId) -> PricedOption | None:
    own = [o for o in tried if o.option == option]
    return min(
        own, key=lambda o: (_TIERS[o.feasible], o.likely_fails, o.priced.cost.nominal_eur, o.index), default=None
    )


def _interim(kept: Sequence[PricedOption]) -> RentPlan | None:
    """Capacity rented on demand until own hardware arrives, from the kept cloud offer where the gates allow it."""
    for option in kept:
        plan = option.priced.plan
        if not isinstance(plan, RentPlan) or option.option != "cloud" or option.feasible == "no":
            continue
        if plan.offer.on_demand_per_hour is not None:
            return plan.model_copy(update={"commitment": "on_demand"})
    return None


def _reference(tried: Sequence[PricedOption]) -> PricedOption:
    """Cheapest list price on demand anywhere, whatever the gates say: it must not depend on who competes."""
    on_demand = [o for o in tried if isinstance(o.priced.plan, RentPlan) and o.priced.plan.commitment == "on_demand"]
    return min(on_demand or tried, key=lambda o: (o.priced.cost.nominal_eur, o.index))


def _reference_text(reference: PricedOption) -> Text:
    plan = reference.priced.plan
    if isinstance(plan, RentPlan):
        return text(
            f"median cost of the cheapest rented list price for the same demand: {plan.offer.provider} "
            f"{plan.offer.name}",
            f"mittlere Kosten des günstigsten Miet-Listenpreises für denselben Bedarf: {plan.offer.provider} "
            f"{plan.offer.name}",
        )
    return text(f"median cost of {plan.server.name}", f"mittlere Kosten von {plan.server.name}")


def _own_inputs(plan: OwnPlan, inputs: dict[str, UncertainInput], catalog: Catalog) -> dict[str, UncertainInput]:
    """Spans that belong to the chosen server class: its published prices and its delivery time."""
    price = plan.server.price
    changed = {}
    span = price.range()
    factor = inputs["hardware_price_factor"]
    if span.low < span.high:
        middle = factor.range.value
        scaled = Range(low=middle * span.low / span.value, value=middle, high=middle * span.high / span.value)
        changed["hardware_price_factor"] = factor.model_copy(
            update={
                "range": scaled,
                "basis": text(
                    f"span of published prices of {plan.server.name}: {price.source}",
                    f"Spanne veröffentlichter Preise von {plan.server.name}: {source_in('de', price.source)}",
                ),
                "source": price.source,
            }
        )
    lead = catalog.figures.get(f"finance.lead_months.{plan.server.form_factor}")
    if lead is not None:
        changed["lead_months"] = from_figure("lead_months", lead, "months", LEAD)
    return changed
