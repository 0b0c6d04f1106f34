"""Purchases paid by a loan or a lease: equal monthly instalments, and a balloon with the last one.

The lender pays each purchase at its start; instalments follow at the end of each month. What is owed beyond the horizon
is settled in its last month, so that options stay comparable.
"""

from dataclasses import dataclass

import numpy as np

from wizard.costs.errors import CostError
from wizard.costs.flows import Flows
from wizard.costs.inputs import Array
from wizard.domain.economics import Financing
from wizard.domain.errors import CodedError
from wizard.domain.quantities import MONTHS_PER_YEAR

MOST_MONTHS = 240


@dataclass(frozen=True)
class Schedule:
    """For one euro financed, by month after the purchase."""

    instalment: Array
    """The balloon is part of the last one."""
    interest: Array
    """In the instalment."""
    balance: Array
    """Owed before the first instalment, after the first, …; 0 in the end."""


def schedule(terms: Financing) -> Schedule:
    """The plan of repayment.

    Raises:
        CodedError: ``E260``.
    """
    if not (0.0 <= terms.rate <= 1.0 and 1 <= terms.months <= MOST_MONTHS and 0.0 <= terms.balloon_share < 1.0):
        raise CodedError(CostError.FINANCING, rate=terms.rate, months=terms.months, balloon=terms.balloon_share)
    monthly = monthly_rate(terms.rate)
    pay = instalment(terms)
    balance = [1.0]
    interest = []
    for _month in range(terms.months):
        interest.append(balance[-1] * monthly)
        balance.append(balance[-1] + interest[-1] - pay)
    paid = np.full(terms.months, pay)
    paid[-1] += terms.balloon_share
    balance[-1] = 0.0
    return Schedule(paid, np.array(interest), np.array(balance))


def monthly_rate(yearly: float) -> float:
    """Interest a month for an effective rate a year."""
    return float((1.0 + yearly) ** (1.0 / MONTHS_PER_YEAR) - 1.0)


def instalment(terms: Financing) -> float:
    """Monthly payment for one euro, the balloon aside."""
    rate, n = monthly_rate(terms.rate), terms.months
    if rate == 0.0:
        return (1.0 - terms.balloon_share) / n
    left = (1.0 + rate) ** -n
    return float((1.0 - terms.balloon_share * left) * rate / (1.0 - left))


def add_financing(flows: Flows, terms: Financing) -> Array:
    """The lender's payment and the instalments; returns what is deductible of them: interest, or the whole lease."""
    capital, months = flows.capital, flows.world.months
    plan = schedule(terms)
    paid = by_age(plan.instalment, months) @ capital
    owed = np.zeros(months)
    left = months - np.arange(months)
    within = left < len(plan.balance)
    owed[within] = plan.balance[left[within]]
    paid[-1] += owed @ capital
    flows.note("financed_eur", capital)
    flows.add("leased" if terms.kind == "lease" else "loan", -capital)
    flows.add("instalments", paid)
    return paid if terms.kind == "lease" else by_age(plan.interest, months) @ capital


def by_age(of_age: Array, months: int) -> Array:
    """Matrix that spreads each purchase over the months after it: row month, column month of purchase."""
    age = np.arange(months)[:, None] - np.arange(months)[None, :]
    inside = (age >= 0) & (age < len(of_age))
    spread: Array = np.where(inside, of_age[np.clip(age, 0, len(of_age) - 1)], 0.0)
    return spread
