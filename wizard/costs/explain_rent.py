"""Explains the components of rented machines."""

from wizard.costs.engine import CostTable, PricedPlan, vat_factor
from wizard.costs.explain_capacity import driver, weighted_level
from wizard.costs.leaves import (
    PER_MONTH,
    YEAR_PER_HOUR,
    constant,
    egress_price_leaf,
    in_euro_step,
    input_leaf,
    product,
    step,
    vat_leaf,
)
from wizard.costs.renting import SUPPORTED, RentTerms, price_of, spot_price
from wizard.domain.economics import RentPlan
from wizard.domain.language import text
from wizard.domain.provenance import Derivation
from wizard.domain.quantities import HOURS_PER_MONTH

_HOURS = {
    "rent_on_demand": "on_demand_hours",
    "rent_spot": "spot_hours",
    "rent_dedicated": "rented_hours",
    "minimum_term": "tail_hours",
}


def rent_factors(table: CostTable, priced: PricedPlan, plan: RentPlan, name: str) -> list[Derivation]:
    """Factors of one component, without VAT.

    Raises:
        KeyError: no such component.
    """
    question = table.question
    if name == "licences":
        return [
            driver(table, priced, "gpu_hours"), input_leaf(question, "licence_eur_per_gpu_year"), YEAR_PER_HOUR,
        ]  # fmt: skip
    if name == "egress":
        months = step(
            text("Months weighted with growth", "Monate, gewichtet mit dem Wachstum"),
            float(table.middle_world().growth.sum()),
            "months",
            "Σ_m (1 + growth)^(m/12)",
            [input_leaf(question, "growth_per_year")],
        )
        return [months, input_leaf(question, "egress_tb_per_month"), egress_price_leaf(question, plan.offer)]
    if name == "setup_fee":
        assert plan.offer.setup_fee is not None  # noqa: S101 - the component exists only with a fee
        return [driver(table, priced, "started"), in_euro_step(question, plan.offer.setup_fee, plan.offer.currency)]
    if name == "support":
        return support_factors(table, priced)
    if name == "idle_time":
        return idle_factors(table, priced, plan)
    hours = _HOURS[name]
    if name == "rent_spot":
        used, kept = driver(table, priced, hours), weighted_level(table, priced.drivers[hours])
        return [used, in_euro_step(question, spot_price(plan.offer), plan.offer.currency), kept]
    price = price_of(plan.offer, plan.commitment if plan.option == "dedicated" else "on_demand")
    level = weighted_level(table, priced.drivers[hours])
    return [driver(table, priced, hours), in_euro_step(question, price, plan.offer.currency), level]


def support_factors(table: CostTable, priced: PricedPlan) -> list[Derivation]:
    """The supported rent, without VAT, times the share of the contract."""
    names = [name for name in SUPPORTED if name in priced.flows]
    rent = sum(float(priced.flows[name].sum()) for name in names) / vat_factor(table.question)
    parts = [constant(text(name, name), float(priced.flows[name].sum()), "EUR", f"cost.breakdown.{name}")
             for name in names]  # fmt: skip
    label = text("Cloud rent, net", "Cloud-Miete, netto")
    return [step(label, rent, "EUR", " + ".join(names), parts), input_leaf(table.question, "cloud_support_share")]


def idle_factors(table: CostTable, priced: PricedPlan, plan: RentPlan) -> list[Derivation]:
    """Rented hours beside those with load."""
    price = in_euro_step(table.question, price_of(plan.offer, "on_demand"), plan.offer.currency)
    level = weighted_level(table, priced.drivers["on_demand_hours"])
    return [driver(table, priced, "on_demand_hours"), input_leaf(table.question, "idle_share"), price, level]


def committed_terms(table: CostTable, priced: PricedPlan) -> list[Derivation]:
    """One derivation for each committed term of a cloud plan."""
    assert isinstance(priced.plan, RentPlan)  # noqa: S101 - only rented plans commit
    assert isinstance(priced.terms, RentTerms)  # noqa: S101 - same
    plan, world = priced.plan, table.middle_world()
    found: list[Derivation] = []
    for term in priced.terms.commitments:
        level = float(world.cloud_price[term.start, 0])
        why = "lowest discounted cost at the middle values, chosen once before sampling"
        inputs = [
            constant(text("Committed machines", "Fest zugesagte Maschinen"), float(term.machines), "machine", why),
            constant(text("Months", "Monate"), float(term.months), "months", f"{term.kind} from month {term.start}"),
            PER_MONTH,
            in_euro_step(table.question, price_of(plan.offer, term.kind), plan.offer.currency),
            constant(
                text("Price level at the start", "Preisniveau zu Beginn"),
                level,
                "×",
                "factor · (1 + change)^(start/12)",
            ),
            *vat_leaf(table.question),
        ]
        hours = float(term.machines * term.months * HOURS_PER_MONTH)
        value = hours * term.price_per_hour * level * vat_factor(table.question)
        label = text(f"Term from month {term.start}", f"Laufzeit ab Monat {term.start}")
        found.append(product(label, value, "EUR", inputs))
    return found
