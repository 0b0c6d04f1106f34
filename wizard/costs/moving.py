"""Moving in and out: work to move to an option and to leave it, and data kept with and fetched from a provider.

Providers of data processing services may charge nothing for switching from 12 January 2027 (Regulation (EU) 2023/2854,
Article 29); until then the price of outgoing data is taken.
"""

from datetime import date

import numpy as np

from wizard.costs.flows import Flows
from wizard.costs.inputs import Array
from wizard.costs.renting import RentTerms
from wizard.costs.world import World
from wizard.domain.economics import CostQuestion, HybridPlan, Plan, RentPlan
from wizard.domain.quantities import MONTHS_PER_YEAR

SWITCHING_IS_FREE_FROM = date(2027, 1, 12)
WORKDAYS_PER_YEAR = 220.0
"""Of a full-time position, leave and illness taken off: a convention."""


def rented_of(plan: Plan) -> RentPlan | None:
    """The rented machines that hold data of the client."""
    if isinstance(plan, HybridPlan):
        return plan.burst
    return plan if isinstance(plan, RentPlan) else None


def ends_on(question: CostQuestion) -> date | None:
    """First day after the horizon."""
    start = question.starts_on
    if start is None:
        return None
    month = start.year * MONTHS_PER_YEAR + start.month - 1 + question.horizon_months
    return date(month // MONTHS_PER_YEAR, month % MONTHS_PER_YEAR + 1, 1)


def switching_is_free(question: CostQuestion) -> bool:
    """Whether the EU Data Act forbids to charge for moving the data out at the end of the horizon."""
    end = ends_on(question)
    return question.data_act and end is not None and end >= SWITCHING_IS_FREE_FROM


def egress_price(terms: RentTerms, world: World) -> Array:
    """Euro for a TB of outgoing data, by case."""
    own, common = terms.egress_per_tb, world.values["egress_eur_per_tb"]
    return common if own is None else np.full_like(common, own)


def add_moving(
    flows: Flows, plan: Plan, terms: RentTerms | None, question: CostQuestion, rented: Array | None = None
) -> None:
    """Work in the first and last month, stored data in every month, its way out in the last one.

    What stands there already needs no move. ``terms`` are those of the rented machines, where there are any, and
    ``rented`` says for each case whether there are.
    """
    world, values = flows.world, flows.world.values
    day = values["fte_eur_per_year"] / WORKDAYS_PER_YEAR
    if plan.option != "status_quo":
        flows.add_once("migration", 0, values["migration_days"] * day)
    flows.add_once("exit", -1, values["exit_days"] * day)
    if terms is None:
        return
    stored = values["stored_tb"] if rented is None else values["stored_tb"] * rented
    flows.add("rented_storage", stored * values["storage_eur_per_tb_month"])
    if not switching_is_free(question):
        flows.add_once("exit_transfer", -1, stored * egress_price(terms, world))
