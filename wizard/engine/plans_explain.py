"""Derivations of every number of a layout: the rule of its field, and what stands in it."""

from collections.abc import Iterator
from dataclasses import dataclass

from wizard.costs.explain_capacity import need_leaf
from wizard.domain.economics import OwnPlan
from wizard.domain.fleet import FleetLayout
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation, weakest
from wizard.engine.evaluation import Evaluation
from wizard.engine.explain_facts import explain_given
from wizard.engine.loads import load_figure
from wizard.engine.options import PricedOption
from wizard.engine.plan_parts import machine_of
from wizard.engine.plans_mixed import price_eur
from wizard.sizing.derive import figure_leaf, leaf


@dataclass(frozen=True)
class _Rule:
    label: Text
    unit: str
    formula: str
    needs: bool = False
    """Whether the needs of the workloads and the size of a machine stand in it."""
    memory: bool = False
    """Whether the memory of one GPU stands in it."""
    hours: bool = False
    """Whether the hours of use of the services stand in it."""
    growth: bool = False
    prices: bool = False


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
        rule = _RULES[".".join(step for step in steps if not step.isdigit())]
        inputs = tuple(self._inputs(rule, steps))
        return Derivation(
            label=rule.label, value=value, unit=rule.unit, formula=rule.formula, inputs=inputs,
            evidence=weakest(*(i.evidence for i in inputs)),
        )  # fmt: skip

    def _inputs(self, rule: _Rule, steps: list[str]) -> Iterator[Derivation]:
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
_ALL_HOURS = "730"
_GPUS_PACKED = "GPUs that hold a replica: largest first, each on the first machine with room"
_RULES: dict[str, _Rule] = {
    "gpus_used": _Rule(text("GPUs in use", "belegte GPUs"), "", _GPUS_PACKED, needs=True),
    "gpus_free": _Rule(
        text("free GPUs", "freie GPUs"), "", "machines · accelerators a machine − GPUs in use", needs=True
    ),
    "machines_if_separate": _Rule(
        text("machines with pools of their own", "Maschinen mit eigenen Pools"),
        "",
        "ceil(machines of the services) + ceil(machines of the training)",
        needs=True,
    ),
    "machines.first": _Rule(text("number of the first machine", "Nummer der ersten Maschine"), "", "counted from 1"),
    "machines.count": _Rule(
        text("machines with this content", "Maschinen mit diesem Inhalt"), "", _GPUS_PACKED, needs=True
    ),
    "machines.gpus.count": _Rule(
        text("GPUs with this content", "GPUs mit diesem Inhalt"), "", _GPUS_PACKED, needs=True
    ),
    "machines.gpus.memory_gb": _Rule(
        text("memory taken on each", "belegter Speicher je GPU"),
        "GB",
        "max over day and night of Σ memory of what is loaded",
        memory=True,
    ),
    "machines.gpus.usable_gb": _Rule(
        text("usable memory", "nutzbarer Speicher"), "GB", "usable GiB · 2^30 / 10^9", memory=True
    ),
    "machines.gpus.headroom_gb": _Rule(text("headroom", "Reserve"), "GB", "usable − memory taken", memory=True),
    "machines.gpus.shares.memory_gb": _Rule(
        text("memory of the workload on the GPU", "Speicher des Workloads auf der GPU"),
        "GB",
        "replicas on the GPU · memory of its configuration",
        memory=True,
    ),
    "machines.gpus.shares.replicas": _Rule(
        text("replicas on the GPU", "Replikate auf der GPU"), "", _GPUS_PACKED, needs=True
    ),
    "machines.gpus.shares.part": _Rule(
        text("part of the GPU", "Teil der GPU"),
        "",
        "memory slices of the replicas / memory slices of the GPU",
        memory=True,
    ),
    "years.year": _Rule(text("year", "Jahr"), "", "counted from 1"),
    "years.demand_factor": _Rule(
        text("demand against today", "Bedarf gegenüber heute"), "×", "demand · (1 + growth)^(m/12)", growth=True
    ),
    "years.gpus_used": _Rule(text("GPUs in use", "belegte GPUs"), "", _GPUS_PACKED, needs=True, growth=True),
    "years.gpus_free": _Rule(
        text("free GPUs", "freie GPUs"), "", "machines · accelerators a machine − GPUs in use", needs=True, growth=True
    ),
    "years.machines": _Rule(
        text("machines", "Maschinen"),
        "",
        "ceil(Σ (ceil(peak · demand / load a replica serves) + spare) · share of a machine), most of the year",
        needs=True,
        growth=True,
    ),
    "years.more_from_month": _Rule(
        text("first month with more machines", "erster Monat mit mehr Maschinen"),
        "",
        "first month whose need exceeds the machines of the year before",
        needs=True,
        growth=True,
    ),
    "redundancy.spare_replicas": _Rule(
        text("spare replicas", "Reserve-Replikate"), "", "Σ spare replicas of the workloads", needs=True
    ),
    "redundancy.spare_gpus": _Rule(
        text("GPUs in reserve", "GPUs in Reserve"), "", "Σ spare replicas · GPUs a replica", needs=True
    ),
    "redundancy.machines_may_fail": _Rule(
        text("machines that may fail", "Maschinen, die ausfallen dürfen"),
        "",
        "machines − machines that hold every serving replica",
        needs=True,
    ),
    "redundancy.machines_for_one_failure": _Rule(
        text("further machines until one may fail", "weitere Maschinen, bis eine ausfallen darf"),
        "",
        "max(0, machines that hold every serving replica + 1 − machines)",
        needs=True,
    ),
    "night.hours_free_per_day": _Rule(
        text("free hours of a working day", "freie Stunden am Arbeitstag"),
        "h",
        "24 − longest day of the services − longest night of services at night",
        hours=True,
    ),
    "night.hours_free_per_month": _Rule(
        text("free hours a month", "freie Stunden im Monat"),
        "h",
        f"{_ALL_HOURS} − hours of use by day − hours of use at night",
        hours=True,
    ),
    "night.gpu_hours_free": _Rule(
        text("free GPU hours a month", "freie GPU-Stunden im Monat"),
        "h",
        "free hours · GPUs of the services",
        hours=True,
        needs=True,
    ),
    "night.gpu_hours_needed": _Rule(
        text("GPU hours of training a month", "GPU-Stunden des Trainings im Monat"),
        "h",
        "Σ duration · runs a month · GPUs a run",
        hours=True,
        needs=True,
    ),
    "night.gpus_there": _Rule(
        text("whole GPUs of the services", "ganze GPUs der Dienste"),
        "",
        "Σ (ceil(peak / load a replica serves) + spare) · GPUs a replica, without divided GPUs",
        needs=True,
    ),
    "night.gpus_needed": _Rule(
        text("GPUs of the training at night", "GPUs des Trainings in der Nacht"),
        "",
        "Σ ceil(duration · runs a month / free hours a month) · GPUs a run",
        hours=True,
        needs=True,
    ),
    "night.longest_run_days": _Rule(
        text("calendar days of the longest run", "Kalendertage des längsten Laufs"),
        "d",
        "nights − 1 + rest of the run / 24, nights = ceil(duration / free hours a day)",
        hours=True,
        needs=True,
    ),
    "night.gpus_saved": _Rule(
        text("GPUs saved", "gesparte GPUs"),
        "",
        "min(GPUs of the training, GPUs of the services); 0 where it cannot run",
        needs=True,
    ),
    "mixed.machines": _Rule(
        text("machines of one class", "Maschinen einer Klasse"), "", "most of the first year", needs=True
    ),
    "mixed.machines_big": _Rule(
        text("machines of the class beside it", "Maschinen der Klasse daneben"),
        "",
        "ceil(Σ share of the workloads that stay)",
        needs=True,
    ),
    "mixed.machines_small": _Rule(
        text("machines of the second class", "Maschinen der zweiten Klasse"),
        "",
        "ceil(Σ share of the workloads that move)",
        needs=True,
    ),
    "mixed.price_eur": _Rule(
        text("list price of one class", "Listenpreis einer Klasse"), "EUR", "machines · list price", prices=True
    ),
    "mixed.mixed_price_eur": _Rule(
        text("list price of two classes", "Listenpreis zweier Klassen"), "EUR", "Σ machines · list price", prices=True
    ),
    "mixed.saved_eur": _Rule(
        text("saved with two classes", "Ersparnis mit zwei Klassen"),
        "EUR",
        "list price of one class − list price of two classes",
        prices=True,
    ),
    "scaling.load_factor_now": _Rule(
        text("load the machines carry", "Last, die die Maschinen tragen"),
        "×",
        "highest demand with the same number of machines / highest demand of the first year; looked ahead for 256 "
        "replicas a workload",
        needs=True,
        growth=True,
    ),
    "scaling.load_factor_end": _Rule(
        text("load of the horizon", "Last des Zeitraums"),
        "×",
        "highest demand of the horizon / highest demand of the first year",
        growth=True,
    ),
    "scaling.gpus_free": _Rule(
        text("free GPUs", "freie GPUs"), "", "machines · accelerators a machine − GPUs in use", needs=True
    ),
    "scaling.machines_now": _Rule(
        text("machines of the first year", "Maschinen des ersten Jahres"), "", "most of the first year", needs=True
    ),
    "scaling.machines_end": _Rule(
        text("machines at the end", "Maschinen am Ende"), "", "most of the horizon", needs=True, growth=True
    ),
}
