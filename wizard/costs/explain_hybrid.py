"""Explains what only a hybrid has: the rented part above its own machines, and how the load divides."""

from wizard.costs.engine import CostTable, PricedPlan, vat_factor
from wizard.costs.explain_capacity import driver, weighted_level
from wizard.costs.explain_own import own_factors
from wizard.costs.explain_rent import idle_factors, support_factors
from wizard.costs.fractile import hourly_costs
from wizard.costs.hybrid import HybridTerms
from wizard.costs.leaves import (
    YEAR_PER_HOUR,
    constant,
    egress_price_leaf,
    figure_leaf,
    in_euro_step,
    input_leaf,
    months_leaf,
    step,
)
from wizard.costs.renting import price_of
from wizard.domain.economics import HybridPlan
from wizard.domain.language import text
from wizard.domain.ownership import HybridSplit
from wizard.domain.provenance import Derivation, Evidence
from wizard.domain.quantities import HOURS_PER_MONTH

_RENTED = {"rent_on_demand": "on_demand_hours", "interim_cloud": "interim_hours"}
_AT_REST = (
    "hardware_price_factor", "install_share", "spares_share", "network_storage_share", "maintenance_share_per_year",
    "insurance_share_per_year", "licence_eur_per_gpu_year", "residual_share", "electricity_eur_per_kwh", "lead_months",
    "discount_rate",
)  # fmt: skip


def hybrid_factors(table: CostTable, priced: PricedPlan, plan: HybridPlan, name: str) -> list[Derivation]:
    """Factors of one component, without VAT.

    Raises:
        KeyError: no such component.
    """
    question, offer = table.question, plan.burst.offer
    if name in _RENTED:
        hours = _RENTED[name]
        price = in_euro_step(question, price_of(offer, "on_demand"), offer.currency)
        return [driver(table, priced, hours), price, weighted_level(table, priced.drivers[hours])]
    if name == "support":
        return support_factors(table, priced)
    if name == "idle_time":
        return idle_factors(table, priced, plan.burst)
    if name == "burst_licences":
        licence = input_leaf(question, "licence_eur_per_gpu_year")
        return [driver(table, priced, "burst_gpu_hours"), licence, YEAR_PER_HOUR]
    if name == "second_platform":
        return [months_leaf(question), input_leaf(question, "hybrid_fixed_eur_per_month")]
    if name == "egress":
        amount = input_leaf(question, "egress_tb_per_month")
        return [_rented_months(table, priced), amount, egress_price_leaf(question, offer)]
    return own_factors(table, priced, plan.own, name)


def _rented_months(table: CostTable, priced: PricedPlan) -> Derivation:
    growth = table.middle_world().growth[:, 0]
    return step(
        text("Months weighted with growth and rented share", "Monate, gewichtet mit Wachstum und gemietetem Anteil"),
        float((growth * priced.drivers["rented_share"]).sum()),
        "months",
        "Σ_m (1 + growth)^(m/12) · rented share_m",
        [input_leaf(table.question, "growth_per_year"), _curve()],
    )


def explain_split(table: CostTable, priced: PricedPlan, field: str) -> Derivation:
    """One number of how a hybrid divides the load.

    Raises:
        KeyError: no such number.
    """
    plan, terms, split = priced.plan, priced.terms, priced.split
    if not isinstance(plan, HybridPlan) or not isinstance(terms, HybridTerms) or split is None:
        raise KeyError(field)
    if field in ("owned_share", "owned_utilisation"):
        return _share(table, priced, split, field)
    if field == "critical_fractile":
        return _fractile(table, plan, terms, split)
    if field == "burst_gpus_peak":
        gpus = plan.burst.offer.accelerators
        return _gpus(field, split.burst_gpus_peak, split.burst_gpus_peak / gpus, gpus, plan.burst.offer.id)
    machines = _machines(table, plan, terms, split)
    if field == "owned_machines":
        return machines
    if field == "owned_gpus":
        found = _gpus(field, split.owned_gpus, split.owned_machines, plan.own.server.accelerators, plan.own.server.id)
        return found.model_copy(update={"inputs": (machines, found.inputs[1])})
    raise KeyError(field)


def explain_curve(priced: PricedPlan, curve: int, rest: list[str]) -> Derivation:
    """One point of a load duration curve, or its month.

    Raises:
        KeyError, IndexError: no such point.
    """
    if priced.split is None:
        raise KeyError(rest)
    found = priced.split.curves[curve]
    if rest == ["month"]:
        return constant(text("Month of the curve", "Monat der Kurve"), float(found.month), "", "first and last month")
    _points, point, field = rest
    value = {
        "machines": (text("Machines in use", "Genutzte Maschinen"), "machine", found.points[int(point)].machines),
        "share_of_hours": (
            text("Share of the hours in which more are in use", "Anteil der Stunden, in denen mehr genutzt werden"),
            "share", found.points[int(point)].share_of_hours,
        ),
    }[field]  # fmt: skip
    return step(value[0], value[2], value[1], f"load duration curve of month {found.month}", [_curve()])


_LABELS = {
    "owned_machines": text("Own machines", "Eigene Maschinen"),
    "owned_gpus": text("Own GPUs", "Eigene GPUs"),
    "burst_gpus_peak": text("Rented GPUs at the peak", "Gemietete GPUs in der Spitze"),
    "critical_fractile": text("Critical fractile", "Kritisches Fraktil"),
    "owned_share": text("Share of the load on own machines", "Anteil der Last auf eigenen Maschinen"),
    "owned_utilisation": text("Use of the own machines", "Auslastung der eigenen Maschinen"),
}


def _curve() -> Derivation:
    return Derivation(
        label=text("Load duration curve", "Jahresdauerlinie der Last"),
        value=None,
        formula="share of active hours above x = (1 − (x − floor)/(peak − floor))^((peak − floor)/(mean − floor) − 1)",
        source="assumption: the shape that meets floor, mean and peak; a measured load profile replaces it",
        evidence=Evidence.ASSUMED,
    )


def _machines(table: CostTable, plan: HybridPlan, terms: HybridTerms, split: HybridSplit) -> Derivation:
    most = text("Machines if all were own", "Maschinen, wenn alle eigene wären")
    inputs = [
        _fractile(table, plan, terms, split),
        constant(most, float(terms.all_owned), "machine", "peak demand over the horizon at the middle values"),
        _curve(),
        input_leaf(table.question, "hybrid_fixed_eur_per_month"),
    ]
    formula = (
        "K with the lowest discounted cost among 0 to all, chosen once at the middle values: "
        "the last K with share of hours that need machine K > critical fractile"
    )
    return step(_LABELS["owned_machines"], float(split.owned_machines), "machine", formula, inputs)


def _gpus(field: str, value: float, machines: float, gpus: int, machine: str) -> Derivation:
    per = constant(text("GPUs a machine", "GPUs je Maschine"), float(gpus), "GPU", f"catalogue {machine}")
    count = text("Machines", "Maschinen")
    source = "highest of Σ over the months: machines needed at the peak less own ones"
    return step(_LABELS[field], value, "GPU", "machines · GPUs a machine", [constant(count, machines, "", source), per])


def _fractile(table: CostTable, plan: HybridPlan, terms: HybridTerms, split: HybridSplit) -> Derivation:
    at_rest, busy, rented = hourly_costs(plan, terms, table.middle_world(), vat_factor(table.question))
    offer, server, question = plan.burst.offer, plan.own.server, table.question
    power = figure_leaf(text("Highest power", "Höchste Leistung"), server.max_power_kw)
    inputs = [
        step(
            text("c: own machine at rest, an hour", "c: eigene Maschine in Ruhe, je Stunde"),
            at_rest,
            "EUR/h",
            "discounted purchase, operation at rest and resale of one machine / discounted hours after delivery",
            [in_euro_step(question, server.price, server.price_currency), *(input_leaf(question, k) for k in _AT_REST)],
        ),
        step(
            text("v: what running adds, an hour", "v: Mehrkosten im Betrieb, je Stunde"),
            busy,
            "EUR/h",
            "busy power · PUE · electricity price",
            [power, *(input_leaf(question, k) for k in ("power_utilisation", "electricity_eur_per_kwh"))],
        ),
        step(
            text("p: rent in its place, an hour", "p: Miete an ihrer Stelle, je Stunde"),
            rented,
            "EUR/h",
            "discounted price path, licences and egress, in rented machines that replace one own machine",
            [
                in_euro_step(question, price_of(offer, "on_demand"), offer.currency),
                *(
                    input_leaf(question, k)
                    for k in ("cloud_price_factor", "cloud_price_change_per_year", "idle_share", "cloud_support_share")
                ),
            ],
        ),
    ]
    return step(_LABELS["critical_fractile"], split.critical_fractile, "share", "c / (p − v)", inputs)


def _share(table: CostTable, priced: PricedPlan, split: HybridSplit, field: str) -> Derivation:
    own = text("Machine hours of load on own machines", "Maschinenstunden der Last auf eigenen Maschinen")
    use = step(own, float(priced.drivers["own_use"].sum()), "h", "Σ_m min(load, own machines)_m · hours", [_curve()])
    if field == "owned_share":
        every = text("Machine hours of load", "Maschinenstunden der Last")
        total = step(every, float(priced.drivers["all_use"].sum()), "h", "Σ_m load_m · hours", [_curve()])
        return step(_LABELS[field], split.owned_share, "share", "own / all", [use, total])
    running = driver(table, priced, "running")
    hours = step(
        text("Hours of own machines", "Stunden der eigenen Maschinen"),
        float(priced.drivers["running"].sum()) * HOURS_PER_MONTH, "h", "machine months · 730", [running],
    )  # fmt: skip
    return step(_LABELS[field], split.owned_utilisation, "share", "load on own machines / their hours", [use, hours])
