"""Explains the components of services: tokens and seats."""

from wizard.costs.engine import CostTable, PricedPlan, vat_factor
from wizard.costs.explain_capacity import driver
from wizard.costs.inputs import Array
from wizard.costs.leaves import constant, in_euro_step, input_leaf, product, step, vat_leaf
from wizard.costs.services import ApiTerms
from wizard.domain.economics import SeatPlan
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation

KIND_TEXTS: dict[str, Text] = {
    "input": text("input tokens", "Eingabetoken"),
    "cached": text("cached input tokens", "zwischengespeicherte Eingabetoken"),
    "output": text("output tokens", "Ausgabetoken"),
}


def token_terms(table: CostTable, priced: PricedPlan) -> list[Derivation]:
    """One product for each workload and kind of tokens."""
    assert isinstance(priced.terms, ApiTerms)  # noqa: S101 - only an API is paid by the token
    months = driver(table, priced, "priced_months")
    total = float(priced.drivers["priced_months"].sum())
    found = []
    for entry in priced.terms.tokens:
        if entry.millions == 0.0:
            continue
        name, use = KIND_TEXTS[entry.kind], entry.use
        source = f"workloads.{use.workload_id}: tokens a month at today's middle demand"
        label = text(f"Million {name.en} a month", f"Millionen {name.de} je Monat")
        factors = [
            constant(label, entry.millions, "1e6", source),
            months,
            in_euro_step(table.question, entry.listed, use.offer.currency),
            *vat_leaf(table.question),
        ]
        value = entry.millions * total * entry.price * vat_factor(table.question)
        what = text(f"{use.workload_id}: {name.en}", f"{use.workload_id}: {name.de}")
        found.append(product(what, value, "EUR", factors))
    return found


def seat_factors(table: CostTable, priced: PricedPlan, plan: SeatPlan, name: str) -> list[Derivation]:
    """Factors of one component, without VAT.

    Raises:
        KeyError: no such component.
    """
    drives = {"seats": "seats", "minimum_term": "tail_seats"}[name]
    price = in_euro_step(table.question, plan.offer.per_seat_month, plan.offer.currency)
    return [driver(table, priced, drives), price, _level(table, priced.drivers[drives])]


def _level(table: CostTable, seats: Array) -> Derivation:
    path = table.middle_world().seat_price[:, 0]
    value = float((seats * path).sum() / seats.sum())
    label = text("Price level", "Preisniveau")
    change = input_leaf(table.question, "seat_price_change_per_year")
    return step(label, value, "×", "Σ_m seats_m · (1 + change)^(m/12) / Σ_m seats_m", [change])
