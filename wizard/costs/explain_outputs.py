"""Explains what a plan costs per unit of use, and what is written off each year."""

from wizard.costs.engine import CostTable, PricedPlan
from wizard.costs.explain_capacity import need_leaf
from wizard.costs.flows import PURCHASES
from wizard.costs.leaves import constant, input_leaf, step
from wizard.costs.useful import Use, useful
from wizard.domain.economics import ApiPlan, HybridPlan, OwnPlan, Plan, SeatPlan
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation
from wizard.domain.quantities import MONTHS_PER_YEAR

_NAMES: dict[str, tuple[Text, Text, str]] = {
    "gpu_hours": (
        text("Cost per GPU hour under load", "Kosten je genutzte GPU-Stunde"),
        text("GPU hours under load", "Genutzte GPU-Stunden"),
        "Σ_w Σ_m replicas that carry load_m · GPUs · hours, while the plan serves",
    ),
    "user_months": (
        text("Cost per user and month", "Kosten je Nutzer und Monat"),
        text("Months of users", "Nutzermonate"),
        "Σ_m users · demand · (1 + growth)^(m/12), while the plan serves",
    ),
    "runs": (
        text("Cost per training run", "Kosten je Trainingslauf"),
        text("Training runs", "Trainingsläufe"),
        "Σ_m runs a month · demand · (1 + growth)^(m/12), while the plan serves",
    ),
}


def per_use(table: CostTable, priced: PricedPlan, of: str, nominal: Derivation) -> Derivation:
    """Cost per ``gpu_hours`` under load, ``user_months`` or training ``runs``.

    Raises:
        KeyError: the plan delivers nothing of the kind.
    """
    use = useful(priced.plan, priced.drivers, table.middle_world())
    label, unit, formula = _NAMES[of]
    amount: float = getattr(use, of)
    if amount <= 0.0:
        raise KeyError(of)
    share = _share(use, of)
    inputs = [nominal, share, step(unit, amount, "h" if of == "gpu_hours" else "", formula, _needs(table, priced.plan))]
    value = float(nominal.value or 0.0) * float(share.value or 0.0) / amount
    return step(label, value, "EUR", "nominal cost · its share / amount", inputs)


def _share(use: Use, of: str) -> Derivation:
    """Users and runs share the cost of a plan by the GPU hours they take."""
    share = {"gpu_hours": 1.0, "user_months": use.served_share, "runs": use.training_share}[of]
    return constant(text("Share of the cost, by GPU hours", "Anteil der Kosten, nach GPU-Stunden"), share, "share",
                    "GPU hours under load of these workloads / of all")  # fmt: skip


def _needs(table: CostTable, plan: Plan) -> list[Derivation]:
    growth = [input_leaf(table.question, key) for key in ("demand_factor", "growth_per_year")]
    if isinstance(plan, SeatPlan | ApiPlan):
        people = plan.users if isinstance(plan, SeatPlan) else sum(use.users for use in plan.uses)
        return [constant(text("Users", "Nutzer"), people, "", "answer w.users_total"), *growth]
    per_machine = (
        plan.own.server.accelerators
        if isinstance(plan, HybridPlan)
        else (plan.server.accelerators if isinstance(plan, OwnPlan) else plan.offer.accelerators)
    )
    found = [need_leaf(need, per_machine) for need in plan.needs]
    for need in plan.needs:
        if need.users:
            found.append(constant(text("Users", "Nutzer"), need.users, "", "answer w.users_total"))
        if need.runs_per_month:
            label = text("Runs a month", "Läufe je Monat")
            found.append(constant(label, need.runs_per_month, "", "answer w.runs_per_month"))
    return found + growth


def explain_depreciation(table: CostTable, priced: PricedPlan, year: int) -> Derivation:
    """What is written off in one year."""
    years = table.question.depreciation_years
    bought = [
        constant(text(name, name), float(flow.sum()), "EUR", f"cost.breakdown.{name}")
        for name, flow in priced.flows.items()
        if name in PURCHASES
    ]
    life = constant(text("Accounting life", "Bilanzielle Nutzungsdauer"), years, "a", "answer fin.depreciation")
    first = year * MONTHS_PER_YEAR + 1
    formula = (
        f"Σ_m purchases of the last {years:g} years up to month m / life in months, months {first} to {first + 11}"
    )
    label = text(f"Depreciation of year {year + 1}", f"Abschreibung von Jahr {year + 1}")
    return step(label, priced.cost.depreciation_by_year_eur[year], "EUR", formula, [*bought, life])
