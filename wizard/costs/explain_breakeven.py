"""Explains the break-even of a bought against a rented plan."""

from wizard.costs.engine import CostTable
from wizard.costs.errors import CostError
from wizard.costs.explain_components import component
from wizard.costs.leaves import input_leaf, step
from wizard.domain.errors import CodedError
from wizard.domain.language import text
from wizard.domain.provenance import Derivation, weakest

_MONTHS = {
    "simple_months": (
        text("Simple break-even", "Einfacher Break-even"),
        "first month from which Σ_k≤m own_k ≤ Σ_k≤m rented_k for good, residual value left out",
    ),
    "discounted_months": (
        text("Discounted break-even", "Abgezinster Break-even"),
        "first month from which Σ_k≤m d_k · own_k ≤ Σ_k≤m d_k · rented_k for good, residual value left out",
    ),
}
_UTILISATION = (
    "max(0, own fixed cost − rented cost that use does not change) / own GPU hours / "
    "(rented EUR/h − own busy power EUR/h)"
)


def explain_break_even(table: CostTable, own: int, rented: int, field: str) -> Derivation:
    """``simple_months``, ``discounted_months`` or ``utilisation``.

    Raises:
        CodedError: ``E212``.
    """
    found = table.break_even(own, rented)
    if field == "utilisation" and found.utilisation is not None:
        label = text("Break-even use of the owned GPUs", "Break-even-Auslastung der eigenen GPUs")
        inputs = [*_costs(table, own), *_costs(table, rented), input_leaf(table.question, "power_utilisation")]
        return step(label, found.utilisation, "share", _UTILISATION, inputs)
    if field not in _MONTHS:
        raise CodedError(CostError.NOT_EXPLAINED, path=f"break_even.{field}")
    label, formula = _MONTHS[field]
    inputs = [*_costs(table, own), *_costs(table, rented)]
    if field == "discounted_months":
        inputs.append(input_leaf(table.question, "discount_rate"))
    return Derivation(
        label=label,
        value=found.simple_months if field == "simple_months" else found.discounted_months,
        unit="months",
        formula=formula,
        evidence=weakest(*(entry.evidence for entry in inputs)),
        inputs=tuple(inputs),
    )


def _costs(table: CostTable, plan_index: int) -> list[Derivation]:
    table, priced = table.of_plan(plan_index), table.plans[plan_index]
    return [component(table, priced, name) for name in priced.cost.breakdown if name != "residual_value"]
