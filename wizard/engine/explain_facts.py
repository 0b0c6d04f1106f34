"""Derivations of answers, assumptions, model sizes and fleets."""

from wizard.domain.economics import OwnPlan
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation, Evidence, Figure
from wizard.engine.assumed import INPUT_OF_QUESTION
from wizard.engine.evaluation import Evaluation
from wizard.engine.options import PricedOption
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.resolve import Given
from wizard.sizing.architecture import count_parameters


def explain_given(evaluation: Evaluation, given: Given) -> Derivation:
    """An answer, or the default that stands for it with its basis."""
    title = evaluation.questionnaire.question(given.question_id).title
    value = given.value if isinstance(given.value, int | float | str | bool) else str(given.value)
    source = f"answer {given.question_id}" if given.known else f"default of {given.question_id}: {given.basis.en}"
    return Derivation(label=title, value=value, source=source, evidence=given.evidence)


def explain_assumption(evaluation: Evaluation, number: int, field: str, value: float | None) -> Derivation:
    """Bounds stand on their basis; the effect is a difference of two present values."""
    entry = evaluation.result.assumptions[number]
    label = entry.label or _title(evaluation, entry.question)
    if field != "impact_eur":
        return Derivation(
            label=label, value=value, unit=entry.unit, source=entry.basis.en, evidence=Evidence.ASSUMED
        )  # fmt: skip
    key = entry.question.removeprefix("cost.")
    key = INPUT_OF_QUESTION.get(key, key if key in evaluation.inputs else "demand_factor")
    span = evaluation.inputs[key]
    ends = tuple(
        Derivation(label=span.label, value=end, unit=span.unit, source=span.basis.en, evidence=span.evidence)
        for end in (span.range.low, span.range.high)
    )
    return Derivation(
        label=label, value=value, unit="EUR", formula="NPV(high) − NPV(low) of the leading option",
        evidence=Evidence.ASSUMED, inputs=ends,
    )  # fmt: skip


def explain_model(workload: SizedWorkload, field: str, value: float | None) -> Derivation:
    """Parameters are counted from the architecture."""
    counted = count_parameters(workload.arch)
    parts = {
        text("embedding", "Einbettung"): counted.embedding,
        text("output head", "Ausgabekopf"): counted.head,
        text("attention", "Attention"): counted.attention,
        text("dense layers", "dichte Schichten"): counted.dense,
        text("experts", "Experten"): counted.experts if field == "params_b" else counted.experts_active,
        text("router", "Router"): counted.router,
        text("norms", "Normen"): counted.norms,
        text("encoders and other parts", "Encoder und andere Teile"): counted.extra,
    }
    source = workload.arch.source or workload.arch.ref
    inputs = tuple(
        Derivation(label=label, value=count / 1e9, unit="10^9", source=source)
        for label, count in parts.items()
        if count
    )
    return Derivation(
        label=text("parameters", "Parameter"), value=value, unit="10^9", formula="sum of the parts", inputs=inputs
    )


def explain_fleet(evaluation: Evaluation, option: PricedOption, field: str, value: float | None) -> Derivation:
    """Whole machines for the peak; hosts by the first rules of sizing."""
    plan, fleet = option.priced.plan, option.fleet
    own = isinstance(plan, OwnPlan)
    machine = plan.server if isinstance(plan, OwnPlan) else plan.offer
    facts = evaluation.catalog.figures
    name = field.partition(".")[0]
    nodes = Derivation(
        label=text("machines", "Maschinen"), value=fleet.nodes, unit="",
        formula="most machines in use in the first year: peak demand with growth, spare replicas included",
        inputs=tuple(
            Derivation(label=text(f"peak requests of {n.workload_id}", f"Spitzenanfragen von {n.workload_id}"),
                       value=n.in_flight_peak, unit="requests",
                       formula="replicas the peak keeps full · requests a replica serves within the target",
                       source=f"workloads.{n.workload_id}.configurations.{n.configuration_id}.replicas_at_peak",
                       inputs=(_slots(n.slots_per_replica, n.workload_id, n.configuration_id),))
            for n in plan.needs
        ),
    )  # fmt: skip
    per_node = Derivation(
        label=text("accelerators a machine", "Beschleuniger je Maschine"), value=machine.accelerators,
        source=f"catalogue entry {machine.id}",
    )  # fmt: skip
    used = tuple(_figure(key, facts[key]) for key in _HOST_FACTS.get(name, ()) if key in facts)
    extra: tuple[Derivation, ...] = ()
    if isinstance(plan, OwnPlan) and name in ("power_kw", "cooling_kw"):
        extra = (
            _figure("max_power_kw", plan.server.max_power_kw),
            _figure("idle_power_share", plan.server.idle_power_share),
        )
    if isinstance(plan, OwnPlan) and name == "rack_units":
        extra = (_figure("rack_units", plan.server.rack_units),)
    formula = _FLEET_FORMULAS[name] if own or name not in ("power_kw", "cooling_kw", "rack_units") else "provider's"
    return Derivation(
        label=Text(de=name, en=name), value=value, formula=formula, inputs=(nodes, per_node, *used, *extra)
    )


def _slots(value: float, workload: str, configuration: str) -> Derivation:
    return Derivation(
        label=text("requests a replica serves within the target", "Anfragen je Replikat innerhalb des Ziels"),
        value=value, unit="requests", formula="max_concurrency / replicas",
        source=f"workloads.{workload}.configurations.{configuration}.performance.max_concurrency",
    )  # fmt: skip


def _figure(name: str, figure: Figure) -> Derivation:
    return Derivation(
        label=Text(de=name, en=name), value=figure.value, unit=figure.unit,
        source=f"{figure.source} ({figure.retrieved_on.isoformat()}, {figure.basis})", evidence=figure.evidence,
    )  # fmt: skip


def _title(evaluation: Evaluation, question: str) -> Text:
    return evaluation.questionnaire.question(question).title


_HOST_FACTS = {
    "cpu_cores": ("sizing.host_workers_per_gpu", "sizing.host_cores_base"),
    "ram_gb": ("sizing.host_ram_per_vram",),
    "nvme_tb": ("sizing.host_nvme_copies", "sizing.host_nvme_base_tb"),
    "capacity_tb": ("sizing.host_capacity_tb_per_nvme_tb",),
    "network_gbit_s": ("sizing.host_network_gbit_s_per_node",),
    "power_kw": ("finance.power_utilisation",),
    "cooling_kw": ("finance.power_utilisation",),
}
_FLEET_FORMULAS = {
    "gpus": "machines · accelerators a machine",
    "nodes": "machines",
    "cpu_cores": "machines · max(cores of the server, accelerators · (workers + 1) + base)",
    "ram_gb": "machines · max(memory of the server, GPU memory of the machine · factor)",
    "nvme_tb": "machines · max(storage of the server, weights · copies + base)",
    "capacity_tb": "NVMe · factor",
    "network_gbit_s": "machines · rate a machine",
    "power_kw": "machines · (idle + (max − idle) · utilisation)",
    "cooling_kw": "all electrical power becomes heat",
    "rack_units": "machines · rack units",
    "by_year": "machines at the end of the year · accelerators a machine",
}
