"""Leaves and steps of cost explanations."""

from collections.abc import Sequence

from wizard.domain.economics import CostQuestion
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation, Evidence, Figure, weakest


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
    """The VAT factor where costs are gross, else nothing."""
    if question.vat == "net":
        return ()
    label = text("VAT factor", "Faktor Umsatzsteuer")
    return (constant(label, 1.0 + question.vat_rate, "×", "VAT rate of the country, own staff excepted"),)
