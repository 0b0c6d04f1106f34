"""Explains how many machines run, and for how many hours; and the drivers of services and racks."""

from wizard.costs.capacity import share_of_machine
from wizard.costs.engine import CostTable, PricedPlan
from wizard.costs.inputs import Array
from wizard.costs.leaves import constant, figure_leaf, input_leaf, step
from wizard.domain.economics import ApiPlan, CapacityNeed, HybridPlan, OwnPlan, RentPlan, SeatPlan
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation

_MACHINES = (
    "ceil(Σ_w (ceil(in_flight_w · demand · (1 + growth)^(m/12) / slots_w) + spare_w) · share_w), each pool by itself, "
    "the larger of day and night; where one machine may fail, at least ceil(Σ_w without spare_w) + 1"
)
_HOURS = {
    "on_demand_hours": "Σ_m (mean machines in use above the committed ones)_m · active hours",
    "committed_hours": "Σ_m committed machines_m · 730",
    "rented_hours": "Σ_m rented machines_m · 730",
    "idle_hours": "Σ_m machine hours on demand_m · idle share",
    "spot_hours": "Σ_m (mean machines that may be interrupted)_m · active hours · (1 + overhead)",
    "tail_hours": "Σ machines · months of the minimum term after the horizon · 730",
    "interim_hours": "Σ_m mean machines in use_m · active hours · share of the month before delivery",
    "gpu_hours": "Σ_m machines running_m · accelerators · 730",
    "bought": f"highest so far of {_MACHINES}, at the end of the horizon, less those already there",
    "running": "Σ_m servers_m · share of the month after delivery",
    "started": "Σ_m machines added to the rented ones",
    "sites": "1 with the first server",
    "committed_kw": "Σ_m servers running_m · highest power",
    "remote_hands_hours": "Σ_m servers running_m · hours a server",
    "racks": "ceil(servers · share of a rack), at the end of the horizon",
    "burst_gpu_hours": "Σ_m rented machine hours_m · accelerators",
    "demand_months": "Σ_m demand · (1 + growth)^(m/12)",
    "priced_months": "Σ_m demand · (1 + growth)^(m/12) · factor · (1 + change)^(m/12)",
    "seats": "Σ_m max(ceil(min(users · (1 + growth)^(m/12), people)), minimum)",
    "tail_seats": "seats of the last month · months of the contract after the horizon",
}
_IN_A_HYBRID = {
    "on_demand_hours": "Σ_m (share of the load above the own machines)_m · mean rented machines · active hours",
    "interim_hours": "Σ_m (share of the load on own machines)_m · mean rented machines · active hours · share of the "
    "month before delivery",
    "gpu_hours": "Σ_m own machines running_m · accelerators · 730 + rented machine hours_m · accelerators",
    "bought": f"highest so far of {_MACHINES}, at most the own machines of the split, less those already there",
}
_LABELS: dict[str, Text] = {
    "on_demand_hours": text("Machine hours on demand", "Maschinenstunden nach Bedarf"),
    "committed_hours": text("Committed machine hours", "Fest zugesagte Maschinenstunden"),
    "rented_hours": text("Rented machine hours", "Gemietete Maschinenstunden"),
    "idle_hours": text("Rented machine hours without load", "Gemietete Maschinenstunden ohne Last"),
    "spot_hours": text("Machine hours on spot capacity", "Maschinenstunden auf Spot-Kapazität"),
    "tail_hours": text("Machine hours owed after the horizon", "Nach dem Zeitraum geschuldete Maschinenstunden"),
    "interim_hours": text("Machine hours until delivery", "Maschinenstunden bis zur Lieferung"),
    "gpu_hours": text("GPU hours", "GPU-Stunden"),
    "bought": text("Servers bought", "Gekaufte Server"),
    "running": text("Server months in operation", "Servermonate in Betrieb"),
    "started": text("Machines taken into rent", "In Miete genommene Maschinen"),
    "sites": text("Sites set up", "Eingerichtete Standorte"),
    "committed_kw": text("Committed power over the months", "Zugesagte Leistung über die Monate"),
    "remote_hands_hours": text("Hours of work on site", "Arbeitsstunden vor Ort"),
    "racks": text("Racks set up", "Eingerichtete Racks"),
    "burst_gpu_hours": text("Rented GPU hours", "Gemietete GPU-Stunden"),
    "demand_months": text("Months weighted with demand", "Monate, gewichtet mit dem Bedarf"),
    "priced_months": text(
        "Months weighted with demand and price level", "Monate, gewichtet mit Bedarf und Preisniveau"
    ),
    "seats": text("Seat months", "Lizenzmonate"),
    "tail_seats": text("Seat months owed after the horizon", "Nach dem Zeitraum geschuldete Lizenzmonate"),
}
_UNITS = {
    "bought": "server", "running": "months", "started": "machine", "sites": "", "committed_kw": "kW·months",
    "racks": "rack", "demand_months": "months", "priced_months": "months", "seats": "months", "tail_seats": "months",
}  # fmt: skip
_AFTER_DELIVERY = ("running", "interim_hours", "committed_kw", "remote_hands_hours")
_API_PRICES = ("api_price_factor", "api_price_change_per_year")


def driver(table: CostTable, priced: PricedPlan, name: str) -> Derivation:
    """The sum of a driver over the horizon at the middle values, down to the needs of the workloads."""
    formula = _HOURS[name]
    if isinstance(priced.plan, HybridPlan):
        formula = _IN_A_HYBRID.get(name, formula)
    value = float(priced.drivers[name].sum())
    return step(_LABELS[name], value, _UNITS.get(name, "h"), formula, _inputs(table, priced, name))


def _inputs(table: CostTable, priced: PricedPlan, name: str) -> list[Derivation]:
    question, plan = table.question, priced.plan
    growth = [input_leaf(question, "demand_factor"), input_leaf(question, "growth_per_year")]
    if isinstance(plan, SeatPlan):
        people = constant(text("People", "Beschäftigte"), plan.most_users or plan.users, "", "answer client.employees")
        return [_users(plan), growth[1], *([people] if plan.most_users is not None else [])]
    if isinstance(plan, ApiPlan):
        return growth + [input_leaf(question, key) for key in _API_PRICES if name == "priced_months"]
    own = plan.own if isinstance(plan, HybridPlan) else plan if isinstance(plan, OwnPlan) else None
    found = [need_leaf(need, _accelerators(plan)) for need in plan.needs] + growth
    if name in _AFTER_DELIVERY or (name == "gpu_hours" and own is not None):
        found.append(input_leaf(question, "lead_months"))
    if name == "committed_kw" and own is not None:
        found.append(figure_leaf(text("Highest power", "Höchste Leistung"), own.server.max_power_kw))
    if name == "remote_hands_hours":
        found.append(input_leaf(question, "remote_hands_hours_per_server_month"))
    if own is not None and own.owned_machines:
        there = text("Machines already there", "Bereits vorhandene Maschinen")
        found.append(constant(there, float(own.owned_machines), "machine", "answer hw.inventory"))
    return found


def _users(plan: SeatPlan) -> Derivation:
    return constant(text("Users", "Nutzer"), plan.users, "", "answer w.users_total")


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


def _accelerators(plan: OwnPlan | RentPlan | HybridPlan) -> int:
    if isinstance(plan, HybridPlan):
        return plan.own.server.accelerators
    return plan.server.accelerators if isinstance(plan, OwnPlan) else plan.offer.accelerators


def need_leaf(need: CapacityNeed, accelerators: int) -> Derivation:
    """What one workload needs, down to its configuration."""
    source = f"workloads.{need.workload_id}.configurations.{need.configuration_id}"
    share = share_of_machine(need, accelerators)
    if need.stretches:
        peak = text("in_flight: sets of GPUs for a full month", "in_flight: GPU-Sätze für einen vollen Monat")
        hours = text("Hours of runs a month", "Laufstunden je Monat")
    else:
        peak = text("in_flight: requests at peak", "in_flight: Anfragen in der Spitze")
        hours = text("Active hours a month", "Aktive Stunden je Monat")
    mean = text("Requests to plan for in an average hour", "Einzuplanende Anfragen in einer mittleren Stunde")
    parts = [
        constant(peak, need.in_flight_peak, "", source),
        constant(mean, need.in_flight_mean, "", source),
        constant(
            text("slots: requests per replica", "slots: Anfragen je Replikat"), need.slots_per_replica, "", source
        ),
        constant(text("spare: replicas in reserve", "spare: Replikate in Reserve"), need.spare_replicas, "", source),
        constant(text("share: machine per replica", "share: Maschine je Replikat"), share, "", source),
        constant(hours, need.active_hours_per_month, "h", source),
    ]
    if need.survives:
        may_fail = text(
            "machines that may fail while the others carry it",
            "Maschinen, die ausfallen dürfen, während die anderen ihn tragen",
        )
        parts.append(constant(may_fail, 1.0, "", "answers w.criticality, w.availability_pct"))
    label = text(f"Need of workload {need.workload_id}", f"Bedarf des Workloads {need.workload_id}")
    gpus = need.gpus_per_replica
    return Derivation(label=label, value=gpus, unit="GPU/replica", source=source, inputs=tuple(parts))
