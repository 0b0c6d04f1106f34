"""Explains the components of own servers: purchase, rented rack, operation, resale."""

from wizard.costs.engine import CostTable, PricedPlan
from wizard.costs.explain_capacity import driver, weighted_level
from wizard.costs.hosting import provider
from wizard.costs.hybrid import HybridTerms
from wizard.costs.leaves import (
    PER_MONTH,
    YEAR_PER_MONTH,
    constant,
    figure_leaf,
    in_euro_step,
    input_leaf,
    product,
    step,
    vat_leaf,
)
from wizard.costs.owning import OwnTerms, pue_key
from wizard.costs.renting import price_of
from wizard.domain.economics import OwnPlan
from wizard.domain.language import text
from wizard.domain.provenance import Derivation
from wizard.domain.quantities import HOURS_PER_MONTH

_PER_YEAR = {"maintenance": "maintenance_share_per_year", "insurance": "insurance_share_per_year"}
_OF_PURCHASE = {"installation": "install_share", "spares": "spares_share", "network_storage": "network_storage_share"}


def own_factors(table: CostTable, priced: PricedPlan, plan: OwnPlan, name: str) -> list[Derivation]:
    """Factors of one component, without VAT.

    Raises:
        KeyError: no such component.
    """
    if name in ("colocation", "remote_hands", "colocation_setup"):
        return _hosting(table, priced, plan, name)
    if name == "interim_cloud":
        assert plan.interim is not None  # noqa: S101 - the component exists only with an interim plan
        hours = driver(table, priced, "interim_hours")
        price = in_euro_step(table.question, price_of(plan.interim.offer, "on_demand"), plan.interim.offer.currency)
        return [hours, price, weighted_level(table, priced.drivers["interim_hours"])]
    if name in ("electricity", "cooling"):
        return _electricity(table, priced, plan, name)
    if name == "licences":
        return _licences(table, priced, plan)
    return _from_price(table, priced, plan, name)


def _from_price(table: CostTable, priced: PricedPlan, plan: OwnPlan, name: str) -> list[Derivation]:
    server, question = plan.server, table.question
    unit_price = [
        in_euro_step(question, server.price, server.price_currency),
        input_leaf(question, "hardware_price_factor"),
    ]
    if name == "residual_value":
        return [_resale(table, priced), *unit_price]
    if name in _PER_YEAR:
        return [driver(table, priced, "running"), *unit_price, input_leaf(question, _PER_YEAR[name]), YEAR_PER_MONTH]
    if name == "hardware":
        return [driver(table, priced, "bought"), *unit_price]
    return [driver(table, priced, "bought"), *unit_price, input_leaf(question, _OF_PURCHASE[name])]


def _hosting(table: CostTable, priced: PricedPlan, plan: OwnPlan, name: str) -> list[Derivation]:
    offer, question = provider(plan), table.question
    if name == "colocation":
        price = in_euro_step(question, offer.per_kw_month, offer.currency)
        return [driver(table, priced, "committed_kw"), price, input_leaf(question, "colo_price_factor")]
    by_name = {
        "remote_hands": ("remote_hands_hours", offer.remote_hands_per_hour),
        "colocation_setup": ("racks", offer.setup_per_rack),
    }
    drives, figure = by_name[name]
    assert figure is not None  # noqa: S101 - the component exists only with a price
    return [driver(table, priced, drives), in_euro_step(question, figure, offer.currency)]


def _electricity(table: CostTable, priced: PricedPlan, plan: OwnPlan, name: str) -> list[Derivation]:
    site = pue_key(plan)
    assert site is not None  # noqa: S101 - without a meter there is no electricity
    question = table.question
    kwh_price = input_leaf(question, "electricity_eur_per_kwh")
    found = [driver(table, priced, "running"), _power(table, priced, plan, site), PER_MONTH, kwh_price]
    if name == "electricity":
        return found
    ratio = input_leaf(question, site)
    label = text("PUE above 1", "PUE über 1")
    return [*found, step(label, float(ratio.value or 0.0) - 1.0, "", "PUE − 1", [ratio])]


def _power(table: CostTable, priced: PricedPlan, plan: OwnPlan, site: str) -> Derivation:
    """Mean over the running machines; in a hybrid the busy part follows the load they serve."""
    server, values = plan.server, table.middle_world().values
    running = float(priced.drivers["running"].sum()) * HOURS_PER_MONTH * float(values[site][0])
    inputs = [
        figure_leaf(text("kW_max: highest power", "kW_max: höchste Leistung"), server.max_power_kw),
        figure_leaf(text("idle: share of it at rest", "idle: Anteil davon im Leerlauf"), server.idle_power_share),
        input_leaf(table.question, "power_utilisation"),
    ]
    formula = "kW_max · (idle + (1 − idle) · utilisation)"
    if isinstance(priced.terms, HybridTerms):
        share = float(priced.drivers["own_use"].sum() / priced.drivers["all_use"].sum())
        label = text("served: share of the load on own machines", "served: Anteil der Last auf eigenen Maschinen")
        inputs.append(constant(label, share, "share", "load duration curve, see split.owned_share"))
        formula = (
            "kW_max · (idle + (1 − idle) · min(1, utilisation · machines if all were own · served / own machines))"
        )
    label = text("Mean power of a server", "Mittlere Leistung eines Servers")
    return step(label, float(priced.drivers["energy_kwh"].sum()) / running, "kW", formula, inputs)


def _licences(table: CostTable, priced: PricedPlan, plan: OwnPlan) -> list[Derivation]:
    source = f"catalogue {plan.server.id}"
    gpus = constant(text("GPUs per server", "GPUs je Server"), float(plan.server.accelerators), "GPU", source)
    licence = input_leaf(table.question, "licence_eur_per_gpu_year")
    return [driver(table, priced, "running"), gpus, licence, YEAR_PER_MONTH]


def _resale(table: CostTable, priced: PricedPlan) -> Derivation:
    world = table.middle_world()
    left = world.values["residual_share"] ** ((world.months - world.month) / world.months)
    value = float((priced.drivers["bought"] * left[:, 0]).sum())
    inputs = [driver(table, priced, "bought"), input_leaf(table.question, "residual_share")]
    label = text("Servers weighted with their resale share", "Server, gewichtet mit ihrem Restwertanteil")
    return step(label, value, "server", "Σ_m bought_m · residual^((T − m)/T)", inputs)


def part_terms(table: CostTable, priced: PricedPlan, name: str) -> list[Derivation]:
    """One product for each part of a component."""
    terms = priced.terms.own if isinstance(priced.terms, HybridTerms) else priced.terms
    assert isinstance(terms, OwnTerms)  # noqa: S101 - only own servers have parts
    found = []
    for piece in terms.pieces:
        part, price = piece.planned.part, piece.planned.part.price
        if piece.component != name or price is None:
            continue
        count = text("Parts for each", "Teile je Einheit")
        factors = [
            driver(table, priced, piece.driver),
            constant(count, piece.planned.quantity, "", f"sizing: {part.id}"),
            in_euro_step(table.question, price, part.currency or ""),
            input_leaf(table.question, "hardware_price_factor"),
            *vat_leaf(table.question),
        ]
        value = 1.0
        for factor in factors:
            value *= float(factor.value or 0.0)
        found.append(product(text(part.name, part.name), value, "EUR", factors))
    return found
