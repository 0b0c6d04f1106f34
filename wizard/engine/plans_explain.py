"""Derivations of every number of a layout: the rule of its field, and what stands in it."""

from collections.abc import Iterator
from dataclasses import dataclass

from wizard.costs.explain_capacity import need_leaf
from wizard.costs.renting import price_of
from wizard.domain.economics import OwnPlan, RentPlan
from wizard.domain.language import Text, text
from wizard.domain.layout import FleetLayout
from wizard.domain.provenance import Derivation, weakest
from wizard.domain.quantities import HOURS_PER_MONTH
from wizard.engine.evaluation import Evaluation
from wizard.engine.explain_facts import explain_given
from wizard.engine.loads import load_figure
from wizard.engine.options import PricedOption
from wizard.engine.plan_parts import machine_of
from wizard.engine.plans_explain_rules import RULES, Rule
from wizard.engine.plans_loading import QUESTION as LOADING
from wizard.engine.plans_mixed import price_eur
from wizard.engine.plans_survival import NODE_AVAILABILITY
from wizard.sizing.derive import constant, figure_leaf, leaf


def explain_layout(evaluation: Evaluation, option: PricedOption, field: str, value: float | None) -> Derivation:
    """The tree behind one number of an option's layout."""
    assert option.fleet is not None and option.fleet.layout is not None  # noqa: S101, PT018 - a number of a layout
    explainer = _Explainer(evaluation, option, option.fleet.layout)
    return explainer.of(field, value)


@dataclass(frozen=True)
class _Explainer:
    evaluation: Evaluation
    option: PricedOption
    layout: FleetLayout

    def of(self, field: str, value: float | None) -> Derivation:
        steps = field.split(".")
        rule = RULES[".".join(step for step in steps if not step.isdigit())]
        inputs = tuple(self._inputs(rule, steps))
        return Derivation(
            label=rule.label, value=value, unit=rule.unit, formula=rule.formula, inputs=inputs,
            evidence=weakest(*(i.evidence for i in inputs)),
        )  # fmt: skip

    def _inputs(self, rule: Rule, steps: list[str]) -> Iterator[Derivation]:
        if rule.needs:
            yield from self._needs()
        if rule.memory:
            yield from self._memory(steps)
        if rule.hours:
            yield from self._hours()
        if rule.growth:
            for key in ("demand_factor", "growth_per_year"):
                entry = self.evaluation.inputs[key]
                yield leaf(entry.label, entry.range.value, entry.unit, entry.source or entry.basis.en, entry.evidence)
        if rule.prices:
            yield from self._prices()
        if rule.price:
            yield from self._price()
        if rule.failure:
            yield from self._failure()
        if rule.loading:
            yield from self._loading(steps)

    def _loading(self, steps: list[str]) -> Iterator[Derivation]:
        model = self.layout.in_turns[int(steps[1])]
        weights = text(f"{model.workload_id}: weights of one replica", f"{model.workload_id}: Gewichte eines Replikats")
        yield leaf(weights, model.weights_gb, "GB", f"workloads.{model.workload_id}.configurations")
        yield explain_given(self.evaluation, self.evaluation.values.given(LOADING))
        for name in ("cache_load_gb_s", "model_load_gb_s", "network_load_share", "engine_start_s"):
            yield constant(Text(de=name, en=name), self.evaluation.catalog.figures, name)
        fleet = self.option.fleet
        if fleet is not None and fleet.network is not None:
            link = text("link of one machine", "Anschluss einer Maschine")
            yield leaf(link, fleet.network.frontend_gbit_s, "Gbit/s", "fleet.network.frontend_gbit_s")

    def _price(self) -> Iterator[Derivation]:
        plan, catalog = self.option.priced.plan, self.evaluation.catalog
        assert isinstance(plan, OwnPlan | RentPlan)  # noqa: S101 - others have no layout
        if isinstance(plan, OwnPlan):
            yield figure_leaf(text(plan.server.name, plan.server.name), plan.server.id, plan.server.price)
        else:
            figure = price_of(plan.offer, plan.commitment)
            yield figure_leaf(text(plan.offer.name, plan.offer.name), plan.offer.id, figure)
            yield leaf(text("hours of a month", "Stunden eines Monats"), float(HOURS_PER_MONTH), "h", "8,760 h / 12")
        currency = plan.server.price_currency if isinstance(plan, OwnPlan) else plan.offer.currency
        if currency != "EUR":
            yield figure_leaf(
                text(f"euro per {currency}", f"Euro je {currency}"), currency, catalog.eur_per_unit[currency]
            )

    def _failure(self) -> Iterator[Derivation]:
        for need in self.option.priced.plan.needs:
            if self._serves(need.workload_id):
                for question in ("w.criticality", "w.availability_pct"):
                    yield explain_given(self.evaluation, self.evaluation.values.given(question, need.workload_id))
        figure = self.evaluation.catalog.figure(NODE_AVAILABILITY)
        yield figure_leaf(text("time one machine is up", "Zeit, in der eine Maschine läuft"), NODE_AVAILABILITY, figure)

    def _serves(self, workload_id: str) -> bool:
        return any(w.result.id == workload_id and w.run is None for w in self.evaluation.sized)

    def _needs(self) -> Iterator[Derivation]:
        machine = machine_of(self.option.priced.plan)
        yield leaf(_GPUS_PER_MACHINE, float(machine.accelerators), "", f"catalogue entry {machine.id}")
        for need in self.option.priced.plan.needs:
            yield need_leaf(need, machine.accelerators)

    def _memory(self, steps: list[str]) -> Iterator[Derivation]:
        machine = machine_of(self.option.priced.plan)
        card = self.evaluation.catalog.accelerators[machine.accelerator]
        yield figure_leaf(Text(de="usable_gib", en="usable_gib"), "usable_gib", card.usable_gib)
        shares = self.layout.machines[int(steps[1])].gpus[int(steps[3])].shares
        chosen = {n.workload_id: n.configuration_id for n in self.option.priced.plan.needs}
        for share in shares:
            name = f"workloads.{share.workload_id}.configurations.{chosen[share.workload_id]}.memory.total_gb"
            label = text(
                f"{share.workload_id}: memory of {share.replicas} replicas",
                f"{share.workload_id}: Speicher von {share.replicas} Replikaten",
            )
            yield leaf(label, share.memory_gb, "GB", name)
            if share.partition:
                source = f"catalogs/partitions.yaml, {machine.accelerator} {share.partition}"
                yield leaf(text("part of the GPU", "Teil der GPU"), share.part, "", source)

    def _hours(self) -> Iterator[Derivation]:
        values, catalog = self.evaluation.values, self.evaluation.catalog
        for workload in self.evaluation.sized:
            if workload.run is not None or not workload.sized:
                continue
            given = values.given("w.usage_profile", workload.result.id)
            yield explain_given(self.evaluation, given)
            for name in ("hours_per_day", "active_hours_per_month"):
                figure = load_figure(catalog, name, str(given.value))
                yield figure_leaf(Text(de=name, en=name), f"load.{name}.{given.value}", figure)
        for workload in self.evaluation.sized:
            if workload.run is not None:
                for question in ("w.runs_per_month", "w.preemptible_ok", "w.deadline_h"):
                    yield explain_given(self.evaluation, values.given(question, workload.result.id))

    def _prices(self) -> Iterator[Derivation]:
        plan, mixed, catalog = self.option.priced.plan, self.layout.mixed, self.evaluation.catalog
        if isinstance(plan, OwnPlan):
            yield figure_leaf(text(plan.server.name, plan.server.name), plan.server.id, plan.server.price)
        if mixed is not None:
            other = catalog.servers[mixed.server]
            yield figure_leaf(text(other.name, other.name), other.id, other.price)
            yield leaf(_SMALL_PRICE, price_eur(other, catalog), "EUR", f"catalogue entry {other.id}")


_GPUS_PER_MACHINE = text("accelerators a machine", "Beschleuniger je Maschine")
_SMALL_PRICE = text("list price of one server", "Listenpreis eines Servers")
