"""Leaves and steps of cost explanations."""

from collections.abc import Sequence

from wizard.domain.economics import CostQuestion
from wizard.domain.hardware import Offer
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation, Evidence, Figure, weakest
from wizard.domain.quantities import HOURS_PER_MONTH, HOURS_PER_YEAR, MONTHS_PER_YEAR

_UNIT_PRICE = text("Unit price", "Einzelpreis")


def step(label: Text, value: float, unit: str, formula: str, inputs: Sequence[Derivation]) -> Derivation:
    """A value that follows from others; it is as firm as the weakest of them."""
    return Derivation(
        label=label,
        value=value,
        unit=unit,
        formula=formula,
        evidence=weakest(*(entry.evidence for entry in inputs)),
        inputs=tuple(inputs),
    )


def input_leaf(question: CostQuestion, key: str) -> Derivation:
    """An input at its middle value; the span stands in the formula."""
    found = question.inputs[key]
    span = found.range
    certain = span.low == span.high
    answered = found.question is not None and found.evidence is not Evidence.ASSUMED
    source = f"answer {found.question}" if answered else found.source or found.basis.en
    shape = "triangular in logarithms" if found.in_logarithms else "triangular"
    return Derivation(
        label=found.label,
        value=span.value,
        unit=found.unit,
        formula=None if certain else f"{shape} ({span.low:g}, {span.value:g}, {span.high:g})",
        source=source,
        evidence=found.evidence,
    )


def figure_leaf(label: Text, figure: Figure, unit: str = "") -> Derivation:
    """A catalogue figure with its source and date."""
    return Derivation(
        label=label,
        value=figure.value,
        unit=unit or figure.unit,
        source=f"{figure.source} ({figure.retrieved_on})",
        evidence=figure.evidence,
    )


def constant(label: Text, value: float, unit: str, source: str) -> Derivation:
    """A number fixed by definition or by an earlier step that has its own explanation."""
    return Derivation(label=label, value=value, unit=unit, source=source)


def vat_leaf(question: CostQuestion) -> tuple[Derivation, ...]:
    """The VAT factor where a part of it cannot be reclaimed, else nothing."""
    share = question.inputs["vat_unrecoverable_share"]
    if question.vat_rate == 0.0:
        return ()
    rate = constant(text("VAT rate", "Umsatzsteuersatz"), question.vat_rate, "share", "VAT rate of the country")
    label = text("VAT factor, own staff excepted", "Faktor Umsatzsteuer, eigenes Personal ausgenommen")
    value = 1.0 + question.vat_rate * share.range.value
    inputs = [rate, input_leaf(question, share.key)]
    return (step(label, value, "×", "1 + VAT rate · share that cannot be reclaimed", inputs),)


def in_euro_step(question: CostQuestion, price: Figure, currency: str, label: Text = _UNIT_PRICE) -> Derivation:
    """A catalogue price in euro, with the exchange rate where one is needed."""
    listed = figure_leaf(label, price)
    if currency == "EUR":
        return listed
    rate = question.eur_per_unit[currency]
    exchange = constant(text("Euro per unit", "Euro je Einheit"), rate, f"EUR/{currency}", f"exchange rate {currency}")
    return step(label, price.value * rate, "EUR", "price · exchange rate", [listed, exchange])


def egress_price_leaf(question: CostQuestion, offer: Offer) -> Derivation:
    """Euro for a TB of outgoing data: the offer's own price, else the common assumption."""
    if offer.egress_per_tb is None:
        return input_leaf(question, "egress_eur_per_tb")
    label = text("Price of outgoing data", "Preis des Datenausgangs")
    return in_euro_step(question, offer.egress_per_tb, offer.currency, label)


def product(label: Text, value: float, unit: str, factors: Sequence[Derivation]) -> Derivation:
    """A value that is the product of its factors."""
    return step(label, value, unit, " · ".join(factor.label.en for factor in factors), factors)


PER_MONTH = constant(text("Hours a month", "Stunden je Monat"), float(HOURS_PER_MONTH), "h", "8,760 h / 12")
YEAR_PER_MONTH = constant(text("Year per month", "Jahr je Monat"), 1.0 / MONTHS_PER_YEAR, "a", "1/12")
YEAR_PER_HOUR = constant(text("Year per hour", "Jahr je Stunde"), 1.0 / HOURS_PER_YEAR, "a", "1/8,760")


def months_leaf(question: CostQuestion) -> Derivation:
    """The planning horizon."""
    label = text("Months", "Monate")
    return constant(label, float(question.horizon_months), "months", "answer project.horizon_months")
