"""Derivations of every fleet number: whole machines, and the rules for host, storage, network, room and parts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wizard.domain.hardware import Server
from wizard.domain.language import Text, text
from wizard.domain.offers import Colocation
from wizard.domain.provenance import Derivation, Figure, weakest
from wizard.domain.result import Fleet
from wizard.engine.evaluation import Evaluation
from wizard.engine.explain_facts import explain_given
from wizard.engine.host_facts import HostReader
from wizard.engine.host_rule import Rule
from wizard.engine.host_rules import PART_RULES, RULES
from wizard.engine.options import PricedOption
from wizard.engine.plan_parts import machine_of, own_part
from wizard.sizing.derive import figure_leaf, leaf, result
from wizard.sizing.figures import pick_key
from wizard.sizing.host_demand import HostDemand, TrainingIo
from wizard.sizing.hosts import host_figures, storage_figures
from wizard.sizing.power import TRAINING
from wizard.sizing.storage import run_read_gb_s, slowest_writer

_LISTS = ("gpus", "by_year")
_INTERVAL = ".interval."
_NUMBERED = re.compile(r"\.\d+(?=\.|$)")
_PROVIDERS = "the provider's"
_HOSTED = {"pue": "pue_hosted"}
"""Inputs of the cost model that have a counterpart in somebody else's data centre."""


def explain_fleet(evaluation: Evaluation, option: PricedOption, field: str, value: float | None) -> Derivation:
    """The tree behind one number of an option's fleet."""
    plan = option.priced.plan
    own = own_part(plan)
    assert option.fleet is not None  # noqa: S101 - a number of a fleet has one
    reader = HostReader(evaluation.values, evaluation.catalog)
    explainer = _Explainer(
        evaluation,
        option,
        option.fleet,
        reader.demand(evaluation.sized, plan.needs),
        own.server if own is not None else None,
    )
    return explainer.of(field, value)


@dataclass(frozen=True)
class _Explainer:
    evaluation: Evaluation
    option: PricedOption
    fleet: Fleet
    demand: HostDemand
    server: Server | None

    def of(self, field: str, value: float | None) -> Derivation:
        if _INTERVAL in field:
            return self._end(field, value)
        rule = self._rule(field)
        if self.server is None and rule.own_only:
            return Derivation(label=rule.label, value=value, unit=rule.unit, formula=_PROVIDERS)
        inputs = tuple(self._inputs(rule))
        formula = rule.rented if self.server is None and rule.rented else rule.formula
        return Derivation(
            label=rule.label, value=value, unit=rule.unit, formula=formula or None, inputs=inputs,
            evidence=weakest(*(i.evidence for i in inputs)),
        )  # fmt: skip

    def _rule(self, field: str) -> Rule:
        head, _, rest = field.partition(".")
        if head == "parts":
            need = self.fleet.parts[int(rest.split(".")[0])]
            return PART_RULES[self.evaluation.catalog.parts[need.ref].category]
        return RULES[head if head in _LISTS else _NUMBERED.sub(".*", field)]

    def _end(self, field: str, value: float | None) -> Derivation:
        """One end of a 90 % range: the value between, and the figures that move it."""
        of, _, rest = field.partition(_INTERVAL)
        name, _, end = rest.rpartition(".")
        middle = self.of(f"{of}.{name}", _shown(self.fleet, f"{of}.{name}"))
        facts = self.evaluation.catalog.figures
        keys = (host_figures if of == "host" else storage_figures)(self.demand, facts)
        moving = (figure_leaf(Text(de=key, en=key), key, facts[key]) for key in keys if facts[key].low is not None)
        low = end == "0"
        label = text(
            f"{middle.label.en}, {'low' if low else 'high'} end",
            f"{middle.label.de}, {'unteres' if low else 'oberes'} Ende",
        )
        return result(
            label, value or 0.0, middle.unit,
            "value " + ("−" if low else "+") + " √ Σ (value at the bound of one figure − value)²", (middle, *moving),
        )  # fmt: skip

    def _inputs(self, rule: Rule) -> Iterator[Derivation]:
        if rule.machines:
            yield self._machines()
            yield self._accelerators()
        for name in rule.of:
            yield self.of(name, _shown(self.fleet, name))
        if rule.traffic:
            yield from self._traffic()
        if rule.files:
            yield from self._files()
        if rule.runs:
            for run in self.demand.training:
                yield from self._run(run)
        if rule.exchange:
            yield from self._exchanges()
        for question in rule.questions:
            yield from self._site(question) if question.startswith("site.") else self._answer(question)
        yield from self._figures(rule)
        for key in rule.inputs:
            entry = self.evaluation.inputs[_HOSTED.get(key, key) if self.rack is not None else key]
            source = entry.source or entry.basis.en
            yield leaf(entry.label, entry.range.value, entry.unit, source, entry.evidence)

    @property
    def rack(self) -> Colocation | None:
        """The rented rack the servers stand in."""
        own = own_part(self.option.priced.plan)
        return own.colocation if own is not None else None

    def _site(self, question: str) -> Iterator[Derivation]:
        """In a rented rack the provider's limit counts, not the client's room."""
        if self.rack is None:
            yield from self._answer(question)
        elif self.rack.rack_kw is not None:
            yield _figure("rack_kw", self.rack.rack_kw)

    def _answer(self, question: str) -> Iterator[Derivation]:
        """One leaf an answer, one a field of a structured one."""
        given = self.evaluation.values.given(question)
        if given.value is None:
            return
        whole = explain_given(self.evaluation, given)
        if not isinstance(given.value, dict):
            yield whole
            return
        fields = self.evaluation.questionnaire.question(question).fields
        for name, value in given.value.items():
            if isinstance(value, int | float | str) and name in fields:
                spec = fields[name]
                label = Text(de=f"{whole.label.de}: {spec.de}", en=f"{whole.label.en}: {spec.en}")
                yield whole.model_copy(update={"label": label, "value": value, "unit": spec.unit or ""})

    def _machines(self) -> Derivation:
        needs = self.option.priced.plan.needs
        return Derivation(
            label=RULES["nodes"].label, value=self.fleet.nodes,
            formula="most machines in use in the first year: peak demand with growth, spare replicas included",
            inputs=tuple(
                Derivation(
                    label=text(f"peak load of {n.workload_id}", f"Spitzenlast von {n.workload_id}"),
                    value=n.in_flight_peak,
                    formula="replicas the peak keeps full · load a replica serves within the target",
                    source=f"workloads.{n.workload_id}.configurations.{n.configuration_id}",
                    inputs=(
                        leaf(_SLOTS, n.slots_per_replica, "",
                             f"workloads.{n.workload_id}.configurations.{n.configuration_id}.performance"),
                    ),
                )
                for n in needs
            ),
        )  # fmt: skip

    def _accelerators(self) -> Derivation:
        machine = machine_of(self.option.priced.plan)
        card = self.evaluation.catalog.accelerators[machine.accelerator]
        return Derivation(
            label=text("accelerators a machine", "Beschleuniger je Maschine"), value=machine.accelerators,
            source=f"catalogue entry {machine.id}", inputs=(_figure("memory_gb", card.memory_gb),),
        )  # fmt: skip

    def _traffic(self) -> Iterator[Derivation]:
        demand = self.demand
        source = "workloads.*.demand"
        yield leaf(_REQUESTS, demand.requests_per_s, "1/s", source)
        yield leaf(_TOKENS, demand.tokens_per_s, "1/s", source)
        yield leaf(_MONTHLY, demand.requests_per_month, "1/month", source)
        if demand.items_gb_s:
            yield leaf(_ITEMS, demand.items_gb_s, "GB/s", source)

    def _files(self) -> Iterator[Derivation]:
        for model in self.demand.models:
            label = text(f"weights of {model.workload_id}", f"Gewichte von {model.workload_id}")
            yield leaf(label, model.weights_gb, "GB", f"workloads.{model.workload_id}.configurations, GPUs a replica")

    def _run(self, run: TrainingIo) -> Iterator[Derivation]:
        of = f"workloads.{run.workload_id}"
        for en, de, value, unit in (
            ("GPUs of one run", "GPUs eines Laufs", run.gpus, ""),
            ("duration of one run", "Dauer eines Laufs", run.duration_h, "h"),
            ("bytes of one pass", "Bytes eines Durchgangs", run.bytes_per_pass, "B"),
            ("epochs", "Epochen", run.epochs, ""),
            ("read rate of the run", "Leserate des Laufs", run_read_gb_s(run), "GB/s"),
            ("checkpoint", "Checkpoint", run.checkpoint_gb, "GB"),
            ("interval", "Intervall", run.interval_min, "min"),
            ("checkpoints kept", "aufbewahrte Checkpoints", run.kept, ""),
        ):
            label = text(f"{en} ({run.workload_id})", f"{de} ({run.workload_id})")
            yield leaf(
                label, float(value), unit, f"{of}: answers w.checkpoint_policy, w.epochs and the chosen configuration"
            )

    def _exchanges(self) -> Iterator[Derivation]:
        """The layouts and rates that traffic follows from."""
        for one in self.demand.exchanges:
            source = f"workloads.{one.workload_id}.configurations: layout and speed of the chosen one"
            for en, de, value, unit in (
                ("tensor parallel", "Tensor-Parallelität", one.tensor_parallel, ""),
                ("pipeline parallel", "Pipeline-Parallelität", one.pipeline_parallel, ""),
                ("data parallel", "Daten-Parallelität", one.data_parallel, ""),
                ("layers", "Schichten", one.layers, ""),
                ("hidden size", "verborgene Breite", one.hidden, ""),
                ("tokens read and written", "gelesene und geschriebene Token", one.tokens_per_s, "1/s"),
                ("trained parameters", "trainierte Parameter", one.trained_b, "10^9"),
                ("step", "Schritt", one.step_s, "s"),
            ):
                label = text(f"{en} ({one.workload_id})", f"{de} ({one.workload_id})")
                yield leaf(label, float(value), unit, source)

    def _figures(self, rule: Rule) -> Iterator[Derivation]:
        facts = self.evaluation.catalog.figures
        for entry in rule.figures:
            name, _, variant = entry.partition(":")
            key = name if "." in name else pick_key(facts, name, self._variant(variant))
            yield figure_leaf(Text(de=key, en=key), key, facts[key])
        card = self.evaluation.catalog.accelerators[machine_of(self.option.priced.plan).accelerator]
        for name in rule.card:
            known = getattr(card, name)
            if known is not None:
                yield _figure(name, known)
        if self.server is None:
            return
        for name in rule.server:
            value = getattr(self.server, name)
            if isinstance(value, Figure):
                yield _figure(name, value)
            elif value is not None:
                yield leaf(Text(de=name, en=name), float(value), "", f"catalogue entry {self.server.id}")

    def _variant(self, kind: str) -> str | None:
        if kind == "preprocess":
            return self.demand.preprocess
        if kind == "profile":
            return self.demand.file_profile
        if kind == "form":
            return self.server.form_factor if self.server is not None else None
        if kind == "tier":
            return self.demand.storage_tier
        if kind == "load":
            return TRAINING if self.demand.training else None
        if kind == "writer":
            return self._writer()
        return None

    def _writer(self) -> str:
        machine = machine_of(self.option.priced.plan)
        run = slowest_writer(self.demand, machine.accelerators, self.evaluation.catalog.figures)
        return "parallel_fs" if run is not None and run.gpus > machine.accelerators else "local_nvme"


def _shown(fleet: Fleet, field: str) -> float | None:
    """The value at a dotted field; None where the option has none."""
    node: object = fleet
    for name in field.split("."):
        node = getattr(node, name, None)
    return float(node) if isinstance(node, int | float) else None


def _figure(name: str, figure: Figure) -> Derivation:
    return figure_leaf(Text(de=name, en=name), name, figure)


_SLOTS = text("load a replica serves within the target", "Last je Replikat innerhalb des Ziels")
_REQUESTS = text("requests at the peak", "Anfragen zur Spitze")
_TOKENS = text("output tokens at the peak", "Ausgabetoken zur Spitze")
_MONTHLY = text("requests a month", "Anfragen je Monat")
_ITEMS = text("images and sound at the peak", "Bilder und Ton zur Spitze")
