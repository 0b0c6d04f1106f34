"""From sized workloads to priced options: tries every server class and offer, keeps the best of each option.

The best plan of an option is the one whose gates let it through and that costs least; where none gets through, the
cheapest one is shown with its reasons.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from math import inf
from typing import Any

from wizard.costs.engine import CostTable, PricedPlan, price_plans
from wizard.decision.facts import GateFacts, OptionFacts
from wizard.decision.gates import evaluate_gates, feasibility
from wizard.domain.catalog import Catalog
from wizard.domain.economics import (
    CostQuestion,
    HybridPlan,
    OwnPlan,
    Plan,
    RentPlan,
    UncertainInput,
)
from wizard.domain.language import Text
from wizard.domain.result import Fleet, Gate, OptionId
from wizard.engine.contract_plans import stand_ins
from wizard.engine.cost_reference import reference_of, reference_text
from wizard.engine.gate_facts import as_computed, option_facts
from wizard.engine.host_fleet import FleetBuilder
from wizard.engine.offer_age import FACTOR, aged
from wizard.engine.offer_choice import worth_judging, worth_pricing
from wizard.engine.plan_parts import own_part, rented_part
from wizard.engine.plans import colocation_plans, own_plans, rent_plans
from wizard.engine.plans_arrangement import Arrangement
from wizard.engine.plans_layout import LayoutBuilder
from wizard.engine.plans_loading import USUAL_LINK_GBIT_S
from wizard.engine.plans_survival import not_surviving
from wizard.engine.quoted import on_demand
from wizard.engine.server_spans import with_spans
from wizard.engine.sized import SizedWorkload

OPTIONS: tuple[OptionId, ...] = (
    "on_premises", "colocation", "dedicated", "cloud", "hybrid", "api", "seats", "status_quo",
)  # fmt: skip
ALWAYS: tuple[OptionId, ...] = ("on_premises", "colocation", "dedicated", "cloud")
"""Options that are shown even where nothing fits; the others only where they apply or a gate strikes them out."""
_OWN_KINDS: tuple[OptionId, ...] = ("on_premises", "colocation")
_DRIVER_LICENCE = ("LAW-11", "LAW-21")
"""Rules that leave a consumer card in doubt: it is kept only for want of a professional one."""
_FEW_WORKSTATIONS = 4
"""So many machines for the desk still make a fleet; more of them are kept only for want of servers (assumption)."""
_TIERS = {"yes": 0, "open": 1, "no": 2}
_TRIAL_SAMPLES = 128
"""Enough for a median that picks the plans worth a closer look."""
_CHOICE_SAMPLES = 512
"""The choice among those: the same for every evaluation, so that one with more samples keeps the same hardware."""
_CLOSE, _CLOSE_TO_BUY = 0.02, 0.15
"""Plans so far above the lowest trial median are looked at closely: for more samples, and for what makes a server
ready, which differs by less of its cost (assumption)."""
_FINALISTS = 4
"""Plans looked at closely in one option at most."""


@dataclass(frozen=True)
class PricedOption:
    """One option with the plan kept for it."""

    option: OptionId
    index: int
    """Of its plan in the cost table."""
    priced: PricedPlan
    fleet: Fleet | None
    """None: a service by the token or seat."""
    facts: OptionFacts
    gates: tuple[Gate, ...]

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
    hybrid_in_a_corner: bool = False
    """No split of own and rented machines is cheaper than one of the two alone."""
    short: OptionFacts | None = None
    """Of existing hardware that does not even carry the first month: a price of it would compare with nothing."""

    def seen_by(self, option: str | None) -> CostQuestion:
        """The question with the spans one option is priced with, else those of the first one that buys servers."""
        chosen = [o for o in self.options if o.option == option]
        own = [o for o in chosen if own_part(o.priced.plan) is not None]
        buying = own or [o for o in self.options if o.option in _OWN_KINDS]
        asked = self.table.of_plan(buying[0].index).question if buying else self.table.question
        return asked.of_plan(chosen[0].priced.plan) if chosen else asked


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
    arrangement: Arrangement
    as_of: date

    def build(self, question: CostQuestion, further: Sequence[Plan] = ()) -> Priced | None:
        """The best plan of each option, priced with all samples; None when nothing can run the workloads.

        Args:
            further: plans beside bought and rented machines: by the token, by the seat, what stands there already.
        """
        own = [
            *own_plans(self.catalog, self.sized, self.arrangement),
            *colocation_plans(self.catalog, self.sized, self.arrangement),
        ]
        trial_plans: list[Plan] = [*own, *self._rented(question), *further]
        if not trial_plans:
            return None
        trial = price_plans(trial_plans, question.model_copy(update={"samples": _TRIAL_SAMPLES}), bills=False)
        judged = worth_judging(trial, self.catalog, self.client.country.value)
        tried = [self._option(trial, index) for index in sorted(judged)]
        best = self._best(tried, question)
        short = next((o for o in best if o.facts.shortfall is not None and _short_at_once(o)), None)
        kept = [option for option in best if option is not short]
        reference = reference_of([o.priced for o in tried])
        final, corner = self._final(kept, reference.plan, question)
        return Priced(
            table=final,
            options=tuple(
                self._with_fleet(self._option(final, index), final)
                for index in range(len(final.plans) - 1)
                if index != corner
            ),
            reference_eur=final.plans[-1].cost.npv_eur.p50,
            reference=reference_text(reference.plan),
            rental_feasible=any(o.feasible != "no" for o in tried if rented_part(o.priced.plan) is not None),
            hybrid_in_a_corner=corner is not None,
            short=short.facts if short is not None else None,
        )

    def _rented(self, question: CostQuestion) -> Iterator[RentPlan]:
        """Plans on every offer that no other one beats, each with the span its age gives it."""
        factor = question.inputs[FACTOR]
        offers = worth_pricing(self.catalog, self.as_of, self.client.country.value)
        for plan in rent_plans(self.catalog, offers, self.sized, question.horizon_months, self.arrangement):
            yield aged(plan, factor, self.catalog, self.as_of)

    def _final(
        self, kept: Sequence[PricedOption], reference: Plan, question: CostQuestion
    ) -> tuple[CostTable, int | None]:
        """Kept plans in order, a hybrid of the best own and the best cloud plan, then the reference plan.

        All run under the same samples. The second value is the place of a hybrid that is no split at all.
        """
        interim = self._interim(kept, question.inputs[FACTOR])
        plans = [self._bought(option, interim, question.inputs) for option in kept]
        mixed = self._hybrid(plans, question.inputs[FACTOR])
        final = price_plans([*plans, *([mixed] if mixed else []), reference], question)
        at = len(plans)
        corner = at if mixed is not None and final.plans[at].split is None else None
        return final, corner

    def _bought(self, option: PricedOption, interim: RentPlan | None, inputs: dict[str, UncertainInput]) -> Plan:
        """Plans that buy servers, with what bridges the delivery and what stands beside the servers."""
        plan = option.priced.plan
        if not isinstance(plan, OwnPlan) or plan.option not in _OWN_KINDS:
            return plan
        bought = with_spans(plan, inputs, self.catalog).model_copy(update={"interim": interim})
        return self.fleets.equipped(bought, option.priced, inputs)

    def _option(self, table: CostTable, index: int) -> PricedOption:
        priced = table.plans[index]
        plan = priced.plan
        facts = option_facts(priced, self.catalog, self.sized, self.assumed, self._asked(plan, table.question))
        facts = facts.model_copy(update=self._placed(priced))
        gates = evaluate_gates(self.client, facts, self.catalog.rules)
        return PricedOption(plan.option, index, priced, None, facts, gates)

    def _placed(self, priced: PricedPlan) -> dict[str, Any]:
        """What the place the client named says of the machines; fewer machines may do where the load is assumed."""
        fit = self.fleets.place_fit(priced)
        one = self.fleets.place_fit(priced, nodes=1) if self.assumed else fit
        firm = one is None or fit is None or one.verdict == fit.verdict
        return {"place_fit": fit, "place_firm": firm}

    def _asked(self, plan: Plan, question: CostQuestion) -> CostQuestion:
        """With the spans of the servers, also while servers are only compared.

        The comparison itself runs on one delivery time for all: without rent until the delivery a late server would
        look cheap.
        """
        own = own_part(plan)
        if own is None or own.option == "status_quo":
            return question.of_plan(plan)
        return question.of_plan(plan).of_plan(with_spans(own, question.inputs, self.catalog))

    def _best(self, tried: Sequence[PricedOption], question: CostQuestion) -> list[PricedOption]:
        """Of each option the plan with the lowest median cost among those in question.

        Servers are compared as they will be shown: with what stands beside them and what bridges their delivery.
        """
        asked = question.model_copy(update={"samples": _CHOICE_SAMPLES})
        finalists = {option: self._finalists(tried, option) for option in OPTIONS}
        plain = [o for option, found in finalists.items() if option not in _OWN_KINDS for o in found]
        chosen = self._cheapest(plain, [o.priced.plan for o in plain], asked)
        interim = self._interim([chosen[o] for o in OPTIONS if o in chosen], question.inputs[FACTOR])
        buying = [o for option in _OWN_KINDS for o in finalists[option]]
        chosen |= self._cheapest(buying, [self._bought(o, interim, question.inputs) for o in buying], asked)
        return [chosen[option] for option in OPTIONS if option in chosen]

    def _cheapest(
        self, finalists: Sequence[PricedOption], plans: Sequence[Plan], question: CostQuestion
    ) -> dict[OptionId, PricedOption]:
        """The finalist of each option whose plan has the lowest median; a single one needs no price for that."""
        rivals = Counter(o.option for o in finalists)
        pairs = [(o, plan) for o, plan in zip(finalists, plans, strict=True) if rivals[o.option] > 1]
        table = price_plans([plan for _, plan in pairs], question, bills=False).plans if pairs else ()
        found = {o.option: o for o in finalists if rivals[o.option] == 1}
        lowest: dict[OptionId, float] = {}
        for (o, _), priced in zip(pairs, table, strict=True):
            median = priced.cost.npv_eur.p50
            if median < lowest.get(o.option, inf):
                lowest[o.option], found[o.option] = median, o
        return found

    def _finalists(self, tried: Sequence[PricedOption], option: OptionId) -> list[PricedOption]:
        """The plans the gates let through; among equals those the defaults would, then those of the same models; of
        these the cheapest ones, the cheapest first."""
        own = [o for o in tried if o.option == option]
        tier = min((_TIERS[o.feasible] for o in own), default=0)
        ranked = sorted(
            ((self._rank(o), o.priced.cost.npv_eur.p50, o.index, o) for o in own if _TIERS[o.feasible] == tier),
            key=lambda row: row[:3],
        )
        if not ranked:
            return []
        first, lowest = ranked[0][:2]
        most = lowest + abs(lowest) * (_CLOSE_TO_BUY if option in _OWN_KINDS else _CLOSE)
        return [o for rank, median, _, o in ranked if rank == first and median <= most][:_FINALISTS]

    def _rank(self, option: PricedOption) -> tuple[bool, bool, bool, int]:
        """What decides before the cost."""
        return (
            self._ruled_out(option),
            _room_of_workstations(option.priced),
            any(gate.rule in _DRIVER_LICENCE and gate.verdict != "pass" for gate in option.gates),
            len(stand_ins(option.priced.plan, self.sized)),
        )

    def _ruled_out(self, option: PricedOption) -> bool:
        """Whether a gate would fail if the defaults were answers: such a plan is kept only for want of another.

        How many would fail decides nothing: where the defaults rule every plan out, the cheapest one is asked about.
        """
        gates = evaluate_gates(self.likely, as_computed(option.facts), self.catalog.rules)
        return any(gate.verdict == "fail" for gate in gates)

    def _with_fleet(self, option: PricedOption, table: CostTable) -> PricedOption:
        """Only kept plans get a fleet: no gate looks at it."""
        fleet = self.fleets.of(option.priced, table.question.inputs)
        if fleet is not None:
            layouts = LayoutBuilder(self.arrangement.values, self.catalog, self.sized, self.arrangement)
            layout = layouts.of(option.priced, table, fleet.nodes, _link_gbit_s(fleet))
            fleet = fleet.model_copy(update={"layout": layout})
        return replace(option, fleet=fleet)

    def _hybrid(self, plans: Sequence[Plan], factor: UncertainInput) -> HybridPlan | None:
        """Own premises for the base, the kept cloud offer on demand for the rest; None without one of the two."""
        own = next((p for p in plans if isinstance(p, OwnPlan) and p.option == "on_premises"), None)
        cloud = next((p for p in plans if isinstance(p, RentPlan) and p.option == "cloud"), None)
        if own is None or cloud is None or cloud.offer.on_demand_per_hour is None:
            return None
        own = own.model_copy(update={"needs": not_surviving(own.needs)})  # rented machines stand in for a failed one
        return HybridPlan(option="hybrid", own=own, burst=self._by_the_hour(cloud, factor))

    def _interim(self, kept: Sequence[PricedOption], factor: UncertainInput) -> RentPlan | None:
        """Capacity rented on demand until own hardware arrives, from the kept cloud offer where the gates allow it."""
        for option in kept:
            plan = option.priced.plan
            if not isinstance(plan, RentPlan) or option.option != "cloud" or option.feasible == "no":
                continue
            if plan.offer.on_demand_per_hour is not None:
                return self._by_the_hour(plan, factor)
        return None

    def _by_the_hour(self, plan: RentPlan, factor: UncertainInput) -> RentPlan:
        return aged(on_demand(plan, self.catalog), factor, self.catalog, self.as_of)


def _link_gbit_s(fleet: Fleet) -> float:
    """Of one machine to users and storage."""
    return fleet.network.frontend_gbit_s if fleet.network is not None else USUAL_LINK_GBIT_S


def _room_of_workstations(priced: PricedPlan) -> bool:
    own = own_part(priced.plan)
    if own is None or own.server.form_factor not in ("workstation", "tower"):
        return False
    return bool(priced.drivers["machines"].max() > _FEW_WORKSTATIONS)


def _short_at_once(option: PricedOption) -> bool:
    return bool(option.priced.drivers["missing_machines"][0] > 0.0)
