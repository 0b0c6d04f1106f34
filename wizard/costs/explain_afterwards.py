"""Explains what is added to the flows of every plan: moving in and out, financing, tax."""

from wizard.costs.engine import CostTable, PricedPlan
from wizard.costs.financing import instalment
from wizard.costs.flows import FINANCING, PURCHASES
from wizard.costs.leaves import constant, egress_price_leaf, input_leaf, months_leaf, step
from wizard.costs.moving import WORKDAYS_PER_YEAR, rented_of
from wizard.domain.economics import Financing
from wizard.domain.language import text
from wizard.domain.provenance import Derivation

MOVING = frozenset({"migration", "exit", "rented_storage", "exit_transfer"})
AFTERWARDS = FINANCING | {"grant", "tax_relief"}
"""Sums over the purchases and their months rather than products of factors."""
_DAY = constant(text("Year per working day", "Jahr je Arbeitstag"), 1.0 / WORKDAYS_PER_YEAR, "a", "1/220, a convention")


def moving_factors(table: CostTable, priced: PricedPlan, name: str) -> list[Derivation]:
    """Factors of one component, without VAT."""
    question = table.question
    if name in ("migration", "exit"):
        return [input_leaf(question, f"{name}_days"), _DAY, input_leaf(question, "fte_eur_per_year")]
    stored = input_leaf(question, "stored_tb")
    if name == "rented_storage":
        return [months_leaf(question), stored, input_leaf(question, "storage_eur_per_tb_month")]
    rented = rented_of(priced.plan)
    assert rented is not None  # noqa: S101 - only rented machines hold data of the client
    return [stored, egress_price_leaf(question, rented.offer)]


def afterwards(table: CostTable, priced: PricedPlan, name: str, value: float) -> Derivation:
    """One component of financing or tax."""
    if name == "tax_relief":
        return _tax(table, priced, value)
    if name == "grant":
        stated = constant(
            text("Stated grant", "Genannte Förderung"), table.question.grant_eur, "EUR", "answer fin.discounts"
        )
        return step(text("Grant", "Förderung"), value, "EUR", "−min(grant, investment)", [stated, _capital(priced)])
    terms = table.question.financing
    assert terms is not None  # noqa: S101 - the component exists only with financing
    capital = _capital(priced)
    if name != "instalments":
        return step(_NAMES[name], value, "EUR", "−investment", [capital])
    formula = (
        "Σ purchases · (instalment · months within the horizon + balloon), what is owed at its end included; "
        "instalment = (1 − balloon · v^n) · i / (1 − v^n), v = 1/(1 + i), i = (1 + rate)^(1/12) − 1"
    )
    return step(_NAMES[name], value, "EUR", formula, [capital, *_terms(terms)])


_NAMES = {
    "loan": text("Loan paid out", "Auszahlung des Kredits"),
    "leased": text("Paid by the lessor", "Vom Leasinggeber bezahlt"),
    "instalments": text("Instalments", "Raten"),
}


def _capital(priced: PricedPlan) -> Derivation:
    bought = {name: float(flow.sum()) for name, flow in priced.flows.items() if name in PURCHASES}
    label = text("Investment", "Investition")
    parts = [constant(text(name, name), amount, "EUR", f"cost.breakdown.{name}") for name, amount in bought.items()]
    return step(label, sum(bought.values()), "EUR", " + ".join(bought), parts)


def _terms(terms: Financing) -> list[Derivation]:
    source = "answer fin.financing"
    return [
        constant(text("Interest a year", "Zins je Jahr"), terms.rate, "1/a", source),
        constant(text("Months of the contract", "Monate Laufzeit"), float(terms.months), "months", source),
        constant(text("Balloon", "Schlussrate"), terms.balloon_share, "share", source),
        constant(text("Instalment per euro", "Rate je Euro"), instalment(terms), "1/month", "see formula"),
    ]


def _tax(table: CostTable, priced: PricedPlan, value: float) -> Derivation:
    rule = table.question.tax
    assert rule is not None  # noqa: S101 - the component exists only with a tax rate
    deductible = float(priced.drivers["deductible_eur"].sum())
    source = "Σ_m operating cost − resale + interest or lease + depreciation, the book value left in the last month"
    inputs = [
        constant(text("Tax on profit", "Ertragsteuersatz"), rule.rate, "share", "answer fin.tax"),
        constant(text("Deductible amounts", "Abzugsfähige Beträge"), deductible, "EUR", source),
        constant(rule.basis, float(rule.years), "a", rule.basis.en),
    ]
    return step(text("Tax saved", "Ersparte Steuern"), value, "EUR", "−rate · deductible amounts", inputs)
