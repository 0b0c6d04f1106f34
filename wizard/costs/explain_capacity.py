"""Explains how many machines run, and for how many hours."""

from wizard.costs.capacity import machines_per_replica
from wizard.costs.engine import CostTable, PricedPlan
from wizard.costs.inputs import Array
from wizard.costs.leaves import constant, input_leaf, step
from wizard.domain.economics import CapacityNeed, OwnPlan
from wizard.domain.language import text
from wizard.domain.provenance import Derivation

_MACHINES = "ceil(Σ_w (ceil(in_flight_w · demand · (1 + growth)^(m/12) / slots_w) + spare_w) · share_w)"
_HOURS = {
    "on_demand_hours": "Σ_m (mean machines in use above the committed ones)_m · active hours",
    "committed_hours": "Σ_m committed machines_m · 730",
    "rented_hours": "Σ_m rented machines_m · 730",
    "tail_hours": "Σ machines · months of the minimum term after the horizon · 730",
    "interim_hours": "Σ_m mean machines in use_m · active hours · share of the month before delivery",
    "gpu_hours": "Σ_m machines running_m · accelerators · 730",
    "bought": f"highest so far of {_MACHINES}, at the end of the horizon",
    "running": "Σ_m servers_m · share of the month after delivery",
    "started": "Σ_m machines added to the rented ones",
}
_LABELS = {
    "on_demand_hours": text("Machine hours on demand", "Maschinenstunden nach Bedarf"),
    "committed_hours": text("Committed machine hours", "Fest zugesagte Maschinenstunden"),
    "rented_hours": text("Rented machine hours", "Gemietete Maschinenstunden"),
    "tail_hours": text("Machine hours owed after the horizon", "Nach dem Zeitraum geschuldete Maschinenstunden"),
    "interim_hours": text("Machine hours until delivery", "Maschinenstunden bis zur Lieferung"),
    "gpu_hours": text("GPU hours", "GPU-Stunden"),
    "bought": text("Servers bought", "Gekaufte Server"),
    "running": text("Server months in operation", "Servermonate in Betrieb"),
    "started": text("Machines taken into rent", "In Miete genommene Maschinen"),
}
_UNITS = {"bought": "server", "running": "months", "started": "machine"}


def driver(table: CostTable, priced: PricedPlan, name: str) -> Derivation:
    """The sum of a driver over the horizon at the middle values, down to the needs of the workloads."""
    inputs = [_need(need, _accelerators(priced)) for need in priced.plan.needs]
    inputs += [input_leaf(table.question, "demand_factor"), input_leaf(table.question, "growth_per_year")]
    if name in ("running", "interim_hours") or (name == "gpu_hours" and isinstance(priced.plan, OwnPlan)):
        inputs.append(input_leaf(table.question, "lead_months"))
    value = float(priced.drivers[name].sum())
    return step(_LABELS[name], value, _UNITS.get(name, "h"), _HOURS[name], inputs)


def weighted_level(table: CostTable, hours: Array) -> Derivation:
    """Mean price against the list of today, weighted with the hours."""
    path = table.middle_world().cloud_price[:, 0]
    total = float(hours.sum())
    value = float((hours * path).sum()) / total if total > 0.0 else float(path.mean())
    return step(
        text("Price level", "Preisniveau"),
        value,
        "×",
        "Σ_m hours_m · factor · (1 + change)^(m/12) / Σ_m hours_m",
        [input_leaf(table.question, "cloud_price_factor"), input_leaf(table.question, "cloud_price_change_per_year")],
    )


def _accelerators(priced: PricedPlan) -> int:
    plan = priced.plan
    return plan.server.accelerators if isinstance(plan, OwnPlan) else plan.offer.accelerators


def _need(need: CapacityNeed, accelerators: int) -> Derivation:
    source = f"workloads.{need.workload_id}.configurations.{need.configuration_id}"
    share = machines_per_replica(need.gpus_per_replica, accelerators)
    parts = [
        constant(
            text("in_flight: requests at peak", "in_flight: Anfragen in der Spitze"), need.in_flight_peak, "", source
        ),
        constant(
            text("Mean requests in active hours", "Mittlere Anfragen in aktiven Stunden"),
            need.in_flight_mean,
            "",
            source,
        ),
        constant(
            text("slots: requests per replica", "slots: Anfragen je Replikat"), need.slots_per_replica, "", source
        ),
        constant(text("spare: replicas in reserve", "spare: Replikate in Reserve"), need.spare_replicas, "", source),
        constant(text("share: machine per replica", "share: Maschine je Replikat"), share, "", source),
        constant(text("Active hours a month", "Aktive Stunden je Monat"), need.active_hours_per_month, "h", source),
    ]
    label = text(f"Need of workload {need.workload_id}", f"Bedarf des Workloads {need.workload_id}")
    gpus = need.gpus_per_replica
    return Derivation(label=label, value=gpus, unit="GPU/replica", source=source, inputs=tuple(parts))
