"""Values of the rules about limits: budget, deadline, and how much of the result is only assumed."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from wizard.engine.finding_seen import Seen
from wizard.questionnaire.completeness import Progress, progress
from wizard.questionnaire.flow import sections

PERCENT = 100.0
DAYS_PER_WEEK = 7


def limit_values(seen: Seen) -> Mapping[str, Any]:
    """Budget, deadline and share of open answers; what was not answered stays unknown."""
    total = Progress()
    for section in sections(seen.questionnaire, seen.assessment):
        total = total + progress(seen.assessment, section)
    found: dict[str, Any] = {"calc.unknown_share_pct": (total.asked - total.answered) / max(total.asked, 1) * PERCENT}
    needed = seen.values.given("project.needed_by")
    if needed.known and isinstance(needed.value, str):
        found["calc.weeks_until_needed"] = (date.fromisoformat(needed.value) - seen.as_of).days / DAYS_PER_WEEK
    budget = seen.values.given("fin.capex_budget")
    own = [o for o in seen.priced.options if o.option == "on_premises"] if seen.priced else []
    if budget.known and isinstance(budget.value, int | float) and own:
        cost = own[0].priced.cost.capex_eur
        found |= {"calc.budget": float(budget.value), "calc.cheapest_feasible_cost": cost,
                  "calc.budget_gap": max(0.0, cost - float(budget.value))}  # fmt: skip
    return found
