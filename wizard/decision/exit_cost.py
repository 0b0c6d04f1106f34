"""What leaving an option at half the horizon costs, undiscounted and at the middle values.

Owned: straight-line book value of the investment less what the hardware then sells for, not below zero. Rented:
committed payments still owed, and moving the stored data out. Providers of data processing services may charge nothing
for switching from 12 January 2027 (Regulation (EU) 2023/2854, Article 29).
"""

from datetime import date

from wizard.costs.commitment import Term
from wizard.costs.engine import PricedPlan, vat_factor
from wizard.costs.flows import INVESTMENT
from wizard.costs.hybrid import HybridTerms
from wizard.costs.moving import SWITCHING_IS_FREE_FROM
from wizard.costs.renting import RentTerms
from wizard.domain.economics import ApiPlan, CostQuestion, HybridPlan, OwnPlan, SeatPlan
from wizard.domain.quantities import HOURS_PER_MONTH

FORMULA_OWN = "max(0, investment · (1 − t/T) − hardware · residual^(t/T)) at t = T/2"
FORMULA_RENTED = "committed payments still owed at half the horizon + TB stored · EUR/TB (0 in the EU from 2027-01-12)"


def exit_cost(
    priced: PricedPlan, question: CostQuestion, exit_on: date, stored_tb: float | None, *, inside_eu: bool
) -> float:
    """Euro for leaving at half the horizon; ``exit_on`` is the date of that month."""
    month = max(1, question.horizon_months // 2)
    plan = priced.plan
    moving = _moving(priced, question, exit_on, stored_tb, inside_eu=inside_eu)
    if isinstance(plan, OwnPlan):
        return _loss_on_sale(priced, question, month)
    if isinstance(plan, HybridPlan):
        return _loss_on_sale(priced, question, month) + moving
    if isinstance(plan, ApiPlan):
        return moving
    if isinstance(plan, SeatPlan):
        return _seats_owed(plan, priced, month) + moving
    return _owed(priced, question, month) + moving


def _seats_owed(plan: SeatPlan, priced: PricedPlan, month: int) -> float:
    """Months of the running term still to be paid: terms follow one another from the first month."""
    left = -month % max(plan.offer.minimum_months, 1)
    flows = priced.flows["seats"]
    return float(flows[month : month + left].sum())


def _loss_on_sale(priced: PricedPlan, question: CostQuestion, month: int) -> float:
    passed = month / question.horizon_months
    residual = question.inputs["residual_share"].range.value
    bought = [flow for name, flow in priced.flows.items() if name in INVESTMENT]
    spent = sum(float(flow[:month].sum()) for flow in bought)
    hardware = priced.flows.get("hardware")
    market = 0.0 if hardware is None else float(hardware[:month].sum()) * residual**passed
    return float(max(0.0, spent * (1.0 - passed) - market))


def _owed(priced: PricedPlan, question: CostQuestion, month: int) -> float:
    assert isinstance(priced.terms, RentTerms)  # noqa: S101 - a rented plan has rent terms
    terms = priced.terms
    factor = question.inputs["cloud_price_factor"].range.value
    change = 1.0 + question.inputs["cloud_price_change_per_year"].range.value
    committed: float = sum(
        _unexpired(term, month) * term.price_per_hour * change ** (term.start / 12) for term in terms.commitments
    )
    started = priced.drivers["started"][:month] if "started" in priced.drivers else ()
    left = sum(float(count) * max(0, start + terms.minimum_months - month) for start, count in enumerate(started))
    dedicated = left * HOURS_PER_MONTH * terms.per_hour * change ** (month / 12)
    return float((committed + dedicated) * factor * vat_factor(question))


def _unexpired(term: Term, month: int) -> float:
    """Machine hours of a running term after ``month``."""
    if term.start >= month:
        return 0.0
    return float(max(0, term.start + term.months - month) * term.machines * HOURS_PER_MONTH)


def _moving(
    priced: PricedPlan, question: CostQuestion, exit_on: date, stored_tb: float | None, *, inside_eu: bool
) -> float:
    if stored_tb is None or (inside_eu and exit_on >= SWITCHING_IS_FREE_FROM):
        return 0.0
    terms = priced.terms.burst if isinstance(priced.terms, HybridTerms) else priced.terms
    own = terms.egress_per_tb if isinstance(terms, RentTerms) else None
    price = question.inputs["egress_eur_per_tb"].range.value if own is None else own
    return stored_tb * price * vat_factor(question)
