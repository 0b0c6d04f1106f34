"""Building blocks of explanations: leaves with their sources, sums and products with their inputs."""

from collections.abc import Callable, Sequence
from math import prod

from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation, Evidence, Figure, weakest
from wizard.sizing.figures import Facts, pick_key


def leaf(label: Text, value: float, unit: str, source: str, evidence: Evidence = Evidence.DOCUMENTED) -> Derivation:
    """A number that is not derived further."""
    return Derivation(label=label, value=value, unit=unit, source=source, evidence=evidence)


def figure_leaf(label: Text, name: str, figure: Figure) -> Derivation:
    """A figure of the catalogue with its source, date and span."""
    span = "" if figure.low is None or figure.high is None else f"; {figure.low:g}–{figure.high:g}"
    source = f"{name}: {figure.source}, {figure.retrieved_on.isoformat()}, {figure.basis}{span}"
    return leaf(label, figure.value, figure.unit, source, figure.evidence)


def constant(label: Text, facts: Facts, name: str, variant: str | None = None) -> Derivation:
    """A ``sizing.*`` figure as a leaf."""
    key = pick_key(facts, name, variant)
    return figure_leaf(label, key, facts[key])


def picked(label: Text, facts: Facts, figure: Figure) -> Derivation:
    """A ``sizing.*`` figure that a rule of its own has chosen, under the key it has."""
    return figure_leaf(label, next(key for key, known in facts.items() if known is figure), figure)


def result(
    label: Text, value: float, unit: str, formula: str, inputs: Sequence[Derivation], source: str | None = None
) -> Derivation:
    """A number with the formula that made it; as firm as its weakest input."""
    evidence = weakest(*(i.evidence for i in inputs))
    return Derivation(
        label=label, value=value, unit=unit, formula=formula, source=source, evidence=evidence, inputs=tuple(inputs)
    )


def computed(
    label: Text, unit: str, formula: str, rule: Callable[..., float], inputs: Sequence[Derivation],
    source: str | None = None,
) -> Derivation:  # fmt: skip
    """The number that ``rule`` makes of the inputs in their order.

    Symbols in ``formula`` are what stands before the comma in the inputs' labels.
    """
    return result(label, rule(*(number(i) for i in inputs)), unit, formula, inputs, source)


def again(derivation: Derivation) -> Derivation:
    """The same number without the steps that another part of the tree shows."""
    if not derivation.inputs:
        return derivation
    return derivation.model_copy(update={"formula": None, "inputs": (), "source": "derived elsewhere in this tree"})


def symbolised(symbol: str, derivation: Derivation) -> Derivation:
    """The derivation under a label that begins with its symbol in a formula."""
    label = derivation.label
    return derivation.model_copy(update={"label": Text(de=f"{symbol}, {label.de}", en=f"{symbol}, {label.en}")})


def added(label: Text, unit: str, inputs: Sequence[Derivation]) -> Derivation:
    """The sum of the inputs, which share the unit."""
    formula = " + ".join(i.label.en for i in inputs)
    return result(label, sum(number(i) for i in inputs), unit, formula, inputs)


def multiplied(label: Text, unit: str, inputs: Sequence[Derivation], factor: float = 1.0) -> Derivation:
    """The product of the inputs, times a conversion of units."""
    formula = " · ".join(i.label.en for i in inputs)
    if factor != 1.0:
        formula += f" · {factor:g}"
    return result(label, prod(number(i) for i in inputs) * factor, unit, formula, inputs)


def number(derivation: Derivation) -> float:
    """Its value as a number."""
    assert isinstance(derivation.value, int | float)  # noqa: S101 - the sizing engine derives numbers only
    return float(derivation.value)


def stated(label: Text, value: float, unit: str, question: str) -> Derivation:
    """An answer of the interview, or the default in its place."""
    return leaf(label, value, unit, f"answer {question}", Evidence.STATED)


REQUESTS = text("requests at once on one replica", "gleichzeitige Anfragen je Replikat")
