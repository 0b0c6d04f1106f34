"""Break-even figures can be explained, with the same value."""

import pytest
from wizard.costs.engine import price_plans
from wizard.costs.explain_breakeven import explain_break_even
from wizard.domain.errors import CodedError

from .cases import cloud, dedicated, own, question

TABLE = price_plans([own(), cloud(on_demand=8.0), dedicated()], question(months=60, samples=1))


@pytest.mark.parametrize("field", ["simple_months", "discounted_months", "utilisation"])
def test_value_and_costs_of_both_plans(field: str) -> None:
    shown = explain_break_even(TABLE, 0, 1, field)
    assert shown.value == getattr(TABLE.break_even(0, 1), field)
    assert {entry.label.en for entry in shown.inputs} >= {"Hardware", "Electricity", "Rent on demand"}


@pytest.mark.parametrize(("rented", "field"), [(1, "colour"), (2, "utilisation")])
def test_what_is_no_number_is_refused(rented: int, field: str) -> None:
    with pytest.raises(CodedError, match="E212"):
        explain_break_even(TABLE, 0, rented, field)
